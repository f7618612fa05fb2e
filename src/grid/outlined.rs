//! Boards outlined by edges, confirmed by what is on their tiles.

use super::comb::{Comb, find_combs};
use super::edges::Edges;
use super::extent::{Area, with_all_tiles};
use super::fit::stretched;
use super::integral::IntegralImage;
use super::lattice::{Axis, Lattice};
use super::similarity::{BODY, SelfSimilarity};
use super::thresholds::{
    MIN_CLARITY_AND_QUALITY, MIN_EDGE_CLARITY, MIN_OUTLINED_QUALITY, MIN_PLAIN_CLARITY,
};

/// The match quality of whole tiles: parts of larger ones match worse.
// Below it the search by self-similarity has a say, which takes longer.
const WHOLE_QUALITY: f32 = 0.7;

/// How many times the pitch of another board is larger.
const LARGER: f64 = 1.5;

/// How often the extent of a board is corrected at most: each time its pitch is known better.
const ROUNDS: usize = 4;

/// A board whose tiles have clear edges.
pub struct Outlined {
    pub lattice: Lattice,
    /// 0 to 1.
    pub confidence: f32,
    /// Whether most of its tiles are plain.
    pub is_plain: bool,
    /// Whether its tiles match in groups, as parts of larger ones do.
    is_part: bool,
}

impl Outlined {
    /// Whether its tiles are surely not parts of larger ones.
    pub fn is_whole(&self) -> bool {
        !self.is_plain && !self.is_part && self.confidence >= WHOLE_QUALITY
    }

    /// Whether its tiles may be made of several of another along both axes.
    fn is_larger_than(&self, other: &Outlined) -> bool {
        let pitches = self.lattice.pitch().into_iter().zip(other.lattice.pitch());
        pitches.into_iter().all(|(own, other)| own > LARGER * other)
    }
}

/// The board with the clearest edges; one with whole tiles wins over one with parts of tiles.
pub fn find_outlined(image: &IntegralImage, edges: &Edges) -> Option<Outlined> {
    let mut first: Option<Outlined> = None;
    for board in outlined_boards(image, edges) {
        let is_larger = first
            .as_ref()
            .is_none_or(|first| board.is_larger_than(first));
        if board.is_whole() && is_larger {
            return Some(board);
        }
        // Pairs of plain tiles match equal pairs, too: a larger lattice proves nothing.
        if board.is_plain {
            return first.or(Some(board));
        }
        first = first.or(Some(board));
    }
    first
}

/// The boards outlined by clear edges, clearest first.
pub fn outlined_boards(image: &IntegralImage, edges: &Edges) -> impl Iterator<Item = Outlined> {
    let combs = find_combs(edges).into_iter();
    combs.filter_map(|comb| outlined(image, comb))
}

/// The board of a comb, if its edges and its tiles pass the thresholds.
fn outlined(image: &IntegralImage, comb: Comb) -> Option<Outlined> {
    let mut board = comb.lattice;
    for _ in 0..ROUNDS {
        let better = corrected(image, &board)?;
        let is_same = better.x.count == board.x.count && better.y.count == board.y.count;
        board = better;
        if is_same {
            break;
        }
    }
    let similarity = SelfSimilarity::of(image, &board.with_windows(BODY));
    let plain = board.count() - similarity.patterned().count();
    let (clarity, quality) = (comb.clarity, similarity.quality());
    let is_part = similarity
        .parts_of_a_tile()
        .iter()
        .any(|parts| !parts.is_empty());
    let is_plain = 2 * plain > board.count();
    let is_board = match is_plain {
        true => clarity >= MIN_PLAIN_CLARITY,
        false => {
            clarity >= MIN_EDGE_CLARITY
                && quality >= MIN_OUTLINED_QUALITY
                && clarity + quality >= MIN_CLARITY_AND_QUALITY
        }
    };
    is_board.then_some(Outlined {
        lattice: board,
        confidence: if is_plain { clarity } else { quality },
        is_plain,
        is_part,
    })
}

/// The board with its extent and its pitch corrected by what is on its tiles. `None` if it has too many tiles.
fn corrected(image: &IntegralImage, board: &Lattice) -> Option<Lattice> {
    let whole = board.throughout(image);
    if whole.count() > SelfSimilarity::MAX_WINDOWS {
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
    let similarity = |lattice: &Lattice| SelfSimilarity::of(image, &lattice.with_windows(BODY));
    let area = with_all_tiles(&similarity(&whole), area);
    let board = Lattice {
        x: whole.x.part(area.columns),
        y: whole.y.part(area.rows),
    };
    let better = stretched(image, board, BODY);
    // Edges tell the pitch well, and the patterns may mislead.
    let is_better = similarity(&better).quality() >= similarity(&board).quality();
    Some(if is_better { better } else { board })
}
