//! A part of a picture.

use super::SpriteError;
use crate::picture::{Bounds, Raster};

/// The part of a picture within `bounds`, in pixels.
///
/// Errors: [`SpriteError::NoSuchPart`] if it sticks out.
pub fn crop_picture(picture: &Raster, bounds: Bounds) -> Result<Raster, SpriteError> {
    let Bounds {
        left,
        top,
        width,
        height,
    } = bounds;
    let ends = (left.checked_add(width), top.checked_add(height));
    let is_inside = ends.0.is_some_and(|end| end <= picture.width())
        && ends.1.is_some_and(|end| end <= picture.height());
    if !is_inside {
        return Err(SpriteError::NoSuchPart {
            left,
            top,
            width,
            height,
            picture_width: picture.width(),
            picture_height: picture.height(),
        });
    }
    Ok(picture.crop(bounds))
}
