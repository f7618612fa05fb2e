//! Places that show the ground alone, in the shadow of the tiles beside them and behind the sides of these: tiles that are
//! drawn as solid bodies reach into the empty places at two of their sides.

use rustc_hash::FxHashMap;

use super::Grid;
use super::colors::color_difference;
use super::integral::IntegralImage;
use super::windows::{PARTS, Parts, Windows};

/// The parts along each side of a square that shows the ground. Neighbours hide what is beside it; the middle of the place
/// lies in each such square.
// This and the numbers below were set by hand on 138 positions of KShisen in play, with four sets of tiles on three grounds.
const CLEAR: usize = 7;

/// The largest difference of a part from the ground in shadow, and of neighbouring parts, 0 to 255.
const SAME: f32 = 12.0;

/// How dark a shadow is: the least share of the light that falls on the ground.
const DARKEST: f32 = 0.35;

/// The least share of what is seen beside a board that has a colour if it is the ground's.
const COMMON: f32 = 0.1;

/// Levels of a channel, of 256, that count as one.
const LEVELS: f32 = 16.0;

/// The colours of the ground around a board.
pub struct ShadedGround {
    colors: Vec<[f32; 3]>,
}

impl ShadedGround {
    pub fn of(windows: &Windows) -> ShadedGround {
        let margin = windows.margin();
        let mut counts = FxHashMap::<[u8; 3], (f32, [f32; 3])>::default();
        for color in &margin {
            let levels = color.map(|channel| (channel / LEVELS) as u8);
            let (count, sum) = counts.entry(levels).or_default();
            *count += 1.0;
            for (sum, channel) in sum.iter_mut().zip(color) {
                *sum += channel;
            }
        }
        let common = counts
            .into_values()
            .filter(|(count, _)| *count >= COMMON * margin.len() as f32);
        ShadedGround {
            colors: common
                .map(|(count, sum)| sum.map(|sum| sum / count))
                .collect(),
        }
    }

    /// Whether a square of a place shows nothing else.
    pub fn is_on(&self, place: &Parts) -> bool {
        let is_ground: Vec<bool> = place.iter().map(|color| self.is_ground(color)).collect();
        let is_clear = |left: usize, top: usize| {
            let mut parts =
                (top..top + CLEAR).flat_map(|y| (left..left + CLEAR).map(move |x| y * PARTS + x));
            parts.all(|part| {
                let is_smooth = |other: usize| color_difference(&place[part], &place[other]) < SAME;
                is_ground[part]
                    && (part % PARTS + 1 == left + CLEAR || is_smooth(part + 1))
                    && (part / PARTS + 1 == top + CLEAR || is_smooth(part + PARTS))
            })
        };
        let ends = 0..=PARTS - CLEAR;
        (ends.clone()).any(|top| ends.clone().any(|left| is_clear(left, top)))
    }

    /// Whether a colour is one of the ground in less light.
    fn is_ground(&self, color: &[f32; 3]) -> bool {
        let dot = |a: &[f32; 3], b: &[f32; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        self.colors.iter().any(|ground| {
            let light = (dot(color, ground) / dot(ground, ground).max(1.0)).clamp(DARKEST, 1.0);
            color_difference(color, &ground.map(|channel| light * channel)) < SAME
        })
    }
}

impl Grid {
    /// Of the tiles those that show the ground alone, in shadow at most.
    pub fn shaded(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        let windows = Windows { image, grid: self };
        let ground = ShadedGround::of(&windows);
        if ground.colors.is_empty() {
            return Vec::new();
        }
        let places = windows.inside().into_iter().enumerate();
        let shaded = places.filter(|(place, parts)| tiles[*place] && ground.is_on(parts));
        shaded.map(|(place, _)| place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::board;
    use crate::color::Rgb;

    /// A board on which `S` is the ground behind a neighbour's side and in its shadow.
    #[test]
    fn the_ground_behind_a_side_and_in_its_shadow_is_told_from_tiles() {
        let (image, grid) = board(&["ABS", "BSA", "CAC"], 0, |letter, [x, y]| match letter {
            b'S' if x < 6 => Rgb::new(200, 200, 200),
            b'S' => {
                let light = |full: usize| (full * (x + 10).min(30) / 30) as u8;
                Rgb::new(light(30), light(60), light(90))
            }
            _ if (8..16).contains(&x) && (8..16).contains(&y) => {
                Rgb::new(40 * (letter - b'A'), 90, 30)
            }
            _ => Rgb::new(220, 220, 210),
        });
        assert_eq!(grid.shaded(&image, &[true; 9]), [2, 4]);
    }
}
