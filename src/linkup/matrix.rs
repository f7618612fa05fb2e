//! Boards as texts: a matrix of names or letters, or JSON.

use std::str::FromStr;

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::{Kind, LinkBoard, LinkBoardError};

/// Reads a board: a line a row, its tiles separated by blanks or commas; equal words are equal
/// tiles, `0` or `.` is an empty cell, and a
/// `?` behind a word marks a doubt and is left out. Where no line has a blank or a comma, each letter is a tile: a board
/// of a single column has a comma behind its words. A text
/// that begins with `[` or `{` is JSON: an array of rows of numbers or texts, alone or as `board`;
/// 0 and null are empty.
///
/// Errors: [`LinkBoardError`].
impl FromStr for LinkBoard {
    type Err = LinkBoardError;

    fn from_str(text: &str) -> Result<LinkBoard, LinkBoardError> {
        if text.trim_start().starts_with(['[', '{']) {
            return board_of(&json_rows(text)?);
        }
        let is_blank = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
        let lines = text.lines().map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.chars().all(is_blank)).collect();
        let is_drawn = lines.iter().all(|line| !line.contains(is_blank));
        let letters = |line: &str| line.chars().map(String::from).collect();
        let words = |line: &str| {
            let words = line.split(is_blank).filter(|word| !word.is_empty());
            words.map(|word| without_doubt(word).to_owned()).collect()
        };
        let rows: Vec<Vec<String>> = match is_drawn {
            true => lines.iter().map(|line| letters(line)).collect(),
            false => lines.iter().map(|line| words(line)).collect(),
        };
        board_of(&rows)
    }
}

/// Kinds that are all written as numbers from 1 to [`MOST_NUMBERED`] are those numbers; others are
/// numbered as they appear.
fn board_of(rows: &[Vec<String>]) -> Result<LinkBoard, LinkBoardError> {
    let columns = rows.first().map_or(0, Vec::len);
    if let Some(row) = rows.iter().position(|row| row.len() != columns) {
        return Err(LinkBoardError::Ragged {
            row: row + 1,
            found: rows[row].len(),
            columns,
        });
    }
    let names = || rows.iter().flatten().map(String::as_str);
    let tiles = names().filter(|name| !is_empty(name));
    let number = |name: &str| {
        name.parse()
            .ok()
            .filter(|n| (1..=MOST_NUMBERED).contains(n))
    };
    let mut known = FxHashMap::default();
    match tiles.clone().map(number).collect::<Option<Vec<usize>>>() {
        Some(numbers) => known.extend(tiles.zip(numbers).map(|(name, n)| (name, n - 1))),
        None => {
            for name in tiles {
                let next = known.len();
                known.entry(name).or_insert(next);
            }
        }
    }
    let kind = |index: &usize| u16::try_from(*index).map(Kind);
    let cell = |name: &str| known.get(name).map(kind).transpose();
    let cells: Result<Vec<Option<Kind>>, _> = names().map(cell).collect();
    LinkBoard::new(columns, cells.map_err(|_| LinkBoardError::TooManyKinds)?)
}

/// Numbers above this are names like any other.
const MOST_NUMBERED: usize = 9999;

/// A word without the `?` behind tiles that may have been misread.
fn without_doubt(word: &str) -> &str {
    match word.strip_suffix('?') {
        Some("") | None => word,
        Some(name) => name,
    }
}

fn is_empty(name: &str) -> bool {
    matches!(name, "0" | "." | "-" | "_")
}

fn json_rows(text: &str) -> Result<Vec<Vec<String>>, LinkBoardError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| LinkBoardError::Syntax(format!("bad JSON: {error}")))?;
    let value = value.get("board").unwrap_or(&value);
    let wrong = || {
        LinkBoardError::Syntax(
            "JSON must be an array of rows like [[1, 2], [2, 1]], or {\"board\": ...}".to_owned(),
        )
    };
    let cell = |cell: &Value| match cell {
        Value::Null => Ok("0".to_owned()),
        Value::Number(number) => Ok(number.to_string()),
        Value::String(text) if !text.is_empty() => Ok(text.clone()),
        Value::String(_) | Value::Bool(_) | Value::Array(_) | Value::Object(_) => Err(wrong()),
    };
    let row = |row: &Value| row.as_array().ok_or_else(wrong)?.iter().map(cell).collect();
    value
        .as_array()
        .ok_or_else(wrong)?
        .iter()
        .map(row)
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::linkup::LinkCell;

    fn board(text: &str) -> LinkBoard {
        text.parse().unwrap()
    }

    #[test]
    fn words_letters_and_json_say_the_same() {
        let expected = "1 2 0\n2 0 1\n";
        for text in [
            "1 2 0\n2 0 1",
            "1,2,0\r\n2,0,1\r\n",
            "apple pear .\npear . apple",
            "ab.\nb.a",
            "1 2? .\n2 0? 1",
            "[[1, 2, 0], [2, null, 1]]",
            r#"{"board": [["x", "y", null], ["y", "0", "x"]]}"#,
        ] {
            assert_eq!(board(text).to_string(), expected, "{text}");
        }
    }

    #[test]
    fn numbers_keep_their_kind() {
        let board = board("7 3\n3 7");
        assert_eq!(board.tile(LinkCell::new(0, 0)), Some(Kind(6)));
        assert_eq!(board.to_string().parse(), Ok(board));
    }

    /// A board of some size, and some of its cells.
    fn any_board() -> impl Strategy<Value = (LinkBoard, Vec<LinkCell>)> {
        let cells = |columns: usize, rows: usize| {
            let tile = prop::option::of((0..200u16).prop_map(Kind));
            prop::collection::vec((tile, any::<bool>()), columns * rows)
        };
        let sizes = (1..=4usize, 1..=4usize);
        let sized =
            sizes.prop_flat_map(move |(columns, rows)| (Just(columns), cells(columns, rows)));
        sized.prop_map(|(columns, cells)| {
            let (tiles, are_chosen): (Vec<_>, Vec<bool>) = cells.into_iter().unzip();
            let board = LinkBoard::new(columns, tiles).unwrap();
            let cells = board.cells().zip(are_chosen);
            let chosen = cells.filter_map(|(cell, is_chosen)| is_chosen.then_some(cell));
            let chosen = chosen.collect();
            (board, chosen)
        })
    }

    proptest! {
        #[test]
        fn a_board_is_read_as_it_is_written((board, doubtful) in any_board()) {
            prop_assert_eq!(board.to_string().parse(), Ok(board.clone()));
            prop_assert_eq!(board.marked(&doubtful).parse(), Ok(board));
        }
    }

    #[test]
    fn texts_that_are_not_boards_say_why() {
        for (text, reason) in [
            ("", "no tile"),
            (
                "1 2\n1 2 3",
                "row 2 of the board has 3 cells, the first one 2",
            ),
            ("[1, 2]", "array of rows"),
            ("[[1, 2]", "bad JSON"),
            (&"1 ".repeat(61), "at most 60x60"),
        ] {
            let error = text.parse::<LinkBoard>().unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn kinds_come_in_pairs() {
        assert_eq!(board("ab\nba").check_pairs(), Ok(()));
        assert_eq!(board("..\n..").check_pairs(), Err(LinkBoardError::Empty));
        let error = board("aab\nbb.").check_pairs().unwrap_err().to_string();
        assert!(error.contains("3 tiles of kind 2"), "{error}");
        assert!(error.contains("row 1, column 3"), "{error}");
    }
}
