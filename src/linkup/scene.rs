//! A picture, with what has been seen of it.

use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use crate::grid::{Axis, Grid, IntegralImage};
use crate::picture::Raster;

use super::hint_line::{Hidden, HintLine};
use super::view::View;

/// How many views are kept: as many as threads look at a picture on different grids at a time, and some more.
// A reading is put right on its own grid, and the surveys of one grid come one after the other: on four screenshots of
// generated boards 132, 51, 13 and 37 of 396, 179, 23 and 73 views are new if one is kept, and 123, 43, 11 and 30 with eight.
const KEPT: usize = 8;

/// A picture that is looked at again and again through the same grids: it remembers its latest views.
pub struct Scene {
    image: IntegralImage,
    /// What is hidden by a line.
    hidden: Hidden,
    latest: Mutex<Vec<Seen>>,
}

/// A view, and what it was made of.
struct Seen {
    axes: [Axis; 2],
    evened: Evened,
    view: Arc<View>,
}

/// What is evened out before the places of a grid are compared: ...
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Evened {
    /// ... the light on the board, or ...
    Light,
    /// ... the ground under the tiles, see [`View::on_even_ground`].
    Ground,
}

impl Scene {
    pub fn of(raster: &Raster) -> Scene {
        Scene::from(IntegralImage::of(raster))
    }

    /// Of a picture with a line drawn on it.
    pub fn behind(line: &HintLine, raster: &Raster) -> Scene {
        Scene {
            hidden: line.hidden(),
            ..Scene::of(&line.erased_from(raster))
        }
    }

    /// What is seen through a grid.
    pub fn view(&self, grid: &Grid, evened: Evened) -> Arc<View> {
        let axes = [grid.x, grid.y];
        let is_same = |seen: &Seen| seen.axes == axes && seen.evened == evened;
        if let Some(seen) = self.latest().iter().find(|seen| is_same(seen)) {
            return Arc::clone(&seen.view);
        }
        let view = Arc::new(match evened {
            Evened::Light => View::of(self, grid, &self.hidden),
            Evened::Ground => View::on_even_ground(self, grid, &self.hidden),
        });
        let seen = Seen {
            axes,
            evened,
            view: Arc::clone(&view),
        };
        let mut latest = self.latest();
        latest.insert(0, seen);
        latest.truncate(KEPT);
        view
    }

    fn latest(&self) -> std::sync::MutexGuard<'_, Vec<Seen>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<IntegralImage> for Scene {
    fn from(image: IntegralImage) -> Scene {
        Scene {
            image,
            hidden: Hidden::default(),
            latest: Mutex::default(),
        }
    }
}

impl Deref for Scene {
    type Target = IntegralImage;

    fn deref(&self) -> &IntegralImage {
        &self.image
    }
}
