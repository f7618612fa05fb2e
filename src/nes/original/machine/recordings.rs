//! The model beside recordings of the game: every column of every frame.
//!
//! `recordings.txt.gz` holds measured values of the game's memory, nothing of the game. A run begins with `run NAME`;
//! each of its columns is a line of values, `V*N` standing for V in N frames. The register is given by its steps; the
//! columns `fc` and `fall` are given by their differences. A line `cells FRAME CELLS` has the field in a frame in which
//! its cells have changed, from the first filled one on, the curtain being 4.

use std::collections::BTreeMap;
use std::io::Read;

use super::{Original, Screen, play};
use crate::game::console::{Buttons, Console, Event, Phase};
use crate::game::random::ShiftRegister;
use crate::game::{Dealer, Row, TileStyle};

const RECORDINGS: &[u8] = include_bytes!("recordings.txt.gz");

const NO_POSE: i64 = 19;
const CURTAIN: u8 = 4;
/// The redraw row when nothing is to be redrawn.
const DRAWN: i64 = 32;

struct Run {
    name: String,
    columns: BTreeMap<String, Vec<i64>>,
    cells: BTreeMap<usize, String>,
}

fn runs() -> Vec<Run> {
    let mut text = String::new();
    let mut reader = flate2::read::GzDecoder::new(RECORDINGS);
    reader.read_to_string(&mut text).unwrap();
    text.split("run ").skip(1).map(Run::parse).collect()
}

impl Run {
    fn parse(text: &str) -> Run {
        let mut lines = text.lines();
        let mut run = Run {
            name: lines.next().unwrap().to_owned(),
            columns: BTreeMap::new(),
            cells: BTreeMap::new(),
        };
        for line in lines {
            let (column, values) = line.split_once(' ').unwrap();
            if column == "cells" {
                let (frame, cells) = values.split_once(' ').unwrap();
                run.cells.insert(frame.parse().unwrap(), cells.to_owned());
            } else {
                run.columns.insert(column.to_owned(), unpacked(values));
            }
        }
        for column in ["fc", "fall"] {
            let values = run.columns.get_mut(column).unwrap();
            (1..values.len()).for_each(|at| values[at] += values[at - 1]);
        }
        let registers = registers(&run.columns.remove("steps").unwrap());
        run.columns.insert("rng".to_owned(), registers);
        run
    }
}

fn unpacked(values: &str) -> Vec<i64> {
    let repeated = values.split(' ').flat_map(|value| {
        let (value, count) = value.split_once('*').unwrap_or((value, "1"));
        std::iter::repeat_n(value.parse().unwrap(), count.parse().unwrap())
    });
    repeated.collect()
}

fn registers(steps: &[i64]) -> Vec<i64> {
    let mut register = ShiftRegister::default();
    let mut values = vec![0, 0];
    for steps in &steps[2..] {
        (0..*steps).for_each(|_| register.step());
        values.push(register.value().into());
    }
    values
}

/// What the game's memory must hold, as far as the model tells it; what it does not tell stays as it was.
#[derive(Default)]
struct Memory {
    columns: BTreeMap<&'static str, i64>,
    /// The field, top row first: 0, the number of a style, or the curtain.
    cells: [[u8; 10]; 20],
    /// The level of the game, which the menu hides.
    level: i64,
    lock: Option<Lock>,
    /// Rows that the curtain covers.
    covered: usize,
}

/// The last lock.
#[derive(Clone, Copy)]
struct Lock {
    /// Frames since then.
    age: i64,
    /// The row of the piece's origin.
    row: i64,
    /// Frames that it takes to redraw the field from two rows above it.
    redraws: i64,
}

impl Memory {
    fn set(&mut self, column: &'static str, value: impl Into<i64>) {
        self.columns.insert(column, value.into());
    }

    fn get(&self, column: &str) -> i64 {
        self.columns.get(column).copied().unwrap_or(0)
    }

