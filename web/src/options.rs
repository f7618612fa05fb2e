//! The program's options, by the program's names, as a page sends them.

use std::fmt::Display;
use std::str::FromStr;

use anyhow::{anyhow, bail};
use serde::Deserialize;
use tetris_printer::color::Rgb;
use tetris_printer::game::console::RuleSet;
use tetris_printer::picture::Bounds;
use tetris_printer::plan::minimal::{CarrierMode, Effort};
use tetris_printer::print::{Columns, FieldChoice, Planner, PrintRequest};
use tetris_printer::render::{Pace, Poster, RenderOptions, Speed};
use tetris_printer::sprite::ReadOptions;

/// What may be said of a print. What is absent has the program's default.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    background: Option<String>,
    scale: Option<String>,
    colors: Option<String>,
    /// Column, row, width and height, in pixels.
    crop: Option<[usize; 4]>,
    /// Which sprite of a sheet, from 1.
    sprite: Option<usize>,
    planner: Option<String>,
    field: Option<String>,
    effort: Option<String>,
    carriers: Option<String>,
    seed: Option<u64>,
    field_color: Option<String>,
    no_repeat: bool,
    free_columns: Option<String>,
    left: Option<i32>,
    theme: Option<String>,
    motion: Option<String>,
    xray: bool,
    no_panel: bool,
    cell: Option<String>,
    duration: Option<String>,
    speed: Option<String>,
    fps: Option<String>,
    hold: Option<String>,
    r#loop: Option<String>,
}

impl Options {
    /// How a picture is meant.
    pub fn reading(&self) -> anyhow::Result<ReadOptions> {
        Ok(ReadOptions {
            background: value(&self.background)?,
            scale: value(&self.scale)?,
            fit: false,
            colors: optional(&self.colors)?,
        })
    }

    /// The part of the picture that is meant.
    pub fn bounds(&self) -> Option<Bounds> {
        self.crop.map(|[left, top, width, height]| Bounds {
            left,
            top,
            width,
            height,
        })
    }

    /// Which sprite of a sheet is meant.
    pub fn sprite(&self) -> Option<usize> {
        self.sprite
    }

    /// What is asked of a planner.
    pub fn request(&self) -> anyhow::Result<PrintRequest> {
        let usual = PrintRequest::default();
        Ok(PrintRequest {
            planner: choice(&self.planner, "planner", PLANNERS)?.unwrap_or(usual.planner),
            field: optional::<FieldChoice>(&self.field)?.unwrap_or(usual.field),
            seed: self.seed.unwrap_or(usual.seed),
            field_color: optional::<Rgb>(&self.field_color)?,
            effort: choice(&self.effort, "effort", EFFORTS)?.unwrap_or_default(),
            carriers: choice(&self.carriers, "carriers", CARRIERS)?,
            no_repeat: self.no_repeat,
            free_columns: self.free_columns()?,
            left: self.left,
            first_pairs: usual.first_pairs,
            placement: usual.placement,
            open_ended: false,
        })
    }

    /// Columns in which anything may be left.
    pub fn free_columns(&self) -> anyhow::Result<Columns> {
        value(&self.free_columns)
    }

    /// How a game is shown.
    pub fn drawing(&self) -> anyhow::Result<RenderOptions> {
        let usual = RenderOptions::default();
        let speed: Option<Speed> = optional(&self.speed)?;
        let pace = match (speed, optional(&self.duration)?) {
            (Some(_), Some(_)) => bail!("speed and duration exclude each other"),
            (Some(speed), None) => Pace::Speed(speed),
            (None, Some(duration)) => Pace::Duration(duration),
            (None, None) => Pace::Auto,
        };
        Ok(RenderOptions {
            theme: value(&self.theme)?,
            xray: self.xray,
            cell: value(&self.cell)?,
            panel: !self.no_panel,
            motion: value(&self.motion)?,
            rules: usual.rules,
            pace,
            ease: pace.usual_ease(),
            poster: Poster::Last,
            fps: value(&self.fps)?,
            hold: optional(&self.hold)?.unwrap_or(usual.hold),
            repeat: value(&self.r#loop)?,
            ..usual
        })
    }

    /// How a game is played for a movie, which has the cartridge's own rules.
    pub fn recording(&self) -> anyhow::Result<RenderOptions> {
        let mut options = self.drawing()?;
        options.rules.set = RuleSet::Cartridge;
        Ok(options)
    }
}

const PLANNERS: &[(&str, Planner)] = &[
    ("tables", Planner::Tables),
    ("realtime", Planner::Realtime),
    ("literal", Planner::Literal),
    ("minimal", Planner::Minimal),
];

const EFFORTS: &[(&str, Effort)] = &[
    ("glance", Effort::Glance),
    ("fast", Effort::Fast),
    ("normal", Effort::Normal),
    ("best", Effort::Best),
];

const CARRIERS: &[(&str, CarrierMode)] = &[
    ("classic", CarrierMode::Classic),
    ("nes", CarrierMode::Nes),
    ("free", CarrierMode::Free),
];

fn choice<T: Copy>(
    text: &Option<String>,
    what: &str,
    choices: &[(&str, T)],
) -> anyhow::Result<Option<T>> {
    let Some(text) = text else { return Ok(None) };
    let chosen = choices.iter().find(|(name, _)| name == text);
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    let refused = || anyhow!("`{text}` is no {what}: choose {}", names.join(", "));
    chosen.map(|(_, value)| Some(*value)).ok_or_else(refused)
}

fn optional<T: FromStr<Err: Display>>(text: &Option<String>) -> anyhow::Result<Option<T>> {
    let parse = |text: &String| text.parse().map_err(|error| anyhow!("{error}"));
    text.as_ref().map(parse).transpose()
}

fn value<T: FromStr<Err: Display> + Default>(text: &Option<String>) -> anyhow::Result<T> {
    Ok(optional(text)?.unwrap_or_default())
}
