//! Random play: on a board with many solutions it soon finds one.

use super::generate::Random;
use super::phases::pairs_of;
use super::{LinkBoard, LinkCell, Taken};

/// Takes random linked pairs, starting over when none is left, until a play clears the board, and returns its pairs.
/// Gives up after `work` link tests; shuffling a tile counts as one.
pub fn solve_by_chance(board: &LinkBoard, mut work: u64) -> Option<Vec<[LinkCell; 2]>> {
    let mut random = Random::seeded(0);
    while work > 0 {
        let pairs = play(board, &mut random, &mut work);
        if pairs.is_some() {
            return pairs;
        }
    }
    None
}

fn play(board: &LinkBoard, random: &mut Random, work: &mut u64) -> Option<Vec<[LinkCell; 2]>> {
    let mut taken = Taken::of(board);
    let mut kinds = board.cells_by_kind();
    let mut pairs = Vec::new();
    loop {
        let before = pairs.len();
        random.shuffle(&mut kinds);
        for cells in &mut kinds {
            *work = work.saturating_sub(cells.len() as u64);
            if *work == 0 {
                return None;
            }
            random.shuffle(cells);
            let linked = pairs_of(cells).take(*work as usize).find(|[a, b]| {
                *work -= 1;
                taken.are_linked(*a, *b)
            });
            if let Some(pair) = linked {
                for cell in pair {
                    taken.take(cell);
                }
                cells.retain(|cell| !pair.contains(cell));
                pairs.push(pair);
            }
        }
        if kinds.iter().all(Vec::is_empty) {
            return Some(pairs);
        }
        if pairs.len() == before {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Gravity, check_steps, generate_board};
    use super::*;

    #[test]
    fn a_board_with_many_solutions_is_cleared() {
        let board = generate_board("12x8".parse().unwrap(), 20, 3).unwrap();
        let pairs = solve_by_chance(&board, 10_000).unwrap();
        assert!(check_steps(&board, Gravity::None, &pairs).is_ok());
    }

    #[test]
    fn a_board_that_is_stuck_is_not() {
        let stuck: LinkBoard = "1 2\n2 1\n".parse().unwrap();
        assert_eq!(solve_by_chance(&stuck, 10_000), None);
    }
}
