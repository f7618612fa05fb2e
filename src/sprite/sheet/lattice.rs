//! Cells in columns and rows.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::cut::{Cells, MAX_SPRITES};
use crate::picture::{Bounds, Raster};
use crate::sprite::SpriteError;
use crate::sprite::components::Component;

/// Smaller tiles side by side are texture.
pub const LEAST_TILE: usize = 8;

/// The sides of square tiles that fill a picture, at least four each way, the smallest first.
pub fn square_sizes(raster: &Raster) -> impl DoubleEndedIterator<Item = usize> {
    /// Fewer are parts of a drawing.
    const FEWEST_TILES: usize = 4;

    let (width, height) = (raster.width(), raster.height());
    let fills = move |size: &usize| width.is_multiple_of(*size) && height.is_multiple_of(*size);
    let are_few = move |size: &usize| (width / size) * (height / size) <= MAX_SPRITES;
    let largest = width.min(height) / FEWEST_TILES;
    (LEAST_TILE..=largest).filter(fills).filter(are_few)
}

/// Columns and rows of cells, in pixels.
#[derive(Clone, Debug)]
pub struct Lattice {
    pub columns: Vec<Range<usize>>,
    pub rows: Vec<Range<usize>>,
}

impl Lattice {
    /// Cells of one size, as many as lie wholly in a picture.
    ///
    /// Errors: [`SpriteError::CellsTooLarge`] if none does.
    pub fn of(cells: Cells, raster: &Raster) -> Result<Lattice, SpriteError> {
        let ranges = |size: usize, length: usize| {
            let starts = (cells.margin..length).step_by(size.saturating_add(cells.spacing));
            let whole = starts.filter(|start| size <= length - start);
            whole.map(|start| start..start + size).collect()
        };
        let lattice = Lattice {
            columns: ranges(cells.width, raster.width()),
            rows: ranges(cells.height, raster.height()),
        };
        if lattice.columns.is_empty() || lattice.rows.is_empty() {
            return Err(SpriteError::CellsTooLarge {
                cell_width: cells.width,
                cell_height: cells.height,
                width: raster.width(),
                height: raster.height(),
            });
        }
        Ok(lattice)
    }

    /// Columns and rows of a cell.
    pub fn cell_size(&self) -> (usize, usize) {
        let size = |ranges: &[Range<usize>]| ranges.first().map_or(0, ExactSizeIterator::len);
        (size(&self.columns), size(&self.rows))
    }

    /// Columns and rows of a cell if all are of one size and fill the picture from its corner, without spacing.
    pub fn side_by_side(&self) -> Option<(usize, usize)> {
        let (width, height) = self.cell_size();
        let are_even = |ranges: &[Range<usize>], size: usize| {
            let mut starts = (0..).step_by(size.max(1));
            (ranges.iter()).all(|range| Some(range.start) == starts.next() && range.len() == size)
        };
        (are_even(&self.columns, width) && are_even(&self.rows, height)).then_some((width, height))
    }

    /// The cells row by row.
    pub fn bounds(&self) -> impl Iterator<Item = Bounds> + Clone {
        self.rows.iter().flat_map(|rows| {
            self.columns.iter().map(|columns| Bounds {
                left: columns.start,
                top: rows.start,
                width: columns.len(),
                height: rows.len(),
            })
        })
    }

    /// The columns and rows of the cells that have a part of a rectangle.
    pub fn cells_of(&self, bounds: &Bounds) -> (Range<usize>, Range<usize>) {
        (
            touched(&self.columns, bounds.columns()),
            touched(&self.rows, bounds.rows()),
        )
    }

    /// Whether a rectangle lies in several cells.
    pub fn cuts(&self, bounds: &Bounds) -> bool {
        let (columns, rows) = self.cells_of(bounds);
        columns.len() > 1 || rows.len() > 1
    }

    /// The part of the shapes about as large as a cell, or smaller, that lies across the edges.
    pub fn crossing(&self, shapes: &[Component]) -> f64 {
        let like_cells = self.like_cells(shapes);
        let crossing = like_cells.iter().filter(|bounds| self.cuts(bounds));
        crossing.count() as f64 / like_cells.len().max(1) as f64
    }

    /// Whether few cells hold several shapes.
    pub fn holds_few_each(&self, shapes: &[Component]) -> bool {
        let like_cells = self.like_cells(shapes);
        let cell = |bounds: &Bounds| {
            let (columns, rows) = self.cells_of(bounds);
            (columns.start, rows.start)
        };
        let occupied: FxHashSet<_> = like_cells.iter().map(cell).collect();
        like_cells.len() <= 2 * occupied.len()
    }

