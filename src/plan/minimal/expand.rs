//! All drops that may have led to a field, and the fields before them.
//!
//! Most of these fields are too bad to be kept, so each is scored in outline before it is made, and
//! not at all where its rows promise nothing.

use super::row::{Row, USUAL_WIDTH};
use super::score::{Counts, Scorer};
use super::sketch::Sketch;
use super::state::{NO_PARENT, ROWS, State};
use super::undrop::{Opening, Undrop};
use super::window::Window;
use crate::game::{FieldSize, Pose};

/// What keeps the search among fields that good plans go through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub rows: OpenRows,
    /// The most cells, with the piece that is taken out.
    pub cells: u32,
    /// The most drops in a row of which no pixel stays.
    pub stall: u8,
    pub no_repeat: bool,
}

/// The most rows that are worked on at a time. What has more of them already may keep them.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenRows {
    pub scaffold: u32,
    /// Active rows of the picture.
    pub picture: u32,
}

impl OpenRows {
    /// The first ones find the shortest plans. The fewer rows of the picture, the fewer pixels are left
    /// behind that are dead ends later, and one more row of scaffold may help them out.
    const BY_CAUTION: [OpenRows; 3] = [
        OpenRows {
            scaffold: 3,
            picture: 3,
        },
        OpenRows {
            scaffold: 4,
            picture: 2,
        },
        OpenRows {
            scaffold: 4,
            picture: 1,
        },
    ];

    /// For a field where the search has died so often lately. In a wide field more places are
    /// unfinished at a time, and it is enough that one is a dead end.
    pub fn after_deaths(deaths: u32, field: FieldSize) -> OpenRows {
        let is_wide = field.width() > USUAL_WIDTH;
        let caution = deaths as usize / 2 + usize::from(is_wide);
        OpenRows::BY_CAUTION[caution.min(2)]
    }

    fn or_those_of<R: Row>(self, state: &State<R>) -> OpenRows {
        let scaffold = state.scaffold.count_ones();
        OpenRows {
            scaffold: self.scaffold.max(scaffold),
            picture: self.picture.max(u32::from(state.active) - scaffold),
        }
    }
}

/// What becomes of the fields that are found.
pub(super) trait Visitor<R> {
    /// Whether a field with so many pixels and such a score is worth making.
    fn wants(&self, pixels: u16, score: i32) -> bool;

    /// Takes a field whose hash and parent are not filled in.
    fn visit(&mut self, state: State<R>);
}

/// Visits each field from which one drop leads to `state`, unless the limits forbid it or the visitor
/// does not want it. The empty field is always visited.
pub(super) fn expand<R: Row>(
    state: &State<R>,
    scorer: &Scorer<R>,
    openings: &[Opening],
    limits: Limits,
    visitor: &mut impl Visitor<R>,
) {
    let window = Window::new(state, scorer);
    let width = scorer.target.field.width() as u32;
    let open_rows = state.scaffold.count_ones();
    let limits = Limits {
        rows: limits.rows.or_those_of(state),
        ..limits
    };
    let expansion = Expansion {
        state,
        window: &window,
        scorer,
        limits,
    };
    for opening in openings {
        let inserted = opening.cleared.count_ones();
        if inserted + open_rows > limits.rows.scaffold
            || state.cells() + width * inserted > limits.cells
        {
            continue;
        }
        for row in 0..(window.len + 1).saturating_sub(opening.kept) {
            // One row more than allowed, for the piece may empty the highest.
            let is_too_deep = window.picture_rows_above(row) > limits.rows.picture + 1;
            let kept = opening.kept;
            let is_buried = kept > 0 && window.exposed >> (row + kept - 1) & 1 == 0;
            if !is_too_deep && !is_buried {
                expansion.visit_all(opening, row, visitor);
            }
        }
    }
}

/// How much better than the field that it comes from a field's patterns may score: one that scores
/// better still and is wanted only for that is missed.
const SURPRISE: i32 = 3000;
/// How much better a field may score for losing the piece, where rows were filled for it; likewise.
const RELIEF: i32 = 5000;

/// A field and all that its expansion asks.
struct Expansion<'a, R> {
    state: &'a State<R>,
    window: &'a Window<R>,
    scorer: &'a Scorer<'a, R>,
    limits: Limits,
}

/// A field with its rows full again, before the piece is taken out.
struct Opened<R> {
    sketch: Sketch<R>,
    /// What its rows may come to score. Unknown where no row was filled: there it is no better guess
    /// than the field itself.
    promise: Option<i32>,
}

