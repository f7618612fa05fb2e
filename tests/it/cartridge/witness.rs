//! Emulators that tell what their memory holds, and what it should hold.

use nes_sim::{ControllerState, NES};
use tetris_printer::game::console::{Buttons, Phase, blanked_columns};
use tetris_printer::game::{Column, Pose, Row};
use tetris_printer::nes::cartridge::{FIELD, Memory, ROM};
use tetris_printer::nes::model::{Cartridge, CartridgeGame};
use tetris_printer::nes::{Emulator, Movie, NesScreen, Pads, PlainConsole};

/// An emulator.
pub trait Witness {
    fn name(&self) -> &'static str;
    /// Plays a frame.
    fn step(&mut self, pads: Pads);
    /// Runs on until the cartridge waits for the next one.
    fn settle(&mut self);
    /// What the last frame has shown.
    fn screen(&self) -> NesScreen;
    fn memory(&self) -> Memory<'_>;
}

impl Witness for PlainConsole {
    fn name(&self) -> &'static str {
        "the plain console"
    }

    fn step(&mut self, pads: Pads) {
        PlainConsole::step(self, pads);
    }

    /// A frame ends with the next vertical blank: what is not finished then is late.
    fn settle(&mut self) {}

    fn screen(&self) -> NesScreen {
        PlainConsole::screen(self)
    }

    fn memory(&self) -> Memory<'_> {
        PlainConsole::memory(self)
    }
}

impl Witness for Emulator {
    fn name(&self) -> &'static str {
        "tetanes-core"
    }

    fn step(&mut self, pads: Pads) {
        Emulator::step(self, pads).unwrap();
    }

    fn settle(&mut self) {
        Emulator::settle(self).unwrap();
    }

    fn screen(&self) -> NesScreen {
        Emulator::screen(self)
    }

    fn memory(&self) -> Memory<'_> {
        Emulator::memory(self)
    }
}

/// The second emulator.
pub struct NesSim(NES);

impl NesSim {
    pub fn new() -> Self {
        let mut console = NES::new();
        console.load_cartridge_ines(ROM).unwrap();
        console.reset();
        NesSim(console)
    }

    /// The MD5 sum of program and tiles.
    pub fn checksum(&self) -> [u8; 16] {
        self.0.rom_md5().unwrap()
    }
}

impl Witness for NesSim {
    fn name(&self) -> &'static str {
        "nes-sim"
    }

    fn step(&mut self, pads: Pads) {
        for (port, buttons) in pads.into_iter().enumerate() {
            let state = ControllerState::from_bits(buttons.bits().reverse_bits());
            self.0.set_controller_state(port, state);
        }
        self.0.run_frame();
    }

    fn settle(&mut self) {
        for _ in 0..15_000 {
            if self.memory().is_settled() {
                break;
            }
            self.0.step_cpu_instruction();
        }
    }

    fn screen(&self) -> NesScreen {
        NesScreen::new(self.0.frame_pixels().iter().copied())
    }

    fn memory(&self) -> Memory<'_> {
        Memory(self.0.debug_memory_snapshot().ram)
    }
}

/// Plays a movie on the plain console and in an emulator, and compares after each frame of the game.
///
/// Returns the model and what both screens show in the end.
pub fn play(movie: &Movie) -> (Cartridge, NesScreen) {
    let (model, states) = expected(movie);
    let screen = play_on(&mut PlainConsole::new(), movie, &states);
    let other = play_on(&mut Emulator::new().unwrap(), movie, &states);
    assert!(screen == other, "the screens differ");
    (model, screen)
}

/// As [`play`], with the second emulator, too.
pub fn play_on_all(movie: &Movie) -> (Cartridge, NesScreen) {
    let (model, screen) = play(movie);
    let other = play_on(&mut NesSim::new(), movie, &expected(movie).1);
    assert!(screen == other, "the screens differ");
    (model, screen)
}

