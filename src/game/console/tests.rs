//! The console's rules, one test per rule.

use super::*;
use crate::game::random::RandomDealer;
use crate::game::{Column, Pose, Row};

const RIGHT: Buttons = Buttons::RIGHT;
const LEFT: Buttons = Buttons::LEFT;
const DOWN: Buttons = Buttons::DOWN;
const UP: Buttons = Buttons::UP;
const A: Buttons = Buttons::A;
const B: Buttons = Buttons::B;
const NONE: Buttons = Buttons::NONE;

/// A console, and the pieces that it will be dealt.
struct Game {
    console: Console,
    pieces: std::vec::IntoIter<Tetromino>,
}

impl Game {
    /// The field as a diagram, the pieces as letters; the first piece has entered.
    fn new(field: &str, pieces: &str, rules: Rules) -> Self {
        let pieces: Vec<_> = (pieces.chars().filter_map(Tetromino::from_letter)).collect();
        let mut game = Game {
            console: Console::with_field(field.parse().unwrap(), rules),
            pieces: pieces.into_iter(),
        };
        game.press(NONE);
        game
    }

    /// Plays a frame.
    fn press(&mut self, buttons: Buttons) -> &[Event] {
        self.console.step(buttons, &mut self.pieces)
    }

    /// Holds the buttons and returns the frames, counted from 1, in which `event` happens.
    fn frames_of(&mut self, event: Event, buttons: Buttons, frames: usize) -> Vec<usize> {
        (1..=frames)
            .filter(|_| self.press(buttons).contains(&event))
            .collect()
    }

    /// Plays without buttons and returns the number of frames until `event` happens in one.
    fn frames_until(&mut self, event: Event) -> usize {
        (1..10_000)
            .find(|_| self.press(NONE).contains(&event))
            .expect("the event happens")
    }

    /// The field, the falling piece in small letters.
    fn picture(&self) -> String {
        let field = self.console.field();
        let mut lines: Vec<Vec<char>> = (field.to_string().lines())
            .map(|line| line.chars().collect())
            .collect();
        if let Some(piece) = self.console.active() {
            for (column, row) in piece.cells() {
                lines[row.0][column.0] = piece.piece().letter().to_ascii_lowercase();
            }
        }
        let lines: Vec<String> = lines.into_iter().map(String::from_iter).collect();
        lines.join("\n")
    }
}

fn level(level: u8) -> Rules {
    Rules {
        level,
        ..Rules::default()
    }
}

fn cartridge(level: u8) -> Rules {
    Rules {
        set: RuleSet::Cartridge,
        level,
        ..Rules::default()
    }
}

fn pal(level: u8) -> Rules {
    Rules {
        region: Region::Pal,
        level,
        ..Rules::default()
    }
}

fn empty(width: usize, height: usize) -> String {
    vec![".".repeat(width); height].join("\n")
}

/// No frame at all.
const NEVER: [usize; 0] = [];
const FELL: Event = Event::Fell { rows: 1 };

fn locked(pose: Pose, row: usize, column: usize) -> Event {
    Event::Locked(ActivePiece {
        pose,
        row: Row(row),
        column: Column(column),
    })
}

#[test]
fn a_piece_enters_at_the_top_in_the_middle() {
    for (width, pieces, expected) in [
        (10, "T", "....ttt...\n.....t....\n"),
        (10, "I", "...iiii...\n..........\n"),
        (21, "L", ".........lll.........\n.........l...........\n"),
        (4, "I", "iiii\n....\n"),
        (5, "O", ".oo..\n.oo..\n"),
    ] {
        let game = Game::new(&empty(width, 4), pieces, level(0));
        assert!(game.picture().starts_with(expected), "{}", game.picture());
    }
}

#[test]
fn a_frame_shifts_then_rotates_then_drops() {
    let mut game = Game::new(&empty(10, 5), "T", level(29));
    assert_eq!(
        game.press(RIGHT | A),
        [Event::Shifted, Event::Rotated, FELL]
    );
    assert_eq!(
        game.picture(),
        "......t...\n.....tt...\n......t...\n..........\n.........."
    );
}

