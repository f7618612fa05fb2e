//! Playing a script on the console, with a pilot at its buttons.

use std::fmt;

use crate::game::PaintedPlayfield;
use crate::game::console::{Console, Region, Rules};
use crate::game::pilot::{Autopilot, AutopilotError};
use crate::script::PrintScript;

/// What a print came to on the console.
///
/// As text it says how long that took: `48433 frames on the console (13:26)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsolePrint {
    /// Frames from the entry of the first piece until the console waits for one more than the
    /// script has.
    pub frames: u64,
    /// Whose frames these are.
    pub region: Region,
    /// The field that is left; it is that of [`replay_to_end`](super::replay_to_end).
    pub field: PaintedPlayfield,
}

impl ConsolePrint {
    /// How long the frames take, to the nearest second.
    pub fn seconds(&self) -> u64 {
        (self.frames as f64 / self.region.frame_rate()).round() as u64
    }
}

impl fmt::Display for ConsolePrint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, seconds) = (self.seconds() / 60, self.seconds() % 60);
        let frames = self.frames;
        write!(f, "{frames} frames on the console ({minutes}:{seconds:02})")
    }
}

/// Plays a whole script on a console that starts with an empty field, and is started again after a cut.
///
/// Errors: the first drop that the game refuses or that cannot be flown by these rules. By the
/// default ones every legal drop can be on fields of up to 49 columns, and on wider ones unless the
/// stack is close to the top.
pub fn play_on_console(script: &PrintScript, rules: Rules) -> Result<ConsolePrint, AutopilotError> {
    let mut print = ConsolePrint {
        frames: 0,
        region: rules.region,
        field: PaintedPlayfield::new(script.field),
    };
    for drops in script.games() {
        let mut console = Console::new(script.field, rules);
        let mut pilot = Autopilot::new(&script.drops[drops.clone()]);
        while !pilot.is_done(&console) {
            let step = pilot.step(&mut console);
            step.map_err(|refused| refused.after(drops.start))?;
        }
        print.frames += console.frame();
        print.field = console.field().clone();
    }
    Ok(print)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::color::Rgb;
    use crate::game::console::RuleSet;
    use crate::game::pilot::PilotError;
    use crate::game::{Column, FieldSize, GameError, PieceDrop, Pose};
    use crate::plan::Picture;
    use crate::plan::classic::{RealtimeOptions, plan_realtime};
    use crate::replay::replay_to_end;
    use crate::sprite::Sprite;

    /// Of drops chosen at random, those that the game takes, in their order.
    fn legal_script(field: FieldSize, choices: &[(usize, usize)]) -> PrintScript {
        let mut game = PaintedPlayfield::new(field);
        let drop = |(pose, column): (usize, usize)| {
            let pose = Pose::ALL[pose % Pose::COUNT];
            let room = field.width() + 1 - pose.shape().width as usize;
            PieceDrop::new(pose, Column(column % room))
        };
        let drops = choices.iter().map(|choice| drop(*choice));
        PrintScript::of_drops(
            field,
            drops.filter(|drop| game.drop(*drop).is_ok()).collect(),
        )
    }

    const RULES: [Rules; 3] = {
        let nes = Rules {
            set: RuleSet::Nes,
            region: Region::Ntsc,
            level: 0,
            level_up: false,
        };
        let (set, region) = (RuleSet::Cartridge, Region::Pal);
        [nes, Rules { region, ..nes }, Rules { set, ..nes }]
    };

    #[test]
    fn the_frames_of_a_piece_are_counted_to_the_end_of_its_wait() {
        let drops = vec![PieceDrop::new(Pose::O, Column(4))];
        let script = PrintScript::of_drops(FieldSize::ORIGINAL, drops);
        let print = play_on_console(&script, Rules::default()).unwrap();
        // It enters, Down is pressed, every second frame it falls a row, 18 of them, or finds the
        // floor; the next piece would enter in the 10th frame after that.
        assert_eq!(print.frames, 1 + 1 + 2 * 19 + 9);
        assert_eq!(print.field, replay_to_end(&script).unwrap());
    }

    #[test]
    fn a_report_says_how_long_a_print_takes() {
        let print = |frames, region| ConsolePrint {
            frames,
            region,
            field: PaintedPlayfield::new(FieldSize::ORIGINAL),
        };
        for (frames, region, told) in [
            (0, Region::Ntsc, "0 frames on the console (0:00)"),
            (60 * 9, Region::Ntsc, "540 frames on the console (0:09)"),
            (48_433, Region::Ntsc, "48433 frames on the console (13:26)"),
            (48_433, Region::Pal, "48433 frames on the console (16:09)"),
        ] {
            assert_eq!(print(frames, region).to_string(), told);
        }
    }

    #[test]
    fn what_the_game_refuses_is_named_by_its_number() {
        let tower = PrintScript::of_drops(
            FieldSize::new(4, 6).unwrap(),
            vec![PieceDrop::new(Pose::O, Column(0)); 4],
        );
        let refused = play_on_console(&tower, Rules::default()).unwrap_err();
        let error = PilotError::Game(GameError::TopOccupied);
        assert_eq!((refused.number, refused.error), (4, error));
    }

    #[test]
    fn a_script_without_drops_takes_no_frame() {
        let print = play_on_console(
            &PrintScript::of_drops(FieldSize::ORIGINAL, vec![]),
            Rules::default(),
        );
        assert_eq!(print.unwrap().frames, 0);
    }

    #[test]
    fn a_real_print_comes_out_on_the_console_as_planned() {
        let hues = |letter| Some(Rgb::new(letter as u8, 0, 0));
        let heart = ".aa.aa.\nabbabba\nabbbbba\n.abbba.\n..aba..\n...a...";
        let sprite = Sprite::from_diagram(heart, hues).unwrap();
        let picture = Picture::of(&sprite).unwrap();
        let options = RealtimeOptions::default();
        let print = plan_realtime(&picture, FieldSize::STANDARD, &options, &()).unwrap();
        let plan = print.to_plan(FieldSize::STANDARD);
        let script = plan.to_script(&sprite, Rgb::BLACK, |_| Rgb::WHITE);
        let field = replay_to_end(&script).unwrap();
        assert_eq!(field.playfield().cell_count(), picture.pixel_count());
        for rules in RULES {
            assert_eq!(
                play_on_console(&script, rules).unwrap().field,
                field,
                "{rules:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn the_console_agrees_with_the_straight_replay(
            choices in prop::collection::vec((any::<usize>(), any::<usize>()), 0..80),
            width in 4u32..=37,
            height in 4u32..=40,
        ) {
            let script = legal_script(FieldSize::new(width, height).unwrap(), &choices);
            let field = replay_to_end(&script)?;
            for rules in RULES {
                prop_assert_eq!(&play_on_console(&script, rules)?.field, &field);
            }
        }
    }
}
