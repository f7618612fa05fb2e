//! Which of the possible grids of a picture is a board's.

use crate::grid::{Survey, surveys};
use crate::parallel;

use super::LinkCell;
use super::apart::without_lines_apart;
use super::between::with_lines_between;
use super::borders::told_by_borders;
use super::carded::with_carded;
use super::comparison::{
    better, finds_more, has_same_pitch, has_same_places, is_made_of, is_same_grid,
};
use super::completion::{
    checked, with_lines_beyond, with_overlooked, with_tiles, without_empty_edges, without_ground,
    without_oversized, without_shadows,
};
use super::confidence::{confidence, is_sure};
use super::faint::without_faint;
use super::finer::on_finer_grid;
use super::hint::with_hint_joined;
use super::holes::with_holes;
use super::reading::{Evidence, Reading, read_on_even_ground, read_surveyed};
use super::repeated::best_repeated;
use super::scene::Scene;
use super::whole::{of_whole_faces, of_whole_tiles};

/// The most places of a grid that is read: larger ones take long.
pub const MAX_COMPARED: usize = 600;

/// The most surveys that are looked at closely: the likely ones come first. Set by hand.
const MAX_CLOSELY: usize = 12;

/// A reading of the same tiles on an even ground that is less sure is not looked at.
const LIKELY: f64 = 0.5;

/// A reading of even areas that is less sure may give way to a sure one of another kind.
// Set by hand: with 0.5, of 867 screenshots four fewer are read right, and one fewer is wrong but accepted.
const SETTLED: f64 = 0.9;

/// The best reading of the likely boards, put right, or another one that is likelier if that is not probable.
pub fn best_of_all(scene: &Scene) -> Option<Reading> {
    let mut looked_at = LookedAt::default();
    let best = best_found(scene, &mut looked_at).map(|best| finished(scene, best));
    let best = match best {
        Some(best) if confidence(&best) >= PROBABLE => Some(best),
        best => {
            let surest = looked_at.surest.map(|surest| finished(scene, surest));
            likelier(best, surest, is_likelier, PROBABLE)
        }
    };
    match best {
        Some(best) if is_sure(&best) => Some(best),
        best => confirmed_or_likelier(
            best,
            best_repeated(scene).map(|repeated| {
                let whole = with_lines_between(scene, without_lines_apart(scene, repeated));
                without_empty_edges(whole)
            }),
        ),
    }
}

/// The best reading, confirmed if the one on the grid that repeats tell is the same board, or else the likelier of both.
fn confirmed_or_likelier(best: Option<Reading>, repeated: Option<Reading>) -> Option<Reading> {
    match (best, repeated) {
        (Some(best), Some(repeated)) if is_confirmed(&best, &repeated) => Some(Reading {
            evidence: Evidence::Both,
            ..best
        }),
        (best, repeated) => likelier(
            best,
            repeated,
            is_likelier_where_parts_repeat,
            LEAST_REPEATED,
        ),
    }
}

/// Whether two readings are of the same board, beside which nothing looks like a tile.
fn is_confirmed(best: &Reading, repeated: &Reading) -> bool {
    let is_alone = |reading: &Reading| reading.overlooked.is_empty();
    best.board == repeated.board && is_alone(best) && is_alone(repeated)
}

/// A reading that is less sure is not probable: tiles happen to pair up on a wrong grid.
// Set by hand on 727 screenshots: on 33 the best reading is less sure, and another one surer; that one is right on 28.
const PROBABLE: f64 = 0.75;

/// The best reading, or another one that is likelier; without any, the other one if it is so sure.
fn likelier(
    best: Option<Reading>,
    other: Option<Reading>,
    is_likelier: fn(&Reading, &Reading) -> bool,
    least: f64,
) -> Option<Reading> {
    match (best, other) {
        (Some(best), Some(other)) if is_likelier(&other, &best) => Some(other),
        (Some(best), _) => Some(best),
        (None, other) => other.filter(|other| confidence(other) >= least),
    }
}

/// Whether a reading is likelier than one that is not probable, and not of parts of its places, nor without some tiles of its
/// kinds, which pair up as well.
fn is_likelier(other: &Reading, best: &Reading) -> bool {
    /// How much surer it is at least, and how sure. Set by hand.
    const SURER: f64 = 0.1;
    const LEAST: f64 = 0.6;

    let is_surer = confidence(other) >= LEAST.max(confidence(best) + SURER);
    is_surer && !is_made_of(&best.grid, &other.grid) && !is_part(other, best)
}