    /// Notes what the model has done in a frame with these buttons.
    fn follow(&mut self, machine: &Original, buttons: Buttons, held: Buttons) {
        let is_on = !matches!(machine.screen, Screen::PowerOn) || machine.age == 3;
        let register = machine.generator.register().value();
        self.set("rng", if is_on { register } else { 0 });
        self.set("fc", machine.clock);
        self.set("pad", buttons.bits());
        if !machine.is_busy() {
            self.set("held", buttons.bits());
            self.set("new", buttons.difference(held).bits());
        }
        let last = machine.generator.previous();
        self.set("last", last.map_or(0, |last| last.spawn_pose() as i64));
        self.set("spawns", machine.generator.spawn_count());
        self.follow_screen(machine);
        match &machine.screen {
            Screen::Game(game) => self.follow_game(game, machine.age == 0),
            Screen::Over(game, curtain) => {
                self.follow_game(game, false);
                self.follow_curtain(curtain.rows());
            }
            Screen::Names => self.follow_names(machine.age),
            Screen::Ending if machine.age == 0 => self.follow_lost_game(),
            _ if machine.held == Original::RESET => self.set("state", 6),
            _ => {}
        }
    }

    fn follow_curtain(&mut self, rows: usize) {
        if rows > self.covered {
            self.cells[rows - 1] = [CURTAIN; 10];
            self.set("pose", NO_POSE);
            self.set("row", rows as i64 - 1);
            self.covered = rows;
        }
    }

    fn follow_names(&mut self, age: u32) {
        if age == 0 {
            self.set("play", 0);
            self.set("new", 0);
        }
        if age < 2 {
            self.follow_lost_game();
        }
    }

    /// What goes on while nothing is played.
    fn follow_lost_game(&mut self) {
        self.redraw();
        self.set("fall", self.get("fall") + 1);
    }

    fn follow_screen(&mut self, machine: &Original) {
        let is_first = machine.age == 0;
        let (mode, state) = match &machine.screen {
            Screen::PowerOn | Screen::Legal => (0, None),
            Screen::Title => (1, None),
            Screen::TypeMenu => (2, None),
            Screen::LevelMenu => (3, None),
            Screen::Preparation => (4, Some(0)),
            Screen::Game(_) => (4, Some(if is_first { 1 } else { 2 })),
            Screen::Over(..) => (4, Some(2)),
            Screen::Names => (4, Some(if is_first { 2 } else { 3 })),
            Screen::Ending => (4, Some(4)),
        };
        self.set("mode", mode);
        self.set("state", state.unwrap_or(self.get("state")));
        let is_late = match machine.screen {
            Screen::Legal => is_first,
            Screen::LevelMenu => machine.age == 1,
            Screen::Names => machine.age == 2,
            _ => false,
        };
        self.set("busy", is_late);
        let level = match machine.screen {
            Screen::LevelMenu => machine.cursor.level().into(),
            _ => self.level,
        };
        self.set("level", level);
    }

    fn follow_game(&mut self, game: &Console, is_first: bool) {
        let counters = game.counters();
        self.redraw();
        if is_first {
            (self.lock, self.covered) = (None, 0);
            self.cells = [[0; 10]; 20];
            self.count(game);
            self.set("row", 0);
        }
        self.set("das", counters.auto_repeat);
        self.set("soft", counters.soft_drop);
        let next = game.next().map_or(0, |next| next.spawn_pose() as i64);
        self.set("next", next);
        let locked = game.events().iter().any(|event| {
            let is_over = *event == Event::GameOver;
            is_over || matches!(event, Event::Locked(_))
        });
        if let Some(piece) = game.active() {
            self.lock = None;
            self.set("pose", piece.pose as i64);
            self.set("x", piece.column.0 as i64);
            self.set("y", piece.row.0 as i64);
            self.set("fall", counters.fall);
            self.set("pushed", counters.pushed);
            self.set("play", 1);
        } else if locked {
            self.lock(counters.pushed.into());
        } else {
            self.rest(game);
        }
    }

    /// The console redraws four rows a frame, except while a row is blanked.
    fn redraw(&mut self) {
        let row = self.get("row");
        if row < DRAWN && self.get("play") != 4 {
            self.set("row", if row + 4 >= 20 { DRAWN } else { row + 4 });
        }
    }

    fn lock(&mut self, pushed: i64) {
        let row = self.get("y");
        let first = (row - 2).max(0);
        self.lock = Some(Lock {
            age: 0,
            row,
            redraws: (20 - first + 3) / 4,
        });
        self.set("row", first);
        self.set("fall", 0);
        self.set("pushed", pushed);
        self.set("play", 2);
    }

