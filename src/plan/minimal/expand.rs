//! All drops that may have led to a field, and the fields before them.
//!
//! Most of these fields are too bad to be kept, so each is scored before it is made: only the rows
//! of the piece and those next to them score otherwise than in the field that it comes from.

use super::row::Row;
use super::score::{Around, Counts, Scorer};
use super::state::{NO_PARENT, ROWS, State};
use super::undrop::Undrop;
use super::window::{LOCAL_ROWS, RowScores, Window};
use crate::game::Pose;

/// What keeps the search among fields that good plans go through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The most scaffold rows at a time.
    pub scaffold_rows: u32,
    /// The most active rows of the picture at a time.
    pub picture_rows: u32,
    /// The most drops in a row of which no pixel stays.
    pub stall: u8,
    pub no_repeat: bool,
}

/// What becomes of the fields that are found.
pub(super) trait Visitor<R> {
    /// Whether a field with so many pixels and such a score is worth making.
    fn wants(&self, pixels: u16, score: i32) -> bool;

    /// Takes a field whose hash and parent are not filled in.
    fn visit(&mut self, state: State<R>);
}

/// Visits each field from which one drop leads to `state`, unless the limits forbid it, it has
/// more than `most_cells` cells, or the visitor does not want it. The empty field is always visited.
pub(super) fn expand<R: Row>(
    state: &State<R>,
    scorer: &Scorer<R>,
    undrops: &[Undrop],
    limits: &Limits,
    most_cells: u32,
    visitor: &mut impl Visitor<R>,
) {
    let window = Window::new(state, scorer);
    let last_piece = (limits.no_repeat && state.parent != NO_PARENT)
        .then(|| Pose::ALL[state.pose as usize].piece());
    let width = scorer.target.field.width() as u32;
    let open_rows = state.scaffold.count_ones();
    for undrop in undrops {
        let is_repeat = Some(undrop.pose.piece()) == last_piece;
        let inserted = undrop.cleared.count_ones();
        if is_repeat
            || inserted + open_rows > limits.scaffold_rows
            || state.cells() + width * inserted > most_cells + 4
        {
            continue;
        }
        for row in 0..(window.len + 1).saturating_sub(undrop.kept) {
            // One row more than allowed, for the piece may empty the highest.
            let is_too_deep = window.picture_rows_above(row) > limits.picture_rows + 1;
            if is_too_deep || undrop.kept > 0 && window.exposed >> (row + undrop.kept - 1) & 1 == 0
            {
                continue;
            }
            let mut columns = window
                .columns(undrop, row, scorer.target.full_row)
                .to_mask();
            while columns != 0 {
                let column = columns.trailing_zeros();
                columns &= columns - 1;
                let Some(sketch) = Sketch::new(state, &window, scorer, undrop, row, column) else {
                    continue;
                };
                if !sketch.keeps(limits) {
                    continue;
                }
                let (pixels, is_end) = (sketch.counts.pixels, sketch.is_empty_field());
                let features = sketch.features(&window, scorer);
                // Patterns take the most time, and seldom change more than this.
                if !is_end && !visitor.wants(pixels, features + window.pattern_score() - SURPRISE) {
                    continue;
                }
                let score = features + sketch.patterns(&window, scorer);
                if is_end || visitor.wants(pixels, score) {
                    visitor.visit(sketch.state(&window, score));
                }
            }
        }
    }
}

/// How much better than the field that it comes from a field's patterns may score: one that scores
/// better still and is wanted only for that is missed.
const SURPRISE: i32 = 3000;

/// The field before a drop: the field after it, but for the rows of the piece.
struct Sketch<R> {
    /// The rows of the piece without it, after the three rows below them and before the three above.
    lines: [R; LINES],
    /// How many of the rows of the piece were not empty.
    height: usize,
    /// The row of the window where they begin.
    row: usize,
    /// The row of the window that comes after them.
    from: usize,
    /// The rows of the field that were scaffold, a bit a row of the window as it was.
    scaffold: u32,
    /// The lowest row that was touched.
    lowest: usize,
    active: usize,
    counts: Counts,
    stall: u8,
    pose: u8,
    column: u8,
}

