//! Sprites on plates: rectangles of a second ground, each as large as its sprite, on a sheet with labels.

use super::lattice::Lattice;
use crate::picture::Bounds;
use crate::sprite::components::Component;

/// Whether most of what a sheet shows are rectangles of several sizes, each within a cell and smaller than it: then these are
/// the sprites, and what else is in the cell is a label.
pub fn are_on_plates(shapes: &[Component], lattice: &Lattice) -> bool {
    /// How much of its rectangle a plate fills at least, since sprites have pixels in the colour of the sheet, too, and ...
    const FILLED: f64 = 0.9;
    /// ... the fewest columns and rows of it. A letter has fewer.
    const LEAST: usize = 8;
    /// The share of plates in what all shapes cover at least, ...
    const MOST: f64 = 0.5;
    /// ... and how many plates there are. Set by hand; two sheets of 96 turn on this rule.
    const FEWEST: usize = 8;

    let (width, height) = lattice.cell_size();
    let is_plate = |shape: &&Component| {
        let bounds = shape.bounds;
        bounds.width.min(bounds.height) >= LEAST
            && bounds.width < width
            && bounds.height < height
            && !lattice.cuts(&bounds)
            && shape.count() as f64 >= FILLED * area(bounds)
    };
    let plates: Vec<Bounds> = (shapes.iter().filter(is_plate))
        .map(|shape| shape.bounds)
        .collect();
    let covered: f64 = shapes.iter().map(|shape| area(shape.bounds)).sum();
    let are_most = plates.iter().copied().map(area).sum::<f64>() >= MOST * covered;
    let are_of_one_size = plates
        .windows(2)
        .all(|pair| pair[0].size() == pair[1].size());
    plates.len() >= FEWEST && are_most && !are_of_one_size
}

fn area(bounds: Bounds) -> f64 {
    (bounds.width * bounds.height) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Raster;
    use crate::picture::drawing::color;
    use crate::sprite::connected_components;
    use crate::sprite::sheet::Cells;

    /// Twelve cells of 40x30 pixels with a plate of 20 columns each and this many rows, above a letter.
    fn sheet(rows: fn(usize) -> usize) -> (Vec<Component>, Lattice) {
        let sheet = Raster::from_fn(4 * 40, 3 * 30, |x, y| {
            let [column, row] = [x % 40, y % 30];
            let is_plate = (5..25).contains(&column) && row < rows(x / 40 + y / 30);
            let is_letter = (30..33).contains(&column) && (22..29).contains(&row);
            (is_plate || is_letter).then_some(color('a'))
        });
        let cells = Lattice::of(Cells::side_by_side(40, 30), &sheet).unwrap();
        (connected_components(&sheet, 0), cells)
    }

    #[test]
    fn rectangles_of_several_sizes_are_sprites_and_what_is_beside_them_labels() {
        let (shapes, cells) = sheet(|number| 10 + 3 * (number % 3));
        assert!(are_on_plates(&shapes, &cells));
    }

    #[test]
    fn tiles_of_one_size_and_bars_are_no_plates() {
        for rows in [|_| 15, |number| 4 + number % 3] {
            let (shapes, cells) = sheet(rows);
            assert!(!are_on_plates(&shapes, &cells));
        }
    }

    #[test]
    fn tiles_that_fill_their_cells_are_no_plates() {
        let (shapes, _) = sheet(|number| 10 + 3 * (number % 3));
        let cells = Lattice {
            columns: vec![0..40, 40..80, 80..120, 120..160],
            rows: vec![0..10, 30..43, 60..76],
        };
        assert!(!are_on_plates(&shapes, &cells));
    }
}
