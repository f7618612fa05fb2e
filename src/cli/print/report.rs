//! The report of a print.

use anyhow::ensure;
use serde::Serialize;

use crate::cli::failure::Mismatch;
use crate::cli::input::name;
use crate::cli::movie::MovieReport;
use crate::cli::output::Target;
use crate::cli::products::Output;
use crate::cli::report::{Verbosity, clock, count, grouped, ratio};
use tetris_printer::color::Rgb;
use tetris_printer::game::console::Rules;
use tetris_printer::game::{FieldSize, PaintedPlayfield};
use tetris_printer::picture::Layout;
use tetris_printer::print::{Columns, HiddenOutline, Printed};
use tetris_printer::replay::play_on_console;
use tetris_printer::script::{PieceColors, PrintScript, SpritePosition};
use tetris_printer::sprite::ReadSprite;

/// What `--json` prints.
#[derive(Serialize)]
pub struct Report {
    pub sprite: SpriteReport,
    pub planner: &'static str,
    /// Whether it stepped in for one that had found nothing, or would take too long.
    pub fallback: bool,
    /// Whether Ctrl-C ended the search.
    pub interrupted: bool,
    pub carriers: &'static str,
    pub seed: u64,
    pub field: FieldSize,
    pub background: Rgb,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_outline: Option<HiddenOutline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged_colors: Option<MergedColors>,
    pub colors: PieceColors,
    pub position: Option<SpritePosition>,
    pub pieces: usize,
    pub pieces_per_pixel: f64,
    pub lines: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<BoundReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub versus: Option<VersusReport>,
    #[serde(skip_serializing_if = "Columns::is_empty")]
    pub free_columns: Columns,
    pub platforms: usize,
    #[serde(flatten)]
    pub console: ConsoleReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movie: Option<MovieReport>,
    pub planning_seconds: f64,
    pub outputs: Vec<Output>,
    pub layout: Layout,
    pub verified: bool,
    #[serde(skip)]
    pub dry_run: bool,
}

/// That a theme has fewer colours than a sprite.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MergedColors {
    /// The sprite's colours.
    pub sprite: usize,
    /// Those that they are drawn in.
    pub drawn: usize,
}

impl MergedColors {
    pub fn text(self) -> String {
        format!(
            "warning   the theme draws the {} colours of the sprite in {}\n",
            self.sprite, self.drawn
        )
    }
}

/// The plan beside what no plan can do without.
#[derive(Serialize)]
pub struct BoundReport {
    pub pieces: usize,
    pub ratio: f64,
    pub optimal: bool,
}

/// The print on the frame-exact console, which cannot fly every drop to its place.
#[derive(Serialize)]
#[serde(untagged)]
pub enum ConsoleReport {
    Played {
        console_frames: u64,
        console_seconds: u64,
    },
    Refused {
        console_refusal: String,
    },
}

/// What a report tells of the print of another planner.
#[derive(Serialize)]
pub struct VersusReport {
    planner: &'static str,
    pieces: usize,
    /// Pieces for each one of the print beside it.
    ratio: f64,
}

#[derive(Serialize)]
pub struct SpriteReport {
    pub source: String,
    pub width: usize,
    pub height: usize,
    pub pixels: usize,
    pub colors: Vec<Rgb>,
    pub merged_from: Option<usize>,
    pub background: Option<Rgb>,
    pub scale: usize,
}

impl VersusReport {
    pub fn of(rival: &Printed, pieces: usize) -> Self {
        VersusReport {
            planner: rival.planner.name(),
            pieces: rival.script.drops.len(),
            ratio: ratio(rival.script.drops.len(), pieces),
        }
    }

    pub fn text(&self) -> String {
        format!(
            "versus    {}: {}, {:.2} times as many\n",
            self.planner,
            count(self.pieces, "piece"),
            self.ratio
        )
    }
}

impl BoundReport {
    pub fn of(pieces: usize, bound: usize) -> Self {
        BoundReport {
            pieces: bound,
            ratio: ratio(pieces, bound),
            optimal: pieces == bound,
        }
    }

    fn text(&self) -> String {
        let least = count(self.pieces, "piece");
        let judged = match self.optimal {
            true => "optimal".to_owned(),
            false => format!("ratio {:.2}", self.ratio),
        };
        format!("bound     at least {least} with these carriers: {judged}\n")
    }
}

impl ConsoleReport {
    /// Plays the script by the rules of the console, which cannot bring every drop that is legal to
    /// its place, above all on wide fields.
    ///
    /// Errors: [`Mismatch`] if it can and leaves something else than the straight drops.
    pub fn of(
        script: &PrintScript,
        rules: Rules,
        left_behind: &PaintedPlayfield,
    ) -> anyhow::Result<Self> {
        match play_on_console(script, rules) {
            Ok(console) => {
                ensure!(
                    console.field == *left_behind,
                    Mismatch(
                        "the console leaves another picture than the straight drops".to_owned()
                    )
                );
                Ok(ConsoleReport::Played {
                    console_frames: console.frames,
                    console_seconds: console.seconds(),
                })
            }
            Err(error) => Ok(ConsoleReport::Refused {
                console_refusal: error.to_string(),
            }),
        }
    }

