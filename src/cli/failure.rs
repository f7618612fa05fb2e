//! From an error to one line and an exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::command;
use super::near::nearest;
use super::sentence::one_line;
use tetris_printer::nes::RecordError;
use tetris_printer::nes::original::OriginalError;
use tetris_printer::plan::PlanError;
use tetris_printer::plan::erase::EraseError;
use tetris_printer::plan::feasibility::Impossible;
use tetris_printer::print::PrintError;

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
    let _ = io::stderr().write_all(format!("error: {line}\n").as_bytes());
    ExitCode::from(code(error))
}

/// The exit code that an error stands for.
pub fn code(error: &anyhow::Error) -> u8 {
    if error.is::<Mismatch>() || error.is::<Interrupted>() {
        return 1;
    }
    match error.downcast_ref::<OriginalError>() {
        Some(OriginalError::Print(error)) => return print_code(Some(error)),
        Some(OriginalError::Pilot(_) | OriginalError::NotDealt { .. }) => return 1,
        Some(OriginalError::Field | OriginalError::Level) | None => {}
    }
    if let Some(RecordError::Chance(_)) = error.downcast_ref() {
        return 1;
    }
    print_code(error.downcast_ref())
}

fn print_code(error: Option<&PrintError>) -> u8 {
    match error {
        Some(PrintError::Plan(error)) => plan_code(error),
        Some(PrintError::Erase(EraseError::TooWide { .. })) => 2,
        Some(PrintError::Erase(_)) => 1,
        Some(PrintError::Inexact(_) | PrintError::Unplayable(_)) => 1,
        Some(_) | None => 2,
    }
}

fn plan_code(error: &PlanError) -> u8 {
    match error {
        PlanError::Impossible(Impossible::TooLarge { .. }) => 2,
        PlanError::Impossible(_) | PlanError::NotFound | PlanError::Cancelled => 1,
        PlanError::TooManyColors { .. }
        | PlanError::TooWide { .. }
        | PlanError::TooHigh { .. }
        | PlanError::FieldWidth { .. } => 2,
    }
}

/// Prints what the parser of the arguments has to say: help on stdout, and as an error its reason in
/// one line.
pub fn report_usage(usage: &clap::Error) -> ExitCode {
    let is_help = usage.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if is_help || !usage.use_stderr() {
        return match usage.print().and_then(|()| std::io::stdout().flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => report(&error.into()),
            _ => ExitCode::from(usage.exit_code() as u8),
        };
    }
    if let Some(file) = misplaced_file(usage) {
        let (command, does) = match file.ends_with(".json") {
            true => ("replay", "plays"),
            false => ("print", "prints"),
        };
        let error = format!("{file} is not a command: `{command} {file} -o film.gif` {does} it");
        return report(&anyhow::Error::msg(error));
    }
    let text = usage.render().to_string();
    let text = match better_tip(usage) {
        Some((tip, better)) => text.replace(&tip, &better),
        None => text,
    };
    let text = text.replace(
        "invalid digit found in string",
        "write a whole number, 0 or more",
    );
    let text = in_words(&text);
    let reason = text.strip_prefix("error: ").unwrap_or(&text);
    report(&anyhow::Error::msg(usage_line(reason)))
}

/// With a range told as people do: `30 is not in 0..=29` becomes `30 is not from 0 to 29`.
fn in_words(text: &str) -> String {
    const BEFORE: &str = " is not in ";
    let told = text.split_once(BEFORE).and_then(|(before, range)| {
        let (range, after) = range.split_at(range.find(char::is_whitespace)?);
        let (first, last) = range.split_once("..")?;
        let told = match last.strip_prefix('=') {
            Some(last) => format!("from {first} to {last}"),
            None => format!("at least {first}"),
        };
        Some(format!("{before} is not {told}{after}"))
    });
    told.unwrap_or_else(|| text.to_owned())
}

/// A file where the name of a command should stand.
fn misplaced_file(usage: &clap::Error) -> Option<&str> {
    match usage.get(ContextKind::InvalidSubcommand)? {
        ContextValue::String(name) if name.contains('.') => Some(name),
        _ => None,
    }
}

/// The option that the parser takes for the one that was meant, and the one that is nearer.
fn better_tip(usage: &clap::Error) -> Option<(String, String)> {
    let ContextValue::String(written) = usage.get(ContextKind::InvalidArg)? else {
        return None;
    };
    let ContextValue::String(tip) = usage.get(ContextKind::SuggestedArg)? else {
        return None;
    };
    let arguments = std::env::args_os();
    let better = nearest(
        written,
        options_of(arguments.filter_map(|name| name.into_string().ok())),
    )?;
    Some((format!("'{tip}'"), format!("'{better}'")))
}

/// The long options of the command that the arguments begin with.
fn options_of(mut arguments: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    let program = command();
    let command = arguments.find_map(|name| program.find_subcommand(name).cloned());
    let options = command.map(|command| {
        let options = command
            .get_arguments()
            .filter_map(|option| option.get_long());
        options
            .map(|option| format!("--{option}"))
            .collect::<Vec<_>>()
    });
    options.unwrap_or_default().into_iter()
}

/// The paragraphs of a message about wrong usage, but for the usage itself.
fn usage_line(message: &str) -> String {
    let paragraphs = message.split("\n\n").map(str::trim);
    // Whoever mistypes an option does not mean a value that begins with a dash.
    let is_reason = |text: &&str| !text.starts_with("Usage:") && !text.starts_with("tip: to pass");
    let reasons = paragraphs.filter(is_reason);
    let reasons = reasons.map(|text| text.strip_prefix("For more information, ").unwrap_or(text));
    reasons.collect::<Vec<&str>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_told_in_words() {
        let told = |range: &str| in_words(&format!("30 is not in {range}\n\nFor more"));
        assert_eq!(told("0..=29"), "30 is not from 0 to 29\n\nFor more");
        assert_eq!(told("31..99"), "30 is not at least 31\n\nFor more");
        assert_eq!(in_words("it is not in it"), "it is not in it");
    }

    #[test]
    fn wrong_usage_is_told_in_one_line() {
        let message = "unexpected argument '--gof' found\n\n  tip: a similar argument exists: \
                       '--gif'\n\nUsage: x\n\nFor more information, try '--help'.\n";
        assert_eq!(
            usage_line(message),
            "unexpected argument '--gof' found; tip: a similar argument exists: '--gif'; try \
             '--help'."
        );
    }
}
