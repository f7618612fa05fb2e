//! What is seen of a tile in a picture.

use crate::sprite::grid::Sums;

/// What is seen of a tile.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where it is on its board, from -0.5 to 0.5 along each axis.
    pub at: [f32; 2],
    /// The mean colours of parts that overlap, row by row.
    pub parts: Vec<[f32; 3]>,
    /// Which channels of the parts were as bright or as dark as a picture can show.
    limits: Vec<[Option<Limit>; 3]>,
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

impl Block {
    /// Of a rectangle at a place of the board.
    pub fn of(sums: &Sums, x: [f64; 2], y: [f64; 2], at: [f32; 2]) -> Block {
        let length = (x[1] - x[0]).min(y[1] - y[0]);
        let side = ((length / LEAST_PART) as usize).clamp(REACH, MOST_PARTS);
        Block::new(at, blurred(&sums.parts(x, y, side), side))
    }

    pub fn new(at: [f32; 2], parts: Vec<[f32; 3]>) -> Block {
        let limits = parts.iter().map(|part| part.map(Limit::of)).collect();
        Block { at, parts, limits }
    }

    /// Whether a channel of a part is what it was.
    pub fn is_shown(&self, part: usize, channel: usize) -> bool {
        self.limits[part][channel].is_none()
    }

    /// How different two blocks are in the same light, 0 to 255. What differs much somewhere counts more than
    /// what differs a little everywhere (a mean of fourth powers): equal blocks are not cut at the very same
    /// place, unlike ones may be so in a small part only.
    pub fn distance(&self, other: &Block) -> f32 {
        let limits = self.limits.iter().zip(&other.limits);
        let parts = self.parts.iter().zip(&other.parts).zip(limits);
        let apart = parts.map(|((a, b), (of_a, of_b))| {
            let square = |channel: usize| {
                let more = a[channel] - b[channel];
                let [above, below] = match more > 0.0 {
                    true => [of_a[channel], of_b[channel]],
                    false => [of_b[channel], of_a[channel]],
                };
                // What is nearer to black or to white than a picture shows may be equal.
                let may_be_equal = above == Some(Limit::Black) || below == Some(Limit::White);
                if may_be_equal { 0.0 } else { more * more }
            };
            (0..3).map(square).sum::<f32>() / 3.0
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
        Block::new([0.0; 2], values.map(|value| [value; 3]).to_vec())
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
        darker.parts.fill([230.0; 3]);
        assert_eq!(darker.distance(&block([240.0; 4])), 0.0);
        assert_eq!(darker.distance(&block([200.0; 4])), 30.0);
    }
}
