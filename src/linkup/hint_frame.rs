//! The frames of two tiles by which a game shows that they are equal.

use crate::grid::{Axis, Grid, IntegralImage, color_difference, mean_color};

/// What may be part of a frame: the straight lines at each of the four sides of the places of a grid.
pub struct Frames(Vec<[Vec<Line>; 4]>);

/// Neighbouring lines of pixels of one colour.
struct Line {
    color: [f32; 3],
    /// As a share of the pitch.
    width: f64,
}

// The numbers of this file were set by hand on 600 screenshots, 75 of which show a hint.

/// How far from the middle of a tile lines are looked for, as a share of the pitch, and along which share of it: neither the
/// middle nor how large a tile is, is known exactly.
const REACH: [f64; 2] = [0.25, 0.65];
const ALONG: f64 = 0.6;

/// The widest part of a frame, or of two side by side, as a share of the pitch: what is wider is a card of that colour.
const WIDEST: f64 = 0.2;

/// In how many parts a line is compared, and by how much less these differ from it, 0 to 255.
const PARTS: usize = 8;
const EVEN: f32 = 40.0;

/// The colours of one frame differ by less.
const SAME: f32 = 48.0;

/// At so many sides there is a line of the colour of a frame: of its own, or ...
const FRAMED: usize = 4;
/// ... that of a frame beside it.
const MOST_BESIDE: usize = 2;

impl Frames {
    pub fn of(image: &IntegralImage, grid: &Grid) -> Frames {
        let lines = |place: usize| {
            let [column, row] = [place % grid.x.count, place / grid.x.count];
            let [left, right] = sides(&grid.x, column);
            let [top, bottom] = sides(&grid.y, row);
            let [across, down] = [along(&grid.x, column), along(&grid.y, row)];
            let upright = |side| upright_lines(image, side, down, grid.x.pitch);
            let level = |side| level_lines(image, across, side, grid.y.pitch);
            [upright(left), upright(right), level(top), level(bottom)]
        };
        Frames((0..grid.count()).map(lines).collect())
    }

    /// Whether two places are framed in a colour in which no other is.
    pub fn mark(&self, pair: [usize; 2]) -> bool {
        let [first_side, ..] = &self.0[pair[0]];
        let others = || (0..self.0.len()).filter(|place| !pair.contains(place));
        let marks = |line: &Line| {
            let sides = |place: usize, widest| self.sides(place, line, widest);
            pair.iter().all(|place| sides(*place, WIDEST) == FRAMED)
                && others().all(|place| sides(place, f64::INFINITY) <= MOST_BESIDE)
        };
        first_side.iter().any(marks)
    }

    /// At how many sides of a place there is a line of the colour of another one.
    fn sides(&self, place: usize, like: &Line, widest: f64) -> usize {
        let is_like =
            |line: &Line| line.width <= widest && color_difference(&line.color, &like.color) < SAME;
        let sides = self.0[place].iter();
        sides.filter(|side| side.iter().any(is_like)).count()
    }
}

fn middle(axis: &Axis, index: usize) -> f64 {
    let [start, end] = axis.span(index);
    (start + end) / 2.0
}

/// Where the two sides of a tile may be.
fn sides(axis: &Axis, index: usize) -> [[f64; 2]; 2] {
    let middle = middle(axis, index);
    let [near, far] = REACH.map(|share| share * axis.pitch);
    [[middle - far, middle - near], [middle + near, middle + far]]
}

/// The part of the sides across an axis that is compared.
fn along(axis: &Axis, index: usize) -> [f64; 2] {
    let middle = middle(axis, index);
    [-0.5, 0.5].map(|end| middle + end * ALONG * axis.pitch)
}

/// How many lines of pixels there are in a range.
fn count([start, end]: [f64; 2]) -> usize {
    ((end - start).round() as usize).max(1)
}

fn upright_lines(image: &IntegralImage, x: [f64; 2], y: [f64; 2], pitch: f64) -> Vec<Line> {
    let count = count(x);
    let means = image.means(x, y, [count, PARTS]);
    let line = |column: usize| means.iter().skip(column).step_by(count).copied().collect();
    of_one_color((0..count).map(line), pitch)
}

fn level_lines(image: &IntegralImage, x: [f64; 2], y: [f64; 2], pitch: f64) -> Vec<Line> {
    let means = image.means(x, y, [PARTS, count(y)]);
    of_one_color(means.chunks(PARTS).map(<[_]>::to_vec), pitch)
}

/// The lines of one colour among neighbouring ones, given their parts.
fn of_one_color(lines: impl Iterator<Item = Vec<[f32; 3]>>, pitch: f64) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    let mut goes_on = false;
    for parts in lines {
        let color = mean_color(&parts);
        let is_even = (parts.iter()).all(|part| color_difference(part, &color) < EVEN);
        match found.last_mut() {
            Some(last) if goes_on && is_even && color_difference(&last.color, &color) < EVEN => {
                last.width += 1.0 / pitch;
            }
            _ if is_even => found.push(Line {
                color,
                width: 1.0 / pitch,
            }),
            _ => {}
        }
        goes_on = is_even;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::grid::drawn::board;

    /// Whether the places at `#` are marked: there are tiles of noise, some of them framed in red: at `#` and `o` by two
    /// pixels, and at `@` by a card.
    fn are_marked(rows: &[&str]) -> bool {
        let (image, grid) = board(rows, 2, |letter, [x, y]| {
            let from_edge = x.min(y).min(23 - x).min(23 - y);
            let width = match letter {
                b'#' | b'o' => 2,
                b'@' => 8,
                _ => 0,
            };
            match (from_edge, (x * 37 + y * 91) % 256) {
                (edge, _) if edge < width => Rgb::new(250, 20, 20),
                (0, _) => Rgb::new(40, 40, 40),
                (_, noise) => Rgb::new(90, noise as u8, 255 - noise as u8),
            }
        });
        let places = rows.concat();
        let pair: Vec<usize> = places.match_indices('#').map(|(place, _)| place).collect();
        Frames::of(&image, &grid).mark([pair[0], pair[1]])
    }

    #[test]
    fn two_tiles_are_marked_by_a_frame_that_no_other_has() {
        assert!(are_marked(&["A#BC", "DE#F", "GHIJ"]));
        assert!(are_marked(&["A##C", "DEKF", "GHIJ"]));
        assert!(!are_marked(&["A#BC", "DE#F", "GHoJ"]));
        assert!(!are_marked(&["A#BC", "DE#F", "GH@J"]));
    }
}
