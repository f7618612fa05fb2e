//! From an error to one line and an exit code.

use std::process::ExitCode;

use crate::plan::PlanError;

/// The picture does not match.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Mismatch(pub String);

/// Prints the error in one line on stderr. The exit code is 1 where the picture is the reason (it
/// does not match, cannot exist, or was not found) and 2 otherwise.
pub fn report(error: &anyhow::Error) -> ExitCode {
    let line = format!("{error:#}").replace('\n', " ");
    // Nothing can be done about a stderr that is closed.
    let _ = std::io::Write::write_all(
        &mut std::io::stderr(),
        format!("error: {line}\n").as_bytes(),
    );
    ExitCode::from(code(error))
}

fn code(error: &anyhow::Error) -> u8 {
    if error.is::<Mismatch>() {
        return 1;
    }
    match error.downcast_ref::<PlanError>() {
        Some(PlanError::Impossible(_) | PlanError::NotFound | PlanError::Cancelled) => 1,
        Some(
            PlanError::TooManyColors { .. }
            | PlanError::TooWide { .. }
            | PlanError::TooHigh { .. }
            | PlanError::FieldWidth { .. },
        )
        | None => 2,
    }
}
