//! From an error to one line and an exit code.

use std::process::ExitCode;

use crate::plan::PlanError;
use crate::plan::feasibility::Impossible;

/// The picture does not match.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Mismatch(pub String);

/// Ctrl-C came when the plan was ready but the pictures were not.
#[derive(Debug, thiserror::Error)]
#[error("interrupted: nothing was written")]
pub struct Interrupted;

/// Prints the error in one line on stderr. The exit code is 1 where the picture is the reason (it
/// does not match, cannot exist, or was not found) and 2 otherwise.
pub fn report(error: &anyhow::Error) -> ExitCode {
    let line = one_line(error);
    // Nothing can be done about a stderr that is closed.
    let _ = std::io::Write::write_all(
        &mut std::io::stderr(),
        format!("error: {line}\n").as_bytes(),
    );
    ExitCode::from(code(error))
}

/// The exit code that an error stands for.
pub fn code(error: &anyhow::Error) -> u8 {
    if error.is::<Mismatch>() || error.is::<Interrupted>() {
        return 1;
    }
    match error.downcast_ref::<PlanError>() {
        Some(PlanError::Impossible(Impossible::TooLarge { .. })) => 2,
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

/// The error and its causes, but for those that the message before has told already.
pub fn one_line(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error
        .chain()
        .map(|cause| cause.to_string().replace('\n', " "))
    {
        if line.is_empty() {
            line = cause;
        } else if !line.ends_with(&cause) {
            line += &format!(": {cause}");
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_cause_is_told_once() {
        let cause = anyhow::anyhow!("no such\nfile");
        let error = Err::<(), _>(cause)
            .context("cannot read: no such file")
            .context("x");
        assert_eq!(
            one_line(&error.unwrap_err()),
            "x: cannot read: no such file"
        );
    }
}
