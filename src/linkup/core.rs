//! What is in the middle of a tile, whatever highlights it.

use std::borrow::Cow;
use std::ops::Range;

use crate::grid::IntegralImage;

use super::hint_line::Stroke;

/// Parts along each side: all of them are 64, a bit each.
const PARTS: usize = 8;

/// The share of each side that is left out at its ends: frames of selected tiles are drawn there.
const MARGIN: f64 = 0.14;

/// The contrast, as a standard deviation of 0 to 255, below which a channel shows nothing.
const FAINT: f32 = 4.0;

/// The largest difference from a tile in a tint, as a share of the contrast that the tint leaves. Of 474 generated boards
/// eight have a kind of two tiles for which it is less than 0.2: five hints with 0.002 to 0.024, one in noise with 0.155,
/// and two with kinds that differ by 0.16 to 0.18.
const SAME_IN_TINT: f32 = 0.1;

/// The largest difference of two tiles of one kind in the same light, as a share of their contrast. Of 354 generated boards
/// three have two kinds that differ by less than 0.12: in each they are one, by 0.02 to 0.04.
const SAME: f32 = 0.06;

/// The same if a thin line may go across one of them. Of 600 screenshots 14 have two framed tiles that are like others but
/// for a line, by 0.09 to 0.53; in all others framed tiles differ from others by at least 0.66.
const MUCH_THE_SAME: f32 = 0.55;

/// The same if one of them is marked beside what is compared, by a line in front of it or a frame, which are blurred there.
// Of 702 screenshots 13 have a kind of two tiles on cards of their own, or behind a line, that are like another kind by 0.03 to
// 0.11, which is theirs; where it is not theirs they differ by at least 0.18.
const SAME_BUT_MARKED: f32 = 0.15;

/// The most that a tint leaves of a tile, as a share: what is less tinted is noise. Set by hand.
const MOST_LEFT: f32 = 0.95;

/// The most light that noise may add. Set by hand.
const MOST_LIGHT: f32 = 1.03;

/// The contrast, as a standard deviation of 0 to 255, below which any tile looks like any other in a tint. Of the hints
/// above the least is 21; a tile of one colour with the pointer over it has 14.
const PATTERNED: f32 = 16.0;

/// How far beyond 0 to 255 the estimated colour of a tint may be. Set by hand.
const COLOR_SLACK: f32 = 12.0;

/// The parts along a side that a line from the middle of a tile may hide: neither its place nor its width is known exactly.
// This and the next one were set by hand on 468 screenshots, 39 of which show a hint.
const MIDDLE: Range<usize> = PARTS / 2 - 2..PARTS / 2 + 2;

/// The least difference of a line from what is behind it, 0 to 255 over a part of a tile.
const LINE: f32 = 6.0;

/// A side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

impl Side {
    pub const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];

    /// The part so many parts from the opposite side, in one of the lines towards this one.
    fn part(self, along: usize, across: usize) -> usize {
        let (x, y) = match self {
            Side::Left => (PARTS - 1 - along, across),
            Side::Right => (along, across),
            Side::Top => (across, PARTS - 1 - along),
            Side::Bottom => (across, along),
        };
        y * PARTS + x
    }
}

/// The middle of a tile.
#[derive(Clone)]
pub struct Core {
    channels: [Channel; 3],
    /// A bit for each part that something is in front of.
    hidden: u64,
}

#[derive(Clone)]
struct Channel {
    /// The mean of all parts, 0 to 255.
    mean: f32,
    /// Those of the parts without it.
    values: Vec<f32>,
    /// The standard deviation.
    contrast: f32,
}

impl Channel {
    fn of(parts: &[f32]) -> Channel {
        let count = parts.len().max(1) as f32;
        let mean = parts.iter().sum::<f32>() / count;
        let values: Vec<f32> = parts.iter().map(|part| part - mean).collect();
        let square = values.iter().map(|value| value * value).sum::<f32>() / count;
        Channel {
            mean,
            values,
            contrast: square.sqrt(),
        }
    }