#[test]
fn a_piece_is_turned_where_it_was_shifted_to() {
    // Standing in column 2 the I would overlap; in column 3 there is room.
    let field = "......\n..#...\n......\n......".replace('#', "Z");
    let mut game = Game::new(&field, "I", level(0));
    assert_eq!(game.press(LEFT | A), [Event::Shifted]);
    let mut game = Game::new(&field.replace("..Z...", "...Z.."), "I", level(0));
    assert_eq!(game.press(LEFT | A), [Event::Shifted, Event::Rotated]);
}

#[test]
fn a_held_button_shifts_at_once_then_after_16_frames_then_every_6() {
    let mut game = Game::new(&empty(40, 20), "T", level(0));
    let frames = game.frames_of(Event::Shifted, RIGHT, 40);
    assert_eq!(frames, [1, 17, 23, 29, 35]);
}

#[test]
fn a_pal_console_repeats_after_12_frames_then_every_4() {
    let mut game = Game::new(&empty(40, 20), "T", pal(0));
    let frames = game.frames_of(Event::Shifted, LEFT, 30);
    assert_eq!(frames, [1, 13, 17, 21, 25, 29]);
}

#[test]
fn taps_shift_every_second_frame() {
    let mut game = Game::new(&empty(40, 20), "T", level(0));
    for _ in 0..9 {
        assert_eq!(game.press(RIGHT), [Event::Shifted]);
        assert_eq!(game.press(NONE), []);
    }
}

#[test]
fn a_wall_charges_the_auto_repeat_for_the_next_piece() {
    let mut game = Game::new(&empty(10, 6), "TTT", level(8));
    assert_eq!(game.frames_of(Event::Shifted, RIGHT, 30), [1, 17, 23]);
    while game.console.pieces() < 2 {
        game.press(RIGHT);
    }
    assert_eq!(game.frames_of(Event::Shifted, RIGHT, 12), [1, 7]);
}

#[test]
fn a_blocked_piece_shifts_as_soon_as_the_way_is_free() {
    let field = "......\nZ.....\n......\n......\n......\n......";
    let mut game = Game::new(field, "O", level(8));
    game.press(LEFT);
    game.press(NONE);
    assert_eq!(game.picture().lines().next(), Some(".oo..."));
    // The cell charges the counter, so every frame tries again; the O has fallen past the cell after
    // frame 16 of its life, two of which are over.
    assert_eq!(game.frames_of(Event::Shifted, LEFT, 30), [15]);
}

#[test]
fn right_wins_over_left() {
    let mut game = Game::new(&empty(10, 4), "O", level(0));
    game.press(LEFT | RIGHT);
    assert!(game.picture().starts_with(".....oo"), "{}", game.picture());
}

#[test]
fn a_piece_does_not_shift_while_down_is_held() {
    let mut game = Game::new(&empty(10, 20), "T", level(0));
    assert_eq!(game.press(DOWN | LEFT), []);
    assert_eq!(game.press(LEFT), []);
    assert_eq!(game.press(NONE), []);
    assert_eq!(game.press(LEFT), [Event::Shifted]);
}

#[test]
fn a_turn_needs_a_new_press_and_a_wins_over_b() {
    let mut game = Game::new(&empty(10, 6), "T", level(0));
    let pose = |game: &Game| game.console.active().unwrap().pose;
    assert_eq!(game.press(A | B), [Event::Rotated]);
    assert_eq!(pose(&game), Pose::TLeft);
    assert_eq!(game.press(A), []);
    assert_eq!(game.press(A | B), [Event::Rotated]);
    assert_eq!(pose(&game), Pose::TDown);
    game.press(NONE);
    assert_eq!(game.press(A), [Event::Rotated]);
    assert_eq!(game.press(B), [Event::Rotated]);
    assert_eq!(game.press(A), [Event::Rotated]);
}

#[test]
fn a_turn_that_does_not_fit_is_refused() {
    let mut game = Game::new(&empty(4, 6), "I", level(0));
    game.press(A);
    game.press(LEFT);
    assert_eq!(game.picture(), ".i..\n.i..\n....\n....\n....\n....");
    assert_eq!(game.press(A), [], "there are no wall kicks");
    game.press(RIGHT);
    assert_eq!(game.press(B), [Event::Rotated]);
}

