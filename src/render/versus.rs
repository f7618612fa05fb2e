//! Two games of one picture side by side, at the same pieces per second: the shorter one holds its finished picture while
//! the other goes on.

use std::io::Write;

use super::animation::{AnimationFormat, POSTER, console_frames, save_frames, write_film};
use super::boomerang::{Course, SHORTEST};
use super::composition::{Composition, Parts};
use super::ease::Ease;
use super::error::RenderError;
use super::font;
use super::motion::{LOCK_FRAMES, Stage};
use super::options::{Poster, RenderOptions};
use super::origin::Origin;
use super::panel::Number;
use super::played::PlayedScript;
use super::recorder::{AnimationReport, Footage, Recorder};
use super::scene::{Scene, Wipe};
use super::screen::Screen;
use super::theme::Theme;
use super::tiles::{BORDER, draw_frame};
use super::timing::{Pace, Shutter, Speed};
use crate::game::console::{Region, clear_steps};
use crate::picture::{Canvas, Layout, Palette, PaletteFull, Rect};
use crate::script::PrintScript;

/// Writes an animation of two games side by side, the rival's on the left, each piece where it locks. A board below each
/// field names its planner and counts its pieces; there is no panel. The layout of the report is that of `script`.
///
/// Errors: see [`RenderError`].
pub fn render_versus(
    format: AnimationFormat,
    script: &PrintScript,
    rival: &PrintScript,
    options: &RenderOptions,
    out: impl Write,
) -> Result<AnimationReport, RenderError> {
    let games = [PlayedScript::new(rival)?, PlayedScript::new(script)?];
    let origin = Origin {
        rival: Some(rival.clone()),
        ..Origin::new(script, None, options)
    };
    write_film(format, Versus::new(&games, options), &origin, out)
}

/// The frames of [`render_versus`] as PNGs, as [`render_frames`](super::render_frames) makes them.
///
/// Errors: as [`render_versus`], and those of `save`.
pub fn render_versus_frames(
    script: &PrintScript,
    rival: &PrintScript,
    options: &RenderOptions,
    save: impl FnMut(usize, &[u8]) -> std::io::Result<()>,
) -> Result<AnimationReport, RenderError> {
    let games = [PlayedScript::new(rival)?, PlayedScript::new(script)?];
    save_frames(Versus::new(&games, options), options.fps, save)
}

/// The frames of [`render_versus`] for any recorder.
///
/// Errors: as [`render_versus`], and those of the recorder.
pub(crate) fn record_versus<R: Recorder>(
    script: &PrintScript,
    rival: &PrintScript,
    options: &RenderOptions,
    recorder: impl FnOnce(&Canvas, &Palette, &Layout) -> Result<R, RenderError>,
) -> Result<AnimationReport, RenderError> {
    let games = [PlayedScript::new(rival)?, PlayedScript::new(script)?];
    Versus::new(&games, options).record(recorder)
}

/// Each piece is shown in two halves: it locks, and what it has filled is gone.
const HALF: u32 = LOCK_FRAMES / 2;

/// Two games that are ready to be recorded.
struct Versus<'a> {
    /// The rival's first.
    games: &'a [PlayedScript<'a>; 2],
    options: &'a RenderOptions,
}

impl<'a> Versus<'a> {
    fn new(games: &'a [PlayedScript<'a>; 2], options: &'a RenderOptions) -> Self {
        Versus { games, options }
    }

    fn longer(&self) -> &PlayedScript<'a> {
        let [rival, own] = self.games;
        match rival.locks.len() > own.locks.len() {
            true => rival,
            false => own,
        }
    }

    /// Decides which halves of pieces are seen, as for a film of the longer game alone.
    fn shutter(&self) -> Shutter {
        let frames = self.longer().locks.len() as u64 * u64::from(LOCK_FRAMES);
        let centiseconds = |pace: Pace, frames| pace.centiseconds(frames, Region::Ntsc);
        let natural = centiseconds(Pace::Speed(Speed::REAL_TIME), frames);
        let shown = match self.options.pace {
            pace @ Pace::Speed(_) => {
                let on_console = console_frames(self.longer(), self.options);
                centiseconds(pace, on_console.unwrap_or(frames))
            }
            pace @ (Pace::Auto | Pace::Duration(_)) => centiseconds(pace, frames),
        };
        let ease = match shown < natural {
            true => self.options.ease,
            false => Ease::Even,
        };
        Shutter::new(self.options.fps, frames, shown).eased(ease)
    }

    /// Records both final fields, to be shown at once; returns for how long.
    fn record_poster(&self, recorder: &mut Course<impl Recorder>) -> Result<u64, RenderError> {
        // A boomerang begins with them anyway.
        if self.options.poster == Poster::First || self.options.boomerang {
            return Ok(0);
        }
        let (mut table, _) = Table::new(self.games, self.options)?;
        table.show(self.ends());
        recorder.add(&mut table.canvas, 0)?;
        Ok(POSTER)
    }

    fn ends(&self) -> [Scene<'_>; 2] {
        self.games.each_ref().map(|game| game.end(self.options))
    }
}

