//! Figures on a ground: connected parts in colours that most of the picture does not have, such as icons without a card.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::areas::{Area, MIN_SIDE, length};
use super::descriptor::Descriptor;
use super::integral::IntegralImage;
use super::parts::parts;

/// The longer side of the picture is seen as about so many squares.
const SQUARES: usize = 450;

/// Levels of a channel, of 256, that count as one.
const LEVELS: f32 = 16.0;

/// The longest side of a figure, as a share of the picture's shorter side.
const MAX_SHARE: f64 = 0.3;

/// The most figures that are compared, each with each: the largest ones.
const MAX_FIGURES: usize = 400;

/// A picture as squares of about one colour.
pub struct Squares {
    /// The side of a square in pixels: so exactly the sides of figures are known.
    pub side: usize,
    columns: usize,
    rows: usize,
    /// A number for each colour that is told from others.
    colors: Vec<u32>,
    /// The colours, the most common one first, and how many squares have them.
    counts: Vec<(u32, usize)>,
}

impl Squares {
    pub fn of(image: &IntegralImage) -> Squares {
        let longer = image.width().max(image.height());
        let side = ((longer + SQUARES / 2) / SQUARES).max(1);
        let (columns, rows) = (image.width() / side, image.height() / side);
        let color = |place: usize| {
            let [x, y] = [place % columns, place / columns].map(|at| [at * side, (at + 1) * side]);
            let levels = image.mean(x, y).map(|channel| (channel / LEVELS) as u32);
            levels.iter().fold(0, |color, level| color << 8 | level)
        };
        let colors: Vec<u32> = (0..columns * rows).map(color).collect();
        let mut counts = FxHashMap::<u32, usize>::default();
        for color in &colors {
            *counts.entry(*color).or_default() += 1;
        }
        let mut counts: Vec<(u32, usize)> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|(color, count)| (Reverse(*count), *color));
        Squares {
            side,
            columns,
            rows,
            colors,
            counts,
        }
    }

    /// The figures on a ground of the most common colours, as many as cover a share of the picture.
    pub fn figures(&self, ground: f64) -> Vec<Area> {
        let are_figures = self.without_specks(&self.beside_ground(ground));
        let longest = MAX_SHARE * (self.columns.min(self.rows) * self.side) as f64;
        let fits =
            |figure: &Area| (0..2).all(|axis| (MIN_SIDE..=longest).contains(&length(figure, axis)));
        let pixels = |end: usize| (end * self.side) as f64;
        let figures = parts(self.columns, are_figures, |place| self.around(place))
            .map(|part| part.bounds.map(|ends| ends.map(pixels)));
        largest(figures.filter(fits))
    }

    fn beside_ground(&self, share: f64) -> Vec<bool> {
        let most = (share * self.colors.len() as f64) as usize;
        let mut covered = 0;
        let ground = self.counts.iter().take_while(|(_, count)| {
            covered += count;
            covered - count < most
        });
        let ground: FxHashSet<u32> = ground.map(|(color, _)| *color).collect();
        let colors = self.colors.iter();
        colors.map(|color| !ground.contains(color)).collect()
    }

    /// Squares that few others touch are noise, and those that many touch are none where that is missing.
    fn without_specks(&self, are_figures: &[bool]) -> Vec<bool> {
        const FEW: usize = 2;
        const MANY: usize = 5;

        let is_figure = |place: usize| {
            let touching = self.around(place).filter(|other| are_figures[*other]);
            touching.count() >= if are_figures[place] { FEW } else { MANY }
        };
        (0..are_figures.len()).map(is_figure).collect()
    }

    /// A square and those that touch it.
    fn around(&self, place: usize) -> impl Iterator<Item = usize> + use<> {
        let columns = self.columns;
        let near = |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
        let across = near(place % columns, columns);
        let down = near(place / columns, self.rows);
        down.flat_map(move |row| across.clone().map(move |column| row * columns + column))
    }
}

