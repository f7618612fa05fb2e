//! Why a game cannot be drawn.

use super::canvas_size::CanvasSize;
use crate::game::pilot::AutopilotError;
use crate::picture::{PaletteFull, WritePictureError};
use crate::replay::ReplayError;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The game refuses a drop of the script.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The console's pilot cannot bring a piece to its place at this level.
    #[error(transparent)]
    Console(#[from] AutopilotError),
    /// More than [`MAX_PIXELS`](super::MAX_PIXELS) pixels, or a side longer than the format allows.
    #[error("the picture would be {width}x{height} pixels, more than can be handled")]
    TooLarge {
        /// Columns of pixels.
        width: usize,
        /// Rows of pixels.
        height: usize,
        /// The requested side of a cell, in pixels.
        cell: usize,
    },
    /// Not even cells of one pixel fit on the canvas.
    #[error("a canvas of {canvas} pixels is too small: this print needs {width}x{height} at least")]
    CanvasTooSmall {
        /// The canvas that is asked for.
        canvas: CanvasSize,
        /// The columns of pixels that are needed.
        width: usize,
        /// The rows of pixels that are needed.
        height: usize,
    },
    /// A line of text that is too long for the picture.
    #[error("the caption has {letters} letters, and there is room for {most}")]
    CaptionTooLong {
        /// How many it has.
        letters: usize,
        /// How many fit.
        most: usize,
    },
    /// What a film changes is kept until it runs backward, and this is too much.
    #[error("the film is too long, or its picture too large, to run backward")]
    TooLongToReverse,
    /// All frames share one palette, and the panel and the source's colours need more.
    #[error("the picture would have more than 255 colours")]
    TooManyColors,
    /// The writer failed.
    #[error("cannot write the picture: {0}")]
    Io(#[from] std::io::Error),
    /// The encoder refused the picture.
    #[error("cannot encode the picture: {0}")]
    Encode(Box<dyn std::error::Error + Send + Sync>),
}

impl From<PaletteFull> for RenderError {
    fn from(_: PaletteFull) -> Self {
        RenderError::TooManyColors
    }
}

impl From<WritePictureError> for RenderError {
    fn from(error: WritePictureError) -> Self {
        match error {
            WritePictureError::Io(error) => RenderError::Io(error),
            WritePictureError::Encode(error) => RenderError::Encode(error),
        }
    }
}

impl From<gif::EncodingError> for RenderError {
    fn from(error: gif::EncodingError) -> Self {
        match error {
            gif::EncodingError::Io(error) => RenderError::Io(error),
            error => RenderError::Encode(error.into()),
        }
    }
}

impl From<png::EncodingError> for RenderError {
    fn from(error: png::EncodingError) -> Self {
        WritePictureError::from(error).into()
    }
}
