//! Connected components: the figures on a sheet that has no grid.

use crate::disjoint_sets::DisjointSets;
use crate::picture::{Bounds, Raster};

/// A connected component: pixels that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The rectangle around it.
    pub bounds: Bounds,
    runs: Vec<Run>,
}

/// Pixels beside each other in a row, from `start` to before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    y: usize,
    start: usize,
    end: usize,
}

/// The largest gap between parts of a component, in pixels.
pub const MAX_GAP: usize = 64;

/// The connected components of the pixels that are not transparent, in reading order: line by line from the top, each
/// from the left; a line holds what begins in the upper half of its first component.
///
/// Two pixels are connected if at most `gap` pixels (up to [`MAX_GAP`]) lie between their columns and between their
/// rows; with 0, if they touch at a side or at a corner (8-connectivity).
pub fn connected_components(raster: &Raster, gap: usize) -> Vec<Component> {
    let gap = gap.min(MAX_GAP);
    let rows: Vec<Vec<Run>> = (raster.rows().enumerate())
        .map(|(y, row)| runs_of(y, row))
        .collect();
    let first: Vec<usize> = (rows.iter())
        .scan(0, |count, row| {
            *count += row.len();
            Some(*count - row.len())
        })
        .collect();
    let count = rows.iter().map(Vec::len).sum();
    let mut sets = DisjointSets::new(count);
    for (y, row) in rows.iter().enumerate() {
        for above in y.saturating_sub(gap + 1)..=y {
            join_near(row, first[y], &rows[above], first[above], gap, &mut sets);
        }
    }
    let mut components: Vec<Option<Component>> = vec![None; count];
    for (index, run) in rows.iter().flatten().enumerate() {
        let component = &mut components[sets.find(index)];
        match component {
            Some(component) => component.add(*run),
            None => *component = Some(Component::of(*run)),
        }
    }
    in_reading_order(components.into_iter().flatten().collect())
}

fn runs_of(y: usize, row: &[Option<crate::color::Rgb>]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut start = 0;
    for part in row.chunk_by(|a, b| a.is_some() == b.is_some()) {
        let end = start + part.len();
        if part[0].is_some() {
            runs.push(Run { y, start, end });
        }
        start = end;
    }
    runs
}

/// Joins the runs of two rows that have at most `gap` columns between them. Both are numbered on from
/// their `first`.
fn join_near(
    a: &[Run],
    first_a: usize,
    b: &[Run],
    first_b: usize,
    gap: usize,
    sets: &mut DisjointSets,
) {
    let mut from = 0;
    for (index, run) in a.iter().enumerate() {
        while from < b.len() && b[from].end + gap < run.start {
            from += 1;
        }
        let near = b[from..]
            .iter()
            .take_while(|other| other.start <= run.end + gap);
        for other in 0..near.count() {
            sets.join(first_a + index, first_b + from + other);
        }
    }
}

impl Component {
    fn of(run: Run) -> Component {
        let bounds = Bounds {
            left: run.start,
            top: run.y,
            width: run.end - run.start,
            height: 1,
        };
        Component {
            bounds,
            runs: vec![run],
        }
    }

    /// Runs come from the top.
    fn add(&mut self, run: Run) {
        let right = (self.bounds.left + self.bounds.width).max(run.end);
        self.bounds.left = self.bounds.left.min(run.start);
        self.bounds.width = right - self.bounds.left;
        self.bounds.height = run.y + 1 - self.bounds.top;
        self.runs.push(run);
    }

    /// Both as one.
    pub(super) fn joined(mut self, other: Component) -> Component {
        let right = (self.bounds.columns().end).max(other.bounds.columns().end);
        let bottom = (self.bounds.rows().end).max(other.bounds.rows().end);
        let left = self.bounds.left.min(other.bounds.left);
        let top = self.bounds.top.min(other.bounds.top);
        self.bounds = Bounds {
            left,
            top,
            width: right - left,
            height: bottom - top,
        };
        self.runs.extend(other.runs);
        self
    }

    /// The number of its pixels.
    pub fn count(&self) -> usize {
        self.runs.iter().map(|run| run.end - run.start).sum()
    }

    /// The component alone, cut out along its bounds.
    pub fn cut_from(&self, raster: &Raster) -> Raster {
        let Bounds {
            left,
            top,
            width,
            height,
        } = self.bounds;
        let mut pixels = vec![None; width * height];
        for run in &self.runs {
            let place = (run.y - top) * width + run.start - left;
            let row = &raster.row(run.y)[run.start..run.end];
            pixels[place..place + row.len()].copy_from_slice(row);
        }
        Raster::new(width, pixels)
    }
}

fn in_reading_order(mut components: Vec<Component>) -> Vec<Component> {
    components.sort_by_key(|component| (component.bounds.top, component.bounds.left));
    let mut ordered = Vec::with_capacity(components.len());
    let mut rest = components.as_mut_slice();
    while let Some(first) = rest.first() {
        let middle = first.bounds.top + first.bounds.height.div_ceil(2);
        let count = rest.partition_point(|component| component.bounds.top < middle);
        let (line, after) = rest.split_at_mut(count);
        line.sort_by_key(|component| (component.bounds.left, component.bounds.top));
        ordered.extend_from_slice(line);
        rest = after;
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{drawing, raster};

    /// Column, row, width and height of each component.
    fn rectangles(text: &str, gap: usize) -> Vec<[usize; 4]> {
        let components = connected_components(&raster(text), gap);
        let rectangle = |component: &Component| {
            let bounds = component.bounds;
            [bounds.left, bounds.top, bounds.width, bounds.height]
        };
        components.iter().map(rectangle).collect()
    }

    #[test]
    fn corners_connect() {
        let text = "
            a....b
            .a..b.
            ..a...
            .....c";
        assert_eq!(
            rectangles(text, 0),
            [[0, 0, 3, 3], [4, 0, 2, 2], [5, 3, 1, 1]]
        );
    }

    #[test]
    fn parts_belong_together_up_to_the_gap() {
        let text = "
            a.b..c
            ......
            d.....";
        assert_eq!(rectangles(text, 0).len(), 4);
        assert_eq!(rectangles(text, 1), [[0, 0, 3, 3], [5, 0, 1, 1]]);
        assert_eq!(rectangles(text, 2), [[0, 0, 6, 3]]);
    }

    #[test]
    fn a_ring_and_what_is_far_inside_are_two() {
        let text = "
            aaaaa
            a...a
            a.b.a
            a...a
            aaaaa";
        let found = raster(text);
        let components = connected_components(&found, 0);
        assert_eq!(components.len(), 2);
        // Each is cut out alone, whatever else is within its bounds.
        assert_eq!(
            drawing(&components[0].cut_from(&found)),
            "aaaaa\na...a\na...a\na...a\naaaaa"
        );
        assert_eq!(drawing(&components[1].cut_from(&found)), "b");
        assert_eq!(connected_components(&found, 1).len(), 1);
    }

    #[test]
    fn branches_that_meet_late_are_one() {
        let text = "
            a.a.a
            a.a.a
            aaaaa";
        assert_eq!(rectangles(text, 0), [[0, 0, 5, 3]]);
        assert_eq!(rectangles("... ...", 1), [[0; 4]; 0]);
    }

    #[test]
    fn components_are_read_line_by_line() {
        let text = "
            ...b..
            a..b.c
            a....c
            ......
            d..e..";
        let lefts = rectangles(text, 0).into_iter().map(|[left, ..]| left);
        assert_eq!(lefts.collect::<Vec<_>>(), [3, 0, 5, 0, 3]);
    }
}
