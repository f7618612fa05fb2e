//! The board that is asked about.

use tetris_printer::linkup::{LinkBoard, ReadBoard};
use tetris_printer::picture::Raster;

/// A board and where it comes from.
pub struct Source {
    pub(super) board: LinkBoard,
    /// The picture that it was read from, and how.
    pub(super) picture: Option<(Raster, ReadBoard)>,
    /// How sure a reading must be.
    pub(super) least_confidence: f64,
}

impl Source {
    /// The board as text, doubtful tiles marked.
    pub fn matrix(&self) -> String {
        match &self.picture {
            Some((_, read)) => read.to_matrix(),
            None => self.board.to_string(),
        }
    }

    /// Why a board that was read from a picture is not to be trusted.
    pub fn doubt(&self) -> Option<String> {
        let (_, read) = self.picture.as_ref()?;
        match read.board.check_pairs() {
            Err(error) => Some(error.to_string()),
            Ok(()) => (read.confidence < self.least_confidence).then(|| {
                let accepted = read.rounded_confidence();
                format!("{}; --confidence {accepted:.2} accepts it", read.warning())
            }),
        }
    }
}
