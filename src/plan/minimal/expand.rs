//! All drops that may have led to a field, and the fields before them.
//!
//! Most of these fields are too bad to be kept, so each is scored [in outline](super::sketch)
//! before it is made, and not at all where even an optimistic guess would be refused.

use super::row_bits::{RowBits, USUAL_WIDTH};
use super::score::{Counts, Remaining, Scorer};
use super::sketch::Sketch;
use super::state::{NO_PARENT, ROWS, State};
use super::surface::Surface;
use super::unmove::{Unmove, UnmoveGroup};
use crate::game::{FieldSize, Tetromino};

/// What keeps the search among fields that good plans go through.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub rows: RowLimits,
    /// The most cells, with the piece that is taken out.
    pub cells: u32,
    /// The most fillers in a row: drops of which no pixel stays.
    pub fillers: u8,
    pub no_repeat: bool,
}

/// The most rows that are worked on at a time. A field that has more of them already may keep them.
#[derive(Clone, Copy, Debug)]
pub struct RowLimits {
    pub scaffold: u32,
    /// Active rows of the picture.
    pub picture: u32,
}

impl RowLimits {
    // The limits where the search has failed at a dead end 0 or 1 times, 2 or 3 times, and more
    // often. The first finds the shortest plans; with two scaffold rows plans get much longer. The
    // others trade pieces for a way out: the fewer rows of the picture are in work, the fewer
    // pixels are left behind that become dead ends, and one more row of scaffold helps to get at
    // them. They were chosen on pictures that found no plan without them: up to 60x40 pixels, and
    // small outlined sprites.
    const BY_CAUTION: [RowLimits; 3] = [
        RowLimits {
            scaffold: 3,
            picture: 3,
        },
        RowLimits {
            scaffold: 4,
            picture: 2,
        },
        RowLimits {
            scaffold: 4,
            picture: 1,
        },
    ];

    /// For a search that has failed so often lately at a dead end. In a wide field more places are
    /// unfinished at a time, and it is enough that one is a dead end.
    pub fn after_failures(failures: u32, field: FieldSize) -> RowLimits {
        let is_wide = field.width() > USUAL_WIDTH;
        let caution = failures as usize / 2 + usize::from(is_wide);
        RowLimits::BY_CAUTION[caution.min(2)]
    }

    fn or_those_of<R: RowBits>(self, state: &State<R>) -> RowLimits {
        let scaffold = state.scaffold.count_ones();
        RowLimits {
            scaffold: self.scaffold.max(scaffold),
            picture: self.picture.max(u32::from(state.active) - scaffold),
        }
    }
}

/// What becomes of the fields that are found.
pub trait Visitor<R> {
    /// Whether a field with this many pixels and this score is worth making.
    fn accepts(&self, pixels: u16, score: i32) -> bool;

    /// Takes a field whose hash and parent are not filled in.
    fn visit(&mut self, state: State<R>);
}

/// Visits each field from which one drop leads to `state`, unless the limits forbid it or the
/// visitor does not accept it. The empty field is always visited.
pub fn expand<R: RowBits>(
    state: &State<R>,
    scorer: &Scorer<R>,
    groups: &[UnmoveGroup],
    limits: Limits,
    visitor: &mut impl Visitor<R>,
) {
    let surface = Surface::new(state, scorer);
    let repeats = limits.no_repeat && state.parent != NO_PARENT;
    let expansion = Expansion {
        state,
        surface: &surface,
        scorer,
        limits: Limits {
            rows: limits.rows.or_those_of(state),
            ..limits
        },
        forbidden: repeats.then(|| state.piece()),
    };
    for group in groups.iter().filter(|group| expansion.has_room_for(group)) {
        for row in 0..(surface.len + 1).saturating_sub(group.kept) {
            if expansion.may_reach(group, row) {
                expansion.visit_group(group, row, visitor);
            }
        }
    }
}

// Pruning margins. A child is first scored without what is dear to score, and refused where even a
// gain of the margin would not make it good enough. That is optimistic, but no bound: a child that
// gains more, and is wanted only for that, is missed. Smaller margins are faster and miss more.
// They are set by hand, in the unit of the weights, where a scaffold run is worth about 3,000;
// `tetris-printer bench sprites` shows pieces and seconds.

/// How much better than those of the field that it comes from a field's patterns may score.
const PATTERN_MARGIN: i32 = 3000;
/// How much better than its field with the lines restored a field without the piece may score.
const REMOVAL_MARGIN: i32 = 5000;

/// A field and all that its expansion asks.
struct Expansion<'a, R> {
    state: &'a State<R>,
    surface: &'a Surface<R>,
    scorer: &'a Scorer<'a, R>,
    limits: Limits,
    /// The piece that would repeat.
    forbidden: Option<Tetromino>,
}

/// A field whose cleared lines are full again, before the piece is taken out.
struct Restored<R> {
    sketch: Sketch<R>,
    /// An optimistic guess at what its rows will score. Unknown where no line was restored: there
    /// it would be no better than the score of the field itself.
    optimistic: Option<i32>,
}