    /// Without some parts, a bit each.
    fn without(&self, hidden: u64) -> Channel {
        let parts = self.values.iter().enumerate();
        let seen = parts.filter(|(part, _)| hidden >> part & 1 == 0);
        Channel::of(&seen.map(|(_, value)| self.mean + value).collect::<Vec<_>>())
    }

    /// The sum of the products, without the means.
    fn dot(&self, other: &Channel) -> f32 {
        self.values
            .iter()
            .zip(&other.values)
            .map(|(a, b)| a * b)
            .sum()
    }

    /// The same with the means.
    fn whole_dot(&self, other: &Channel) -> f32 {
        self.dot(other) + self.values.len() as f32 * self.mean * other.mean
    }
}

impl Core {
    /// Of the rectangle of columns `x` and rows `y`.
    pub fn of(image: &IntegralImage, x: [f64; 2], y: [f64; 2]) -> Core {
        let parts = image.part_means(inner(x), inner(y), PARTS);
        let of_channel = |channel| parts.iter().map(|part| part[channel]).collect::<Vec<_>>();
        Core {
            channels: [0, 1, 2].map(|channel| Channel::of(&of_channel(channel))),
            hidden: 0,
        }
    }

    /// Of the same rectangle, some of which is hidden.
    pub fn behind(self, strokes: &[Stroke], x: [f64; 2], y: [f64; 2]) -> Core {
        let cut = |[start, end]: [f64; 2], part: usize| {
            [part, part + 1].map(|cut| start + (end - start) * cut as f64 / PARTS as f64)
        };
        let (x, y) = (inner(x), inner(y));
        let is_hidden = |part: &usize| {
            let (x, y) = (cut(x, part % PARTS), cut(y, part / PARTS));
            strokes.iter().any(|stroke| stroke.hides(x, y))
        };
        let hidden = (0..PARTS * PARTS).filter(is_hidden);
        Core {
            hidden: hidden.fold(0, |hidden, part| hidden | 1 << part),
            ..self
        }
    }

    /// With a line in front of it, from the middle to a side.
    pub fn behind_line(&self, to: Side) -> Core {
        Core {
            hidden: self.hidden | parts_before(to),
            ..self.clone()
        }
    }

    /// Whether the two differ where a line leaves over a side.
    pub fn differs_at(&self, other: &Core, side: Side) -> bool {
        let mut outermost = MIDDLE.map(|across| side.part(PARTS - 1, across));
        outermost.any(|part| {
            let channels = self.channels.iter().zip(&other.channels);
            let apart =
                channels.map(|(a, b)| (a.mean + a.values[part] - b.mean - b.values[part]).abs());
            apart.fold(0.0, f32::max) >= LINE
        })
    }

