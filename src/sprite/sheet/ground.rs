//! Cells that have a ground of their own, of one colour, although the sheet has transparent places, too.

use super::lattice::Lattice;
use super::shapes::{is_heap, join_overlapping};
use super::unlined::Unlined;
use crate::color::{ColorCounts, Rgb};
use crate::picture::Raster;
use crate::sprite::components::{Component, connected_components};

/// The cells that show if the ground of a heap is taken away.
pub fn cells_on_ground(raster: &Raster, shapes: &[Component]) -> Option<Lattice> {
    let size = (raster.width(), raster.height());
    let has_heap = shapes.iter().any(|shape| is_heap(shape.bounds, size));
    let ground = has_heap.then(|| ground(raster))??;
    let mut bare = raster.clone();
    bare.erase(|_, _, color| color == ground);
    let shapes = join_overlapping(connected_components(&bare, 0), size);
    let bare = Unlined::of(&bare, &shapes);
    bare.frames().or_else(|| bare.cells())
}

/// The colour of almost all of the outline, and of much of what is within, or of most of it.
fn ground(raster: &Raster) -> Option<Rgb> {
    /// How much of the outline has it at least, and ...
    const OF_OUTLINE: f64 = 0.9;
    /// ... how much of everything; else it is the contour of sprites. Set by hand: of 461 sheets one has such a ground, and
    /// no other is near both.
    const OF_ALL: f64 = 0.3;
    /// How much of everything if the outline is that of tiles which have no ground, like walls.
    // Set by hand: one sheet of 96 turns on it.
    const OF_MOST: f64 = 0.5;

    let (width, height) = (raster.width(), raster.height());
    let shows = |x: usize, y: usize| x < width && y < height && raster.color(x, y).is_some();
    let is_outline = |(x, y): &(usize, usize)| {
        let [left, above] = [*x, *y].map(|at| at.wrapping_sub(1));
        !(shows(left, *y) && shows(x + 1, *y) && shows(*x, above) && shows(*x, y + 1))
    };
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let outline = places.filter(is_outline).map(|(x, y)| raster.color(x, y));
    let outline = ColorCounts::of(outline);
    let all = ColorCounts::of(raster.pixels());
    let share = |counts: &ColorCounts, color| {
        let shown: usize = counts.entries().iter().map(|(_, count)| count).sum();
        counts.count(color) as f64 / shown.max(1) as f64
    };
    let most_common = |counts: &ColorCounts| {
        let entries = counts.entries().iter();
        entries
            .max_by_key(|(_, count)| *count)
            .map(|(color, _)| *color)
    };
    let around = most_common(&outline)
        .filter(|color| share(&outline, *color) >= OF_OUTLINE && share(&all, *color) >= OF_ALL);
    around.or_else(|| most_common(&all).filter(|color| share(&all, *color) >= OF_MOST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::noise;

    /// Icons on black, and a place that is not used.
    fn icons(is_plate: bool) -> Raster {
        let colors = noise(96, 64, 3);
        Raster::from_fn(96, 64, |x, y| {
            let is_used = is_plate || x < 80 || y < 48;
            let distance = |at: usize| (at % 16).abs_diff(8);
            let is_icon = match is_plate {
                true => x.abs_diff(48) + y.abs_diff(32) < 20,
                false => distance(x) + distance(y) < 7,
            };
            let Rgb { r, g, .. } = colors.color(x, y)?;
            let color = if is_icon {
                Rgb::new(r / 2 + 90, g, 30)
            } else {
                Rgb::new(0, 0, 0)
            };
            is_used.then_some(color)
        })
    }

    #[test]
    fn icons_on_an_opaque_ground_are_cut_beside_an_empty_place() {
        let sheet = icons(false);
        let shapes = connected_components(&sheet, 0);
        assert_eq!(shapes.len(), 1);
        let cells = cells_on_ground(&sheet, &shapes).unwrap();
        assert_eq!(cells.cell_size(), (16, 16));
    }

    #[test]
    fn walls_among_the_icons_may_reach_the_outline() {
        let sheet = icons(false);
        let is_wall = |x: usize, y: usize| (x / 16 + y / 16) % 4 == 1 && x / 16 != 4;
        let walled = Raster::from_fn(96, 64, |x, y| match is_wall(x, y) {
            true => Some(Rgb::new(120, 60 + 40 * (x / 16 % 2) as u8, 20)),
            false => sheet.color(x, y),
        });
        let cells = cells_on_ground(&walled, &connected_components(&walled, 0)).unwrap();
        assert_eq!(cells.cell_size(), (16, 16));
    }

    #[test]
    fn a_sign_on_a_plate_stays_whole() {
        let plate = icons(true);
        assert!(cells_on_ground(&plate, &connected_components(&plate, 0)).is_none());
    }
}
