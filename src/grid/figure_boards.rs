//! Boards whose tiles are figures on a ground, where few are left, or none has a card: the distances between those that look
//! the same are multiples of the pitch.

use super::areas::{Area, middle};
use super::figures::{Squares, as_large, twins};
use super::integral::IntegralImage;
use super::lattice::Lattice;
use super::multiples::off;
use super::on_lattice::{extent, lattice_of, marked, place, usual_side};
use super::pattern_boards::boards_on;
use super::periods::is_same;
use super::phase::phase as folded_phase;
use super::places::Places;
use super::survey::{MAX_PLACES, Survey, lattice, survey};
use crate::distinct::distinct;

// What follows was set by hand: of 831 screenshots of boards the grid is right on six more with these boards.

/// How much of the picture may be ground: the rest is tiles and what is beside the board.
const GROUNDS: [f64; 5] = [0.5, 0.7, 0.85, 0.93, 0.97];

/// The fewest pairs of figures that look the same.
const FEWEST_TWINS: usize = 3;

/// The share of distances that are multiples of the pitch, and of figures that lie in the middle of a place, at least.
const FITTING: f64 = 0.85;

/// The boards whose tiles may be the figures of a picture, or show them.
pub fn figure_boards(image: &IntegralImage) -> Vec<Survey> {
    let squares = Squares::of(image);
    let mut found: Vec<Survey> = Vec::new();
    let mut known: Vec<[f64; 2]> = Vec::new();
    for ground in GROUNDS {
        let figures = squares.figures(ground);
        let exactness = squares.side as f64;
        let pairs = [
            twins(image, &figures, exactness),
            as_large(&figures, exactness),
        ];
        for twins in pairs.map(|pairs| Twins::of(&figures, pairs, exactness)) {
            let Some(pitch) = twins.pitch() else {
                continue;
            };
            let board = FigureBoard::of(image, &twins, pitch);
            found.extend(board.iter().flat_map(|board| board.surveys(image)));
            if !known.iter().any(|known| is_same(known, &pitch)) {
                // Figures that are but parts of tiles are not in the middle of places.
                let of_parts = || lattice(image, pitch, folded_phase(image, pitch));
                let lattice = board.map_or_else(of_parts, |board| board.lattice);
                if lattice.count() <= MAX_PLACES {
                    found.extend(boards_on(image, &lattice));
                }
                known.push(pitch);
            }
        }
    }
    distinct(found)
}

/// Figures some of which look the same.
struct Twins<'a> {
    figures: &'a [Area],
    pairs: Vec<[usize; 2]>,
    /// Those that look like another one.
    all: Vec<Area>,
    /// How long they usually are.
    side: [f64; 2],
    /// How exactly that is known, in pixels.
    exactness: f64,
}

impl Twins<'_> {
    fn of(figures: &[Area], pairs: Vec<[usize; 2]>, exactness: f64) -> Twins<'_> {
        let mut all = pairs.concat();
        all.sort_unstable();
        all.dedup();
        let all: Vec<Area> = all.into_iter().map(|index| figures[index]).collect();
        Twins {
            side: [0, 1].map(|axis| usual_side(&all, axis)),
            figures,
            pairs,
            all,
            exactness,
        }
    }

    /// The pitch that the distances between those that look the same are multiples of.
    fn pitch(&self) -> Option<[f64; 2]> {
        if self.pairs.len() < FEWEST_TWINS {
            return None;
        }
        let pitch = |axis: usize| {
            let at = |index: usize| middle(&self.figures[index], axis);
            let distances = self.pairs.iter().map(|[a, b]| (at(*a) - at(*b)).abs());
            let apart = distances.filter(|distance| *distance > self.side[axis] / 2.0);
            common_pitch(
                &apart.collect::<Vec<f64>>(),
                self.side[axis],
                self.exactness,
            )
        };
        Some([pitch(0)?, pitch(1)?])
    }
}

/// A lattice with figures on some of its places.
struct FigureBoard {
    lattice: Lattice,
    /// What of a place the figures cover.
    extent: [[f64; 2]; 2],
    /// The places with a figure that has a twin.
    has_twin: Vec<bool>,
    /// The places with any figure.
    has_figure: Vec<bool>,
}

impl FigureBoard {
    /// `None` if the twins are not in the middle of places.
    fn of(image: &IntegralImage, twins: &Twins, pitch: [f64; 2]) -> Option<FigureBoard> {
        let lattice = lattice_of(image, twins.all.iter().map(|twin| (*twin, 1.0)), pitch);
        let on_places = (twins.all.iter()).filter(|twin| place(&lattice, twin).is_some());
        let is_fitting = on_places.count() as f64 >= FITTING * twins.all.len() as f64;
        (is_fitting && lattice.count() <= MAX_PLACES).then(|| FigureBoard {
            lattice,
            extent: extent(twins.side, pitch),
            has_twin: marked(&lattice, &twins.all),
            has_figure: marked(&lattice, twins.figures),
        })
    }

    /// Within the rectangle around the twins.
    fn surveys(&self, image: &IntegralImage) -> Vec<Survey> {
        let places = Places::of(image, &self.lattice, 0);
        let bounds = places.bounds(&self.has_twin, |_, _| true);
        let guesses = [&self.has_figure, &self.has_twin].into_iter();
        guesses
            .filter_map(|tiles| survey(&self.lattice, self.extent, &places, tiles, bounds?))
            .collect()
    }
}

