//! The print script: the instructions of a print, as a file that others can read and write.
//!
//! ```json
//! {
//!   "format": "tetris-print", "version": 1,
//!   "field": {"width": 21, "height": 42},
//!   "colors": {"I": "#rrggbb", "J": "#rrggbb", "L": "#rrggbb", "O": "#rrggbb",
//!              "S": "#rrggbb", "T": "#rrggbb", "Z": "#rrggbb"},
//!   "background": "#rrggbb",
//!   "sprite": {"width": 16, "height": 16, "left": 2},
//!   "planner": "tables",
//!   "drops": [{"piece": "J", "orientation": "down", "column": 9}]
//! }
//! ```
//!
//! A script of several pictures, each of which is printed, shown and erased again by playing on, says so of all but the
//! last one: after how many drops each stood complete, after how many the field was empty again, and what was true until
//! then. The rest of the script is about the last picture, so who does not know `earlier` finds it as in any script.
//!
//! ```json
//! "earlier": [{"printed": 54, "erased": 84, "colors": {"I": "#rrggbb"},
//!              "sprite": {"width": 8, "height": 8, "left": 0}}]
//! ```
//!
//! Where `erased` is missing nobody erases the picture: the next drop falls on an empty field (a cut).
//!
//! Unknown fields are ignored, so that fields may be added; a change of meaning raises `version`.

mod chapter;

pub use chapter::{Chapter, EarlierPicture};

use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::color::Rgb;
use crate::game::{End, FieldSize, GameError, PieceDrop, Tetromino};

const FORMAT: &str = "tetris-print";
const VERSION: u32 = 1;

/// What to drop, in which colours, on which field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintScript {
    /// The field that the drops are made for, empty at first.
    pub field: FieldSize,
    /// The colour of each piece, constant for a whole print; of a film, for its last picture.
    pub colors: PieceColors,
    /// The colour of an empty cell; it differs from every colour that stays in the print.
    pub background: Rgb,
    /// Where the picture stands; absent if the script was not made from a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprite: Option<SpritePosition>,
    /// The pictures that were printed, and erased or cut off, before the one that is left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<EarlierPicture>,
    /// The name of the planner that made the script.
    #[serde(default)]
    pub planner: String,
    /// The seed of the planner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The program and version that made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub program: String,
    /// The goal of a player's game; absent in a print.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<PlayersGame>,
    /// The pieces in the order of play.
    pub drops: Vec<PieceDrop>,
}

/// What a game was played for, and how it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayersGame {
    /// The score that had to be reached exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u64>,
    /// Absent while it goes on, or if it was interrupted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

impl PrintScript {
    /// A script of these drops in white on black, not made from a picture.
    pub fn of_drops(field: FieldSize, drops: Vec<PieceDrop>) -> Self {
        PrintScript {
            field,
            colors: PieceColors::new(|_| Rgb::WHITE),
            background: Rgb::BLACK,
            sprite: None,
            earlier: Vec::new(),
            planner: String::new(),
            seed: None,
            program: String::new(),
            game: None,
            drops,
        }
    }
}

/// The size of the printed image and where it stands on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpritePosition {
    /// Columns of the image, transparent margins included.
    pub width: usize,
    /// Rows of the image, transparent margins included.
    pub height: usize,
    /// The field column of the image's column 0, negative where a transparent margin sticks out.
    /// The image's lowest row that is not transparent stands on the floor.
    pub left: i32,
}

/// A colour for each of the seven pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct PieceColors {
    /// Of [`Tetromino::I`].
    pub i: Rgb,
    /// Of [`Tetromino::J`].
    pub j: Rgb,
    /// Of [`Tetromino::L`].
    pub l: Rgb,
    /// Of [`Tetromino::O`].
    pub o: Rgb,
    /// Of [`Tetromino::S`].
    pub s: Rgb,
    /// Of [`Tetromino::T`].
    pub t: Rgb,
    /// Of [`Tetromino::Z`].
    pub z: Rgb,
}

impl PieceColors {
    /// The colours that `color_of` gives for each piece.
    pub fn new(color_of: impl Fn(Tetromino) -> Rgb) -> Self {
        PieceColors {
            i: color_of(Tetromino::I),
            j: color_of(Tetromino::J),
            l: color_of(Tetromino::L),
            o: color_of(Tetromino::O),
            s: color_of(Tetromino::S),
            t: color_of(Tetromino::T),
            z: color_of(Tetromino::Z),
        }
    }

    /// The colour of one piece.
    pub const fn of(&self, piece: Tetromino) -> Rgb {
        match piece {
            Tetromino::I => self.i,
            Tetromino::J => self.j,
            Tetromino::L => self.l,
            Tetromino::O => self.o,
            Tetromino::S => self.s,
            Tetromino::T => self.t,
            Tetromino::Z => self.z,
        }
    }
}

