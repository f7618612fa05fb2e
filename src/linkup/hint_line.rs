//! The line that a game draws from one tile to another to show that they are linked: what it hides is not known.

use crate::color::Rgb;
use crate::grid::{Axis, Direction, Grid, IntegralImage, color_difference, mean_color, median};
use crate::picture::Raster;

/// A line from the middle of a tile to that of another one, along columns and rows.
pub struct HintLine {
    strokes: Vec<Stroke>,
    /// The sides of the tiles that it links, which games frame.
    frames: Vec<Stroke>,
    /// The middles of these tiles, columns before rows.
    ends: Vec<[f64; 2]>,
}

/// What a line hides of a picture, and which tiles it links.
#[derive(Default)]
pub struct Hidden {
    pub strokes: Vec<Stroke>,
    /// The middles of the two tiles, columns before rows; none where nothing is hidden.
    ends: Vec<[f64; 2]>,
}

impl Hidden {
    /// Nothing, but a line from the middle of a tile to that of another one.
    #[cfg(test)]
    pub fn linking(ends: [[f64; 2]; 2]) -> Hidden {
        Hidden {
            ends: ends.to_vec(),
            ..Hidden::default()
        }
    }

    /// The places of the tiles that are linked.
    pub fn linked(&self, grid: &Grid) -> Option<[usize; 2]> {
        let index = |at: f64, axis: &Axis| {
            (0..axis.count).find(|index| (axis.span(*index)[0]..axis.span(*index)[1]).contains(&at))
        };
        let place = |[column, row]: [f64; 2]| {
            Some(index(row, &grid.y)? * grid.x.count + index(column, &grid.x)?)
        };
        let places: Vec<usize> = self.ends.iter().filter_map(|end| place(*end)).collect();
        places.try_into().ok()
    }

    /// The places whose middles are hidden, row by row.
    pub fn crossed(&self, grid: &Grid) -> Vec<usize> {
        let is_crossed = |place: &usize| {
            let [column, row] = [place % grid.x.count, place / grid.x.count];
            let [x, y] =
                middle(grid, [column as isize, row as isize]).map(|at| [at - 0.5, at + 0.5]);
            self.strokes.iter().any(|stroke| stroke.hides(x, y))
        };
        (0..grid.count()).filter(is_crossed).collect()
    }
}

/// A part of a line, from the middle of a place to halfway to the next one. All lengths are in pixels.
#[derive(Clone, Copy)]
pub struct Stroke {
    along: Direction,
    /// From where to where it goes, and ...
    length: [usize; 2],
    /// ... which lines of pixels it hides.
    width: [usize; 2],
}

/// A stroke, and where it is on the grid.
#[derive(Clone, Copy)]
struct Ray {
    stroke: Stroke,
    from: [isize; 2],
    to: [isize; 2],
    color: [f32; 3],
}

// The numbers of this file were set by hand on generated boards, of 1,170 of which 60 have a line.

/// Pixels of a line differ by less from its colour in each channel, 0 to 255: lossy compression blurs thin lines.
const SAME_COLOR: f32 = 40.0;

/// The same of the colours of its parts: scaling mixes them with what is beside the line.
const SAME_LINE: f32 = 64.0;

/// The share of the pixels along a line that have its colour, and the most that have it right beside it.
const EVEN: f64 = 0.9;
const SEEN_BESIDE: f64 = 0.5;

/// The contrast of a line as a share of that of its casing at least.
// Of 468 more boards, 121 of them with a line, one turns on it: half of the contrast is that of the blur beside its line.
const CLEAR: f32 = 0.6;

/// How far a line may be from the middle of a tile, as a share of the pitch, and how wide it may be: that of KShisen is 0.175
/// wide.
const OFF_MIDDLE: f64 = 0.1;
const WIDEST: f64 = 0.2;

/// Any line may be so wide, in pixels.
const LEAST_WIDEST: f64 = 3.0;

/// The share of a stroke at its end that may not be seen.
const END: f64 = 0.25;

/// How wide the frame of a tile is, as a share of the tile.
const FRAME: f64 = 0.12;

/// Pixels beside a line into which it is blurred.
const BLURRED: usize = 2;

