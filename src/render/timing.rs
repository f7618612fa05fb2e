//! Which scenes of a film become frames of an animation, and when.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::ease::Ease;
use crate::game::console::Region;
use crate::parse::{convert_as_number, parse_as_number};

/// How fast a game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// As on the console, or faster so that it takes [`Pace::AUTO_SECONDS`] at most.
    #[default]
    Auto,
    /// Relative to the console, see [`Speed`].
    Speed(Speed),
    /// In this time, see [`Seconds`].
    Duration(Seconds),
}

impl Pace {
    /// What [`Pace::Auto`] aims at, the hold at the end not counted.
    pub const AUTO_SECONDS: u64 = 20;

    /// How the speed changes if nobody chooses: whoever asks for a pace wants it throughout.
    pub fn usual_ease(self) -> Ease {
        match self {
            Pace::Auto => Ease::SlowEnds,
            Pace::Speed(_) | Pace::Duration(_) => Ease::Even,
        }
    }

    /// This pace, but the console's own instead of [`Pace::Auto`].
    pub(super) fn or_real_time(self) -> Pace {
        match self {
            Pace::Auto => Pace::Speed(Speed::REAL_TIME),
            Pace::Speed(_) | Pace::Duration(_) => self,
        }
    }

    /// Centiseconds that a film of `console_frames` frames takes.
    pub(crate) fn centiseconds(self, console_frames: u64, region: Region) -> u64 {
        let frames_per_10000_s = (region.frame_rate() * 10_000.0).round() as u64;
        let natural = console_frames * 1_000_000 / frames_per_10000_s;
        match self {
            Pace::Auto => natural.min(Pace::AUTO_SECONDS * 100),
            Pace::Speed(Speed(factor)) => (natural as f64 / factor) as u64,
            Pace::Duration(seconds) => seconds.centiseconds(),
        }
    }
}

/// A factor from 0.01 to 100,000, written `1`, `2.5` or `10x`; 1 is the console's own speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Speed(f64);

impl Speed {
    /// The console's own speed.
    pub const REAL_TIME: Speed = Speed(1.0);

    /// `None` unless it is in 0.01..=100,000.
    pub fn new(factor: f64) -> Option<Speed> {
        (0.01..=100_000.0)
            .contains(&factor)
            .then_some(Speed(factor))
    }

    /// The factor.
    pub const fn get(self) -> f64 {
        self.0
    }
}

convert_as_number!(Speed, f64, Speed::new, ParseTimingError::Speed);

impl FromStr for Speed {
    type Err = ParseTimingError;

    fn from_str(text: &str) -> Result<Self, ParseTimingError> {
        let factor = text.strip_suffix('x').unwrap_or(text).parse().ok();
        factor
            .and_then(Speed::new)
            .ok_or_else(|| ParseTimingError::Speed(text.to_owned()))
    }
}

/// A time from 0 to 600 seconds in whole centiseconds, written `20`, `1.5` or `3s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Seconds(u16);

impl Seconds {
    /// `None` if it is more than 60,000, ten minutes.
    pub const fn from_centiseconds(centiseconds: u16) -> Option<Seconds> {
        if centiseconds <= 60_000 {
            Some(Seconds(centiseconds))
        } else {
            None
        }
    }

    /// The whole time, 0 to 60,000.
    pub const fn centiseconds(self) -> u64 {
        self.0 as u64
    }
}

convert_as_number!(
    Seconds,
    u16,
    Seconds::from_centiseconds,
    ParseTimingError::Seconds
);

impl FromStr for Seconds {
    type Err = ParseTimingError;

    fn from_str(text: &str) -> Result<Self, ParseTimingError> {
        let seconds: Option<f64> = text.strip_suffix('s').unwrap_or(text).parse().ok();
        seconds
            .filter(|seconds| (0.0..=600.0).contains(seconds))
            .and_then(|seconds| Seconds::from_centiseconds((seconds * 100.0).round() as u16))
            .ok_or_else(|| ParseTimingError::Seconds(text.to_owned()))
    }
}

/// Frames per second, 1 to 50: browsers slow down a GIF that asks for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Fps(u8);

impl Fps {
    /// 50 frames per second: two centiseconds each, the shortest delay that browsers respect.
    pub const MAX: Fps = Fps(50);

    /// `None` unless it is in 1..=50.
    pub const fn new(fps: u8) -> Option<Fps> {
        if fps >= 1 && fps <= 50 {
            Some(Fps(fps))
        } else {
            None
        }
    }

    /// Frames per second.
    pub const fn get(self) -> u64 {
        self.0 as u64
    }

    /// When a frame begins, in centiseconds, rounded so that a long animation keeps time.
    pub(super) const fn start(self, frame: u64) -> u64 {
        (frame * 200 + self.get()) / (2 * self.get())
    }
}

impl Default for Fps {
    fn default() -> Self {
        Fps::MAX
    }
}

convert_as_number!(Fps, u8, Fps::new, ParseTimingError::Fps);
parse_as_number!(Fps, Fps::new, ParseTimingError::Fps);

/// A text that is not a time, speed or frame rate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimingError {
    /// Not a [`Speed`]; the text is given back.
    #[error("`{0}` is not a valid speed: write a factor from 0.01 to 100000, like 2.5")]
    Speed(String),
    /// Not a [`Seconds`]; the text is given back.
    #[error("`{0}` is not a valid duration: write seconds from 0 to 600, like 20 or 1.5")]
    Seconds(String),
    /// Not an [`Fps`]; the text is given back.
    #[error("`{0}` is not a valid frame rate: write whole frames per second from 1 to 50")]
    Fps(String),
}