#[test]
fn gravity_takes_as_many_frames_a_row_as_the_level_says() {
    for (rules, frames) in [
        (level(0), [48, 96]),
        (level(9), [6, 12]),
        (level(19), [2, 4]),
        (pal(0), [36, 72]),
        (pal(18), [2, 4]),
    ] {
        let mut game = Game::new(&empty(10, 20), "T", rules);
        let fell = game.frames_of(FELL, NONE, frames[1]);
        assert_eq!(fell, frames, "{rules:?}");
    }
    let mut game = Game::new(&empty(10, 20), "T", level(29));
    assert_eq!(game.frames_of(FELL, NONE, 5), [1, 2, 3, 4, 5]);
}

#[test]
fn down_held_alone_drops_a_row_every_second_frame() {
    let mut game = Game::new(&empty(10, 20), "T", level(0));
    assert_eq!(game.frames_of(FELL, DOWN, 9), [3, 5, 7, 9]);
    // With a direction it ends, and it does not begin again without a new press.
    assert_eq!(game.frames_of(FELL, DOWN | LEFT, 6), NEVER);
    assert_eq!(game.frames_of(FELL, DOWN, 6), NEVER);
    game.press(NONE);
    assert_eq!(game.frames_of(FELL, DOWN | A, 5), [3, 5]);
}

#[test]
fn a_new_piece_is_not_dropped_by_a_button_held_since_before() {
    let mut game = Game::new(&empty(10, 4), "OO", level(0));
    while game.console.pieces() < 2 {
        game.press(DOWN);
    }
    assert_eq!(game.frames_of(FELL, DOWN, 20), NEVER);
}

#[test]
fn a_piece_that_cannot_move_down_locks_at_once() {
    let mut game = Game::new(&empty(10, 4), "O", level(29));
    assert_eq!(game.press(NONE), [FELL]);
    assert_eq!(game.press(NONE), [FELL]);
    assert_eq!(game.press(NONE), [locked(Pose::O, 2, 5)]);
    assert_eq!(
        game.picture(),
        "..........\n..........\n....OO....\n....OO...."
    );
}

#[test]
fn the_next_piece_enters_10_to_18_frames_after_the_lock() {
    // An O lies with its origin one row above what it rests on.
    for (stack, delay) in [
        (0, 10),
        (1, 12),
        (4, 12),
        (5, 14),
        (8, 14),
        (9, 16),
        (12, 16),
        (13, 18),
        (17, 18),
    ] {
        for height in [20, 42] {
            let tower = vec!["....Z....."; stack].join("\n");
            let field = format!("{}\n{tower}", empty(10, height - stack));
            let mut game = Game::new(&field, "OT", level(0));
            game.frames_until(locked(Pose::O, height - stack - 2, 5));
            let entered = game.frames_until(Event::Spawned(Tetromino::T));
            assert_eq!(entered, delay, "stack {stack}, height {height}");
        }
    }
}

/// Plays `idle` frames, then a clear at level 29; returns the frames from the lock to the clear and
/// to the next piece.
fn frames_of_a_clear(field: &str, idle: usize) -> (usize, usize) {
    let mut game = Game {
        console: Console::with_field(field.parse().unwrap(), level(29)),
        pieces: vec![].into_iter(),
    };
    for _ in 0..idle {
        game.press(NONE);
    }
    game.pieces = vec![Tetromino::O, Tetromino::T].into_iter();
    while !matches!(game.press(NONE), [Event::Locked(_)]) {}
    let cleared = game.frames_until(Event::LinesCleared(1));
    (
        cleared,
        cleared + game.frames_until(Event::Spawned(Tetromino::T)),
    )
}

#[test]
fn a_clear_takes_17_to_20_frames_more() {
    let field = format!("{}\nTTTT..TTTT", empty(10, 19));
    let frames: Vec<_> = (0..4).map(|idle| frames_of_a_clear(&field, idle)).collect();
    let mut total: Vec<usize> = frames.iter().map(|(_, spawned)| spawned - 10).collect();
    total.sort();
    assert_eq!(total, [17, 18, 19, 20]);
    assert!(
        frames
            .iter()
            .all(|(cleared, spawned)| spawned - cleared == 5)
    );
}

#[test]
fn a_clear_on_a_wider_field_takes_a_step_for_every_two_columns() {
    let row = format!("{}..{}", "T".repeat(9), "T".repeat(10));
    let field = format!("{}\n{row}", empty(21, 19));
    let mut total: Vec<usize> = (0..4)
        .map(|idle| frames_of_a_clear(&field, idle).1 - 10)
        .collect();
    total.sort();
    assert_eq!(total, [41, 42, 43, 44]);
}

