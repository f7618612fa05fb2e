//! Patches of a picture that come again along an axis.

use super::lines::Direction;
use super::period::{LEAST_PITCH, clearest};
use super::sums::Sums;

/// Pixels of a patch along each side, and from patch to patch.
const SIDE: usize = 8;

/// The picture is looked at in so many pixels along its longer side.
const LENGTH: usize = 480;

/// A patch is met by one that differs by less than this share of what unlike ones do.
const EQUAL: f32 = 0.2;

/// Patches with less contrast than this, as a standard deviation of 0 to 255, are noise.
const FAINT: f32 = 16.0;

/// A patch that is met at more than one of so many distances is part of a line or of a pattern.
const COMMON: usize = 12;

/// Patches that are nearer may be parts of one thing.
const LEAST_DISTANCE: usize = 6;

/// The distances, in pixels of the picture, whose multiples are those after which most patches come
/// again, the clearest first, at most `most`.
pub fn find_echoes(sums: &Sums, direction: Direction, most: usize) -> Vec<f64> {
    let factor = sums.width().max(sums.height()).div_ceil(LENGTH).max(1);
    let votes = Small::of(sums, direction, factor).votes();
    let mut found: Vec<(f64, f64)> = Vec::new();
    let mut pitch = (LEAST_PITCH / factor as f64).max(LEAST_DISTANCE as f64);
    while pitch < votes.len() as f64 {
        let clear = f64::from(votes_for(&votes, pitch));
        if clear > 0.0 {
            found.push((clear, pitch * factor as f64));
        }
        // At the last multiple that is half a pixel.
        pitch += 0.5 * pitch / votes.len() as f64;
    }
    clearest(found, most)
}

/// The votes of all multiples of a pitch; many of them have some by chance.
fn votes_for(votes: &[f32], pitch: f64) -> f32 {
    let multiples = (1..).map(|multiple| (pitch * f64::from(multiple)).round() as usize);
    let near = multiples.map_while(|at| {
        let beside = votes.get(at + 1).copied().unwrap_or(0.0);
        Some(votes.get(at)? + beside.max(*votes.get(at - 1)?))
    });
    let (sum, count) = near.fold((0.0, 0.0f32), |(sum, count), votes| {
        (sum + votes, count + 1.0)
    });
    sum / count.max(1.0).sqrt()
}

/// A picture made smaller, turned so that the axis looked at is that of its rows.
struct Small {
    width: usize,
    height: usize,
    pixels: Vec<[f32; 3]>,
}

impl Small {
    fn of(sums: &Sums, direction: Direction, factor: usize) -> Small {
        let width = sums.length(direction) / factor;
        let height = sums.length(direction.other()) / factor;
        let span = |at: usize| [at * factor, (at + 1) * factor];
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let pixels = pixels.map(|(x, y)| {
            let [x, y] = direction.sides(span(x), span(y));
            sums.mean(x, y)
        });
        Small {
            width,
            height,
            pixels: pixels.collect(),
        }
    }

    fn patch(&self, x: usize, y: usize) -> impl Iterator<Item = &[f32; 3]> {
        let row = move |row: usize| &self.pixels[(y + row) * self.width + x..][..SIDE];
        (0..SIDE).flat_map(row)
    }

    /// How many patches are met after each distance along the rows.
    fn votes(&self) -> Vec<f32> {
        let mut votes = vec![0.0; self.width / 2];
        for y in (0..self.height.saturating_sub(SIDE)).step_by(SIDE) {
            let line: Vec<f32> = (0..self.width.saturating_sub(SIDE))
                .map(|x| spread(self.patch(x, y).copied()))
                .collect();
            for x in (0..line.len()).step_by(SIDE) {
                if line[x] < FAINT * FAINT * AREA * 3.0 {
                    continue;
                }
                let is_met = |distance: &usize| {
                    let limit = EQUAL * (line[x] + line[x + distance]);
                    let pairs = self.patch(x, y).zip(self.patch(x + distance, y));
                    let apart = pairs.map(|(a, b)| [a[0] - b[0], a[1] - b[1], a[2] - b[2]]);
                    spread(apart) < limit
                };
                let farthest = votes.len().min(line.len() - x);
                let met: Vec<usize> = (LEAST_DISTANCE..farthest).filter(is_met).collect();
                if met.len() * COMMON <= farthest {
                    for distance in met {
                        votes[distance] += 1.0;
                    }
                }
            }
        }
        votes
    }
}

const AREA: f32 = (SIDE * SIDE) as f32;

/// The sum of what values differ from their mean by, squared.
fn spread(values: impl Iterator<Item = [f32; 3]>) -> f32 {
    let (mut sum, mut squares) = ([0.0f32; 3], 0.0f32);
    for value in values {
        for channel in 0..3 {
            sum[channel] += value[channel];
            squares += value[channel] * value[channel];
        }
    }
    squares - sum.iter().map(|sum| sum * sum).sum::<f32>() / AREA
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::sprite::Raster;

    #[test]
    fn tiles_of_random_pixels_come_again_after_their_length() {
        // 10 tiles of 20x20 pixels in 4 rows, in six kinds: nothing but that tells where they are.
        let pixel = |index: usize| {
            let (x, y) = (index % 200, index / 200);
            let kind = (x / 20 * 5 + y / 20 * 3 + x / 40) % 6;
            let seed = (kind * 400 + y % 20 * 20 + x % 20) as u64 + 1;
            let [r, g, b, ..] = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes();
            Some(Rgb::new(r, g, b))
        };
        let sums = Sums::of(&Raster::new(200, (0..200 * 80).map(pixel).collect()));
        let echoes = find_echoes(&sums, Direction::X, 2);
        assert!(
            (echoes[0] / 20.0 - (echoes[0] / 20.0).round()).abs() < 0.02,
            "{echoes:?}"
        );
    }

    #[test]
    fn the_multiples_of_a_pitch_vote_for_it() {
        let mut votes = vec![0.0; 60];
        for at in [12, 24, 36, 48] {
            votes[at] = 3.0;
        }
        assert_eq!(votes_for(&votes, 12.0), 6.0);
        assert!(votes_for(&votes, 6.0) < 6.0 && votes_for(&votes, 24.0) < 6.0);
    }
}
