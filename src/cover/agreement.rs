//! All engines count the same on boards of any form.

use proptest::prelude::*;

use super::{
    Backtracker, BigUint, Board, CoverSearch, DancingLinks, Freedom, Obstacle, PieceSet,
    ProfileCounter, Puzzle, PuzzlePiece, Supply, Tiling,
};

/// Boards of up to 4x4x2 cells, some of them holes.
fn boards() -> impl Strategy<Value = Board> {
    let size = (1..=4usize, 1..=4usize, 1..=2usize);
    (size, any::<u32>()).prop_filter_map("a board has cells", |((columns, rows, layers), holes)| {
        let is_hole =
            |cell: super::Coordinates| holes >> (cell.z * 16 + cell.y * 4 + cell.x) & 1 == 1;
        Board::with_holes([columns, rows, layers], is_hole).ok()
    })
}

fn pieces() -> Vec<PuzzlePiece> {
    let sets = [
        PieceSet::Dominoes,
        PieceSet::Trominoes,
        PieceSet::Tetrominoes,
    ];
    let all = sets.into_iter().flat_map(|set| {
        let pieces = set.pieces(Freedom::Space).into_iter();
        pieces.map(move |piece| PuzzlePiece {
            name: format!("{set}{}", piece.name),
            ..piece
        })
    });
    all.collect()
}

fn supplies() -> impl Strategy<Value = Supply> {
    prop_oneof![Just(Supply::Any), (1..=2u32).prop_map(Supply::Times)]
}

proptest! {
    #[test]
    fn the_engines_agree_and_obstacles_are_true(
        board in boards(),
        supply in supplies(),
        chosen in 1..1u32 << 8,
    ) {
        let kept = pieces().into_iter().zip(0..).filter(|(_, bit)| chosen >> bit & 1 == 1);
        let kept: Vec<PuzzlePiece> = kept.map(|(piece, _)| piece.with_supply(supply)).collect();
        let tiling = Tiling::new(Puzzle::new("", board, kept, Freedom::Space).unwrap()).unwrap();
        let is_exact = |covering: &Vec<usize>| tiling.uses_supply(covering);
        let by_links = DancingLinks::new(&tiling.problem()).solutions().filter(is_exact).count() as u64;
        let by_bits = Backtracker::new(&tiling).unwrap().solutions().filter(is_exact).count() as u64;
        let by_profile = ProfileCounter::new(&tiling).unwrap().count(|_| ()).unwrap();
        prop_assert_eq!(by_bits, by_links);
        prop_assert_eq!(by_profile, BigUint::from(by_links));
        prop_assert!(by_links == 0 || Obstacle::find(&tiling).is_none());
    }
}
