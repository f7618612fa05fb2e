//! Columns of the field, as a user writes them.

use std::fmt;
use std::str::FromStr;

use anyhow::ensure;
use serde::{Serialize, Serializer};

use tetris_printer::game::FieldSize;

/// Some columns of a field, a bit a column; as text `0-1` or `0,4-6`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns(u64);

impl Columns {
    pub fn mask(self) -> u64 {
        self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Errors: a column that the field does not have.
    pub fn check(self, field: FieldSize) -> anyhow::Result<()> {
        ensure!(
            self.0 & !field.full_row() == 0,
            "--free-columns {self}: the columns of the field {field} are 0 to {}",
            field.width() - 1
        );
        Ok(())
    }
}

impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
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
                    return Err(format!(
                        "`{part}` names no columns: write 3, 0-1 or 0,4-6, counted from 0"
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
    fn what_names_no_columns_is_refused() {
        for text in ["", "a", "5-2", "1-", "-1", "64", "1,,2"] {
            assert!(text.parse::<Columns>().is_err(), "{text}");
        }
    }
}
