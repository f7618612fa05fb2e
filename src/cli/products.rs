//! What a game is written as: the outputs that `print` and `replay` share.

mod args;
mod game;

use std::path::Path;

use serde::Serialize;

use super::output::Target;
use super::report::{bytes, count};
use super::script_file::parse_any_script;
use super::stage::{Stage, stage};
use tetris_printer::picture::Layout;
use tetris_printer::render::AnimationReport;
use tetris_printer::verify::PrintedField;

pub use args::{OutputArgs, put};
pub use game::Game;

/// An output that is made but not in its place yet.
pub struct Product<'a> {
    kind: &'static str,
    place: Place<'a>,
    data: Data,
    animation: Option<AnimationReport>,
    layout: Option<Layout>,
}

enum Place<'a> {
    Target(&'a Target),
    Folder(&'a Path),
}

enum Data {
    /// A picture of the field, which can be decoded again.
    Picture(Vec<u8>),
    /// A print script, which can be played again.
    Script(Vec<u8>),
    Other(Vec<u8>),
    /// Too large for the memory; of frames the last one can be decoded again.
    Staged {
        stage: Stage,
        bytes: usize,
        last: Option<Vec<u8>>,
    },
}

/// What is told of an output.
#[derive(Serialize)]
pub struct Output {
    pub kind: &'static str,
    pub path: String,
    pub bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

impl<'a> Product<'a> {
    fn with(kind: &'static str, target: &'a Target, data: Data) -> Product<'a> {
        Product {
            kind,
            place: Place::Target(target),
            data,
            animation: None,
            layout: None,
        }
    }

    /// The drops.
    pub fn script(target: &'a Target, bytes: Vec<u8>) -> Product<'a> {
        Product::with("script", target, Data::Script(bytes))
    }

    /// Bytes that do not show a field, or that have been proved already.
    pub fn new(kind: &'static str, target: &'a Target, bytes: Vec<u8>) -> Product<'a> {
        Product::with(kind, target, Data::Other(bytes))
    }

    /// A picture of the field.
    pub fn png(kind: &'static str, target: &'a Target, bytes: Vec<u8>, layout: Layout) -> Self {
        Product {
            layout: Some(layout),
            ..Product::with(kind, target, Data::Picture(bytes))
        }
    }

    /// An animation that ends with a picture of the field.
    pub fn gif(
        kind: &'static str,
        target: &'a Target,
        bytes: Vec<u8>,
        report: AnimationReport,
    ) -> Self {
        Product {
            animation: Some(report),
            ..Product::png(kind, target, bytes, report.layout)
        }
    }

    /// A picture that was compared with what it shows in another way.
    pub fn into_proved(self) -> Product<'a> {
        let data = match self.data {
            Data::Picture(bytes) => Data::Other(bytes),
            data => data,
        };
        Product { data, ..self }
    }

    /// Writes it beside its place.
    pub fn stage(self) -> anyhow::Result<Stage> {
        match (self.data, self.place) {
            (Data::Staged { stage, .. }, _) => Ok(stage),
            (
                Data::Picture(bytes) | Data::Script(bytes) | Data::Other(bytes),
                Place::Target(target),
            ) => stage(target, |out| Ok(out.write_all(&bytes)?)),
            (Data::Picture(_) | Data::Script(_) | Data::Other(_), Place::Folder(_)) => {
                unreachable!("folders are staged while they are made")
            }
        }
    }

    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Where the cells are in the picture.
    pub fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// The field that it leaves, read again from its bytes; `None` if it does not show one.
    pub fn printed_field(&self) -> anyhow::Result<Option<PrintedField>> {
        Ok(match &self.data {
            Data::Picture(bytes)
            | Data::Staged {
                last: Some(bytes), ..
            } => Some(PrintedField::of_picture(bytes)?),
            Data::Script(bytes) => Some(PrintedField::of_script(&parse_any_script(bytes)?)?),
            Data::Other(_) | Data::Staged { last: None, .. } => None,
        })
    }

    /// What a report tells of it.
    pub fn output(&self) -> Output {
        let path = match self.place {
            Place::Target(target) => target.to_string(),
            Place::Folder(folder) => folder.display().to_string(),
        };
        let bytes = match &self.data {
            Data::Picture(bytes) | Data::Script(bytes) | Data::Other(bytes) => bytes.len(),
            Data::Staged { bytes, .. } => *bytes,
        };
        Output {
            kind: self.kind,
            path,
            bytes,
            frames: self.animation.map(|animation| animation.frames),
            seconds: self
                .animation
                .map(|animation| animation.centiseconds as f64 / 100.0),
        }
    }
}

impl Output {
    /// Whether it was decoded again before it was put in its place.
    pub fn is_decoded(&self) -> bool {
        matches!(
            self.kind,
            "gif" | "apng" | "webp" | "png" | "frames" | "script" | "nes-gif" | "nes-png" | "movie"
        )
    }

    /// As a line of a report, without its kind.
    pub fn text(&self) -> String {
        let mut text = format!("{} ({}", self.path, bytes(self.bytes));
        if let (Some(frames), Some(seconds)) = (self.frames, self.seconds) {
            text += &format!(", {}, {seconds:.1} s", count(frames, "frame"));
        }
        text + ")"
    }
}
