//! What colours tiles are shown in.

use std::str::FromStr;

use super::TileLayout;
use crate::color::{CONSOLE_PALETTE, ConsoleColor, Rgb};
use crate::parse::ParseValueError;

/// Colours that were chosen for tiles; written as entries of the console's palette, `0f,16,27,30`, or as colours,
/// `#000000,#f83800`, colour 0 first. [`TileColors::of_file`] reads them from files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileColors {
    /// Entries of the console's palette.
    Entries(Vec<ConsoleColor>),
    /// Colours by themselves.
    Colors(Vec<Rgb>),
    /// What the 64 entries of the console's palette look like.
    Table(Box<[Rgb; 64]>),
}

impl FromStr for TileColors {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        fn all<T: FromStr>(text: &str) -> Option<Vec<T>> {
            text.split(',')
                .map(|part| part.trim().parse().ok())
                .collect()
        }
        let entries = all(text).map(TileColors::Entries);
        entries.or_else(|| all(text).map(TileColors::Colors)).ok_or_else(|| {
            let remedy = "write entries of the console's palette, like 0f,16,27,30, or colours, like \
                          #000000,#f83800, colour 0 first";
            ParseValueError::new(text, "a palette", remedy)
        })
    }
}

/// The colours of the pixels of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePalette {
    /// As many as the layout can tell apart.
    colors: Vec<Rgb>,
    shows_ground: bool,
}

/// Too few colours for a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("tiles in the layout {layout} have {needed} colours, but the palette has {given}", needed = layout.colors())]
pub struct TooFewColors {
    /// How the tiles are laid out.
    pub layout: TileLayout,
    /// The colours that were chosen.
    pub given: usize,
}

impl TilePalette {
    /// Greys: from black to white, and on the Game Boy, whose colour 0 is the lightest, the other way.
    pub fn grey(layout: TileLayout) -> TilePalette {
        let last = layout.colors() - 1;
        let shade = |color: usize| match layout {
            TileLayout::GameBoy => last - color,
            _ => color,
        };
        let grey = |color: usize| [(shade(color) * 255 / last) as u8; 3];
        let colors = (0..=last).map(|color| {
            let [r, g, b] = grey(color);
            Rgb::new(r, g, b)
        });
        TilePalette {
            colors: colors.collect(),
            shows_ground: false,
        }
    }

    /// The colours that were chosen last, entries as the table that was chosen last shows them; what is more than the
    /// layout has is left out.
    ///
    /// Errors: [`TooFewColors`].
    pub fn chosen(layout: TileLayout, choices: &[TileColors]) -> Result<TilePalette, TooFewColors> {
        let mut table = &CONSOLE_PALETTE;
        let mut chosen = None;
        for choice in choices {
            match choice {
                TileColors::Table(colors) => table = colors,
                TileColors::Entries(_) | TileColors::Colors(_) => chosen = Some(choice),
            }
        }
        let mut palette = TilePalette::grey(layout);
        let mut colors: Vec<Rgb> = match chosen {
            None | Some(TileColors::Table(_)) => return Ok(palette),
            Some(TileColors::Colors(colors)) => colors.clone(),
            Some(TileColors::Entries(entries)) => entries
                .iter()
                .map(|entry| table[usize::from(entry.entry())])
                .collect(),
        };
        let given = colors.len();
        if given < layout.colors() {
            return Err(TooFewColors { layout, given });
        }
        colors.truncate(layout.colors());
        palette.colors = colors;
        Ok(palette)
    }

    /// The same with colour 0 as a colour like any other, where it would be transparent.
    pub fn with_ground(self) -> TilePalette {
        TilePalette {
            shows_ground: true,
            ..self
        }
    }

    /// What a pixel looks like; `None` is transparent.
    pub(super) fn color(&self, pixel: u8) -> Option<Rgb> {
        let is_shown = pixel > 0 || self.shows_ground;
        is_shown.then(|| self.colors[usize::from(pixel)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(palette: &TilePalette) -> Vec<String> {
        let colors = (0..palette.colors.len()).map(|pixel| palette.color(pixel as u8));
        colors
            .map(|color| color.map_or(".".to_owned(), |color| color.to_string()))
            .collect()
    }

    #[test]
    fn greys_go_from_dark_to_light_and_on_the_game_boy_back() {
        let grey = |layout| shown(&TilePalette::grey(layout));
        assert_eq!(
            grey(TileLayout::Nes),
            [".", "#555555", "#aaaaaa", "#ffffff"]
        );
        assert_eq!(
            grey(TileLayout::GameBoy),
            [".", "#aaaaaa", "#555555", "#000000"]
        );
        assert_eq!(grey(TileLayout::Snes).len(), 16);
    }

    #[test]
    fn entries_are_shown_by_the_table() {
        let entries: TileColors = "0f,16,$27,30".parse().unwrap();
        let palette = TilePalette::chosen(TileLayout::Nes, std::slice::from_ref(&entries)).unwrap();
        assert_eq!(shown(&palette), [".", "#982220", "#d48820", "#eceeec"]);
        let table = TileColors::Table(Box::new([Rgb::new(1, 2, 3); 64]));
        let palette = TilePalette::chosen(TileLayout::Nes, &[entries, table])
            .unwrap()
            .with_ground();
        assert_eq!(shown(&palette), ["#010203"; 4]);
    }

    #[test]
    fn colours_are_taken_as_they_are() {
        let colors: TileColors = "#000000, #ff0000,#00ff00".parse().unwrap();
        let palette =
            TilePalette::chosen(TileLayout::OneBit, std::slice::from_ref(&colors)).unwrap();
        assert_eq!(shown(&palette), [".", "#ff0000"]);
        let error = TilePalette::chosen(TileLayout::GameBoy, &[colors]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "tiles in the layout gb have 4 colours, but the palette has 3"
        );
        for text in ["", "0f,", "40,41", "red", "0f,#000000"] {
            let error = text.parse::<TileColors>().unwrap_err().to_string();
            assert!(error.contains("like 0f,16,27,30"), "{error}");
        }
    }
}
