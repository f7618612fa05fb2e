//! The file of weights: lines that a person can read, then the tables of the patterns.
//!
//! ```text
//! tetris-printer weights 1
//! # seed 1, 160 pictures ...
//! feature Pixel 410
//! table along 1024
//! data
//! ```
//!
//! After `data` stand the weights of the tables, in the order of their lines: 16 bits each, the low
//! byte first. Features and tables are told by name, so that adding one leaves the others valid: what
//! the file does not name counts nothing, and so does a table whose size has changed.

use super::super::patterns::TABLES;
use super::{Feature, Weights};

const TITLE: &str = "tetris-printer weights 1";
const DATA: &[u8] = b"\ndata\n";

/// Why bytes are not a file of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// It begins otherwise, or has no line that says `data`.
    #[error("this is not a file of weights")]
    Title,
    /// A line that says nothing known.
    #[error("line {0} of the weights cannot be read")]
    Line(usize),
    /// Less or more data than the tables hold.
    #[error("the weights of the tables are cut off, or too many")]
    Length,
}

impl Weights {
    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let end = bytes.windows(DATA.len()).position(|window| window == DATA);
        let (text, data) = bytes.split_at(end.ok_or(WeightsError::Title)?);
        let text = str::from_utf8(text).map_err(|_| WeightsError::Title)?;
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Err(WeightsError::Title);
        }
        let mut weights = Weights::zero();
        let mut data = &data[DATA.len()..];
        for (number, line) in (2..).zip(lines) {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["#", ..] => weights.about.push(line[2..].to_owned()),
                ["feature", name, weight] => {
                    let weight = weight.parse().map_err(|_| WeightsError::Line(number))?;
                    weights.set(name, weight);
                }
                ["table", name, size] => {
                    let size: usize = size.parse().map_err(|_| WeightsError::Line(number))?;
                    let length = size.checked_mul(2).ok_or(WeightsError::Length)?;
                    let (table, rest) =
                        data.split_at_checked(length).ok_or(WeightsError::Length)?;
                    weights.fill(name, table);
                    data = rest;
                }
                _ => return Err(WeightsError::Line(number)),
            }
        }
        match data.is_empty() {
            true => Ok(weights),
            false => Err(WeightsError::Length),
        }
    }

    fn set(&mut self, name: &str, weight: i32) {
        for feature in Feature::ALL {
            if format!("{feature:?}") == name {
                self.features[feature as usize] = weight;
            }
        }
    }

    fn fill(&mut self, name: &str, bytes: &[u8]) {
        let (bytes, _) = bytes.as_chunks();
        let mut begin = 0;
        for table in &TABLES {
            if table.name == name && table.len() == bytes.len() {
                let weights = &mut self.patterns[begin..begin + table.len()];
                for (weight, bytes) in weights.iter_mut().zip(bytes) {
                    *weight = i16::from_le_bytes(*bytes);
                }
            }
            begin += table.len();
        }
    }

    /// Writes a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = format!("{TITLE}\n");
        for line in &self.about {
            text += &format!("# {line}\n");
        }
        for (feature, weight) in Feature::ALL.iter().zip(&self.features) {
            text += &format!("feature {feature:?} {weight}\n");
        }
        for table in &TABLES {
            text += &format!("table {} {}\n", table.name, table.len());
        }
        text += "data\n";
        let data = self.patterns.iter().flat_map(|weight| weight.to_le_bytes());
        text.into_bytes().into_iter().chain(data).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let trained = Weights::trained();
        assert_eq!(
            Weights::from_bytes(&trained.to_bytes()).as_ref(),
            Ok(trained)
        );
        assert!(!trained.about.is_empty());
    }

    #[test]
    fn what_the_file_does_not_name_counts_nothing() {
        let file = "tetris-printer weights 1\nfeature PixelEnd -7\nfeature Old 9\ntable along 1\ndata\n\x01\x02";
        let weights = Weights::from_bytes(file.as_bytes()).unwrap();
        assert_eq!(weights[Feature::PixelEnd], -7);
        let expected = Weights {
            features: weights.features,
            ..Weights::zero()
        };
        assert_eq!(weights, expected);
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let error = |text: &str| Weights::from_bytes(text.as_bytes()).unwrap_err();
        let title = "tetris-printer weights 1";
        assert_eq!(error(""), WeightsError::Title);
        assert_eq!(error(&format!("{title}\nfeature")), WeightsError::Title);
        for line in [
            "feature Pixel",
            "feature Pixel many",
            "table along -1",
            "feat",
        ] {
            let file = format!("{title}\n{line}\ndata\n");
            assert_eq!(error(&file), WeightsError::Line(2), "{line}");
        }
        for size in ["3", "0", "18446744073709551615"] {
            let file = format!("{title}\ntable along {size}\ndata\n\x01\x02");
            assert_eq!(error(&file), WeightsError::Length, "{size}");
        }
    }
}
