//! A sprite's colours among the 64 of the console.

use crate::color::{ConsoleColor, Rgb, show_on_console};
use crate::sprite::Sprite;

/// The entries of the console's colour table that show the field, all of different colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NesPalette {
    /// The colour of empty cells and of everything else that nothing is drawn on.
    pub backdrop: ConsoleColor,
    /// The colours 1, 2 and 3.
    pub colors: [ConsoleColor; NesPalette::COLORS],
}

/// Why the console cannot show these colours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NesPaletteError {
    /// The field is drawn with one palette, which holds three colours besides the backdrop.
    #[error(
        "the sprite has {0} colours; the cartridge shows {most} besides that of the empty field",
        most = NesPalette::COLORS
    )]
    TooMany(usize),
    /// Two of the entries that were asked for cannot be told apart on a screen.
    #[error("the entries {0} and {1} show the same colour")]
    Same(ConsoleColor, ConsoleColor),
}

impl NesPalette {
    /// The colours besides the backdrop: the console's palettes hold three.
    pub const COLORS: usize = 3;

    /// A grey to fill the places of colours that a sprite does not have.
    const SPARE: Rgb = Rgb::new(0x80, 0x80, 0x88);

    /// The entries that [show](show_on_console) these colours, up to three. They differ from each other and from
    /// the backdrop.
    ///
    /// Errors: [`NesPaletteError::TooMany`].
    pub fn nearest(backdrop: ConsoleColor, colors: &[Rgb]) -> Result<NesPalette, NesPaletteError> {
        if colors.len() > Self::COLORS {
            return Err(NesPaletteError::TooMany(colors.len()));
        }
        let mut taken = vec![backdrop];
        let found = show_on_console(&taken, colors);
        taken.extend(found.iter().map(|found| found.entry));
        while taken.len() <= Self::COLORS {
            let spare = show_on_console(&taken, &[Self::SPARE]);
            taken.extend(spare.iter().map(|found| found.entry));
        }
        Ok(NesPalette {
            backdrop,
            colors: [taken[1], taken[2], taken[3]],
        })
    }

    /// Errors: [`NesPaletteError::Same`] if two entries cannot be told apart.
    pub fn check(&self) -> Result<(), NesPaletteError> {
        let all = self.all();
        for (place, entry) in all.iter().enumerate() {
            let same = all[..place].iter().find(|other| other.rgb() == entry.rgb());
            if let Some(same) = same {
                return Err(NesPaletteError::Same(*same, *entry));
            }
        }
        Ok(())
    }

    /// The sprite as the console shows it; its colours are the first of these.
    pub fn shown(&self, sprite: &Sprite) -> Sprite {
        let (width, height) = (sprite.width(), sprite.height());
        let color = |index: u8| self.colors[usize::from(index)].rgb();
        let pixels: Vec<Option<Rgb>> = (0..width * height)
            .map(|at| sprite.pixel(at % width, at / width).map(color))
            .collect();
        Sprite::from_colors(width, height, &pixels).expect("a sprite stays one in other colours")
    }

    /// The colour of letters and frames, white on dark backdrops and black on light ones.
    const fn text(&self) -> ConsoleColor {
        match self.backdrop.entry() {
            0x20..=0x2d | 0x30..=0x3d => ConsoleColor::BLACK,
            _ => ConsoleColor::WHITE,
        }
    }

    /// All entries that are seen in a game; the backdrop and the first `colors` colours come first.
    pub fn seen(&self, colors: usize) -> Vec<ConsoleColor> {
        let mut seen = self.all().to_vec();
        seen.insert(colors + 1, self.text());
        seen
    }

    /// The backdrop, then the colours.
    pub fn all(&self) -> [ConsoleColor; Self::COLORS + 1] {
        let [first, second, third] = self.colors;
        [self.backdrop, first, second, third]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest(colors: &[&str]) -> String {
        let colors: Vec<Rgb> = colors.iter().map(|color| color.parse().unwrap()).collect();
        let found = NesPalette::nearest(ConsoleColor::BLACK, &colors).unwrap();
        found.check().unwrap();
        format!("{:?}", found.all())
    }

    #[test]
    fn colours_of_the_console_stay_and_empty_places_are_grey() {
        assert_eq!(nearest(&["#0030ec", "#eceeec"]), "[$0f, $12, $30, $10]");
    }

    #[test]
    fn equal_and_dark_colours_become_different_ones() {
        let colors = ["#ffffff", "#fefefe", "#000000"];
        assert_eq!(nearest(&colors), "[$0f, $3c, $30, $07]");
    }

    #[test]
    fn entries_that_look_alike_are_refused() {
        let color = |entry| ConsoleColor::new(entry).unwrap();
        let colors = NesPalette {
            backdrop: color(0x0f),
            colors: [color(0x20), color(0x16), color(0x30)],
        };
        let error = colors.check().unwrap_err().to_string();
        assert!(
            error.starts_with("the entries $20 and $30 show the same"),
            "{error}"
        );
    }

    #[test]
    fn a_fourth_colour_is_too_many() {
        let error = NesPalette::nearest(ConsoleColor::BLACK, &[Rgb::WHITE; 4]).unwrap_err();
        assert!(error.to_string().contains("4 colours"), "{error}");
    }
}