/// The largest figures, in their order: clutter such as text is smaller than tiles.
fn largest(figures: impl Iterator<Item = Area>) -> Vec<Area> {
    let size = |figure: &Area| length(figure, 0) * length(figure, 1);
    let mut ranked: Vec<(usize, Area)> = figures.enumerate().collect();
    ranked.sort_by(|(_, a), (_, b)| size(b).total_cmp(&size(a)));
    ranked.truncate(MAX_FIGURES);
    ranked.sort_unstable_by_key(|(number, _)| *number);
    ranked.into_iter().map(|(_, figure)| figure).collect()
}

/// Pairs of figures that look the same, all of them unless they are many; their sides are known so exactly, in pixels.
pub fn twins(image: &IntegralImage, figures: &[Area], exactness: f64) -> Vec<[usize; 2]> {
    /// The greatest distance of descriptors. Set by hand: those of some twins whose sides are not quite the same were up to
    /// 0.55, and those of others from 0.73 on.
    const ALIKE: f32 = 0.6;
    let descriptor = |figure: &Area| Descriptor::of(image, figure[0], figure[1]);
    let descriptors: Vec<Descriptor> = figures.iter().map(descriptor).collect();
    let are_alike =
        |a: &Descriptor, b: &Descriptor| !a.is_plain() && !b.is_plain() && a.distance(b) < ALIKE;
    some_pairs(figures.len(), |a, b| {
        are_as_large(&figures[a], &figures[b], exactness)
            && are_alike(&descriptors[a], &descriptors[b])
    })
}

/// Pairs of the figures that are about as large as most of them, all of them unless they are many: those on tiles that have
/// a card or a frame.
pub fn as_large(figures: &[Area], exactness: f64) -> Vec<[usize; 2]> {
    /// The fewest figures of one size. Set by hand.
    const FEWEST: usize = 5;

    let like = |one: &Area| -> Vec<bool> {
        let others = figures.iter();
        others
            .map(|other| are_as_large(one, other, exactness))
            .collect()
    };
    let count = |are_like: &Vec<bool>| are_like.iter().filter(|is_like| **is_like).count();
    let Some(are_like) = figures.iter().map(like).max_by_key(count) else {
        return Vec::new();
    };
    match count(&are_like) >= FEWEST {
        true => some_pairs(figures.len(), |a, b| are_like[a] && are_like[b]),
        false => Vec::new(),
    }
}

fn are_as_large(a: &Area, b: &Area, exactness: f64) -> bool {
    /// By how much sides may differ, as a share of them, besides their exactness.
    const AS_LONG: f64 = 0.08;

    let differ = |axis: usize| (length(a, axis) - length(b, axis)).abs();
    (0..2).all(|axis| differ(axis) <= 2.0 * exactness + AS_LONG * length(a, axis))
}

/// The pairs of so many that are meant, or evenly spaced ones of them.
fn some_pairs(count: usize, are_meant: impl Fn(usize, usize) -> bool) -> Vec<[usize; 2]> {
    /// More pairs tell no more.
    const MAX_PAIRS: usize = 500;

    let pairs = (0..count).flat_map(|b| (0..b).map(move |a| [a, b]));
    let meant: Vec<[usize; 2]> = pairs.filter(|[a, b]| are_meant(*a, *b)).collect();
    let step = meant.len().div_ceil(MAX_PAIRS).max(1);
    meant.into_iter().step_by(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    #[test]
    fn clutter_does_not_take_the_place_of_larger_figures_below_it() {
        let is_in = |at: usize, pitch: usize, side: usize| at % pitch < side;
        let picture = Raster::from_fn(450, 450, |x, y| {
            let is_clutter = y < 240 && is_in(x, 14, 10) && is_in(y, 14, 10);
            let is_tile = (300..400).contains(&y) && is_in(x, 45, 30) && is_in(y - 300, 50, 30);
            let grey = if is_clutter || is_tile { 230 } else { 20 };
            Some(Rgb::new(grey, grey, grey))
        });
        let figures = Squares::of(&IntegralImage::of(&picture)).figures(0.5);
        assert_eq!(figures.len(), MAX_FIGURES);
        let tiles = figures.iter().filter(|figure| length(figure, 0) == 30.0);
        assert_eq!(tiles.count(), 20);
    }
}
