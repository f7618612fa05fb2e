//! A board as a strip of cells, along which the frontier between covered and open cells moves.
//!
//! Cells are put in an order in which a placement never reaches far: along the shortest side
//! first. A search that always covers the first uncovered cell then sees covered cells only
//! within the longest reach, so that a word of bits holds all it has to know.

use super::tiling::Tiling;

/// A placement as seen from the first cell that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Footprint {
    /// The covered cells: bit 0 is the first of them, bit n the n-th cell after it.
    pub mask: u64,
    pub placement: u32,
}

/// The placements of a tiling by first cell and piece.
#[derive(Clone, Debug)]
pub(super) struct Frontier {
    cells: usize,
    pieces: usize,
    footprints: Vec<Footprint>,
    /// Where the footprints of (cell, piece) begin: index cell * pieces + piece; one entry more.
    starts: Vec<u32>,
    /// Cells from the first to the last of the longest placement, at least 1.
    span: u32,
}

impl Frontier {
    /// The longest placement, from its first to its last cell, that a window has room for.
    pub const MAX_SPAN: u32 = 64;

    /// None when some placement is too long for the window.
    pub fn new(tiling: &Tiling) -> Option<Frontier> {
        let position = Frontier::strip_positions(tiling);
        let (cells, pieces) = (tiling.cell_count(), tiling.puzzle().pieces().len());
        let mut span = 1;
        let mut grouped = Vec::with_capacity(tiling.placements().len());
        for (placement, number) in tiling.placements().iter().zip(0..) {
            let places = placement.cells.iter().map(|&cell| position[cell as usize]);
            let first = places.clone().min()?;
            let reach = places.clone().max()? - first + 1;
            if reach > Frontier::MAX_SPAN {
                return None;
            }
            span = span.max(reach);
            let mask = places.fold(0, |mask, place| mask | 1 << (place - first));
            let group = first as usize * pieces + placement.piece;
            let footprint = Footprint {
                mask,
                placement: number,
            };
            grouped.push((group, footprint));
        }
        grouped.sort_by_key(|&(group, _)| group);
        let mut starts = vec![0; cells * pieces + 1];
        for &(group, _) in &grouped {
            starts[group + 1] += 1;
        }
        for group in 1..starts.len() {
            starts[group] += starts[group - 1];
        }
        Some(Frontier {
            cells,
            pieces,
            footprints: grouped
                .into_iter()
                .map(|(_, footprint)| footprint)
                .collect(),
            starts,
            span,
        })
    }

    pub fn cells(&self) -> usize {
        self.cells
    }

    pub fn pieces(&self) -> usize {
        self.pieces
    }

    pub fn span(&self) -> u32 {
        self.span
    }

    pub fn footprints(&self) -> &[Footprint] {
        &self.footprints
    }

    /// Indices of the footprints of `piece` whose first cell is `cell`.
    pub fn range(&self, cell: usize, piece: usize) -> std::ops::Range<usize> {
        let group = cell * self.pieces + piece;
        self.starts[group] as usize..self.starts[group + 1] as usize
    }

    /// The pieces with a footprint at `cell`: one bit each.
    pub fn pieces_at(&self, cell: usize) -> u64 {
        let has_footprint = |piece: &usize| !self.range(cell, *piece).is_empty();
        let pieces = (0..self.pieces).filter(has_footprint);
        pieces.fold(0, |pieces, piece| pieces | 1 << piece)
    }

    /// The place of every cell on the strip: the longest side of the board comes last.
    pub fn strip_positions(tiling: &Tiling) -> Vec<u32> {
        let board = tiling.puzzle().board();
        let mut axes = [2, 1, 0];
        axes.sort_by_key(|&axis| std::cmp::Reverse(board.size()[axis]));
        let mut order: Vec<usize> = (0..tiling.cell_count()).collect();
        order.sort_by_key(|&cell| {
            let coordinates = board.cells()[cell].to_array();
            axes.map(|axis| coordinates[axis])
        });
        let mut position = vec![0; order.len()];
        for (cell, place) in order.into_iter().zip(0..) {
            position[cell] = place;
        }
        position
    }
}
