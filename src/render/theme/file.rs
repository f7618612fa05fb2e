//! The form in which themes are deserialized.

use serde::{Deserialize, Serialize};

use super::{CellStyle, ScreenColors, Theme};
use crate::color::{InvalidTheme, Rgb, ThemePalette};

/// A theme as it is written. What is left out is as in the theme `nes`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThemeFile {
    cell: Option<CellStyle>,
    pieces: Option<Vec<Rgb>>,
    field: Option<Rgb>,
    #[serde(default)]
    screen: ScreenSection,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScreenSection {
    backdrop: Option<[Rgb; 3]>,
    frame: Option<[Rgb; 3]>,
    ground: Option<Rgb>,
    text: Option<Rgb>,
    label: Option<Rgb>,
    flash: Option<Rgb>,
}

impl From<Theme> for ThemeFile {
    /// With everything written out.
    fn from(theme: Theme) -> ThemeFile {
        let (screen, palette) = (theme.screen, theme.palette);
        ThemeFile {
            cell: Some(theme.cell),
            pieces: palette.map(|palette| palette.colors[..palette.count].to_vec()),
            field: palette.map(|palette| palette.field),
            screen: ScreenSection {
                backdrop: Some(screen.backdrop),
                frame: Some(screen.frame),
                ground: Some(screen.ground),
                text: Some(screen.text),
                label: Some(screen.label),
                flash: Some(screen.flash),
            },
        }
    }
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

    #[test]
    fn a_theme_reads_what_it_writes() {
        for (name, theme) in Theme::NAMED {
            let json = serde_json::to_string(&theme).unwrap();
            assert_eq!(
                serde_json::from_str::<Theme>(&json).unwrap(),
                theme,
                "{name}"
            );
        }
    }
}
