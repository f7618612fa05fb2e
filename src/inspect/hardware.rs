//! What the console's picture processing unit (PPU) can show.

use std::collections::BTreeSet;

use crate::color::{ConsoleColor, match_console};
use crate::sprite::Sprite;

/// The side of a tile in pixels.
pub const TILE: usize = 8;

/// The side of an area that shares a palette, in pixels.
pub const AREA: usize = 16;

/// The palettes of a picture.
pub const PALETTES: usize = 4;
/// The colours of a palette besides the backdrop, which all palettes share.
pub const PALETTE_COLORS: usize = 3;

/// A set of the console's colours.
type Colors = BTreeSet<ConsoleColor>;

/// How the console would show a sprite, each colour by the entry that it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// Columns and rows of tiles of 8x8 pixels.
    pub tiles: [usize; 2],
    /// Columns and rows of areas of 16x16 pixels.
    pub areas: [usize; 2],
    /// The colour that all palettes share; `None` where only transparent pixels show it, so that any
    /// colour will do.
    pub backdrop: Option<ConsoleColor>,
    /// The areas with more colours than a palette has, column and row of each from 0.
    pub crowded: Vec<[usize; 2]>,
    /// Palettes that cover all areas; `None` if four do not suffice.
    pub palettes: Option<Vec<Vec<ConsoleColor>>>,
}

impl Hardware {
    /// Areas are counted from the sprite's upper left pixel. If no pixel is transparent, the backdrop
    /// is the colour with which most areas fit.
    pub fn of(sprite: &Sprite) -> Hardware {
        let matched = match_console(sprite.palette());
        let nearest: Vec<ConsoleColor> = matched.iter().map(|found| found.entry).collect();
        let areas = [sprite.width(), sprite.height()].map(|length| length.div_ceil(AREA));
        let colors: Vec<Colors> = (0..areas[0] * areas[1])
            .map(|index| colors_of(sprite, &nearest, [index % areas[0], index / areas[0]]))
            .collect();
        let is_opaque = sprite.pixel_count() == sprite.width() * sprite.height();
        let all: Colors = nearest.iter().copied().collect();
        let backdrops: Vec<Option<ConsoleColor>> = match is_opaque {
            true => all.into_iter().map(Some).collect(),
            false => vec![None],
        };
        let shown = backdrops.into_iter().map(|backdrop| {
            let shown = Shown::with(&colors, backdrop);
            (shown.palettes.is_none(), shown.crowded.len(), shown)
        });
        let best = shown.min_by_key(|(fails, crowded, _)| (*fails, *crowded));
        let best = best.expect("an opaque sprite has a colour").2;
        Hardware {
            tiles: [sprite.width(), sprite.height()].map(|length| length.div_ceil(TILE)),
            areas,
            backdrop: best.backdrop,
            crowded: (best.crowded.into_iter())
                .map(|index| [index % areas[0], index / areas[0]])
                .collect(),
            palettes: best.palettes,
        }
    }
}

/// The colours of an area.
fn colors_of(sprite: &Sprite, nearest: &[ConsoleColor], [column, row]: [usize; 2]) -> Colors {
    let end = |start: usize, length: usize| (start + AREA).min(length);
    let rows = row * AREA..end(row * AREA, sprite.height());
    let pixels = rows.flat_map(|y| {
        let columns = column * AREA..end(column * AREA, sprite.width());
        columns.filter_map(move |x| sprite.pixel(x, y))
    });
    pixels.map(|index| nearest[usize::from(index)]).collect()
}

/// How areas are shown with a backdrop.
struct Shown {
    backdrop: Option<ConsoleColor>,
    /// The numbers of the areas with too many colours.
    crowded: Vec<usize>,
    palettes: Option<Vec<Vec<ConsoleColor>>>,
}

impl Shown {
    fn with(areas: &[Colors], backdrop: Option<ConsoleColor>) -> Shown {
        let own = areas.iter().map(|colors| {
            let own = colors.iter().copied();
            own.filter(|color| Some(*color) != backdrop).collect()
        });
        let own: Vec<Colors> = own.collect();
        let is_crowded = |index: &usize| own[*index].len() > PALETTE_COLORS;
        let crowded: Vec<usize> = (0..own.len()).filter(is_crowded).collect();
        let palettes = match crowded.is_empty() {
            true => share_palettes(&own),
            false => None,
        };
        Shown {
            backdrop,
            crowded,
            palettes,
        }
    }
}

