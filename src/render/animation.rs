//! From a film to the frames of an animation, in any format.

use std::io::Write;

use super::apng::ApngWriter;
use super::boomerang::{Course, SHORTEST};
use super::console_film::ConsoleFilm;
use super::ease::Ease;
use super::error::RenderError;
use super::gif::GifWriter;
use super::motion::{LockFilm, PathFilm};
use super::options::{Motion, Poster, RenderOptions};
use super::origin::Origin;
use super::played::PlayedScript;
use super::recorder::{AnimationReport, Footage, Recorder};
use super::reel::{Reel, ReelRecorder};
use super::scene::{Film, Scene};
use super::screen::Screen;
use super::steady::{Frames, Steady};
use super::timing::{Fps, Pace, Shutter, Speed};
#[cfg(feature = "webp")]
use super::webp::WebpWriter;
use super::y4m::Y4mWriter;
use crate::picture::{Canvas, Imprint, Layout, Palette, encode_frame};
use crate::replay::play_on_console;
use crate::script::PrintScript;
use crate::sprite::Sprite;

/// A file format of animations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnimationFormat {
    /// A GIF of one palette; a frame holds what has changed.
    Gif,
    /// An animated PNG.
    Apng,
    /// A lossless animated WebP.
    #[cfg(feature = "webp")]
    Webp,
    /// Raw video, as `ffmpeg -i -` reads it: 4:2:0, full range, even sides, a constant rate.
    Y4m,
}

/// Writes an animation of the script's game, which ends with the final field; `source` is the
/// sprite that it prints, shown in the panel.
///
/// Errors: see [`RenderError`]. A refused drop, a picture that is too large or has too many colours
/// is found before anything is written.
pub fn render_animation(
    format: AnimationFormat,
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    out: impl Write,
) -> Result<AnimationReport, RenderError> {
    let game = PlayedScript::new(script)?;
    let take = Take::choose(&game, source, options)?;
    write_film(format, take, &Origin::new(script, source, options), out)
}

