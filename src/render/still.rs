//! The final field as a PNG.

use std::io::Write;

use super::error::RenderError;
use super::options::RenderOptions;
use super::played::PlayedScript;
use super::screen::Screen;
use crate::picture::{Layout, write_png};
use crate::script::PrintScript;
use crate::sprite::Sprite;

/// Writes a picture of the final field; `source` is the sprite that the script prints, shown in the
/// panel. Returns where the field is in it.
///
/// Errors: see [`RenderError`]; nothing is written unless all is well.
pub fn render_png(
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    out: impl Write,
) -> Result<Layout, RenderError> {
    let game = PlayedScript::new(script)?;
    let (mut screen, palette) = Screen::new(&game, source, options)?;
    screen.show(&game.end(options));
    write_png(screen.canvas(), &palette, &screen.layout().to_json(), out)?;
    Ok(screen.layout())
}
