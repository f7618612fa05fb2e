//! The sprites of a film, which keep their relative sizes.

use std::num::NonZeroUsize;

use num_integer::gcd;

use super::output::Target;
use super::reading::{ReadingArgs, file_of};
use tetris_printer::game::FieldSize;
use tetris_printer::sprite::ReadSprite;

impl ReadingArgs {
    /// Reads all sprites. The frames of an animation are enlarged by one factor, whatever one of them looks like alone, and
    /// so are the sprites of a film that has room for them.
    pub fn read_film(&self, sources: &[Target]) -> anyhow::Result<Vec<ReadSprite>> {
        let reads = sources.iter().map(|source| self.read(source));
        let mut reads: Vec<ReadSprite> = reads.collect::<Result<_, _>>()?;
        if self.options().fit {
            return Ok(reads);
        }
        let files: Vec<Target> = sources.iter().map(file_of).collect();
        let scales: Vec<usize> = reads.iter().map(|read| read.scale).collect();
        let has_room = have_room(&reads);
        for (place, read) in reads.iter_mut().enumerate() {
            let others = files.iter().zip(&scales);
            let others = others.filter(|(file, _)| has_room || **file == files[place]);
            let common = common_scale(others.map(|(_, scale)| *scale));
            // What was blurred has no other scale.
            if common.get() < read.scale
                && let Ok(larger) = self.read_at_scale(&sources[place], common)
            {
                *read = larger;
            }
        }
        Ok(reads)
    }
}

/// Whether all fit on the usual field at their relative sizes.
fn have_room(reads: &[ReadSprite]) -> bool {
    let common = common_scale(reads.iter().map(|read| read.scale));
    let field = FieldSize::STANDARD;
    let fits = |read: &ReadSprite| {
        let size = |length: usize| length * read.scale / common;
        size(read.sprite.width()) <= field.width() && size(read.sprite.height()) <= field.height()
    };
    reads.iter().all(fits)
}

fn common_scale(scales: impl Iterator<Item = usize>) -> NonZeroUsize {
    NonZeroUsize::new(scales.fold(0, gcd)).unwrap_or(NonZeroUsize::MIN)
}