impl HintLine {
    /// The line that links two tiles of a board, or the places from which they have just been taken, all of which that is on
    /// the grid is seen; `None` if there is none.
    pub fn of(image: &IntegralImage, grid: &Grid) -> Option<HintLine> {
        let rays: Vec<Ray> = places(grid)
            .flat_map(|from| rays(image, grid, from))
            .collect();
        let like = |first: &Ray, apart: f32| -> Vec<Ray> {
            let is_like = |ray: &&Ray| color_difference(&ray.color, &first.color) < apart;
            rays.iter().filter(is_like).copied().collect()
        };
        let mut lines = rays
            .iter()
            .flat_map(|first| [SAME_COLOR, SAME_LINE].map(|apart| like(first, apart)));
        let line = lines.find(|line| are_one_line(line, grid))?;
        Some(HintLine {
            strokes: line.iter().map(|ray| ray.stroke).collect(),
            frames: ends(&line).flat_map(|end| frame(grid, end.from)).collect(),
            ends: ends(&line).map(|end| middle(grid, end.from)).collect(),
        })
    }

    /// The parts of a picture that it hides, or that may be a frame of what it links.
    pub fn hidden(&self) -> Hidden {
        Hidden {
            strokes: [&self.strokes[..], &self.frames].concat(),
            ends: self.ends.clone(),
        }
    }

    /// A picture with what is beside the line in its place.
    pub fn erased_from(&self, raster: &Raster) -> Raster {
        let width = raster.width();
        let mut pixels = raster.pixels().to_vec();
        for stroke in &self.strokes {
            let place = |at, across| {
                let [x, y] = stroke.along.sides(at, across);
                y * width + x
            };
            let [first, last] = stroke.width;
            for at in stroke.length[0]..=stroke.length[1] {
                let ends = [first - 1, last + 1].map(|across| pixels[place(at, across)]);
                let [Some(start), Some(end)] = ends else {
                    continue;
                };
                for across in first..=last {
                    let share = (across + 1 - first) as f32 / (last + 2 - first) as f32;
                    pixels[place(at, across)] = Some(mixed(start, end, share));
                }
            }
        }
        Raster::new(width, pixels)
    }
}

impl Stroke {
    /// Whether it hides a part of a rectangle.
    pub fn hides(&self, x: [f64; 2], y: [f64; 2]) -> bool {
        let overlaps = |[first, last]: [usize; 2], [start, end]: [f64; 2]| {
            (first as f64) < end && last as f64 + 1.0 > start
        };
        let [columns, rows] = self.along.sides(self.length, self.width);
        overlaps(columns, x) && overlaps(rows, y)
    }
}

fn mixed(start: Rgb, end: Rgb, share: f32) -> Rgb {
    let [start, end] = [start, end].map(|color| color.channels().map(f32::from));
    let [r, g, b] = std::array::from_fn(|channel| {
        (start[channel] + (end[channel] - start[channel]) * share).round() as u8
    });
    Rgb::new(r, g, b)
}

fn places(grid: &Grid) -> impl Iterator<Item = [isize; 2]> {
    let [columns, rows] = [grid.x.count, grid.y.count].map(|count| count as isize);
    (0..rows).flat_map(move |row| (0..columns).map(move |column| [column, row]))
}

/// How many rays go out from a place.
fn count_from(rays: &[Ray], place: [isize; 2]) -> usize {
    rays.iter().filter(|ray| ray.from == place).count()
}

/// The rays with which a line ends.
fn ends(rays: &[Ray]) -> impl Iterator<Item = &Ray> {
    rays.iter().filter(|ray| count_from(rays, ray.from) == 1)
}

/// The column and the row of pixels in the middle of a place.
fn middle(grid: &Grid, [column, row]: [isize; 2]) -> [f64; 2] {
    [grid.x.span_at(column), grid.y.span_at(row)].map(|[start, end]| (start + end) / 2.0)
}

/// The four sides of a tile.
fn frame(grid: &Grid, [column, row]: [isize; 2]) -> impl Iterator<Item = Stroke> + use<> {
    let [x, y] = [grid.x.span_at(column), grid.y.span_at(row)];
    let sides = move |along: Direction| {
        let [length, [start, end]] = along.sides(x, y);
        let width = FRAME * (end - start);
        let pixels = |ends: [f64; 2]| ends.map(|at| at.max(0.0) as usize);
        [[start, start + width], [end - width, end]].map(|width| Stroke {
            along,
            length: pixels(length),
            width: pixels(width),
        })
    };
    [Direction::X, Direction::Y].into_iter().flat_map(sides)
}

