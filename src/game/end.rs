//! Why a game for points has ended.

use serde::{Deserialize, Serialize};

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The target score is reached exactly.
    Target,
    /// The lines are cleared.
    Lines,
    /// The pieces are placed.
    Pieces,
    /// Every placement of the piece has a cell above the field; on the console, pieces can no longer
    /// enter.
    Overflow,
    /// Every placement that stays inside the field would overshoot the target.
    Overshoot,
}

impl End {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            End::Target => "target",
            End::Lines => "lines",
            End::Pieces => "pieces",
            End::Overflow => "overflow",
            End::Overshoot => "overshoot",
        }
    }

    /// The word that a player reads at the end of a game with or without a target score.
    pub const fn word(self, has_target: bool) -> &'static str {
        match self {
            End::Target => "REACHED",
            _ if has_target => "MISSED",
            End::Overflow | End::Overshoot => "OVER",
            End::Lines | End::Pieces => "DONE",
        }
    }
}
