//! One frame of the falling piece: shift, then rotate, then drop.

use super::buttons::Buttons;
use super::rules::{AutoRepeat, RuleSet, Rules};
use crate::game::{Column, FieldSize, Placement, Playfield, Pose, Row, Tetromino, Turn};

/// The falling piece: its pose and where its origin is. The origin is always inside the field;
/// other cells may be above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActivePiece {
    /// The kind and the way it points.
    pub pose: Pose,
    /// The row of the origin.
    pub row: Row,
    /// The column of the origin.
    pub column: Column,
}

impl ActivePiece {
    /// A piece as it enters a field: in its spawn pose, on the top row, in the middle.
    pub const fn spawn(piece: Tetromino, size: FieldSize) -> Self {
        ActivePiece {
            pose: piece.spawn_pose(),
            row: Row(0),
            column: Column(size.width() / 2),
        }
    }

    /// The piece of a placement.
    pub const fn resting(placement: Placement) -> Self {
        let Placement { pose, column, row } = placement;
        let shape = pose.shape();
        ActivePiece {
            pose,
            row: Row(row.0 + shape.origin_row as usize),
            column: Column(column.0 + shape.origin_column as usize),
        }
    }

    /// Its kind.
    pub const fn piece(self) -> Tetromino {
        self.pose.piece()
    }

    /// The piece's cells that are inside the field.
    pub fn cells(self) -> impl Iterator<Item = (Column, Row)> {
        self.pose.cells_at(self.row, self.column)
    }

    /// Where the piece is as a [`Placement`]; `None` while a cell is above the field.
    pub fn placement(self) -> Option<Placement> {
        let shape = self.pose.shape();
        let corner = |at: usize, origin: i8| at.checked_add_signed(-isize::from(origin));
        Some(Placement {
            pose: self.pose,
            column: Column(corner(self.column.0, shape.origin_column)?),
            row: Row(corner(self.row.0, shape.origin_row)?),
        })
    }

    /// Whether the piece overlaps a filled cell, a wall or the floor.
    pub fn collides(self, field: &Playfield) -> bool {
        field.collides(self.pose, self.row.0 as i32, self.column.0 as i32)
    }

    /// The piece one column further; `None` if it does not fit there.
    fn shifted(self, by: isize, field: &Playfield) -> Option<ActivePiece> {
        let column = Column(self.column.0.checked_add_signed(by)?);
        Some(ActivePiece { column, ..self }).filter(|piece| !piece.collides(field))
    }

    /// The piece turned; `None` if it does not fit: there are no wall kicks.
    fn turned(self, turn: Turn, field: &Playfield) -> Option<ActivePiece> {
        let pose = self.pose.turned(turn);
        Some(ActivePiece { pose, ..self }).filter(|piece| !piece.collides(field))
    }

    /// The piece one row down; `None` if it does not fit there.
    fn fallen(self, field: &Playfield) -> Option<ActivePiece> {
        let row = Row(self.row.0 + 1);
        Some(ActivePiece { row, ..self }).filter(|piece| !piece.collides(field))
    }
}

/// The buttons as the game sees them in one frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Input {
    pub held: Buttons,
    /// Those of them that were up in the frame before.
    pub pressed: Buttons,
}

impl Input {
    pub fn new(held: Buttons, previous: Buttons) -> Self {
        Input {
            held,
            pressed: held.difference(previous),
        }
    }
}

/// The part of the rules that steering depends on, at one level.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct SteeringRules {
    pub set: RuleSet,
    pub frames_per_row: u8,
    auto_repeat: AutoRepeat,
}

impl SteeringRules {
    pub fn new(rules: &Rules, level: u8) -> Self {
        SteeringRules {
            set: rules.set,
            frames_per_row: rules.frames_per_row(level),
            auto_repeat: rules.region.auto_repeat(),
        }
    }
}

/// What one frame did to the piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct FrameEffect {
    pub is_shifted: bool,
    pub is_turned: bool,
    /// Rows that it went down.
    pub fell: usize,
    /// The piece could not move down: it locks.
    pub is_down: bool,
}

/// The counters of the falling piece. That of the auto-repeat is kept from piece to piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    /// Frames that Left or Right has been held.
    pub auto_repeat: u8,
    /// 0 without a soft drop, else 1 or 2: the frames since it last moved the piece. From [`HANG`](Self::HANG) on it
    /// counts up to 0, and until then the piece hangs.
    pub soft_drop: u8,
    /// Frames since the piece last fell.
    pub fall: u8,
    /// Rows of the current soft drop.
    pub pushed: u16,
}

impl Counters {
    /// The first piece of a game hangs for 96 frames, or until Down is pressed.
    const HANG: u8 = 160;

    /// The counters when the first piece of a game enters.
    pub fn at_first_spawn() -> Self {
        Counters {
            soft_drop: Self::HANG,
            ..Counters::default()
        }
    }

