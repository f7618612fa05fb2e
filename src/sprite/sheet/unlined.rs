//! A sheet without lines between its cells: what tells them, from the surest sign to the weakest.

use super::animation::{animation_frames, hold_one_each, strip_of_squares, tiles_of_heap};
use super::blended::blended_tiles;
use super::edges::edged_tiles;
use super::enlarged::Native;
use super::lattice::Lattice;
use super::multiples::made_of;
use super::period::periodic_cells;
use super::repeats::repeated_tiles;
use super::usual::usual_tiles;
use crate::picture::Raster;
use crate::sprite::components::Component;

/// How much of the sheet a heap covers at least whose tiles blend.
const HEAP_OF_BLENDED: f64 = 0.25;

/// A sheet without lines. The background is transparent by now.
pub struct Unlined<'a> {
    shapes: &'a [Component],
    /// Columns and rows of what the sheet shows.
    size: (usize, usize),
    native: Native,
}

impl Unlined<'_> {
    pub fn of<'a>(raster: &Raster, shapes: &'a [Component]) -> Unlined<'a> {
        Unlined {
            shapes,
            size: raster.bounds().map_or((0, 0), |shown| shown.size()),
            native: Native::of(raster),
        }
    }

    /// Whether cells have edges on which a shape lies.
    pub fn is_cut_by(&self, lattice: &Lattice) -> bool {
        let mut shapes = self.shapes.iter();
        shapes.any(|shape| lattice.cuts(&shape.bounds))
    }

    /// The frames of an animation.
    pub fn frames(&self) -> Option<Lattice> {
        let frames = self.of_whole_tiles(animation_frames(&self.native.raster)?);
        hold_one_each(&frames, self.shapes).then_some(frames)
    }

    /// Cells of any kind but frames.
    pub fn cells(&self) -> Option<Lattice> {
        self.repeated()
            .or_else(|| self.periodic())
            .or_else(|| Some(self.of_whole_tiles(edged_tiles(&self.native.raster)?)))
            .or_else(|| self.of_heap())
            .or_else(|| self.strip())
            .or_else(|| self.usual())
    }

    fn repeated(&self) -> Option<Lattice> {
        let tiles = self.of_whole_tiles(repeated_tiles(&self.native.raster)?);
        self.is_cut_by(&tiles).then_some(tiles)
    }

    fn periodic(&self) -> Option<Lattice> {
        let mut cells = periodic_cells(&self.native.raster)?;
        cells.lattice = self.of_whole_tiles(cells.lattice);
        cells.hold(self.shapes).then_some(cells.lattice)
    }

    fn of_heap(&self) -> Option<Lattice> {
        /// How much of the sheet a heap covers at least whose tiles are alike.
        const HEAP: f64 = 0.5;

        let raster = &self.native.raster;
        let largest = self.largest_share();
        let alike = || (largest > HEAP).then(|| tiles_of_heap(raster))?;
        let blended = || (largest > HEAP_OF_BLENDED).then(|| blended_tiles(raster))?;
        Some(self.of_whole_tiles(alike().or_else(blended)?))
    }

    /// The part of the sheet that its largest shape covers.
    fn largest_share(&self) -> f64 {
        let areas = self.shapes.iter().map(|shape| shape.bounds.size());
        let largest = areas.map(|(width, height)| width * height).max();
        largest.unwrap_or(0) as f64 / (self.size.0 * self.size.1) as f64
    }

    fn strip(&self) -> Option<Lattice> {
        /// The largest part of the shapes that may lie across the edges of the squares. Set by hand.
        const CROSSING: f64 = 0.1;

        let strip = self.of_whole_tiles(strip_of_squares(&self.native.raster)?);
        let is_needed = self.shapes.len() > strip.bounds().count() || self.is_cut_by(&strip);
        (is_needed && strip.crossing(self.shapes) <= CROSSING).then_some(strip)
    }

    fn usual(&self) -> Option<Lattice> {
        let is_heap = self.largest_share() > HEAP_OF_BLENDED;
        let tiles = is_heap.then(|| usual_tiles(&self.native.raster))??;
        let tiles = self.of_whole_tiles(tiles);
        tiles.holds_few_each(self.shapes).then_some(tiles)
    }

    /// The tiles that cells of the native picture make, or else the cells, on the picture itself.
    fn of_whole_tiles(&self, cells: Lattice) -> Lattice {
        let tiles = made_of(&cells, &self.native.raster);
        self.native.enlarged(tiles.unwrap_or(cells))
    }
}
