//! What a movie can do to the cartridge: every rule of the game, one at a time.

use tetris_printer::color::{ConsoleColor, Rgb};
use tetris_printer::game::Tetromino::{self, I, J, L, O, S, T, Z};
use tetris_printer::game::console::{Buttons, RuleSet};
use tetris_printer::game::{Column, Row};
use tetris_printer::nes::cartridge::{CartridgeSettings, FIELD, dealt_by, opening};
use tetris_printer::nes::model::Cartridge;
use tetris_printer::nes::{Emulator, Movie, NesPalette, NesScreen, PlainConsole};

use super::witness::play;

const NONE: Buttons = Buttons::NONE;

fn settings() -> CartridgeSettings {
    CartridgeSettings {
        rules: RuleSet::Cartridge,
        level: 0,
        level_up: false,
        is_random: false,
        colors: NesPalette::nearest(ConsoleColor::BLACK, &[Rgb::WHITE]).unwrap(),
        kinds: [1, 2, 3, 1, 2, 1, 3],
    }
}

/// A movie in the making: a hand on each controller.
struct Hands {
    movie: Movie,
    dealt: Buttons,
}

impl Hands {
    fn new(settings: CartridgeSettings) -> Self {
        let frames = opening(&settings, 0);
        Hands {
            movie: Movie { frames },
            dealt: NONE,
        }
    }

    /// Holds buttons for some frames.
    fn hold(&mut self, buttons: Buttons, frames: usize) -> &mut Self {
        let pads = [buttons, self.dealt];
        self.movie.frames.extend(std::iter::repeat_n(pads, frames));
        self
    }

    /// Presses buttons for a frame and lets them go for another.
    fn tap(&mut self, buttons: Buttons) -> &mut Self {
        self.hold(buttons, 1).hold(NONE, 1)
    }

    /// Deals a piece, which the cartridge waits for.
    fn deal(&mut self, piece: Tetromino) -> &mut Self {
        self.dealt = dealt_by(piece);
        self.hold(NONE, 1);
        self.dealt = NONE;
        self
    }

    /// Deals a piece, holds a direction for some frames, and drops it.
    fn drop(&mut self, piece: Tetromino, buttons: Buttons, frames: usize) -> &mut Self {
        self.deal(piece).hold(buttons, frames).tap(Buttons::UP)
    }

    fn play(&mut self) -> (Cartridge, NesScreen) {
        play(&self.movie)
    }
}

/// The lowest rows of the field, by the pieces' letters.
fn floor(model: &Cartridge, rows: usize) -> String {
    let field = model.game().unwrap().console.field();
    let letter = |cell: &Option<Tetromino>| cell.map_or('.', Tetromino::letter);
    (FIELD.height() - rows..FIELD.height())
        .map(|row| field.row(Row(row)).iter().map(letter).collect::<String>() + "\n")
        .collect()
}

/// Hands that have laid a T at the left wall and an I at the right one.
fn hands_with_a_piece_at_each_wall() -> Hands {
    let mut hands = Hands::new(settings());
    hands.drop(T, Buttons::LEFT, 15).drop(I, Buttons::RIGHT, 15);
    hands
}

