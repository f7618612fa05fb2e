//! The final field as a PNG.

use std::io::Write;

use super::error::RenderError;
use super::options::RenderOptions;
use super::origin::Origin;
use super::played::PlayedScript;
use super::screen::Screen;
use crate::picture::{Canvas, Imprint, Layout, Palette, write_png};
use crate::script::PrintScript;
use crate::sprite::Sprite;

/// Writes a picture of the final field; `source` is the sprite that the script prints, shown in the
/// panel. Nothing of it will be cleared, so the option `xray` changes nothing. Returns where the field is in it.
///
/// Errors: see [`RenderError`]; nothing is written unless all is well.
pub fn render_png(
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    out: impl Write,
) -> Result<Layout, RenderError> {
    let options = &RenderOptions {
        xray: false,
        ..*options
    };
    let (canvas, palette, layout) = draw_still(script, source, options)?;
    let imprint = Imprint {
        origin: Some(Origin::new(script, source, options).to_json()),
        ..Imprint::from(layout)
    };
    write_png(&canvas, &palette, &imprint, out)?;
    Ok(layout)
}

/// The picture of [`render_png`] before any file format.
pub fn draw_still(
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
) -> Result<(Canvas, Palette, Layout), RenderError> {
    let game = PlayedScript::new(script)?;
    let (mut screen, palette) = Screen::new(&game, source, options)?;
    screen.show(&game.end(options));
    let layout = screen.layout();
    Ok((screen.into_canvas(), palette, layout))
}
