//! What a sprite's colours are on a screen that dims and tints them.

use crate::color::Rgb;
use crate::game::FieldSize;
use crate::sprite::Sprite;

/// The largest difference per channel between the pixels of a cell and what cells of its colour show: scaling and lossy
/// formats change colours a little, but far less than the colours of a print differ.
pub const CELL_TOLERANCE: u8 = 48;

/// By what a screen multiplies a channel. Scan lines leave half of the light, and the warmest night light a third of the
/// blue.
const TINT: std::ops::RangeInclusive<f64> = 0.3..=1.25;

/// The share of cells that must have a colour of the sprite or of an empty cell: a print with a tenth of its cells wrong
/// is still found, and most other rectangles are not taken for a field.
const LEAST_KNOWN: f64 = 0.9;

/// The share of cells that must look like most of those which should have the same colour.
const LEAST_ALIKE: f64 = 0.75;

/// Where the sprite stands on the field.
pub struct Stand {
    /// The field column of the image's column 0.
    pub left: i32,
    /// For every cell, row by row, the palette index of the pixel that it should show.
    cells: Vec<Option<u8>>,
}

/// All columns in which a sprite may stand on the floor; none if it is transparent or larger than the field.
pub fn stands(sprite: &Sprite, field: FieldSize) -> Vec<Stand> {
    let Some(bounds) = sprite.bounds() else {
        return Vec::new();
    };
    let (Some(free), Some(above)) = (
        field.width().checked_sub(bounds.width),
        field.height().checked_sub(bounds.height),
    ) else {
        return Vec::new();
    };
    let stand = |column: usize| {
        let pixel = |index: usize| {
            let (x, y) = (index % field.width(), index / field.width());
            let (x, y) = (x.checked_sub(column)?, y.checked_sub(above)?);
            let pixel = || sprite.pixel(bounds.left + x, bounds.top + y);
            (x < bounds.width).then(pixel)?
        };
        Stand {
            left: column as i32 - bounds.left as i32,
            cells: (0..field.width() * field.height()).map(pixel).collect(),
        }
    };
    (0..=free).map(stand).collect()
}

/// The colours of a print on a screen.
#[derive(Clone, Debug)]
pub struct Shades {
    /// Of each colour of the sprite's palette.
    pub colors: Vec<Rgb>,
    /// Of an empty cell.
    pub ground: Rgb,
    /// The cells, each in one of these colours if it is near enough.
    pub cells: Vec<Rgb>,
    /// How many of them should have another colour.
    pub wrong: usize,
    /// Which of the palettes the colours come from.
    pub palette: usize,
}

/// The shades under which the fewest of these cells are wrong. `None` if the cells do not look like the sprite.
pub fn match_shades(cells: &[Rgb], stand: &Stand, palettes: &[Vec<Rgb>]) -> Option<Shades> {
    let usual = UsualColors::of(cells, stand)?;
    let shades = palettes.iter().enumerate();
    let shades = shades.filter_map(|(index, palette)| usual.explain(cells, stand, palette, index));
    shades.min_by_key(|shades| shades.wrong)
}

/// What most of the cells look like that should have the same colour.
struct UsualColors {
    /// Empty cells.
    ground: Rgb,
    /// The colours of the palette that the field shows, with how many cells there are.
    colors: Vec<Option<(Rgb, usize)>>,
}

impl UsualColors {
    /// `None` if too few of the cells look like most.
    fn of(cells: &[Rgb], stand: &Stand) -> Option<UsualColors> {
        let last = stand.cells.iter().flatten().max()?;
        let mut groups: Vec<Vec<Rgb>> = vec![Vec::new(); usize::from(*last) + 2];
        for (color, pixel) in cells.iter().zip(&stand.cells) {
            groups[pixel.map_or(0, |pixel| usize::from(pixel) + 1)].push(*color);
        }
        let mut alike = 0;
        let usual = groups.iter().map(|group| {
            let usual = median(group)?;
            alike += (group.iter())
                .filter(|color| is_near(**color, usual, CELL_TOLERANCE))
                .count();
            Some((usual, group.len()))
        });
        let mut usual = usual.collect::<Vec<_>>().into_iter();
        let (ground, _) = usual.next()??;
        (alike as f64 >= LEAST_ALIKE * cells.len() as f64).then(|| UsualColors {
            ground,
            colors: usual.collect(),
        })
    }

