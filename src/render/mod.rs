//! Pictures out: a print script becomes a GIF of the game or a PNG of its final field.
//!
//! The way of a GIF: a [`Film`] shows the game as [`Scene`]s, far more of them than fit into
//! 50 frames a second; the shutter (`timing`) lets through those that are seen; the screen
//! (`screen`) draws what differs from the one before; the writer (`gif`) stores what has changed.
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

mod canvas;
mod console_film;
pub mod decode;
mod font;
mod gif;
mod layout;
mod lzw;
mod motion;
mod options;
mod palette;
mod panel;
mod png;
mod scene;
mod screen;
#[cfg(test)]
mod testing;
mod theme;
mod timing;

use std::io::Write;

pub use console_film::ConsoleFilm;
pub use layout::Layout;
pub use motion::{LockFilm, PathFilm};
pub use options::{CellSize, Motion, ParseOptionError, RenderOptions, Repeat};
pub use scene::{ActivePiece, Film, Scene, Show, Tally, Wipe};
pub use screen::MAX_PIXELS;
pub use theme::{ParseThemeError, Theme};
pub use timing::{Fps, Pace, ParseTimingError, Seconds, Speed};

use crate::game::pilot::{AutopilotError, PilotError};
use crate::replay::{ReplayError, replay};
use crate::script::PrintScript;
use crate::sprite::Sprite;

use self::gif::GifWriter;
use self::palette::PaletteFull;
use self::screen::Screen;
use self::timing::Shutter;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error("{0}; --motion path shows the print without the console")]
    Console(AutopilotError),
    #[error(
        "the picture would be {width}x{height} pixels, more than can be handled: \
         try a --cell below {cell}"
    )]
    TooLarge {
        width: usize,
        height: usize,
        cell: usize,
    },
    #[error("the picture would have more than 255 colours: try --no-panel")]
    TooManyColors,
    #[error("cannot write the picture: {0}")]
    Io(#[from] std::io::Error),
    #[error("cannot encode the picture: {0}")]
    Encode(Box<dyn std::error::Error + Send + Sync>),
}

impl From<PaletteFull> for RenderError {
    fn from(_: PaletteFull) -> Self {
        RenderError::TooManyColors
    }
}

/// What no game plays is refused in the words of the replay, whoever plays it.
impl From<AutopilotError> for RenderError {
    fn from(refused: AutopilotError) -> Self {
        let AutopilotError { number, error } = refused;
        match error {
            PilotError::Game(error) => RenderError::Replay(ReplayError { number, error }),
            error => RenderError::Console(AutopilotError { number, error }),
        }
    }
}

impl From<::gif::EncodingError> for RenderError {
    fn from(error: ::gif::EncodingError) -> Self {
        match error {
            ::gif::EncodingError::Io(error) => RenderError::Io(error),
            error => RenderError::Encode(error.into()),
        }
    }
}

impl From<::png::EncodingError> for RenderError {
    fn from(error: ::png::EncodingError) -> Self {
        match error {
            ::png::EncodingError::IoError(error) => RenderError::Io(error),
            error => RenderError::Encode(error.into()),
        }
    }
}

/// What an animation came out as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GifReport {
    pub layout: Layout,
    pub frames: usize,
    /// How long one showing takes, the hold included.
    pub centiseconds: u64,
}

/// Writes an animation of the script's game, which ends with the final field; `source` is the
/// sprite that it prints, shown in the panel.
///
/// Errors: see [`RenderError`]. What can be known before the game is played (the size, the colours)
/// is refused before anything is written.
pub fn render_gif(
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    out: impl Write,
) -> Result<GifReport, RenderError> {
    match options.motion {
        Motion::Lock => render_film(&LockFilm(script), script, source, options, out),
        Motion::Path => render_film(&PathFilm(script), script, source, options, out),
        Motion::Auto if has_time_for_paths(script, options)? => {
            render_film(&PathFilm(script), script, source, options, out)
        }
        Motion::Auto => render_film(&LockFilm(script), script, source, options, out),
        Motion::Console => {
            let film = ConsoleFilm {
                script,
                rules: options.rules,
            };
            let pace = options.pace.or_real_time();
            let options = RenderOptions { pace, ..*options };
            render_film(&film, script, source, &options, out)
        }
    }
}

/// As [`render_gif`], but of any film of the script's game; [`RenderOptions::motion`] does not
/// count.
pub fn render_film(
    film: &dyn Film,
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    out: impl Write,
) -> Result<GifReport, RenderError> {
    let (mut screen, palette) = Screen::new(script, source, options)?;
    let Length { scenes, frames } = measure(film)?;
    let centiseconds = options.pace.centiseconds(frames, film.region());
    let mut shutter = Shutter::new(options.fps, frames, centiseconds);
    let layout = screen.layout();
    let mut writer = GifWriter::new(out, screen.canvas(), &palette, options.repeat, &layout)?;
    let mut number = 0;
    film.play(&mut |scene| {
        number += 1;
        let start = shutter.pass(scene.frames);
        let is_last = number == scenes;
        match start.or(is_last.then(|| shutter.end())) {
            Some(start) => {
                screen.show(scene);
                writer.add(screen.canvas_mut(), start)
            }
            None => Ok(()),
        }
    })?;
    let shortest = 2;
    let end = shutter.end() + options.hold.centiseconds().max(shortest);
    Ok(GifReport {
        layout,
        frames: writer.finish(end)?,
        centiseconds: end,
    })
}

/// Writes a picture of the final field; `source` is the sprite that the script prints, shown in the
/// panel. Returns where the field is in it.
///
/// Errors: see [`RenderError`]; nothing is written unless all is well.
pub fn render_png(
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    out: impl Write,
) -> Result<Layout, RenderError> {
    let (mut screen, palette) = Screen::new(script, source, options)?;
    let mut replay = replay(script);
    let mut tally = Tally::default();
    for lock in &mut replay {
        let lock = lock?;
        tally.count(lock.placement.pose.piece(), lock.cleared.len());
    }
    screen.show(&Scene {
        field: replay.field(),
        active: None,
        wipe: None,
        tally,
        frames: 0,
    });
    png::write_png(screen.canvas(), &palette, &screen.layout(), out)?;
    Ok(screen.layout())
}

/// How long a film is.
#[derive(Clone, Copy, Debug, Default)]
struct Length {
    scenes: u64,
    /// Frames of the console.
    frames: u64,
}

fn measure(film: &dyn Film) -> Result<Length, RenderError> {
    let mut length = Length::default();
    film.play(&mut |scene| {
        length.scenes += 1;
        length.frames += u64::from(scene.frames);
        Ok(())
    })?;
    Ok(length)
}

/// Whether every piece can be seen on its way at the pace that was asked for.
fn has_time_for_paths(script: &PrintScript, options: &RenderOptions) -> Result<bool, RenderError> {
    let film = PathFilm(script);
    let length = measure(&film)?;
    let centiseconds = options.pace.centiseconds(length.frames, film.region());
    let frames = centiseconds * options.fps.get() / 100;
    Ok(motion::is_path_smooth(&script.drops, frames))
}