/// What all fields without a piece have in common, in whatever column it was.
struct Removal<'a, R> {
    restored: &'a Restored<R>,
    unmove: &'a Unmove,
    remaining: Remaining,
    fillers: u8,
}

impl<R: RowBits> Expansion<'_, R> {
    /// Whether the limits allow as many restored lines.
    fn has_room_for(&self, group: &UnmoveGroup) -> bool {
        let restored = group.cleared.count_ones();
        let width = self.scorer.target.field.width() as u32;
        restored + self.state.scaffold.count_ones() <= self.limits.rows.scaffold
            && self.state.cells() + width * restored <= self.limits.cells
    }

    /// Whether a piece may have its lowest kept row at `row`: not too deep, and with a cell of its
    /// highest kept row that nothing stands on.
    fn may_reach(&self, group: &UnmoveGroup, row: usize) -> bool {
        // One row more than allowed, for the piece may empty the highest.
        let is_too_deep = self.surface.picture_rows_above(row) > self.limits.rows.picture + 1;
        let is_buried = group.kept > 0 && self.surface.exposed >> (row + group.kept - 1) & 1 == 0;
        !is_too_deep && !is_buried
    }

    /// Visits the fields before all drops of a group whose lowest kept row is `row`.
    fn visit_group(&self, group: &UnmoveGroup, row: usize, visitor: &mut impl Visitor<R>) {
        let full_row = self.scorer.target.full_row;
        let mut restored = None;
        for unmove in &group.unmoves {
            if Some(unmove.pose.piece()) == self.forbidden {
                continue;
            }
            let columns = self.surface.columns(unmove, row, full_row);
            if columns.is_empty() {
                continue;
            }
            // Lines are restored once for all pieces, and only if there is one.
            if restored.is_none() {
                restored = self.restore(group, row);
            }
            match &restored {
                Some(restored) => self.visit_columns(restored, unmove, columns, visitor),
                None => return,
            }
        }
    }

    /// `None` if the playfield is too low.
    fn restore(&self, group: &UnmoveGroup, row: usize) -> Option<Restored<R>> {
        let sketch = Sketch::with_lines_restored(self.surface, self.scorer, group, row)?;
        let optimistic = (group.cleared != 0).then(|| {
            sketch.features(self.surface, self.scorer) + self.surface.pattern_score()
                - REMOVAL_MARGIN
        });
        Some(Restored { sketch, optimistic })
    }

    /// Visits the fields without the piece at any of these columns.
    fn visit_columns(
        &self,
        restored: &Restored<R>,
        unmove: &Unmove,
        columns: R,
        visitor: &mut impl Visitor<R>,
    ) {
        let remaining = restored.sketch.remaining(self.state, self.scorer, unmove);
        let is_filler = remaining.pixels == self.state.pixels;
        let removal = Removal {
            restored,
            unmove,
            remaining,
            fillers: if is_filler { self.state.fillers + 1 } else { 0 },
        };
        if let Some(rows) = restored.optimistic {
            let counts = restored.sketch.counts(remaining);
            if !removal.is_accepted(self.scorer.counts(&counts) + rows, visitor) {
                return;
            }
        }
        let mut columns = columns.to_mask();
        while columns != 0 {
            let column = columns.trailing_zeros();
            columns &= columns - 1;
            self.visit_column(&removal, column, visitor);
        }
    }

    #[inline]
    fn visit_column(&self, removal: &Removal<R>, column: u32, visitor: &mut impl Visitor<R>) {
        let (surface, scorer) = (self.surface, self.scorer);
        let restored = &removal.restored.sketch;
        let Some(sketch) = restored.without(removal.unmove, column, surface, scorer) else {
            return;
        };
        let counts = sketch.counts(removal.remaining);
        if !self.limits.allow(&counts, removal.fillers) {
            return;
        }
        let without_patterns = scorer.counts(&counts) + sketch.features(surface, scorer);
        let optimistic = without_patterns + surface.pattern_score() - PATTERN_MARGIN;
        if !removal.is_accepted(optimistic, visitor) {
            return;
        }
        let score = without_patterns + sketch.patterns(surface, scorer);
        if removal.is_accepted(score, visitor) {
            visitor.visit(State {
                score,
                fillers: removal.fillers,
                pose: removal.unmove.pose as u8,
                column: column as u8,
                ..sketch.state(surface, removal.remaining)
            });
        }
    }
}

impl<R> Removal<'_, R> {
    /// Whether a field with this score is wanted; the empty field always is.
    fn is_accepted(&self, score: i32, visitor: &impl Visitor<R>) -> bool {
        self.remaining.is_empty() || visitor.accepts(self.remaining.pixels, score)
    }
}

impl Limits {
    fn allow(&self, counts: &Counts, fillers: u8) -> bool {
        let rows = counts.picture_rows + counts.scaffold_rows;
        rows as usize <= ROWS
            && counts.scaffold_rows <= self.rows.scaffold
            && counts.picture_rows <= self.rows.picture
            && fillers <= self.fillers
    }
}

#[cfg(test)]
mod tests;
