//! Which pieces carry which colour.

use std::cmp::Reverse;

use crate::game::Tetromino::{self, I, J, L, O, S, T, Z};
use crate::plan::minimal::CarrierMode;
use crate::plan::{Carriers, Picture, PlanError};

/// The pieces of each colour, the commonest colour first. A colour needs a piece that leaves a single pixel both above
/// and below scaffold; J, L and T do it in most ways, S and I in fewest, O not at all. Beside the free columns I alone
/// does not do: what hangs over them hooks into S or Z.
// Tuned on a screen of 160x144 pixels in four dithered colours: with {I, O} and with {I, Z} for the rarest of them it got
// stuck at the pixels beside the free columns.
fn free_carriers(colors: usize) -> &'static [&'static [Tetromino]] {
    match colors {
        0 | 1 => &[&Tetromino::ALL],
        2 => &[&[J, S, T, I], &[L, Z, O]],
        3 => &[&[T, O, I], &[J, S], &[L, Z]],
        4 => &[&[J, O], &[L], &[T], &[I, S, Z]],
        5 => &[&[T, O], &[J], &[L], &[S, I], &[Z]],
        6 => &[&[T], &[J], &[L], &[S], &[Z], &[I, O]],
        _ => &[&[T], &[J], &[L], &[S], &[Z], &[I], &[O]],
    }
}

const CLASSIC: [&[Tetromino]; 3] = [&[J], &[L], &[T]];
const STYLES: [&[Tetromino]; 3] = [&[T, O, I], &[J, S], &[L, Z]];

/// The carriers of a mode, shared out by how common the colours are.
///
/// Errors: [`PlanError::TooManyColors`].
pub fn stage_carriers(picture: &Picture, mode: CarrierMode) -> Result<Carriers, PlanError> {
    let colors = picture.colors();
    let most = mode.most_colors();
    if colors > most {
        return Err(PlanError::TooManyColors { colors, most });
    }
    let sets = match mode {
        CarrierMode::Classic => &CLASSIC[..],
        CarrierMode::Nes | CarrierMode::Style => &STYLES[..],
        CarrierMode::Free => free_carriers(colors),
    };
    let mut ranked: Vec<u8> = (0..colors as u8).collect();
    ranked.sort_by_key(|color| (Reverse(pixels_of(picture, *color)), *color));
    if colors == Tetromino::ALL.len() {
        // The last set is that of O, which leaves pairs of neighbours.
        let paired = ranked
            .iter()
            .rposition(|color| has_even_runs(picture, *color));
        let paired = paired.ok_or(PlanError::TooManyColors { colors, most: 6 })?;
        ranked[paired..].rotate_left(1);
    }
    // Where there are fewer colours than sets, the commonest has the rest, too.
    let rest = ranked.first().filter(|_| mode != CarrierMode::Style);
    let color_of = |piece: Tetromino| {
        let set = sets.iter().position(|set| set.contains(&piece))?;
        ranked.get(set).or(rest).copied()
    };
    Ok(Carriers::new(color_of))
}

fn has_even_runs(picture: &Picture, color: u8) -> bool {
    (0..picture.height()).all(|row| {
        let runs = picture.row(row).chunk_by(|a, b| a == b);
        runs.filter(|run| run[0] == Some(color))
            .all(|run| run.len().is_multiple_of(2))
    })
}

fn pixels_of(picture: &Picture, color: u8) -> usize {
    let rows = (0..picture.height()).flat_map(|row| picture.row(row));
    rows.filter(|cell| **cell == Some(color)).count()
}
