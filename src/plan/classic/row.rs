//! One row of the picture: what must be printed in it, and the passes that do so.

use super::emitter::{EMITTING, Emitter};
use super::packing::Site;
use super::patterns::Platform;
use crate::game::PieceDrop;

/// A row to print. Masks have one bit per field column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowTask {
    /// Columns of the field.
    pub width: usize,
    /// The columns that each of J, T and L may leave a square in, by its colour.
    pub wanted: [u32; 3],
    /// The columns that are filled in the row below, or all of them over the floor.
    pub below: u32,
    /// How many rows over the printed one pieces may reach.
    pub ceiling: u8,
}

/// Rows that an open platform lifts the printed row by.
pub const LIFT: u8 = 3;

impl RowTask {
    /// The same row over a platform, if one can stand on the row below.
    pub fn on_platform(&self) -> Option<RowTask> {
        self.platform().map(|platform| self.lifted(platform))
    }

    /// The columns to print.
    pub fn pixels(&self) -> u32 {
        self.wanted.iter().fold(0, |all, mask| all | mask)
    }

    /// Whether each pixel stands on one in the row below, the article's condition for printing
    /// without a platform.
    pub fn is_supported(&self) -> bool {
        self.pixels() & !self.below == 0
    }

    /// The same row over a platform: everything is supported, three rows higher up.
    fn lifted(&self, platform: &Platform) -> RowTask {
        let shape = platform.closing.pose.shape();
        let gap = ((1u32 << shape.width) - 1) << platform.closing.column.0;
        RowTask {
            below: ((1 << self.width) - 1) & !gap,
            ceiling: self.ceiling - LIFT,
            ..self.clone()
        }
    }

    /// A platform that stands on some pixel of the row below.
    fn platform(&self) -> Option<&'static Platform> {
        Platform::over(self.width, self.below.trailing_zeros() as usize)
    }

    /// The row with the passes that `search` finds for it as it is.
    pub fn print_bare(
        &self,
        search: impl FnOnce(&RowTask) -> Option<Vec<Pass>>,
    ) -> Option<RowPrint> {
        Some(RowPrint {
            platform: None,
            passes: search(self)?,
        })
    }

    /// The row with the passes that `search` finds for it over a platform.
    pub fn print_on_platform(
        &self,
        search: impl FnOnce(&RowTask) -> Option<Vec<Pass>>,
    ) -> Option<RowPrint> {
        let platform = self.platform()?;
        Some(RowPrint {
            platform: Some(platform),
            passes: search(&self.lifted(platform))?,
        })
    }

    /// What a pass is packed on when the squares of `footing` are printed.
    pub fn site(&self, footing: u32) -> Site {
        Site {
            footing,
            ceiling: self.ceiling,
            ..Site::bare(self.width)
        }
    }

    /// Every emitter that leaves squares of the right colour, where none is printed yet.
    pub fn emitters(&self, printed: u32) -> Vec<Emitter> {
        let mut emitters = Vec::new();
        for (piece, wanted) in EMITTING.into_iter().zip(self.wanted) {
            let poses = [Emitter::flipped(piece), Some(Emitter::single(piece))];
            for pose in poses.into_iter().flatten() {
                let fitting = (0..=self.width - 3)
                    .map(|column| Emitter::new(pose, column))
                    .filter(|emitter| emitter.emits & !(wanted & !printed) == 0);
                emitters.extend(fitting);
            }
        }
        emitters
    }
}

/// Pieces dropped together: emitters, then what fills the rows over them so that they clear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// In an order in which each finds support: flipped ones first.
    pub emitters: Vec<Emitter>,
    /// What fills the rows over the emitters, in order.
    pub filling: Vec<PieceDrop>,
}

impl Pass {
    /// The columns of the squares that it leaves, one bit per column.
    pub fn emits(&self) -> u32 {
        emits(&self.emitters)
    }

    /// The lines that the pass clears on a field of `width` columns.
    pub fn lines(&self, width: usize) -> usize {
        (4 * self.pieces() - self.emits().count_ones() as usize) / width
    }

    /// All its pieces in order.
    pub fn drops(&self) -> impl Iterator<Item = PieceDrop> + '_ {
        self.emitters
            .iter()
            .map(Emitter::drop)
            .chain(self.filling.iter().copied())
    }

    /// How many pieces that is.
    pub fn pieces(&self) -> usize {
        self.emitters.len() + self.filling.len()
    }
}

/// The squares that emitters leave in the printed row.
pub fn emits(emitters: &[Emitter]) -> u32 {
    emitters
        .iter()
        .fold(0, |mask, emitter| mask | emitter.emits)
}

/// The cells that emitters fill in the lowest row of the matrix.
pub fn fills(emitters: &[Emitter]) -> u32 {
    emitters
        .iter()
        .fold(0, |mask, emitter| mask | emitter.fills)
}

/// How a row is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowPrint {
    /// Built before the passes and removed after them.
    pub platform: Option<&'static Platform>,
    /// The passes in order.
    pub passes: Vec<Pass>,
}

impl RowPrint {
    /// How many pieces it takes, the platform's included.
    pub fn pieces(&self) -> usize {
        let platform = self
            .platform
            .map_or(0, |platform| platform.opening.len() + 1);
        platform + self.passes.iter().map(Pass::pieces).sum::<usize>()
    }

    /// All pieces in order, the platform's included.
    pub fn drops(&self) -> impl Iterator<Item = PieceDrop> + '_ {
        let opening = self
            .platform
            .iter()
            .flat_map(|platform| platform.opening.iter().copied());
        let closing = self.platform.iter().map(|platform| platform.closing);
        opening
            .chain(self.passes.iter().flat_map(Pass::drops))
            .chain(closing)
    }
}
