//! Solving a board: the steps that clear it, or the proof that none do.

use std::fmt::Write as _;

use super::falling::search_falling;
use super::phases::solve_by_phases;
use super::plays::solve_by_chance;
use super::search::{Found, search};
use super::{Gravity, Kind, LinkBoard, LinkBoardError, LinkCell, Path, Taken};

/// Two tiles that are taken, and how they are linked at that time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkStep {
    /// What is on both tiles.
    pub kind: Kind,
    /// Where they are.
    pub cells: [LinkCell; 2],
    /// The way from the first to the second, past the tiles that are left by then.
    pub path: Path,
}

/// Steps that clear a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution(pub Vec<LinkStep>);

impl Solution {
    /// The form of the report on the game: the number of steps, then row, column, row, column of
    /// each, counted from 1; a line a step.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.0.len());
        for step in &self.0 {
            let [[r1, c1], [r2, c2]] = step.cells.map(LinkCell::spoken);
            let _ = writeln!(text, "{r1} {c1} {r2} {c2}");
        }
        text
    }
}

/// What is known of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The quick phases cleared it, or the search did.
    Cleared {
        /// Steps that clear it.
        solution: Solution,
        /// Whether the quick phases were enough.
        by_phases: bool,
    },
    /// Proved: no order of any pairs clears it. `stays` is as much as the proof shows of what is
    /// always left: tiles that no choice of pairs ever reaches; empty if the proof went through
    /// cases.
    Stuck {
        /// The tiles, in reading order.
        stays: Vec<LinkCell>,
    },
    /// The limit of the work was reached before either was known.
    Undecided,
}

impl Answer {
    /// The steps, if there are any.
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Answer::Cleared { solution, .. } => Some(solution),
            Answer::Stuck { .. } | Answer::Undecided => None,
        }
    }
}

/// Why a board is not cleared, for people; `stays` are the tiles of [`Answer::Stuck`].
pub fn why_stuck(stays: &[LinkCell]) -> String {
    let why = match stays {
        [] => "every choice of pairs ends with tiles that cannot be linked".to_owned(),
        [first, ..] => format!(
            "whatever is taken, {} tiles stay, such as the one at {first}",
            stays.len()
        ),
    };
    format!("the board cannot be cleared: {why}")
}

/// The default limit of the work in link tests: about ten seconds.
pub const DEFAULT_WORK: u64 = 400_000_000;

/// Solves a board: by the three phases if they clear it, else by a complete search, or by random play where that takes
/// long. `work` limits the link tests after the phases.
///
/// Errors: those of [`LinkBoard::check_pairs`].
pub fn solve(board: &LinkBoard, work: u64) -> Result<Answer, LinkBoardError> {
    board.check_pairs()?;
    let mut rest = board.clone();
    let pairs = solve_by_phases(&mut rest);
    if rest.tiles().next().is_none() {
        return Ok(Answer::Cleared {
            solution: with_paths(board, Gravity::None, &pairs),
            by_phases: true,
        });
    }
    let mut left = work;
    let mut spent = |most: u64| {
        let part = left.min(most);
        left -= part;
        part
    };
    let found = match search(board, spent(SHORT)) {
        // A depth-first search that branches badly near the root stays there; random play starts over.
        Found::GaveUp => match solve_by_chance(board, spent(CHANCE)) {
            Some(pairs) => Found::Pairs(pairs),
            None => search(board, left),
        },
        found => found,
    };
    Ok(answer(board, Gravity::None, found))
}

/// Solves a board on which tiles fall ([`Gravity::Down`]): by random play, or else by a complete search.
///
/// Errors: those of [`LinkBoard::check_pairs`].
pub fn solve_falling(board: &LinkBoard, work: u64) -> Result<Answer, LinkBoardError> {
    board.check_pairs()?;
    let found = search_falling(board, CHANCE, work);
    Ok(answer(board, Gravity::Down, found))
}

fn answer(board: &LinkBoard, gravity: Gravity, found: Found) -> Answer {
    match found {
        Found::Pairs(pairs) => Answer::Cleared {
            solution: with_paths(board, gravity, &pairs),
            by_phases: false,
        },
        Found::Nothing { stays } => Answer::Stuck { stays },
        Found::GaveUp => Answer::Undecided,
    }
}

/// Work of a first search: most boards need less.
const SHORT: u64 = 1_000_000;

/// Work of random play: after it, or before the search where tiles fall.
const CHANCE: u64 = 10_000_000;

fn with_paths(board: &LinkBoard, gravity: Gravity, pairs: &[[LinkCell; 2]]) -> Solution {
    check_steps(board, gravity, pairs).expect("the solver takes linked pairs and leaves nothing")
}

/// Why steps do not clear a board; steps are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepsError {
    /// The cell is empty, or was emptied before.
    #[error("step {step}: there is no tile at {cell}")]
    NoTile {
        /// Which step, from 1.
        step: usize,
        /// The empty place.
        cell: LinkCell,
    },
    /// Two tiles of different kinds, or the same tile twice.
    #[error("step {step}: the tiles at {a} and {b} are not equal")]
    Unequal {
        /// Which step, from 1.
        step: usize,
        /// The first tile's place.
        a: LinkCell,
        /// The second tile's place.
        b: LinkCell,
    },
    /// Two equal tiles with others in the way.
    #[error("step {step}: no path of at most two turns links {a} and {b}")]
    NotLinked {
        /// Which step, from 1.
        step: usize,
        /// The first tile's place.
        a: LinkCell,
        /// The second tile's place.
        b: LinkCell,
    },
    /// All steps were right, but they do not clear the board.
    #[error("{tiles} tiles are left")]
    Left {
        /// How many stay.
        tiles: usize,
    },
}