impl Footage for Versus<'_> {
    fn record<R: Recorder>(
        self,
        recorder: impl FnOnce(&Canvas, &Palette, &Layout) -> Result<R, RenderError>,
    ) -> Result<AnimationReport, RenderError> {
        let (mut table, palette) = Table::new(self.games, self.options)?;
        let layout = table.layout();
        let recorder = recorder(&table.canvas, &palette, &layout)?;
        let mut recorder = Course::new(recorder, self.options.boomerang);
        let opening = self.record_poster(&mut recorder)?;
        let mut shutter = self.shutter();
        let mut sides = self.games.each_ref().map(Side::new);
        for half in 0..2 * self.longer().locks.len() {
            sides.iter_mut().for_each(|side| side.play(half));
            if let Some(start) = shutter.pass(HALF) {
                table.show(sides.each_ref().map(Side::scene));
                recorder.add(&mut table.canvas, opening + start)?;
            }
        }
        table.show(self.ends());
        let end = opening + shutter.end();
        recorder.add(&mut table.canvas, end)?;
        let hold = self.options.hold.centiseconds().saturating_sub(opening);
        let (frames, centiseconds) = recorder.finish(end + hold.max(SHORTEST))?;
        Ok(AnimationReport {
            layout,
            frames,
            centiseconds,
        })
    }
}

/// One of the games while it is played.
struct Side<'a> {
    game: &'a PlayedScript<'a>,
    stage: Stage<'a>,
    wipe: Option<Wipe>,
}

impl<'a> Side<'a> {
    fn new(game: &'a PlayedScript<'a>) -> Self {
        Side {
            game,
            stage: Stage::new(game),
            wipe: None,
        }
    }

    /// Plays half a piece, if the game is not over.
    fn play(&mut self, half: usize) {
        let Some(lock) = self.game.locks.get(half / 2) else {
            return;
        };
        self.wipe = None;
        if half % 2 == 1 {
            return self.stage.clear(lock);
        }
        self.stage.cut();
        self.stage.lock(lock);
        if !lock.cleared.is_empty() {
            self.wipe = Some(Wipe {
                rows: lock.cleared,
                steps: clear_steps(self.game.script.field.width()) / 2,
            });
        }
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            wipe: self.wipe,
            ..self.stage.scene(HALF)
        }
    }
}

/// The picture with both fields and what is below them.
struct Table {
    canvas: Canvas,
    screens: [Screen; 2],
    /// Where each screen's field is, with its frame.
    places: [Rect; 2],
    boards: Option<[Board; 2]>,
}

impl Table {
    /// Errors: as [`Screen::new`].
    fn new(
        games: &[PlayedScript<'_>; 2],
        options: &RenderOptions,
    ) -> Result<(Table, Palette), RenderError> {
        let [rival, own] = games;
        let parts = Parts {
            field: own.script.field,
            rival: Some(rival.script.field),
            panel: None,
            has_boards: options.panel,
            has_caption: options.caption.is_some(),
        };
        let whole = Composition::of(&parts, options)?;
        let mut palette = Palette::new();
        let mut screen = |game, field| {
            let place = Composition { field, ..whole };
            Screen::in_place(game, place, options, &mut palette)
        };
        let fields = [whole.rival.unwrap_or(whole.field), whole.field];
        let screens = [screen(rival, fields[0])?, screen(own, fields[1])?];
        let mut canvas = screens[0].canvas().clone();
        let boards = match whole.boards {
            None => None,
            Some([left, right]) => {
                let mut board = |game: &PlayedScript<'_>, place| {
                    let name = &game.script.planner;
                    Board::draw(&mut canvas, &mut palette, place, whole.scale, name, options)
                };
                Some([board(rival, left)?, board(own, right)?])
            }
        };
        let table = Table {
            canvas,
            screens,
            places: fields.map(|field| field.grown(BORDER * whole.scale)),
            boards,
        };
        Ok((table, palette))
    }

    fn layout(&self) -> Layout {
        self.screens[1].layout()
    }

    fn show(&mut self, scenes: [Scene<'_>; 2]) {
        for (number, scene) in scenes.iter().enumerate() {
            let screen = &mut self.screens[number];
            screen.show(scene);
            self.canvas.copy(screen.canvas(), self.places[number]);
            if let Some(boards) = &mut self.boards {
                boards[number].show(&mut self.canvas, scene.tally.total());
            }
        }
    }
}

/// The name of a planner, and how many pieces it has placed.
struct Board {
    count: Option<Number>,
    scale: usize,
    text: u8,
    ground: u8,
}

/// Pixels between the letters of a board and its frame, at scale 1.
const PADDING: usize = 5;

/// The room for the number of pieces, at its right end.
const DIGITS: usize = 5;

/// What stands before the number if there is room.
const PIECES: &str = "PIECES";

impl Board {
    fn draw(
        canvas: &mut Canvas,
        palette: &mut Palette,
        place: Rect,
        scale: usize,
        name: &str,
        options: &RenderOptions,
    ) -> Result<Board, PaletteFull> {
        let Theme { screen, .. } = options.theme;
        let [ground, text, label] =
            [screen.ground, screen.text, screen.label].map(|color| palette.index_of(color));
        let (ground, text, label) = (ground?, text?, label?);
        draw_frame(canvas, palette, &screen.frame, place, scale)?;
        canvas.fill(place, ground);
        let step = font::ADVANCE * scale;
        let letters = place.width.saturating_sub(2 * PADDING * scale) / step;
        let (left, right) = (place.x + PADDING * scale, place.x + place.width);
        let lines = [0, 1].map(|line| place.y + PADDING * scale + line * font::LINE * scale);
        let name: String = name.to_uppercase().chars().take(letters).collect();
        font::write(canvas, (left, lines[0]), scale, label, &name);
        if PIECES.len() + DIGITS < letters {
            font::write(canvas, (left, lines[1]), scale, label, PIECES);
        }
        let digits = letters.min(DIGITS);
        let x = right - PADDING * scale - digits * step;
        Ok(Board {
            count: (digits > 0).then(|| Number::new(x, lines[1], digits)),
            scale,
            text,
            ground,
        })
    }

    fn show(&mut self, canvas: &mut Canvas, pieces: usize) {
        if let Some(count) = &mut self.count {
            count.show(canvas, self.scale, self.text, self.ground, pieces);
        }
    }
}
