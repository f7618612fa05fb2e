//! The pixels of a tile in a picture, reduced to overlapping parts.

use crate::grid::IntegralImage;

use super::hint_line::Stroke;

/// A tile in a picture.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where it is on its board: -0.5 to 0.5 along each axis.
    pub at: [f32; 2],
    /// The mean colours of overlapping parts, row by row.
    pub parts: Vec<[Shade; 3]>,
}

/// A channel of a part of a tile.
#[derive(Clone, Copy, Debug)]
pub struct Shade {
    /// 0 to 255, or beyond once light is evened out.
    pub mean: f32,
    /// The least and the most that the mean is if the tile is displaced a little.
    ends: [f32; 2],
    /// Why it is not known.
    unknown: Option<Unknown>,
}

impl Shade {
    fn new(mean: f32, ends: [f32; 2]) -> Shade {
        Shade {
            mean,
            ends,
            unknown: Unknown::clipped(mean),
        }
    }

    /// Whether it was neither clipped nor hidden.
    pub fn is_known(&self) -> bool {
        self.unknown.is_none()
    }

    /// In another light.
    pub fn relit(&self, light: impl Fn(f32) -> f32) -> Shade {
        Shade {
            mean: light(self.mean),
            ends: self.ends.map(&light),
            unknown: self.unknown,
        }
    }

    /// The least and the most that it may have been: a clipped channel may have been darker or brighter than it shows, and a
    /// hidden one anything.
    fn range(&self) -> [f32; 2] {
        match self.unknown {
            Some(Unknown::Hidden) => ANYTHING,
            Some(Unknown::Black) => [f32::NEG_INFINITY, self.ends[1]],
            Some(Unknown::White) => [self.ends[0], f32::INFINITY],
            None => self.ends,
        }
    }
}

/// Why a channel is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unknown {
    /// It was clipped at this end, or ...
    Black,
    White,
    /// ... something is in front of it.
    Hidden,
}

/// Means that noise has not clipped, 0 to 255.
// Noise of sigma 8 pushes pixels next to black and white beyond what a picture shows, which biases their mean.
const UNCLIPPED: std::ops::RangeInclusive<f32> = 6.0..=247.0;

impl Unknown {
    fn clipped(value: f32) -> Option<Unknown> {
        match value {
            value if value < *UNCLIPPED.start() => Some(Unknown::Black),
            value if value > *UNCLIPPED.end() => Some(Unknown::White),
            _ => None,
        }
    }
}

/// The least side of a part in pixels, and the most parts along a side of a tile.
// Finer parts tell small icons apart, but let noise and displacements by a pixel count.
const MIN_PART: f64 = 2.0;
const MAX_PARTS: usize = 12;

/// Pixels by which a tile may be displaced.
// Enlarging a picture by a fraction doubles a line of pixels earlier in one tile than in another.
const SLACK: f64 = 0.25;

impl Block {
    /// Of a rectangle, columns `x` and rows `y`, at a place of the board.
    pub fn of(image: &IntegralImage, x: [f64; 2], y: [f64; 2], at: [f32; 2]) -> Block {
        let side = parts_along(x, y);
        let seen = |[right, down]: [f64; 2]| {
            let (x, y) = (x.map(|x| x + right * SLACK), y.map(|y| y + down * SLACK));
            blurred(&image.part_means(x, y, side), side)
        };
        let means = seen([0.0; 2]);
        let moved = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]].map(seen);
        let shade = |part: usize, channel: usize| {
            let mean = means[part][channel];
            let all = moved.iter().map(|parts| parts[part][channel]);
            let ends = all.fold([mean; 2], |[low, high], value| {
                [low.min(value), high.max(value)]
            });
            Shade::new(mean, ends)
        };
        let parts = 0..means.len();
        Block {
            at,
            parts: parts
                .map(|part| [0, 1, 2].map(|channel| shade(part, channel)))
                .collect(),
        }
    }

    /// Of the same rectangle, some of which is hidden.
    pub fn behind(mut self, strokes: &[Stroke], x: [f64; 2], y: [f64; 2]) -> Block {
        let side = parts_along(x, y);
        let seen = side + 1 - OVERLAP;
        let covers = |[start, end]: [f64; 2], first: usize| {
            [first, first + OVERLAP].map(|cut| start + (end - start) * cut as f64 / side as f64)
        };
        for (index, part) in self.parts.iter_mut().enumerate() {
            let [x, y] = [covers(x, index % seen), covers(y, index / seen)];
            if strokes.iter().any(|stroke| stroke.hides(x, y)) {
                for shade in part {
                    shade.unknown = Some(Unknown::Hidden);
                }
            }
        }
        self
    }

    /// Of exactly known colours.
    #[cfg(test)]
    pub fn flat(at: [f32; 2], colors: &[[f32; 3]]) -> Block {
        let shade = |mean: f32| Shade::new(mean, [mean; 2]);
        let parts = colors.iter().map(|color| color.map(shade)).collect();
        Block { at, parts }
    }

    /// What it may have looked like, for comparing it with many others.
    pub fn ranges(&self) -> Ranges {
        let ranges = self.parts.chunks(LANES).map(|parts| {
            let mut lanes = [[ANYTHING; LANES]; 3];
            for (lane, part) in parts.iter().enumerate() {
                for (channel, shade) in part.iter().enumerate() {
                    lanes[channel][lane] = shade.range();
                }
            }
            lanes.map(|channel| [channel.map(|[low, _]| low), channel.map(|[_, high]| high)])
        });
        Ranges {
            parts: self.parts.len(),
            lanes: ranges.collect(),
        }
    }
}