    /// Frames that the piece still hangs if Down is not pressed.
    pub fn hang(self) -> u8 {
        match self.soft_drop {
            Self::HANG.. => self.soft_drop.wrapping_neg(),
            _ => 0,
        }
    }

    /// The counters when the next piece enters.
    pub fn at_spawn(self) -> Self {
        Counters {
            auto_repeat: self.auto_repeat,
            ..Counters::default()
        }
    }

    /// Plays one frame.
    pub(in crate::game) fn advance(
        &mut self,
        piece: &mut ActivePiece,
        input: Input,
        field: &Playfield,
        rules: &SteeringRules,
    ) -> FrameEffect {
        let is_shifted = self.shift(piece, input, field, rules);
        let is_turned = turn(piece, input, field);
        let (fell, is_down) = self.drop(piece, input, field, rules);
        FrameEffect {
            is_shifted,
            is_turned,
            fell,
            is_down,
        }
    }

    fn shift(
        &mut self,
        piece: &mut ActivePiece,
        input: Input,
        field: &Playfield,
        rules: &SteeringRules,
    ) -> bool {
        let Input { held, pressed } = input;
        if held.contains(Buttons::DOWN) || !held.intersects(Buttons::SIDEWAYS) {
            return false;
        }
        match rules.set {
            RuleSet::Cartridge => {}
            RuleSet::Nes if pressed.intersects(Buttons::SIDEWAYS) => self.auto_repeat = 0,
            RuleSet::Nes => {
                self.auto_repeat += 1;
                if self.auto_repeat < rules.auto_repeat.charged {
                    return false;
                }
                self.auto_repeat = rules.auto_repeat.recoil;
            }
        }
        let by = if held.contains(Buttons::RIGHT) { 1 } else { -1 };
        let shifted = piece.shifted(by, field);
        match shifted {
            Some(shifted) => *piece = shifted,
            // A blocked move charges the counter, so the piece moves as soon as the way is free.
            None => self.auto_repeat = rules.auto_repeat.charged,
        }
        shifted.is_some()
    }

    /// Lets the piece fall; returns by how many rows, and whether it has landed.
    fn drop(
        &mut self,
        piece: &mut ActivePiece,
        input: Input,
        field: &Playfield,
        rules: &SteeringRules,
    ) -> (usize, bool) {
        self.fall = self.fall.saturating_add(1);
        match rules.set {
            RuleSet::Cartridge if input.pressed.contains(Buttons::UP) => {
                return (fall_to_rest(piece, field), true);
            }
            RuleSet::Cartridge | RuleSet::Nes => {}
        }
        if self.hangs(input) || (!self.pushes(input) && self.fall < rules.frames_per_row) {
            return (0, false);
        }
        self.fall = 0;
        match piece.fallen(field) {
            Some(fallen) => {
                *piece = fallen;
                (1, false)
            }
            None => (0, true),
        }
    }

    /// Whether nothing moves the piece down in this frame, since it is the first one.
    fn hangs(&mut self, Input { pressed, .. }: Input) -> bool {
        let is_hanging = self.hang() > 0 && !pressed.contains(Buttons::DOWN);
        self.soft_drop = match (self.hang(), is_hanging) {
            (0, _) => self.soft_drop,
            (_, true) => self.soft_drop.wrapping_add(1),
            (_, false) => 0,
        };
        is_hanging
    }

    /// Whether the soft drop moves the piece in this frame: Down, pressed and held alone, does so
    /// every second frame.
    fn pushes(&mut self, Input { held, pressed }: Input) -> bool {
        let is_alone = |buttons: Buttons| buttons & Buttons::DIRECTIONS == Buttons::DOWN;
        if self.soft_drop == 0 {
            let starts = is_alone(pressed) && !held.intersects(Buttons::SIDEWAYS);
            self.soft_drop = starts.into();
            return false;
        }
        if !is_alone(held) {
            (self.soft_drop, self.pushed) = (0, 0);
            return false;
        }
        self.soft_drop += 1;
        let pushes = self.soft_drop == 3;
        if pushes {
            self.soft_drop = 1;
            self.pushed = self.pushed.saturating_add(1);
        }
        pushes
    }
}

/// A newly pressed A or B rotates the piece; A wins over B.
fn turn(piece: &mut ActivePiece, Input { pressed, .. }: Input, field: &Playfield) -> bool {
    let turn = if pressed.contains(Buttons::A) {
        Turn::Clockwise
    } else if pressed.contains(Buttons::B) {
        Turn::Counterclockwise
    } else {
        return false;
    };
    let turned = piece.turned(turn, field);
    *piece = turned.unwrap_or(*piece);
    turned.is_some()
}

fn fall_to_rest(piece: &mut ActivePiece, field: &Playfield) -> usize {
    let start = piece.row.0;
    while let Some(fallen) = piece.fallen(field) {
        *piece = fallen;
    }
    piece.row.0 - start
}
