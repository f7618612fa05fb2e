//! What is seen of a tile in a picture.

use crate::sprite::grid::Sums;

/// What is seen of a tile.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where it is on its board, from -0.5 to 0.5 along each axis.
    pub at: [f32; 2],
    /// Parts that overlap, row by row.
    pub parts: Vec<[Shade; 3]>,
}

/// A channel of a part of a tile.
#[derive(Clone, Copy, Debug)]
pub struct Shade {
    /// On average.
    pub mean: f32,
    /// The least and the most that it would be if the tile were a little beside its place.
    ends: [f32; 2],
    /// Whether it was as bright or as dark as a picture can show.
    limit: Option<Limit>,
}

impl Shade {
    fn new(mean: f32, ends: [f32; 2]) -> Shade {
        let limit = Limit::of(mean);
        Shade { mean, ends, limit }
    }

    /// Whether it is what it was.
    pub fn is_shown(&self) -> bool {
        self.limit.is_none()
    }

    /// In another light.
    pub fn relit(&self, light: impl Fn(f32) -> f32) -> Shade {
        Shade {
            mean: light(self.mean),
            ends: self.ends.map(&light),
            limit: self.limit,
        }
    }

    /// How far two are apart at least.
    fn apart(&self, other: &Shade) -> f32 {
        let (bright, dark) = match self.mean > other.mean {
            true => (self, other),
            false => (other, self),
        };
        // What is nearer to black or to white than a picture shows may be equal.
        match bright.limit == Some(Limit::Black) || dark.limit == Some(Limit::White) {
            true => 0.0,
            false => (bright.ends[0] - dark.ends[1]).max(0.0),
        }
    }
}

/// What is seen of a channel is the least or the most that it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Black,
    White,
}

/// Means beyond these are of pixels that noise would have made darker than black or brighter than white.
const SHOWN: std::ops::RangeInclusive<f32> = 6.0..=247.0;

impl Limit {
    fn of(value: f32) -> Option<Limit> {
        match value {
            value if value < *SHOWN.start() => Some(Limit::Black),
            value if value > *SHOWN.end() => Some(Limit::White),
            _ => None,
        }
    }
}

/// Pixels of a part along each side, at least, and parts along each side of a tile, at most.
const LEAST_PART: f64 = 2.0;
const MOST_PARTS: usize = 12;

/// Pixels by which a tile may be beside its place: lines of pixels are doubled one earlier or later where a
/// picture is enlarged.
const SLACK: f64 = 0.25;

impl Block {
    /// Of a rectangle at a place of the board.
    pub fn of(sums: &Sums, x: [f64; 2], y: [f64; 2], at: [f32; 2]) -> Block {
        let length = (x[1] - x[0]).min(y[1] - y[0]);
        let side = ((length / LEAST_PART) as usize).clamp(REACH, MOST_PARTS);
        let seen = |[right, down]: [f64; 2]| {
            let (x, y) = (x.map(|x| x + right * SLACK), y.map(|y| y + down * SLACK));
            blurred(&sums.parts(x, y, side), side)
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

    /// Of colours that are known exactly.
    #[cfg(test)]
    pub fn flat(at: [f32; 2], colors: &[[f32; 3]]) -> Block {
        let shade = |mean: f32| Shade::new(mean, [mean; 2]);
        let parts = colors.iter().map(|color| color.map(shade)).collect();
        Block { at, parts }
    }

    /// How different two blocks are in the same light, 0 to 255. What differs much somewhere counts more than
    /// what differs a little everywhere (a mean of fourth powers): equal blocks are not cut at the very same
    /// place, unlike ones may be so in a small part only.
    pub fn distance(&self, other: &Block) -> f32 {
        let apart = self.parts.iter().zip(&other.parts).map(|(a, b)| {
            let channels = a.iter().zip(b).map(|(a, b)| a.apart(b));
            channels.map(|apart| apart * apart).sum::<f32>() / 3.0
        });
        let apart = apart.map(|square| square * square);
        (apart.sum::<f32>() / self.parts.len() as f32).sqrt().sqrt()
    }
}

/// Parts along each side that are seen as one.
const REACH: usize = 2;

/// Means over squares of parts, `side` in a row.
fn blurred(parts: &[[f32; 3]], side: usize) -> Vec<[f32; 3]> {
    let mean = |column: usize, row: usize| -> [f32; 3] {
        let square = (0..REACH).flat_map(|y| (0..REACH).map(move |x| (column + x, row + y)));
        let sum = square.fold([0.0; 3], |sum, (x, y)| {
            std::array::from_fn(|channel| sum[channel] + parts[y * side + x][channel])
        });
        sum.map(|sum: f32| sum / (REACH * REACH) as f32)
    };
    let whole = 0..=side - REACH;
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
        assert_eq!(flat.distance(&block([100.0; 4])), 10.0);
        assert!(flat.distance(&block([130.0, 90.0, 90.0, 90.0])) > 25.0);
    }

    #[test]
    fn what_is_white_may_be_brighter() {
        let mut darker = block([255.0; 4]);
        for shade in darker.parts.iter_mut().flatten() {
            *shade = shade.relit(|value| value - 25.0);
        }
        assert_eq!(darker.distance(&block([240.0; 4])), 0.0);
        assert_eq!(darker.distance(&block([200.0; 4])), 30.0);
    }
}