/// Writes footage as an animation, imprinted with its `origin`: how it was made.
pub fn write_film(
    format: AnimationFormat,
    footage: impl Footage,
    origin: &Origin,
    out: impl Write,
) -> Result<AnimationReport, RenderError> {
    let (repeat, fps) = (origin.drawing.repeat, origin.drawing.fps);
    let imprint = |layout: &Layout| Imprint {
        origin: Some(origin.to_json()),
        ..Imprint::from(*layout)
    };
    match format {
        AnimationFormat::Gif => footage.record(|canvas, palette, layout| {
            GifWriter::new(out, canvas, palette, repeat, &imprint(layout))
        }),
        AnimationFormat::Apng => footage.record(|canvas, palette, layout| {
            Ok(ApngWriter::new(
                out,
                canvas,
                palette,
                repeat,
                imprint(layout),
            ))
        }),
        #[cfg(feature = "webp")]
        AnimationFormat::Webp => footage.record(|canvas, palette, layout| {
            WebpWriter::new(out, canvas, palette, repeat, imprint(layout))
        }),
        AnimationFormat::Y4m => footage.record(|canvas, palette, _| {
            let writer = Y4mWriter::new(out, canvas, palette, fps)?;
            Ok(Steady::new(fps, writer))
        }),
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

/// The frames of [`render_animation`], to be shown without a file.
///
/// Errors: as [`render_animation`].
pub fn render_reel(
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
) -> Result<Reel, RenderError> {
    let mut reel = Reel::default();
    record(script, source, options, |canvas, palette, _| {
        Ok(ReelRecorder::new(&mut reel, canvas, palette))
    })?;
    Ok(reel)
}

/// The frames of [`render_animation`] for any recorder.
///
/// Errors: as [`render_animation`], and those of the recorder.
pub(crate) fn record<R: Recorder>(
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    recorder: impl FnOnce(&Canvas, &Palette, &Layout) -> Result<R, RenderError>,
) -> Result<AnimationReport, RenderError> {
    let game = PlayedScript::new(script)?;
    Take::choose(&game, source, options)?.record(recorder)
}

/// Renders the animation of a script's game as PNGs at a constant [rate](RenderOptions::fps) and
/// calls `save` for each frame with its number from 1; a picture that stays is saved repeatedly.
///
/// Errors: as [`render_animation`], and those of `save`.
pub fn render_frames(
    script: &PrintScript,
    source: Option<&Sprite>,
    options: &RenderOptions,
    save: impl FnMut(usize, &[u8]) -> std::io::Result<()>,
) -> Result<AnimationReport, RenderError> {
    let game = PlayedScript::new(script)?;
    save_frames(Take::choose(&game, source, options)?, options.fps, save)
}

/// Saves what is recorded as PNGs at a constant rate.
pub fn save_frames(
    footage: impl Footage,
    fps: Fps,
    mut save: impl FnMut(usize, &[u8]) -> std::io::Result<()>,
) -> Result<AnimationReport, RenderError> {
    footage.record(|_, palette, layout| {
        let (palette, imprint) = (palette.clone(), Imprint::from(*layout));
        let mut number = 0;
        let pictures = PngFrames {
            encode: move |canvas: &Canvas| Ok(encode_frame(canvas, &palette, &imprint)?),
            save: move |png: &[u8]| {
                number += 1;
                save(number, png)
            },
            png: Vec::new(),
        };
        Ok(Steady::new(fps, pictures))
    })
}

/// Frames as PNGs, for [`Steady`].
struct PngFrames<E, S> {
    encode: E,
    save: S,
    png: Vec<u8>,
}

impl<E, S> Frames for PngFrames<E, S>
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

/// Frames in which a piece must be seen on average for its path to look like motion.
const SMOOTH_FRAMES: u64 = 3;

/// How long a [`Poster`] of the final field is seen, in centiseconds: long enough not to flash.
pub const POSTER: u64 = 40;

/// What each further picture of a game adds to the seconds of [`Pace::Auto`].
const AUTO_SECONDS_MORE: u64 = 10;

/// A film that is ready to be recorded.
pub struct Take<'a> {
    game: &'a PlayedScript<'a>,
    film: Box<dyn Film + 'a>,
    length: Length,
    /// How long the film is shown, its hold at the end not counted.
    centiseconds: u64,
    source: Option<&'a Sprite>,
    options: &'a RenderOptions,
}

impl<'a> Take<'a> {
    /// Any film of a game; [`RenderOptions::motion`] is not consulted.
    pub fn new(
        film: Box<dyn Film + 'a>,
        game: &'a PlayedScript<'a>,
        source: Option<&'a Sprite>,
        options: &'a RenderOptions,
    ) -> Result<Self, RenderError> {
        let length = Length::of(&*film)?;
        let pace = film.pace(options.pace);
        let centiseconds = match pace {
            Pace::Auto => {
                let pictures = game.acts.len() as u64;
                let most = Pace::AUTO_SECONDS + AUTO_SECONDS_MORE * (pictures - 1);
                natural_centiseconds(&*film, length).min(100 * most)
            }
            // Relative to the console, whatever is shown of a piece.
            Pace::Speed(_) => {
                let frames = console_frames(game, options).unwrap_or(length.frames);
                pace.centiseconds(frames, film.region())
            }
            Pace::Duration(seconds) => seconds.centiseconds(),
        };
        Ok(Take {
            length,
            centiseconds,
            game,
            film,
            source,
            options,
        })
    }

    /// The film that shows the requested motion.
    fn choose(
        game: &'a PlayedScript<'a>,
        source: Option<&'a Sprite>,
        options: &'a RenderOptions,
    ) -> Result<Self, RenderError> {
        let take = |film| Take::new(film, game, source, options);
        match options.motion {
            Motion::Lock => take(Box::new(LockFilm(game))),
            Motion::Path => take(Box::new(PathFilm(game))),
            Motion::Auto => {
                let paths = take(Box::new(PathFilm(game)))?;
                let frames = paths.centiseconds * options.fps.get() / 100;
                match frames >= SMOOTH_FRAMES * game.script.drops.len() as u64 {
                    true => Ok(paths),
                    false => take(Box::new(LockFilm(game))),
                }
            }
            Motion::Console => take(Box::new(ConsoleFilm {
                script: game.script,
                rules: options.rules,
            })),
        }
    }

    /// The ends are slowed down only where there is a hurry.
    fn ease(&self) -> Ease {
        match self.centiseconds < natural_centiseconds(&*self.film, self.length) {
            true => self.options.ease,
            false => Ease::Even,
        }
    }

    /// Records the final field, to be shown at once; returns for how long.
    fn record_poster(&self, recorder: &mut Course<impl Recorder>) -> Result<u64, RenderError> {
        // A boomerang begins with it anyway.
        if self.options.poster == Poster::First || self.options.boomerang {
            return Ok(0);
        }
        let (mut screen, _) = Screen::new(self.game, self.source, self.options)?;
        screen.show(&self.game.end(self.options));
        recorder.add(screen.canvas_mut(), 0)?;
        Ok(POSTER)
    }
}

impl Footage for Take<'_> {
    fn record<R: Recorder>(
        self,
        recorder: impl FnOnce(&Canvas, &Palette, &Layout) -> Result<R, RenderError>,
    ) -> Result<AnimationReport, RenderError> {
        let (mut screen, palette) = Screen::new(self.game, self.source, self.options)?;
        let Length { scenes, frames } = self.length;
        let shutter = Shutter::new(self.options.fps, frames, self.centiseconds);
        let mut shutter = shutter.eased(self.ease());
        let layout = screen.layout();
        let recorder = recorder(screen.canvas(), &palette, &layout)?;
        let mut recorder = Course::new(recorder, self.options.boomerang);
        let opening = self.record_poster(&mut recorder)?;
        let (mut number, mut paused) = (0, opening);
        let mut intermissions = self.game.acts.iter().rev().skip(1).rev().peekable();
        let intermission = (self.options.hold.centiseconds() / 2).max(SHORTEST);
        self.film.play(&mut |scene| {
            number += 1;
            let start = shutter.pass(scene.frames);
            let is_last = number == scenes;
            let is_complete = intermissions
                .next_if(|act| act.is_complete_in(scene))
                .is_some();
            let start = start.or((is_last || is_complete).then(|| shutter.end()));
            let Some(start) = start else { return Ok(()) };
            let active = scene.active.filter(|_| !is_complete);
            screen.show(&Scene { active, ..*scene });
            recorder.add(screen.canvas_mut(), paused + start)?;
            if is_complete {
                paused += intermission;
            }
            Ok(())
        })?;
        let hold = self.options.hold.centiseconds().saturating_sub(opening);
        let (frames, centiseconds) =
            recorder.finish(paused + shutter.end() + hold.max(SHORTEST))?;
        Ok(AnimationReport {
            layout,
            frames,
            centiseconds,
        })
    }
}

/// How long a film would be shown at the console's speed.
fn natural_centiseconds(film: &dyn Film, length: Length) -> u64 {
    Pace::Speed(Speed::REAL_TIME).centiseconds(length.frames, film.region())
}

/// What the game takes on the console; `None` if it cannot be played there.
pub fn console_frames(game: &PlayedScript<'_>, options: &RenderOptions) -> Option<u64> {
    let console = play_on_console(game.script, options.rules).ok()?;
    Some(console.frames)
}

/// How long a film is.
#[derive(Clone, Copy, Debug, Default)]
struct Length {
    scenes: u64,
    /// In frames of the console.
    frames: u64,
}

impl Length {
    fn of(film: &dyn Film) -> Result<Length, RenderError> {
        let mut length = Length::default();
        film.play(&mut |scene| {
            length.scenes += 1;
            length.frames += u64::from(scene.frames);
            Ok(())
        })?;
        Ok(length)
    }
}
