//! Pictures to train on, and to judge by: drawn with a seed, of several kinds.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::color::Rgb;
use crate::game::FieldSize;
use crate::plan::Picture;
use crate::plan::feasibility::check_feasible;
use crate::sprite::Sprite;

/// What a picture looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The same on both sides, with a line around it, as the figures of old games.
    Outlined,
    /// Areas of two or three colours without a line.
    Blob,
    /// A head with hair, eyes and shoulders.
    Portrait,
    /// Strokes of one colour, with a shadow.
    Letters,
    /// Pixels without any order, a third of them transparent.
    Noise,
}

impl Kind {
    pub const ALL: [Kind; 5] = [
        Kind::Outlined,
        Kind::Blob,
        Kind::Portrait,
        Kind::Letters,
        Kind::Noise,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Outlined => "outlined",
            Kind::Blob => "blob",
            Kind::Portrait => "portrait",
            Kind::Letters => "letters",
            Kind::Noise => "noise",
        }
    }
}

/// Fewer pixels teach nothing.
const LEAST_PIXELS: usize = 40;

/// A picture of up to 17x26 pixels in up to three colours that can be printed on the standard field.
pub fn draw(kind: Kind, seed: u64) -> Picture {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let drawing = match kind {
            Kind::Outlined => outlined(&mut rng),
            Kind::Blob => blob(&mut rng),
            Kind::Portrait => portrait(&mut rng),
            Kind::Letters => letters(&mut rng),
            Kind::Noise => noise(&mut rng),
        };
        let picture = drawing.to_picture().filter(|picture| {
            let is_possible = check_feasible(picture, FieldSize::STANDARD).is_ok();
            is_possible && picture.pixel_count() >= LEAST_PIXELS
        });
        if let Some(picture) = picture {
            return picture;
        }
    }
}

/// The pixels from the top left on.
struct Drawing {
    width: usize,
    height: usize,
    cells: Vec<Option<u8>>,
}

impl Drawing {
    fn new(width: usize, height: usize, cell: impl Fn(usize, usize) -> Option<u8>) -> Drawing {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Drawing {
            width,
            height,
            cells: places.map(|(x, y)| cell(x, y)).collect(),
        }
    }

    /// `None` beside the drawing, too.
    fn cell(&self, x: usize, y: usize) -> Option<u8> {
        let is_inside = x < self.width && y < self.height;
        is_inside.then(|| self.cells[y * self.width + x]).flatten()
    }

    /// Whether a pixel has an empty neighbour.
    fn is_at_edge(&self, x: usize, y: usize) -> bool {
        let beside = [
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y.wrapping_sub(1)),
            (x, y + 1),
        ];
        beside.into_iter().any(|(x, y)| self.cell(x, y).is_none())
    }

    /// `None` if nothing was drawn.
    fn to_picture(&self) -> Option<Picture> {
        let letter = |cell: &Option<u8>| cell.map_or('.', |color| char::from(b'a' + color));
        let row = |row: &[Option<u8>]| row.iter().map(letter).chain(['\n']).collect::<String>();
        let text: String = self.cells.chunks(self.width).map(row).collect();
        let color = |letter: char| Some(Rgb::new(letter as u8, 0, 0));
        Picture::of(&Sprite::from_diagram(&text, color).ok()?)
    }
}

fn between(rng: &mut Xoshiro256PlusPlus, least: usize, most: usize) -> usize {
    least + (rng.next_u64() % (most - least + 1) as u64) as usize
}

/// Values from 0 to 1,000 that change slowly from pixel to pixel.
struct Clouds {
    width: usize,
    values: Vec<usize>,
}

impl Clouds {
    fn new(rng: &mut Xoshiro256PlusPlus, width: usize, height: usize) -> Clouds {
        let mut values: Vec<usize> = (0..width * height).map(|_| between(rng, 0, 1000)).collect();
        // Twice the mean of a pixel's neighbourhood, whose values crowd around the middle.
        for _ in 0..2 {
            let mean = |at: usize| {
                let (x, y) = (at % width, at / width);
                let rows = y.saturating_sub(1)..(y + 2).min(height);
                let columns = x.saturating_sub(1)..(x + 2).min(width);
                let count = rows.len() * columns.len();
                let cells = rows.flat_map(|y| columns.clone().map(move |x| y * width + x));
                cells.map(|at| values[at]).sum::<usize>() / count
            };
            values = (0..values.len()).map(mean).collect();
        }
        let spread = |value: usize| (4 * value).saturating_sub(1500).min(1000);
        Clouds {
            width,
            values: values.into_iter().map(spread).collect(),
        }
    }

    fn at(&self, x: usize, y: usize) -> usize {
        self.values[y * self.width + x]
    }
}

/// How far from the middle, from 0 to 1,000 at the ellipse that touches all sides.
fn distance(x: usize, y: usize, width: usize, height: usize) -> usize {
    let part = |at: usize, size: usize| (2 * at + 1).abs_diff(size) * 1000 / size;
    let (dx, dy) = (part(x, width), part(y, height));
    (dx * dx + dy * dy) / 1000
}