#[test]
fn the_plain_console_shows_every_frame_as_an_emulator_does() {
    let mut hands = hands_with_a_piece_at_each_wall();
    hands
        .deal(S)
        .hold(NONE, 60)
        .tap(Buttons::START)
        .hold(NONE, 9);
    let (mut plain, mut whole) = (PlainConsole::new(), Emulator::new().unwrap());
    let mut compared = 0;
    for pads in &hands.movie.frames {
        plain.step(*pads);
        whole.step(*pads).unwrap();
        if plain.memory().is_playing() && plain.memory().is_settled() {
            assert!(plain.screen() == whole.screen(), "frame {compared}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn pieces_stop_at_the_walls() {
    let mut hands = hands_with_a_piece_at_each_wall();
    hands
        .deal(I)
        .tap(Buttons::A)
        .hold(Buttons::LEFT, 15)
        .tap(Buttons::UP);
    let (model, _) = hands.play();
    assert_eq!(
        floor(&model, 6),
        "\
I....................
I....................
I....................
I....................
TTT..................
.T...............IIII
"
    );
}

#[test]
fn a_turn_that_does_not_fit_is_refused_at_either_wall() {
    let mut hands = Hands::new(settings());
    // Upright along the wall; flat again it would stick out.
    for (wall, turn) in [(Buttons::LEFT, Buttons::B), (Buttons::RIGHT, Buttons::A)] {
        hands
            .deal(I)
            .tap(Buttons::A)
            .hold(wall, 15)
            .tap(turn)
            .tap(Buttons::UP);
        hands
            .deal(L)
            .tap(turn)
            .hold(wall, 15)
            .tap(turn)
            .tap(Buttons::UP);
    }
    let (model, _) = hands.play();
    assert_eq!(
        floor(&model, 7),
        "\
L..................LL
L...................L
LL..................L
I...................I
I...................I
I...................I
I...................I
"
    );
}

#[test]
fn every_pose_is_reached_by_both_turns() {
    let level = 18;
    let mut hands = Hands::new(CartridgeSettings {
        level,
        ..settings()
    });
    for piece in [T, J, Z, O, S, L, I] {
        hands.deal(piece).hold(NONE, 12);
        for turn in [[Buttons::A; 5], [Buttons::B; 5]].concat() {
            hands.tap(turn);
        }
        hands.hold(Buttons::A | Buttons::B, 2).tap(Buttons::UP);
    }
    hands.play();
}

#[test]
fn a_soft_drop_takes_a_row_every_second_frame() {
    let mut hands = Hands::new(settings());
    let count = |model: &Cartridge| {
        model
            .game()
            .unwrap()
            .console
            .field()
            .playfield()
            .cell_count()
    };
    hands.deal(O).hold(Buttons::DOWN, 2 * 40 + 2);
    assert_eq!(count(&hands.play().0), 0);
    hands.hold(Buttons::DOWN, 1);
    assert_eq!(count(&hands.play().0), 4);
}

#[test]
fn down_bars_a_shift_and_a_shift_ends_the_soft_drop() {
    let mut hands = Hands::new(settings());
    hands.deal(S).hold(Buttons::DOWN, 9);
    hands.hold(Buttons::DOWN | Buttons::LEFT, 5);
    hands.hold(Buttons::LEFT, 3).hold(Buttons::DOWN, 100);
    let (model, _) = hands.play();
    let expected = ".......SS............\n......SS.............\n";
    assert_eq!(floor(&model, 2), expected);
}

#[test]
fn gravity_is_that_of_the_level() {
    for (number, level) in [0, 18, 29].into_iter().enumerate() {
        let mut hands = Hands::new(CartridgeSettings {
            level,
            ..settings()
        });
        let (model, _) = hands.deal(J).hold(NONE, 97).play();
        let row = model
            .game()
            .unwrap()
            .console
            .active()
            .map(|piece| piece.row.0);
        assert_eq!(row, [Some(2), Some(32), None][number], "level {level}");
    }
}

#[test]
fn a_piece_on_top_of_another_ends_the_game_and_start_leads_to_the_title() {
    let mut hands = Hands::new(settings());
    for _ in 0..21 {
        hands.drop(O, NONE, 0);
    }
    let (model, _) = hands.deal(O).tap(Buttons::UP).play();
    assert!(model.game().unwrap().console.is_over());
    let (model, _) = hands
        .hold(NONE, 20)
        .tap(Buttons::START)
        .hold(NONE, 20)
        .play();
    assert!(model.game().is_none());
}

#[test]
fn a_pause_stops_everything_and_hides_the_piece() {
    let mut hands = Hands::new(settings());
    hands.deal(T).hold(Buttons::LEFT, 3).tap(Buttons::START);
    hands.hold(Buttons::UP | Buttons::LEFT, 70);
    let (model, screen) = hands.play();
    assert!(model.game().unwrap().is_paused);
    let empty = screen.entry(32, 40);
    assert!((32..116).all(|x| (40..208).all(|y| screen.entry(x, y) == empty)));
    // The buttons that were held are not pressed anew when it goes on.
    hands
        .hold(Buttons::UP, 3)
        .hold(Buttons::UP | Buttons::START, 1);
    hands.hold(Buttons::UP, 5).hold(NONE, 3).tap(Buttons::UP);
    let (model, _) = hands.play();
    let console = &model.game().unwrap().console;
    assert_eq!(console.field().cell(Column(7), Row(41)), Some(T));
}

#[test]
fn the_generator_deals_as_on_the_console() {
    for rules in [RuleSet::Cartridge, RuleSet::Nes] {
        let random = CartridgeSettings {
            rules,
            level: 18,
            is_random: true,
            ..settings()
        };
        let mut hands = Hands::new(random);
        for number in 0..7 {
            let direction = [Buttons::LEFT, Buttons::RIGHT][number % 2];
            hands
                .hold(direction, 2 + number * 5 % 13)
                .hold(NONE, number % 3);
            hands.hold(Buttons::UP, 1).hold(Buttons::DOWN, 30);
        }
        hands.play();
    }
}
