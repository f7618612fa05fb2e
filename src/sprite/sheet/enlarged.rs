//! Pictures that were enlarged: their pixels are blocks, and no tiles.

use std::ops::Range;

use num_integer::gcd;

use super::lattice::Lattice;
use crate::picture::Raster;

/// A picture without what enlarging it has added.
pub struct Native {
    pub raster: Raster,
    factor: usize,
}

impl Native {
    /// Of a picture of blocks that begin in its corner; of any other one the whole.
    pub fn of(raster: &Raster) -> Native {
        let factor = factor(raster);
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

/// The side of the largest blocks of one colour that the picture consists of.
fn factor(raster: &Raster) -> usize {
    let mut factor = gcd(raster.width(), raster.height());
    for (y, row) in raster.rows().enumerate() {
        if factor == 1 {
            break;
        }
        if y > 0 && row != raster.row(y - 1) {
            factor = gcd(factor, y);
        }
        for (x, pair) in row.windows(2).enumerate() {
            if pair[0] != pair[1] {
                factor = gcd(factor, x + 1);
            }
        }
    }
    factor
}
