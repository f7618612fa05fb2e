//! A net of lines of one colour around sprites: rectangles of any size, which may share their sides.

use super::lines::{edge, most_common};
use crate::color::{ColorCounts, Rgb};
use crate::picture::{Bounds, Raster};
use crate::sprite::Background;
use crate::sprite::components::connected_components;

/// Fewer rectangles are parts of a sprite. The numbers of this file were set by hand: of 573 sheets six of one package turn
/// on them.
const FEWEST: usize = 6;

/// Smaller ones are loops in a sprite.
const LEAST_SIDE: usize = 4;

/// The share of all that is shown which lies within the rectangles at least, ...
const WITHIN: f64 = 0.9;

/// ... and the share of the colour beside them which lies on their sides.
const ON_SIDES: f64 = 0.9;

/// The share of the edge of a rectangle that may have the colour, too.
const BARE_EDGE: f64 = 0.1;

/// Lines are in one of the most common colours.
const COLORS: usize = 6;

/// A net of lines.
pub struct Net {
    color: Rgb,
    /// What the lines enclose, in reading order.
    pub cells: Vec<Bounds>,
}

impl Net {
    pub fn of(raster: &Raster) -> Option<Net> {
        let colors = ColorCounts::of(raster.pixels()).by_frequency();
        let mut colors = colors.into_iter().take(COLORS);
        colors.find_map(|(color, _)| Net::in_color(raster, color))
    }

    /// The colour that most of what is beside the lines has, if there is one.
    pub fn background(&self, raster: &Raster) -> Background {
        let edges = self.cells.iter().flat_map(|cell| edge(raster, *cell));
        most_common(edges).map_or(Background::None, Background::Color)
    }

    fn in_color(raster: &Raster, color: Rgb) -> Option<Net> {
        let between = Raster::from_fn(raster.width(), raster.height(), |x, y| {
            (raster.color(x, y) != Some(color)).then_some(color)
        });
        let is_line = |pixel| pixel == Some(color);
        let areas = connected_components(&between, 0);
        let areas = areas.iter().map(|area| area.bounds);
        let is_enclosed = |area: Bounds| {
            let around = outside(area, raster);
            around.is_some_and(|around| edge(raster, around).all(is_line))
        };
        // A sprite on a ground of this colour is enclosed by it, but does not fill its rectangle.
        let fills_edge = |area: Bounds| {
            let lines = edge(raster, area).filter(|pixel| is_line(*pixel));
            lines.count() as f64 <= BARE_EDGE * edge(raster, area).count() as f64
        };
        let enclosed = areas.filter(|area| {
            area.width.min(area.height) >= LEAST_SIDE && is_enclosed(*area) && fills_edge(*area)
        });
        let enclosed: Vec<Bounds> = enclosed.collect();
        let is_outermost = |area: &&Bounds| {
            !(enclosed.iter()).any(|other| other != *area && area.lies_within(*other))
        };
        let cells: Vec<Bounds> = enclosed.iter().filter(is_outermost).copied().collect();
        let net = Net { color, cells };
        (net.cells.len() >= FEWEST && net.is_all_of(raster)).then_some(net)
    }

    /// Whether hardly anything is beside the rectangles, and hardly anything in the colour beside their sides.
    fn is_all_of(&self, raster: &Raster) -> bool {
        let mut rest = raster.clone();
        if let Background::Color(background) = self.background(raster) {
            rest.erase(|_, _, color| color == background);
        }
        let [shown, _] = self.shown(&rest);
        self.remove_cells_from(&mut rest);
        let [beside, lines] = self.shown(&rest);
        self.remove_lines_from(&mut rest);
        let [_, strokes] = self.shown(&rest);
        beside as f64 <= (1.0 - WITHIN) * shown as f64
            && strokes as f64 <= (1.0 - ON_SIDES) * lines as f64
    }

    /// How many pixels show something in other colours, and in that of the lines.
    fn shown(&self, raster: &Raster) -> [usize; 2] {
        let shown = raster.pixels().iter().flatten();
        let lines = shown.clone().filter(|color| **color == self.color).count();
        [shown.count() - lines, lines]
    }

