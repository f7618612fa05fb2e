//! The game of 1989 from power-on, frame by frame: buttons in, the state of the game out.

#[cfg(test)]
mod recordings;

use super::curtain::Curtain;
use super::level_menu::LevelMenu;
use crate::game::console::{Buttons, Console, Region, RuleSet, Rules};
use crate::game::random::RandomDealer;
use crate::game::{Dealer, FieldSize, Tetromino};
use crate::nes::movie::Movie;
use crate::nes::r08::Latches;

/// The NTSC game of 1989 with nothing but its first controller, as far as a game of type A needs it.
///
/// Frames are counted from power-on. Left out, since no print comes there: the demo, the game of type B, the pause, and
/// what follows the curtain over a game that has ended: its model shows the table of names or the ending for good.
#[derive(Clone, Debug, Default)]
pub struct Original {
    screen: Screen,
    /// Frames since this screen came.
    age: u32,
    /// The buttons as the game last read them.
    held: Buttons,
    cursor: LevelMenu,
    generator: RandomDealer,
    /// Counts the frames in which the game did something, but starts anew now and then.
    clock: u16,
}

#[derive(Clone, Debug, Default)]
enum Screen {
    #[default]
    PowerOn,
    Legal,
    Title,
    TypeMenu,
    LevelMenu,
    Preparation,
    Game(Box<Console>),
    /// The game is over.
    Over(Box<Console>, Curtain),
    /// The table in which a good score gets a name.
    Names,
    /// The ending that a great score gets.
    Ending,
}

// All in frames after the screen came, as measured.

/// The console's own start, before the legal screen.
const POWER_ON: u32 = 4;
/// The legal screen takes no Start before this,
const LEGAL_STARTS: u32 = 263;
/// and ends by itself.
const LEGAL_ENDS: u32 = 518;
/// A reset leads to the legal screen as if it had stood so long.
const LEGAL_AFTER_RESET: u32 = 4;
/// The title forgets the upper half of the clock.
const TITLE_RESETS_CLOCK: u32 = 4;
const TITLE_STARTS: u32 = 5;
const TYPE_MENU_STARTS: u32 = 4;
const LEVEL_MENU_STARTS: u32 = 5;
/// The table is drawn, two frames after it was called.
const NAMES_DRAWN: u32 = 3;
/// Points that get the ending.
const GREAT_SCORE: u32 = 30_000;
/// Both pieces are dealt.
const PREPARED: u32 = 4;

impl Original {
    /// The buttons that lead back to the legal screen, held in a game with no other.
    pub const RESET: Buttons = Buttons::A
        .union(Buttons::B)
        .union(Buttons::SELECT)
        .union(Buttons::START);

    /// The game that is being played.
    pub fn game(&self) -> Option<&Console> {
        match &self.screen {
            Screen::Game(console) | Screen::Over(console, _) => Some(console),
            _ => None,
        }
    }

    /// The random generator after the last frame.
    pub fn generator(&self) -> &RandomDealer {
        &self.generator
    }

    /// The level from 0 to 9 that the cursor of the menu stands on.
    pub fn cursor(&self) -> u8 {
        self.cursor.cursor()
    }

    /// What a replay device needs of a movie: the game reads the controllers twice in every frame in which it reads
    /// them at all.
    ///
    /// Known from what is published about the game; where a copy is named, the emulated replay device tells.
    pub fn latches(movie: &Movie) -> Latches {
        let mut machine = Original::default();
        let read = (movie.frames.iter()).filter(|pads| machine.step(pads[0]));
        Latches(read.flat_map(|pads| [*pads; 2]).collect())
    }