fn outlined(rng: &mut Xoshiro256PlusPlus) -> Drawing {
    let (half, height) = (between(rng, 4, 8), between(rng, 9, 22));
    let width = 2 * half;
    let shape = Clouds::new(rng, half, height);
    let colors = Clouds::new(rng, half, height);
    let mirrored = |x: usize| x.min(width - 1 - x);
    let body = Drawing::new(width, height, |x, y| {
        let edge = distance(x, y, width, height) / 2;
        (shape.at(mirrored(x), y) + 350 > edge + 300).then_some(1)
    });
    Drawing::new(width, height, |x, y| {
        let light = usize::from(colors.at(mirrored(x), y) > 600);
        let inside = if body.is_at_edge(x, y) { 0 } else { 1 + light };
        body.cell(x, y).map(|_| inside as u8)
    })
}

fn blob(rng: &mut Xoshiro256PlusPlus) -> Drawing {
    let (width, height) = (between(rng, 8, 17), between(rng, 8, 22));
    let shape = Clouds::new(rng, width, height);
    let colors = Clouds::new(rng, width, height);
    let count = between(rng, 2, 3);
    Drawing::new(width, height, |x, y| {
        let is_there = shape.at(x, y) + 500 > distance(x, y, width, height);
        is_there.then(|| (colors.at(x, y) * count / 1001) as u8)
    })
}

fn portrait(rng: &mut Xoshiro256PlusPlus) -> Drawing {
    let (width, height) = (between(rng, 10, 17), between(rng, 14, 26));
    let (hair, neck) = (height / between(rng, 3, 5), height * 3 / 4);
    let (eyes, apart) = (height * 2 / 5, width / between(rng, 4, 6));
    let fringe = Clouds::new(rng, width, height);
    let is_eye = |x: usize, y: usize| {
        let from_middle = (2 * x + 1).abs_diff(width) / 2;
        from_middle == apart && (eyes..eyes + 2).contains(&y)
    };
    Drawing::new(width, height, |x, y| {
        let far = distance(x, y.min(neck), width, neck);
        let is_shoulder = y >= neck && distance(x, height - 1, width, 2 * height) < 1000;
        let is_hair = y < hair + fringe.at(x, y) / 400 || far > 750 && y < neck;
        match (far < 1000, is_shoulder) {
            (_, true) => Some(2),
            (true, _) if is_hair => Some(0),
            (true, _) if is_eye(x, y) => Some(2),
            (true, _) => Some(1),
            (false, false) => None,
        }
    })
}

/// Two lines of glyphs on a grid of 3x5 points, whose neighbours are joined by chance.
fn letters(rng: &mut Xoshiro256PlusPlus) -> Drawing {
    const GLYPH: (usize, usize) = (6, 8);
    let (width, height) = (
        GLYPH.0 * between(rng, 1, 2) + 4,
        GLYPH.1 * between(rng, 1, 2),
    );
    let thick = between(rng, 1, 2);
    let mut ink = vec![false; width * height];
    for _ in 0..width * height / 12 {
        let (x, y) = (
            between(rng, 0, width / 2 - 1) * 2,
            between(rng, 0, height / 2 - 1) * 2,
        );
        let (across, down) = match between(rng, 0, 1) {
            0 => (4, thick),
            _ => (thick, 5),
        };
        for (x, y) in (y..(y + down).min(height)).flat_map(|y| (x..x + across).map(move |x| (x, y)))
        {
            if x < width {
                ink[y * width + x] = true;
            }
        }
    }
    let has_shadow = between(rng, 0, 1) == 1;
    Drawing::new(width + 1, height + 1, |x, y| {
        let is_ink = |x: usize, y: usize| x < width && y < height && ink[y * width + x];
        let is_shadow = has_shadow && is_ink(x.wrapping_sub(1), y.wrapping_sub(1));
        match (is_ink(x, y), is_shadow) {
            (true, _) => Some(0),
            (false, true) => Some(1),
            (false, false) => None,
        }
    })
}

fn noise(rng: &mut Xoshiro256PlusPlus) -> Drawing {
    let (width, height) = (between(rng, 7, 13), between(rng, 7, 13));
    let cells: Vec<Option<u8>> = (0..width * height)
        .map(|_| Some(between(rng, 0, 9)).filter(|value| *value > 2))
        .map(|value| value.map(|value| (value % 3) as u8))
        .collect();
    Drawing::new(width, height, |x, y| cells[y * width + x])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_every_kind_are_possible_and_differ() {
        for kind in Kind::ALL {
            let pictures: Vec<Picture> = (0..6).map(|seed| draw(kind, seed)).collect();
            for picture in &pictures {
                assert!(picture.width() <= 17 && picture.height() <= 26, "{kind:?}");
                assert!((1..=3).contains(&picture.colors()), "{kind:?}");
            }
            let first = &pictures[0];
            assert!(pictures[1..].iter().all(|other| other != first), "{kind:?}");
            assert_eq!(*first, draw(kind, 0), "{kind:?}");
        }
    }
}
