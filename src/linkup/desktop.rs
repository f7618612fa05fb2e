//! A window on a desktop of one colour: a board is within it, and what lies around tells nothing of where its tiles are.

use crate::color::Rgb;
use crate::picture::{Bounds, Raster};

/// Channels that differ by at most this are of the same colour. Set by hand.
const ALIKE: u8 = 8;

/// The window, if there is one, and only the colour of a corner of the picture around it.
pub fn window(raster: &Raster) -> Option<Bounds> {
    // A window that reaches into both of these corners is the whole picture.
    let corners = [(0, 0), (raster.width() - 1, raster.height() - 1)];
    let mut colors = corners.iter().filter_map(|(x, y)| raster.color(*x, *y));
    colors.find_map(|color| window_on(raster, color))
}

fn window_on(raster: &Raster, desktop: Rgb) -> Option<Bounds> {
    let mut shown = raster.clone();
    shown.erase(|_, _, color| color.is_near(desktop, ALIKE));
    let bounds = shown.bounds()?;
    let mut sides = [bounds; 4];
    sides[..2].iter_mut().for_each(|side| side.width = 1);
    sides[2..].iter_mut().for_each(|side| side.height = 1);
    sides[1].left = bounds.columns().end - 1;
    sides[3].top = bounds.rows().end - 1;
    let is_window = sides.iter().all(|side| is_solid(&shown.crop(*side)));
    let is_whole = bounds.size() == (raster.width(), raster.height());
    (is_window && !is_whole).then_some(bounds)
}

/// Whether one pixel in twenty at most is missing, as at round corners. Set by hand.
fn is_solid(side: &Raster) -> bool {
    let missing = side.pixels().iter().filter(|pixel| pixel.is_none());
    20 * missing.count() <= side.pixels().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Bounds = Bounds {
        left: 9,
        top: 0,
        width: 40,
        height: 30,
    };

    /// A window full of colours in an upper corner but for a few columns, on a black desktop.
    fn screen(is_shown: impl Fn(usize, usize) -> bool) -> Raster {
        Raster::from_fn(80, 50, |x, y| {
            let is_window = WINDOW.columns().contains(&x) && WINDOW.rows().contains(&y);
            let shade = if is_window && is_shown(x - 9, y) {
                60
            } else {
                0
            };
            Some(Rgb::new(shade + (x % 7) as u8, shade, shade))
        })
    }

    #[test]
    fn a_window_is_found_on_a_desktop_of_one_colour() {
        assert_eq!(window(&screen(|_, _| true)), Some(WINDOW));
        let has_round_corners = |x, y| (x, y) != (0, 0) && (x, y) != (39, 29);
        assert_eq!(window(&screen(has_round_corners)), Some(WINDOW));
    }

    #[test]
    fn tiles_on_a_ground_are_no_window_nor_is_a_whole_picture() {
        assert_eq!(window(&screen(|x, _| x % 10 < 8)), None);
        assert_eq!(window(&screen(|_, _| true).crop(WINDOW)), None);
        assert_eq!(window(&screen(|_, _| false)), None);
    }
}
