//! Why a sprite was not printed.

use std::fmt;

use super::Columns;
use crate::color::Rgb;
use crate::game::FieldSize;
use crate::plan::PlanError;
use crate::plan::erase::EraseError;
use crate::plan::feasibility::Impossible;
use crate::verify::Verdict;

/// Why there is no print.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// No plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The picture of a film cannot be taken away by playing on.
    #[error(transparent)]
    Erase(#[from] EraseError),
    /// [`FieldChoice::Auto`](super::FieldChoice::Auto) knows no field for it.
    #[error(
        "the picture is {width}x{height} pixels; a field is chosen for at most {most_width}x{most_height}"
    )]
    TooLargeForAuto {
        /// Columns of the picture.
        width: usize,
        /// Rows of the picture.
        height: usize,
        /// Columns of the widest picture that a field is chosen for.
        most_width: usize,
        /// Rows of the highest one.
        most_height: usize,
    },
    /// Pixels of the field's colour could not be told from empty cells.
    #[error("{0} is a colour of the sprite, so its pixels would look empty")]
    FieldColorTaken(Rgb),
    /// The sprite has every colour that an empty cell could have.
    #[error("no colour is left for empty cells")]
    NoFieldColor,
    /// Something that only the minimal planner can do was asked of another.
    #[error("only the minimal planner {0}")]
    MinimalOnly(MinimalOnly),
    /// Free columns beside the field.
    #[error("the free columns {columns} are not all on the field: it has the columns 0 to {}", field.width() - 1)]
    NoSuchColumns {
        /// What was asked for.
        columns: Columns,
        /// The field.
        field: FieldSize,
    },
    /// The picture would not stand on the field.
    #[error(
        "with its first column at {left} the image would stand beside the field {field}: it has room from {first} to \
         {last}"
    )]
    Beside {
        /// The field column asked for the image's column 0.
        left: i32,
        /// The field.
        field: FieldSize,
        /// The lowest column that the image's column 0 may have.
        first: i64,
        /// The highest one.
        last: i64,
    },
    /// The plan does not leave the sprite: a defect of the planner, never of the sprite.
    #[error(
        "the planner is wrong: its plan leaves {} cells that are not as the sprite wants them (please report this)",
        .0.differences.len()
    )]
    Inexact(Verdict),
    /// The game refuses a drop of the plan: a defect of the planner, never of the sprite.
    #[error("the planner is wrong: {0} (please report this)")]
    Unplayable(String),
}

impl From<Impossible> for PrintError {
    fn from(reason: Impossible) -> Self {
        PrintError::Plan(reason.into())
    }
}

/// What only the minimal planner can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinimalOnly {
    /// Never the same kind of piece twice in a row.
    NoRepeat,
    /// Columns whose content does not matter.
    FreeColumns,
    /// A place for the picture.
    Left,
}

impl fmt::Display for MinimalOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MinimalOnly::NoRepeat => "avoids repeated pieces",
            MinimalOnly::FreeColumns => "knows free columns",
            MinimalOnly::Left => "can be told where the picture stands",
        })
    }
}
