//! The frames of a film, each as its fingerprint and how long it is shown.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;

/// What is seen for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Of all its pixels.
    pub fingerprint: u64,
    pub milliseconds: u64,
}

/// A film in constant memory a frame. Formats store waits in different ways, so equal frames in a row are one.
#[derive(Clone, Debug, Default)]
pub struct Timeline(Vec<Frame>);

impl Timeline {
    /// Shows a picture for some time.
    pub fn show(&mut self, pixels: &[[u8; 4]], milliseconds: u64) {
        let fingerprint = fingerprint(pixels);
        match self.0.last_mut() {
            Some(last) if last.fingerprint == fingerprint => last.milliseconds += milliseconds,
            Some(_) | None => self.0.push(Frame {
                fingerprint,
                milliseconds,
            }),
        }
    }

    /// The frames so far, each different from the one before.
    pub fn frames(&self) -> &[Frame] {
        &self.0
    }
}

/// A number that differs for different pixels, nearly always.
pub fn fingerprint(pixels: &[[u8; 4]]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(pixels.as_flattened());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_frames_in_a_row_are_one() {
        let mut timeline = Timeline::default();
        for (pixel, milliseconds) in [(1, 20), (1, 30), (2, 5), (1, 7)] {
            timeline.show(&[[pixel; 4]], milliseconds);
        }
        let times: Vec<u64> = timeline.frames().iter().map(|f| f.milliseconds).collect();
        assert_eq!(times, [50, 5, 7]);
        assert_eq!(
            timeline.frames()[0].fingerprint,
            timeline.frames()[2].fingerprint
        );
    }
}