/// Where the rows of the piece begin in a sketch.
const BEGIN: usize = 3;
const LINES: usize = BEGIN + 4 + 3;

impl<R: Row> Sketch<R> {
    /// `None` if the piece sticks out of the field, or an empty row would lie under a filled one,
    /// which no drop can leave.
    fn new(
        state: &State<R>,
        window: &Window<R>,
        scorer: &Scorer<R>,
        undrop: &Undrop,
        row: usize,
        column: u32,
    ) -> Option<Self> {
        let field = scorer.target.field;
        let mut lines = [R::EMPTY; LINES];
        let mut scaffold = window.scaffold & ((1 << row) - 1);
        let mut from = row;
        let mut pixels = 0;
        let mut scaffold_cells = i32::from(state.scaffold_cells);
        for i in 0..undrop.height {
            let piece = R::from_mask(u64::from(undrop.rows[i])) << column;
            let cells = i32::from(undrop.cells[i]);
            if undrop.cleared >> i & 1 == 1 {
                lines[BEGIN + i] = scorer.target.full_row & !piece;
                scaffold |= 1 << (row + i);
                scaffold_cells += field.width() as i32 - cells;
                continue;
            }
            lines[BEGIN + i] = window.rows[from] & !piece;
            let is_scaffold = window.scaffold >> from & 1;
            scaffold |= is_scaffold << (row + i);
            let on_scaffold = cells * is_scaffold as i32;
            scaffold_cells -= on_scaffold;
            pixels += cells - on_scaffold;
            from += 1;
        }
        let mut height = undrop.height;
        if from == window.len {
            while height > 0 && lines[BEGIN + height - 1].is_empty() {
                height -= 1;
            }
        }
        let len = row + height + window.len - from;
        // The two top rows are empty before a drop.
        if lines[BEGIN..BEGIN + height]
            .iter()
            .any(|row| row.is_empty())
            || window.first + row + undrop.height > field.height()
            || window.first + len + 2 > field.height()
        {
            return None;
        }
        for below in 1..=BEGIN.min(row + 1) {
            lines[BEGIN - below] = window.below[row + 1 - below];
        }
        for above in 0..LINES - BEGIN - 4 {
            lines[BEGIN + height + above] = window.rows[from + above];
        }
        scaffold |= (window.scaffold >> from) << (row + undrop.height);
        let lowest = row.min(window.reached);
        let active = len - lowest;
        scaffold &= (1 << len) - 1;
        Some(Sketch {
            lines,
            height,
            row,
            from,
            scaffold,
            lowest,
            active,
            counts: Counts {
                pixels: state.pixels - pixels as u16,
                scaffold_cells: scaffold_cells as u16,
                picture_rows: active as u32 - scaffold.count_ones(),
                scaffold_rows: scaffold.count_ones(),
            },
            stall: if pixels == 0 { state.stall + 1 } else { 0 },
            pose: undrop.pose as u8,
            column: column as u8,
        })
    }

    fn keeps(&self, limits: &Limits) -> bool {
        self.active <= ROWS
            && self.counts.scaffold_rows <= limits.scaffold_rows
            && self.counts.picture_rows <= limits.picture_rows
            && self.stall <= limits.stall
    }

    fn is_empty_field(&self) -> bool {
        self.counts.pixels == 0 && self.counts.scaffold_cells == 0
    }

    /// What the counts and features of the field score, without the part of [`Scorer::floating`].
    fn features(&self, window: &Window<R>, scorer: &Scorer<R>) -> i32 {
        let untouched =
            |rows, above, is_scaffold| scorer.features_of_untouched(rows, above, is_scaffold);
        let features = |around: &Around<R>| scorer.features(around);
        let rows = self.sum(window, &window.features, 1, untouched, features);
        scorer.counts(&self.counts) + rows
    }

    /// What its patterns score.
    fn patterns(&self, window: &Window<R>, scorer: &Scorer<R>) -> i32 {
        let untouched =
            |rows, above, is_scaffold| scorer.patterns_of_untouched(rows, above, is_scaffold);
        let patterns = |around: &Around<R>| scorer.patterns(around);
        self.sum(window, &window.patterns, 2, untouched, patterns)
    }

