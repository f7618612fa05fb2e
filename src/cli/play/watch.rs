//! `play --watch`: the game live in the terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{cursor, execute};

use super::PlayArgs;
use crate::cli::report::Verbosity;
use crate::cli::watch::Watch;
use crate::game::{FieldSize, PaintedPlayfield};
use crate::plan::Monitor;
use crate::player::{Game, HEADROOM, Move, Played, Settings, script_of};
use crate::render::{ActivePiece, half_blocks};
use crate::script::PrintScript;

/// Frames a second.
const FRAME: Duration = Duration::from_millis(33);
/// Pieces a second, as + and - change them.
const SPEEDS: [f64; 8] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 1000.0];
/// The line below the field.
const HELP: &str = "space: pause   + -: speed   q: quit";
/// Letters for the walls and the numbers beside the field.
const BESIDE: usize = 22;

/// Plays a game before the eyes of the user, who can end it.
///
/// Errors: if stdout is no terminal, or one that is too small.
pub fn play(
    args: &PlayArgs,
    settings: &Settings,
) -> anyhow::Result<(Played, Option<u64>, Vec<Move>)> {
    ensure!(
        io::stdout().is_terminal(),
        "--watch shows the game in a terminal, and standard output is none: try --gif FILE"
    );
    let width = (settings.field.width() + BESIDE).max(HELP.len());
    let height = settings.field.height().div_ceil(2) + 2;
    let (columns, rows) = size().context("the terminal does not tell its size")?;
    ensure!(
        width <= columns.into() && height <= rows.into(),
        "the terminal has {columns}x{rows} letters, the game needs {width}x{height}: enlarge it, or \
         try a smaller --field"
    );
    let mut show = Show::new(args, settings)?;
    let mut moves = Vec::new();
    while let Some(step) = show.game.step() {
        moves.push(step);
        if moves.len() > super::MOST_MOVES || !show.show(&step)? {
            break;
        }
    }
    if show.game.end().is_some() {
        show.wait_for_a_key()?;
    }
    let played = Played {
        seed: args.seed,
        totals: show.game.totals(),
        end: show.game.end(),
    };
    Ok((played, show.game.frames(), moves))
}

/// The screen; it is given back however the program ends.
struct Screen;

impl Screen {
    fn open() -> anyhow::Result<Screen> {
        // A panic tells its story on the screen that it leaves behind.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            Screen::restore();
            hook(panic);
        }));
        enable_raw_mode().context("the terminal cannot be read key by key")?;
        let screen = Screen;
        execute!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    fn restore() {
        // Nothing can be done about a terminal that has gone away.
        let _ = execute!(io::stdout(), cursor::Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        Screen::restore();
    }
}

struct Show {
    game: Game,
    /// The colours of the pieces.
    script: PrintScript,
    /// The field with [`HEADROOM`], which stays out of sight.
    field: PaintedPlayfield,
    speed: usize,
    is_paused: bool,
    /// Set by a signal that asks the program to end.
    signals: Watch,
    _screen: Screen,
}

impl Show {
    fn new(args: &PlayArgs, settings: &Settings) -> anyhow::Result<Show> {
        let size = settings.field;
        let height = size.height() as u32 + HEADROOM;
        let tall = FieldSize::new(size.width() as u32, height)
            .context("--watch shows fields of up to 508 rows")?;
        let quiet = Verbosity {
            quiet: true,
            verbose: false,
        };
        Ok(Show {
            game: Game::new(settings, args.seed),
            script: script_of(&[], size, "", args.seed),
            field: PaintedPlayfield::new(tall),
            speed: 3,
            is_paused: false,
            signals: Watch::new("", quiet),
            _screen: Screen::open()?,
        })
    }

    /// Shows how a piece falls and locks; `false` if the user has seen enough.
    fn show(&mut self, step: &Move) -> anyhow::Result<bool> {
        let landing = self.field.playfield().landing(step.drop)?;
        let shape = step.drop.pose.shape();
        let mut active = ActivePiece {
            pose: step.drop.pose,
            row: 0,
            column: landing.column.0 as i32 + i32::from(shape.origin_column),
        };
        let top = HEADROOM as i32 + i32::from(shape.origin_row);
        let bottom = landing.row.0 as i32 + i32::from(shape.origin_row);
        let mut fallen = 0.0;
        while fallen < 1.0 {
            let way = f64::from((bottom - top).max(0));
            active.row = bottom.min(top) + (way * fallen) as i32;
            self.draw(Some(active), HELP)?;
            if !self.listen(FRAME)? {
                return Ok(false);
            }
            if !self.is_paused {
                fallen += SPEEDS[self.speed] * FRAME.as_secs_f64();
            }
        }
        self.field.drop(step.drop)?;
        Ok(true)
    }

    fn wait_for_a_key(&mut self) -> anyhow::Result<()> {
        self.draw(None, "the game has ended: q")?;
        while self.listen(FRAME)? {}
        Ok(())
    }

    fn draw(&self, active: Option<ActivePiece>, help: &str) -> anyhow::Result<()> {
        let totals = self.game.totals();
        let level =
            (self.game.console()).map_or(totals.lines / 10, |console| console.level().into());
        let beside = [
            format!("score  {}", totals.score),
            format!("lines  {}", totals.lines),
            format!("level  {level}"),
            format!("pieces {}", totals.pieces),
            format!("next   {}", self.game.upcoming()[0].letter()),
            format!("speed  {}/s", SPEEDS[self.speed]),
            if self.is_paused { "paused" } else { "" }.to_owned(),
        ];
        let lines = half_blocks(&self.script, &self.field, active, HEADROOM as usize);
        let mut text = String::from("\x1b[H");
        for (i, line) in lines.iter().enumerate() {
            let beside = beside.get(i).map_or("", String::as_str);
            text += &format!("│{line}│ {beside}\x1b[K\r\n");
        }
        let floor = "─".repeat(self.field.size().width());
        text += &format!("└{floor}┘\x1b[K\r\n{help}\x1b[K\x1b[J");
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        Ok(stdout.flush()?)
    }

    /// Obeys the keys of the next moment; `false` if the user wants to go.
    fn listen(&mut self, moment: Duration) -> anyhow::Result<bool> {
        let end = Instant::now() + moment;
        loop {
            if self.signals.is_cancelled() {
                return Ok(false);
            }
            let left = end.saturating_duration_since(Instant::now());
            if !poll(left)? {
                return Ok(true);
            }
            if let Event::Key(key) = read()?
                && key.kind != KeyEventKind::Release
                && !self.obey(key)
            {
                return Ok(false);
            }
        }
    }

    /// `false` for the keys that quit.
    fn obey(&mut self, key: KeyEvent) -> bool {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if is_control => return false,
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Char(' ' | 'p') => self.is_paused = !self.is_paused,
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            _ => {}
        }
        true
    }
}
