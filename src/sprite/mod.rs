//! Pictures in: what a user's file shows, as a few colours on a grid of pixels.

mod pixels;

pub use pixels::{Bounds, ParseSpriteError, Sprite};