    /// What all rows score: those of the piece, the one above them, and so many below them anew, the
    /// others as in the window.
    fn sum(
        &self,
        window: &Window<R>,
        known: &RowScores,
        below: usize,
        of_untouched: impl Fn(usize, R, u32) -> i32,
        of_row: impl Fn(&Around<R>) -> i32,
    ) -> i32 {
        let below = below.min(self.row - self.lowest);
        let first_row = self.row - below;
        let mut score = if below > 0 {
            known.untouched + known.sum(self.lowest, first_row)
        } else {
            let is_scaffold = self.scaffold >> self.lowest & 1;
            let rows = window.first + self.lowest;
            of_untouched(rows, self.lines[BEGIN], is_scaffold)
        };
        let mut picture_row = window.picture_row(first_row, self.scaffold);
        let is_below_others = self.from < window.len;
        let lines = BEGIN - below..BEGIN + self.height + usize::from(is_below_others);
        for (row, line) in (first_row..).zip(lines) {
            let around = Around {
                below: self.lines[line - 1],
                cells: self.lines[line],
                above: self.lines[line + 1],
                second_above: self.lines[line + 2],
                scaffold: self.scaffold << 1 >> row & 15,
                picture_row,
            };
            score += of_row(&around);
            picture_row += usize::from(!around.is_scaffold());
        }
        if is_below_others {
            score += known.sum(self.from + 1, window.len);
        }
        score
    }

    /// The field itself.
    fn state(&self, window: &Window<R>, score: i32) -> State<R> {
        // Copies of a fixed size are much faster, so there is room for one from any row.
        let mut rows = [R::EMPTY; 2 * LOCAL_ROWS + 4];
        rows[..LOCAL_ROWS].copy_from_slice(&window.rows[..LOCAL_ROWS]);
        rows[self.row..self.row + 4].copy_from_slice(&self.lines[BEGIN..BEGIN + 4]);
        let end = self.row + self.height;
        rows[end..end + LOCAL_ROWS].fill(R::EMPTY);
        for (row, cells) in (end..).zip(&window.rows[self.from..window.len]) {
            rows[row] = *cells;
        }
        let active_rows = rows[self.lowest..self.lowest + ROWS].try_into();
        State {
            rows: active_rows.expect("a slice of as many rows"),
            hash: 0,
            score,
            parent: 0,
            pixels: self.counts.pixels,
            scaffold_cells: self.counts.scaffold_cells,
            untouched: (window.first + self.lowest) as u16,
            active: self.active as u8,
            scaffold: (self.scaffold >> self.lowest) as u8,
            pose: self.pose,
            column: self.column,
            stall: self.stall,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::game::{Column, Drop, Playfield, Tetromino};
    use crate::plan::minimal::target::Target;
    use crate::plan::{Carriers, Picture};
    use crate::sprite::Sprite;

    const LIMITS: Limits = Limits {
        scaffold_rows: 3,
        picture_rows: 4,
        stall: 24,
        no_repeat: false,
    };

    struct All<'a>(&'a mut Vec<State<u32>>);

    impl Visitor<u32> for All<'_> {
        fn wants(&self, _: u16, _: i32) -> bool {
            true
        }

        fn visit(&mut self, state: State<u32>) {
            self.0.push(state);
        }
    }

    fn target(drawing: &str, size: &str, carriers: &Carriers) -> Target<u32> {
        let colors = |letter: char| Some(Rgb::new(letter as u8, 0, 0));
        let picture = Picture::of(&Sprite::from_diagram(drawing, colors).unwrap()).unwrap();
        let free = vec![0; picture.height()];
        Target::new(&picture, size.parse().unwrap(), carriers, 1, &free)
    }

    fn children(state: &State<u32>, target: &Target<u32>, limits: &Limits) -> Vec<State<u32>> {
        let mut children = Vec::new();
        let undrops = Undrop::all(3);
        let scorer = Scorer::new(target);
        expand(
            state,
            &scorer,
            &undrops,
            limits,
            1000,
            &mut All(&mut children),
        );
        children
    }