impl<R: Row> Expansion<'_, R> {
    /// Visits the fields before all drops of an opening whose lowest kept row is `row`.
    fn visit_all(&self, opening: &Opening, row: usize, visitor: &mut impl Visitor<R>) {
        let last_piece = (self.limits.no_repeat && self.state.parent != NO_PARENT)
            .then(|| Pose::ALL[self.state.pose as usize].piece());
        let full_row = self.scorer.target.full_row;
        let mut opened = None;
        for undrop in &opening.undrops {
            if Some(undrop.pose.piece()) == last_piece {
                continue;
            }
            let columns = self.window.columns(undrop, row, full_row);
            if columns.is_empty() {
                continue;
            }
            if opened.is_none() {
                opened = self.open(opening, row);
            }
            match &opened {
                Some(opened) => self.visit_without(opened, undrop, columns, visitor),
                None => return,
            }
        }
    }

    /// `None` if the playfield is too low.
    fn open(&self, opening: &Opening, row: usize) -> Option<Opened<R>> {
        let sketch = Sketch::opened(self.window, self.scorer, opening, row)?;
        let promise = (opening.cleared != 0).then(|| {
            sketch.features(self.window, self.scorer) + self.window.pattern_score() - RELIEF
        });
        Some(Opened { sketch, promise })
    }

    /// Visits the fields without the piece at any of these columns.
    fn visit_without(
        &self,
        opened: &Opened<R>,
        undrop: &Undrop,
        columns: R,
        visitor: &mut impl Visitor<R>,
    ) {
        let (state, window, scorer) = (self.state, self.window, self.scorer);
        let left = opened.sketch.left(state, scorer, undrop);
        let is_end = left.pixels + left.scaffold_cells == 0;
        if let Some(promise) = opened.promise
            && !is_end
            && !visitor.wants(
                left.pixels,
                scorer.counts(&opened.sketch.counts(left)) + promise,
            )
        {
            return;
        }
        let gains_nothing = left.pixels == state.pixels;
        let stall = if gains_nothing { state.stall + 1 } else { 0 };
        let mut columns = columns.to_mask();
        while columns != 0 {
            let column = columns.trailing_zeros();
            columns &= columns - 1;
            let Some(sketch) = opened.sketch.without(undrop, column, window, scorer) else {
                continue;
            };
            let counts = sketch.counts(left);
            if !self.limits.allow(&counts, stall) {
                continue;
            }
            let wants = |score| is_end || visitor.wants(left.pixels, score);
            let features = scorer.counts(&counts) + sketch.features(window, scorer);
            // Patterns take the most time, and seldom change more than this.
            if !wants(features + window.pattern_score() - SURPRISE) {
                continue;
            }
            let score = features + sketch.patterns(window, scorer);
            if wants(score) {
                visitor.visit(State {
                    score,
                    stall,
                    pose: undrop.pose as u8,
                    column: column as u8,
                    ..sketch.state(window, left)
                });
            }
        }
    }
}

impl Limits {
    fn allow(&self, counts: &Counts, stall: u8) -> bool {
        let rows = counts.picture_rows + counts.scaffold_rows;
        rows as usize <= ROWS
            && counts.scaffold_rows <= self.rows.scaffold
            && counts.picture_rows <= self.rows.picture
            && stall <= self.stall
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::game::{Column, PieceDrop, Playfield, Tetromino};
    use crate::plan::minimal::penalties::Penalties;
    use crate::plan::minimal::target::Target;
    use crate::plan::{Carriers, Picture};
    use crate::sprite::Sprite;

    const LIMITS: Limits = Limits {
        rows: OpenRows {
            scaffold: 3,
            picture: 4,
        },
        cells: 1000,
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
        let openings = Opening::all();
        let penalties = Penalties::none(target.rows.len());
        let scorer = Scorer::new(target, &penalties);
        expand(state, &scorer, &openings, *limits, &mut All(&mut children));
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
                    let drop = PieceDrop::new(pose, Column(child.column.into()));
                    assert!(field.drop(drop).is_ok(), "{drop} on\n{field}");
                    assert_eq!(field.to_string(), after.to_string(), "{drop}");
                    checked += 1;
                    next.push(child);
                }
            }
            // A sample of every kind of child.
            states = next.into_iter().step_by(7).take(300).collect();
        }
        assert!(checked > 1000, "{checked}");
    }

    #[test]
    fn a_candidate_scores_like_the_field_that_it_becomes() {
        let carriers = Carriers::new(|piece| Some((piece.index() % 2) as u8));
        let target = target("ab.a\nabba\n.bb.\nbaab", "9x14", &carriers);
        let penalties = Penalties::none(target.rows.len());
        let scorer = Scorer::new(&target, &penalties);
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
            rows: OpenRows {
                scaffold: 1,
                ..LIMITS.rows
            },
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
