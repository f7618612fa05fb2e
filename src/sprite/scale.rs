//! The native size of pictures that were enlarged by a whole factor.
//!
//! An enlarged picture changes its colour only at the lines of a grid. The widest grid that all changes lie on, the
//! edges of the figure included, gives the greatest factor by which the picture can have been enlarged. Whether it was
//! is ambiguous: a 16x16 ring that is 2 pixels thick may be an 8x8 one enlarged twice, or drawn that way.
//! [`Scale::Auto`] says how that is decided.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::str::FromStr;

use num_integer::gcd;
use rustc_hash::FxHashSet;

use super::SpriteError;
use crate::color::Rgb;
use crate::parse::ParseValueError;
use crate::picture::{Bounds, Raster};

/// The factor by which a picture was enlarged, across and down; written `auto` or as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Found in the picture: the greatest factor at which it consists of blocks of one colour,
    /// wherever in the image these begin.
    ///
    /// Plain figures such as blocks, stripes, rings and chequers have wide grids even if they were never enlarged. So
    /// * a figure that is a single rectangle of one colour is kept as it is;
    /// * a plain figure (fewer than three different rows or columns, or fewer than seven of both
    ///   together) is kept as it is if it is at most 21x42 pixels, the standard playfield, and is otherwise shrunk
    ///   by the greatest factor that leaves at least eight pixels on its longer side;
    /// * any other figure is shrunk as far as possible.
    ///
    /// A crop of an enlarged picture whose outermost blocks are cut through is recognised if it is
    /// larger than 21x42 pixels and has at least nine different rows and columns.
    #[default]
    Auto,
    /// This factor; 1 keeps the image as it is.
    Factor(NonZeroUsize),
}

impl FromStr for Scale {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        match text {
            "auto" => Ok(Scale::Auto),
            number => (number.parse().map(Scale::Factor)).map_err(|_| {
                ParseValueError::new(
                    text,
                    "a scale",
                    "write auto or a whole number from 1, like 4",
                )
            }),
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scale::Auto => write!(f, "auto"),
            Scale::Factor(factor) => write!(f, "{factor}"),
        }
    }
}

/// The picture at its native size, and the factor it was enlarged by. Transparent margins of less than a block are
/// dropped.
///
/// Errors: [`SpriteError::NotBlocks`] if the picture is not enlarged by the given factor.
pub(super) fn to_native_size(raster: Raster, scale: Scale) -> Result<(Raster, usize), SpriteError> {
    let Some(bounds) = raster.bounds() else {
        return Ok((raster, 1));
    };
    let grid = match scale {
        Scale::Auto => native_grid(&raster, bounds),
        Scale::Factor(NonZeroUsize::MIN) => None,
        Scale::Factor(factor) => Some(forced_grid(&raster, bounds, factor.get())?),
    };
    Ok(match grid {
        Some(grid) => (grid.shrink(&raster, bounds), grid.size),
        None => (raster, 1),
    })
}

/// A plain picture is not shrunk to less than this on its longer side: the smallest tile of old consoles.
const SMALLEST_TILE: usize = 8;

/// The grid that [`Scale::Auto`] takes; `None` leaves the picture as it is.
fn native_grid(raster: &Raster, bounds: Bounds) -> Option<Grid> {
    let cuts = Cuts::of(raster);
    let Some(grid) = cuts.with_edges(bounds).grid() else {
        return cropped_grid(raster, bounds, &cuts);
    };
    let variety = Variety::of(&grid.shrink(raster, bounds));
    if variety.is_telling() {
        return Some(grid);
    }
    if variety.is_solid() || fits_the_field(bounds) {
        return None;
    }
    let longer = bounds.width.max(bounds.height);
    let size = (2..=grid.size)
        .rev()
        .find(|size| grid.size.is_multiple_of(*size) && longer / size >= SMALLEST_TILE)?;
    Some(Grid::new(size, grid.left, grid.top))
}

/// The grid of a picture whose outermost blocks may be cut through by the image's edge.
fn cropped_grid(raster: &Raster, bounds: Bounds, cuts: &Cuts) -> Option<Grid> {
    if fits_the_field(bounds) {
        return None;
    }
    let grid = cuts.grid()?;
    let variety = Variety::of(&grid.shrink(raster, bounds));
    (variety.is_telling() && variety.total() >= Variety::CROPPED).then_some(grid)
}

fn forced_grid(raster: &Raster, bounds: Bounds, factor: usize) -> Result<Grid, SpriteError> {
    let grid = Grid::new(factor, bounds.left, bounds.top);
    let Some((column, row)) = grid.first_uneven_block(raster, bounds) else {
        return Ok(grid);
    };
    cropped_grid(raster, bounds, &Cuts::of(raster))
        .filter(|cropped| cropped.size.is_multiple_of(factor))
        .map(|cropped| Grid::new(factor, cropped.left, cropped.top))
        .ok_or(SpriteError::NotBlocks {
            factor,
            column,
            row,
        })
}

/// Figures up to this width and height are printed as they are: the size of the standard playfield.
const FIELD: [usize; 2] = [21, 42];

fn fits_the_field(bounds: Bounds) -> bool {
    bounds.width <= FIELD[0] && bounds.height <= FIELD[1]
}

/// Square blocks side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    /// Pixels across and down.
    size: usize,
    /// The column of the first block that is not cut off on the left, less than `size`.
    left: usize,
    /// The row of the first block that is not cut off at the top, less than `size`.
    top: usize,
}

