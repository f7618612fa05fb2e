//! Straight edges: how much a picture changes at each line across an axis.

use super::direction::Direction;
use super::integral::IntegralImage;

/// Pixels of a segment of a line, the unit in which changes are measured.
// Longer ones average noise away, but blur the corners of tiles.
const SEGMENT: usize = 4;

/// Pixels before and behind a line that are compared.
// One is enough for sharp edges; those of enlarged pictures are smooth over two.
const DEPTH: usize = 2;

/// Where a difference of colours, 0 to 255, begins to count and where it counts in full.
// Below is noise of sigma 8 averaged over a segment; the top keeps a few hard edges from outweighing many soft ones.
const DIFFERENCES: [f32; 2] = [10.0, 70.0];

/// The edge strength of a picture along both axes.
pub struct Edges {
    x: Changes,
    y: Changes,
}

impl Edges {
    pub fn of(image: &IntegralImage) -> Edges {
        let [x, y] = [Direction::X, Direction::Y].map(|direction| Changes::of(image, direction));
        Edges { x, y }
    }

    fn along(&self, direction: Direction) -> &Changes {
        match direction {
            Direction::X => &self.x,
            Direction::Y => &self.y,
        }
    }

    /// Pixels along an axis.
    pub fn length(&self, direction: Direction) -> usize {
        let changes = self.along(direction);
        changes.sums.len() / (changes.segments + 1)
    }

    /// The mean edge strength before each line across an axis, 0 to 1, over a range of that line.
    pub fn profile(&self, direction: Direction, across: [f64; 2]) -> Vec<f32> {
        self.along(direction).profile(across)
    }
}

/// The edge strength before each line across an axis, segment by segment.
struct Changes {
    /// Segments of a line.
    segments: usize,
    /// Prefix sums over the segments of a line, line by line.
    sums: Vec<f32>,
}

impl Changes {
    fn of(image: &IntegralImage, direction: Direction) -> Changes {
        let length = image.length(direction);
        let segments = image.length(direction.other()) / SEGMENT;
        let mut sums = Vec::with_capacity((segments + 1) * length);
        for line in 0..length {
            let mut sum = 0.0;
            sums.push(sum);
            for segment in 0..segments {
                if line > 0 {
                    sum += change(image, direction, line, segment * SEGMENT);
                }
                sums.push(sum);
            }
        }
        Changes { segments, sums }
    }

    fn profile(&self, across: [f64; 2]) -> Vec<f32> {
        let segment =
            |at: f64| ((at / SEGMENT as f64).round().max(0.0) as usize).min(self.segments);
        let [start, end] = across.map(segment);
        let count = end.saturating_sub(start).max(1) as f32;
        let lines = self.sums.chunks(self.segments + 1);
        lines
            .map(|line| (line[end.max(start)] - line[start]) / count)
            .collect()
    }
}

/// How much the pixels behind a line differ from those before it, 0 to 1, in the segment that starts at `segment`.
fn change(image: &IntegralImage, direction: Direction, line: usize, segment: usize) -> f32 {
    let across = [segment, segment + SEGMENT];
    let before = [line.saturating_sub(DEPTH), line];
    let behind = [line, (line + DEPTH).min(image.length(direction))];
    let [before, behind] = [before, behind].map(|along| {
        let [x, y] = direction.sides(along, across);
        image.mean(x, y)
    });
    difference(&before, &behind)
}

/// How much two colours differ, 0 to 1.
pub fn difference(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    let channels = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    let [least, most] = DIFFERENCES;
    ((channels.fold(0.0, f32::max) - least) / (most - least)).clamp(0.0, 1.0)
}
