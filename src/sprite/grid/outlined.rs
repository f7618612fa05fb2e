//! Boards whose tiles stand out from what is around them.

use super::comb::{Comb, find_combs};
use super::edges::Edges;
use super::extent::{Area, with_all_tiles};
use super::fit::stretched;
use super::lattice::{Axis, Lattice};
use super::matching::Matching;
use super::sums::Sums;

/// How clear the edges of tiles must be.
const LEAST_CLARITY: f32 = 0.25;

/// How well tiles must be met by equal ones.
const LEAST_QUALITY: f32 = 0.3;

/// What clarity and quality must be together.
const LEAST_SUM: f32 = 0.9;

/// The part of a period around its middle that is compared.
pub const BODY: f64 = 0.8;

/// A board whose tiles have clear edges.
pub struct Outlined {
    pub lattice: Lattice,
    /// How sure it is, 0 to 1.
    pub confidence: f32,
    /// Whether most of its tiles are plain.
    pub is_plain: bool,
    /// Whether its tiles come again together, as parts of larger ones do.
    is_part: bool,
}

impl Outlined {
    /// Whether its tiles are surely no parts of larger ones.
    pub fn is_whole(&self) -> bool {
        !self.is_plain && !self.is_part && self.confidence >= WHOLE
    }

    /// Whether its tiles may be made of several of another along both axes.
    fn is_larger_than(&self, other: &Outlined) -> bool {
        let pitches = self.lattice.pitch().into_iter().zip(other.lattice.pitch());
        pitches.into_iter().all(|(own, other)| own > 1.5 * other)
    }
}

/// Whole tiles are met so well by equal ones.
const WHOLE: f32 = 0.7;

/// The board whose tiles have the clearest edges, and rather one whose tiles are whole.
pub fn find_outlined(sums: &Sums, edges: &Edges) -> Option<Outlined> {
    let mut first: Option<Outlined> = None;
    for board in outlined_boards(sums, edges) {
        let is_larger = first
            .as_ref()
            .is_none_or(|first| board.is_larger_than(first));
        if board.is_whole() && is_larger {
            return Some(board);
        }
        // Two plain tiles beside each other are met by equal ones, too.
        if board.is_plain {
            return first.or(Some(board));
        }
        first = first.or(Some(board));
    }
    first
}

/// The boards whose tiles have the clearest edges.
pub fn outlined_boards(sums: &Sums, edges: &Edges) -> impl Iterator<Item = Outlined> {
    let combs = find_combs(edges).into_iter();
    combs.filter_map(|comb| outlined(sums, comb))
}

/// A board with clear edges, if those are clear enough, and its tiles are met by equal ones or plain.
fn outlined(sums: &Sums, comb: Comb) -> Option<Outlined> {
    let mut board = comb.lattice;
    for _ in 0..ROUNDS {
        let better = corrected(sums, &board)?;
        let is_same = better.x.count == board.x.count && better.y.count == board.y.count;
        board = better;
        if is_same {
            break;
        }
    }
    let matching = Matching::of(sums, &board.with_windows(BODY));
    let plain = board.count() - matching.patterned().count();
    let quality = matching.quality();
    let is_part = matching
        .parts_of_a_tile()
        .iter()
        .any(|parts| !parts.is_empty());
    let is_plain = 2 * plain > board.count();
    let confidence = if is_plain { comb.clarity } else { quality };
    let is_sure = match is_plain {
        true => comb.clarity >= LEAST_PLAIN,
        false => {
            comb.clarity >= LEAST_CLARITY
                && quality >= LEAST_QUALITY
                && comb.clarity + quality >= LEAST_SUM
        }
    };
    is_sure.then_some(Outlined {
        lattice: board,
        confidence,
        is_plain,
        is_part,
    })
}

/// How clear the edges of plain tiles must be.
const LEAST_PLAIN: f32 = 0.4;

/// How often the board's size is corrected at most: each time its pitch is known better.
const ROUNDS: usize = 4;

/// The board with what is on its tiles looked at: without bare lines at its sides, with the lines of tiles
/// beside it, and its pitch corrected. `None` if it has too many tiles.
fn corrected(sums: &Sums, board: &Lattice) -> Option<Lattice> {
    let whole = board.throughout(sums);
    if whole.count() > Matching::MOST {
        return None;
    }
    let reach = |whole: &Axis, part: &Axis| {
        let before = ((part.origin - whole.origin) / whole.pitch).round() as usize;
        [before, (before + part.count).min(whole.count)]
    };
    let area = Area {
        columns: reach(&whole.x, &board.x),
        rows: reach(&whole.y, &board.y),
    };
    let area = with_all_tiles(&Matching::of(sums, &whole.with_windows(BODY)), area);
    let board = Lattice {
        x: whole.x.part(area.columns),
        y: whole.y.part(area.rows),
    };
    let quality = |board: &Lattice| Matching::of(sums, &board.with_windows(BODY)).quality();
    let better = stretched(sums, board, BODY);
    // Edges tell the pitch well: what is on the tiles may mislead.
    let is_better = quality(&better) >= quality(&board);
    Some(if is_better { better } else { board })
}
