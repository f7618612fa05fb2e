//! `inspect`: a picture as console sprite data.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use super::input::name;
use super::output::Target;
use super::reading::ReadingArgs;
use super::report::{Channel, Verbosity, count, grouped, print_json, say};
use super::sentence::one_line;
use tetris_printer::color::{ConsoleColor, Rgb};
use tetris_printer::inspect::{
    AREA, ColorMatch, Hardware, PALETTE_COLORS, PALETTES, TILE, match_colors,
};
use tetris_printer::plan::minimal::Bound;
use tetris_printer::print::{PrintJob, PrintRequest};
use tetris_printer::sprite::{ReadSprite, Sprite};

/// Analyse a picture as console sprite data, and give the lower bound of a print
///
/// Reports the size in tiles of 8x8 pixels, each colour with an entry of its own in the console's palette as FCEUX and
/// Mesen show it, whether every area of 16x16 pixels fits a palette of three colours and four palettes are enough for
/// all of them, the factor by which the picture was enlarged, what prevents it from being printed, and the pieces that
/// every print needs.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer inspect sprites/knight.png
  tetris-printer inspect sheet.png#12 --json
  tetris-printer inspect sheet.png --crop 32,0,16,24")]
pub struct InspectArgs {
    /// The picture, read as `print` reads it; sheet.png#12 is the twelfth sprite of a sheet,
    /// game.nes#0:32+2x2 are tiles of a game; - for stdin
    sprite: Target,
    /// Print a report as JSON on stdout
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

#[derive(Serialize)]
struct Report {
    source: String,
    width: usize,
    height: usize,
    /// The factor that it was enlarged by.
    scale: usize,
    background: Option<Rgb>,
    pixels: usize,
    /// Columns and rows of tiles of 8x8 pixels.
    tiles: [usize; 2],
    colors: Vec<ColorReport>,
    hardware: HardwareReport,
    prints: bool,
    /// What stops it.
    reason: Option<String>,
    /// What no print on the standard field can do without.
    bound: Option<BoundReport>,
}

#[derive(Serialize)]
struct ColorReport {
    color: Rgb,
    pixels: usize,
    nearest: ConsoleColor,
    nearest_color: Rgb,
    distance: f32,
}

#[derive(Serialize)]
struct HardwareReport {
    /// Columns and rows of areas of 16x16 pixels.
    areas: [usize; 2],
    backdrop: Option<ConsoleColor>,
    /// Column and row, from 0, of the areas with too many colours.
    crowded_areas: Vec<[usize; 2]>,
    palettes: Option<Vec<Vec<ConsoleColor>>>,
}

#[derive(Serialize)]
struct BoundReport {
    pieces: usize,
    lines: usize,
}

pub fn run(args: &InspectArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let read = args.reading.read(&args.sprite)?;
    let report = Report::of(&args.sprite, &read);
    if args.json {
        print_json(&report)?;
    } else {
        say(&report.text(), Channel::Stdout, verbosity)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What a print on the standard field takes at least.
///
/// Errors: what is known to stop it.
pub fn least_cost(sprite: &Sprite) -> anyhow::Result<Option<Bound>> {
    Ok(PrintJob::new(sprite, &PrintRequest::default())?.bound()?)
}

impl Report {
    fn of(source: &Target, read: &ReadSprite) -> Report {
        let sprite = &read.sprite;
        let hardware = Hardware::of(sprite);
        let (bound, reason) = match least_cost(sprite) {
            Ok(bound) => (bound, None),
            Err(error) => (None, Some(one_line(&error))),
        };
        Report {
            source: name(source),
            width: sprite.width(),
            height: sprite.height(),
            scale: read.scale,
            background: read.background,
            pixels: sprite.pixel_count(),
            tiles: hardware.tiles,
            colors: match_colors(sprite).iter().map(ColorReport::of).collect(),
            prints: reason.is_none(),
            bound: bound.map(|bound| BoundReport {
                pieces: bound.pieces,
                lines: bound.lines,
            }),
            reason,
            hardware: HardwareReport {
                areas: hardware.areas,
                backdrop: hardware.backdrop,
                crowded_areas: hardware.crowded,
                palettes: hardware.palettes,
            },
        }
    }

    fn text(&self) -> String {
        let mut text = format!(
            "sprite    {}: {}x{} pixels, {}x{} tiles of {TILE}x{TILE}",
            self.source, self.width, self.height, self.tiles[0], self.tiles[1]
        );
        if self.scale > 1 {
            text += &format!(", enlarged {} times", self.scale);
        }
        text += &format!("; {}", count(self.pixels, "pixel"));
        if let Some(background) = self.background {
            text += &format!(", background {background} taken out");
        }
        text += &format!(
            "\ncolours   {}, each with its entry in the console's palette\n",
            self.colors.len()
        );
        for color in &self.colors {
            text += &color.text();
        }
        text += &self.hardware.text();
        text + &self.printing_text()
    }

    fn printing_text(&self) -> String {
        let bound = self.bound.as_ref();
        let bound = bound.map(|bound| {
            format!(
                "prints    nothing is known to prevent it; at least {} and {}\n",
                count(bound.pieces, "piece"),
                count(bound.lines, "line"),
            )
        });
        let reason = self.reason.as_deref().unwrap_or_default();
        bound.unwrap_or_else(|| format!("prints    not as it is: {reason}\n"))
    }
}

impl ColorReport {
    fn of(color: &ColorMatch) -> ColorReport {
        ColorReport {
            color: color.color,
            pixels: color.pixels,
            nearest: color.console.entry,
            nearest_color: color.console.shown,
            distance: color.console.distance,
        }
    }

    fn text(&self) -> String {
        let ColorReport {
            color,
            nearest,
            nearest_color,
            distance,
            ..
        } = self;
        let pixels = grouped(self.pixels);
        format!(
            "          {color} {nearest} {nearest_color} distance {distance:.3}, {pixels} pixels\n"
        )
    }
}

impl HardwareReport {
    fn text(&self) -> String {
        let [columns, rows] = self.areas;
        let areas = count(columns * rows, "area");
        let mut text = format!("hardware  {areas} of {AREA}x{AREA}: ");
        match (&self.palettes, self.crowded_areas.len()) {
            (Some(palettes), _) => {
                let names = palettes.iter().map(|palette| {
                    let names: Vec<String> = palette.iter().map(ToString::to_string).collect();
                    names.join(" ")
                });
                let names: Vec<String> = names.collect();
                text += &format!(
                    "{} of {PALETTES} are enough for all: ",
                    count(palettes.len(), "palette")
                );
                text += &names.join(", ");
            }
            (None, 0) => {
                text +=
                    &format!("each fits a palette, but {PALETTES} palettes are not enough for all")
            }
            (None, crowded) => {
                text += &format!(
                    "{crowded} with more than {PALETTE_COLORS} colours besides the backdrop"
                );
            }
        }
        if let Some(backdrop) = self.backdrop {
            text += &format!("; backdrop {backdrop}");
        }
        text + "\n"
    }
}
