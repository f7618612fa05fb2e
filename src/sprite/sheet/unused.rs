//! Places of a transparent sheet that no sprite uses, filled with magenta by the tools that pack sheets.

use crate::color::{ColorCounts, Rgb};
use crate::picture::Raster;
use crate::sprite::background::border;

const MAGENTA: Rgb = Rgb::new(255, 0, 255);

/// Magenta, if the sheet has transparent places, and its last corner and most of what its border shows are magenta: sheets
/// are filled from the first corner on.
pub fn unused_color(raster: &Raster) -> Option<Rgb> {
    let pixels = raster.pixels();
    let is_at_end = pixels.last() == Some(&Some(MAGENTA));
    let border = ColorCounts::of(border(raster));
    let shown: usize = border.entries().iter().map(|(_, count)| count).sum();
    let is_most = 2 * border.count(MAGENTA) > shown;
    (pixels.contains(&None) && is_at_end && is_most).then_some(MAGENTA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magenta_behind_the_sprites_is_unused_where_other_places_are_transparent() {
        let sheet = |around: Option<Rgb>| {
            Raster::from_fn(16, 16, move |x, y| match (x < 8, y < 8) {
                (true, true) if x.abs_diff(4) + y.abs_diff(4) > 3 => around,
                (true, true) => Some(Rgb::BLACK),
                _ => Some(MAGENTA),
            })
        };
        assert_eq!(unused_color(&sheet(None)), Some(MAGENTA));
        assert_eq!(unused_color(&sheet(Some(Rgb::WHITE))), None);
        let sprite = Raster::from_fn(8, 8, |x, y| (x + y < 8).then_some(MAGENTA));
        assert_eq!(unused_color(&sprite), None);
    }
}