/// About the longest pitch that most distances are multiples of, of those the one that they fit best. It is hardly shorter
/// than the figures are long.
fn common_pitch(distances: &[f64], side: f64, exactness: f64) -> Option<f64> {
    /// Pixels between the pitches that are tried.
    const STEP: f64 = 0.1;
    /// How much shorter than the figures the pitch is at most, ...
    const LEAST: f64 = 0.9;
    /// ... and than the longest pitch one that fits better.
    const ABOUT: f64 = 0.93;

    let most = exactness + 0.5;
    let misfits = ((1.0 - FITTING) * distances.len() as f64) as usize;
    // Most pitches are given up after a few distances.
    let mean_off = |pitch: f64| {
        let sums = (distances.iter().map(|distance| off(*distance, pitch))).try_fold(
            (0.0, misfits),
            |(sum, left), off| match off <= most {
                true => Some((sum + off, left)),
                false => Some((sum, left.checked_sub(1)?)),
            },
        );
        sums.map(|(sum, left)| sum / (distances.len() - misfits + left) as f64)
    };
    let longest = distances.iter().copied().reduce(f64::max)?;
    let steps = ((longest - LEAST * side) / STEP).max(0.0) as usize;
    let pitches = (0..=steps).map(|step| longest - STEP * step as f64);
    let mut fitting = pitches
        .filter_map(|pitch| Some((pitch, mean_off(pitch)?)))
        .peekable();
    let (first, _) = *fitting.peek()?;
    let about_first = fitting.take_while(|(pitch, _)| *pitch > ABOUT * first);
    let best = about_first.min_by(|(_, a), (_, b)| a.total_cmp(b));
    best.map(|(pitch, _)| pitch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;
    use crate::picture::drawing::noise;

    /// Icons of 22x22 pixels without a card, few on a wide board of 38x34 pixels a place, on planks, and a button.
    fn icons(tiles: &[(usize, usize, usize)]) -> Raster {
        let ink = noise(64, 64, 8);
        let grain = noise(420, 300, 9);
        Raster::from_fn(420, 300, |x, y| {
            let plank = 150 + (x / 60 % 3 * 14) as u8 + grain.color(x, y)?.r % 12;
            let at = |(column, row, kind): &(usize, usize, usize)| {
                let [left, top] = [21 + 38 * column, 27 + 34 * row];
                let [x, y] = [x.checked_sub(left)?, y.checked_sub(top)?];
                let is_icon = x < 22 && y < 22 && x.abs_diff(11) + y.abs_diff(11) < 15;
                let color = || ink.color(kind * 7 + x / 6, kind * 6 + y / 6);
                let Rgb { r, g, .. } = is_icon.then(color)??;
                Some(Rgb::new(r / 2, g / 2, 200))
            };
            let is_button = (100..180).contains(&x) && (280..298).contains(&y);
            let button = is_button.then_some(Rgb::new(40, 160, 60));
            let icon = tiles.iter().find_map(at);
            icon.or(button)
                .or(Some(Rgb::new(plank, plank - 40, plank - 90)))
        })
    }

    const FEW: [(usize, usize, usize); 8] = [
        (0, 3, 0),
        (2, 0, 1),
        (3, 2, 0),
        (9, 5, 1),
        (4, 2, 2),
        (7, 0, 2),
        (5, 6, 3),
        (8, 1, 3),
    ];

    #[test]
    fn few_icons_tell_the_grid_by_their_distances() {
        assert_tell_the_grid(FEW);
    }

    #[test]
    fn icons_of_one_size_tell_the_grid_though_none_looks_like_another() {
        let mut kinds = 0..;
        assert_tell_the_grid(FEW.map(|(column, row, _)| (column, row, kinds.next().unwrap())));
    }

    fn assert_tell_the_grid(icons_on: [(usize, usize, usize); 8]) {
        let boards = figure_boards(&IntegralImage::of(&icons(&icons_on)));
        let mut tiles = vec![false; 70];
        for (column, row, _) in icons_on {
            tiles[row * 10 + column] = true;
        }
        let board = boards.iter().find(|board| board.tiles == tiles);
        let grid = board.expect("it is among the guesses").grid;
        for (axis, pitch) in [(grid.x, 38.0), (grid.y, 34.0)] {
            assert!((axis.pitch - pitch).abs() < 0.3, "{axis:?}");
        }
    }

    #[test]
    fn two_icons_tell_no_grid() {
        let boards = |tiles| figure_boards(&IntegralImage::of(&icons(tiles)));
        assert_eq!(boards(&FEW[..2]), []);
        assert_ne!(boards(&FEW[..6]), []);
    }

    #[test]
    fn the_longest_pitch_is_taken_that_the_distances_are_multiples_of() {
        let pitch = common_pitch(&[80.4, 119.8, 240.3, 40.1], 30.0, 1.0).unwrap();
        assert!((pitch - 40.0).abs() < 0.2, "{pitch}");
        assert_eq!(common_pitch(&[80.0, 119.0, 171.0], 30.0, 1.0), None);
        assert_eq!(common_pitch(&[], 30.0, 1.0), None);
    }
}
