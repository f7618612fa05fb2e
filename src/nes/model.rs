//! The cartridge's rules: buttons of both controllers in, the state of the game out.
//!
//! It is the [console model](crate::game::console) plus what the cartridge adds: the title, the
//! settings that a movie sends, the two ways of dealing, the pause. The rom must be in the same state
//! after every frame, which tests check on two emulators.

use super::cartridge::{CartridgeSettings, LOADING_FRAMES, SEND, dealt_piece, sent_value};
use super::movie::Pads;
use crate::game::console::{Buttons, Console};
use crate::game::random::RandomDealer;
use crate::game::{Dealer, Tetromino};

/// The cartridge, from the first frame that shows its title.
///
/// The cursor of the setup screen is left out, since a movie sends its settings instead.
#[derive(Clone, Debug, Default)]
pub struct Cartridge {
    screen: Screen,
    /// Frames until the screen reacts to the controllers again.
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
    Game(Box<CartridgeGame>),
}

/// A game on the cartridge.
#[derive(Clone, Debug)]
pub struct CartridgeGame {
    /// The game itself.
    pub console: Console,
    /// The settings that it was started with.
    pub settings: CartridgeSettings,
    /// Whether Start has paused it.
    pub is_paused: bool,
}

impl Cartridge {
    /// The game that is on the screen; `None` while its screen is still loading.
    pub fn game(&self) -> Option<&CartridgeGame> {
        match &self.screen {
            Screen::Game(game) if self.loading == 0 => Some(game),
            Screen::Title | Screen::Setup(_) | Screen::Game(_) => None,
        }
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
        let starts = pads[0].difference(self.held).contains(Buttons::START);
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

/// Plays a frame of the setup screen; returns the game if it begins.
fn set_up(
    values: &mut Vec<u8>,
    pads: Pads,
    starts: bool,
    generator: &mut RandomDealer,
) -> Option<Screen> {
    if pads[0] == SEND && values.len() < CartridgeSettings::COUNT {
        values.push(sent_value(pads[1]));
        if values.len() == CartridgeSettings::COUNT {
            *generator = RandomDealer::default();
        }
        return None;
    }
    let values = <[u8; CartridgeSettings::COUNT]>::try_from(values.as_slice()).ok()?;
    let settings = CartridgeSettings::from_values(values).filter(|_| starts)?;
    *generator = RandomDealer::new(generator.register().value());
    Some(Screen::Game(Box::new(CartridgeGame {
        console: Console::new(super::cartridge::FIELD, settings.rules()),
        settings,
        is_paused: false,
    })))
}

impl CartridgeGame {
    fn step(&mut self, pads: Pads, starts: bool, generator: &mut RandomDealer) {
        self.is_paused ^= starts;
        if starts || self.is_paused {
            self.console.rest(pads[0]);
            return;
        }
        let mut dealer = FrameDealer {
            pad: pads[1],
            is_random: self.settings.is_random,
            has_dealt: false,
            generator,
        };
        self.console.step(pads[0], &mut dealer);
    }
}

/// The dealer of one frame: the random generator or controller 2.
struct FrameDealer<'a> {
    pad: Buttons,
    is_random: bool,
    has_dealt: bool,
    generator: &'a mut RandomDealer,
}

impl Dealer for FrameDealer<'_> {
    /// Controller 2 deals at most one piece per frame, so only the generator deals one ahead.
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
