//! An output on its way to a file.

use super::output::Target;
use crate::render::{GifReport, Layout};

/// An output that is made and verified but not written yet.
pub struct Product<'a> {
    pub kind: &'static str,
    pub target: &'a Target,
    pub bytes: Vec<u8>,
    pub gif: Option<GifReport>,
    /// Where the cells are, in a picture.
    pub layout: Option<Layout>,
}

impl<'a> Product<'a> {
    pub fn new(kind: &'static str, target: &'a Target, bytes: Vec<u8>) -> Self {
        Product {
            kind,
            target,
            bytes,
            gif: None,
            layout: None,
        }
    }

    pub fn png(kind: &'static str, target: &'a Target, bytes: Vec<u8>, layout: Layout) -> Self {
        Product {
            layout: Some(layout),
            ..Product::new(kind, target, bytes)
        }
    }

    pub fn gif(kind: &'static str, target: &'a Target, bytes: Vec<u8>, gif: GifReport) -> Self {
        Product {
            gif: Some(gif),
            layout: Some(gif.layout),
            ..Product::new(kind, target, bytes)
        }
    }
}