/// Why a text is not a print script.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// Broken JSON, a missing field, or an unknown piece or colour.
    #[error("not a print script: {0}")]
    Json(#[from] serde_json::Error),
    /// JSON of another format, whose name this holds.
    #[error("not a print script: its `format` is `{0}`, not `{FORMAT}`")]
    Format(String),
    /// A version of the format that only later programs read.
    #[error("a print script of version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// A drop that does not fit between the walls of the field.
    #[error("drop {number} of the print script: {error}")]
    Drop {
        /// Which drop, counted from 1.
        number: usize,
        /// Which rule it breaks.
        error: GameError,
    },
    /// Earlier pictures must be printed and taken away one after the other, within the drops that there are.
    #[error(
        "earlier picture {number} of the print script is printed after {printed} drops and gone after {end}, which \
         does not fit between those before it and the {drops} drops in all"
    )]
    Earlier {
        /// Which picture, counted from 1.
        number: usize,
        /// The drops after which it is complete.
        printed: usize,
        /// The drops after which it is gone.
        end: usize,
        /// The drops of the script.
        drops: usize,
    },
}

#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

/// A script with the head that tells its format.
#[derive(Serialize)]
pub(crate) struct Document<'a> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    script: &'a PrintScript,
}

impl<'a> Document<'a> {
    pub fn new(script: &'a PrintScript) -> Document<'a> {
        Document {
            format: FORMAT,
            version: VERSION,
            script,
        }
    }
}

/// Reads a script from JSON text. Errors: see [`ScriptError`]. Of the drops only their columns are
/// checked here; the replay finds others that the game refuses.
pub fn parse_script(json: &str) -> Result<PrintScript, ScriptError> {
    let header: Header = serde_json::from_str(json)?;
    if header.format != FORMAT {
        return Err(ScriptError::Format(header.format));
    }
    if header.version != VERSION {
        return Err(ScriptError::Version(header.version));
    }
    let script: PrintScript = serde_json::from_str(json)?;
    let width = script.field.width();
    for (index, drop) in script.drops.iter().enumerate() {
        let right = drop
            .column
            .0
            .saturating_add(drop.pose.shape().width as usize);
        if right > width {
            let error = GameError::OutsideField { drop: *drop, width };
            return Err(ScriptError::Drop {
                number: index + 1,
                error,
            });
        }
    }
    chapter::check_order(&script)?;
    Ok(script)
}

/// Writes a script as JSON: an indented header, then one line per drop.
pub fn write_script(script: &PrintScript, mut out: impl Write) -> std::io::Result<()> {
    let head = PrintScript {
        drops: Vec::new(),
        ..script.clone()
    };
    let json = serde_json::to_string_pretty(&Document::new(&head))?;
    let open = json
        .strip_suffix("[]\n}")
        .expect("the empty list of drops ends the document");
    write!(out, "{open}[")?;
    for (index, drop) in script.drops.iter().enumerate() {
        let separator = if index == 0 { "\n" } else { ",\n" };
        write!(out, "{separator}    {}", serde_json::to_string(drop)?)?;
    }
    writeln!(out, "\n  ]\n}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Column, Pose};

    fn sample() -> PrintScript {
        let color_of = |piece: Tetromino| Rgb::new(piece.index() as u8, 2, 3);
        PrintScript {
            field: FieldSize::STANDARD,
            colors: PieceColors::new(color_of),
            background: Rgb::BLACK,
            sprite: Some(SpritePosition {
                width: 16,
                height: 16,
                left: -2,
            }),
            earlier: Vec::new(),
            planner: "tables".into(),
            seed: Some(7),
            program: "tetris-printer 1".into(),
            game: None,
            drops: vec![
                PieceDrop::new(Pose::JDown, Column(9)),
                PieceDrop::new(Pose::O, Column(0)),
                PieceDrop::new(Pose::IHorizontal, Column(17)),
            ],
        }
    }

    pub(super) fn json(script: &PrintScript) -> String {
        let mut bytes = Vec::new();
        write_script(script, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_script_reads_what_it_writes() {
        for script in [
            sample(),
            PrintScript {
                drops: vec![],
                sprite: None,
                ..sample()
            },
        ] {
            assert_eq!(parse_script(&json(&script)).unwrap(), script);
        }
    }

    #[test]
    fn a_script_looks_as_promised() {
        let text = json(&sample());
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["format"], "tetris-print");
        assert_eq!(value["field"]["height"], 42);
        assert_eq!(value["colors"]["Z"], "#060203");
        let drop = serde_json::json!({"piece": "J", "orientation": "down", "column": 9});
        assert_eq!(value["drops"][0], drop);
    }

    #[test]
    fn unknown_fields_are_ignored_and_other_versions_refused() {
        let text = json(&sample());
        let more = text.replacen("\"format\"", "\"mood\": \"good\", \"format\"", 1);
        assert_eq!(parse_script(&more).unwrap(), sample());
        let newer = text.replacen("\"version\": 1", "\"version\": 2", 1);
        assert!(matches!(parse_script(&newer), Err(ScriptError::Version(2))));
        let other = text.replacen("tetris-print\"", "chess\"", 1);
        assert!(matches!(parse_script(&other), Err(ScriptError::Format(_))));
    }

    #[test]
    fn what_cannot_be_dropped_is_refused_with_its_number() {
        let wide = json(&sample()).replacen("\"column\":17", "\"column\":18", 1);
        let error = parse_script(&wide).unwrap_err().to_string();
        assert!(
            error.starts_with("drop 3 of the print script: I horizontal at column 18"),
            "{error}"
        );
        let huge = json(&sample()).replacen("\"column\":17", "\"column\":18446744073709551615", 1);
        assert!(parse_script(&huge).is_err());
        let no_such = json(&sample()).replacen("down", "vertical", 1);
        assert!(
            parse_script(&no_such)
                .unwrap_err()
                .to_string()
                .contains("no orientation")
        );
    }
}
