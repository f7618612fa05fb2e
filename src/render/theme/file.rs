//! The form in which themes are deserialized.

use serde::Deserialize;

use super::{CellStyle, ScreenColors, Theme};
use crate::color::{InvalidTheme, Rgb, ThemePalette};

/// A theme as it is written. What is left out is as in the theme `nes`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThemeFile {
    cell: Option<CellStyle>,
    pieces: Option<Vec<Rgb>>,
    field: Option<Rgb>,
    #[serde(default)]
    screen: ScreenSection,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScreenSection {
    backdrop: Option<[Rgb; 3]>,
    frame: Option<[Rgb; 3]>,
    ground: Option<Rgb>,
    text: Option<Rgb>,
    label: Option<Rgb>,
    flash: Option<Rgb>,
}

impl TryFrom<ThemeFile> for Theme {
    type Error = InvalidTheme;

    fn try_from(file: ThemeFile) -> Result<Theme, InvalidTheme> {
        let default = Theme::NES;
        let (screen, colors) = (file.screen, default.screen);
        Ok(Theme {
            cell: file.cell.unwrap_or(default.cell),
            palette: palette(file.pieces, file.field)?,
            screen: ScreenColors {
                backdrop: screen.backdrop.unwrap_or(colors.backdrop),
                frame: screen.frame.unwrap_or(colors.frame),
                ground: screen.ground.unwrap_or(colors.ground),
                text: screen.text.unwrap_or(colors.text),
                label: screen.label.unwrap_or(colors.label),
                flash: screen.flash.unwrap_or(colors.flash),
            },
        })
    }
}

fn palette(
    pieces: Option<Vec<Rgb>>,
    field: Option<Rgb>,
) -> Result<Option<ThemePalette>, InvalidTheme> {
    if pieces.is_none() && field.is_none() {
        return Ok(None);
    }
    ThemePalette::new(&pieces.unwrap_or_default(), field).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_file_is_the_theme_of_the_console() {
        let theme = |json: &str| serde_json::from_str::<Theme>(json).unwrap();
        assert_eq!(theme("{}"), Theme::NES);
        assert_eq!(theme(r#"{"cell": "grid"}"#), Theme::GRID);
    }
}
