//! Which option helps against an error: the library's errors say what is wrong and carry the figures, and only the
//! program knows what its options are called.

use std::error::Error;

use tetris_printer::plan::PlanError;
use tetris_printer::plan::feasibility::Impossible;

/// What to try, as the end of the error's line.
pub fn remedy(error: &(dyn Error + 'static)) -> Option<String> {
    let remedies: [fn(&(dyn Error + 'static)) -> Option<String>; 1] =
        [|error| plan(error.downcast_ref()?)];
    remedies.iter().find_map(|remedy| remedy(error))
}

fn plan(error: &PlanError) -> Option<String> {
    Some(match error {
        PlanError::Impossible(reason) => return impossible(reason),
        PlanError::TooManyColors { most, .. } if *most < 6 => {
            format!("try --colors {most}, or --planner minimal --carriers free")
        }
        PlanError::TooManyColors { most, .. } => format!("try --colors {most}"),
        PlanError::TooWide { .. } => {
            "choose --planner minimal, crop it, or give the factor it was enlarged by with \
                                      --scale"
                .to_owned()
        }
        PlanError::TooHigh { .. } => {
            "choose a higher --field, crop it, or give the factor it was enlarged by with \
                                      --scale"
                .to_owned()
        }
        PlanError::FieldWidth { needed, .. } => {
            format!("choose --planner minimal, or a --field {needed} columns wide")
        }
        PlanError::NotFound => "try --effort best, another --seed or a higher --field".to_owned(),
        PlanError::Cancelled => return None,
    })
}

fn impossible(reason: &Impossible) -> Option<String> {
    match reason {
        Impossible::Empty | Impossible::EmptyRow { .. } => None,
        Impossible::TooLarge { .. } => Some(
            "try --field auto, crop it, or give the factor it was enlarged by with --scale"
                .to_owned(),
        ),
        Impossible::FullRow { .. } | Impossible::Parity { .. } => {
            Some("--field auto chooses such a field".to_owned())
        }
    }
}
