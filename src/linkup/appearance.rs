//! Which blocks are empty cells, by how they look.

use super::Kind;
use super::face::Likeness;

/// The share of its sides on which a plain block has the colour of the gap if it is certainly an empty cell, and the
/// mean share if the blocks of its kind are.
// Tiles next to an empty cell may have frames that are taken for the gap, so the mean may be low.
const CERTAINLY_GROUND: f32 = 0.5;
const MIN_GROUND: f32 = 0.15;

/// The share of plain blocks that makes a kind plain.
const MOSTLY_PLAIN: f32 = 0.5;

/// How many blocks plain kinds have if they are empty cells, as a share of what as many other kinds have.
const MANY: f32 = 0.9;

/// The same for a kind that looks like the face of the others: between drawn lines an empty cell does, too.
// Tuned with the rule below it on 150 scenes: at 0.9 every white dragon is lost, at 2 many empty cells are tiles.
const MANY_FACES: f32 = 1.5;

/// What tells an empty cell, of a block or of a cluster of blocks on average.
#[derive(Clone, Copy, Debug, Default)]
pub struct Appearance {
    /// The share of sides on which it has the colour of the gap; 0 unless it is plain.
    pub ground: f32,
    /// The share of plain blocks.
    pub plain: f32,
    /// The shares of plain blocks that look like the [face](Likeness::Face) of other tiles, and like none.
    pub face: f32,
    pub other: f32,
    pub blocks: usize,
}

impl Appearance {
    /// Of a block with a pattern.
    pub fn patterned() -> Appearance {
        Appearance {
            blocks: 1,
            ..Appearance::default()
        }
    }

    /// Of a plain block.
    pub fn plain(ground: f32, likeness: Likeness) -> Appearance {
        let share = |wanted| f32::from(u8::from(likeness == wanted));
        Appearance {
            ground,
            plain: 1.0,
            face: share(Likeness::Face),
            other: share(Likeness::Other),
            blocks: 1,
        }
    }

    fn of_all(blocks: impl Iterator<Item = Appearance>) -> Appearance {
        let sum = blocks.fold(Appearance::default(), |sum, block| Appearance {
            ground: sum.ground + block.ground,
            plain: sum.plain + block.plain,
            face: sum.face + block.face,
            other: sum.other + block.other,
            blocks: sum.blocks + block.blocks,
        });
        let count = sum.blocks.max(1) as f32;
        Appearance {
            ground: sum.ground / count,
            plain: sum.plain / count,
            face: sum.face / count,
            other: sum.other / count,
            ..sum
        }
    }

    /// Whether the block shows the ground, whatever other blocks look like.
    pub fn is_certainly_ground(&self) -> bool {
        self.ground >= CERTAINLY_GROUND
    }

    fn is_plain(&self) -> bool {
        self.plain > MOSTLY_PLAIN
    }

    fn has_a_face(&self) -> bool {
        self.face > MOSTLY_PLAIN
    }
}

/// The kind of each block, given its cluster and its appearance; `None` if its cluster seems to be empty cells.
/// `shows_ground` says whether other blocks certainly are.
pub fn kinds_of(clusters: &[usize], seen: &[Appearance], shows_ground: bool) -> Vec<Option<Kind>> {
    let count = clusters.iter().max().map_or(0, |last| last + 1);
    let members = |cluster: usize| {
        let all = clusters.iter().zip(seen);
        all.filter(move |(other, _)| **other == cluster)
    };
    let clusters_seen: Vec<Appearance> = (0..count)
        .map(|cluster| Appearance::of_all(members(cluster).map(|(_, seen)| *seen)))
        .collect();
    let usual = clusters.len() as f32 / count.max(1) as f32;
    let bare = BareKinds::of(&clusters_seen, usual, shows_ground);
    let mut next = 0;
    let kinds: Vec<Option<Kind>> = (clusters_seen.iter())
        .map(|seen| {
            let is_kind = seen.ground <= MIN_GROUND && !bare.holds(seen);
            next += u16::from(is_kind);
            is_kind.then(|| Kind(next - 1))
        })
        .collect();
    clusters.iter().map(|cluster| kinds[*cluster]).collect()
}

/// Which plain kinds are empty cells: among patterned tiles the many are, and a few are tiles.
struct BareKinds {
    /// Blocks of a kind on average.
    usual: f32,
    /// Plain kinds that do not look like the face of a tile.
    plain: usize,
    has_patterns: bool,
    shows_ground: bool,
}

impl BareKinds {
    fn of(kinds: &[Appearance], usual: f32, shows_ground: bool) -> BareKinds {
        let plain = kinds.iter().filter(|kind| kind.is_plain());
        BareKinds {
            usual,
            plain: plain.clone().filter(|kind| !kind.has_a_face()).count(),
            has_patterns: 2 * plain.count() < kinds.len() && kinds.len() > 2,
            shows_ground,
        }
    }

    fn holds(&self, kind: &Appearance) -> bool {
        if !self.has_patterns || !kind.is_plain() {
            return false;
        }
        let blocks = kind.blocks as f32;
        match (kind.has_a_face(), self.shows_ground) {
            // Beside real empty cells, what looks like a tile is one.
            (true, true) => false,
            (true, false) => blocks >= MANY_FACES * self.usual,
            (false, _) => blocks >= MANY * self.usual * self.plain as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the blocks in groups of these sizes are tiles, the last of which has nothing on it.
    fn tiles(sizes: &[usize], likeness: Likeness, shows_ground: bool) -> usize {
        let last = sizes.len() - 1;
        let blocks = sizes.iter().enumerate();
        let groups = blocks.flat_map(|(group, size)| vec![group; *size]);
        let groups: Vec<usize> = groups.collect();
        let seen = groups.iter().map(|group| match *group == last {
            true => Appearance::plain(0.0, likeness),
            false => Appearance::patterned(),
        });
        let kinds = kinds_of(&groups, &seen.collect::<Vec<_>>(), shows_ground);
        kinds.iter().flatten().count()
    }

    #[test]
    fn blocks_with_nothing_on_them_are_no_tiles_where_they_are_many() {
        for likeness in [Likeness::Unknown, Likeness::Other] {
            assert_eq!(tiles(&[4, 6, 4, 6, 8], likeness, false), 20);
            assert_eq!(tiles(&[4, 6, 4, 6, 2], likeness, false), 22);
            // Of two kinds one has nothing on it.
            assert_eq!(tiles(&[4, 8], likeness, false), 12);
        }
    }

    #[test]
    fn a_white_dragon_is_a_tile() {
        assert_eq!(tiles(&[4, 4, 4, 4, 4], Likeness::Face, false), 20);
        assert_eq!(tiles(&[4, 4, 4, 4, 8], Likeness::Face, false), 16);
        assert_eq!(tiles(&[4, 4, 4, 4, 8], Likeness::Face, true), 24);
    }
}
