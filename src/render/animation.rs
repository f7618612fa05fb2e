//! From a film to the frames of an animation, in any format.

use std::io::Write;

use super::apng::ApngWriter;
use super::census::{Census, Survey};
use super::gif::GifWriter;
use super::motion::is_path_smooth;
use super::options::{Motion, RenderOptions};
use super::scene::Film;
use super::screen::Screen;
use super::steady::Steady;
use super::timing::Shutter;
use super::y4m::Y4mWriter;
use super::{ConsoleFilm, LockFilm, PathFilm, RenderError};
use crate::picture::Canvas;
use crate::picture::Layout;
use crate::picture::Palette;
use crate::picture::encode_frame;
use crate::script::PrintScript;
use crate::sprite::Sprite;

/// What an animation came out as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationReport {
    /// Where the cells are in its frames, in pixels.
    pub layout: Layout,
    /// How many frames it has; only raw video has some that equal the one before.
    pub frames: usize,
    /// How long one showing takes, the hold included.
    pub centiseconds: u64,
}

/// A file format of animations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnimationFormat {
    /// A GIF of one palette; a frame holds what has changed.
    Gif,
    /// A PNG that moves.
    Apng,
    /// Raw video, as `ffmpeg -i -` reads it: 4:2:0, full range, even sides, a constant rate.
    Y4m,
}

/// Who is told of each frame that is new to the eye.
pub trait Recorder {
    /// Takes the canvas as it is now, to be shown from `start` on (centiseconds, later than the
    /// frame before).
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError>;

    /// Ends the animation at `end` and returns how many frames it has.
    fn finish(self, end: u64) -> Result<usize, RenderError>;
}

/// Writes an animation of the script's game, which ends with the final field; `source` is the
/// sprite that it prints, shown in the panel.
///
/// Errors: see [`RenderError`]. What can be known before the game is played (the size, the colours)
/// is refused before anything is written.
pub fn render_animation(
    format: AnimationFormat,
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    out: impl Write,
) -> Result<AnimationReport, RenderError> {
    let (film, options) = film_of(script, options)?;
    render_film_as(format, &*film, script, source, &options, out)
}

/// As [`render_animation`], but of any film of the script's game; [`RenderOptions::motion`] does
/// not count.
fn render_film_as(
    format: AnimationFormat,
    film: &dyn Film,
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    out: impl Write,
) -> Result<AnimationReport, RenderError> {
    let (repeat, fps) = (options.repeat, options.fps);
    match format {
        AnimationFormat::Gif => {
            let mut census = Census::default();
            record(film, script, source, options, |_, _, _| {
                Ok(Survey::new(&mut census))
            })?;
            let order = census.order();
            record(film, script, source, options, |canvas, palette, layout| {
                let (palette, layout) = (palette.arranged(&order), layout.to_json());
                GifWriter::new(out, canvas, palette, repeat, &layout)
            })
        }
        AnimationFormat::Apng => {
            record(film, script, source, options, |canvas, palette, layout| {
                Ok(ApngWriter::new(out, canvas, palette, repeat, *layout))
            })
        }
        AnimationFormat::Y4m => record(film, script, source, options, |canvas, palette, _| {
            let writer = Y4mWriter::new(out, canvas, palette, fps)?;
            Ok(Steady::new(fps, writer))
        }),
    }
}

/// Writes a GIF of any film of the script's game; [`RenderOptions::motion`] does not count.
///
/// Errors: as [`render_animation`].
pub fn render_film(
    film: &dyn Film,
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    out: impl Write,
) -> Result<AnimationReport, RenderError> {
    render_film_as(AnimationFormat::Gif, film, script, source, options, out)
}

/// Hands on the animation of a script's game as PNGs at a constant [rate](RenderOptions::fps), one
/// call a frame with its number from 1; a picture that stays comes again and again.
///
/// Errors: as [`render_animation`], and those of `save`.
pub fn render_frames(
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    mut save: impl FnMut(usize, &[u8]) -> std::io::Result<()>,
) -> Result<AnimationReport, RenderError> {
    let (film, options) = film_of(script, options)?;
    record(&*film, script, source, &options, |_, palette, layout| {
        let (palette, layout) = (palette.clone(), layout.to_json());
        let mut number = 0;
        let pictures = PngFrames {
            encode: move |canvas: &Canvas| Ok(encode_frame(canvas, &palette, &layout)?),
            save: move |png: &[u8]| {
                number += 1;
                save(number, png)
            },
            png: Vec::new(),
        };
        Ok(Steady::new(options.fps, pictures))
    })
}

/// Frames as PNGs, for [`Steady`].
struct PngFrames<E, S> {
    encode: E,
    save: S,
    png: Vec<u8>,
}

impl<E, S> super::steady::Frames for PngFrames<E, S>
where
    E: Fn(&Canvas) -> Result<Vec<u8>, RenderError>,
    S: FnMut(&[u8]) -> std::io::Result<()>,
{
    fn draw(&mut self, canvas: &Canvas) -> Result<(), RenderError> {
        self.png = (self.encode)(canvas)?;
        Ok(())
    }

    fn write(&mut self) -> Result<(), RenderError> {
        Ok((self.save)(&self.png)?)
    }
}

/// The film that shows what was asked for, and the options with its pace.
fn film_of<'a>(
    script: &'a PrintScript,
    options: &RenderOptions,
) -> Result<(Box<dyn Film + 'a>, RenderOptions), RenderError> {
    let options = *options;
    Ok(match options.motion {
        Motion::Lock => (Box::new(LockFilm(script)), options),
        Motion::Path => (Box::new(PathFilm(script)), options),
        Motion::Auto if has_time_for_paths(script, &options)? => {
            (Box::new(PathFilm(script)), options)
        }
        Motion::Auto => (Box::new(LockFilm(script)), options),
        Motion::Console => {
            let rules = options.rules;
            let pace = options.pace.or_real_time();
            let options = RenderOptions { pace, ..options };
            (Box::new(ConsoleFilm { script, rules }), options)
        }
    })
}

/// Plays the film and has those of its scenes recorded that are seen.
fn record<R: Recorder>(
    film: &dyn Film,
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    recorder: impl FnOnce(&Canvas, &Palette, &Layout) -> Result<R, RenderError>,
) -> Result<AnimationReport, RenderError> {
    let (mut screen, palette) = Screen::new(script, source, options)?;
    let Length { scenes, frames } = measure(film)?;
    let centiseconds = options.pace.centiseconds(frames, film.region());
    let mut shutter = Shutter::new(options.fps, frames, centiseconds);
    let layout = screen.layout();
    let mut recorder = recorder(screen.canvas(), &palette, &layout)?;
    let mut number = 0;
    film.play(&mut |scene| {
        number += 1;
        let start = shutter.pass(scene.frames);
        let is_last = number == scenes;
        match start.or(is_last.then(|| shutter.end())) {
            Some(start) => {
                screen.show(scene);
                recorder.add(screen.canvas_mut(), start)
            }
            None => Ok(()),
        }
    })?;
    let shortest = 2;
    let end = shutter.end() + options.hold.centiseconds().max(shortest);
    Ok(AnimationReport {
        layout,
        frames: recorder.finish(end)?,
        centiseconds: end,
    })
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
    Ok(is_path_smooth(&script.drops, frames))
}
