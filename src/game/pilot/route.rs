//! Every position that a falling piece can be steered to: a breadth-first search, frame by frame.
//!
//! Only gravity moves the piece down here, so after a given number of frames it is on the same row
//! however it was steered. The rest of its state is its pose, its column and the buttons still held
//! from the frame before. A set holds the columns of the piece's origin for each pose and pair of
//! buttons, so a frame is a few shifts of such sets. The layers of the search are kept, and the route is read from them
//! backwards.

use crate::game::console::{ActivePiece, Buttons, Console, RuleSet, SteeringRules};
use crate::game::{ColumnSet, Playfield, Pose, Row, Turn};

/// How a piece is shifted on the cartridge; the console's game is always played by taps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steering {
    /// Left or Right is held: one column per frame.
    #[default]
    Held,
    /// Left or Right is pressed and released: one column every two frames, as a thumb can do it.
    Taps,
}

/// The buttons that can shift in one frame, and those that can rotate.
const SHIFTS: [Buttons; 3] = [Buttons::NONE, Buttons::LEFT, Buttons::RIGHT];
const TURNS: [Buttons; 3] = [Buttons::NONE, Buttons::A, Buttons::B];

/// Where the piece can be after the shift and turn of a frame, before it falls.
struct Layer {
    /// By pose, by the shift and by the turn of this frame.
    reached: [[[ColumnSet; 3]; 3]; 4],
    /// By pose, where the piece fits on the row that it was steered on.
    open: [ColumnSet; 4],
    row: Row,
}

/// Breadth-first search over all ways of steering a piece.
pub(super) struct RouteSearch<'a> {
    field: &'a Playfield,
    rules: SteeringRules,
    /// Whether a held button shifts the piece in every frame.
    repeats_every_frame: bool,
    /// The poses of the piece, each a turn clockwise from the one before.
    poses: Vec<Pose>,
    /// The buttons before the first frame.
    held: Buttons,
    /// Frames since the piece last fell.
    fall: u8,
    /// Frames until the piece begins to fall at all.
    hang: u8,
    /// The row on which the next frame steers.
    row: Row,
    /// The start, then one layer per frame.
    layers: Vec<Layer>,
}

impl<'a> RouteSearch<'a> {
    pub fn new(
        console: &'a Console,
        piece: ActivePiece,
        rules: SteeringRules,
        steering: Steering,
    ) -> Self {
        let mut poses = vec![piece.pose];
        let mut pose = piece.pose.turned(Turn::Clockwise);
        while pose != piece.pose {
            poses.push(pose);
            pose = pose.turned(Turn::Clockwise);
        }
        let mut search = RouteSearch {
            field: console.field().playfield(),
            repeats_every_frame: rules.set == RuleSet::Cartridge && steering == Steering::Held,
            rules,
            poses,
            held: console.buttons(),
            fall: console.counters().fall,
            hang: console.counters().hang(),
            row: piece.row,
            layers: Vec::with_capacity(64),
        };
        let mut start = Layer {
            reached: [[[ColumnSet::EMPTY; 3]; 3]; 4],
            open: search.open(),
            row: piece.row,
        };
        let held = |choices: [Buttons; 3]| {
            let is_held = |choice: &Buttons| console.buttons().contains(*choice);
            choices.iter().rposition(is_held).unwrap_or(0)
        };
        start.reached[0][held(SHIFTS)][held(TURNS)] =
            start.open[0] & ColumnSet::of_mask(1, piece.column.0);
        search.layers.push(start);
        search
    }

    /// Whether the piece can be above `target` now, so that it only needs to fall.
    pub fn reaches(&self, target: ActivePiece) -> bool {
        let (layer, pose) = (self.last(), self.index(target.pose));
        let mut ways = layer.reached[pose].as_flattened().iter();
        layer.row <= target.row && ways.any(|columns| columns.contains(target.column.0))
    }

    /// Searches one frame further; `false` once the piece has landed whatever the buttons were.
    pub fn advance(&mut self) -> bool {
        let before = self.last();
        let open = if before.row == self.row {
            before.open
        } else {
            self.open()
        };
        let choices = if self.must_release() { 0..1 } else { 0..3 };
        let mut reached = [[[ColumnSet::EMPTY; 3]; 3]; 4];
        let mut is_down = true;
        for (pose, shift, turn) in self.states() {
            let from = before.reached[pose][shift][turn] & open[pose];
            if from.is_empty() {
                continue;
            }
            is_down = false;
            for next_shift in choices.clone().filter(|next| self.can_shift(shift, *next)) {
                let columns = shifted(from, next_shift) & open[pose];
                for next_turn in choices.clone().filter(|next| self.can_turn(turn, *next)) {
                    let next = self.turned(pose, next_turn);
                    reached[next][next_shift][next_turn] |= columns & open[next];
                }
            }
        }
        self.layers.push(Layer {
            reached,
            open,
            row: self.row,
        });
        self.fall = self.fall.saturating_add(1);
        if self.hang > 0 {
            self.hang -= 1;
        } else if self.fall >= self.rules.frames_per_row {
            self.fall = 0;
            self.row.0 += 1;
        }
        !is_down
    }

