//! How large a picture is to be.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::parse::{ParseValueError, convert_as_text};

/// A size that a picture is to have, 1x1 to 8192x8192 pixels, written `1080x1920`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CanvasSize {
    width: u16,
    height: u16,
}

impl CanvasSize {
    const MOST: u16 = 8192;

    /// `None` unless both sides are in 1..=8192.
    pub fn new(width: u16, height: u16) -> Option<CanvasSize> {
        let sides = 1..=CanvasSize::MOST;
        let fits = sides.contains(&width) && sides.contains(&height);
        fits.then_some(CanvasSize { width, height })
    }

    /// Columns of pixels.
    pub fn width(self) -> usize {
        self.width.into()
    }

    /// Rows of pixels.
    pub fn height(self) -> usize {
        self.height.into()
    }
}

impl FromStr for CanvasSize {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let sides = text
            .split_once('x')
            .and_then(|(width, height)| CanvasSize::new(width.parse().ok()?, height.parse().ok()?));
        sides.ok_or_else(|| {
            let remedy = "write columns x rows of pixels, up to 8192x8192, like 1080x1920";
            ParseValueError::new(text, "a size of a picture", remedy)
        })
    }
}

impl fmt::Display for CanvasSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

convert_as_text!(CanvasSize);
