//! The cartridge as the rules have it: buttons of both controllers in, the state of the game out.
//!
//! It is the [console model](crate::game::console) with what the cartridge adds: the title, the
//! settings that a movie sends, the two ways of dealing, the pause. The rom must be in the same state
//! after every frame; tests compare them with two emulators.

use super::cartridge::{LOADING_FRAMES, SEND, Settings, dealt_piece, sent_value};
use super::movie::Pads;
use crate::game::Tetromino;
use crate::game::console::{Buttons, Console, Dealer};
use crate::game::random::RandomDealer;

/// The cartridge, from the first frame that shows its title.
///
/// What a person chooses on the setup screen by its cursor is left out: a movie sends its settings.
#[derive(Clone, Debug, Default)]
pub struct Cartridge {
    screen: Screen,
    /// Frames until the screen answers to the controllers again.
    loading: usize,
    /// Controller 1 in the last frame that was played.
    held: Buttons,
    generator: RandomDealer,
}

#[derive(Clone, Debug, Default)]
enum Screen {
    #[default]
    Title,
    /// The settings sent so far.
    Setup(Vec<u8>),
    Game(Box<Game>),
}

/// A game on the cartridge.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules' side of it.
    pub console: Console,
    /// What it was started with.
    pub settings: Settings,
    /// Whether Start has stopped it.
    pub is_paused: bool,
}

impl Cartridge {
    /// The game that is on the screen.
    pub fn game(&self) -> Option<&Game> {
        match &self.screen {
            Screen::Game(game) => Some(game),
            Screen::Title | Screen::Setup(_) => None,
        }
    }

    /// Whether the cartridge looks away from the controllers in the next frame.
    pub fn is_loading(&self) -> bool {
        self.loading > 0
    }

    /// The random generator after the last frame.
    pub fn generator(&self) -> &RandomDealer {
        &self.generator
    }

    /// Plays one frame.
    pub fn step(&mut self, pads: Pads) {
        if self.loading > 0 {
            self.loading -= 1;
            return;
        }
        let starts = pads[0].without(self.held).contains(Buttons::START);
        self.held = pads[0];
        let next = match &mut self.screen {
            Screen::Title => {
                self.generator.tick();
                starts.then(|| Screen::Setup(Vec::new()))
            }
            Screen::Setup(values) => {
                self.generator.tick();
                set_up(values, pads, starts, &mut self.generator)
            }
            Screen::Game(game) if starts && game.console.is_over() => Some(Screen::Title),
            Screen::Game(game) => {
                game.step(pads, starts, &mut self.generator);
                None
            }
        };
        if let Some(next) = next {
            self.screen = next;
            self.loading = LOADING_FRAMES;
        }
    }
}

/// A frame of the setup screen; returns the game if it begins.
fn set_up(
    values: &mut Vec<u8>,
    pads: Pads,
    starts: bool,
    generator: &mut RandomDealer,
) -> Option<Screen> {
    if pads[0] == SEND && values.len() < Settings::COUNT {
        values.push(sent_value(pads[1]));
        if values.len() == Settings::COUNT {
            *generator = RandomDealer::default();
        }
        return None;
    }
    let values = <[u8; Settings::COUNT]>::try_from(values.as_slice()).ok()?;
    let settings = Settings::from_values(values).filter(|_| starts)?;
    *generator = RandomDealer::new(generator.register().value());
    Some(Screen::Game(Box::new(Game {
        console: Console::new(super::cartridge::FIELD, settings.rules()),
        settings,
        is_paused: false,
    })))
}

impl Game {
    fn step(&mut self, pads: Pads, starts: bool, generator: &mut RandomDealer) {
        self.is_paused ^= starts;
        if starts || self.is_paused {
            self.console.rest(pads[0]);
            return;
        }
        let mut hand = Hand {
            pad: pads[1],
            is_random: self.settings.is_random,
            has_dealt: false,
            generator,
        };
        self.console.step(pads[0], &mut hand);
    }
}

/// Who deals in one frame.
struct Hand<'a> {
    pad: Buttons,
    is_random: bool,
    has_dealt: bool,
    generator: &'a mut RandomDealer,
}

impl Dealer for Hand<'_> {
    /// Controller 2 deals a piece a frame at most, so only the generator deals one ahead.
    fn deal(&mut self) -> Option<Tetromino> {
        if !self.is_random && std::mem::replace(&mut self.has_dealt, true) {
            return None;
        }
        match self.is_random || self.pad.contains(Buttons::START) {
            true => self.generator.deal(),
            false => dealt_piece(self.pad),
        }
    }

    fn tick(&mut self) {
        self.generator.tick();
    }
}
