//! A script with the game it makes, played once for everything that is drawn of it.

use super::act::Act;
use super::options::{Motion, RenderOptions};
use super::scene::{Scene, Tally};
use crate::game::{Lock, PaintedPlayfield};
use crate::replay::{ReplayError, replay};
use crate::script::PrintScript;
use crate::sprite::Sprite;

/// A script and what each of its drops did.
#[derive(Clone, Debug)]
pub struct PlayedScript<'a> {
    pub script: &'a PrintScript,
    /// One for each drop.
    pub locks: Vec<Lock>,
    /// The final field.
    pub field: PaintedPlayfield,
    /// What it consists of, at least one.
    pub acts: Vec<Act>,
}

impl<'a> PlayedScript<'a> {
    /// Plays the script. Errors: the first drop that the game refuses.
    pub fn new(script: &'a PrintScript) -> Result<Self, ReplayError> {
        let mut replay = replay(script);
        let locks: Vec<Lock> = replay.by_ref().collect::<Result<_, _>>()?;
        Ok(PlayedScript {
            script,
            acts: Act::all_of(script, &locks),
            locks,
            field: replay.into_field(),
        })
    }

    /// Whether one of the acts leaves this picture, and nothing beside it.
    pub fn leaves(&self, act: usize, picture: &Sprite) -> bool {
        let act = &self.acts[act];
        let last = || act.picture_on(&self.field);
        let left = act.picture.clone().or_else(last);
        left.is_some_and(|left| left.shows_the_same_as(picture))
    }

    /// The final field, with the counters that a film of these options ends with.
    pub fn end(&self, options: &RenderOptions) -> Scene<'_> {
        let mut tally = Tally::of(self.locks.iter());
        if options.motion == Motion::Console {
            tally.level = options.rules.level_after(tally.lines).into();
        }
        Scene {
            field: &self.field,
            active: None,
            wipe: None,
            tally,
            frames: 0,
        }
    }
}