/// Whether a reading is another one without some of the tiles of a kind, or without one that was joined.
fn is_part(less: &Reading, all: &Reading) -> bool {
    let is_in = |reading: &Reading, cell: &LinkCell| reading.board.tile(*cell).is_some();
    let is_left_out = |cell: &LinkCell| !is_in(less, cell);
    let is_split =
        |cells: &Vec<LinkCell>| cells.iter().any(is_left_out) && !cells.iter().all(is_left_out);
    is_same_grid(&less.grid, &all.grid)
        && less.board.tiles().all(|(cell, _)| is_in(all, &cell))
        && (all.strays.iter().any(is_left_out) || all.board.cells_by_kind().iter().any(is_split))
}

/// How sure a reading is at least on the grid that repeats tell, if it is the only one or any other is on another grid.
// That grid is almost always right. With 0 one fewer of 708 screenshots is read right, and two fewer if it has to be surer than
// a reading on another grid.
const LEAST_REPEATED: f64 = 0.2;

/// Whether the reading on the grid that repeats tell is likelier than one that is not sure.
fn is_likelier_where_parts_repeat(repeated: &Reading, best: &Reading) -> bool {
    /// Readings on another grid that are less sure are wrong. Set by hand.
    const WRONG: f64 = 0.15;
    /// Those on the same grid are, too, if the other one is so sure.
    // Set by hand: five of 702 screenshots turn on it, four of which are read right with it and the fifth without it at 0.8.
    const LIKELY_REPEATED: f64 = 0.85;

    let [own, of_best] = [repeated, best].map(confidence);
    let is_told = repeated.evidence == Evidence::Repeats && !joins_kinds_of(repeated, best);
    if is_told && own >= of_best {
        return true;
    }
    if of_best >= PROBABLE {
        return false;
    }
    let is_wrong = of_best < WRONG;
    let is_on_same_grid = is_same_grid(&repeated.grid, &best.grid);
    match has_same_pitch(&repeated.grid, &best.grid) {
        true => is_wrong && (!is_on_same_grid || own >= LIKELY_REPEATED),
        false => is_wrong || own >= of_best.min(LEAST_REPEATED),
    }
}

/// Whether a reading has fewer kinds of the same tiles than another one in which all pair up, too, however light falls on them.
fn joins_kinds_of(repeated: &Reading, best: &Reading) -> bool {
    /// The likeness of highlighted tiles to their kind. Set by hand: where they are not alike, kinds were split.
    const ALIKE: f32 = 0.95;

    let are_same = has_same_places(&repeated.grid, &best.grid)
        && repeated.board.occupied() == best.board.occupied();
    let has_more = best.pairing.kinds() > repeated.pairing.kinds();
    are_same && has_more && best.is_perfect() && best.fit >= ALIKE
}

/// The best reading: of boards of even areas, unless it is not settled and another one is sure.
fn best_found(scene: &Scene, looked_at: &mut LookedAt) -> Option<Reading> {
    let mut groups = surveys(scene);
    let areas = groups.next().unwrap_or_default();
    let of_areas = best_of_group(scene, areas, None, looked_at);
    let is_settled = |reading: &Reading| confidence(reading) >= SETTLED;
    // In areas the highlighted tile and its like may be left over, and a few tiles are enough to be sure.
    let is_found = |reading: &Reading| {
        reading.pairing.is_plausible()
            && (reading.is_perfect() || reading.is_nearly_perfect() || is_sure(reading))
    };
    let best = match of_areas {
        Some(found) if is_found(&found) && is_settled(&found) => Some(found),
        Some(found) if is_found(&found) => best_of_patterns(scene, groups, None, looked_at)
            .filter(|other| is_sure(other) && finds_more(other, &found))
            .or(Some(found)),
        other => best_of_patterns(scene, groups, other, looked_at),
    };
    best.filter(|best| best.pairing.is_plausible() && best.grid.confidence >= MIN_REPEATED)
}