/// Decides which scenes of a film are seen: those that are on when a frame begins.
#[derive(Clone, Debug)]
pub(crate) struct Shutter {
    fps: Fps,
    /// What the film takes, in console frames as shot and in centiseconds as shown.
    console_frames: u64,
    centiseconds: u64,
    ease: Ease,
    elapsed: u64,
    next_frame: u64,
}

impl Shutter {
    /// For a film of `console_frames` that is to take `centiseconds`.
    pub fn new(fps: Fps, console_frames: u64, centiseconds: u64) -> Self {
        Shutter {
            fps,
            console_frames,
            centiseconds,
            ease: Ease::Even,
            elapsed: 0,
            next_frame: 0,
        }
    }

    /// Changes the speed on the way.
    pub fn eased(self, ease: Ease) -> Self {
        Shutter { ease, ..self }
    }

    /// Lets a scene of `console_frames` frames pass. Returns when it is seen first, in centiseconds
    /// from the start, or `None` if no frame begins while it lasts.
    pub fn pass(&mut self, console_frames: u32) -> Option<u64> {
        self.elapsed += u64::from(console_frames);
        let end = self.end_of_scene();
        let start = self.fps.start(self.next_frame);
        if start >= end {
            return None;
        }
        let fps = self.fps.get();
        self.next_frame = (end.saturating_sub(1) * fps / 100).max(self.next_frame);
        while self.fps.start(self.next_frame) < end {
            self.next_frame += 1;
        }
        Some(start)
    }

    /// A frame that begins at t belongs to the scene if t is less than this.
    fn end_of_scene(&self) -> u64 {
        match self.ease {
            Ease::Even => {
                let scaled = u128::from(self.elapsed) * u128::from(self.centiseconds);
                scaled.div_ceil(u128::from(self.console_frames.max(1))) as u64
            }
            Ease::SlowEnds => {
                let part = self.elapsed as f64 / self.console_frames.max(1) as f64;
                (self.ease.time_of(part.min(1.0)) * self.centiseconds as f64).ceil() as u64
            }
        }
    }

    /// When the frame begins that follows the film.
    pub fn end(&self) -> u64 {
        self.fps.start(self.next_frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(fps: u8, centiseconds: u64, scenes: &[u32]) -> (Vec<Option<u64>>, u64) {
        let total = scenes.iter().map(|frames| u64::from(*frames)).sum();
        let mut shutter = Shutter::new(Fps::new(fps).unwrap(), total, centiseconds);
        let starts = scenes.iter().map(|frames| shutter.pass(*frames)).collect();
        (starts, shutter.end())
    }

    #[test]
    fn a_scene_is_seen_if_a_frame_begins_while_it_lasts() {
        assert_eq!(
            seen(50, 8, &[1, 1, 1, 1]),
            (vec![Some(0), Some(2), Some(4), Some(6)], 8)
        );
        assert_eq!(
            seen(50, 4, &[1, 1, 1, 1]),
            (vec![Some(0), None, Some(2), None], 4)
        );
        assert_eq!(seen(50, 16, &[1, 3, 0]), (vec![Some(0), Some(4), None], 16));
        assert_eq!(seen(50, 0, &[1, 3]), (vec![None, None], 0));
        assert_eq!(seen(50, 100, &[]), (vec![], 0));
    }

    #[test]
    fn frames_are_at_least_two_centiseconds_apart_and_keep_time() {
        for fps in 1..=50 {
            let fps = Fps::new(fps).unwrap();
            for frame in 0..1000 {
                assert!(
                    fps.start(frame + 1) - fps.start(frame) >= 2,
                    "{fps:?} {frame}"
                );
            }
            assert_eq!(fps.start(fps.get() * 3600), 360_000);
        }
        let starts: Vec<u64> = (0..5).map(|frame| Fps(30).start(frame)).collect();
        assert_eq!(starts, [0, 3, 7, 10, 13]);
    }

    #[test]
    fn a_short_game_keeps_the_speed_of_the_console_and_a_long_one_is_hurried() {
        let (ntsc, pal) = (Region::Ntsc, Region::Pal);
        assert_eq!(Pace::Auto.centiseconds(601, ntsc), 1000);
        assert_eq!(Pace::Auto.centiseconds(601, pal), 1201);
        assert_eq!(Pace::Auto.centiseconds(1_000_000, ntsc), 2000);
        let doubled = Pace::Speed("2x".parse().unwrap());
        assert_eq!(doubled.centiseconds(601, ntsc), 500);
        let timed = Pace::Duration("1.5s".parse().unwrap());
        assert_eq!(timed.centiseconds(601, pal), 150);
    }

    #[test]
    fn real_time_is_only_for_those_who_did_not_choose() {
        let hurried = Pace::Auto.or_real_time();
        assert_eq!(hurried.centiseconds(60_099, Region::Ntsc), 100_000);
        for chosen in [
            Pace::Speed(Speed::new(3.0).unwrap()),
            Pace::Duration(Seconds(7)),
        ] {
            assert_eq!(chosen.or_real_time(), chosen);
        }
    }

    #[test]
    fn what_is_no_time_is_refused_with_an_example() {
        for text in ["", "0", "-1", "fast", "1e9", "NaN", "inf"] {
            let error = text.parse::<Speed>().unwrap_err().to_string();
            assert!(error.contains("like 2.5"), "{error}");
        }
        for text in ["", "-1", "601", "NaN", "3 m"] {
            let error = text.parse::<Seconds>().unwrap_err().to_string();
            assert!(error.contains("like 20"), "{error}");
        }
        for text in ["0", "51", "2.5", "x"] {
            let error = text.parse::<Fps>().unwrap_err().to_string();
            assert!(error.contains("from 1 to 50"), "{error}");
        }
        assert_eq!("0".parse(), Ok(Seconds(0)));
    }
}
