//! What can be asked of a print.

use super::{Columns, FieldChoice};
use crate::color::Rgb;
use crate::parse::display_name;
use crate::plan::minimal::{CarrierMode, Effort, FirstPairs, Placement};

/// Who finds the drops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Planner {
    /// The article's tables: [`plan_tables`](crate::plan::classic::plan_tables).
    Tables,
    /// The article's real-time search, improved: [`plan_realtime`](crate::plan::classic::plan_realtime).
    Realtime,
    /// The article's real-time search as it stands there, for comparison.
    Literal,
    /// Rows of scaffold on which the picture grows: [`plan_stages`](crate::plan::stages::plan_stages), at home on any
    /// width.
    Stages,
    /// The retrograde search: [`plan_minimal`](crate::plan::minimal::plan_minimal). Where the picture is too large for
    /// it, or where it finds nothing, [`Stages`](Planner::Stages) steps in, and then [`Realtime`](Planner::Realtime).
    #[default]
    Minimal,
}

impl Planner {
    /// The name that scripts and reports use.
    pub const fn name(self) -> &'static str {
        match self {
            Planner::Tables => "tables",
            Planner::Realtime => "realtime",
            Planner::Literal => "literal",
            Planner::Stages => "stages",
            Planner::Minimal => "minimal",
        }
    }
}

display_name!(Planner);

/// How a sprite is to be printed.
#[derive(Clone, Debug)]
pub struct PrintRequest {
    /// Who finds the drops.
    pub planner: Planner,
    /// The field that the game is played on.
    pub field: FieldChoice,
    /// What all random choices are drawn from; another seed finds another plan.
    pub seed: u64,
    /// The colour of an empty cell, which no pixel may have; chosen if absent: black, or the first of a few dark and
    /// light ones that the sprite does not have, and on which its outline is seen.
    pub field_color: Option<Rgb>,
    /// The work of the minimal planner.
    pub effort: Effort,
    /// Whether the minimal planner goes on until the monitor says that the time is up, whatever the effort.
    pub open_ended: bool,
    /// The pieces that the minimal planner lets carry the colours; chosen if absent: the console's styles for up to
    /// three colours, free carriers for more.
    pub carriers: Option<CarrierMode>,
    /// Never drop the same kind of piece twice in a row; for the minimal planner only.
    pub no_repeat: bool,
    /// The first two pieces of the minimal planner's plan, where the game does not deal every beginning.
    pub first_pairs: FirstPairs,
    /// Columns in which anything may be left beside the picture; for the minimal planner only.
    pub free_columns: Columns,
    /// The field column of the image's column 0, below 0 if that column is empty; chosen if absent, beside the free
    /// columns if there is room. For the minimal planner only.
    pub left: Option<i32>,
    /// What the minimal planner looks at where it chooses that column itself.
    pub placement: Placement,
}

impl Default for PrintRequest {
    fn default() -> Self {
        PrintRequest {
            planner: Planner::default(),
            field: FieldChoice::default(),
            seed: 1,
            field_color: None,
            effort: Effort::default(),
            open_ended: false,
            carriers: None,
            no_repeat: false,
            first_pairs: FirstPairs::ALL,
            free_columns: Columns::default(),
            left: None,
            placement: Placement::Middle,
        }
    }
}
