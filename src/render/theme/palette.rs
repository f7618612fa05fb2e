//! The colours of a print, replaced by those of a theme in the order of their brightness.

use crate::color::Rgb;
use crate::game::Tetromino;
use crate::script::PrintScript;

/// The colours that a theme has for pieces and for the empty field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThemePalette {
    /// From dark to light; the first `count` are used.
    pub colors: [Rgb; ThemePalette::MAX_COLORS],
    /// 1 to 7.
    pub count: usize,
    /// The empty cell.
    pub field: Rgb,
}

impl ThemePalette {
    /// As many as there are pieces.
    pub const MAX_COLORS: usize = 7;

    /// Maps the colours of a script's pieces to those of the theme.
    pub(super) fn map_script(&self, script: &PrintScript) -> PaletteMap {
        self.map(Tetromino::ALL.map(|piece| script.colors.of(piece)).to_vec())
    }

    /// Maps at least one colour to those of the theme.
    pub(super) fn map(&self, mut old: Vec<Rgb>) -> PaletteMap {
        old.sort_by_key(|color| (brightness(*color), *color));
        old.dedup();
        let last = self.count - 1;
        let steps = (old.len() - 1).max(1);
        let new = |rank: usize| match old.len() > self.count {
            true => self.colors[(rank * last + steps / 2) / steps],
            // Few colours stay as far apart as possible.
            false => self.colors[rank * last / steps],
        };
        let pairs = (0..old.len()).map(|rank| (old[rank], new(rank)));
        PaletteMap(pairs.collect())
    }
}

/// Pairs of an old colour and its replacement.
pub(super) struct PaletteMap(Vec<(Rgb, Rgb)>);

impl PaletteMap {
    /// The replacement of a colour; one that is not mapped stays as it is.
    pub fn of(&self, color: Rgb) -> Rgb {
        let pair = self.0.iter().find(|(old, _)| *old == color);
        pair.map_or(color, |(_, new)| *new)
    }
}

/// How bright a colour looks, by the weights of ITU-R BT.601.
fn brightness(color: Rgb) -> u32 {
    let [r, g, b] = color.channels().map(u32::from);
    299 * r + 587 * g + 114 * b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Theme;
    use crate::render::testing;
    use crate::script::PieceColors;

    #[test]
    fn colours_keep_their_order_from_dark_to_light() {
        let mut script = testing::script(4, 4, &[]);
        let (dark, middle, light) = (Rgb::new(90, 0, 0), Rgb::new(0, 99, 0), Rgb::WHITE);
        script.colors = PieceColors::new(|piece| match piece {
            Tetromino::J => light,
            Tetromino::T => dark,
            _ => middle,
        });
        let palette = Theme::GAMEBOY.palette.unwrap();
        let recolored = Theme::GAMEBOY.recolor_script(&script);
        let [first, second, third] = [0, 1, 2].map(|rank| palette.colors[rank]);
        let colors = &recolored.colors;
        assert_eq!((colors.t, colors.s, colors.j), (first, second, third));
        assert_eq!(recolored.background, palette.field);
    }

    #[test]
    fn many_colours_share_few() {
        let script = testing::script(4, 4, &[]);
        let recolored = Theme::GAMEBOY.recolor_script(&script);
        let palette = Theme::GAMEBOY.palette.unwrap();
        for piece in Tetromino::ALL {
            assert!(palette.colors.contains(&recolored.colors.of(piece)));
        }
        assert_eq!(recolored.colors.j, palette.colors[0]);
    }
}
