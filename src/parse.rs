//! Values as text: why one that a user wrote does not parse, and how serde reads and writes those that do.

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

/// Conversions between a type and the text that it is parsed from and displayed as: those that
/// `#[serde(try_from = "String", into = "String")]` asks for.
macro_rules! convert_as_text {
    ($type:ty) => {
        impl TryFrom<String> for $type {
            type Error = <$type as std::str::FromStr>::Err;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> String {
                value.to_string()
            }
        }
    };
}

pub(crate) use convert_as_text;
