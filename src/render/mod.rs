//! Drawing: a print script becomes an animation of its game or a picture of its final field.
//!
//! ```text
//! PrintScript -> PlayedScript -> Film -> Scenes -> Shutter -> Screen -> Recorder -> GIF, APNG, WebP, video
//!                played          motion, scene     timing     screen    recorder    gif, apng, webp, y4m
//!                                console_film
//! ```
//!
//! A film shows the game as scenes, far more of them than fit into 50 frames a second. The shutter
//! lets through those that are seen, the screen draws what differs from the scene before, and the
//! recorder stores what has changed. [`render_versus`] shows two games of one picture side by side.
//!
//! ```
//! use tetris_printer::render::{RenderOptions, render_gif, render_png};
//! use tetris_printer::script::parse_script;
//!
//! let script = parse_script(
//!     r##"{
//!     "format": "tetris-print", "version": 1,
//!     "field": {"width": 10, "height": 20},
//!     "colors": {"I": "#00a8f8", "J": "#0058f8", "L": "#f87858", "O": "#f8b800",
//!                "S": "#58d854", "T": "#d800cc", "Z": "#f83800"},
//!     "background": "#000000",
//!     "drops": [{"piece": "T", "orientation": "up", "column": 3}]
//! }"##,
//! )?;
//! let (mut gif, mut png) = (Vec::new(), Vec::new());
//! let report = render_gif(&script, None, &RenderOptions::default(), &mut gif)?;
//! assert_eq!(report.layout.field, script.field);
//! render_png(&script, None, &RenderOptions::default(), &mut png)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod act;
mod animation;
mod apng;
mod boomerang;
mod canvas_size;
mod caption;
mod composition;
mod console_film;
mod ease;
mod error;
mod font;
mod gif;
mod half_blocks;
mod lzw;
mod motion;
mod options;
mod origin;
mod panel;
mod patch;
mod played;
mod recorder;
mod reel;
mod scene;
mod screen;
mod steady;
mod still;
mod svg;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod theme;
mod tiles;
mod timing;
mod versus;
#[cfg(feature = "webp")]
mod webp;
mod xray;
mod y4m;

pub(crate) use self::gif::GifWriter;
pub(crate) use animation::record;
pub use animation::{AnimationFormat, render_animation, render_frames, render_gif, render_reel};
pub use canvas_size::CanvasSize;
pub use caption::{Caption, ParseCaptionError};
pub(crate) use composition::margin;
pub use ease::Ease;
pub use error::RenderError;
pub use half_blocks::{ColorDepth, Glance, half_blocks};
pub use options::{CellSize, Motion, ParseOptionError, Poster, RenderOptions, Repeat};
pub use origin::{Origin, OriginError};
pub use recorder::AnimationReport;
pub(crate) use recorder::Recorder;
pub use reel::{Reel, ReelFrame};
pub use scene::FallingPiece;
pub use screen::MAX_PIXELS;
pub(crate) use still::draw_still;
pub use still::render_png;
pub use svg::render_svg;
pub(crate) use theme::mix;
pub use theme::{CellStyle, ScreenColors, Theme};
pub(crate) use timing::Shutter;
pub use timing::{Fps, Pace, ParseTimingError, Seconds, Speed};
pub(crate) use versus::record_versus;
pub use versus::{render_versus, render_versus_frames};
