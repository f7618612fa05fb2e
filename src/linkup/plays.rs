//! Plays at random: where a board has many solutions one of them is soon met.

use super::generate::Random;
use super::phases::linked_pair;
use super::{Board, Cell, Taken};

/// Plays so many times, taking linked pairs as chance has it; the pairs of a play that clears the board.
pub fn solve_by_chance(board: &Board, plays: usize) -> Option<Vec<[Cell; 2]>> {
    let mut random = Random::seeded(0);
    (0..plays).find_map(|_| play(board, &mut random))
}

fn play(board: &Board, random: &mut Random) -> Option<Vec<[Cell; 2]>> {
    let mut taken = Taken::of(board);
    let mut kinds = board.cells_by_kind();
    let mut pairs = Vec::new();
    loop {
        let before = pairs.len();
        random.shuffle(&mut kinds);
        for cells in &mut kinds {
            random.shuffle(cells);
            if let Some(pair) = linked_pair(&taken, cells) {
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
    use super::super::{check_steps, generate_board};
    use super::*;

    #[test]
    fn a_board_with_many_solutions_is_cleared() {
        let board = generate_board("12x8".parse().unwrap(), 20, 3).unwrap();
        let pairs = solve_by_chance(&board, 100).unwrap();
        assert!(check_steps(&board, &pairs).is_ok());
    }

    #[test]
    fn a_board_that_is_stuck_is_not() {
        let stuck: Board = "1 2\n2 1\n".parse().unwrap();
        assert_eq!(solve_by_chance(&stuck, 100), None);
    }
}
