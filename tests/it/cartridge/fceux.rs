//! A third emulator, which is not a crate but a program: `.ci/fceux` installs it and runs these.

use std::fs;
use std::process::Command;

use tempfile::TempDir;
use tetris_printer::game::console::{RuleSet, Rules};
use tetris_printer::nes::cartridge::{Memory, ROM};
use tetris_printer::nes::{Dealing, Movie, NesScreen, RecordingOptions, record, write_movie};

use crate::support::sprite;

use super::prints::{order, script, script_without_repeats};
use super::witness::{State, compare, expected, play};

/// The memory after every frame, and the last screen.
struct Played {
    memories: Vec<[u8; 0x800]>,
    screen: NesScreen,
}

/// Plays a movie in FCEUX, which needs a display. It hangs or crashes now and then, so what it has
/// written counts and not its exit code, and it may try twice.
fn play_in_fceux(movie: &Movie) -> Played {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("print.nes"), ROM).unwrap();
    fs::write(path("dump.lua"), include_str!("dump.lua")).unwrap();
    write_movie(movie, &[], fs::File::create(path("print.fm2")).unwrap()).unwrap();
    for _ in 0..2 {
        let mut program = Command::new("timeout");
        program.args(["-s", "KILL", "120", "fceux", "--sound", "0"]);
        program.args([
            "--playmov",
            "print.fm2",
            "--loadlua",
            "dump.lua",
            "print.nes",
        ]);
        program.current_dir(&folder).env("HOME", folder.path());
        program.output().expect("FCEUX is installed");
        if let Ok(screen) = fs::read(path("screen.bin")) {
            let memories = fs::read(path("memory.bin")).unwrap();
            let memories = memories.chunks_exact(0x800);
            return Played {
                memories: memories.map(|memory| memory.try_into().unwrap()).collect(),
                screen: NesScreen::new(screen),
            };
        }
    }
    panic!("FCEUX has played nothing, twice");
}

/// Compares every frame. FCEUX needs another number of frames to boot, so its first ones are left
/// out until the game begins; from there on the movies must run alike.
fn check(movie: &Movie) {
    let (_, states) = expected(movie);
    let played = play_in_fceux(movie);
    let is_playing = |memory: &[u8; 0x800]| Memory(memory).falling().is_some();
    let first = played
        .memories
        .iter()
        .position(is_playing)
        .expect("a game has begun");
    let is_expected = |state: &Option<State>| state.as_ref().is_some_and(|it| it.falling.is_some());
    let expected_first = states.iter().position(is_expected).unwrap();
    let frames = played.memories[first..]
        .iter()
        .zip(&states[expected_first..]);
    assert!(frames.len() + 3 > states.len() - expected_first);
    for (number, (memory, expected)) in frames.enumerate() {
        if let Err(difference) = compare(&Memory(memory), expected) {
            panic!("frame {number} of the game: {difference}");
        }
    }
    assert_eq!(play(movie).1, played.screen);
}

#[test]
#[ignore = "needs FCEUX; .ci/fceux runs it"]
fn fceux_prints_as_the_rules_have_it() {
    for name in ["heart", "frog", "knight"] {
        let sprite = sprite(name);
        check(&record(&script(&sprite), &order(&sprite)).unwrap().movie);
    }
}

#[test]
#[ignore = "needs FCEUX; .ci/fceux runs it"]
fn fceux_deals_and_plays_as_the_rules_have_it() {
    let sprite = sprite("heart");
    let dealing = Dealing::Chance;
    let chance = RecordingOptions {
        dealing,
        ..order(&sprite)
    };
    check(
        &record(&script_without_repeats(&sprite), &chance)
            .unwrap()
            .movie,
    );
    let set = RuleSet::Nes;
    let rules = Rules {
        set,
        ..Rules::default()
    };
    let nes = RecordingOptions {
        rules,
        ..order(&sprite)
    };
    check(&record(&script(&sprite), &nes).unwrap().movie);
}
