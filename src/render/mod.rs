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

mod animation;
mod apng;
mod census;
mod console_film;
mod font;
mod fumen;
mod gif;
mod half_blocks;
mod lzw;
mod motion;
mod options;
mod panel;
mod patch;
mod scene;
mod screen;
mod steady;
mod svg;
#[cfg(test)]
mod testing;
mod theme;
mod timing;
mod xray;
mod y4m;

use std::io::Write;

pub(crate) use self::animation::Recorder;
pub(crate) use self::gif::GifWriter;
pub(crate) use self::timing::Shutter;
pub use animation::{
    AnimationFormat, AnimationReport, render_animation, render_film, render_frames,
};
pub use console_film::ConsoleFilm;
pub use fumen::{FumenError, fumen_link};
pub use half_blocks::{ColorDepth, Glance, half_blocks};
pub use motion::{LockFilm, PathFilm};
pub use options::{CellSize, Motion, ParseOptionError, RenderOptions, Repeat};
pub use scene::{ActivePiece, Film, Scene, Show, Tally, Wipe};
pub use screen::MAX_PIXELS;
pub use svg::render_svg;
pub(crate) use theme::mix;
pub use theme::{ParseThemeError, Theme, ThemeFileError};
pub use timing::{Fps, Pace, ParseTimingError, Seconds, Speed};

use crate::game::pilot::{AutopilotError, PilotError};
use crate::picture::{Layout, PaletteFull, WritePictureError, write_png};
use crate::replay::{ReplayError, replay};
use crate::script::PrintScript;
use crate::sprite::Sprite;

use self::screen::Screen;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The game refuses a drop of the script.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The console's pilot cannot bring a piece to its place at this level.
    #[error("{0}; --motion path shows the print without the console")]
    Console(AutopilotError),
    /// More than [`MAX_PIXELS`] pixels, or more a side than the format can say.
    #[error(
        "the picture would be {width}x{height} pixels, more than can be handled: \
         try a --cell below {cell}"
    )]
    TooLarge {
        /// Columns of pixels.
        width: usize,
        /// Rows of pixels.
        height: usize,
        /// The pixels along a cell that were asked for.
        cell: usize,
    },
    /// All frames share one palette, and the panel and the source's colours need more.
    #[error("the picture would have more than 255 colours: try --no-panel")]
    TooManyColors,
    /// The writer failed.
    #[error("cannot write the picture: {0}")]
    Io(#[from] std::io::Error),
    /// The encoder refused the picture.
    #[error("cannot encode the picture: {0}")]
    Encode(Box<dyn std::error::Error + Send + Sync>),
}

impl From<PaletteFull> for RenderError {
    fn from(_: PaletteFull) -> Self {
        RenderError::TooManyColors
    }
}

impl From<WritePictureError> for RenderError {
    fn from(error: WritePictureError) -> Self {
        match error {
            WritePictureError::Io(error) => RenderError::Io(error),
            WritePictureError::Encode(error) => RenderError::Encode(error),
        }
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
        WritePictureError::from(error).into()
    }
}