    fn playfield(state: &State<u32>, target: &Target<u32>) -> Playfield {
        let untouched = target.rows[..state.untouched as usize]
            .iter()
            .map(|row| row.pixels);
        let active = state.rows[..state.active as usize].iter().copied();
        let rows: Vec<u32> = untouched.chain(active).collect();
        let line = |row: usize| -> String {
            let cells = rows.get(row).copied().unwrap_or(0);
            let width = target.field.width();
            (0..width)
                .map(|x| if cells >> x & 1 == 1 { '#' } else { '.' })
                .collect()
        };
        let lines: Vec<String> = (0..target.field.height()).rev().map(line).collect();
        lines.join("\n").parse().unwrap()
    }

    #[test]
    fn what_was_taken_back_falls_into_its_place_again() {
        let carriers = Carriers::new(|piece| Some((piece.index() % 2) as u8));
        let target = target("ab.a\nabba\n.bb.", "7x14", &carriers);
        let mut states = vec![State::finished(&target)];
        let mut checked = 0;
        for _ in 0..5 {
            let mut next = Vec::new();
            for state in &states {
                let after = playfield(state, &target);
                for child in children(state, &target, &LIMITS) {
                    let mut field = playfield(&child, &target);
                    let pose = Pose::ALL[child.pose as usize];
                    let drop = Drop::new(pose, Column(child.column.into()));
                    assert!(field.drop(drop).is_ok(), "{drop} on\n{field}");
                    assert_eq!(field.to_string(), after.to_string(), "{drop}");
                    checked += 1;
                    next.push(child);
                }
            }
            // A sample of every kind of child.
            states = next.into_iter().step_by(17).take(200).collect();
        }
        assert!(checked > 1000, "{checked}");
    }

    #[test]
    fn a_candidate_scores_like_the_field_that_it_becomes() {
        let carriers = Carriers::new(|piece| Some((piece.index() % 2) as u8));
        let target = target("ab.a\nabba\n.bb.\nbaab", "9x14", &carriers);
        let scorer = Scorer::new(&target);
        let mut states = vec![State::finished(&target)];
        for _ in 0..6 {
            let next = states
                .iter()
                .flat_map(|state| children(state, &target, &LIMITS));
            states = next.step_by(3).take(300).collect();
            for state in &states {
                let anew = Window::new(state, &scorer).score(state, &scorer);
                assert_eq!(state.score, anew, "{state:?}");
            }
        }
        assert!(states.len() > 100);
    }

    #[test]
    fn only_carriers_of_its_colour_leave_a_pixel() {
        let carriers = Carriers::new(|piece| match piece {
            Tetromino::J => Some(0),
            Tetromino::O => Some(1),
            _ => None,
        });
        let target = target("ab", "21x42", &carriers);
        for child in children(&State::finished(&target), &target, &LIMITS) {
            if child.pixels < 2 {
                assert_eq!(Pose::ALL[child.pose as usize].piece(), Tetromino::J);
            }
        }
    }

    #[test]
    fn the_limits_hold() {
        let carriers = Carriers::new(|_| Some(0));
        let target = target("a.a\naaa", "21x42", &carriers);
        let narrow = Limits {
            scaffold_rows: 1,
            ..LIMITS
        };
        for child in children(&State::finished(&target), &target, &narrow) {
            assert!(child.scaffold.count_ones() <= 1);
        }
        let first = children(&State::finished(&target), &target, &LIMITS)[0];
        let no_repeat = Limits {
            no_repeat: true,
            ..LIMITS
        };
        let state = State { parent: 0, ..first };
        let piece = |state: &State<u32>| Pose::ALL[state.pose as usize].piece();
        assert!(
            children(&state, &target, &LIMITS)
                .iter()
                .any(|child| piece(child) == piece(&state))
        );
        assert!(
            children(&state, &target, &no_repeat)
                .iter()
                .all(|child| piece(child) != piece(&state))
        );
    }
}