    pub fn text(&self) -> String {
        match self {
            ConsoleReport::Played {
                console_frames,
                console_seconds,
            } => format!(
                "console   {} frames, {} at the console's own speed\n",
                grouped(*console_frames as usize),
                clock(*console_seconds),
            ),
            ConsoleReport::Refused { console_refusal } => {
                format!("console   cannot play this print: {console_refusal}\n")
            }
        }
    }
}

impl SpriteReport {
    pub fn of(source: &Target, read: &ReadSprite) -> Self {
        let sprite = &read.sprite;
        SpriteReport {
            source: name(source),
            width: sprite.width(),
            height: sprite.height(),
            pixels: sprite.pixel_count(),
            colors: sprite.palette().to_vec(),
            merged_from: (read.colors > sprite.palette().len()).then_some(read.colors),
            background: read.background,
            scale: read.scale,
        }
    }

    pub fn text(&self) -> String {
        let mut text = format!("{}x{}, ", self.width, self.height);
        text += &format!("{}, ", count(self.pixels, "pixel"));
        text += &count(self.colors.len(), "colour");
        if let Some(colors) = self.merged_from {
            text += &format!(" (merged from {})", grouped(colors));
        }
        if let Some(background) = self.background {
            text += &format!(", background {background} taken out");
        }
        if self.scale > 1 {
            text += &format!(
                ", read at 1/{} of its size (--scale 1 keeps it)",
                self.scale
            );
        }
        text
    }
}

/// That the sprite can hardly be seen, and what helps.
pub fn hidden_text(hidden: Option<HiddenOutline>) -> String {
    let Some(HiddenOutline {
        color,
        field,
        clearer,
    }) = hidden
    else {
        return String::new();
    };
    let clearer = clearer.map_or(String::new(), |clearer| {
        format!(": --field-color '{clearer}' shows it")
    });
    format!(
        "warning   the outline ({color}) can hardly be told from the field ({field}){clearer}\n"
    )
}

impl Report {
    pub fn text(&self, verbosity: Verbosity) -> String {
        let mut text = format!("sprite    {}: {}\n", self.sprite.source, self.sprite.text());
        text += &self.plan_text();
        text += &hidden_text(self.hidden_outline);
        text += &self.merged_colors.map_or(String::new(), MergedColors::text);
        if let Some(bound) = &self.bound {
            text += &bound.text();
        }
        if let Some(versus) = &self.versus {
            text += &versus.text();
        }
        if !self.free_columns.is_empty() {
            text += &format!(
                "free      columns {}: their content beside the picture does not matter\n",
                self.free_columns
            );
        }
        if verbosity.verbose {
            let left = self.position.map_or(0, |position| position.left);
            text += &format!(
                "          in {:.3} s, image column 0 in field column {left}, field colour {}\n",
                self.planning_seconds, self.background,
            );
        }
        text += &match &self.movie {
            Some(movie) => movie.text(),
            None => self.console.text(),
        };
        for output in &self.outputs {
            text += &format!("{:<9} {}\n", output.kind, output.text());
        }
        text + &self.verified_text()
    }

    fn plan_text(&self) -> String {
        let mut text = format!(
            "plan      {}, carriers {}, field {}: {} ({:.2} per pixel), {}, {}, seed {}\n",
            self.planner,
            self.carriers,
            self.field,
            count(self.pieces, "piece"),
            self.pieces_per_pixel,
            count(self.lines, "line"),
            count(self.platforms, "platform"),
            self.seed,
        );
        if self.fallback {
            text += &format!(
                "          {} stepped in for the minimal planner, which found nothing or would take too long\n",
                self.planner
            );
        }
        if self.interrupted {
            text += "          interrupted: this is the best plan found so far\n";
        }
        text
    }

    fn verified_text(&self) -> String {
        let judged = match self.outputs.len() {
            0 => "the plan was played and",
            _ if self.outputs.iter().all(Output::is_decoded) => "every file was decoded again and",
            _ => "the plan was played, every picture decoded again: each",
        };
        let nothing = match (self.outputs.is_empty(), self.dry_run) {
            (false, _) => "",
            (true, true) => "          a dry run: nothing was written\n",
            (true, false) => {
                "          nothing was written: add --gif FILE, --png FILE or --script FILE\n"
            }
        };
        format!("verified  {judged} shows the sprite exactly\n{nothing}")
    }
}
