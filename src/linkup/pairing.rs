//! How well the tiles of a board pair up: the test of whether a grid is that of a board.

use super::{LinkBoard, LinkCell};
use crate::grid::median;

/// Fewer tiles than this may pair up by chance.
const FEW: f64 = 10.0;

/// How many paired tiles one that is left over outweighs.
// On the wrong grid about half of all kinds are odd; a misread tile on the right one makes two.
const ODD_PENALTY: f64 = 5.0;

/// More tiles of a kind than this are rather a pattern of the ground.
const MANY: f64 = 20.0;

/// How many paired tiles one of such a kind outweighs, which does not count itself: it is no gain over a reading that takes
/// it for empty.
const OVERSIZED_PENALTY: f64 = 0.2;

/// Standard deviations of the number of odd kinds that may be chance.
const CHANCE: f32 = 2.0;

/// The weight of tiles whose kinds are not certain at all, beside 1 more for those that are.
const UNCERTAIN: f64 = 0.3;

/// The certainty below which there may be no kinds at all.
const MIN_CERTAINTY: f32 = 0.3;

/// How well the tiles of a board pair up.
#[derive(Clone, Copy, Debug)]
pub struct Pairing {
    /// Tiles; where most have a pattern, without the plain ones, which may be beside the board.
    tiles: usize,
    /// Whether most tiles are plain.
    is_bare: bool,
    /// Kinds of them.
    kinds: usize,
    /// Kinds of which there is an odd number.
    odd: usize,
    /// Tiles of kinds that are so large that they are rather the ground, and ...
    oversized: usize,
    /// ... how many of them are among `tiles`.
    oversized_tiles: usize,
    /// How much nearer tiles of a kind are to each other than to others, 0 to 1.
    clarity: f32,
}

impl Pairing {
    /// Of a board, given for each of its cells whether it is plain.
    pub fn of(board: &LinkBoard, plain: &[bool], clarity: f32) -> Pairing {
        let is_plain = |cell: &LinkCell| plain[cell.row * board.columns() + cell.column];
        let all = board.tiles().count();
        let bare = board.tiles().filter(|(cell, _)| is_plain(cell)).count();
        let are_plain = 2 * bare > all;
        let kinds = board.cells_by_kind();
        let counts = (kinds.iter())
            .filter(|cells| are_plain || cells.iter().any(|cell| !is_plain(cell)))
            .map(Vec::len);
        let most = most_tiles(counts.clone());
        let oversized = || kinds.iter().filter(|cells| cells.len() > most).flatten();
        Pairing {
            tiles: if are_plain { all } else { all - bare },
            is_bare: are_plain,
            kinds: counts.clone().count(),
            odd: counts.filter(|count| count % 2 == 1).count(),
            oversized: oversized().count(),
            oversized_tiles: oversized()
                .filter(|cell| are_plain || !is_plain(cell))
                .count(),
            clarity,
        }
    }

    /// How much nearer tiles of a kind are to each other than to others, 0 to 1.
    pub fn clarity(&self) -> f32 {
        self.clarity
    }

    /// Tiles; where most have a pattern, without the plain ones.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Kinds of them.
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// Whether most tiles have nothing on them but a colour.
    pub fn is_bare(&self) -> bool {
        self.is_bare
    }

    /// How certain the kinds are, 0 to 1: how clearly they are apart, and whether so few of them are odd as is hardly
    /// chance. Either may deceive.
    fn certainty(&self) -> f32 {
        let (kinds, odd) = (self.kinds as f32, self.odd as f32);
        let deviations = (kinds - 2.0 * odd) / kinds.sqrt().max(1.0);
        (self.clarity + ((deviations - CHANCE) / CHANCE).clamp(0.0, 1.0)) / 2.0
    }

    /// The number of tiles that pair up, less a penalty for each left over, weighted by how certain that is.
    pub fn score(&self) -> f64 {
        let few = (self.tiles as f64 / FEW).min(1.0);
        let certainty = UNCERTAIN + f64::from(self.certainty());
        let varied = (MANY * self.kinds as f64 / self.tiles.max(1) as f64).min(1.0);
        match self.paired() {
            paired if paired > 0.0 => paired * certainty * few.powi(3) * varied.powi(2),
            unpaired => unpaired,
        }
    }