/// Plays steps by the rules of the game and finds their paths. Each names the places where its tiles are by then.
///
/// Errors: the first step that breaks a rule, or [`StepsError::Left`].
pub fn check_steps(
    board: &LinkBoard,
    gravity: Gravity,
    pairs: &[[LinkCell; 2]],
) -> Result<Solution, StepsError> {
    let mut board = board.clone();
    let mut steps = Vec::new();
    for (index, &[a, b]) in pairs.iter().enumerate() {
        let step = index + 1;
        let tile = |cell: LinkCell| {
            let is_inside = cell.row < board.rows() && cell.column < board.columns();
            let tile = is_inside.then(|| board.tile(cell)).flatten();
            tile.ok_or(StepsError::NoTile { step, cell })
        };
        let kind = tile(a)?;
        if tile(b)? != kind || a == b {
            return Err(StepsError::Unequal { step, a, b });
        }
        let path = Taken::of(&board)
            .path(a, b)
            .ok_or(StepsError::NotLinked { step, a, b })?;
        steps.push(LinkStep {
            kind,
            cells: [a, b],
            path,
        });
        board.take_pair([a, b], gravity);
    }
    match board.tiles().count() {
        0 => Ok(Solution(steps)),
        tiles => Err(StepsError::Left { tiles }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn board(drawing: &str) -> LinkBoard {
        drawing.replace(' ', "\n").parse().unwrap()
    }

    fn answer(drawing: &str) -> Answer {
        solve(&board(drawing), DEFAULT_WORK).unwrap()
    }

    #[test]
    fn the_steps_are_written_as_in_the_report() {
        let Answer::Cleared { solution, .. } = answer("aba .b.") else {
            panic!("it is cleared")
        };
        assert_eq!(solution.to_text(), "2\n1 2 2 2\n1 1 1 3\n");
        assert_eq!(solution.0[1].path, Path(vec![(0, 0), (0, 2)]));
    }

    #[test]
    fn the_search_clears_what_the_phases_leave() {
        let found = answer("bbda bacd acab");
        assert!(
            matches!(
                found,
                Answer::Cleared {
                    by_phases: false,
                    ..
                }
            ),
            "{found:?}"
        );
    }

    #[test]
    fn a_board_that_cannot_be_cleared_is_proved_so() {
        let Answer::Stuck { stays } = answer("ab ba") else {
            panic!("it is stuck")
        };
        assert_eq!(stays.len(), 4);
        assert!(matches!(answer("xxab ccba"), Answer::Stuck { stays } if stays.len() == 4));
    }

    /// Whether any order of any pairs clears the board.
    fn can_be_cleared(board: &LinkBoard, gravity: Gravity) -> bool {
        let taken = Taken::of(board);
        let tiles: Vec<(LinkCell, Kind)> = board.tiles().collect();
        let mut pairs = tiles.iter().enumerate().flat_map(|(index, a)| {
            let later = tiles[index + 1..].iter();
            later.filter(|b| a.1 == b.1).map(|b| [a.0, b.0])
        });
        tiles.is_empty()
            || pairs.any(|[a, b]| {
                let mut rest = board.clone();
                rest.take_pair([a, b], gravity);
                taken.are_linked(a, b) && can_be_cleared(&rest, gravity)
            })
    }

    proptest! {
        #[test]
        fn the_answer_is_that_of_trying_everything(
            kinds in Just([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2]).prop_shuffle(),
            columns in prop::sample::select(vec![2usize, 3, 4]),
        ) {
            let tiles = kinds.map(|kind| Some(Kind(kind))).to_vec();
            let board = LinkBoard::new(columns, tiles).unwrap();
            let answers = [
                (Gravity::None, solve(&board, DEFAULT_WORK)),
                (Gravity::Down, solve_falling(&board, DEFAULT_WORK)),
            ];
            for (gravity, answer) in answers {
                match answer.unwrap() {
                    Answer::Cleared { .. } => {}
                    Answer::Stuck { .. } => prop_assert!(!can_be_cleared(&board, gravity)),
                    Answer::Undecided => prop_assert!(false, "so small a board is decided"),
                }
            }
        }
    }

    #[test]
    fn a_search_that_may_not_work_is_undecided() {
        let stuck = board("adcb dabc abda ccbd");
        assert_eq!(solve(&stuck, 0), Ok(Answer::Undecided));
        assert_eq!(solve_falling(&stuck, 0), Ok(Answer::Undecided));
        let proved = solve(&stuck, DEFAULT_WORK);
        assert_eq!(proved, Ok(Answer::Stuck { stays: Vec::new() }));
    }

    #[test]
    fn odd_kinds_are_refused() {
        assert!(matches!(
            solve(&board("aab"), 1),
            Err(LinkBoardError::Odd {
                kind: 2,
                count: 1,
                ..
            })
        ));
    }

    #[test]
    fn steps_are_judged_by_the_rules() {
        let board = board("ab ab");
        let cell = LinkCell::new;
        let first = [cell(0, 0), cell(1, 0)];
        let judged = |pairs: &[[LinkCell; 2]]| {
            check_steps(&board, Gravity::None, pairs).map_err(|e| e.to_string())
        };
        assert!(judged(&[first, [cell(0, 1), cell(1, 1)]]).is_ok());
        assert_eq!(judged(&[first]), Err("2 tiles are left".to_owned()));
        let error = judged(&[first, first]).unwrap_err();
        assert_eq!(error, "step 2: there is no tile at row 1, column 1");
        assert!(
            judged(&[[cell(0, 0), cell(0, 1)]])
                .unwrap_err()
                .contains("not equal")
        );
        assert!(
            judged(&[[cell(5, 0), cell(0, 1)]])
                .unwrap_err()
                .contains("no tile")
        );
    }
}