    /// Plays one frame; `false` if it is one in which the game does not read the controllers.
    pub fn step(&mut self, buttons: Buttons) -> bool {
        self.age += 1;
        if self.is_busy() {
            return false;
        }
        let pressed = buttons.difference(self.held);
        self.held = buttons;
        self.generator.tick();
        let clock = self.clock;
        self.clock = clock.wrapping_add(1);
        let next = match &mut self.screen {
            Screen::PowerOn => Some(Screen::Legal),
            Screen::Legal => {
                let starts = self.age >= LEGAL_STARTS && pressed.contains(Buttons::START);
                (starts || self.age == LEGAL_ENDS).then_some(Screen::Title)
            }
            Screen::Title => {
                if self.age == TITLE_RESETS_CLOCK {
                    self.clock &= 0xff;
                }
                let starts = self.age >= TITLE_STARTS && pressed.contains(Buttons::START);
                starts.then_some(Screen::TypeMenu)
            }
            Screen::TypeMenu => {
                let starts = self.age >= TYPE_MENU_STARTS && pressed.contains(Buttons::START);
                starts.then_some(Screen::LevelMenu)
            }
            Screen::LevelMenu if self.age < LEVEL_MENU_STARTS => None,
            Screen::LevelMenu if self.cursor.starts(self.held, pressed) => {
                Some(Screen::Preparation)
            }
            Screen::LevelMenu => {
                self.cursor.step(pressed);
                self.generator.flash();
                (pressed == Buttons::B).then_some(Screen::TypeMenu)
            }
            Screen::Preparation if self.age < PREPARED => None,
            Screen::Preparation => {
                let rules = Rules {
                    set: RuleSet::Nes,
                    region: Region::Ntsc,
                    level: self.cursor.level(),
                    level_up: true,
                };
                let game = Console::new(FieldSize::ORIGINAL, rules).starting_at(clock.into());
                let mut game = Box::new(game);
                play(&mut game, buttons, &mut self.generator);
                Some(Screen::Game(game))
            }
            Screen::Game(game) => {
                play(game, buttons, &mut self.generator);
                let is_over = game.is_over();
                match self.held == Self::RESET {
                    true => Some(Screen::Legal),
                    false => is_over.then(|| Screen::Over(game.clone(), Curtain::default())),
                }
            }
            Screen::Over(game, curtain) => {
                let was_down = curtain.is_down();
                play(game, buttons, &mut self.generator);
                curtain.step(self.age, self.clock);
                match was_down {
                    _ if self.held == Self::RESET => Some(Screen::Legal),
                    true if game.score() >= GREAT_SCORE => Some(Screen::Ending),
                    true if pressed.contains(Buttons::START) => Some(Screen::Names),
                    _ => None,
                }
            }
            Screen::Names | Screen::Ending => None,
        };
        if let Some(next) = next {
            self.age = match (&self.screen, &next) {
                (Screen::Game(_) | Screen::Over(..), Screen::Legal) => LEGAL_AFTER_RESET,
                _ => 0,
            };
            self.screen = next;
        }
        true
    }

    /// Whether the frame passes without a look at the controller and without a step of the generator: while a screen is
    /// drawn.
    fn is_busy(&self) -> bool {
        match self.screen {
            Screen::PowerOn => self.age < POWER_ON,
            Screen::Legal => self.age == 1,
            Screen::LevelMenu => self.age == 2,
            Screen::Names => self.age == NAMES_DRAWN,
            _ => false,
        }
    }
}

/// Plays a frame of the game. The console steps the generator at the end of a frame, the original at the beginning of
/// the next one.
fn play(game: &mut Console, buttons: Buttons, generator: &mut RandomDealer) {
    let mut dealer = Late {
        before: generator.clone(),
        generator,
    };
    game.step(buttons, &mut dealer);
    *dealer.generator = dealer.before;
}

struct Late<'a> {
    generator: &'a mut RandomDealer,
    /// Before the last step.
    before: RandomDealer,
}

impl Dealer for Late<'_> {
    fn deal(&mut self) -> Option<Tetromino> {
        self.generator.deal()
    }

    fn tick(&mut self) {
        self.before = self.generator.clone();
        self.generator.tick();
    }
}