#[test]
fn full_rows_are_blanked_from_the_middle_and_then_removed() {
    for (row, expected) in [
        ("TTTT..TTTT", vec![5..5, 4..6, 3..7, 2..8, 1..9]),
        ("T..TT", vec![3..3, 2..3, 1..4]),
    ] {
        let width = row.len();
        let field = format!("{}\n{row}", empty(width, 5));
        let mut game = Game::new(&field, "OT", level(29));
        while !matches!(game.console.phase(), Phase::Clearing { .. }) {
            game.press(NONE);
        }
        let mut seen = Vec::new();
        while let Phase::Clearing { rows, step } = game.console.phase() {
            let columns = blanked_columns(width, step);
            assert_eq!(rows.iter().collect::<Vec<_>>(), [Row(5)]);
            assert!(game.console.field().playfield().is_full_row(Row(5)));
            if seen.last() != Some(&columns) {
                seen.push(columns);
            }
            game.press(NONE);
        }
        assert_eq!(seen, expected);
        assert_eq!(game.console.events(), [Event::LinesCleared(1)]);
        let last = game.picture().lines().last().unwrap().to_owned();
        assert_eq!(last, row.replace("..", "OO").replace('T', "."));
    }
}

#[test]
fn rows_above_a_clear_move_down_and_nothing_else_falls() {
    let field = "......\n......\n......\nZ.....\nJJ..JJ\n.JJ...";
    let mut game = Game::new(field, "O", level(29));
    game.frames_until(Event::LinesCleared(1));
    assert_eq!(
        game.picture(),
        "......\n......\n......\n......\nZ.OO..\n.JJ..."
    );
}

#[test]
fn the_level_rises_every_ten_lines_if_asked_to() {
    for level_up in [true, false] {
        let rules = Rules {
            level_up,
            ..level(0)
        };
        let mut game = Game::new(&empty(4, 8), &"I".repeat(21), rules);
        let mut levels = Vec::new();
        while game.console.lines() < 20 {
            game.press(NONE);
            if let Some(Event::LevelUp(level)) = game.console.events().last() {
                levels.push((game.console.lines(), *level));
            }
        }
        let expected: &[_] = if level_up { &[(10, 1), (20, 2)] } else { &[] };
        assert_eq!(levels, expected);
        assert_eq!(game.console.level(), if level_up { 2 } else { 0 });
    }
}

#[test]
fn points_follow_lines_level_and_soft_drop() {
    let field = format!("{}\nTTTT..TTTT\nTTTT..TTTT", empty(10, 6));
    let mut game = Game::new(&field, "OT", level(2));
    while game.console.lines() == 0 {
        game.press(DOWN);
    }
    // Six rows pushed down, and two lines on level 2: 3 x 100.
    assert_eq!(game.console.score(), 306);
}

#[test]
fn a_piece_that_overlaps_the_stack_when_it_locks_ends_the_game() {
    let field = "......\n..ZZ..\n..ZZ..\n..ZZ..\n..ZZ..";
    let mut game = Game::new(field, "OT", level(9));
    let before = game.console.field().clone();
    assert_eq!(game.frames_until(Event::GameOver), 6);
    assert!(game.console.is_over());
    assert_eq!(game.console.field(), &before);
    assert_eq!(game.press(RIGHT), []);
    assert!(game.console.is_over());
}

#[test]
fn cells_above_the_field_are_lost_when_a_piece_locks_there() {
    let mut game = Game::new("......\n..Z.Z.\n..Z.Z.\n..ZZZ.", "T", level(9));
    game.press(A);
    game.press(NONE);
    game.press(A);
    game.frames_until(locked(Pose::TUp, 0, 3));
    assert_eq!(game.picture(), "..TTT.\n..Z.Z.\n..Z.Z.\n..ZZZ.");
    assert!(!game.console.is_over());
}

#[test]
fn the_next_piece_is_known_one_ahead() {
    let mut game = Game::new(&empty(6, 4), "OTI", level(29));
    assert_eq!(game.console.next(), Some(Tetromino::T));
    game.frames_until(Event::Spawned(Tetromino::T));
    assert_eq!(game.console.next(), Some(Tetromino::I));
    assert_eq!(game.console.pieces(), 2);
    assert_eq!(game.console.statistics(), &[0, 0, 0, 1, 0, 1, 0]);
}