/// Whether rays make up one line with two ends: each goes on at the next place unless it leaves the grid.
fn are_one_line(rays: &[Ray], grid: &Grid) -> bool {
    let is_on_grid = |[column, row]: [isize; 2]| {
        let is_within = |at: isize, axis: &Axis| (0..axis.count as isize).contains(&at);
        is_within(column, &grid.x) && is_within(row, &grid.y)
    };
    let goes_on = |ray: &Ray| {
        !is_on_grid(ray.to) || (rays.iter()).any(|next| [next.from, next.to] == [ray.to, ray.from])
    };
    ends(rays).count() == 2
        && rays
            .iter()
            .all(|ray| count_from(rays, ray.from) <= 2 && goes_on(ray))
}

/// The parts of lines of one colour from the middle of a place to halfway to the four places around it.
fn rays(image: &IntegralImage, grid: &Grid, from: [isize; 2]) -> impl Iterator<Item = Ray> {
    let ways = [Direction::X, Direction::Y].map(|along| [(along, -1), (along, 1)]);
    ways.into_iter().flatten().filter_map(move |(along, step)| {
        let [right, down] = along.sides(step, 0);
        let [column, row] = from;
        let to = [column + right, row + down];
        let (stroke, color) = stroke(image, grid, from, to, along)?;
        Some(Ray {
            stroke,
            from,
            to,
            color,
        })
    })
}

/// The stroke from the middle of a place to halfway to another one, and its colour.
fn stroke(
    image: &IntegralImage,
    grid: &Grid,
    from: [isize; 2],
    to: [isize; 2],
    along: Direction,
) -> Option<(Stroke, [f32; 3])> {
    let middles = |place: [isize; 2]| {
        let [x, y] = middle(grid, place);
        along.sides(x, y)
    };
    let ([start, across], [end, _]) = (middles(from), middles(to));
    let [_, pitch] = along.sides(grid.x.pitch, grid.y.pitch);
    let [length_inside, width_inside] =
        [along, along.other()].map(|direction| image.length(direction));
    // Where it ends is not known exactly.
    let seen = [0.5 * END, 0.5].map(|share| start + share * (end - start));
    let length = pixels(seen, length_inside)?;
    let reach = (OFF_MIDDLE + WIDEST) * pitch + BLURRED as f64;
    let lines = pixels([across - reach, across + reach], width_inside)?;
    let band = Band::of(
        image,
        along,
        length,
        lines,
        (WIDEST * pitch).max(LEAST_WIDEST),
    )?;
    let more = (start - seen[0]).abs() + band.width() as f64 / 2.0 + BLURRED as f64;
    let whole = [seen[0] - more * (end - start).signum(), seen[1]];
    let stroke = Stroke {
        along,
        length: pixels(whole, length_inside)?,
        width: [band.first - BLURRED, band.last + BLURRED],
    };
    let is_inside = stroke.width[0] > 0 && stroke.width[1] + 1 < width_inside;
    is_inside.then_some((stroke, band.color))
}

/// The first and the last pixel of a range, `None` if one of them is not inside of so many.
fn pixels(ends: [f64; 2], inside: usize) -> Option<[usize; 2]> {
    let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
    (low >= 0.0 && high < inside as f64).then_some([low as usize, high as usize])
}

/// Neighbouring lines of pixels of one colour that is not seen beside them.
struct Band {
    first: usize,
    last: usize,
    color: [f32; 3],
    /// The difference from what is beside it.
    contrast: f32,
}

impl Band {
    /// Of the clear ones of the pixels `length` of some lines along a direction the one nearest to their middle: where a line is
    /// blurred it looks like a paler one, and it may have a casing.
    fn of(
        image: &IntegralImage,
        along: Direction,
        length: [usize; 2],
        lines: [usize; 2],
        widest: f64,
    ) -> Option<Band> {
        let seen = |line: usize| -> Vec<[f32; 3]> {
            let pixel = |at: usize| {
                let [x, y] = along.sides(at, line);
                image.mean([x, x + 1], [y, y + 1])
            };
            (length[0]..=length[1]).map(pixel).collect()
        };
        let seen: Vec<Vec<[f32; 3]>> = (lines[0]..=lines[1]).map(seen).collect();
        let colors: Vec<Option<[f32; 3]>> = seen.iter().map(|line| even_color(line)).collect();
        let continues = |at: usize| {
            let next = colors.get(at + 1).copied().flatten();
            colors[at]
                .zip(next)
                .is_some_and(|(one, next)| color_difference(&one, &next) < SAME_COLOR)
        };
        let starts = (BLURRED..seen.len()).filter(|at| colors[*at].is_some() && !continues(at - 1));
        let bands = starts.filter_map(|first| {
            let last = (first..seen.len()).find(|at| !continues(*at))?;
            let color = colors[(first + last) / 2]?;
            let beside = [seen.get(first - BLURRED)?, seen.get(last + BLURRED)?];
            let is_apart = beside.iter().all(|line| share(line, color) <= SEEN_BESIDE);
            let band = Band {
                first: lines[0] + first,
                last: lines[0] + last,
                color,
                contrast: (beside.iter())
                    .map(|line| color_difference(&color, &mean_color(line)))
                    .fold(f32::INFINITY, f32::min),
            };
            (is_apart && band.width() as f64 <= widest).then_some(band)
        });
        let bands: Vec<Band> = bands.collect();
        let clearest = bands.iter().map(|band| band.contrast).fold(0.0, f32::max);
        let off_middle = |band: &Band| (band.first + band.last).abs_diff(lines[0] + lines[1]);
        let clear = bands
            .into_iter()
            .filter(|band| band.contrast >= CLEAR * clearest);
        clear.min_by_key(off_middle)
    }

