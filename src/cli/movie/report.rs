//! What is told about a print on the console.

use serde::Serialize;

use crate::cli::report::{clock, count, grouped};
use tetris_printer::color::{ConsoleColor, Rgb};
use tetris_printer::game::console::Rules;
use tetris_printer::nes::original::{OriginalMovie, shown_color};
use tetris_printer::nes::{Dealing, RecordError, Recording, RecordingOptions, record};
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::Sprite;

/// What the print on the console came to.
#[derive(Serialize)]
#[serde(untagged)]
pub enum MovieReport {
    Cartridge(CartridgeReport),
    Original(OriginalReport),
}

impl MovieReport {
    pub fn text(&self) -> String {
        match self {
            MovieReport::Cartridge(report) => report.text(),
            MovieReport::Original(report) => report.text(),
        }
    }
}

/// What the print on the original came to.
#[derive(Serialize)]
pub struct OriginalReport {
    frames: usize,
    seconds: f64,
    frames_per_piece: f64,
    level: u8,
    /// The level at the end, if it has risen.
    #[serde(skip_serializing_if = "Option::is_none")]
    risen_to: Option<u8>,
    resets: usize,
    colors: Vec<ColorReport>,
    /// On what the built-in emulator has played it and shown the sprite.
    played: Played,
}

/// On what a movie of the original was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Played {
    /// On the model alone.
    Model,
    /// On the known game.
    Copy,
    /// On a file with an unknown sum.
    Unknown,
}

impl Played {
    pub fn text(self) -> &'static str {
        match self {
            Played::Model => "by its model: --game FILE plays it on your own copy",
            Played::Copy => "played on your copy of the game",
            Played::Unknown => "played on your file, which is not the known game of 49,152 bytes",
        }
    }
}

impl OriginalReport {
    pub fn of(
        print: &OriginalMovie,
        script: &PrintScript,
        sprite: &Sprite,
        played: Played,
    ) -> OriginalReport {
        let rules = Rules {
            level: print.level,
            level_up: true,
            ..Rules::default()
        };
        let end = rules.level_after(print.lines);
        let piece_of = |color: Rgb| {
            let mut pieces = script.drops.iter().map(|drop| drop.piece());
            pieces.find(|piece| script.colors.of(*piece) == color)
        };
        let colors = sprite.palette().iter().filter_map(|color| {
            let shown = shown_color(piece_of(*color)?.style(), end);
            Some(ColorReport {
                color: *color,
                shown,
                distance: shown.distance(*color),
            })
        });
        OriginalReport {
            frames: print.buttons.frames.len(),
            seconds: print.buttons.seconds(),
            frames_per_piece: print.frames_per_piece(),
            level: print.level,
            risen_to: (end > print.level).then_some(end),
            resets: print.resets,
            colors: colors.collect(),
            played,
        }
    }

    fn text(&self) -> String {
        let mut text = format!(
            "console   the original prints it in {} frames from power-on, {}, {:.1} a piece\n",
            grouped(self.frames),
            clock(self.seconds.round() as u64),
            self.frames_per_piece,
        );
        text += &format!("          level {}", self.level);
        if let Some(level) = self.risen_to {
            text += &format!(", which rises to {level}");
        }
        if self.resets > 0 {
            text += ", after a reset that lets other pieces come first";
        }
        for color in &self.colors {
            let ColorReport {
                color,
                shown,
                distance,
            } = color;
            text += &format!(", {color} {shown} (distance {distance:.2})");
        }
        text + "\n          " + self.played.text() + "\n"
    }
}

/// What the print on the cartridge came to.
#[derive(Serialize)]
pub struct CartridgeReport {
    frames: usize,
    seconds: f64,
    frames_per_piece: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<ChanceReport>,
    /// The palette's entry of an empty cell.
    backdrop: ConsoleColor,
    colors: Vec<ColorReport>,
    /// Whether the emulator has played it and shown the sprite.
    played: bool,
    /// What colours are shown as, in words.
    #[serde(skip)]
    shown: String,
}

/// What it cost to have the console deal.
#[derive(Serialize)]
struct ChanceReport {
    waited: usize,
    frames_more: i64,
    frames_more_per_piece: f64,
}

#[derive(Serialize)]
struct ColorReport {
    color: Rgb,
    shown: ConsoleColor,
    distance: f32,
}

impl CartridgeReport {
    pub fn of(
        recording: &Recording,
        order: &RecordingOptions<'_>,
        script: &PrintScript,
    ) -> Result<CartridgeReport, RecordError> {
        let colors = order.palette.iter().zip(order.colors.colors);
        let chance = match order.dealing {
            Dealing::Controller => None,
            Dealing::Chance => {
                let dealing = Dealing::Controller;
                let dealt = record(script, &RecordingOptions { dealing, ..*order })?;
                let more = recording.frames() as i64 - dealt.frames() as i64;
                Some(ChanceReport {
                    waited: recording.waited,
                    frames_more: more,
                    frames_more_per_piece: more as f64 / script.drops.len().max(1) as f64,
                })
            }
        };
        Ok(CartridgeReport {
            frames: recording.movie.frames.len(),
            seconds: recording.movie.seconds(),
            frames_per_piece: recording.frames_per_piece(),
            chance,
            backdrop: order.colors.backdrop,
            colors: colors
                .map(|(color, shown)| ColorReport {
                    color: *color,
                    shown,
                    distance: shown.distance(*color),
                })
                .collect(),
            played: cfg!(feature = "emulator"),
            shown: order.colors.describe(order.palette),
        })
    }

    pub fn text(&self) -> String {
        let mut text = format!(
            "console   the cartridge prints it in {} frames, {}, {:.1} a piece\n",
            grouped(self.frames),
            clock(self.seconds.round() as u64),
            self.frames_per_piece,
        );
        if let Some(chance) = &self.chance {
            text += &format!(
                "          its generator deals every piece, for {} more, {:.1} a piece\n",
                count(
                    usize::try_from(chance.frames_more).unwrap_or_default(),
                    "frame"
                ),
                chance.frames_more_per_piece,
            );
        }
        text + &format!("          {}\n", self.shown)
    }
}
