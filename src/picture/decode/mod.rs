//! One decoder per format: each says how large the picture is before it allocates any pixels.

#[cfg(feature = "aseprite")]
pub mod aseprite;
pub mod bmp;
mod compositor;
pub mod gif;
mod guard;
#[cfg(test)]
#[path = "aseprite/handmade.rs"]
pub mod handmade_aseprite;
#[cfg(feature = "jpeg")]
pub mod jpeg;
pub mod png;
mod samples;
pub mod webp;

use super::PictureFormat;

/// A file that begins as a picture does but cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {format} file is damaged or cut off ({reason}): save or copy it again")]
pub struct DamagedPicture {
    /// The format that the file begins like.
    pub format: PictureFormat,
    /// What the decoder says, in one line.
    pub reason: String,
}
