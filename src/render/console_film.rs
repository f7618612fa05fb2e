//! A film of the console itself: what is on its screen, frame by frame.

use crate::game::console::{ActivePiece, Console, Event, Phase, Region, Rules};
use crate::game::pilot::Autopilot;
use crate::script::PrintScript;

use super::error::RenderError;
use super::scene::{FallingPiece, Film, Scene, Show, Tally, Wipe};
use super::timing::Pace;

/// The script's game as the console plays it with a pilot at its buttons: a scene a frame, with the
/// waits before a piece enters and the animation of full rows at its own pace. After a cut the console starts again.
#[derive(Clone, Copy, Debug)]
pub struct ConsoleFilm<'a> {
    /// The drops that the pilot brings to their places.
    pub script: &'a PrintScript,
    /// The console's rules: region, level, what buttons do.
    pub rules: Rules,
}

impl Film for ConsoleFilm<'_> {
    fn play(&self, show: &mut Show<'_>) -> Result<(), RenderError> {
        let mut console = Console::new(self.script.field, self.rules);
        let mut tally = Tally::default();
        for drops in self.script.games() {
            console = Console::new(self.script.field, self.rules);
            let mut pilot = Autopilot::new(&self.script.drops[drops.clone()]);
            while !pilot.is_done(&console) {
                let step = pilot.step(&mut console);
                step.map_err(|refused| refused.after(drops.start))?;
                count(console.events(), &mut tally);
                show(&scene(&console, tally, 1))?;
            }
        }
        show(&scene(&console, tally, 0))
    }

    fn region(&self) -> Region {
        self.rules.region
    }

    /// In real time unless another pace was chosen.
    fn pace(&self, asked: Pace) -> Pace {
        asked.or_real_time()
    }
}

fn count(events: &[Event], tally: &mut Tally) {
    for event in events {
        match event {
            Event::Locked(piece) => tally.count(piece.piece(), 0),
            Event::LinesCleared(lines) => tally.count_lines(*lines),
            Event::Spawned(_)
            | Event::Shifted
            | Event::Rotated
            | Event::Fell { .. }
            | Event::LevelUp(_)
            | Event::GameOver => {}
        }
    }
}

/// What is on the screen now.
fn scene(console: &Console, tally: Tally, frames: u32) -> Scene<'_> {
    Scene {
        field: console.field(),
        active: console.active().map(seen),
        wipe: wipe(console.phase()),
        tally: Tally {
            level: console.level().into(),
            next: console.next(),
            ..tally
        },
        frames,
    }
}

fn seen(ActivePiece { pose, row, column }: ActivePiece) -> FallingPiece {
    FallingPiece {
        pose,
        row: row.0 as i32,
        column: column.0 as i32,
    }
}

