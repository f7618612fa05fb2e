//! How a picture may have been misread, in the same words in the program and in its page.

use std::fmt;

use tetris_printer::sprite::ReadSprite;

/// The head of the sentence that says why a picture cannot be printed: how it was read.
#[derive(Debug)]
pub struct Doubts {
    pub text: String,
    /// Whether it is as small as it was drawn, as far as that can be found.
    pub is_true_size: bool,
}

impl fmt::Display for Doubts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What may be doubted of a picture that was read, by `--fit` or without it.
pub fn doubts(read: &ReadSprite, is_fitted: bool, avoids_repeats: bool) -> Doubts {
    let (width, height) = (read.sprite.width(), read.sprite.height());
    let mut text = format!("cannot print these {width}x{height} pixels");
    if avoids_repeats {
        text += " (with no piece twice in a row: leave out --deal console)";
    }
    if let Some(background) = read.background {
        text += &format!(" (background {background} taken out: --background none keeps it)");
    }
    if read.scale > 1 {
        text += &format!(
            " (read at 1/{} of their size: --scale 1 keeps it)",
            read.scale
        );
    }
    Doubts {
        text,
        is_true_size: is_fitted || read.scale > 1,
    }
}
