//! What is seen of a picture through the periods of a grid.

use super::Grid;
use super::integral::IntegralImage;
use super::lattice::Axis;

/// Parts along each side of a period.
pub const PARTS: usize = 12;

/// The mean colours of the parts of a period, row by row.
pub type Parts = Vec<[f32; 3]>;

/// Periods around the middles of a grid's places.
pub struct Windows<'a> {
    pub image: &'a IntegralImage,
    pub grid: &'a Grid,
}

impl Windows<'_> {
    /// The places of the grid, row by row.
    pub fn inside(&self) -> Vec<Parts> {
        let columns = self.grid.x.count as isize;
        let places = 0..self.grid.count() as isize;
        let parts = |index| self.parts([index % columns, index / columns]);
        places.map(parts).collect()
    }

    /// The places around the grid that are inside the picture.
    pub fn around(&self) -> Vec<Parts> {
        let places = self.places_around();
        places.map(|place| self.parts(place)).collect()
    }

    /// Their columns and rows.
    pub fn places_around(&self) -> impl Iterator<Item = [isize; 2]> {
        let size = [self.image.width(), self.image.height()];
        let is_inside = move |place: &[isize; 2]| {
            let ends = self.period(*place).into_iter().zip(size);
            ends.into_iter()
                .all(|([begin, end], length)| begin >= 0.0 && end <= length as f64)
        };
        self.all_around().filter(is_inside)
    }

    fn all_around(&self) -> impl Iterator<Item = [isize; 2]> + use<> {
        let [columns, rows] = [self.grid.x.count as isize, self.grid.y.count as isize];
        let above = (-1..=columns).flat_map(move |column| [[column, -1], [column, rows]]);
        let beside = (0..rows).flat_map(move |row| [[-1, row], [columns, row]]);
        above.chain(beside)
    }

    /// The parts of the places around the grid that are inside the picture, also of those that are not as a whole.
    pub fn margin(&self) -> Parts {
        let places = self.all_around();
        let parts = places.flat_map(|place| self.spans_of_parts(place));
        parts
            .map(|[x, y]| self.image.part_means(x, y, 1)[0])
            .collect()
    }

    fn spans_of_parts(&self, place: [isize; 2]) -> impl Iterator<Item = [[f64; 2]; 2]> + use<> {
        let spans = self.period(place).map(|[begin, end]| {
            let side = (end - begin) / PARTS as f64;
            (0..PARTS).map(move |part| [0, 1].map(|end| begin + (part + end) as f64 * side))
        });
        let size = [self.image.width(), self.image.height()].map(|length| length as f64);
        let [across, down] = spans;
        let is_inside = move |spans: &[[f64; 2]; 2]| {
            (spans.iter().zip(size)).all(|([begin, end], length)| *begin >= 0.0 && *end <= length)
        };
        down.flat_map(move |y| across.clone().map(move |x| [x, y]))
            .filter(is_inside)
    }

    /// A column and a row of the grid, also beside it.
    fn parts(&self, place: [isize; 2]) -> Parts {
        let [x, y] = self.period(place);
        self.image.part_means(x, y, PARTS)
    }

    fn period(&self, [column, row]: [isize; 2]) -> [[f64; 2]; 2] {
        let period = |axis: &Axis, index: isize| {
            let [begin, end] = axis.span_at(index);
            let middle = (begin + end) / 2.0;
            [middle - axis.pitch / 2.0, middle + axis.pitch / 2.0]
        };
        [period(&self.grid.x, column), period(&self.grid.y, row)]
    }
}
