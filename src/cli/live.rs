//! A game live in the terminal: the screen, the keys, and how fast it goes.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{cursor, execute};

use super::keyboard::{Key, keys};
use super::report::Verbosity;
use super::watch::Watch;
use tetris_printer::game::{FullRows, PaintedPlayfield, PieceDrop};
use tetris_printer::plan::Monitor;
use tetris_printer::render::{ColorDepth, FallingPiece, Glance, half_blocks};
use tetris_printer::replay::replay;
use tetris_printer::script::PrintScript;

/// Frames a second.
const FRAME: Duration = Duration::from_millis(33);
/// Frames in which full rows flash, and the pieces a second from which on there is no time for it.
const FLASH_FRAMES: u32 = 3;
const NO_FLASH: f64 = 16.0;
/// Pieces a second, as + and - change them.
const SPEEDS: [f64; 8] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 1000.0];
/// The line below the field.
const HELP: &str = "space: pause   + -: speed   q: quit";
/// Letters for the walls and the numbers beside the field.
const BESIDE: usize = 22;

/// A field on the screen, on which one piece after the other falls.
pub struct Live {
    /// The colours of the pieces.
    script: PrintScript,
    field: PaintedPlayfield,
    /// Rows at the top that stay out of sight.
    headroom: usize,
    depth: ColorDepth,
    speed: usize,
    is_paused: bool,
    /// Set by a signal that asks the program to end.
    signals: Watch,
    keys: Receiver<Key>,
    _screen: Screen,
}

/// Shows the game of a script, until its end or until the user has seen enough.
///
/// `pace` is how many pieces a second are asked for, if anything is. Errors: as [`Live::open`].
pub fn show_print(script: &PrintScript, pace: Option<f64>) -> anyhow::Result<()> {
    let mut live = Live::open(script, 0)?;
    live.speed = pace.map_or(live.speed, nearest_speed);
    let (mut lines, total) = (0, script.drops.len());
    for (locked, (lock, drop)) in replay(script).zip(&script.drops).enumerate() {
        let beside = |locked: usize, lines: usize| {
            [
                format!("pieces {locked} of {total}"),
                format!("lines  {lines}"),
            ]
        };
        live.script.colors = *script.colors_at(locked);
        if script.is_cut_before(locked) {
            live.field = PaintedPlayfield::new(script.field);
        }
        if !live.fall(*drop, &beside(locked, lines))? {
            return Ok(());
        }
        lines += lock?.cleared.len();
        if locked + 1 == total {
            live.wait(&beside(total, lines), "printed: q")?;
        }
    }
    Ok(())
}

/// The index of the speed nearest to this pace.
fn nearest_speed(pace: f64) -> usize {
    let off = |speed: &usize| (SPEEDS[*speed] / pace).ln().abs();
    let speeds = 0..SPEEDS.len();
    speeds
        .min_by(|a, b| off(a).total_cmp(&off(b)))
        .unwrap_or_default()
}

/// Refuses to show anything on what is no terminal.
pub fn check_terminal() -> anyhow::Result<()> {
    ensure!(
        io::stdout().is_terminal(),
        "--watch shows the game in a terminal, and standard output is not one: try --gif FILE"
    );
    Ok(())
}

impl Live {
    /// Takes over the terminal for an empty field of the script's size.
    ///
    /// Errors: if stdout is no terminal, or one that is too small.
    pub fn open(script: &PrintScript, headroom: usize) -> anyhow::Result<Live> {
        check_terminal()?;
        let width = (script.field.width() + BESIDE).max(HELP.len());
        let height = (script.field.height() - headroom).div_ceil(2) + 2;
        let (columns, rows) = size().context("the terminal does not tell its size")?;
        ensure!(
            width <= columns.into() && height <= rows.into(),
            "the terminal has {columns}x{rows} letters, the game needs {width}x{height}: enlarge \
             it, or try a smaller --field"
        );
        let quiet = Verbosity {
            quiet: true,
            verbose: false,
        };
        let screen = Screen::open()?;
        Ok(Live {
            script: PrintScript {
                drops: Vec::new(),
                ..script.clone()
            },
            field: PaintedPlayfield::new(script.field),
            headroom,
            depth: color_depth(|name| std::env::var(name).ok()),
            speed: 3,
            is_paused: false,
            signals: Watch::new("", quiet),
            keys: keys().context("the terminal cannot be read key by key")?,
            _screen: screen,
        })
    }

