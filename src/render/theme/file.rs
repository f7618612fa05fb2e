//! Themes of one's own, as TOML.

use serde::Deserialize;

use super::{CellStyle, Ink, ScreenColors, Theme};
use crate::color::Rgb;

/// Why a text is no theme.
#[derive(Debug, thiserror::Error)]
pub enum ThemeFileError {
    /// Broken TOML, an unknown key, or a value of the wrong kind: why.
    #[error("not a theme: {0}")]
    Toml(String),
    /// No colour for the pieces, or too many.
    #[error(
        "not a theme: `pieces` wants 1 to {} colours, from dark to light",
        Ink::MOST
    )]
    Pieces,
    /// With other pieces, the empty cell needs a colour of its own, too.
    #[error("not a theme: `pieces` needs a colour for `field`, which is none of them")]
    Field,
}

/// The file. What is left out is as in the theme `nes`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    cell: Option<CellStyle>,
    pieces: Option<Vec<Rgb>>,
    field: Option<Rgb>,
    #[serde(default)]
    screen: Screen,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Screen {
    backdrop: Option<[Rgb; 3]>,
    frame: Option<[Rgb; 3]>,
    ground: Option<Rgb>,
    text: Option<Rgb>,
    label: Option<Rgb>,
    flash: Option<Rgb>,
}

impl Theme {
    /// Reads a theme:
    ///
    /// ```
    /// let theme = tetris_printer::render::Theme::from_toml(r##"
    /// cell = "grid"                      # brick, flat, grid or outline
    /// pieces = ["#2e1f27", "#dd7230"]    # take the place of the sprite's colours, dark to light
    /// field = "#f4c95d"                  # the empty cell; needed with pieces
    /// [screen]
    /// backdrop = ["#1a1423", "#372549", "#774c60"]   # joints, bricks, lit edges
    /// frame = ["#eacdc2", "#b75d69", "#1a1423"]      # lines from outside
    /// ground = "#1a1423"                             # of the panel's boxes
    /// text = "#ffffff"
    /// label = "#eacdc2"
    /// flash = "#ffffff"                              # rows about to be cleared
    /// "##)?;
    /// # Ok::<(), tetris_printer::render::ThemeFileError>(())
    /// ```
    ///
    /// Errors: unknown keys, what is no colour, `pieces` that do not suit.
    pub fn from_toml(text: &str) -> Result<Theme, ThemeFileError> {
        let file: File = toml::from_str(text)
            .map_err(|error| ThemeFileError::Toml(error.message().replace('\n', " ")))?;
        let night = ScreenColors::NIGHT;
        let screen = file.screen;
        Ok(Theme {
            cell: file.cell.unwrap_or(CellStyle::Brick),
            ink: ink(file.pieces, file.field)?,
            screen: ScreenColors {
                backdrop: screen.backdrop.unwrap_or(night.backdrop),
                frame: screen.frame.unwrap_or(night.frame),
                ground: screen.ground.unwrap_or(night.ground),
                text: screen.text.unwrap_or(night.text),
                label: screen.label.unwrap_or(night.label),
                flash: screen.flash.unwrap_or(night.flash),
            },
        })
    }
}

fn ink(pieces: Option<Vec<Rgb>>, field: Option<Rgb>) -> Result<Option<Ink>, ThemeFileError> {
    let Some(pieces) = pieces else {
        return if field.is_some() {
            Err(ThemeFileError::Pieces)
        } else {
            Ok(None)
        };
    };
    let last = *pieces.last().ok_or(ThemeFileError::Pieces)?;
    if pieces.len() > Ink::MOST {
        return Err(ThemeFileError::Pieces);
    }
    let field = field.ok_or(ThemeFileError::Field)?;
    if pieces.contains(&field) {
        return Err(ThemeFileError::Field);
    }
    Ok(Some(Ink {
        colors: std::array::from_fn(|i| pieces.get(i).copied().unwrap_or(last)),
        count: pieces.len(),
        field,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_file_is_the_theme_of_the_console() {
        assert_eq!(Theme::from_toml("").unwrap(), Theme::NES);
        assert_eq!(Theme::from_toml("cell = 'grid'").unwrap(), Theme::GRID);
    }

    #[test]
    fn what_is_no_theme_is_refused_in_a_line() {
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
            let error = Theme::from_toml(text).unwrap_err().to_string();
            assert!(
                error.contains(told) && !error.contains('\n'),
                "{text}: {error}"
            );
        }
    }
}
