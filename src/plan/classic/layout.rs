//! Emitter layouts: where the blocks of three stand in the bottom row of a matrix.

/// The start columns of `n` disjoint blocks of three cells in a row, as the mask of their cells.
///
/// The mask tells the blocks apart even where they touch, since each is three long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmitterLayout(u32);

impl EmitterLayout {
    /// Cells of a block: what the unflipped T, J and L put into the row above the printed one.
    pub const BLOCK: usize = 3;

    /// The layout whose blocks fill these columns.
    ///
    /// The mask must be made of runs whose lengths are multiples of three.
    pub fn from_mask(mask: u32) -> Self {
        EmitterLayout(mask)
    }

    /// The layout of the blocks that begin at these columns.
    pub fn of_blocks(starts: impl IntoIterator<Item = usize>) -> Self {
        EmitterLayout(
            starts
                .into_iter()
                .fold(0, |mask, start| mask | 0b111 << start),
        )
    }

    /// The cells of all blocks, one bit per column.
    pub fn mask(self) -> u32 {
        self.0
    }

    /// How many blocks there are.
    pub fn block_count(self) -> usize {
        self.0.count_ones() as usize / Self::BLOCK
    }

    /// The leftmost column of each block, from the left.
    pub fn starts(self) -> impl Iterator<Item = usize> {
        let mut mask = self.0;
        std::iter::from_fn(move || {
            let start = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
            mask &= !(0b111 << start);
            Some(start)
        })
    }

    /// All C(width - 2n, n) layouts of `blocks` blocks, ordered by their starts.
    pub fn all(width: usize, blocks: usize) -> Vec<EmitterLayout> {
        fn extend(
            from: usize,
            width: usize,
            blocks: usize,
            mask: u32,
            into: &mut Vec<EmitterLayout>,
        ) {
            if blocks == 0 {
                return into.push(EmitterLayout(mask));
            }
            for start in from..=width.saturating_sub(EmitterLayout::BLOCK * blocks) {
                extend(
                    start + EmitterLayout::BLOCK,
                    width,
                    blocks - 1,
                    mask | 0b111 << start,
                    into,
                );
            }
        }
        let mut layouts = Vec::new();
        extend(0, width, blocks, 0, &mut layouts);
        layouts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_layouts_as_the_binomials_say() {
        let counts: Vec<usize> = (1..=7)
            .map(|blocks| EmitterLayout::all(21, blocks).len())
            .collect();
        assert_eq!(counts, [19, 136, 455, 715, 462, 84, 1]);
        assert_eq!(counts.iter().sum::<usize>(), 1872);
    }

    #[test]
    fn touching_blocks_are_told_apart() {
        let layout = EmitterLayout::of_blocks([1, 4, 9]);
        assert_eq!(layout.starts().collect::<Vec<_>>(), [1, 4, 9]);
        assert_eq!((layout.block_count(), layout.mask()), (3, 0b1110_0111_1110));
    }
}
