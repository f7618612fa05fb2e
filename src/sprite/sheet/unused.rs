//! Places of a transparent sheet that no sprite uses, filled with magenta by the tools that pack sheets.

use crate::color::{ColorCounts, Rgb};
use crate::picture::Raster;
use crate::sprite::background::border;

const MAGENTA: Rgb = Rgb::new(255, 0, 255);

/// Magenta, if the sheet has transparent places and most of what its border shows is magenta.
pub fn unused_color(raster: &Raster) -> Option<Rgb> {
    let has_transparency = raster.pixels().contains(&None);
    let border = ColorCounts::of(border(raster));
    let all: usize = border.entries().iter().map(|(_, count)| count).sum();
    (has_transparency && 2 * border.count(MAGENTA) > all).then_some(MAGENTA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magenta_is_unused_where_other_places_are_transparent() {
        let sheet = |other: Option<Rgb>| {
            Raster::from_fn(16, 16, move |x, y| match (x < 8, y < 8) {
                (true, true) => (x.abs_diff(4) + y.abs_diff(4) > 3)
                    .then_some(Rgb::BLACK)
                    .or(other),
                _ => Some(MAGENTA),
            })
        };
        assert_eq!(unused_color(&sheet(None)), Some(MAGENTA));
        assert_eq!(unused_color(&sheet(Some(Rgb::WHITE))), None);
        let sprite = Raster::from_fn(8, 8, |x, y| (x == y).then_some(MAGENTA));
        assert_eq!(unused_color(&sprite), Some(MAGENTA));
    }
}
