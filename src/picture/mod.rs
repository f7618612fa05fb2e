//! Pictures: what they are, how they are read and how they are written.
//!
//! This module lies below all others that deal with pictures, so that the judge ([`verify`](crate::verify)) and the
//! renderer ([`render`](crate::render)) share a format and nothing else.
//!
//! | A picture as            | is a       | and is                                                              |
//! |-------------------------|------------|---------------------------------------------------------------------|
//! | pixels to be printed    | [`Raster`] | read from any file by [`decode_picture`], written by [`write_raster_png`] |
//! | pixels on a screen      | [`Pixmap`] | read by [`read_film`], frame by frame, with the [`Layout`] that says where the cells are |
//! | palette indices         | `Canvas`   | drawn on by the renderers, written by `write_png`                   |
//!
//! Files are decoded by the crates `png`, `gif`, `image-webp`, `zune-jpeg` and `aseprite-loader`, and by a BMP reader of our own, in `decode`: each
//! is asked for the size before it may allocate pixels, and is called through `decode::guard`, which turns
//! whatever goes wrong, a panic too, into a [`DamagedPicture`].

mod bounds;
mod canvas;
mod comments;
mod decode;
mod format;
mod frames;
mod imprint;
mod layout;
mod palette;
mod pixmap;
mod printed;
mod raster;
mod read;
mod write;

pub use bounds::Bounds;
pub(crate) use canvas::{Canvas, MAX_CANVAS_PIXELS, Rect};
pub use decode::DamagedPicture;
pub use format::PictureFormat;
pub use frames::{FrameTag, decode_frames, decode_tags};
pub(crate) use imprint::Imprint;
pub use layout::Layout;
pub(crate) use palette::{Palette, PaletteFull};
pub use pixmap::Pixmap;
pub use printed::{ReadPrint, ReadPrintError, Repeats, read_film, read_gif_frames, read_print};
pub use raster::Raster;
#[cfg(test)]
pub(crate) use raster::drawing;
pub use read::{MAX_BYTES, MAX_PIXELS, MAX_SIDE, ReadPictureError, decode_picture};
pub use write::{WritePictureError, write_raster_png, write_rgb_png};
pub(crate) use write::{encode_frame, write_png};