    /// The buttons, one entry per frame, that bring the piece above a `target` that it
    /// [`reaches`](Self::reaches) now. Moves come early and idle frames late.
    pub fn route(&self, target: ActivePiece) -> Vec<Buttons> {
        let mut pose = self.index(target.pose);
        let mut column = target.column.0;
        let (mut shift, mut turn) = self
            .ways_into(self.last(), pose, column)
            .next()
            .expect("the target is reached");
        let mut moves = Vec::with_capacity(self.layers.len());
        for pair in self.layers.windows(2).rev() {
            let before = &pair[0];
            moves.push(SHIFTS[shift] | TURNS[turn]);
            pose = self.turned_back(pose, turn);
            column = (column + usize::from(SHIFTS[shift] == Buttons::LEFT))
                - usize::from(SHIFTS[shift] == Buttons::RIGHT);
            (shift, turn) = self
                .ways_into(before, pose, column)
                .find(|way| self.can_shift(way.0, shift) && self.can_turn(way.1, turn))
                .expect("every way comes from the layer before");
        }
        moves.reverse();
        moves
    }

    /// The shifts and turns of a layer that lead to a pose and column, the idle ones first.
    fn ways_into(
        &self,
        layer: &Layer,
        pose: usize,
        column: usize,
    ) -> impl Iterator<Item = (usize, usize)> {
        let reached = layer.reached[pose];
        (0..9)
            .map(|way| (way / 3, way % 3))
            .filter(move |(shift, turn)| reached[*shift][*turn].contains(column))
    }

    fn last(&self) -> &Layer {
        let last = self.layers.last();
        last.expect("the search starts with a layer")
    }

    fn states(&self) -> impl Iterator<Item = (usize, usize, usize)> + use<> {
        (0..9 * self.poses.len()).map(|state| (state / 9, state / 3 % 3, state % 3))
    }

    /// Whether the first frame has to release two opposite buttons that were held together, a state
    /// that the layers do not model.
    fn must_release(&self) -> bool {
        let pairs = [Buttons::SIDEWAYS, Buttons::A | Buttons::B];
        self.layers.len() == 1 && pairs.iter().any(|pair| self.held.contains(*pair))
    }

    /// Whether a frame that follows one with `held` can shift. The console shifts when a button is
    /// pressed, and its auto-repeat then waits longer than pressing again takes; the cartridge
    /// shifts in every frame while the button is held.
    fn can_shift(&self, held: usize, next: usize) -> bool {
        next == 0 || next != held || self.repeats_every_frame
    }

    /// Whether a frame that follows one with `held` can turn: only a new press turns.
    fn can_turn(&self, held: usize, next: usize) -> bool {
        next == 0 || (next != held && self.poses.len() > 1)
    }

    fn turned(&self, pose: usize, turn: usize) -> usize {
        let count = self.poses.len();
        (pose + [0, 1, count - 1][turn]) % count
    }

    fn turned_back(&self, pose: usize, turn: usize) -> usize {
        let count = self.poses.len();
        (pose + [0, count - 1, 1][turn]) % count
    }

    fn index(&self, pose: Pose) -> usize {
        let index = self.poses.iter().position(|other| *other == pose);
        index.expect("a piece is only brought to a pose of its own")
    }

    /// By pose, where the piece fits on the row of the next frame.
    fn open(&self) -> [ColumnSet; 4] {
        let mut open = [ColumnSet::EMPTY; 4];
        for (open, pose) in open.iter_mut().zip(&self.poses) {
            *open = open_columns(self.field, *pose, self.row);
        }
        open
    }
}

/// The columns in which a piece with its origin on `row` fits.
fn open_columns(field: &Playfield, pose: Pose, row: Row) -> ColumnSet {
    let full = field.size().full_row();
    let fits = |(y, x): (i8, i8)| {
        let free = match row.0.checked_add_signed(y.into()) {
            None => full,
            Some(y) => field
                .rows()
                .get(y)
                .map_or(ColumnSet::EMPTY, |filled| full & !*filled),
        };
        match x {
            ..0 => free.moved_right(usize::from(x.unsigned_abs())),
            0.. => free.moved_left(usize::from(x.unsigned_abs())),
        }
    };
    (pose.cells().into_iter()).fold(full, |open, cell| open & fits(cell))
}

fn shifted(columns: ColumnSet, shift: usize) -> ColumnSet {
    match SHIFTS[shift] {
        Buttons::LEFT => columns.moved_left(1),
        Buttons::RIGHT => columns.moved_right(1),
        _ => columns,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FieldSize;

    #[test]
    fn open_columns_are_those_without_a_collision() {
        let narrow = "....\n....\n#...\n.#.#\n####\n#..#";
        let wide = format!("{0}.\n{0}.\n{0}#\n#{0}", "...#....#".repeat(7));
        for text in [narrow, &wide] {
            let field: Playfield = text.parse().unwrap();
            for pose in Pose::ALL {
                for row in 0..field.height() + 1 {
                    let open = open_columns(&field, pose, Row(row));
                    for column in 0..field.width() {
                        let is_open = !field.collides(pose, row as i32, column as i32);
                        assert_eq!(open.contains(column), is_open, "{pose:?} {row} {column}");
                    }
                }
            }
        }
        let size = FieldSize::new(256, 4).unwrap();
        let open = open_columns(&Playfield::new(size), Pose::IVertical, Row(0));
        assert_eq!(open.count(), 256);
    }
}