    fn paired(&self) -> f64 {
        let counted = self.tiles - self.oversized_tiles;
        let penalty = ODD_PENALTY * self.odd as f64 + OVERSIZED_PENALTY * self.oversized as f64;
        counted as f64 - penalty
    }

    /// Whether there may be a board at all.
    pub fn is_plausible(&self) -> bool {
        self.paired() > 0.0
    }

    /// Whether all tiles pair up, and that is hardly chance.
    pub fn is_perfect(&self) -> bool {
        self.odd == 0
            && self.is_plausible()
            && self.tiles as f64 >= FEW
            && self.tiles as f64 <= MANY * self.kinds as f64
            && self.certainty() > MIN_CERTAINTY
    }

    /// Whether no more is left over than one highlighted tile and its like.
    pub fn is_nearly_perfect(&self) -> bool {
        /// As many tiles, of as many kinds, hardly pair up by chance but for two. Set by hand.
        const MANY_TILES: usize = 16;
        const MANY_KINDS: usize = 5;

        self.odd <= 2 && self.tiles >= MANY_TILES && self.kinds >= MANY_KINDS
    }

    /// Whether kinds are more clearly apart than a share of how clearly they are in another reading.
    pub fn is_as_clear_as(&self, share: f32, other: &Pairing) -> bool {
        self.clarity > share * other.clarity
    }
}

/// The most tiles that a kind may have, given how many all kinds have: larger ones are rather the ground.
pub fn most_tiles(counts: impl Iterator<Item = usize>) -> usize {
    /// So many tiles are never too many, nor so many times as many as kinds usually have. Set by hand.
    const MANY: usize = 10;
    const TIMES_USUAL: f32 = 3.0;

    let usual = median(counts.map(|count| count as f32)).unwrap_or_default();
    MANY.max((TIMES_USUAL * usual) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a board on which the tiles `.` are empty cells and those in capitals have something on them.
    fn pairing(board: &str, clarity: f32) -> Pairing {
        let is_plain = |letter: char| !letter.is_uppercase();
        let plain: Vec<bool> = (board.chars().filter(|letter| *letter != '\n'))
            .map(is_plain)
            .collect();
        Pairing::of(&board.parse().unwrap(), &plain, clarity)
    }

    const PAIRS: &str = "ABCDEF\nBADCFE\nGHIJKL\nLKJIHG\n";

    #[test]
    fn tiles_of_many_kinds_that_all_find_partners_are_convincing() {
        assert!(pairing(PAIRS, 0.0).is_perfect());
        let odd = PAIRS.replace('A', "X").replacen('X', "Y", 1);
        assert!(pairing(PAIRS, 0.0).score() > pairing(&odd, 0.0).score());
    }

    #[test]
    fn tiles_of_two_kinds_that_are_hardly_apart_are_not() {
        let alike = "ABABAB\nBBAAAB\nAABABA\nBABAAA\n";
        assert!(!pairing(alike, 0.1).is_perfect());
        assert!(pairing(alike, 0.9).is_perfect());
        assert!(pairing(alike, 0.1).score() < pairing(PAIRS, 0.1).score());
    }

    #[test]
    fn what_is_plain_beside_a_board_counts_nothing() {
        let beside = PAIRS.replace('\n', "o\n");
        assert_eq!(pairing(&beside, 0.9).tiles, 24);
    }

    #[test]
    fn a_kind_that_is_much_larger_than_others_is_the_ground_plain_or_not() {
        let score = |board: &str| pairing(board, 0.9).score();
        let with = |ground: &str| format!("{PAIRS}{}", format!("{}\n", ground.repeat(6)).repeat(2));
        let small = PAIRS.to_owned() + "MMMMMM\n......\n";
        assert!(score(&small) > score(PAIRS));
        for ground in ["M", "m"] {
            assert!(score(&with(ground)) < score(PAIRS), "{ground}");
        }
        let slots = format!("{PAIRS}{}", "mmmmmm\n".repeat(5));
        assert!(pairing(&slots, 0.9).is_plausible());
    }

    #[test]
    fn a_line_whose_tiles_find_no_partners_is_not_of_the_board() {
        let more = format!("{PAIRS}MNOPQR\n");
        let (whole, more) = (pairing(PAIRS, 0.9), pairing(&more, 0.9));
        assert!(more.score() < whole.score());
    }
}