    /// Shows how a piece falls and locks, with some lines of text beside it; `false` if the user
    /// has seen enough.
    pub fn fall(&mut self, drop: PieceDrop, beside: &[String]) -> anyhow::Result<bool> {
        let landing = self.field.playfield().landing(drop)?;
        let shape = drop.pose.shape();
        let mut active = FallingPiece {
            pose: drop.pose,
            row: 0,
            column: landing.column.0 as i32 + i32::from(shape.origin_column),
        };
        let top = self.headroom as i32 + i32::from(shape.origin_row);
        let bottom = landing.row.0 as i32 + i32::from(shape.origin_row);
        let mut fallen = 0.0;
        while fallen < 1.0 {
            let way = f64::from((bottom - top).max(0));
            active.row = bottom.min(top) + (way * fallen) as i32;
            self.draw(Some(active), FullRows::default(), beside, HELP)?;
            if !self.listen(FRAME) {
                return Ok(false);
            }
            if !self.is_paused {
                fallen += SPEEDS[self.speed] * FRAME.as_secs_f64();
            }
        }
        let full = self.field.place(landing);
        if !full.is_empty() && SPEEDS[self.speed] < NO_FLASH {
            self.draw(None, full, beside, HELP)?;
            if !self.listen(FRAME * FLASH_FRAMES) {
                return Ok(false);
            }
        }
        self.field.clear(&full);
        Ok(true)
    }

    /// Shows the field as it is until a key says that the user has seen enough.
    pub fn wait(&mut self, beside: &[String], help: &str) -> anyhow::Result<()> {
        self.draw(None, FullRows::default(), beside, help)?;
        while self.listen(FRAME) {}
        Ok(())
    }

    fn draw(
        &self,
        active: Option<FallingPiece>,
        flash: FullRows,
        beside: &[String],
        help: &str,
    ) -> anyhow::Result<()> {
        let speed = format!("speed  {}/s", SPEEDS[self.speed]);
        let paused = if self.is_paused { "paused" } else { "" };
        let mut beside = beside.iter().map(String::as_str).chain([&*speed, paused]);
        let glance = Glance {
            field: &self.field,
            active,
            flash,
            from: self.headroom,
        };
        let mut text = String::from("\x1b[H");
        for line in half_blocks(&self.script, &glance, self.depth) {
            let beside = beside.next().unwrap_or_default();
            text += &format!("│{line}│ {beside}\x1b[K\r\n");
        }
        let floor = "─".repeat(self.field.size().width());
        text += &format!("└{floor}┘\x1b[K\r\n{help}\x1b[K\x1b[J");
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        Ok(stdout.flush()?)
    }

    /// Obeys the keys of the next moment; `false` if the user wants to go, or has closed the terminal.
    fn listen(&mut self, moment: Duration) -> bool {
        let end = Instant::now() + moment;
        loop {
            if self.signals.is_cancelled() {
                return false;
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.keys.recv_timeout(left) {
                Ok(Key::Quit) | Err(RecvTimeoutError::Disconnected) => return false,
                Ok(Key::Pause) => self.is_paused = !self.is_paused,
                Ok(Key::Faster) => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
                Ok(Key::Slower) => self.speed = self.speed.saturating_sub(1),
                Err(RecvTimeoutError::Timeout) => return true,
            }
        }
    }
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

/// What the terminal can show, as its environment says.
fn color_depth(variable: impl Fn(&str) -> Option<String>) -> ColorDepth {
    let value = |name: &str| variable(name).unwrap_or_default();
    let term = value("TERM");
    if !value("NO_COLOR").is_empty() || term == "dumb" {
        ColorDepth::Plain
    } else if matches!(&*value("COLORTERM"), "truecolor" | "24bit") || term.ends_with("-direct") {
        ColorDepth::True
    } else {
        ColorDepth::Indexed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_shown_at_the_nearest_speed() {
        for (pace, nearest) in [(0.0, 0.5), (0.9, 1.0), (3.0, 4.0), (1e9, 1000.0)] {
            assert_eq!(SPEEDS[nearest_speed(pace)], nearest);
        }
    }

    #[test]
    fn colours_are_those_that_the_environment_promises() {
        let depth = |set: &[(&str, &str)]| {
            let find = |name: &str| set.iter().find(|(key, _)| *key == name);
            color_depth(|name| find(name).map(|(_, value)| (*value).to_owned()))
        };
        let rich = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
        assert_eq!(depth(&rich), ColorDepth::True);
        assert_eq!(depth(&rich[..1]), ColorDepth::Indexed);
        assert_eq!(depth(&[("TERM", "xterm-direct")]), ColorDepth::True);
        assert_eq!(depth(&[rich[1], ("NO_COLOR", "1")]), ColorDepth::Plain);
        assert_eq!(depth(&[rich[1], ("NO_COLOR", "")]), ColorDepth::True);
        assert_eq!(depth(&[("TERM", "dumb")]), ColorDepth::Plain);
    }
}
