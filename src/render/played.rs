//! A script with the game it makes, played once for everything that is drawn of it.

use super::act::Act;
use crate::game::{Lock, PaintedPlayfield};
use crate::replay::{ReplayError, replay};
use crate::script::PrintScript;

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
}
