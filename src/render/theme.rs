//! How a cell looks.

use std::fmt;
use std::str::FromStr;

use crate::color::Rgb;

/// A look for the cells of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Bevelled bricks with a glint and a dark gap, after the console's tiles.
    #[default]
    Nes,
    /// Squares of plain colour.
    Flat,
}

impl Theme {
    pub const ALL: [Theme; 2] = [Theme::Nes, Theme::Flat];

    pub const fn name(self) -> &'static str {
        match self {
            Theme::Nes => "nes",
            Theme::Flat => "flat",
        }
    }

    /// A filled cell, `side` x `side` pixels, row by row from the top. The centre pixel (`side` / 2
    /// from the left and from the top, rounded down) is exactly `color`.
    pub fn tile(self, color: Rgb, gap: Rgb, side: usize) -> Vec<Rgb> {
        let mut tile = vec![color; side * side];
        match self {
            Theme::Nes => bevel(&mut tile, &Shades::of(color, gap), side),
            Theme::Flat => {}
        }
        tile
    }
}

/// The colours of a bevelled cell.
struct Shades {
    glint: Rgb,
    light: Rgb,
    dark: Rgb,
    gap: Rgb,
}

impl Shades {
    fn of(color: Rgb, gap: Rgb) -> Self {
        Shades {
            glint: mix(color, Rgb::WHITE, 85),
            light: mix(color, Rgb::WHITE, 40),
            dark: mix(color, Rgb::BLACK, 40),
            gap,
        }
    }
}

/// The smallest sides at which a cell has a gap and a lit edge, a shaded edge, a glint.
const LIT: usize = 3;
const SHADED: usize = 5;
const GLINTING: usize = 7;

fn bevel(tile: &mut [Rgb], shades: &Shades, side: usize) {
    if side < LIT {
        return;
    }
    let edge = (side / 8).max(1);
    let body = side - edge;
    for y in 0..side {
        for x in 0..side {
            let (near, far) = (x.min(y), x.max(y));
            let is_shaded = side >= SHADED && far >= body - edge;
            let pixel = &mut tile[y * side + x];
            if far >= body {
                *pixel = shades.gap;
            } else if side >= GLINTING && is_glint(x / edge, y / edge) {
                *pixel = shades.glint;
            } else if near < edge {
                *pixel = shades.light;
            } else if is_shaded {
                *pixel = shades.dark;
            }
        }
    }
}

/// The console's glint: the corner and a hook inside it.
fn is_glint(x: usize, y: usize) -> bool {
    matches!((x, y), (0, 0) | (1, 1) | (2, 1) | (1, 2))
}

/// `percent` of the way from one colour to another.
pub(crate) fn mix(from: Rgb, to: Rgb, percent: u32) -> Rgb {
    let channel = |from: u8, to: u8| {
        ((u32::from(from) * (100 - percent) + u32::from(to) * percent + 50) / 100) as u8
    };
    Rgb::new(
        channel(from.r, to.r),
        channel(from.g, to.g),
        channel(from.b, to.b),
    )
}

/// A name that no theme has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no theme: choose nes or flat")]
pub struct ParseThemeError(String);

impl FromStr for Theme {
    type Err = ParseThemeError;

    fn from_str(text: &str) -> Result<Self, ParseThemeError> {
        Theme::ALL
            .into_iter()
            .find(|theme| theme.name() == text)
            .ok_or_else(|| ParseThemeError(text.to_owned()))
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = Rgb::new(200, 20, 20);

    fn drawing(theme: Theme, side: usize) -> String {
        let shades = Shades::of(RED, Rgb::BLACK);
        let letter = |pixel: &Rgb| match *pixel {
            RED => '.',
            Rgb::BLACK => ' ',
            pixel if pixel == shades.glint => '*',
            pixel if pixel == shades.light => '+',
            pixel if pixel == shades.dark => '-',
            pixel => panic!("{pixel} is none of the cell's colours"),
        };
        let tile = theme.tile(RED, Rgb::BLACK, side);
        let lines: Vec<String> = tile
            .chunks(side)
            .map(|row| row.iter().map(letter).collect())
            .collect();
        lines.join("\n")
    }

    #[test]
    fn a_brick_is_lit_from_the_upper_left() {
        let brick = [
            "*++++++ ", "+**...- ", "+*....- ", "+.....- ", "+.....- ", "+.....- ", "+------ ",
            "        ",
        ];
        assert_eq!(drawing(Theme::Nes, 8), brick.join("\n"));
        assert_eq!(drawing(Theme::Nes, 4), "+++ \n+.. \n+.. \n    ");
        assert_eq!(drawing(Theme::Nes, 2), "..\n..");
        assert_eq!(drawing(Theme::Flat, 3), "...\n...\n...");
    }

    #[test]
    fn the_centre_has_the_exact_colour_at_every_size() {
        for theme in Theme::ALL {
            for side in 1..=64 {
                for color in [RED, Rgb::BLACK, Rgb::WHITE] {
                    let tile = theme.tile(color, Rgb::new(1, 2, 3), side);
                    assert_eq!(tile.len(), side * side);
                    let centre = tile[side / 2 * side + side / 2];
                    assert_eq!(centre, color, "{theme} {side}");
                }
            }
        }
    }

    #[test]
    fn a_theme_is_read_by_its_name() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().parse(), Ok(theme));
        }
        let error = "gameboy".parse::<Theme>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`gameboy` is no theme: choose nes or flat"
        );
    }
}
