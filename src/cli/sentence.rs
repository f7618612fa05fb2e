//! An error as one sentence, the same in the program and in its page.

use super::doubts::Doubts;
use super::remedy::remedy;

/// The error and its causes, but for those that the message before has told already, and what helps against it.
pub fn one_line(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain().map(|cause| tidy(&cause.to_string())) {
        if line.is_empty() {
            line = cause;
        } else if !line.ends_with(&cause) {
            line += &format!(": {cause}");
        }
    }
    let doubts = error.downcast_ref::<Doubts>();
    let is_true_size = doubts.is_some_and(|doubts| doubts.is_true_size);
    if let Some(remedy) = error.chain().find_map(|error| remedy(error, is_true_size)) {
        line += &format!(": {remedy}");
    }
    line
}

/// A message on one line of a sensible length, without what would move the cursor: it may quote a
/// file.
fn tidy(message: &str) -> String {
    const LONGEST: usize = 600;
    let words: Vec<&str> = message.split_whitespace().collect();
    let line = words.join(" ").replace(char::is_control, "\u{fffd}");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn what_a_message_quotes_moves_no_cursor_and_fills_no_screen() {
        let error = anyhow::anyhow!("`\x1b[2J\t{}` is no picture", "\0".repeat(100_000));
        let line = one_line(&error);
        assert!(line.starts_with("`\u{fffd}[2J \u{fffd}") && line.ends_with("\u{fffd} ..."));
        assert_eq!(line.chars().count(), 604);
    }

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