    /// A frame between a lock and the next piece.
    fn rest(&mut self, game: &Console) {
        self.set("fall", self.get("fall") + 1);
        let lock = self.lock.as_mut().expect("a piece has locked");
        lock.age += 1;
        let lock = *lock;
        let check = lock.age - 2 * lock.redraws;
        if game.is_over() {
            self.set("play", 10);
            return;
        }
        if lock.age == lock.redraws {
            self.write(game);
            self.set("row", (lock.row - 2).max(0));
        }
        if (0..4).contains(&check) {
            self.check(lock.row - 2 + check);
        }
        let play = match (game.phase(), self.get("play")) {
            (Phase::Checking { .. }, _) => 2 + i64::from(lock.age >= lock.redraws),
            (Phase::Clearing { .. }, _) => 4,
            (_, 3) => 5,
            (_, 4 | 5) => 6,
            (_, before) => (before + 1).min(8),
        };
        if check == 3 {
            self.set("row", 0);
        }
        self.set("play", play);
        if play == 6 {
            self.count(game);
            self.set("pushed", 0);
        }
    }

    /// The lock's cells come into the field.
    fn write(&mut self, game: &Console) {
        for row in 0..20 {
            for (cell, piece) in self.cells[row].iter_mut().zip(game.field().row(Row(row))) {
                *cell = match piece.map(|piece| piece.style()) {
                    None => 0,
                    Some(TileStyle::Rimmed) => 1,
                    Some(TileStyle::Second) => 2,
                    Some(TileStyle::First) => 3,
                };
            }
        }
    }

    /// A full row goes.
    fn check(&mut self, row: i64) {
        let Ok(row) = usize::try_from(row) else {
            return;
        };
        if row < 20 && self.cells[row].iter().all(|cell| *cell > 0) {
            self.cells.copy_within(0..row, 1);
            self.cells[0] = [0; 10];
            self.set("pose", NO_POSE);
        }
    }

    fn count(&mut self, game: &Console) {
        self.level = game.level().into();
        self.set("level", self.level);
        self.set("lines", game.lines());
        self.set("score", game.score());
    }

    fn cells(&self) -> String {
        let cells = self.cells.as_flattened().iter();
        let text: String = cells.map(|cell| cell.to_string()).collect();
        text.trim_start_matches('0').to_owned()
    }
}

/// The game after the frame in which these buttons end it, which it still plays.
fn last_frame_of(machine: &Original, buttons: Buttons) -> Option<Console> {
    let Screen::Game(game) = &machine.screen else {
        return None;
    };
    let mut game = (buttons == Original::RESET).then(|| (**game).clone())?;
    let mut generator = machine.generator.clone();
    generator.tick();
    play(&mut game, buttons, &mut generator);
    Some(game)
}

/// Plays the run on the model; gives how many frames were compared.
fn compare(run: &Run) -> usize {
    let mut machine = Original::default();
    let mut memory = Memory::default();
    for (place, pad) in run.columns["pad"].iter().enumerate() {
        let frame = place + 1;
        let held = machine.held;
        let buttons = Buttons::from_bits_retain(*pad as u8);
        let last_frame = last_frame_of(&machine, buttons);
        machine.step(buttons);
        memory.follow(&machine, buttons, held);
        if let Some(game) = last_frame {
            memory.follow_game(&game, false);
        }
        for (column, values) in &run.columns {
            let (ours, theirs) = (memory.get(column), values[place]);
            assert_eq!(ours, theirs, "{}: {column} in frame {frame}", run.name);
        }
        // The field was read while a game was played.
        let was_read = memory.get("mode") == 4 && memory.get("state") >= 2;
        let cells = run.cells.range(..=frame).next_back();
        if let Some((_, cells)) = cells.filter(|_| was_read) {
            assert_eq!(memory.cells(), *cells, "{}: frame {frame}", run.name);
        }
    }
    run.columns["pad"].len()
}

#[test]
fn every_column_of_every_frame_of_every_recording_is_the_models() {
    let runs = runs();
    assert_eq!(runs.len(), 14);
    let compared: usize = runs.iter().map(compare).sum();
    assert_eq!(compared, 40_403);
}