/// A reading with what it took for the wrong thing put right.
fn finished(scene: &Scene, reading: Reading) -> Reading {
    let whole = of_whole_tiles(scene, without_lines_apart(scene, reading));
    let tiles = without_ground(scene, of_whole_faces(scene, whole));
    let tiles = with_lines_between(scene, without_oversized(scene, tiles));
    let tiles = with_lines_beyond(scene, tiles);
    let all = with_carded(scene, with_overlooked(scene, tiles));
    let told = without_faint(scene, told_by_borders(scene, all));
    let hinted = with_hint_joined(scene, with_holes(scene, told));
    checked(scene, without_empty_edges(hinted))
}

/// What has been looked at so far.
#[derive(Default)]
struct LookedAt {
    surveys: Vec<Survey>,
    /// The surest reading in which no tile is highlighted or overlooked.
    surest: Option<Reading>,
}

impl LookedAt {
    fn note(&mut self, reading: &Reading) {
        let is_simple = reading.strays.is_empty() && reading.overlooked.is_empty();
        let most = || self.surest.as_ref().map_or(0.0, confidence);
        if is_simple && confidence(reading) > most() {
            self.surest = Some(reading.clone());
        }
    }
}

/// The best reading of groups of boards: the search ends with the first group in which one pairs up.
fn best_of_patterns(
    scene: &Scene,
    groups: impl Iterator<Item = Vec<Survey>>,
    mut best: Option<Reading>,
    looked_at: &mut LookedAt,
) -> Option<Reading> {
    for group in groups {
        best = best_of_group(scene, group, best, looked_at);
        if best.as_ref().is_some_and(Reading::is_perfect) {
            break;
        }
    }
    best
}

fn best_of_group(
    scene: &Scene,
    mut group: Vec<Survey>,
    best: Option<Reading>,
    looked_at: &mut LookedAt,
) -> Option<Reading> {
    let known = &looked_at.surveys;
    group.retain(|survey| survey.grid.count() <= MAX_COMPARED && !known.contains(survey));
    let numbered = group.iter().zip(known.len()..);
    let readings = parallel::map(numbered, |(survey, number)| {
        readings_of(scene, survey, number < MAX_CLOSELY)
    });
    let readings = readings
        .into_iter()
        .flatten()
        .inspect(|reading| looked_at.note(reading));
    let best = best.into_iter().chain(readings).reduce(better);
    looked_at.surveys.extend(group);
    best
}

/// The readings of a board: as surveyed, with the tiles that were overlooked, and if it is looked at closely and these are not
/// clear, on an even ground and on a finer grid.
fn readings_of(scene: &Scene, survey: &Survey, closely: bool) -> Vec<Reading> {
    let Ok(reading) = read_surveyed(scene, survey) else {
        return Vec::new();
    };
    let reading = without_shadows(scene, &reading).unwrap_or(reading);
    let completed = with_tiles(scene, &reading, &reading.overlooked);
    let all = completed.as_ref().unwrap_or(&reading);
    let is_in_doubt = closely && is_unclear(all);
    let on_even_ground = is_in_doubt.then(|| on_even_ground(scene, all)).flatten();
    let on_finer_grid = is_in_doubt.then(|| on_finer_grid(scene, all)).flatten();
    [Some(reading), completed, on_even_ground, on_finer_grid]
        .into_iter()
        .flatten()
        .collect()
}

/// Kinds that are less clear than this are in doubt. Set by hand.
const CLEAR: f32 = 0.5;

fn is_unclear(reading: &Reading) -> bool {
    !reading.is_perfect() || reading.pairing.clarity() < CLEAR
}

/// The same tiles told apart as if they all stood on the same ground, if that is likely: on a wrong grid it makes them all
/// alike.
fn on_even_ground(scene: &Scene, reading: &Reading) -> Option<Reading> {
    let (grid, tiles) = (reading.grid, reading.board.occupied());
    let even = read_on_even_ground(scene, &Survey { grid, tiles }).ok()?;
    (confidence(&even) >= LIKELY).then_some(even)
}