/// Parts that are compared at once.
const LANES: usize = 8;

/// The channels of a colour.
const CHANNELS: f32 = 3.0;

/// A range that differs from no other.
const ANYTHING: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// What a tile may have looked like.
pub struct Ranges {
    parts: usize,
    /// For some parts at a time, for each channel, the least means and the greatest.
    lanes: Vec<[[[f32; LANES]; 2]; 3]>,
}

impl Ranges {
    /// The difference of two blocks in the same light, 0 to 255: the fourth root of the mean fourth power. So a large
    /// difference somewhere counts more than a small one everywhere: equal blocks are not cut at exactly the same
    /// place, and unequal ones may differ only in a small part.
    pub fn distance(&self, other: &Ranges) -> f32 {
        let mut sums = [0.0; LANES];
        for (a, b) in self.lanes.iter().zip(&other.lanes) {
            let mut squares = [0.0; LANES];
            for ([low, high], [others_low, others_high]) in a.iter().zip(b) {
                for lane in 0..LANES {
                    let above = low[lane] - others_high[lane];
                    let below = others_low[lane] - high[lane];
                    let apart = greater(greater(above, below), 0.0);
                    squares[lane] += apart * apart;
                }
            }
            for (sum, square) in sums.iter_mut().zip(squares) {
                *sum += square * square;
            }
        }
        let sum = sums.iter().sum::<f32>() / (CHANNELS * CHANNELS);
        (sum / self.parts as f32).sqrt().sqrt()
    }
}

/// The greater of two numbers: one instruction where `f32::max`, which minds NaN, is several.
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Parts along each side that are averaged into one.
const OVERLAP: usize = 2;

/// How many parts there are along each side of a rectangle.
fn parts_along(x: [f64; 2], y: [f64; 2]) -> usize {
    let length = (x[1] - x[0]).min(y[1] - y[0]);
    ((length / MIN_PART) as usize).clamp(OVERLAP, MAX_PARTS)
}

/// Means over squares of parts, `side` in a row.
fn blurred(parts: &[[f32; 3]], side: usize) -> Vec<[f32; 3]> {
    let mean = |column: usize, row: usize| -> [f32; 3] {
        let square = (0..OVERLAP).flat_map(|y| (0..OVERLAP).map(move |x| (column + x, row + y)));
        let sum = square.fold([0.0; 3], |sum, (x, y)| {
            std::array::from_fn(|channel| sum[channel] + parts[y * side + x][channel])
        });
        sum.map(|sum: f32| sum / (OVERLAP * OVERLAP) as f32)
    };
    let whole = 0..=side - OVERLAP;
    let places = whole
        .clone()
        .flat_map(|row| whole.clone().map(move |column| (column, row)));
    places.map(|(column, row)| mean(column, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(values: [f32; 4]) -> Block {
        Block::flat([0.0; 2], &values.map(|value| [value; 3]))
    }

    #[test]
    fn parts_are_seen_with_those_beside_them() {
        let parts: Vec<[f32; 3]> = (0..9u8).map(|index| [f32::from(index); 3]).collect();
        let seen: Vec<f32> = blurred(&parts, 3).iter().map(|part| part[0]).collect();
        assert_eq!(seen, [2.0, 3.0, 5.0, 6.0]);
    }

    #[test]
    fn what_differs_much_somewhere_counts_more() {
        let flat = block([90.0; 4]);
        let distance = |values| flat.ranges().distance(&block(values).ranges());
        assert_eq!(distance([100.0; 4]), 10.0);
        assert!(distance([130.0, 90.0, 90.0, 90.0]) > 25.0);
    }

    #[test]
    fn what_is_white_may_be_brighter() {
        let mut darker = block([255.0; 4]);
        for shade in darker.parts.iter_mut().flatten() {
            *shade = shade.relit(|value| value - 25.0);
        }
        let distance = |values| darker.ranges().distance(&block(values).ranges());
        assert_eq!(distance([240.0; 4]), 0.0);
        assert_eq!(distance([200.0; 4]), 30.0);
    }
}
