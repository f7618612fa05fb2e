//! Tiles that come again at one distance, or in whole rows: a board has been shuffled, but sheets and lists have not.

use super::{Kind, LinkBoard, LinkCell};

/// How likely as much may be on a shuffled board at any distance.
// Of 2,912 true boards, most of them in play, the least likely has 0.005. Of eleven pictures of 401 that were read as boards and
// are none, eight have at most 0.0007.
const LIKELY: f64 = 1e-3;

/// Whether more tiles are equal to those at one distance in their row, or in their column, than chance brings about.
pub fn is_pattern(board: &LinkBoard) -> bool {
    let Some(equal) = share_of_equals(board) else {
        return false;
    };
    let down = (1..board.rows()).map(|distance| (distance, 0));
    let across = (1..board.columns()).map(|distance| (0, distance));
    let distances: Vec<(usize, usize)> = down.chain(across).collect();
    let likely = (distances.iter()).map(|distance| likely(Repeats::at(board, *distance), equal));
    likely.fold(1.0, f64::min) * (distances.len() as f64) < LIKELY
}

/// How likely two tiles are equal, if there are two.
fn share_of_equals(board: &LinkBoard) -> Option<f64> {
    let pairs = |tiles: usize| (tiles * tiles.saturating_sub(1)) as f64;
    let all = pairs(board.tiles().count());
    let kinds = board.cells_by_kind();
    let equal: f64 = kinds.iter().map(|cells| pairs(cells.len())).sum();
    (all > 0.0).then(|| equal / all)
}

/// Tiles at one distance.
struct Repeats {
    pairs: usize,
    equal: usize,
}

impl Repeats {
    fn at(board: &LinkBoard, (down, across): (usize, usize)) -> Repeats {
        let pairs = board.tiles().filter_map(|(cell, kind)| {
            let [row, column] = [cell.row + down, cell.column + across];
            let is_on_board = row < board.rows() && column < board.columns();
            let other = is_on_board.then(|| board.tile(LinkCell::new(row, column)))??;
            Some(kind == other)
        });
        pairs.fold(Repeats { pairs: 0, equal: 0 }, |repeats, is_equal| {
            Repeats {
                pairs: repeats.pairs + 1,
                equal: repeats.equal + usize::from(is_equal),
            }
        })
    }
}

/// How likely so many of the pairs are equal at most, if each is with a probability: the Chernoff bound.
fn likely(Repeats { pairs, equal }: Repeats, probability: f64) -> f64 {
    let share = equal as f64 / pairs.max(1) as f64;
    if share <= probability {
        return 1.0;
    }
    let term = |share: f64, probability: f64| match share {
        0.0 => 0.0,
        _ => share * (share / probability).ln(),
    };
    let divergence = term(share, probability) + term(1.0 - share, 1.0 - probability);
    (-divergence * pairs as f64).exp()
}

/// Whether each row with tiles is the same as another one, or each column. Where there are few kinds or lines that may be chance.
pub fn all_lines_come_again(board: &LinkBoard) -> bool {
    let tile = |row, column| board.tile(LinkCell::new(row, column));
    let row = |row| {
        (0..board.columns())
            .map(|column| tile(row, column))
            .collect()
    };
    let column = |column| (0..board.rows()).map(|row| tile(row, column)).collect();
    come_again((0..board.rows()).map(row).collect())
        || come_again((0..board.columns()).map(column).collect())
}

/// Whether each line with tiles is found twice at least.
fn come_again(lines: Vec<Vec<Option<Kind>>>) -> bool {
    let mut with_tiles = lines.iter().filter(|line| line.iter().any(Option::is_some));
    let is_twice = |line: &Vec<_>| lines.iter().filter(|other| *other == line).count() > 1;
    with_tiles.clone().count() > 2 && with_tiles.all(is_twice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkup::{BoardSize, generate_board};

    fn is_pattern_in(board: &str) -> bool {
        is_pattern(&board.parse().unwrap())
    }

    #[test]
    fn pairs_at_one_distance_are_a_pattern() {
        assert!(is_pattern_in("ABCDEF\nABCDEF\n"));
        assert!(is_pattern_in("AABBCC\n......\n..DDEE\nFFGGHH\n"));
        assert!(is_pattern_in("AB.AB\nCD.CD\nEF.EF\nGH.GH\n"));
        // Others among them may differ.
        assert!(is_pattern_in("ABCDEFGH\n.I.J.K.L\nABCDEFIJ\nLK.GH...\n"));
    }

    #[test]
    fn lines_come_again_if_each_is_found_twice() {
        let come_again = |board: &str| all_lines_come_again(&board.parse().unwrap());
        assert!(come_again("AAAAAA\nABBBBA\nAAAAAA\n"));
        assert!(come_again("ABCD\nEFGH\n....\nABCD\nEFGH\nABCD\nABCD\n"));
        assert!(!come_again("ABCD\nEFGH\n....\nACBD\nEFGH\nABCD\nABCD\n"));
    }

    #[test]
    fn a_few_pairs_side_by_side_may_be_chance() {
        assert!(!is_pattern_in("AABB\n"));
        assert!(!is_pattern_in("AABC\nDEBC\nED..\n"));
        assert!(!is_pattern_in("AAAA\nAAAA\nAAAA\n"));
        assert!(!is_pattern_in("....\n"));
    }

    #[test]
    fn generated_boards_are_no_pattern() {
        let sizes = [(6, 4), (10, 8), (18, 8), (14, 10), (2, 12)];
        for (seed, (columns, rows)) in (0..).zip(sizes.into_iter().cycle().take(300)) {
            let size = BoardSize { columns, rows };
            let kinds = [3, 6, 12, columns * rows / 4][seed as usize % 4];
            let board = generate_board(size, kinds, seed).unwrap();
            assert!(!is_pattern(&board), "{board}");
        }
    }
}
