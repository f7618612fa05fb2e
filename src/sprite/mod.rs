//! From a picture to a sprite: a few colours on a grid of pixels.
//!
//! [`read_sprite`] does all of it, a stage per file: the bytes are decoded into a [`Raster`], its
//! [`Background`] becomes transparent, an enlarged picture is scaled back to its native size
//! ([`Scale`]), and similar colours are merged ([`ColorLimit`]), which leaves a [`Sprite`].

mod background;
mod bounds;
mod components;
mod counts;
mod decode;
mod error;
mod pixels;
mod raster;
mod read;
mod reduce;
mod scale;
mod sheet;

pub use background::{Background, ParseBackgroundError};
pub use bounds::Bounds;
pub use components::{Component, MAX_GAP, connected_components};
pub use decode::{MAX_BYTES, MAX_PIXELS, MAX_SIDE, decode_picture};
pub use error::SpriteError;
pub use pixels::{ParseSpriteError, Sprite};
pub use raster::Raster;
#[cfg(test)]
pub(crate) use raster::drawing::noise;
pub use read::{ReadOptions, ReadSprite, interpret_raster, read_sprite};
pub use reduce::{ColorLimit, ParseColorLimitError};
pub use scale::{ParseScaleError, Scale};
pub use sheet::{Cells, Cut, Sheet, SheetSprite, cut_sheet};
