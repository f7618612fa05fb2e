//! `play --watch`: the game live in the terminal.

use anyhow::Context;

use super::args::PlayArgs;
use crate::cli::live::Live;
use tetris_printer::game::FieldSize;
use tetris_printer::player::{GameSettings, GreedyGame, HEADROOM, PlayedMove, script_of};
use tetris_printer::script::PrintScript;

/// Plays a game before the eyes of the user, who can end it.
///
/// Errors: if stdout is no terminal, or one that is too small.
pub fn play(
    args: &PlayArgs,
    settings: &GameSettings,
) -> anyhow::Result<(GreedyGame, Vec<PlayedMove>)> {
    let size = settings.field;
    // The game's two empty rows at the top are out of sight.
    let tall = FieldSize::new(size.width() as u32, size.height() as u32 + HEADROOM)
        .context("--watch shows fields of up to 508 rows")?;
    let script = PrintScript {
        field: tall,
        ..script_of(&[], size, "", args.seed, args.game(None))
    };
    let mut live = Live::open(&script, HEADROOM as usize)?;
    let mut game = GreedyGame::new(settings, args.seed);
    let mut moves = Vec::new();
    while let Some(step) = game.step() {
        moves.push(step);
        if moves.len() > super::args::MOST_MOVES
            || !live.fall(step.drop, &beside(&game, args.target))?
        {
            break;
        }
    }
    if game.end().is_some() {
        live.wait(&beside(&game, args.target), "the game has ended: q")?;
    }
    Ok((game, moves))
}

/// The numbers beside the field.
fn beside(game: &GreedyGame, target: Option<u64>) -> Vec<String> {
    let totals = game.totals();
    let level = (game.console()).map_or(totals.lines / 10, |console| console.level().into());
    let mut lines = vec![
        format!("score  {}", totals.score),
        format!("lines  {}", totals.lines),
        format!("level  {level}"),
        format!("pieces {}", totals.pieces),
        format!("next   {}", game.upcoming()[0].letter()),
    ];
    if let Some(target) = target {
        lines.insert(1, format!("target {target}"));
    }
    if let Some(end) = game.end() {
        lines.push(end.word(target.is_some()).to_lowercase());
    }
    lines
}