    fn width(&self) -> usize {
        self.last + 1 - self.first
    }
}

/// The colour that almost all of some pixels have.
fn even_color(line: &[[f32; 3]]) -> Option<[f32; 3]> {
    let middle = |channel: usize| median(line.iter().map(|color| color[channel]));
    let color = [middle(0)?, middle(1)?, middle(2)?];
    (share(line, color) >= EVEN).then_some(color)
}

/// The share of some pixels that have a colour.
fn share(line: &[[f32; 3]], color: [f32; 3]) -> f64 {
    let same = line
        .iter()
        .filter(|other| color_difference(other, &color) < SAME_COLOR);
    same.count() as f64 / line.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkup::cards::read_without;
    use crate::picture::drawing::noise;

    /// The first and the last line of the band in a picture of noise some lines of which are red.
    fn band(is_red: impl Fn(usize) -> bool) -> Option<[usize; 2]> {
        const RED: Rgb = Rgb::new(250, 10, 10);
        let noise = noise(20, 12, 1);
        let picture = Raster::from_fn(20, 12, |x, y| match is_red(y) {
            true => Some(RED),
            false => noise.color(x, y),
        });
        let image = IntegralImage::of(&picture);
        let band = Band::of(&image, Direction::X, [2, 18], [1, 10], 3.0)?;
        Some([band.first, band.last])
    }

    #[test]
    fn a_band_is_narrow_and_has_a_color_of_its_own() {
        assert_eq!(band(|line| [5, 6].contains(&line)), Some([5, 6]));
        assert_eq!(band(|line| (4..8).contains(&line)), None);
        assert_eq!(band(|_| false), None);
    }

    #[test]
    fn the_tiles_that_a_line_links_are_those_at_its_ends() {
        let (_, reading) = read_without(&["AAB", "CBC", "DEF", "DEF"], b"");
        let ends = [[0, 1], [2, 3]].map(|place| middle(&reading.grid, place));
        let hidden = Hidden::linking(ends);
        assert_eq!(hidden.linked(&reading.grid), Some([3, 11]));
        assert_eq!(Hidden::default().linked(&reading.grid), None);
    }

    #[test]
    fn bars_on_tiles_are_no_line() {
        let (scene, reading) = read_without(&["AAB", "CBC", "DEF", "DEF"], b"");
        assert!(HintLine::of(&scene, &reading.grid).is_none());
    }

    #[test]
    fn what_is_beside_a_line_takes_its_place() {
        let [dark, light] = [Rgb::new(10, 10, 10), Rgb::new(90, 90, 90)];
        let picture = Raster::from_fn(5, 5, |x, _| match x {
            0 => Some(dark),
            4 => Some(light),
            _ => Some(Rgb::new(250, 0, 0)),
        });
        let stroke = Stroke {
            along: Direction::Y,
            length: [1, 4],
            width: [1, 3],
        };
        assert!(stroke.hides([3.5, 5.0], [0.0, 2.0]) && !stroke.hides([0.0, 1.0], [0.0, 5.0]));
        let line = HintLine {
            strokes: vec![stroke],
            frames: Vec::new(),
            ends: Vec::new(),
        };
        let erased = line.erased_from(&picture);
        let greys = (0..5).map(|x| erased.color(x, 2).unwrap());
        assert!(greys.eq([10, 30, 50, 70, 90].map(|value| Rgb::new(value, value, value))));
        assert_eq!(erased.row(0), picture.row(0));
    }
}
