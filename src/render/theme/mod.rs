//! Themes: how cells look, and the colours around them.

mod file;

use std::borrow::Cow;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::color::{PaletteMap, Rgb, ThemePalette};
use crate::game::Tetromino;
use crate::parse::ParseValueError;
use crate::script::{PieceColors, PrintScript};
use crate::sprite::Sprite;

/// A look: how a cell is drawn, and the colours of the screen around it.
///
/// Custom themes are deserialized. Colours are written `#rrggbb`; keys that are left out are as
/// in [`Theme::NES`], and unknown keys are refused:
///
/// ```
/// let theme: tetris_printer::render::Theme = serde_json::from_str(r##"{
///     "cell": "grid",
///     "pieces": ["#2e1f27", "#dd7230"],
///     "field": "#f4c95d",
///     "screen": {
///         "backdrop": ["#1a1423", "#372549", "#774c60"],
///         "frame": ["#eacdc2", "#b75d69", "#1a1423"],
///         "ground": "#1a1423", "text": "#ffffff", "label": "#eacdc2", "flash": "#ffffff"
///     }
/// }"##)?;
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// `cell` is brick, flat, grid or outline. `pieces` are 1 to 7 colours from dark to light that replace
/// those of the sprite; with them `field`, the colour of the empty cell, is needed, and must be none
/// of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "file::ThemeFile", into = "file::ThemeFile")]
pub struct Theme {
    /// The pattern of pixels that a cell is drawn with.
    pub cell: CellStyle,
    /// The colours that replace those of the script, ranked from dark to light; `None` keeps the
    /// script's.
    pub palette: Option<ThemePalette>,
    /// The colours of everything but the cells.
    pub screen: ScreenColors,
}

/// How the cell of a piece is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CellStyle {
    /// A bevelled brick with a glint and a dark gap, after the console's tiles.
    Brick,
    /// A square of plain colour.
    Flat,
    /// A square of plain colour with thin lines between the cells.
    Grid,
    /// A plain square inside a dark outline, with a light corner.
    Outline,
}

/// The colours around the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenColors {
    /// Joints, bricks and lit edges of the wall behind it all.
    pub backdrop: [Rgb; 3],
    /// The lines of a frame, from outside.
    pub frame: [Rgb; 3],
    /// The ground of the boxes in the panel.
    pub ground: Rgb,
    /// Numbers.
    pub text: Rgb,
    /// The names of the numbers.
    pub label: Rgb,
    /// Rows about to be cleared.
    pub flash: Rgb,
}

impl ScreenColors {
    const NIGHT: ScreenColors = ScreenColors {
        backdrop: [
            Rgb::new(0x10, 0x12, 0x1c),
            Rgb::new(0x1a, 0x1e, 0x2e),
            Rgb::new(0x24, 0x2a, 0x40),
        ],
        frame: [
            Rgb::new(0xb8, 0xd8, 0xf8),
            Rgb::new(0x50, 0x68, 0xa8),
            Rgb::BLACK,
        ],
        ground: Rgb::BLACK,
        text: Rgb::new(0xfc, 0xfc, 0xfc),
        label: Rgb::new(0x80, 0xb0, 0xf8),
        flash: Rgb::new(0xfc, 0xfc, 0xfc),
    };

    const POCKET: ScreenColors = ScreenColors {
        backdrop: [POCKET[1], POCKET[1], POCKET[2]],
        frame: [POCKET[0], POCKET[3], POCKET[0]],
        ground: POCKET[3],
        text: POCKET[0],
        label: POCKET[1],
        flash: POCKET[0],
    };
}

/// Four greens, from dark to light.
const POCKET: [Rgb; 4] = [
    Rgb::new(0x08, 0x18, 0x20),
    Rgb::new(0x34, 0x68, 0x56),
    Rgb::new(0x88, 0xc0, 0x70),
    Rgb::new(0xe0, 0xf8, 0xd0),
];

impl Default for Theme {
    fn default() -> Self {
        Theme::NES
    }
}

impl Theme {
    /// The console's bricks.
    pub const NES: Theme = Theme {
        cell: CellStyle::Brick,
        palette: None,
        screen: ScreenColors::NIGHT,
    };
    /// Plain squares.
    pub const FLAT: Theme = Theme {
        cell: CellStyle::Flat,
        ..Theme::NES
    };
    /// Plain squares with thin lines between them.
    pub const GRID: Theme = Theme {
        cell: CellStyle::Grid,
        ..Theme::NES
    };
    /// The four greens of a console for the pocket; a sprite keeps its colours apart if it has at
    /// most three.
    pub const GAMEBOY: Theme = Theme {
        cell: CellStyle::Outline,
        palette: Some(ThemePalette {
            colors: [
                POCKET[0], POCKET[1], POCKET[2], POCKET[2], POCKET[2], POCKET[2], POCKET[2],
            ],
            count: 3,
            field: POCKET[3],
        }),
        screen: ScreenColors::POCKET,
    };

    /// The themes that have a name.
    pub const NAMED: [(&str, Theme); 4] = [
        ("nes", Theme::NES),
        ("flat", Theme::FLAT),
        ("grid", Theme::GRID),
        ("gameboy", Theme::GAMEBOY),
    ];

