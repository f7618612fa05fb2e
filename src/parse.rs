//! Values as text: why one that a user wrote does not parse, and how those that do are read, shown and stored by serde.

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

/// Conversions between a number and a type that only holds some of them, made by `$new`: those that
/// `#[serde(try_from = "u8", into = "u8")]` asks for, with the given number type.
macro_rules! convert_as_number {
    ($type:ident, $number:ty, $new:path, $error:ident::$variant:ident) => {
        impl TryFrom<$number> for $type {
            type Error = $error;

            fn try_from(number: $number) -> Result<Self, $error> {
                $new(number).ok_or_else(|| $error::$variant(number.to_string()))
            }
        }

        impl From<$type> for $number {
            fn from(value: $type) -> $number {
                value.0
            }
        }
    };
}

/// Reads a type that only holds some numbers, made by `$new`, from such a number as text.
macro_rules! parse_as_number {
    ($type:ident, $new:path, $error:ident::$variant:ident) => {
        impl std::str::FromStr for $type {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                let number = text.parse().ok();
                number
                    .and_then($new)
                    .ok_or_else(|| $error::$variant(text.to_owned()))
            }
        }
    };
}

/// Displays a type by what its method `name` says.
macro_rules! display_name {
    ($type:ty) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Finds the value of a type, among all of them, whose method `name` says a text; `$refused` makes an error of the text.
macro_rules! parse_name {
    ($type:ident, $error:ident, $refused:expr) => {
        impl std::str::FromStr for $type {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                let mut all = $type::ALL.into_iter();
                all.find(|value| value.name() == text)
                    .ok_or_else(|| $refused(text))
            }
        }
    };
}

/// Shows a type to developers as to users.
macro_rules! debug_as_displayed {
    ($type:ty) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub(crate) use {
    convert_as_number, convert_as_text, debug_as_displayed, display_name, parse_as_number,
    parse_name,
};
