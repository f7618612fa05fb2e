//! Games of the greedy player, to be watched.

use anyhow::{Context, Error, ensure};
use serde::Deserialize;
use serde_json::json;
use tetris_printer::game::{End, FieldSize};
use tetris_printer::player::{
    GameSettings, Generator, Goal, GreedyGame, Lookahead, PlayedMove, Preset, Venue, WIDEST,
    script_of,
};
use tetris_printer::render::{RenderOptions, render_reel};
use tetris_printer::script::PlayersGame;

use crate::desk::{Answer, reel_answer};

/// Which game is wanted.
#[derive(Debug, Deserialize)]
pub struct PlayOrder {
    /// What the player values, by the name of its weights.
    weights: String,
    /// Columns and rows, `10x20`.
    field: String,
    seed: u64,
}

/// A game stops after so many pieces: twenty seconds in which each can be followed.
const PIECES: u64 = 200;

/// Plays a game and shows it.
pub fn answer(order: &PlayOrder) -> anyhow::Result<Answer> {
    let field: FieldSize = order.field.parse().map_err(Error::msg)?;
    ensure!(
        field.width() <= WIDEST,
        "the player sees at most {WIDEST} columns"
    );
    let preset = Preset::named(&order.weights);
    let preset = preset.with_context(|| format!("there are no weights {}", order.weights))?;
    let settings = GameSettings {
        field,
        weights: preset.weights(),
        lookahead: Lookahead::One,
        generator: Generator::Uniform,
        goal: Goal {
            pieces: Some(PIECES),
            ..Goal::default()
        },
        venue: Venue::Field,
    };
    let mut game = GreedyGame::new(&settings, order.seed);
    let moves: Vec<PlayedMove> = std::iter::from_fn(|| game.step()).collect();
    let (totals, end) = (game.totals(), game.end());
    let players = PlayersGame { target: None, end };
    let name = format!("player {}", order.weights);
    let script = script_of(&moves, field, &name, order.seed, players);
    let reel = render_reel(&script, None, &RenderOptions::default())?;
    let mut answer = reel_answer(&reel);
    answer.json["pieces"] = json!(totals.pieces);
    answer.json["lines"] = json!(totals.lines);
    answer.json["score"] = json!(totals.score);
    answer.json["over"] = json!(end == Some(End::Overflow));
    Ok(answer)
}
