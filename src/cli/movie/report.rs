//! What is told about a print on the console.

use serde::Serialize;

use crate::cli::report::{count, grouped};
use tetris_printer::color::{ConsoleColor, Lab, Rgb};
use tetris_printer::nes::{Dealing, RecordError, Recording, RecordingOptions, record};
use tetris_printer::script::PrintScript;

/// What the print on the console came to.
#[derive(Serialize)]
pub struct MovieReport {
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

impl MovieReport {
    pub fn of(
        recording: &Recording,
        order: &RecordingOptions<'_>,
        script: &PrintScript,
    ) -> Result<MovieReport, RecordError> {
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
        Ok(MovieReport {
            frames: recording.movie.frames.len(),
            seconds: recording.movie.seconds(),
            frames_per_piece: recording.frames_per_piece(),
            chance,
            backdrop: order.colors.backdrop,
            colors: colors
                .map(|(color, shown)| ColorReport {
                    color: *color,
                    shown,
                    distance: Lab::from(*color).distance(Lab::from(shown.rgb())),
                })
                .collect(),
            played: cfg!(feature = "emulator"),
            shown: order.colors.describe(order.palette),
        })
    }

    pub fn text(&self) -> String {
        let seconds = self.seconds.round() as usize;
        let mut text = format!(
            "console   the cartridge prints it in {} frames, {}:{:02}, {:.1} a piece\n",
            grouped(self.frames),
            seconds / 60,
            seconds % 60,
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
