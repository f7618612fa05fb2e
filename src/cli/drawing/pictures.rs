//! How a print looks, moving or not.

use anyhow::anyhow;
use clap::Args;

use crate::cli::input::read_text;
use crate::cli::output::Target;
use crate::cli::sentence::one_line;
use tetris_printer::render::{CanvasSize, Caption, CellSize, Theme};

#[derive(Args, Debug)]
#[command(next_help_heading = "Pictures")]
pub(super) struct PictureArgs {
    /// The look: nes, flat, grid, gameboy, or a theme file ending in .toml
    #[arg(
        long,
        value_name = "LOOK",
        default_value = "nes",
        value_parser = theme)]
    pub(super) theme: Theme,
    /// Show how the print works: cells that will be cleared are drawn as dark glass from the start
    #[arg(long)]
    pub(super) xray: bool,
    /// Size of a cell in pixels
    #[arg(long, value_name = "N", default_value = "8")]
    pub(super) cell: CellSize,
    /// Size of the picture, as 1080x1080 or 1080x1920: the print stands in the middle, as large as fits
    #[arg(long, value_name = "WxH", conflicts_with = "cell")]
    pub(super) canvas: Option<CanvasSize>,
    /// A line of text below the field, in capitals
    #[arg(long, value_name = "TEXT")]
    pub(super) caption: Option<Caption>,
    /// Leave out the panel with the counters and the source picture
    #[arg(long)]
    pub(super) no_panel: bool,
}

/// Themes are small files.
const LONGEST_THEME: u64 = 1 << 16;

/// A theme by its name, or from a file.
pub fn theme(text: &str) -> Result<Theme, String> {
    let read = || -> anyhow::Result<Theme> {
        if !text.ends_with(".toml") {
            return Ok(text.parse()?);
        }
        let text = read_text(&Target::File(text.into()), LONGEST_THEME)?;
        toml::from_str(&text).map_err(|error| anyhow!("not a theme: {}", error.message()))
    };
    read().map_err(|error| one_line(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_theme_is_refused_in_a_line() {
        for (text, told) in [
            ("cell = 'round'", "brick"),
            ("colour = 1", "colour"),
            ("pieces = []\nfield = '#000000'", "1 to 7"),
            ("pieces = ['#000000']", "`field`"),
            ("pieces = ['#000000']\nfield = '#000000'", "none of them"),
            ("field = '#000000'", "1 to 7"),
            ("[screen]\ntext = 'red'", "red"),
            ("[screen]\nbackdrop = ['#000000']", "3"),
            ("= =", "not a theme"),
        ] {
            let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
            std::fs::write(file.path(), text).unwrap();
            let error = theme(file.path().to_str().unwrap()).unwrap_err();
            assert!(
                error.starts_with("not a theme: ") && error.contains(told) && !error.contains('\n'),
                "{text}: {error}"
            );
        }
    }
}