    /// Both with the parts only that are seen on both.
    fn seen_on_both<'a>(&'a self, other: &'a Core) -> [Cow<'a, Core>; 2] {
        let hidden = self.hidden | other.hidden;
        [self, other].map(|core| match hidden {
            0 => Cow::Borrowed(core),
            hidden => Cow::Owned(Core {
                channels: core.channels.each_ref().map(|seen| seen.without(hidden)),
                hidden: 0,
            }),
        })
    }

    /// How alike the patterns of two are, -1 to 1, whatever colour they are tinted with and however bright they are:
    /// the correlation of each channel, weighted by its contrast. 0 where there is none.
    pub fn likeness(&self, other: &Core) -> f32 {
        let [one, other] = self.seen_on_both(other);
        let channels = one.channels.iter().zip(&other.channels).map(|(a, b)| {
            let weight = a.contrast.min(b.contrast);
            let correlation =
                a.dot(b) / (a.values.len() as f32 * a.contrast * b.contrast).max(f32::MIN_POSITIVE);
            match weight < FAINT {
                true => (0.0, 0.0),
                false => (weight * correlation, weight),
            }
        });
        let (sum, weights) = channels.fold((0.0, 0.0), |(sum, all), (part, weight)| {
            (sum + part, all + weight)
        });
        if weights > 0.0 { sum / weights } else { 0.0 }
    }

    /// Whether the two are the same in the same light: they differ at their edges at most.
    pub fn is_same(&self, other: &Core) -> bool {
        self.is_within(SAME, other)
    }

    /// Whether the two are the same in the same light but for a thin line across one of them.
    pub fn is_much_the_same(&self, other: &Core) -> bool {
        self.is_within(MUCH_THE_SAME, other)
    }

    /// Whether the two are the same in the same light but for marks around what is compared.
    pub fn is_same_but_marked(&self, other: &Core) -> bool {
        self.is_within(SAME_BUT_MARKED, other)
    }

    /// Whether there is a pattern from which the other one differs by at most such a share of its contrast.
    fn is_within(&self, share: f32, other: &Core) -> bool {
        let [one, other] = self.seen_on_both(other);
        let channels = || one.channels.iter().zip(&other.channels);
        let square = |(a, b): (&Channel, &Channel)| -> f32 {
            let apart = a.values.iter().zip(&b.values);
            let apart = apart.map(|(one, other)| a.mean + one - b.mean - other);
            apart.map(|apart| apart * apart).sum()
        };
        let own: f32 = channels().map(|(a, _)| a.dot(a)).sum();
        let apart: f32 = channels().map(square).sum();
        one.shows(PATTERNED) && apart <= share.powi(2) * own
    }

    /// Whether there is so much contrast, as a standard deviation of 0 to 255 over all channels.
    fn shows(&self, contrast: f32) -> bool {
        let squares = (self.channels.iter()).map(|channel| channel.contrast.powi(2));
        squares.sum::<f32>() >= self.channels.len() as f32 * contrast.powi(2)
    }

    /// Whether there is a pattern to be known again, which a tint leaves visible.
    fn may_be_tint_of(&self, other: &Core) -> bool {
        self.shows(FAINT) && other.shows(PATTERNED)
    }

    /// Whether this is the other one under a translucent colour: each of its colours is mixed from one of the other's and
    /// that of the tint, always in the same ratio.
    pub fn is_covered(&self, other: &Core) -> bool {
        let [tinted, other] = self.seen_on_both(other);
        if !tinted.may_be_tint_of(&other) {
            return false;
        }
        let sum = |a: &Core, b: &Core| -> f32 {
            let channels = a.channels.iter().zip(&b.channels);
            channels.map(|(a, b)| a.dot(b)).sum()
        };
        let [own, both, others] =
            [(&tinted, &tinted), (&tinted, &other), (&other, &other)].map(|(a, b)| sum(a, b));
        // The share that shows through, by least squares.
        let left = both / others;
        let is_color = |(of_tinted, of_other): (&Channel, &Channel)| {
            let tint = (of_tinted.mean - left * of_other.mean) / (1.0 - left);
            (-COLOR_SLACK..=255.0 + COLOR_SLACK).contains(&tint)
        };
        let apart = own - left * both;
        (0.0..MOST_LEFT).contains(&left)
            && apart <= SAME_IN_TINT.powi(2) * left * both
            && (tinted.channels.iter().zip(&other.channels)).all(is_color)
    }

    /// Whether this is the other one in coloured light: each channel is multiplied by a share of its own.
    pub fn is_lit(&self, other: &Core) -> bool {
        let [lit, other] = self.seen_on_both(other);
        if !lit.may_be_tint_of(&other) {
            return false;
        }
        let (mut apart, mut shown) = (0.0, 0.0);
        let lights = [0, 1, 2].map(|channel| {
            let (a, b) = (&lit.channels[channel], &other.channels[channel]);
            let both = a.whole_dot(b);
            let light = both / b.whole_dot(b).max(f32::MIN_POSITIVE);
            apart += a.whole_dot(a) - light * both;
            shown += light.powi(2) * b.dot(b);
            light
        });
        lights.iter().any(|light| *light < MOST_LEFT)
            && lights.iter().all(|light| *light <= MOST_LIGHT)
            && apart <= SAME_IN_TINT.powi(2) * shown
    }
}

