//! From a print to a movie: a pilot plays the script on the model of the cartridge.

use super::cartridge::{CartridgeSettings, FIELD};
use super::chance::Chance;
use super::lucky::record_lucky;
use super::palette::{NesPalette, NesPaletteError};
use super::recorder::{Dealing, RecordError, Recorder, Recording};
use crate::color::Rgb;
use crate::game::Tetromino;
use crate::game::console::{Region, RuleSet, Rules};
use crate::game::pilot::{Autopilot, Steering};
use crate::script::PrintScript;

/// How to record a movie.
#[derive(Clone, Copy, Debug)]
pub struct RecordingOptions<'a> {
    /// The rules and the level.
    pub rules: Rules,
    /// How pieces are shifted.
    pub steering: Steering,
    /// Who deals them.
    pub dealing: Dealing,
    /// The colours of the picture, up to three; pieces of other colours leave nothing in it.
    pub palette: &'a [Rgb],
    /// What the console shows for them.
    pub colors: NesPalette,
}

/// Plays a script on the model of the cartridge and records the buttons.
///
/// Errors: see [`RecordError`].
pub fn record(
    script: &PrintScript,
    options: &RecordingOptions<'_>,
) -> Result<Recording, RecordError> {
    let settings = settings(script, options)?;
    if options.dealing == Dealing::Controller {
        return record_order(script, options, &settings, 0);
    }
    match options.rules.set {
        RuleSet::Nes => record_lucky(script, &settings),
        RuleSet::Cartridge => {
            let waits = Chance::new(script, options.steering).first_waits(&settings)?;
            record_order(script, options, &settings, waits)
        }
    }
}

/// Plays the drops in order, after some frames of waiting.
fn record_order(
    script: &PrintScript,
    options: &RecordingOptions<'_>,
    settings: &CartridgeSettings,
    waits: usize,
) -> Result<Recording, RecordError> {
    let chance = Chance::new(script, options.steering);
    let mut recorder = Recorder::default();
    recorder.open(settings, waits);
    let mut pilot = Autopilot::new(&script.drops).steering_by(options.steering);
    while let Some(game) = recorder.model.game() {
        if recorder.is_done(&game.console, script.drops.len()) {
            break;
        }
        if options.dealing == Dealing::Chance && recorder.has_spawned() {
            recorder.wait(chance.waits(&recorder.model, recorder.locks.len())?);
        }
        recorder.fly(&mut pilot, options.dealing)?;
    }
    Ok(recorder.finish(options.dealing))
}

/// The settings of the game, unless the cartridge cannot play it.
fn settings(
    script: &PrintScript,
    options: &RecordingOptions<'_>,
) -> Result<CartridgeSettings, RecordError> {
    if script.field != FIELD {
        return Err(RecordError::Field(script.field));
    }
    if options.rules.region != Region::Ntsc {
        return Err(RecordError::Region);
    }
    if let [first, _, ..] = &script.games()[..] {
        return Err(RecordError::Cut { drops: first.end });
    }
    let mut earlier = script.earlier.iter();
    if let Some(picture) = earlier.position(|picture| picture.colors != script.colors) {
        return Err(RecordError::Recolored { picture });
    }
    if options.palette.len() > NesPalette::COLORS {
        return Err(NesPaletteError::TooMany(options.palette.len()).into());
    }
    options.colors.check()?;
    Ok(CartridgeSettings {
        rules: options.rules.set,
        level: options.rules.level,
        level_up: options.rules.level_up,
        is_random: options.dealing == Dealing::Chance,
        colors: options.colors,
        kinds: kinds(script, options.palette),
    })
}

/// The colour number of each kind, 1 to 3, by [`Tetromino::index`].
fn kinds(script: &PrintScript, palette: &[Rgb]) -> [u8; 7] {
    let spare = palette.len().min(NesPalette::COLORS - 1) as u8 + 1;
    let number = |kind| {
        let color = script.colors.of(kind);
        let place = palette.iter().position(|other| *other == color);
        place.map_or(spare, |place| place as u8 + 1)
    };
    Tetromino::ALL.map(number)
}
