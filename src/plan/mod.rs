//! Sprite to script: which drops leave exactly this picture?
//!
//! Every planner takes a [`Picture`] and a field and returns a [`Plan`]; [`Plan::to_script`] turns
//! it into the print script that the other modules play, render and verify. What no game can print
//! is refused beforehand by [`feasibility`], with the reason.
//!
//! # The problem
//!
//! A piece brings four cells, and the picture may need one of them. The others must go, and cells
//! go only when a line clears. So most of a print is *scaffold*: sacrificial cells in rows that
//! will be cleared. Gravity is naive: above a cleared line everything moves down by one row as it
//! is, so what stood on scaffold is left hanging. Each line takes the field's width, hence
//!
//! ```text
//! 4 x pieces = pixels + width x lines
//! ```
//!
//! and fewer pieces are the same as fewer cleared lines. Pieces have the colours of the game, so a
//! pixel can only be left by a *carrier*, a kind of piece that has the pixel's colour
//! ([`Carriers`]); a *filler* is a piece of which no cell stays.
//!
//! A piece comes to rest where it can fall no farther: it needs *support*, a filled cell or the
//! floor right below one of its cells. In the game that is
//! [`Playfield::drop`](crate::game::Playfield::drop); the planners test it in
//! [`classic::Emitter::is_supported`] and, for all columns at a time, in `minimal/surface.rs`
//! (`Surface::columns`).
//!
//! # The planners
//!
//! * [`minimal`] searches backwards from the finished picture: about one piece per pixel, on any
//!   field, in seconds. This is the default.
//! * [`stages`] lays rows of scaffold on what is finished and prints with the same pieces: one to three
//!   pieces per pixel, on fields of any width, in a time proportional to the area.
//! * [`classic`] prints row by row, like the article that this project is based on: about five to
//!   nine pieces per pixel on a field of 21 columns, in milliseconds, and it always ends.
//!
//! [`erase`] goes the other way: which drops leave the empty field where a picture stands?

pub mod classic;
pub mod erase;
pub mod feasibility;
pub mod minimal;
mod picture;
pub mod stages;

pub use picture::Picture;

use crate::color::Rgb;
use crate::game::{Column, FieldSize, PieceDrop, Tetromino};
use crate::script::{PieceColors, PrintScript, SpritePosition};
use crate::sprite::Sprite;

/// The colour that each kind of piece leaves in the picture, as a palette index; `None` for a kind
/// of which no cell ever stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carriers([Option<u8>; 7]);

impl Carriers {
    /// The colour of each kind of piece, asked one by one.
    pub fn new(color_of: impl Fn(Tetromino) -> Option<u8>) -> Self {
        Carriers(Tetromino::ALL.map(color_of))
    }

    /// The palette index that a kind leaves, `None` if nothing of it stays.
    pub const fn color(&self, piece: Tetromino) -> Option<u8> {
        self.0[piece.index()]
    }

    /// The kinds that leave `color`.
    pub fn of_color(&self, color: u8) -> impl Iterator<Item = Tetromino> + '_ {
        Tetromino::ALL
            .into_iter()
            .filter(move |piece| self.color(*piece) == Some(color))
    }
}

/// The drops that print a picture, and what a reader of the plan wants to know about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The field that the drops are made for.
    pub field: FieldSize,
    /// What each kind of piece leaves.
    pub carriers: Carriers,
    /// The field column that the picture's column 0 stands in.
    pub left: Column,
    /// The pieces in the order of play.
    pub drops: Vec<PieceDrop>,
    /// Platforms built to stand on for a while; planners that know none count 0.
    pub platforms: usize,
}

impl Plan {
    /// The lines that clear when the plan leaves so many pixels: each piece brings four cells, each
    /// line takes the field's width.
    pub fn lines(&self, pixels: usize) -> usize {
        (4 * self.drops.len() - pixels) / self.field.width()
    }

    /// The script of this plan. `filler` colours the pieces of which nothing stays.
    pub fn to_script(
        &self,
        sprite: &Sprite,
        background: Rgb,
        filler: impl Fn(Tetromino) -> Rgb,
    ) -> PrintScript {
        let color_of = |piece: Tetromino| match self.carriers.color(piece) {
            Some(index) => sprite.palette()[index as usize],
            None => filler(piece),
        };
        let margin = sprite.bounds().map_or(0, |bounds| bounds.left);
        PrintScript {
            field: self.field,
            colors: PieceColors::new(color_of),
            background,
            sprite: Some(SpritePosition {
                width: sprite.width(),
                height: sprite.height(),
                left: self.left.0 as i32 - margin as i32,
            }),
            earlier: Vec::new(),
            planner: String::new(),
            seed: None,
            program: concat!("tetris-printer ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: None,
            drops: self.drops.clone(),
        }
    }
}

/// Who watches a planner at work, from any of its threads.
pub trait Monitor: Sync {
    /// Called now and then while the work goes on.
    fn on_progress(&self, _progress: Progress) {}

    /// Asked now and then; a planner answers `true` by stopping soon, with its best plan so far if
    /// it has one and with [`PlanError::Cancelled`] otherwise.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Asked now and then by searches that have no end of their own; they answer `true` by stopping
    /// soon, as if the search had come to its end.
    fn is_time_up(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Monitor for () {}

/// How far a planner has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Steps done, of `total`; what a step is, is the planner's choice.
    pub done: u64,
    /// Steps in all, as far as is known by now.
    pub total: u64,
    /// Pieces of the best plan so far.
    pub pieces: Option<usize>,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// No game at all can print the picture.
    #[error(transparent)]
    Impossible(#[from] feasibility::Impossible),
    /// More colours than the pieces can carry.
    #[error("the sprite has {colors} colours; these carriers print at most {most}")]
    TooManyColors {
        /// Colours of the sprite.
        colors: usize,
        /// Colours that the carriers have room for.
        most: usize,
    },
    /// Some planners need free columns beside the picture.
    #[error(
        "the picture is {width} columns wide; this planner prints at most {most} on this field"
    )]
    TooWide {
        /// Columns of the picture.
        width: usize,
        /// Columns that this planner prints.
        most: usize,
    },
    /// Pieces need room above the picture to come in.
    #[error("the picture is {height} rows high; this planner prints at most {most} on this field")]
    TooHigh {
        /// Rows of the picture.
        height: usize,
        /// Rows that this planner prints.
        most: usize,
    },
    /// The article's method prints single squares on fields of odd width alone.
    #[error(
        "the field is {width} columns wide; this planner prints on an odd number of columns, {} to {}",
        classic::LEAST_WIDTH,
        classic::MOST_WIDTH
    )]
    FieldWidth {
        /// Columns of the field.
        width: usize,
    },
    /// The search ended without a plan, though there may be one.
    #[error("no plan was found (which does not prove that there is none)")]
    NotFound,
    /// The [`Monitor`] asked to stop too early.
    #[error("interrupted before a plan was found")]
    Cancelled,
}