/// At most four palettes such that the colours of each area are in one of them; `None` if there are
/// none.
fn share_palettes(areas: &[Colors]) -> Option<Vec<Vec<ConsoleColor>>> {
    let all: BTreeSet<&Colors> = areas.iter().collect();
    // Areas whose colours are a subset of another area's need no palette of their own.
    let is_needed = |colors: &&&Colors| {
        let others = all.iter().filter(|other| other != colors);
        !colors.is_empty() && !others.into_iter().any(|other| colors.is_subset(other))
    };
    let mut needed: Vec<&Colors> = all.iter().filter(is_needed).copied().collect();
    // Large sets leave the fewest choices, so they are assigned first.
    needed.sort_by_key(|colors| std::cmp::Reverse(colors.len()));
    let total: Colors = needed
        .iter()
        .flat_map(|colors| colors.iter().copied())
        .collect();
    if total.len() > PALETTES * PALETTE_COLORS {
        return None;
    }
    let mut palettes = Vec::new();
    let is_shared = assign(&needed, &mut palettes);
    is_shared.then(|| {
        palettes
            .into_iter()
            .map(|colors| colors.into_iter().collect())
            .collect()
    })
}

/// Puts each set of colours into a palette, by backtracking.
fn assign(needed: &[&Colors], palettes: &mut Vec<Colors>) -> bool {
    let Some((first, rest)) = needed.split_first() else {
        return true;
    };
    for index in 0..palettes.len() {
        let before = palettes[index].clone();
        let together: Colors = before.union(first).copied().collect();
        if together.len() <= PALETTE_COLORS {
            palettes[index] = together;
            if assign(rest, palettes) {
                return true;
            }
            palettes[index] = before;
        }
    }
    if palettes.len() == PALETTES {
        return false;
    }
    palettes.push((*first).clone());
    let is_done = assign(rest, palettes);
    if !is_done {
        palettes.pop();
    }
    is_done
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sprite of areas side by side, each with the colours of a word, the rest transparent.
    fn areas(words: &str) -> Hardware {
        let words: Vec<&str> = words.split(' ').collect();
        let line: String = words.iter().map(|word| format!("{word:.<16}")).collect();
        let colors = |letter: char| {
            let entry = 0x11 + letter as u8 - b'a';
            ConsoleColor::new(entry).map(ConsoleColor::rgb)
        };
        Hardware::of(&Sprite::from_diagram(&line, colors).unwrap())
    }

    #[test]
    fn tiles_and_areas_are_counted_up() {
        let hardware = areas("a b");
        assert_eq!((hardware.tiles, hardware.areas), ([4, 1], [2, 1]));
    }

    #[test]
    fn areas_share_palettes_where_they_can() {
        let palettes = |words| areas(words).palettes.map(|palettes| palettes.len());
        assert_eq!(palettes("abc ab c"), Some(1));
        assert_eq!(palettes("abc de ef d"), Some(2));
        // Five palettes of two colours, of which no two have but three.
        assert_eq!(palettes("ab cd ef gh ij"), None);
        assert_eq!(palettes("ab bc cd da"), Some(2));
        assert_eq!(palettes("abc abd abe abf"), Some(4));
        assert_eq!(palettes("abc abd abe abf abg"), None);
    }

    #[test]
    fn an_area_of_four_colours_is_crowded() {
        let hardware = areas("abc abcd a");
        assert_eq!(hardware.crowded, [[1, 0]]);
        assert_eq!(hardware.palettes, None);
    }

    #[test]
    fn an_opaque_picture_has_a_backdrop_of_its_own() {
        let color =
            |letter: char| ConsoleColor::new(0x11 + letter as u8 - b'a').map(ConsoleColor::rgb);
        let opaque = Sprite::from_diagram("abcdabcd", color).unwrap();
        let hardware = Hardware::of(&opaque);
        assert!(hardware.backdrop.is_some());
        assert!(hardware.palettes.is_some());
    }
}