/// A bit for each part that a line may hide from the middle to a side.
fn parts_before(side: Side) -> u64 {
    let along = MIDDLE.start + 1..PARTS;
    let hidden = along.flat_map(|along| MIDDLE.map(move |across| side.part(along, across)));
    hidden.fold(0, |hidden, part| hidden | 1 << part)
}

/// Without what is left out at the ends.
fn inner([start, end]: [f64; 2]) -> [f64; 2] {
    let margin = MARGIN * (end - start);
    [start + margin, end - margin]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::picture::Raster;

    /// The core of a tile with a bar, vertical or not, in some light.
    fn bar(is_vertical: bool, light: impl Fn(u8) -> [u8; 3]) -> Core {
        let pixels = (0..32 * 32).map(|index| {
            let at = if is_vertical { index % 32 } else { index / 32 };
            let [r, g, b] = light(if (13..19).contains(&at) { 40 } else { 200 });
            Some(Rgb::new(r, g, b))
        });
        let image = IntegralImage::of(&Raster::new(32, pixels.collect()));
        Core::of(&image, [0.0, 32.0], [0.0, 32.0])
    }

    #[test]
    fn a_tile_is_like_itself_in_any_light_and_unlike_others() {
        let plain = |value: u8| [value; 3];
        let tinted = |value: u8| [value / 2 + 120, value / 2 + 100, value / 2];
        let tile = bar(true, plain);
        assert!(tile.likeness(&bar(true, tinted)) > 0.95);
        assert!(tile.likeness(&bar(false, tinted)) < 0.3);
        assert_eq!(tile.likeness(&bar(true, |_| [90; 3])), 0.0);
    }

    #[test]
    fn a_tile_is_the_same_behind_a_line_that_leaves_over_a_side() {
        let side = [0.0, 32.0];
        let tile = |bar: usize, line: Option<usize>| {
            let pixels = (0..32 * 32).map(|index: usize| {
                let (x, y) = (index % 32, index / 32);
                let is_line = line.is_some_and(|end| x.abs_diff(16) < 2 && (end..17).contains(&y));
                Some(match y.abs_diff(bar) {
                    _ if is_line => Rgb::new(250, 40, 30),
                    ..3 => Rgb::new(60, 60, 60),
                    _ => Rgb::new(220, 210, 190),
                })
            });
            Core::of(
                &IntegralImage::of(&Raster::new(32, pixels.collect())),
                side,
                side,
            )
        };
        let [plain, other, lined] = [tile(22, None), tile(12, None), tile(22, Some(0))];
        assert!(!lined.is_same(&plain) && lined.differs_at(&plain, Side::Top));
        let behind = |side| lined.behind_line(side);
        assert!(behind(Side::Top).is_same(&plain) && !behind(Side::Left).is_same(&plain));
        assert!(!behind(Side::Top).is_same(&other));
        assert!(!tile(22, Some(14)).differs_at(&plain, Side::Top));
    }

    #[test]
    fn colored_light_takes_a_share_of_each_channel() {
        let tile = bar(true, |value| [value, 250, value / 2]);
        let lit = |is_vertical| {
            let light = |value: u8| [value / 2, 225, value / 4];
            bar(is_vertical, light)
        };
        assert!(lit(true).is_lit(&tile) && !tile.is_lit(&lit(true)));
        assert!(!lit(false).is_lit(&tile));
    }

    #[test]
    fn a_tint_is_one_color_over_all_of_a_tile() {
        let mixed = |tint: [u8; 3]| move |value: u8| tint.map(|tint| tint / 2 + value / 2);
        let tile = bar(true, |value| [value; 3]);
        let hinted = bar(true, mixed([120, 250, 80]));
        assert!(hinted.is_covered(&tile) && !tile.is_covered(&hinted) && !tile.is_covered(&tile));
        assert!(!bar(false, mixed([120, 250, 80])).is_covered(&tile));
        // A blue bar on the same card is another kind, and so is a card with nothing on it.
        let blue = |value: u8| match value {
            40 => [20, 20, 240],
            value => [value; 3],
        };
        assert!(!bar(true, blue).is_covered(&tile));
        assert!(!bar(true, |_| [90; 3]).is_covered(&tile));
    }
}
