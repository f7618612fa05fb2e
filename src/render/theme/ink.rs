//! Few colours for many: those of a print, by their brightness.

use crate::color::Rgb;
use crate::game::Tetromino;
use crate::script::PrintScript;

/// The colours that a theme has for pieces, and that of the empty field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// From dark to light, of which the first `count` are used.
    pub colors: [Rgb; Ink::MOST],
    /// 1 to 7.
    pub count: usize,
    /// The empty cell.
    pub field: Rgb,
}

impl Ink {
    /// As many as there are pieces.
    pub const MOST: usize = 7;

    /// Which colour takes the place of which of those that the pieces of a script have.
    pub(super) fn wardrobe(&self, script: &PrintScript) -> Wardrobe {
        self.wardrobe_for(Tetromino::ALL.map(|piece| script.colors.of(piece)).to_vec())
    }

    /// As [`wardrobe`](Self::wardrobe), for at least one colour.
    pub(super) fn wardrobe_for(&self, mut old: Vec<Rgb>) -> Wardrobe {
        old.sort_by_key(|color| (brightness(*color), *color));
        old.dedup();
        let last = self.count - 1;
        let steps = (old.len() - 1).max(1);
        let new = |rank: usize| match old.len() > self.count {
            true => self.colors[(rank * last + steps / 2) / steps],
            // Few colours keep as far apart as they can.
            false => self.colors[rank * last / steps],
        };
        let pairs = (0..old.len()).map(|rank| (old[rank], new(rank)));
        Wardrobe(pairs.collect())
    }
}

/// Pairs of an old colour and the new one.
pub(super) struct Wardrobe(Vec<(Rgb, Rgb)>);

impl Wardrobe {
    /// The new colour; one that no piece has stays as it is.
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
        let ink = Theme::GAMEBOY.ink.unwrap();
        let dressed = Theme::GAMEBOY.dress(&script);
        let [first, second, third] = [0, 1, 2].map(|rank| ink.colors[rank]);
        let colors = &dressed.colors;
        assert_eq!((colors.t, colors.s, colors.j), (first, second, third));
        assert_eq!(dressed.background, ink.field);
    }

    #[test]
    fn many_colours_share_few() {
        let script = testing::script(4, 4, &[]);
        let dressed = Theme::GAMEBOY.dress(&script);
        let ink = Theme::GAMEBOY.ink.unwrap();
        for piece in Tetromino::ALL {
            assert!(ink.colors.contains(&dressed.colors.of(piece)));
        }
        assert_eq!(dressed.colors.j, ink.colors[0]);
    }
}
