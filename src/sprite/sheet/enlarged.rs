//! Pictures that were enlarged: their pixels are blocks, and no tiles.

use std::ops::Range;

use super::lattice::Lattice;
use crate::picture::Raster;
use crate::sprite::scale::block_side;

/// A picture without what enlarging it has added.
pub struct Native {
    pub raster: Raster,
    factor: usize,
}

impl Native {
    /// Of a picture of blocks that begin in its corner; of any other one the whole.
    pub fn of(raster: &Raster) -> Native {
        let factor = block_side(raster);
        let pixel = |x: usize, y: usize| raster.color(factor * x, factor * y);
        Native {
            raster: Raster::from_fn(raster.width() / factor, raster.height() / factor, pixel),
            factor,
        }
    }

    /// A lattice of the native picture on the enlarged one.
    pub fn enlarged(&self, lattice: Lattice) -> Lattice {
        let enlarged = |mut ranges: Vec<Range<usize>>| {
            for range in &mut ranges {
                *range = range.start * self.factor..range.end * self.factor;
            }
            ranges
        };
        Lattice {
            columns: enlarged(lattice.columns),
            rows: enlarged(lattice.rows),
        }
    }
}
