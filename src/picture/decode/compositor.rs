//! The frames of an animation, laid over each other.

use crate::picture::{Pixmap, Rect};

/// What becomes of a frame before the next one is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposal {
    /// It stays.
    Keep,
    /// Its rectangle becomes transparent.
    Clear,
    /// What was there before is there again.
    Restore,
}

/// What a viewer sees while an animation plays. Only the pixels of a frame are touched, since an animation may have
/// very many small ones.
pub struct Compositor {
    picture: Pixmap,
    /// The last frame's rectangle, and what it holds once the frame is gone; `None` if that stays.
    gone: Option<(Rect, Vec<[u8; 4]>)>,
}

impl Compositor {
    pub fn new(width: usize, height: usize) -> Compositor {
        Compositor {
            picture: Pixmap::transparent(width, height),
            gone: None,
        }
    }

    pub fn picture(&self) -> &Pixmap {
        &self.picture
    }

    pub fn into_picture(self) -> Pixmap {
        self.picture
    }

    /// Lays a frame's pixels at a place, of which what sticks out is not seen; `blend` says what a pixel of the
    /// picture and one of the frame over it look like.
    pub fn lay(
        &mut self,
        place: Rect,
        pixels: &[[u8; 4]],
        disposal: Disposal,
        blend: impl Fn([u8; 4], [u8; 4]) -> [u8; 4],
    ) {
        let shown = self.picture.clip(place);
        if let Some((rect, before)) = self.gone.take() {
            let lines = before.chunks_exact(rect.width.max(1));
            for (row, before) in self.picture.rows_mut(rect).zip(lines) {
                row.copy_from_slice(before);
            }
        }
        self.gone = match disposal {
            Disposal::Keep => None,
            Disposal::Clear => Some((shown, vec![[0; 4]; shown.width * shown.height])),
            Disposal::Restore => {
                let rows = self.picture.rows_mut(shown);
                Some((shown, rows.flat_map(|row| row.iter().copied()).collect()))
            }
        };
        let lines = pixels.chunks_exact(place.width.max(1));
        for (row, line) in self.picture.rows_mut(shown).zip(lines) {
            for (pixel, drawn) in row.iter_mut().zip(line) {
                *pixel = blend(*pixel, *drawn);
            }
        }
    }
}
