//! A set of field columns, and its text.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::game::FieldSize;
use crate::parse::ParseValueError;

/// Some columns of a field; as text `0-1` or `0,4-6`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Columns(u64);

impl Columns {
    /// The last columns of a field, as many as asked for.
    pub fn last(count: usize, field: FieldSize) -> Columns {
        let columns = field.width().saturating_sub(count)..field.width().min(64);
        Columns(columns.fold(0, |mask, column| mask | 1 << column))
    }

    /// A bit for each column, column 0 in bit 0.
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Whether the field has all of these columns.
    pub const fn are_in(self, field: FieldSize) -> bool {
        match field.width() {
            width @ ..64 => self.0 >> width == 0,
            _ => true,
        }
    }
}

impl FromStr for Columns {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let mut mask = 0;
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let column = |text: &str| {
                text.trim()
                    .parse::<u32>()
                    .ok()
                    .filter(|column| *column < 64)
            };
            match (column(first), column(last)) {
                (Some(first), Some(last)) if first <= last => {
                    mask |= u64::MAX >> (63 - (last - first)) << first;
                }
                _ => {
                    return Err(ParseValueError::new(
                        part,
                        "a set of columns",
                        "write 3, 0-1 or 0,4-6, counted from 0",
                    ));
                }
            }
        }
        Ok(Columns(mask))
    }
}

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_in = |column: u32| column < 64 && self.0 >> column & 1 == 1;
        let mut separator = "";
        let mut first = 0;
        while first < 64 {
            let length = (first..64).take_while(|column| is_in(*column)).count() as u32;
            match length {
                0 => {}
                1 => write!(f, "{separator}{first}")?,
                _ => write!(f, "{separator}{first}-{}", first + length - 1)?,
            }
            if length > 0 {
                separator = ",";
            }
            first += length.max(1);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_read_as_they_are_written() {
        for (text, mask) in [("0-1", 0b11), ("3", 0b1000), ("0,4-6", 0b111_0001)] {
            let columns: Columns = text.parse().unwrap();
            assert_eq!((columns.mask(), columns.to_string()), (mask, text.into()));
        }
        let all: Columns = "0-63".parse().unwrap();
        assert_eq!((all.mask(), all.to_string()), (u64::MAX, "0-63".into()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "a", "5-2", "1-", "-1", "64", "1,,2"] {
            assert!(text.parse::<Columns>().is_err(), "{text}");
        }
    }
}