/// The console wipes rows in the steps that a scene counts.
fn wipe(phase: Phase) -> Option<Wipe> {
    match phase {
        Phase::Clearing { rows, step } => Some(Wipe { rows, steps: step }),
        Phase::Spawning
        | Phase::Falling(_)
        | Phase::Checking { .. }
        | Phase::Entering { .. }
        | Phase::Over => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pose;
    use crate::game::console::RuleSet;
    use crate::render::testing::{self, drawings};
    use crate::render::{Motion, Pace, RenderOptions, render_gif};
    use crate::replay::play_on_console;

    fn film(script: &PrintScript) -> ConsoleFilm<'_> {
        let rules = Rules::default();
        ConsoleFilm { script, rules }
    }

    /// Fails unless a film has these scenes: those that look the same are one drawing, with their number before it;
    /// the last scene of a film, the final field once more, is among them.
    #[track_caller]
    fn check_scenes(film: &ConsoleFilm<'_>, expected: &[&str]) {
        let scenes: Vec<String> = drawings(film)
            .chunk_by(|one, next| one == next)
            .map(|same| format!("{} {}", same.len(), same[0]))
            .collect();
        assert_eq!(scenes, expected);
    }

    #[test]
    fn a_piece_is_shifted_falls_softly_and_makes_the_next_one_wait() {
        let script = testing::script(6, 4, &[(Pose::O, 0)]);
        check_scenes(
            &film(&script),
            &[
                "1 ..oo../..oo../....../......",
                "2 .oo.../.oo.../....../......",
                "3 oo..../oo..../....../......",
                "2 ....../oo..../oo..../......",
                "2 ....../....../oo..../oo....",
                "11 ....../....../OO..../OO....",
            ],
        );
    }

    #[test]
    fn full_rows_are_blanked_as_on_the_console() {
        let script = testing::script(4, 4, &[(Pose::IHorizontal, 0)]);
        check_scenes(
            &film(&script),
            &[
                "3 iiii/..../..../....",
                "2 ..../iiii/..../....",
                "2 ..../..../iiii/....",
                "2 ..../..../..../iiii",
                "7 ..../..../..../IIII",
                "4 ..../..../..../I--I",
                "6 ..../..../..../....",
            ],
        );
    }

    #[test]
    fn the_cartridge_drops_hard_and_never_waits() {
        let script = testing::script(6, 4, &[(Pose::O, 0), (Pose::O, 4)]);
        let rules = Rules {
            set: RuleSet::Cartridge,
            ..Rules::default()
        };
        let film = ConsoleFilm {
            script: &script,
            rules,
        };
        check_scenes(
            &film,
            &[
                "1 ..oo../..oo../....../......",
                "1 .oo.../.oo.../....../......",
                "1 ..oo../..oo../OO..../OO....",
                "1 ...oo./...oo./OO..../OO....",
                "2 ....../....../OO..OO/OO..OO",
            ],
        );
    }

    #[test]
    fn a_film_has_a_scene_for_each_frame_of_the_print_and_counts_what_it_locks() {
        let script = testing::long_script(10, 20, 60, 7);
        let print = play_on_console(&script, Rules::default()).unwrap();
        let (mut frames, mut last, mut tally) = (0, String::new(), Tally::default());
        film(&script)
            .play(&mut |scene| {
                frames += u64::from(scene.frames);
                last = scene.field.to_string();
                tally = scene.tally;
                Ok(())
            })
            .unwrap();
        assert_eq!(frames, print.frames);
        assert_eq!(last, print.field.to_string());
        let cells = 4 * script.drops.len() - print.field.playfield().cell_count();
        assert_eq!((tally.total(), 10 * tally.lines), (60, cells));
    }

    fn centiseconds(rules: Rules, pace: Pace) -> u64 {
        let script = testing::long_script(10, 20, 30, 7);
        let options = RenderOptions {
            motion: Motion::Console,
            rules,
            pace,
            hold: "0".parse().unwrap(),
            ..RenderOptions::default()
        };
        let report = render_gif(&script, None, &options, std::io::sink());
        report.unwrap().centiseconds
    }

    #[test]
    fn a_film_takes_as_long_as_the_game_unless_asked_otherwise() {
        let script = testing::long_script(10, 20, 30, 7);
        for region in [Region::Ntsc, Region::Pal] {
            let rules = Rules {
                region,
                ..Rules::default()
            };
            let print = play_on_console(&script, rules).unwrap();
            assert!(print.seconds() > Pace::AUTO_SECONDS, "{print}");
            let real = centiseconds(rules, Pace::Auto);
            let expected = (print.frames as f64 / region.frame_rate() * 100.0) as u64;
            assert!(real.abs_diff(expected) <= 4, "{real} {expected}");
            let doubled = centiseconds(rules, Pace::Speed("2".parse().unwrap()));
            assert!(doubled.abs_diff(expected / 2) <= 4, "{doubled} {expected}");
        }
        let timed = centiseconds(Rules::default(), Pace::Duration("5".parse().unwrap()));
        assert!(timed.abs_diff(500) <= 4, "{timed}");
    }

    /// Why there is no film; that nothing was written is asserted.
    fn refused(script: &PrintScript, level: u8) -> RenderError {
        let options = RenderOptions {
            motion: Motion::Console,
            rules: Rules {
                level,
                ..Rules::default()
            },
            ..RenderOptions::default()
        };
        let mut out = Vec::new();
        let error = render_gif(script, None, &options, &mut out).unwrap_err();
        assert!(out.is_empty());
        error
    }

    #[test]
    fn a_level_that_is_too_fast_is_named() {
        let script = testing::script(40, 8, &[(Pose::O, 19), (Pose::O, 38)]);
        assert_eq!(
            refused(&script, 29).to_string(),
            "drop 2: at level 29 gravity is too fast to bring O horizontal at column 38 into place"
        );
    }

    #[test]
    fn what_no_game_plays_is_refused_in_the_words_of_the_replay() {
        let tower = testing::script(4, 4, &[(Pose::O, 0); 3]);
        let RenderError::Replay(error) = refused(&tower, 0) else {
            panic!("the replay refuses it")
        };
        assert_eq!(Err(error), crate::replay::replay_to_end(&tower));
    }
}
