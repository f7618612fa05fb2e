//! Pictures to be printed: what a user's file shows, as a few colours on a grid of pixels.
//!
//! [`read_sprite`] goes the whole way, a stage a file: the bytes are decoded into a [`Raster`](crate::picture::Raster), its
//! [`Background`] becomes transparent, an enlarged picture is brought back to its own size
//! ([`Scale`]), near colours are merged ([`ColorLimit`]), and what is left is a [`Sprite`].

mod background;
mod counts;
mod error;
pub mod grid;
mod pixels;
mod read;
mod reduce;
mod scale;
mod shapes;
mod sheet;

pub use background::{Background, ParseBackgroundError};
pub use error::SpriteError;
pub use pixels::{ParseSpriteError, Sprite};
pub use read::{ReadOptions, ReadSprite, interpret_raster, read_sprite};
pub use reduce::{ColorLimit, ParseColorLimitError};
pub use scale::{ParseScaleError, Scale};
pub use shapes::{MAX_GAP, Shape, find_shapes};
pub use sheet::{Cells, Cut, Piece, Sheet, cut_sheet};