fn play_on(witness: &mut impl Witness, movie: &Movie, states: &[Option<State>]) -> NesScreen {
    for (number, (pads, expected)) in movie.frames.iter().zip(states).enumerate() {
        witness.step(*pads);
        witness.settle();
        if let Err(difference) = compare(&witness.memory(), expected) {
            panic!("{}, frame {number}: {difference}", witness.name());
        }
    }
    witness.step([Buttons::NONE; 2]);
    witness.screen()
}

/// What the rules have after every frame of a movie; `None` before the game.
pub fn expected(movie: &Movie) -> (Cartridge, Vec<Option<State>>) {
    let mut model = Cartridge::default();
    let state = |pads: &Pads| {
        model.step(*pads);
        let game = model.game()?;
        Some(State::of_model(game, model.generator().register().value()))
    };
    let states = movie.frames.iter().map(state).collect();
    (model, states)
}

/// Errors: what differs.
pub fn compare(memory: &Memory<'_>, expected: &Option<State>) -> Result<(), String> {
    if memory.lag() > 0 {
        return Err("the cartridge is late".to_owned());
    }
    let Some(expected) = expected else {
        return Ok(());
    };
    let found = State::of_memory(memory);
    match found == *expected {
        true => Ok(()),
        false => Err(format!("expected {expected}\nfound {found}")),
    }
}

/// What must agree after a frame.
#[derive(PartialEq)]
pub struct State {
    /// The colours' numbers, row by row.
    cells: Vec<u8>,
    /// Pose, row and column.
    pub falling: Option<[u8; 3]>,
    generator: u16,
    pieces: u32,
    lines: u32,
    is_over: bool,
    is_paused: bool,
}

impl State {
    fn of_memory(memory: &Memory<'_>) -> State {
        State {
            cells: cells(|column, row| memory.cell(column, row)),
            falling: memory.falling(),
            generator: memory.generator(),
            pieces: memory.pieces(),
            lines: memory.lines(),
            is_over: memory.is_over(),
            is_paused: memory.is_paused(),
        }
    }

    fn of_model(game: &CartridgeGame, generator: u16) -> State {
        let console = &game.console;
        let is_blanked = |column: Column, row: Row| match console.phase() {
            Phase::Clearing { rows, step } => {
                let columns = blanked_columns(console.field().size().width(), step);
                rows.iter().any(|other| other == row) && columns.contains(&column.0)
            }
            _ => false,
        };
        let cell = |column, row| match console.field().cell(column, row) {
            Some(kind) if !is_blanked(column, row) => game.settings.kinds[kind.index()],
            _ => 0,
        };
        let falling = console.active().map(|piece| {
            let pose = Pose::ALL
                .iter()
                .position(|pose| *pose == piece.pose)
                .unwrap();
            [pose as u8, piece.row.0 as u8, piece.column.0 as u8]
        });
        State {
            cells: cells(cell),
            falling,
            generator,
            pieces: console.pieces() - u32::from(falling.is_some() || console.is_over()),
            lines: console.lines(),
            is_over: console.is_over(),
            is_paused: game.is_paused,
        }
    }
}

fn cells(cell: impl Fn(Column, Row) -> u8) -> Vec<u8> {
    (0..FIELD.height())
        .flat_map(|row| (0..FIELD.width()).map(move |column| (Column(column), Row(row))))
        .map(|(column, row)| cell(column, row))
        .collect()
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "falling {:?}, generator {:04x}, {} pieces, {} lines, over {}, paused {}",
            self.falling, self.generator, self.pieces, self.lines, self.is_over, self.is_paused
        )?;
        for row in self
            .cells
            .chunks(FIELD.width())
            .filter(|row| row.iter().any(|cell| *cell > 0))
        {
            let letter = |cell: &u8| [".", "1", "2", "3"].get(usize::from(*cell)).unwrap_or(&"?");
            writeln!(
                f,
                "{}",
                row.iter().map(|cell| *letter(cell)).collect::<String>()
            )?;
        }
        Ok(())
    }
}