    /// Takes away the rectangles and the lines on their sides, and nothing else.
    pub fn remove_from(&self, raster: &mut Raster) {
        self.remove_cells_from(raster);
        self.remove_lines_from(raster);
    }

    fn remove_cells_from(&self, raster: &mut Raster) {
        let mut is_within = vec![false; raster.width() * raster.height()];
        for cell in &self.cells {
            for y in cell.rows() {
                is_within[y * raster.width()..][cell.columns()].fill(true);
            }
        }
        let width = raster.width();
        raster.erase(|x, y, _| is_within[y * width + x]);
    }

    fn remove_lines_from(&self, raster: &mut Raster) {
        let width = raster.width();
        let mut is_side = vec![false; width * raster.height()];
        for around in self.cells.iter().filter_map(|cell| outside(*cell, raster)) {
            for y in around.rows() {
                let is_end = y == around.top || y + 1 == around.rows().end;
                let row = &mut is_side[y * width..][around.columns()];
                match (is_end, row) {
                    (true, row) => row.fill(true),
                    (false, [first, .., last]) => (*first, *last) = (true, true),
                    (false, _) => {}
                }
            }
        }
        raster.erase(|x, y, color| color == self.color && is_side[y * width + x]);
    }
}

/// The rectangle one pixel around another; `None` if the picture ends there.
fn outside(area: Bounds, raster: &Raster) -> Option<Bounds> {
    let fits = area.left > 0
        && area.top > 0
        && area.columns().end < raster.width()
        && area.rows().end < raster.height();
    fits.then(|| Bounds {
        left: area.left - 1,
        top: area.top - 1,
        width: area.width + 2,
        height: area.height + 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: Rgb = Rgb::new(250, 40, 40);

    /// Rows of boxes of different widths that share their sides, with a ball in each, and a stroke of this length.
    fn boxes(stroke: usize) -> Raster {
        Raster::from_fn(121, 70, |x, y| {
            let (width, [left, top]) = if y < 30 {
                (20, [x, y])
            } else {
                (30, [x, y - 30])
            };
            let is_net = x <= 120 && y <= 60 && (left % width == 0 || top % 30 == 0);
            let [across, down] = [(left % width).abs_diff(width / 2), (top % 30).abs_diff(15)];
            let is_ball = y < 60 && across.pow(2) + down.pow(2) < 36;
            let is_stroke = y == 66 && x < stroke;
            match is_net || is_stroke {
                true => Some(LINE),
                false => is_ball.then_some(Rgb::new(20, 90, 200)),
            }
        })
    }

    #[test]
    fn rectangles_of_any_size_are_found_between_lines() {
        let net = Net::of(&boxes(0)).unwrap();
        assert_eq!(net.cells.len(), 6 + 4);
        assert_eq!(net.cells[0].size(), (19, 29));
        assert_eq!(net.cells[9].size(), (29, 29));
        let mut rest = boxes(0);
        net.remove_from(&mut rest);
        assert_eq!(rest.bounds(), None);
    }

    #[test]
    fn the_background_is_what_is_beside_the_lines() {
        let olive = Rgb::new(110, 110, 80);
        let boxes = boxes(0);
        let opaque = Raster::from_fn(121, 61, |x, y| boxes.color(x, y).or(Some(olive)));
        let net = Net::of(&opaque).unwrap();
        assert_eq!(net.cells.len(), 6 + 4);
        assert_eq!(net.background(&opaque), Background::Color(olive));
    }

    #[test]
    fn sprites_on_a_ground_of_one_colour_are_in_no_net() {
        let boxes = boxes(0);
        let balls = Raster::from_fn(121, 70, |x, y| {
            let pixel = boxes.color(x, y).filter(|color| *color != LINE);
            pixel.or(Some(Rgb::new(110, 110, 80)))
        });
        assert!(Net::of(&balls).is_none());
    }

    #[test]
    fn strokes_beside_the_rectangles_are_no_lines() {
        assert!(Net::of(&boxes(110)).is_none());
    }
}
