//! Exact cover problems as matrices of zeros and ones.

use super::matrix::MatrixError;
use super::problem::{Problem, ProblemError};

/// A text that is not a matrix of zeros and ones. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatrixTextError {
    /// Neither a digit of the matrix nor something to set digits apart.
    #[error("line {line} has `{found}`: a matrix has a line of 0s and 1s for each of its rows")]
    Character {
        /// Where.
        line: usize,
        /// What stands there.
        found: char,
    },
    /// A row longer or shorter than the first.
    #[error("line {line} has {columns} columns, but the first row has {expected}")]
    Ragged {
        /// Where.
        line: usize,
        /// Digits of this row.
        columns: usize,
        /// Digits of the first row.
        expected: usize,
    },
    /// A row without a one.
    #[error("line {line} has no 1: such a row could be chosen or left at will, take it out")]
    Zeros {
        /// Where.
        line: usize,
    },
    /// Nothing but blanks and comments.
    #[error("the matrix has no row: write a line of 0s and 1s for each")]
    Empty,
    /// More ones than a problem takes.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl Problem {
    /// Reads a matrix: a line of 0s and 1s for each option, a column for each item to be covered exactly once.
    /// Blanks and commas may stand between the digits; empty lines and what follows a # are skipped.
    ///
    /// # Errors
    ///
    /// Other characters, rows of different lengths or without a 1, no row at all.
    pub fn parse_matrix(text: &str) -> Result<Problem, MatrixTextError> {
        let mut problem: Option<Problem> = None;
        for (line, text) in (1..).zip(text.lines()) {
            let digits = parse_row(line, text)?;
            if digits.is_empty() {
                continue;
            }
            let problem = problem.get_or_insert_with(|| Problem::new(digits.len(), 0));
            if digits.len() != problem.item_count() {
                return Err(MatrixTextError::Ragged {
                    line,
                    columns: digits.len(),
                    expected: problem.item_count(),
                });
            }
            let items: Vec<usize> = (0..digits.len()).filter(|&item| digits[item]).collect();
            if items.is_empty() {
                return Err(MatrixTextError::Zeros { line });
            }
            problem.add_option(&items)?;
        }
        problem.ok_or(MatrixTextError::Empty)
    }

    /// The matrix as [`parse_matrix`](Self::parse_matrix) reads it, a line for each option.
    ///
    /// # Errors
    ///
    /// A problem with secondary items, which a matrix cannot tell from the others.
    pub fn to_matrix(&self) -> Result<String, MatrixError> {
        if self.item_count() > self.primary_count() {
            return Err(MatrixError::Secondary);
        }
        let mut text = String::with_capacity(self.option_count() * (self.item_count() + 1));
        for option in self.options() {
            let start = text.len();
            text.extend(std::iter::repeat_n('0', self.item_count()));
            for &item in option {
                let at = start + item as usize;
                text.replace_range(at..=at, "1");
            }
            text.push('\n');
        }
        Ok(text)
    }
}

fn parse_row(line: usize, text: &str) -> Result<Vec<bool>, MatrixTextError> {
    let digits = text.split('#').next().unwrap_or_default().chars();
    let digits = digits.filter(|found| !found.is_whitespace() && *found != ',');
    digits
        .map(|found| match found {
            '0' => Ok(false),
            '1' => Ok(true),
            found => Err(MatrixTextError::Character { line, found }),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{CoverSearch, DancingLinks};

    /// The article's example, which Knuth solves too.
    const KNUTH: &str =
        "# seven columns\n0010110\n1 0 0 1 0 0 1\n0,1,1,0,0,1,0\n\n1001000\n0100001\n0001101\n";

    #[test]
    fn a_matrix_is_read_solved_and_written() {
        let problem = Problem::parse_matrix(KNUTH).unwrap();
        let mut search = DancingLinks::new(&problem);
        let mut rows: Vec<Vec<usize>> = search.solutions().collect();
        rows.iter_mut().for_each(|rows| rows.sort_unstable());
        assert_eq!(rows, [[0, 3, 4]]);
        let written = problem.to_matrix().unwrap();
        assert!(written.starts_with("0010110\n1001001\n"), "{written}");
        assert_eq!(Problem::parse_matrix(&written), Ok(problem));
    }

    #[test]
    fn what_is_no_matrix_is_refused_in_words() {
        for (text, reason) in [
            ("", "no row"),
            ("# only words\n", "no row"),
            ("01\n2", "line 2 has `2`"),
            ("01\n\n011", "line 3 has 3 columns, but the first row has 2"),
            ("01\n00", "line 2 has no 1"),
        ] {
            let error = Problem::parse_matrix(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text:?}: {error}");
        }
        assert_eq!(Problem::new(1, 1).to_matrix(), Err(MatrixError::Secondary));
    }
}