    /// A filled cell, `side` x `side` pixels, row by row from the top. The centre pixel (`side` / 2
    /// from the left and from the top, rounded down) is exactly `color`.
    pub fn tile(&self, color: Rgb, gap: Rgb, side: usize) -> Vec<Rgb> {
        let mut tile = vec![color; side * side];
        match self.cell {
            CellStyle::Brick => bevel(&mut tile, &Shades::of(color, gap), side),
            CellStyle::Flat => {}
            CellStyle::Grid => rule(&mut tile, mix(color, gap, 45), side),
            CellStyle::Outline => outline(&mut tile, self.screen.text, self.screen.ground, side),
        }
        tile
    }

    /// An empty cell, as [`tile`](Self::tile); its centre is exactly `color`.
    pub fn empty_tile(&self, color: Rgb, side: usize) -> Vec<Rgb> {
        let mut tile = vec![color; side * side];
        match self.cell {
            CellStyle::Grid => rule(&mut tile, mix(color, self.screen.label, 16), side),
            CellStyle::Brick | CellStyle::Flat | CellStyle::Outline => {}
        }
        tile
    }

    /// The script in the theme's colours.
    pub fn recolor_script<'a>(&self, script: &'a PrintScript) -> Cow<'a, PrintScript> {
        let Some(palette) = self.palette else {
            return Cow::Borrowed(script);
        };
        let recolored = |colors: &PieceColors| {
            let map = map_pieces(&palette, colors);
            PieceColors::new(|piece| map.of(colors.of(piece)))
        };
        let mut script = script.clone();
        script.colors = recolored(&script.colors);
        for picture in &mut script.earlier {
            picture.colors = recolored(&picture.colors);
        }
        script.background = palette.field;
        Cow::Owned(script)
    }

    /// The sprite that a script prints, in the theme's colours.
    pub fn recolor_sprite<'a>(&self, sprite: &'a Sprite, script: &PrintScript) -> Cow<'a, Sprite> {
        recolored(
            sprite,
            self.palette
                .map(|palette| map_pieces(&palette, &script.colors)),
        )
    }

    /// The colours that the theme gives those of a sprite's palette, in its order.
    pub fn recolor_palette(&self, palette: &[Rgb]) -> Vec<Rgb> {
        let theme = self.palette.filter(|_| !palette.is_empty());
        let map = theme.map(|theme| theme.map(palette.to_vec()));
        let color = |color: &Rgb| map.as_ref().map_or(*color, |map| map.of(*color));
        palette.iter().map(color).collect()
    }

    /// As [`recolor_sprite`](Self::recolor_sprite) where the script is not at hand: its pieces are
    /// assumed to have the colours of the sprite and no others, as those of a print do.
    pub fn recolor_sprite_alone<'a>(&self, sprite: &'a Sprite) -> Cow<'a, Sprite> {
        let colors = sprite.palette();
        let palette = self.palette.filter(|_| !colors.is_empty());
        recolored(sprite, palette.map(|palette| palette.map(colors.to_vec())))
    }
}

/// Maps the colours of a picture's pieces to those of a theme.
fn map_pieces(palette: &ThemePalette, colors: &PieceColors) -> PaletteMap {
    palette.map(Tetromino::ALL.map(|piece| colors.of(piece)).to_vec())
}

fn recolored(sprite: &Sprite, map: Option<PaletteMap>) -> Cow<'_, Sprite> {
    match map {
        Some(map) => Cow::Owned(sprite.recolored(|color| map.of(color))),
        None => Cow::Borrowed(sprite),
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

/// The smallest sides, in pixels, at which a cell has a gap and a lit edge, a shaded edge, a glint;
/// chosen by eye.
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

/// A line along the right and the lower edge.
fn rule(tile: &mut [Rgb], line: Rgb, side: usize) {
    let edge = (side / 12).max(1);
    if side < LIT {
        return;
    }
    for (i, pixel) in tile.iter_mut().enumerate() {
        if (i % side).max(i / side) >= side - edge {
            *pixel = line;
        }
    }
}

/// A dark line all around, and a light corner inside it.
fn outline(tile: &mut [Rgb], dark: Rgb, light: Rgb, side: usize) {
    let edge = (side / 8).max(1);
    if side < SHADED {
        return;
    }
    for (i, pixel) in tile.iter_mut().enumerate() {
        let (x, y) = (i % side, i / side);
        let (near, far) = (x.min(y), x.max(y));
        if near < edge || far >= side - edge {
            *pixel = dark;
        } else if side >= GLINTING && near < 2 * edge && far < 3 * edge {
            *pixel = light;
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

impl FromStr for Theme {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        Theme::NAMED
            .into_iter()
            .find_map(|(name, theme)| (name == text).then_some(theme))
            .ok_or_else(|| {
                ParseValueError::new(
                    text,
                    "a theme",
                    "choose nes, flat, grid, gameboy, or a file that ends in .toml",
                )
            })
    }
}

#[cfg(test)]
mod tests;