    /// Whether each cell shows hardly more than one of the shapes, as far as these lie in cells at all.
    pub fn shows_one_each(&self, shapes: &[Component]) -> bool {
        /// How much of what the shapes cover belongs to the largest in its cell.
        // Tuned on 61 sheets of 14 packages with their authors' rectangles.
        const LARGEST_SHARE: f64 = 0.7;

        let mut largest = vec![0; self.columns.len() * self.rows.len()];
        let mut all = 0;
        for bounds in shapes.iter().map(|shape| shape.bounds) {
            if !self.cuts(&bounds) {
                let (columns, rows) = self.cells_of(&bounds);
                let largest = &mut largest[rows.start * self.columns.len() + columns.start];
                let area = bounds.width * bounds.height;
                *largest = area.max(*largest);
                all += area;
            }
        }
        largest.iter().sum::<usize>() as f64 >= LARGEST_SHARE * all as f64
    }

    /// The shapes that are no larger than one and two thirds of a cell each way: two sprites that touch are twice as long.
    // With one and a half, a sheet of 533 was cut across sprites that stand apart.
    fn like_cells(&self, shapes: &[Component]) -> Vec<Bounds> {
        let (width, height) = self.cell_size();
        let is_like_cell =
            |bounds: &Bounds| 3 * bounds.width <= 5 * width && 3 * bounds.height <= 5 * height;
        let bounds = shapes.iter().map(|shape| shape.bounds);
        bounds.filter(is_like_cell).collect()
    }

    /// Which columns and which rows of a picture lie in cells.
    pub fn covered(&self, raster: &Raster) -> (Vec<bool>, Vec<bool>) {
        (
            marked(&self.columns, raster.width()),
            marked(&self.rows, raster.height()),
        )
    }

    pub fn across(&self) -> Range<usize> {
        extent(&self.columns)
    }

    pub fn down(&self) -> Range<usize> {
        extent(&self.rows)
    }
}

/// Which of the ranges, from `first` to before `end`, have a part of another one.
fn touched(ranges: &[Range<usize>], part: Range<usize>) -> Range<usize> {
    let first = ranges.partition_point(|range| range.end <= part.start);
    let end = ranges.partition_point(|range| range.start < part.end);
    first..end.max(first)
}

/// Which of `length` places lie in ranges.
pub fn marked(ranges: &[Range<usize>], length: usize) -> Vec<bool> {
    let mut is_marked = vec![false; length];
    for range in ranges {
        is_marked[range.clone()].fill(true);
    }
    is_marked
}

fn extent(ranges: &[Range<usize>]) -> Range<usize> {
    match ranges {
        [first, .., last] => first.start..last.end,
        [only] => only.clone(),
        [] => 0..0,
    }
}

/// Lines at mostly even distances, in pixels.
pub struct Steps<'a> {
    lines: &'a [Range<usize>],
    /// From the start of a line to that of the next one.
    pitch: usize,
    thickness: usize,
}

impl Steps<'_> {
    /// `None` if fewer than half of the neighbours have the same distance.
    pub fn of(lines: &[Range<usize>]) -> Option<Steps<'_>> {
        let mut distances: Vec<usize> = lines
            .windows(2)
            .map(|pair| pair[1].start - pair[0].start)
            .collect();
        distances.sort_unstable();
        let runs = distances.chunk_by(|a, b| a == b);
        let most = runs.max_by_key(|run| run.len())?;
        let pitch = most[0];
        let thickness = lines.iter().map(|line| line.len()).min()?;
        let is_even = 2 * most.len() >= distances.len() && thickness < pitch;
        is_even.then_some(Steps {
            lines,
            pitch,
            thickness,
        })
    }

    /// From the first line to the last one.
    pub fn between_lines(&self) -> Range<usize> {
        extent(self.lines)
    }

    /// The cells between the lines, and one before and behind them each where `goes_on` says that the other lines do.
    pub fn cells(
        &self,
        length: usize,
        goes_on: impl Fn(&Range<usize>) -> bool,
    ) -> Vec<Range<usize>> {
        let size = self.pitch - self.thickness;
        let lines = self.between_lines();
        let before = lines
            .start
            .checked_sub(size)
            .map(|start| start..lines.start);
        let after = Some(lines.end..lines.end + size).filter(|cell| cell.end <= length);
        let between = self
            .lines
            .windows(2)
            .flat_map(|pair| self.split(pair[0].end..pair[1].start));
        let before = before.filter(&goes_on).into_iter();
        before
            .chain(between)
            .chain(after.filter(&goes_on))
            .collect()
    }

    /// Where lines are missing between two others the cells go on at the same distance.
    fn split(&self, gap: Range<usize>) -> Vec<Range<usize>> {
        let size = self.pitch - self.thickness;
        match (gap.len() + self.thickness).is_multiple_of(self.pitch) {
            true => gap
                .step_by(self.pitch)
                .map(|start| start..start + size)
                .collect(),
            false => vec![gap],
        }
    }
}