/// [`render_animation`] as a GIF.
pub fn render_gif(
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    out: impl Write,
) -> Result<AnimationReport, RenderError> {
    render_animation(AnimationFormat::Gif, script, source, options, out)
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
    if options.motion == Motion::Console {
        tally.level = options.rules.level_after(tally.lines).into();
    }
    screen.show(&Scene {
        field: replay.field(),
        active: None,
        wipe: None,
        tally,
        frames: 0,
    });
    write_png(screen.canvas(), &palette, &screen.layout().to_json(), out)?;
    Ok(screen.layout())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::game::{Column, GameError, PaintedPlayfield, Pose, Row};
    use crate::picture::{Pixmap, read_gif_frames, read_gif_last_frame, read_png};
    use crate::replay::replay_to_end;

    fn gif(script: &PrintScript, options: &RenderOptions) -> (Vec<u8>, AnimationReport) {
        let mut bytes = Vec::new();
        let report = render_gif(script, None, options, &mut bytes).unwrap();
        (bytes, report)
    }

    fn png(script: &PrintScript, source: Option<&Sprite>, options: &RenderOptions) -> Vec<u8> {
        let mut bytes = Vec::new();
        render_png(script, source, options, &mut bytes).unwrap();
        bytes
    }

    /// Asserts that the centre of every cell has the exact colour of the field's.
    fn check((picture, layout): (Pixmap, Layout), field: &PaintedPlayfield, script: &PrintScript) {
        assert_eq!(layout.field, script.field);
        for row in (0..script.field.height()).map(Row) {
            for column in (0..script.field.width()).map(Column) {
                let (x, y) = layout.centre(column, row);
                let color = match field.cell(column, row) {
                    Some(piece) => script.colors.of(piece),
                    None => script.background,
                };
                let [r, g, b] = color.channels();
                assert_eq!(picture.pixel(x, y), [r, g, b, 255], "{column:?} {row:?}");
            }
        }
    }

    #[test]
    fn both_pictures_show_the_final_field_for_every_theme_and_size_of_cell() {
        let mut script = testing::long_script(7, 12, 30, 5);
        script.background = Rgb::new(0x30, 0x34, 0x40);
        let field = replay_to_end(&script).unwrap();
        for (_, theme) in Theme::NAMED {
            for cell in 1..=16 {
                let options = RenderOptions {
                    theme,
                    cell: CellSize::new(cell).unwrap(),
                    panel: cell % 2 == 0,
                    ..RenderOptions::default()
                };
                let shown = theme.dress(&script);
                check(
                    read_png(&png(&script, None, &options)).unwrap(),
                    &field,
                    &shown,
                );
                let (gif, report) = gif(&script, &options);
                let read = read_gif_last_frame(&gif).unwrap();
                assert_eq!(read.1, report.layout);
                check(read, &field, &shown);
            }
        }
    }

    #[test]
    fn the_gif_ends_with_the_picture_of_the_png() {
        let script = testing::long_script(21, 42, 300, 1);
        for motion in Motion::ALL {
            let options = RenderOptions {
                motion,
                ..RenderOptions::default()
            };
            let (gif, _) = gif(&script, &options);
            let png = read_png(&png(&script, None, &options)).unwrap();
            assert!(read_gif_last_frame(&gif).unwrap() == png, "{motion}");
        }
    }

    #[test]
    fn a_long_print_lasts_twenty_seconds_and_is_held_for_three() {
        let script = testing::long_script(21, 42, 600, 2);
        for (motion, drops) in [
            (Motion::Auto, 200),
            (Motion::Auto, 600),
            (Motion::Lock, 600),
        ] {
            let mut script = script.clone();
            script.drops.truncate(drops);
            let (bytes, report) = gif(
                &script,
                &RenderOptions {
                    motion,
                    ..RenderOptions::default()
                },
            );
            assert_eq!(report.centiseconds, 2300);
            let mut delays = Vec::new();
            read_gif_frames(&bytes, |_, delay| delays.push(u64::from(delay))).unwrap();
            assert_eq!(delays.len(), report.frames);
            assert_eq!(delays.iter().sum::<u64>(), 2300);
            assert!(delays.iter().all(|delay| *delay >= 2));
            assert!(delays[delays.len() - 1] >= 300);
        }
    }

    #[test]
    fn the_pace_and_the_frame_rate_are_kept() {
        let script = testing::long_script(10, 20, 20, 3);
        let options = RenderOptions {
            pace: Pace::Duration("4".parse().unwrap()),
            fps: Fps::new(10).unwrap(),
            hold: "0".parse().unwrap(),
            ..RenderOptions::default()
        };
        let (bytes, report) = gif(&script, &options);
        assert_eq!(report.centiseconds, 402);
        let mut delays = Vec::new();
        read_gif_frames(&bytes, |_, delay| delays.push(delay)).unwrap();
        let (last, others) = delays.split_last().unwrap();
        // The moment before the last frame may look like it already.
        assert_eq!(last % 10, 2);
        assert!(others.iter().all(|delay| delay % 10 == 0), "{delays:?}");
    }

    #[test]
    fn the_same_script_makes_the_same_bytes_on_any_number_of_threads() {
        let script = testing::long_script(12, 24, 100, 4);
        let on_threads = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| gif(&script, &RenderOptions::default()).0)
        };
        assert!(on_threads(1) == on_threads(3));
    }

    #[test]
    fn a_script_without_drops_is_a_picture_of_the_empty_field() {
        let script = testing::script(4, 4, &[]);
        let (bytes, report) = gif(&script, &RenderOptions::default());
        assert_eq!((report.frames, report.centiseconds), (1, 300));
        let field = PaintedPlayfield::new(script.field);
        check(read_gif_last_frame(&bytes).unwrap(), &field, &script);
    }

    #[test]
    fn the_source_stands_in_the_panel_in_its_own_colours() {
        let (red, green) = (Rgb::new(201, 1, 2), Rgb::new(3, 202, 4));
        let colors = |letter| Some(if letter == 'r' { red } else { green });
        let source = Sprite::from_diagram("r.\n.g", colors).unwrap();
        let script = testing::script(6, 8, &[]);
        let (picture, layout) =
            read_png(&png(&script, Some(&source), &RenderOptions::default())).unwrap();
        let places = |color: Rgb| -> Vec<(usize, usize)> {
            let [r, g, b] = color.channels();
            let is_it = |index: &usize| picture.pixels[*index] == [r, g, b, 255];
            let indices = (0..picture.pixels.len()).filter(is_it);
            indices
                .map(|index| (index % picture.width, index / picture.width))
                .collect()
        };
        let (reds, greens) = (places(red), places(green));
        assert_eq!((reds.len(), greens.len()), (28 * 28, 28 * 28));
        assert_eq!(greens[0], (reds[0].0 + 28, reds[0].1 + 28));
        assert!(reds[0].0 > layout.origin_x as usize + 6 * 8);
    }

    #[test]
    fn the_panel_can_be_left_out() {
        let script = testing::script(6, 8, &[]);
        let options = RenderOptions {
            panel: false,
            ..RenderOptions::default()
        };
        let (picture, _) = read_png(&png(&script, None, &options)).unwrap();
        assert_eq!((picture.width, picture.height), (6 * 8 + 16, 8 * 8 + 16));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_before_a_byte_is_written() {
        let colors: Vec<Option<Rgb>> = (0..250).map(|i| Some(Rgb::new(i, 0, 77))).collect();
        let source = Sprite::from_colors(50, 5, &colors).unwrap();
        let script = testing::script(64, 512, &[(Pose::O, 0)]);
        let mut out = Vec::new();
        let options = RenderOptions::default();
        let error = render_gif(&script, Some(&source), &options, &mut out).unwrap_err();
        assert!(error.to_string().contains("--no-panel"), "{error}");
        let options = RenderOptions {
            cell: CellSize::new(64).unwrap(),
            ..options
        };
        let error = render_gif(&script, None, &options, &mut out).unwrap_err();
        assert!(
            error.to_string().contains("try a --cell below 64"),
            "{error}"
        );
        let tower = testing::script(4, 4, &[(Pose::O, 0); 3]);
        let error = render_gif(&tower, None, &RenderOptions::default(), &mut out).unwrap_err();
        let RenderError::Replay(error) = error else {
            panic!("{error}")
        };
        assert_eq!((error.number, error.error), (3, GameError::TopOccupied));
        assert!(out.is_empty());
    }

    #[test]
    fn a_film_of_another_kind_can_be_shown() {
        struct Still(PaintedPlayfield);
        impl Film for Still {
            fn play(&self, show: &mut Show<'_>) -> Result<(), RenderError> {
                let active = ActivePiece {
                    pose: Pose::IVertical,
                    row: 0,
                    column: 1,
                };
                for (active, frames) in [(Some(active), 60), (None, 0)] {
                    let (field, tally) = (&self.0, Tally::default());
                    show(&Scene {
                        field,
                        active,
                        wipe: None,
                        tally,
                        frames,
                    })?;
                }
                Ok(())
            }
        }
        let script = testing::script(4, 4, &[]);
        let field: PaintedPlayfield = "....\n....\n....\nLL.L".parse().unwrap();
        let film = Still(field.clone());
        let mut bytes = Vec::new();
        let report =
            render_film(&film, &script, None, &RenderOptions::default(), &mut bytes).unwrap();
        assert_eq!(report.frames, 2);
        check(read_gif_last_frame(&bytes).unwrap(), &field, &script);
        let falling: PaintedPlayfield = ".I..\n.I..\n....\nLL.L".parse().unwrap();
        let mut first = None;
        read_gif_frames(&bytes, |picture, _| {
            first.get_or_insert_with(|| picture.clone());
        })
        .unwrap();
        check((first.unwrap(), report.layout), &falling, &script);
    }
}