    /// What the cells show if the screen shows this palette in a tint. `None` if that does not explain them.
    fn explain(
        &self,
        cells: &[Rgb],
        stand: &Stand,
        palette: &[Rgb],
        index: usize,
    ) -> Option<Shades> {
        if palette.len() < self.colors.len() {
            return None;
        }
        let tint = self.tint(palette);
        let tinted: Vec<Rgb> = palette.iter().map(|color| tint.of(*color)).collect();
        // Cells that look most like another colour of the palette have been printed wrong, all of them.
        let shade = |(expected, usual): (&Rgb, &Option<(Rgb, usize)>)| {
            let usual = usual.map(|(usual, _)| usual);
            let usual = usual.filter(|usual| nearest(*usual, &tinted) == Some(*expected));
            usual.unwrap_or(*expected)
        };
        let colors: Vec<Rgb> = tinted.iter().zip(&self.colors).map(shade).collect();
        if colors.contains(&self.ground) {
            return None;
        }
        let known: Vec<Rgb> = colors.iter().copied().chain([self.ground]).collect();
        let known = |cell: &Rgb| nearest(*cell, &known);
        let strange = cells.iter().filter(|cell| known(cell).is_none()).count();
        let cells: Vec<Rgb> = (cells.iter())
            .map(|cell| known(cell).unwrap_or(*cell))
            .collect();
        let is_wrong = |(cell, pixel): &(&Rgb, &Option<u8>)| {
            **cell != pixel.map_or(self.ground, |pixel| colors[usize::from(pixel)])
        };
        let wrong = cells.iter().zip(&stand.cells).filter(is_wrong).count();
        let is_known = strange as f64 <= (1.0 - LEAST_KNOWN) * cells.len() as f64;
        let is_drawn = cells.iter().any(|cell| colors.contains(cell));
        (is_known && is_drawn).then_some(Shades {
            wrong,
            palette: index,
            ground: self.ground,
            cells,
            colors,
        })
    }

    /// The tint in which the palette looks most like this, by weighted least squares.
    fn tint(&self, palette: &[Rgb]) -> Tint {
        // Regularization (ridge regression): a channel that no colour has stays as it is.
        const RIDGE: f64 = 255.0;
        let factor = |channel: usize| {
            let (mut both, mut square) = (RIDGE, RIDGE);
            for (color, (usual, count)) in palette
                .iter()
                .zip(&self.colors)
                .filter_map(|(a, b)| Some((a, (*b)?)))
            {
                let [from, to] = [*color, usual].map(|color| f64::from(color.channels()[channel]));
                both += count as f64 * from * to;
                square += count as f64 * from * from;
            }
            (both / square).clamp(*TINT.start(), *TINT.end())
        };
        Tint([0, 1, 2].map(factor))
    }
}

/// What a screen multiplies each channel by.
struct Tint([f64; 3]);

impl Tint {
    fn of(&self, color: Rgb) -> Rgb {
        let channels = color.channels();
        let [r, g, b] =
            [0, 1, 2].map(|channel| (f64::from(channels[channel]) * self.0[channel]).round() as u8);
        Rgb::new(r, g, b)
    }
}

/// The known colour that a cell has.
fn nearest(cell: Rgb, known: &[Rgb]) -> Option<Rgb> {
    let near = known
        .iter()
        .filter(|known| is_near(**known, cell, CELL_TOLERANCE));
    near.min_by_key(|known| distance(**known, cell)).copied()
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    let pairs = a.channels().into_iter().zip(b.channels());
    pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// Whether two colours differ by at most `tolerance` a channel.
pub fn is_near(a: Rgb, b: Rgb, tolerance: u8) -> bool {
    let pairs = a.channels().into_iter().zip(b.channels());
    pairs.into_iter().all(|(a, b)| a.abs_diff(b) <= tolerance)
}

/// Channel by channel.
pub fn median(colors: &[Rgb]) -> Option<Rgb> {
    let middle = |channel: usize| {
        let mut values: Vec<u8> = colors
            .iter()
            .map(|color| color.channels()[channel])
            .collect();
        let middle = values.len() / 2;
        (!values.is_empty()).then(|| *values.select_nth_unstable(middle).1)
    };
    Some(Rgb::new(middle(0)?, middle(1)?, middle(2)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = Rgb::new(216, 40, 0);
    const BROWN: Rgb = Rgb::new(200, 76, 12);
    const PRINT: &str = "......\n......\n.rrrr.\n.rbbr.\n";

    fn color(letter: char) -> Rgb {
        match letter {
            'r' => RED,
            'b' => BROWN,
            _ => Rgb::BLACK,
        }
    }

    /// How many cells of this drawing, dimmed by these factors, are wrong.
    fn wrong(drawing: &str, tint: [f64; 3]) -> Option<usize> {
        let sprite = Sprite::from_diagram("rrrr\nrbbr", |letter| Some(color(letter))).unwrap();
        let letters = drawing.chars().filter(|letter| *letter != '\n');
        let cells: Vec<Rgb> = letters.map(|letter| Tint(tint).of(color(letter))).collect();
        let stands = stands(&sprite, FieldSize::new(6, 4).unwrap());
        // The drawing stands on the second column.
        let found = match_shades(&cells, &stands[1], &[sprite.palette().to_vec()]);
        found.map(|shades| shades.wrong)
    }

    #[test]
    fn dimmed_and_tinted_colours_are_the_same() {
        for tint in [[1.0; 3], [0.6; 3], [1.0, 0.8, 0.5], [0.7, 0.85, 1.0]] {
            assert_eq!(wrong(PRINT, tint), Some(0), "{tint:?}");
            assert_eq!(
                wrong(&PRINT.replacen('r', "b", 1), tint),
                Some(1),
                "{tint:?}"
            );
        }
    }

    #[test]
    fn a_colour_that_is_another_everywhere_is_wrong() {
        assert_eq!(wrong(&PRINT.replace('b', "r"), [1.0; 3]), Some(2));
        assert_ne!(wrong(&PRINT.replace('b', "."), [1.0; 3]), Some(0));
    }
}
