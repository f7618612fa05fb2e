//! From a picture to a sprite: a few colours on a grid of pixels.
//!
//! [`read_sprite`] does all of it, a stage per file: the bytes are decoded into a [`Raster`](crate::picture::Raster), its
//! [`Background`] becomes transparent, an enlarged picture is scaled back to its native size
//! ([`Scale`]), and similar colours are merged ([`ColorLimit`]), which leaves a [`Sprite`].

mod background;
mod components;
mod crop;
mod error;
mod fit;
mod pixels;
mod read;
mod reduce;
mod scale;
mod sheet;

pub use background::Background;
pub(crate) use background::remove_background;
pub use components::{Component, MAX_GAP, connected_components};
pub use crop::crop_picture;
pub use error::SpriteError;
pub use pixels::{ParseSpriteError, Sprite};
pub use read::{ReadOptions, ReadSprite, interpret_raster, interpret_sharp, read_sprite};
pub use reduce::ColorLimit;
pub use scale::Scale;
pub use sheet::{Cells, Cut, Sheet, SheetSprite, cut_sheet, sprite_of_sheet, sprite_within};
