//! A slow start and a slow end, so that the first pieces of a hurried game can be followed, and the last ones.

use serde::{Deserialize, Serialize};

/// How the speed of a game changes while it is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ease {
    /// Every part of the game is shown at the same speed.
    #[default]
    Even,
    /// It starts slowly, runs, and ends slowly.
    SlowEnds,
}

/// The share of the time in which the game is slow, at either end: of the usual 20 seconds three, enough to follow some
/// ten pieces. This and [`RAMP`] were chosen by eye on prints of 50 to 250 pieces.
const SLOW: f64 = 0.15;

/// The share of the time in which it gathers speed, and loses it again.
const RAMP: f64 = 0.15;

/// The speed at the ends beside the average one: at a quarter of it a print that is shown eight times as fast as on
/// the console shows its first pieces at twice the console's speed, which the eye can follow.
const SLOWEST: f64 = 0.25;

/// The speed of the run, which makes up for the slow ends: the areas under the curve of the speed add up to one.
const FASTEST: f64 = (1.0 - SLOWEST * (2.0 * SLOW + RAMP)) / (1.0 - 2.0 * SLOW - RAMP);

impl Ease {
    /// When a part of the game has been shown, both as shares from 0 to 1.
    pub fn time_of(self, part: f64) -> f64 {
        match self {
            Ease::Even => part,
            Ease::SlowEnds if part > 0.5 => 1.0 - first_half(1.0 - part),
            Ease::SlowEnds => first_half(part),
        }
    }
}

/// The time up to a part of at most a half.
fn first_half(part: f64) -> f64 {
    let slow = SLOWEST * SLOW;
    let ramp = (SLOWEST + FASTEST) / 2.0 * RAMP;
    if part <= slow {
        part / SLOWEST
    } else if part <= slow + ramp {
        // Distance under constant acceleration, solved for the time.
        let acceleration = (FASTEST - SLOWEST) / RAMP;
        let root = (SLOWEST * SLOWEST + 2.0 * acceleration * (part - slow)).sqrt();
        SLOW + (root - SLOWEST) / acceleration
    } else {
        SLOW + RAMP + (part - slow - ramp) / FASTEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_slow_and_the_whole_takes_as_long_as_it_did() {
        let time = |part| Ease::SlowEnds.time_of(part);
        assert_eq!((time(0.0), time(1.0)), (0.0, 1.0));
        assert!((time(0.5) - 0.5).abs() < 1e-12);
        let steps: Vec<f64> = (0..=1000).map(|i| time(f64::from(i) / 1000.0)).collect();
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1]));
        let speed = |i: usize| 0.001 / (steps[i + 1] - steps[i]);
        assert!((speed(0) - SLOWEST).abs() < 1e-6 && (speed(999) - SLOWEST).abs() < 1e-6);
        assert!((speed(500) - FASTEST).abs() < 1e-6 && FASTEST < 2.0);
    }
}
