//! Symmetric coverings, counted as one.

use rustc_hash::FxHashMap;

use super::pieces::Supply;
use super::tiling::Tiling;

/// The symmetries of a puzzle: motions of the board under which every placement is again a
/// placement, of a piece in the same supply. Reflections count among them, also where the pieces
/// themselves are not turned over, as is the custom in counting.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// For every symmetry but the identity: the image of each placement.
    images: Vec<Vec<u32>>,
    /// The placements by rank: those of the anchor first, a piece that every covering uses once.
    ranks: Vec<u32>,
    /// The ranks below this one are the anchor's; 0 without an anchor.
    anchored: u32,
}

impl Symmetries {
    /// The symmetries of a tiling's board that its pieces share.
    pub fn of(tiling: &Tiling) -> Self {
        let placements = tiling.placements();
        let numbers: FxHashMap<&[u32], u32> = placements
            .iter()
            .map(|placement| &placement.cells[..])
            .zip(0..)
            .collect();
        let supply = |number: usize| tiling.puzzle().pieces()[placements[number].piece].supply;
        let image_under = |cells: &[u32], number: usize| {
            let image = placements[number].cells.iter();
            let mut image: Vec<u32> = image.map(|&cell| cells[cell as usize]).collect();
            image.sort_unstable();
            let &found = numbers.get(&image[..])?;
            (supply(found as usize) == supply(number)).then_some(found)
        };
        let symmetries = tiling.puzzle().board().symmetries();
        let images = symmetries.iter().skip(1).filter_map(|cells| {
            let numbers = 0..placements.len();
            numbers.map(|number| image_under(cells, number)).collect()
        });
        let mut symmetries = Symmetries {
            images: images.collect(),
            ranks: (0..placements.len() as u32).collect(),
            anchored: 0,
        };
        symmetries.drop_anchor(tiling);
        symmetries
    }

    /// Ranks the placements of the piece first that is used once and has the fewest places, those
    /// that are images of each other counted as one.
    fn drop_anchor(&mut self, tiling: &Tiling) {
        let pieces = tiling.puzzle().pieces().iter().enumerate();
        let places = |piece: usize| {
            let numbers = 0..tiling.placements().len();
            let own = numbers.filter(move |&number| tiling.placements()[number].piece == piece);
            own.filter(|&number| self.is_least(number)).count()
        };
        // A reflection may make another piece of it, as of the screws of the Soma cube.
        let piece_of = |number: u32| tiling.placements()[number as usize].piece;
        let stays_itself = |piece: usize| {
            let mut images = self.images.iter().flat_map(|images| images.iter().zip(0..));
            images.all(|(&image, number)| piece_of(number) != piece || piece_of(image) == piece)
        };
        let once = pieces
            .filter(|&(number, piece)| piece.supply == Supply::Times(1) && stays_itself(number));
        let Some((anchor, _)) = once.min_by_key(|&(piece, _)| places(piece)) else {
            return;
        };
        let is_anchor = |number: u32| piece_of(number) == anchor;
        let mut order: Vec<u32> = (0..self.ranks.len() as u32).collect();
        order.sort_by_key(|&number| !is_anchor(number));
        self.anchored = order.iter().filter(|&&number| is_anchor(number)).count() as u32;
        for (number, rank) in order.into_iter().zip(0..) {
            self.ranks[number as usize] = rank;
        }
    }

    /// Whether the placement is the least of its images.
    fn is_least(&self, number: usize) -> bool {
        self.images
            .iter()
            .all(|images| images[number] as usize >= number)
    }

    /// Whether a covering that [`is_first`](Self::is_first) may hold the placement. A search that
    /// leaves out the others looks at about one covering of those that are images of each other.
    pub fn may_be_in_first(&self, number: usize) -> bool {
        self.ranks[number] >= self.anchored || self.is_least(number)
    }

    /// The number of symmetries, the identity included.
    pub fn count(&self) -> usize {
        self.images.len() + 1
    }

    /// Whether the covering is the first among its images, so that of all coverings that are
    /// images of each other exactly one is.
    pub fn is_first(&self, covering: &[usize]) -> bool {
        let rank = |number: usize| self.ranks[number];
        let mut own: Vec<u32> = covering.iter().map(|&number| rank(number)).collect();
        own.sort_unstable();
        let mut image = Vec::with_capacity(own.len());
        self.images.iter().all(|images| {
            image.clear();
            image.extend(covering.iter().map(|&number| rank(images[number] as usize)));
            image.sort_unstable();
            own <= image
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Backtracker, CoverSearch, PieceSet, Puzzle, Supply};

    fn distinct(size: &str, set: PieceSet) -> usize {
        let puzzle = Puzzle::of_set(size.parse().unwrap(), set, Supply::Times(1)).unwrap();
        let tiling = Tiling::new(puzzle).unwrap();
        let symmetries = Symmetries::of(&tiling);
        let mut coverings = Backtracker::new(&tiling).unwrap();
        coverings
            .solutions()
            .filter(|c| symmetries.is_first(c))
            .count()
    }

    #[test]
    fn the_soma_cube_is_built_in_240_ways() {
        assert_eq!(distinct("3x3x3", PieceSet::Soma), 240);
    }

    #[test]
    fn pentominoes_cover_the_narrow_boards_in_2_ways_and_in_12() {
        assert_eq!(distinct("3x20", PieceSet::Pentominoes), 2);
        assert_eq!(distinct("2x3x10", PieceSet::Pentominoes), 12);
    }

    #[test]
    fn a_symmetric_covering_is_first_too() {
        let puzzle = Puzzle::of_set("2x2".parse().unwrap(), PieceSet::Dominoes, Supply::Any);
        let tiling = Tiling::new(puzzle.unwrap()).unwrap();
        let symmetries = Symmetries::of(&tiling);
        assert_eq!(symmetries.count(), 8);
        let mut coverings = Backtracker::new(&tiling).unwrap();
        assert_eq!(
            coverings
                .solutions()
                .filter(|c| symmetries.is_first(c))
                .count(),
            1
        );
    }
}
