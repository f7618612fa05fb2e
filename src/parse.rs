//! Why a text that a user wrote does not parse as a value.

/// A text that does not say what it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {what}: {remedy}")]
pub struct ParseValueError {
    text: String,
    what: &'static str,
    remedy: &'static str,
}

impl ParseValueError {
    /// That `text` is not `what`, and what to write instead.
    pub(crate) fn new(text: &str, what: &'static str, remedy: &'static str) -> Self {
        ParseValueError {
            text: text.to_owned(),
            what,
            remedy,
        }
    }
}
