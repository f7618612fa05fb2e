use proptest::prelude::*;

use super::fly::possible_drops;
use super::*;
use crate::game::console::{Buttons, Console, Event, Region, RuleSet, Rules};
use crate::game::{
    Column, FieldSize, GameError, PaintedPlayfield, PieceDrop, Pose, Row, Tetromino,
};

fn rules(set: RuleSet, level: u8) -> Rules {
    Rules {
        set,
        level,
        ..Rules::default()
    }
}

fn nes(level: u8) -> Rules {
    rules(RuleSet::Nes, level)
}

fn cartridge(level: u8) -> Rules {
    rules(RuleSet::Cartridge, level)
}

/// A console on which `piece` has just entered.
fn console(field: &str, piece: Tetromino, rules: Rules) -> Console {
    let mut console = Console::with_field(field.parse().unwrap(), rules);
    console.step(Buttons::NONE, &mut Some(piece).into_iter());
    console
}

fn empty(width: usize, height: usize) -> String {
    vec![".".repeat(width); height].join("\n")
}

fn presses(console: &Console, pose: Pose, column: usize) -> String {
    let presses = fly(console, PieceDrop::new(pose, Column(column))).unwrap();
    let letters = presses.iter().map(|buttons| {
        let text = buttons.to_string().replace('.', "");
        if text.is_empty() { "-".into() } else { text }
    });
    letters.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_piece_is_shifted_by_taps_and_then_dropped_softly() {
    let console = console(&empty(10, 4), Tetromino::O, nes(0));
    assert_eq!(presses(&console, Pose::O, 4), "D D D D D D D");
    assert_eq!(presses(&console, Pose::O, 2), "L - L D D D D D D D");
    assert_eq!(presses(&console, Pose::O, 5), "R D D D D D D D");
}

#[test]
fn a_piece_is_turned_the_shorter_way_while_it_is_shifted() {
    let console = console(&empty(10, 4), Tetromino::T, nes(0));
    assert_eq!(presses(&console, Pose::TRight, 5), "DB D D D D D D");
    assert_eq!(presses(&console, Pose::TLeft, 3), "LA D D D D D D D");
    assert_eq!(presses(&console, Pose::TUp, 4), "DA D DA D D D D D D");
}

#[test]
fn on_the_cartridge_a_button_is_held_and_the_drop_comes_with_the_last_shift() {
    let console = console(&empty(10, 20), Tetromino::T, cartridge(0));
    assert_eq!(presses(&console, Pose::TDown, 4), "U");
    assert_eq!(presses(&console, Pose::TLeft, 0), "LA L L LU");
    assert_eq!(presses(&console, Pose::TUp, 5), "RA - UA");
}

#[test]
fn a_thumb_on_the_cartridge_lets_go_between_two_columns() {
    let console = console(&empty(10, 20), Tetromino::T, cartridge(0));
    let drop = PieceDrop::new(Pose::TLeft, Column(0));
    let taps = fly_by(&console, drop, Steering::Taps).unwrap();
    let left: Vec<bool> = (taps.iter().map(|held| held.contains(Buttons::LEFT))).collect();
    assert_eq!(left, [true, false, true, false, true, false, true]);
    assert!(taps[6].contains(Buttons::UP));
}

#[test]
fn a_piece_at_the_wall_is_turned_before_it_gets_there() {
    for rules in [nes(0), cartridge(0)] {
        let console = console(&empty(6, 8), Tetromino::I, rules);
        let reached = reachable(&console);
        let expected: Vec<PieceDrop> = (0..6)
            .map(|column| PieceDrop::new(Pose::IVertical, Column(column)))
            .chain((0..3).map(|column| PieceDrop::new(Pose::IHorizontal, Column(column))))
            .collect();
        assert_eq!(reached, expected);
    }
}

#[test]
fn fast_gravity_bars_the_far_columns_and_a_slower_level_is_named() {
    let field = format!(
        "{}\n{}",
        empty(20, 4),
        ["Z..................."; 6].join("\n")
    );
    let far = PieceDrop::new(Pose::O, Column(18));
    let console_at = |level| console(&field, Tetromino::O, nes(level));
    assert_eq!(
        fly(&console_at(29), far).unwrap_err().to_string(),
        "at level 29 gravity is too fast to bring O horizontal at column 18 into place"
    );
    assert!(fly(&console_at(18), far).is_ok());
    // A column every two frames, a row in each: eight rows are enough for five columns.
    let columns: Vec<usize> = (reachable(&console_at(29)).iter())
        .map(|drop| drop.column.0)
        .collect();
    assert_eq!(columns, (4..=14).collect::<Vec<_>>());
}

/// Whether the pilot can fly every legal drop on a field that is filled up to the two top rows but
/// for a well at a wall or in the middle.
fn is_every_drop_flown(width: usize, rules: Rules) -> bool {
    [0, width / 2, width - 1].into_iter().all(|well| {
        let mut row = "Z".repeat(width);
        row.replace_range(well..=well, ".");
        let field = format!("{}\n{}", empty(width, 2), [row.as_str(); 4].join("\n"));
        Tetromino::ALL.into_iter().all(|piece| {
            let console = console(&field, piece, rules);
            let drops = possible_drops(&console, piece);
            drops.iter().all(|(drop, _)| fly(&console, *drop).is_ok())
        })
    })
}

#[test]
fn slow_gravity_bars_no_drop_however_high_the_stack() {
    for (region, level, widest) in [
        (Region::Ntsc, 0, 49),
        (Region::Ntsc, 5, 25),
        (Region::Pal, 0, 37),
        (Region::Pal, 4, 23),
    ] {
        let rules = Rules {
            region,
            level,
            ..Rules::default()
        };
        for width in [4, 10, 21, widest] {
            assert!(is_every_drop_flown(width, rules), "{rules:?} {width}");
        }
        assert!(!is_every_drop_flown(widest + 1, rules), "{rules:?}");
    }
    assert!(is_every_drop_flown(64, cartridge(0)));
}

#[test]
fn what_the_stack_bars_at_any_level_is_said_to_be_blocked() {
    // The drop itself would be legal, but no piece gets past the tower on the way.
    let field = "..........\n..........\n..Z.......\n..Z.......\n..Z.......";
    let mut console = console(field, Tetromino::O, nes(0));
    while console.active().is_some_and(|piece| piece.row < Row(1)) {
        console.step(Buttons::NONE, &mut None.into_iter());
    }
    let drop = PieceDrop::new(Pose::O, Column(0));
    assert_eq!(fly(&console, drop), Err(PilotError::Blocked { drop }));
    assert!(!reachable(&console).contains(&drop));
}

#[test]
fn what_cannot_be_flown_is_refused_with_its_reason() {
    let idle = Console::new(FieldSize::ORIGINAL, nes(0));
    let drop = PieceDrop::new(Pose::O, Column(0));
    assert_eq!(fly(&idle, drop), Err(PilotError::NoPiece));
    assert_eq!(reachable(&idle), []);
    let other = console(&empty(10, 20), Tetromino::T, nes(0));
    assert_eq!(
        fly(&other, drop).unwrap_err().to_string(),
        "O horizontal at column 0 is wanted, but T is falling"
    );
    let beside = PieceDrop::new(Pose::TUp, Column(8));
    let error = fly(&other, beside).unwrap_err();
    assert!(matches!(
        error,
        PilotError::Game(GameError::OutsideField { .. })
    ));
}

#[test]
fn a_piece_that_would_get_stuck_standing_is_turned_behind_the_tower() {
    // Three frames a row: turned at the start, the I would come down on the tower in column 4.
    let tower = ["....Z......."; 4].join("\n");
    let console = console(&format!("{}\n{tower}", empty(12, 2)), Tetromino::I, nes(16));
    let presses = presses(&console, Pose::IVertical, 3);
    assert!(presses.starts_with("L - L - LA "), "{presses}");
}

#[test]
fn the_autopilot_plays_a_script_to_its_end() {
    let drops = [
        PieceDrop::new(Pose::IHorizontal, Column(0)),
        PieceDrop::new(Pose::IVertical, Column(4)),
    ];
    for rules in [nes(0), cartridge(0)] {
        let mut console = Console::new(FieldSize::new(5, 6).unwrap(), rules);
        let mut autopilot = Autopilot::new(&drops);
        while !autopilot.is_done(&console) {
            autopilot.step(&mut console).unwrap();
        }
        assert_eq!(
            console.field().to_string(),
            ".....\n.....\n.....\n....I\n....I\n....I\n"
        );
        assert_eq!((console.pieces(), console.lines()), (2, 1));
    }
}

#[test]
fn the_autopilot_names_the_drop_that_fails() {
    let drops = [PieceDrop::new(Pose::O, Column(0)); 3];
    for rules in [nes(0), cartridge(0)] {
        let mut console = Console::new(FieldSize::new(4, 4).unwrap(), rules);
        let mut autopilot = Autopilot::new(&drops);
        let error = (0..1000).find_map(|_| autopilot.step(&mut console).err());
        assert_eq!(
            error,
            Some(AutopilotError {
                number: 3,
                error: PilotError::Game(GameError::TopOccupied)
            })
        );
    }
}

#[test]
fn opposing_directions_are_never_pressed_together() {
    for set in [RuleSet::Nes, RuleSet::Cartridge] {
        for piece in Tetromino::ALL {
            let console = console(&empty(21, 42), piece, rules(set, 18));
            for drop in reachable(&console) {
                for buttons in fly(&console, drop).unwrap() {
                    assert!(!buttons.contains(Buttons::SIDEWAYS));
                    assert!(!buttons.contains(Buttons::UP | Buttons::DOWN));
                }
            }
        }
    }
}

/// A piece that is above the stack until it is where it must be is never refused.
fn is_refusal_sound(console: &Console, error: &PilotError) -> bool {
    let is_reason = matches!(
        error,
        PilotError::TooFast { .. } | PilotError::Blocked { .. }
    );
    let field = console.field().playfield();
    let frames = field.width() + 4;
    let rules = console.rules();
    let rows_fallen = frames / usize::from(rules.frames_per_row(rules.level));
    is_reason && field.top() <= rows_fallen + 2
}

/// Plays the drops that the field takes; the pilot may only refuse what is too fast or blocked.
fn agrees(size: FieldSize, rules: Rules, drops: &[(usize, usize)]) -> Result<(), TestCaseError> {
    let mut field = PaintedPlayfield::new(size);
    let mut legal = Vec::new();
    for (pose, column) in drops {
        let pose = Pose::ALL[pose % Pose::COUNT];
        let columns = size.width() + 1 - pose.shape().width as usize;
        let drop = PieceDrop::new(pose, Column(column % columns));
        if field.drop(drop).is_ok() {
            legal.push(drop);
        }
    }
    let mut console = Console::new(size, rules);
    let mut autopilot = Autopilot::new(&legal);
    let mut expected = PaintedPlayfield::new(size);
    let mut locked = 0;
    while !autopilot.is_done(&console) {
        if let Err(refused) = autopilot.step(&mut console) {
            prop_assert!(is_refusal_sound(&console, &refused.error), "{refused}");
            return Ok(());
        }
        for event in console.events() {
            if let Event::Locked(piece) = event {
                let lock = expected.drop(legal[locked]).unwrap();
                prop_assert_eq!(piece.placement(), Some(lock.placement));
                locked += 1;
            }
        }
    }
    prop_assert_eq!(locked, legal.len());
    prop_assert_eq!(console.field(), &field);
    Ok(())
}

fn drops() -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((any::<usize>(), any::<usize>()), 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_piece_is_taken_over_in_flight_whatever_is_pressed(
        before in prop::collection::vec(any::<u8>(), 1..40),
        level in 0u8..=29,
        piece in 0usize..7,
        is_cartridge in any::<bool>(),
    ) {
        let set = if is_cartridge { RuleSet::Cartridge } else { RuleSet::Nes };
        let piece = Tetromino::ALL[piece];
        let mut console = console(&empty(14, 30), piece, rules(set, level));
        for bits in before {
            console.step(Buttons::from_bits_retain(bits), &mut None.into_iter());
        }
        for drop in reachable(&console) {
            let mut flown = console.clone();
            for buttons in fly(&console, drop)? {
                flown.step(buttons, &mut None.into_iter());
            }
            let mut expected = console.field().clone();
            expected.drop(drop)?;
            prop_assert_eq!(flown.field(), &expected);
        }
    }

    #[test]
    fn pieces_lock_where_a_straight_drop_says(
        drops in drops(),
        width in prop_oneof![4u32..=64, 65u32..=256],
        height in 4u32..=60,
        level in 0u8..=29,
        is_pal in any::<bool>(),
        is_cartridge in any::<bool>(),
    ) {
        let size = FieldSize::new(width, height).unwrap();
        let rules = Rules {
            set: if is_cartridge { RuleSet::Cartridge } else { RuleSet::Nes },
            region: if is_pal { Region::Pal } else { Region::Ntsc },
            level,
            level_up: false,
        };
        agrees(size, rules, &drops)?;
    }

    #[test]
    fn what_is_reachable_can_be_flown_and_nothing_else(
        drops in drops(),
        level in 0u8..=40,
        piece in 0usize..7,
    ) {
        let size = FieldSize::new(10, 20).unwrap();
        let mut field = PaintedPlayfield::new(size);
        for (pose, column) in drops {
            let pose = Pose::ALL[pose % Pose::COUNT];
            let _ = field.drop(PieceDrop::new(pose, Column(column % 7)));
        }
        let piece = Tetromino::ALL[piece];
        let console = console(&field.to_string(), piece, nes(level));
        let reached = reachable(&console);
        for pose in piece.poses() {
            for column in 0..10 {
                let drop = PieceDrop::new(pose, Column(column));
                prop_assert_eq!(fly(&console, drop).is_ok(), reached.contains(&drop));
            }
        }
    }
}