impl Grid {
    /// The grid that has a corner at that column and row.
    fn new(size: usize, column: usize, row: usize) -> Self {
        Grid {
            size,
            left: column % size,
            top: row % size,
        }
    }

    /// A pixel a block.
    fn shrink(&self, raster: &Raster, bounds: Bounds) -> Raster {
        let columns = self.starts(self.left, raster.width(), bounds.columns());
        let rows = self.starts(self.top, raster.height(), bounds.rows());
        let pixels = rows
            .iter()
            .flat_map(|y| columns.iter().map(|x| raster.color(*x, *y)));
        Raster::new(columns.len(), pixels.collect())
    }

    /// Where the blocks along a side begin; one that the image cuts off counts only if it holds a
    /// part of the figure.
    fn starts(&self, first: usize, length: usize, figure: Range<usize>) -> Vec<usize> {
        let cut_off = (figure.start < first).then_some(0);
        let blocks = (first..length)
            .step_by(self.size)
            .filter(|start| length - start >= self.size || *start < figure.end);
        cut_off.into_iter().chain(blocks).collect()
    }

    /// Column and row of the first block of the figure that has more than one colour or sticks out
    /// of the image.
    fn first_uneven_block(&self, raster: &Raster, bounds: Bounds) -> Option<(usize, usize)> {
        let is_even = |x: usize, y: usize| {
            let color = raster.color(x, y);
            raster.width() - x >= self.size
                && raster.height() - y >= self.size
                && (y..y + self.size)
                    .all(|y| raster.row(y)[x..x + self.size].iter().all(|c| *c == color))
        };
        let rows = bounds.rows().step_by(self.size);
        rows.flat_map(|y| bounds.columns().step_by(self.size).map(move |x| (x, y)))
            .find(|(x, y)| !is_even(*x, *y))
    }
}

/// The side of the largest blocks of one colour that a picture consists of, from its corner on.
pub(super) fn block_side(raster: &Raster) -> usize {
    let whole = Bounds {
        left: 0,
        top: 0,
        width: raster.width(),
        height: raster.height(),
    };
    let grid = Cuts::of(raster).with_edges(whole).grid();
    grid.map_or(1, |grid| grid.size)
}

/// The columns and rows where something differs from the one before, ascending.
struct Cuts {
    columns: Vec<usize>,
    rows: Vec<usize>,
}

impl Cuts {
    /// The cuts inside the image.
    fn of(raster: &Raster) -> Self {
        let mut is_cut = vec![false; raster.width()];
        for row in raster.rows() {
            for (is_cut, pair) in is_cut[1..].iter_mut().zip(row.windows(2)) {
                *is_cut |= pair[0] != pair[1];
            }
        }
        Cuts {
            columns: (0..raster.width()).filter(|x| is_cut[*x]).collect(),
            rows: (1..raster.height())
                .filter(|y| raster.row(y - 1) != raster.row(*y))
                .collect(),
        }
    }

    /// With the edges of the figure, which are cuts even where the image ends.
    fn with_edges(&self, bounds: Bounds) -> Self {
        let with = |cuts: &[usize], edges: Range<usize>| {
            let mut all = [cuts, &[edges.start, edges.end]].concat();
            all.sort_unstable();
            all
        };
        Cuts {
            columns: with(&self.columns, bounds.columns()),
            rows: with(&self.rows, bounds.rows()),
        }
    }

    /// The widest grid on which all lie; `None` if only single pixels do, or there are none.
    fn grid(&self) -> Option<Grid> {
        let size = [&self.columns, &self.rows]
            .into_iter()
            .flat_map(|cuts| cuts.windows(2))
            .fold(0, |size, pair| gcd(size, pair[1] - pair[0]));
        let first = |cuts: &[usize]| cuts.first().copied().unwrap_or(0);
        (size > 1).then(|| Grid::new(size, first(&self.columns), first(&self.rows)))
    }
}

/// How many different rows and columns a figure has: a measure of how much its grid tells.
#[derive(Debug)]
struct Variety {
    rows: usize,
    columns: usize,
}

impl Variety {
    /// The fewest of both together that tell enough: below, stripes and chequers of single pixels look enlarged.
    const TELLING: usize = 7;
    /// The same for a picture whose outer blocks are cut through, where less of it has to fit the grid.
    const CROPPED: usize = 9;

    fn of(raster: &Raster) -> Self {
        let Some(bounds) = raster.bounds() else {
            return Variety {
                rows: 0,
                columns: 0,
            };
        };
        let row = |y: usize| &raster.row(y)[bounds.columns()];
        let column = |x: usize| bounds.rows().map(|y| raster.color(x, y)).collect();
        let rows: FxHashSet<&[Option<Rgb>]> = bounds.rows().map(row).collect();
        let columns: FxHashSet<Vec<Option<Rgb>>> = bounds.columns().map(column).collect();
        Variety {
            rows: rows.len(),
            columns: columns.len(),
        }
    }

    fn total(&self) -> usize {
        self.rows + self.columns
    }

    /// Whether the figure is one rectangle of one colour.
    fn is_solid(&self) -> bool {
        self.rows <= 1 && self.columns <= 1
    }

    fn is_telling(&self) -> bool {
        self.rows >= 3 && self.columns >= 3 && self.total() >= Self::TELLING
    }
}

#[cfg(test)]
mod tests;