/// The share of the tiles of a board that must be seen more than once.
const MIN_REPEATED: f64 = 0.3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkup::confidence::SURE;

    #[test]
    fn a_surer_reading_is_likelier_unless_it_is_one_of_parts() {
        let reading = Reading::of_text;
        let few = reading("AB..\nCDBA\n..DC\n", 0.97);
        let unlikely = reading("ABCDEF\nBADCFE\n", 0.1);
        assert!(is_likelier(&few, &unlikely) && !is_likelier(&unlikely, &few));
        let halves = reading("AaBbCcDdEeFf\nBbAaDdCcFfEe\n", 0.97);
        assert!(confidence(&halves) > confidence(&few) && !is_likelier(&halves, &unlikely));
        assert!(!is_likelier(&few, &reading("ABCDEF\nBADCFE\n", 0.5)));
    }

    #[test]
    fn a_reading_that_leaves_out_some_tiles_of_a_kind_is_not_likelier() {
        let joined = Reading {
            strays: vec![LinkCell::new(0, 2)],
            ..Reading::of_text("ABC...\nBACDEF\n..FDE.\n", 0.1)
        };
        let less = Reading::of_text("AB....\nBA.DEF\n..FDE.\n", 0.97);
        assert!(!is_likelier(&less, &joined));
        let without = Reading {
            strays: Vec::new(),
            ..joined
        };
        assert!(is_likelier(&less, &without));
        let some_of_a_kind = Reading::of_text("AB....\nBACDEF\nC.FDE.\n", 0.97);
        let all = Reading::of_text("ABC...\nBACDEF\nCCFDE.\n", 0.1);
        assert!(!is_likelier(&some_of_a_kind, &all));
    }

    #[test]
    fn a_board_that_is_read_in_two_ways_is_confirmed_unless_a_tile_is_overlooked() {
        let of = |board: &str| Reading::of_text(board, 0.5);
        let agreed = |board: &str| Reading {
            evidence: Evidence::Agreement,
            ..of(board)
        };
        let [board, other] = ["ABC.\n.CBA\nDEED\n", "ABC.\n.CBA\nDEDE\n"];
        let best = |repeated| confirmed_or_likelier(Some(of(board)), Some(repeated)).unwrap();
        assert!(confidence(&of(board)) < SURE && is_sure(&best(agreed(board))));
        assert!(!is_sure(&best(agreed(other))));
        let overlooking = Reading {
            overlooked: vec![3],
            ..agreed(board)
        };
        assert!(!is_sure(&best(overlooking)));
    }

    #[test]
    fn where_parts_repeat_a_reading_on_another_grid_is_unlikely() {
        let repeated = |clarity| Reading {
            evidence: Evidence::Agreement,
            ..Reading::of_text("ABC\nCBA\n", clarity)
        };
        let [likely, hardly] = [0.5, 0.0].map(repeated);
        let with_pitch = |times: f64| {
            let mut other = Reading::of_text("ABC\nCBA\n", 0.1);
            other.grid.x.pitch *= times;
            other
        };
        assert!(confidence(&with_pitch(1.3)) > confidence(&likely));
        assert!(is_likelier_where_parts_repeat(&likely, &with_pitch(1.3)));
        assert!(!is_likelier_where_parts_repeat(&hardly, &with_pitch(1.3)));
        assert!(!is_likelier_where_parts_repeat(&likely, &with_pitch(1.0)));
        let told = Reading {
            evidence: Evidence::Repeats,
            ..repeated(0.9)
        };
        let probable = Reading::of_text("ABC\nCBA\n", 0.9);
        assert!(confidence(&probable) >= PROBABLE);
        assert!(is_likelier_where_parts_repeat(&told, &probable));
        assert!(!is_likelier_where_parts_repeat(&repeated(0.9), &probable));
    }

    #[test]
    fn kinds_that_are_told_apart_are_not_joined_unless_a_tile_is_hardly_like_its_kind() {
        let [joined, apart] = ["ABCDEA\nFABCDF\nFAEF..\n", "ABCDEG\nFABCDF\nFGEF..\n"];
        let repeated = Reading {
            evidence: Evidence::Repeats,
            ..Reading::of_text(joined, 0.9)
        };
        let with_fit = |fit| Reading {
            fit,
            ..Reading::of_text(apart, 0.4)
        };
        let is_likelier = |fit| is_likelier_where_parts_repeat(&repeated, &with_fit(fit));
        assert!(is_likelier(0.0) && !is_likelier(1.0));
    }
}
