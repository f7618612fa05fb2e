//! Tiles that are highlighted, brought back to their kind.

use super::Kind;
use super::view::View;

/// The most odd kinds of a board on which only highlighted tiles were misread: two of them, each alone, and both kinds.
pub const MOST_ODD: usize = 6;

/// The least likeness of a highlighted tile to its kind, if it was taken for a tile and if it was not.
const LIKE: f32 = 0.6;
const LIKE_OF_GROUND: f32 = 0.8;

/// The same if nothing else is left over, so that the two belong together however little they are alike. Set by hand.
const LIKE_OF_LAST: f32 = 0.0;

/// The least likeness of two blocks that were left over to a kind that both are of.
// Set by hand: one of 78 positions of KShisen turns on it, with a selected tile and one under the pointer.
const LIKE_OF_BOTH: f32 = 0.8;

/// A block that was joined with a kind.
#[derive(Clone, Copy)]
pub struct Stray {
    pub block: usize,
    /// To the tile of its kind that it looks most like.
    pub likeness: f32,
}

/// How much strays look like one of their kind at least, 0 to 1; 0 if one of them looks as much like a tile of another kind.
pub fn fit(view: &View, kinds: &[Option<Kind>], strays: &[Stray]) -> f32 {
    let fit = |stray: &Stray| {
        let is_other =
            |block: &usize| kinds[*block].is_some() && kinds[*block] != kinds[stray.block];
        let others = (0..kinds.len()).filter(is_other);
        let likeness = |block: usize| view.cores[stray.block].likeness(&view.cores[block]).abs();
        let own = stray.likeness.abs();
        match others.map(likeness).any(|other| other >= own) {
            true => 0.0,
            false => own,
        }
    };
    strays.iter().map(fit).fold(1.0, f32::min)
}

/// Blocks that were taken for a kind of their own, or for no tile at all, joined with the kind that lacks one. Returns
/// the kinds and the blocks that were joined.
pub fn joined(view: &View, kinds: &[Option<Kind>]) -> (Vec<Option<Kind>>, Vec<Stray>) {
    let mut kinds = kinds.to_vec();
    let mut strays = Vec::new();
    if odd(&kinds).len() > MOST_ODD {
        return (kinds, strays);
    }
    while let Some((stray, kind)) = best_match(view, &kinds) {
        kinds[stray.block] = Some(kind);
        strays.push(stray);
    }
    for stray in &strays {
        if let Some((both, kind)) = kind_of_both(view, &kinds, stray) {
            for block in both {
                kinds[block] = Some(kind);
            }
        }
    }
    (Kind::of_equals(kinds.into_iter()), strays)
}

/// A stray and the only other block of its kind, and another kind, if they both look more like that than like each other.
fn kind_of_both(view: &View, kinds: &[Option<Kind>], stray: &Stray) -> Option<([usize; 2], Kind)> {
    let members = Kind::members(kinds);
    let is_own = |blocks: &[usize]| blocks.contains(&stray.block);
    let (_, own) = members.iter().find(|(_, blocks)| is_own(blocks))?;
    let both: [usize; 2] = own[..].try_into().ok()?;
    let others = members.iter().filter(|(_, blocks)| !is_own(blocks));
    let of_both = others.map(|(kind, blocks)| (likeness_to_any(view, &both, blocks), *kind));
    let (most, kind) = of_both.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (most >= LIKE_OF_BOTH.max(stray.likeness)).then_some((both, kind))
}

/// How much each of some blocks looks at least like the one of others that it looks most like.
pub fn likeness_to_any(view: &View, blocks: &[usize], others: &[usize]) -> f32 {
    let most = |block: &usize| {
        let to_one = |other: &usize| view.cores[*block].likeness(&view.cores[*other]);
        others.iter().map(to_one).fold(0.0, f32::max)
    };
    blocks.iter().map(most).fold(1.0, f32::min)
}

/// The odd kinds with their blocks.
fn odd(kinds: &[Option<Kind>]) -> Vec<(Kind, Vec<usize>)> {
    (Kind::members(kinds).into_iter())
        .filter(|(_, blocks)| blocks.len() % 2 == 1)
        .collect()
}

/// The block that looks most like one of the odd kinds, in another light, and that kind.
fn best_match(view: &View, kinds: &[Option<Kind>]) -> Option<(Stray, Kind)> {
    let odd = odd(kinds);
    let singles = odd.iter().filter(|(_, blocks)| blocks.len() == 1);
    let singles: Vec<usize> = singles.map(|(_, blocks)| blocks[0]).collect();
    let lost = (0..kinds.len()).filter(|block| kinds[*block].is_none() && !view.plain[*block]);
    let least = if odd.len() == 2 { LIKE_OF_LAST } else { LIKE };
    let strays = (singles.into_iter().map(|block| (block, least)))
        .chain(lost.map(|block| (block, LIKE_OF_GROUND)));
    let matches = strays.flat_map(|(stray, least)| {
        let others = odd.iter().filter(move |(_, blocks)| *blocks != [stray]);
        others.filter_map(move |(kind, blocks)| {
            let likeness = |block: &usize| view.cores[stray].likeness(&view.cores[*block]);
            // An inverted tile is as unlike its kind as can be.
            let by_size = |a: &f32, b: &f32| a.abs().total_cmp(&b.abs());
            let likeness = blocks.iter().map(likeness).max_by(by_size)?;
            let stray = Stray {
                block: stray,
                likeness,
            };
            let beyond = likeness.abs() - least;
            (beyond >= 0.0).then_some((beyond, stray, *kind))
        })
    });
    let (_, stray, kind) = matches.max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((stray, kind))
}
