//! Connected shapes: the figures on a sheet that has no grid.

use crate::picture::{Bounds, Raster};

/// A figure: pixels that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
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

/// The farthest that parts of a figure may be apart, in pixels.
pub const MAX_GAP: usize = 64;

/// The shapes of the pixels that are not transparent, in reading order: line by line from the top,
/// each from the left; a line holds what begins above the lower edge of its first shape's middle.
///
/// Two pixels belong together if at most `gap` pixels (up to [`MAX_GAP`]) lie between their columns and
/// between their rows. With 0 those do that touch at a side or at a corner (8-neighbours).
pub fn find_shapes(raster: &Raster, gap: usize) -> Vec<Shape> {
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
    let mut groups = Groups::new(rows.iter().map(Vec::len).sum());
    for (y, row) in rows.iter().enumerate() {
        for above in y.saturating_sub(gap + 1)..=y {
            join_near(row, first[y], &rows[above], first[above], gap, &mut groups);
        }
    }
    let mut shapes: Vec<Option<Shape>> = vec![None; groups.0.len()];
    for (index, run) in rows.iter().flatten().enumerate() {
        let shape = &mut shapes[groups.find(index)];
        match shape {
            Some(shape) => shape.add(*run),
            None => *shape = Some(Shape::of(*run)),
        }
    }
    in_reading_order(shapes.into_iter().flatten().collect())
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
    groups: &mut Groups,
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
            groups.join(first_a + index, first_b + from + other);
        }
    }
}

/// Disjoint sets: for each member another one of its set, or itself.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Groups {
        Groups((0..count).collect())
    }

    /// The member that stands for the whole set.
    fn find(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }
}

impl Shape {
    fn of(run: Run) -> Shape {
        let bounds = Bounds {
            left: run.start,
            top: run.y,
            width: run.end - run.start,
            height: 1,
        };
        Shape {
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

    /// The shape alone, cut out along its bounds.
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

fn in_reading_order(mut shapes: Vec<Shape>) -> Vec<Shape> {
    shapes.sort_by_key(|shape| (shape.bounds.top, shape.bounds.left));
    let mut ordered = Vec::with_capacity(shapes.len());
    let mut rest = shapes.as_mut_slice();
    while let Some(first) = rest.first() {
        let middle = first.bounds.top + first.bounds.height.div_ceil(2);
        let count = rest.partition_point(|shape| shape.bounds.top < middle);
        let (line, after) = rest.split_at_mut(count);
        line.sort_by_key(|shape| (shape.bounds.left, shape.bounds.top));
        ordered.extend_from_slice(line);
        rest = after;
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{drawing, raster};

    /// Column, row, width and height of each shape.
    fn rectangles(text: &str, gap: usize) -> Vec<[usize; 4]> {
        let shapes = find_shapes(&raster(text), gap);
        let rectangle = |shape: &Shape| {
            let bounds = shape.bounds;
            [bounds.left, bounds.top, bounds.width, bounds.height]
        };
        shapes.iter().map(rectangle).collect()
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
        let shapes = find_shapes(&found, 0);
        assert_eq!(shapes.len(), 2);
        // Each is cut out alone, whatever else is within its bounds.
        assert_eq!(
            drawing(&shapes[0].cut_from(&found)),
            "aaaaa\na...a\na...a\na...a\naaaaa"
        );
        assert_eq!(drawing(&shapes[1].cut_from(&found)), "b");
        assert_eq!(find_shapes(&found, 1).len(), 1);
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
    fn shapes_are_read_line_by_line() {
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
