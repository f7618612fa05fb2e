//! What may have been meant otherwise, in the same words in the program and in its page.

use tetris_printer::sprite::ReadSprite;

/// The head of the sentence that says why a picture cannot be printed: how it was read.
pub fn doubts(read: &ReadSprite, avoids_repeats: bool) -> String {
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
    text
}