#[test]
fn without_a_piece_the_console_waits_for_one() {
    for rules in [level(29), cartridge(29)] {
        let mut game = Game::new(&empty(6, 6), "O", rules);
        while game.console.phase() != Phase::Spawning {
            game.press(NONE);
        }
        (0..100).for_each(|_| assert_eq!(game.press(NONE), []));
        let asked = &mut Some(Tetromino::Z).into_iter();
        let events = game.console.step(NONE, asked);
        assert_eq!(events, [Event::Spawned(Tetromino::Z)]);
    }
}

#[test]
fn the_console_deals_its_own_pieces() {
    let mut console = Console::new(FieldSize::ORIGINAL, level(0));
    let mut dealer = RandomDealer::default();
    console.step(NONE, &mut dealer);
    // (0x89 + 1) & 7 = 2; a step later (0x44 + 2) & 7 = 6.
    assert_eq!(console.active().map(ActivePiece::piece), Some(Tetromino::Z));
    assert_eq!(console.next(), Some(Tetromino::I));
    assert_eq!(dealer.register().value(), 0x2262);
    console.step(NONE, &mut dealer);
    assert_eq!(dealer.register().value(), 0x1131);
}

#[test]
fn the_first_piece_of_a_game_hangs_until_down_is_pressed() {
    let fell = |down: usize| {
        let mut console = Console::new(FieldSize::ORIGINAL, level(0));
        let mut dealer = RandomDealer::default();
        console.step(NONE, &mut dealer);
        let mut frames = (1..200).filter(|frame| {
            let buttons = if *frame >= down { DOWN } else { RIGHT };
            console.step(buttons, &mut dealer).contains(&FELL)
        });
        frames.next()
    };
    assert_eq!(fell(200), Some(97));
    assert_eq!(fell(1), Some(3));
    // Its fall timer has run on meanwhile.
    assert_eq!(fell(60), Some(60));
}

#[test]
fn the_cartridge_shifts_in_every_frame() {
    let mut game = Game::new(&empty(10, 6), "O", cartridge(0));
    assert_eq!(game.frames_of(Event::Shifted, LEFT, 6), [1, 2, 3, 4]);
    assert_eq!(game.frames_of(Event::Shifted, RIGHT, 3), [1, 2, 3]);
}

#[test]
fn the_cartridge_drops_at_once_and_the_next_piece_enters_with_the_lock() {
    let field = "......\n......\n......\n......\nZ.....\nJJ.JJJ";
    let mut game = Game::new(field, "TTTT", cartridge(0));
    assert_eq!(game.console.next(), None);
    assert_eq!(
        game.press(LEFT | A | UP),
        [
            Event::Shifted,
            Event::Rotated,
            Event::Fell { rows: 4 },
            locked(Pose::TLeft, 4, 2),
            Event::LinesCleared(1),
            Event::Spawned(Tetromino::T),
        ]
    );
    assert_eq!(
        game.picture(),
        "..ttt.\n...t..\n......\n......\n..T...\nZTT..."
    );
    assert_eq!(game.press(UP), [], "a hard drop needs a new press");
    game.press(NONE);
    assert_eq!(game.press(UP).len(), 3);
}

#[test]
fn gravity_on_the_cartridge_is_fixed() {
    let rules = Rules {
        level_up: true,
        ..cartridge(19)
    };
    let mut game = Game::new(&empty(4, 8), &"I".repeat(30), rules);
    assert_eq!(game.frames_of(FELL, NONE, 6), [2, 4, 6]);
    while game.console.lines() < 20 {
        game.press(UP);
        game.press(NONE);
    }
    assert_eq!(game.console.level(), 19);
}

#[test]
fn every_size_of_field_is_played_to_the_end() {
    for (width, height) in [(4, 4), (64, 4), (4, 512), (21, 42), (64, 512)] {
        let size = FieldSize::new(width, height).unwrap();
        for rules in [level(29), cartridge(29)] {
            let mut console = Console::new(size, rules);
            let mut dealer = RandomDealer::new(7);
            let is_over = (0..1_000_000).any(|frame: u32| {
                let buttons =
                    Buttons::from_bits_retain((frame.wrapping_mul(0x9e37_79b1) >> 24) as u8);
                console.step(buttons.difference(LEFT | RIGHT), &mut dealer);
                console.is_over()
            });
            assert!(is_over, "{size}");
            assert!(console.pieces() as usize >= size.height() / 4);
        }
    }
}
