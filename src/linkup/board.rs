//! Boards of tiles, their cells and kinds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::RangeInclusive;

use super::BoardSize;

/// A cell of a board, counted from 0 at the top left. People count from 1, see [`LinkCell::spoken`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkCell {
    /// From 0 at the top.
    pub row: usize,
    /// From 0 at the left.
    pub column: usize,
}

impl LinkCell {
    /// The cell in a row and a column, both from 0.
    pub const fn new(row: usize, column: usize) -> LinkCell {
        LinkCell { row, column }
    }

    /// The cells of some columns and rows, row by row.
    pub(super) fn within(
        columns: RangeInclusive<usize>,
        rows: RangeInclusive<usize>,
    ) -> impl Iterator<Item = LinkCell> + Clone {
        rows.flat_map(move |row| {
            columns
                .clone()
                .map(move |column| LinkCell::new(row, column))
        })
    }

    /// The columns and rows from the first to the last in which any of these cells is; `None` if there are no cells.
    pub(super) fn bounds(
        cells: impl Iterator<Item = LinkCell>,
    ) -> Option<[RangeInclusive<usize>; 2]> {
        let of_one = |cell: LinkCell| [cell.column..=cell.column, cell.row..=cell.row];
        let around = |a: RangeInclusive<usize>, b: RangeInclusive<usize>| {
            *a.start().min(b.start())..=*a.end().max(b.end())
        };
        cells
            .map(of_one)
            .reduce(|[columns, rows], [column, row]| [around(columns, column), around(rows, row)])
    }

    /// Row and column as people count them, from 1.
    pub const fn spoken(self) -> [usize; 2] {
        [self.row + 1, self.column + 1]
    }
}

impl fmt::Display for LinkCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.column + 1)
    }
}

/// What is on a tile, counted from 0: tiles of the same kind are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub u16);

impl Kind {
    /// The kinds of things of which equal ones are of one kind, numbered in order of appearance; `None` stays.
    pub(super) fn of_equals<T: PartialEq>(
        things: impl Iterator<Item = Option<T>>,
    ) -> Vec<Option<Kind>> {
        let mut known: Vec<T> = Vec::new();
        let mut number = |thing: T| {
            let number = known.iter().position(|one| *one == thing);
            let number = number.unwrap_or_else(|| {
                known.push(thing);
                known.len() - 1
            });
            u16::try_from(number).ok().map(Kind)
        };
        things.map(|thing| number(thing?)).collect()
    }

    /// Things by their kind; kinds that do not occur have none.
    fn grouped<T>(things: impl Iterator<Item = (T, Kind)>) -> Vec<Vec<T>> {
        let mut groups = Vec::new();
        for (thing, Kind(kind)) in things {
            let kind = usize::from(kind);
            if groups.len() <= kind {
                groups.resize_with(kind + 1, Vec::new);
            }
            groups[kind].push(thing);
        }
        groups
    }

    /// The kinds, each with the indices of what is of it.
    pub(super) fn members(kinds: &[Option<Kind>]) -> Vec<(Kind, Vec<usize>)> {
        let known = kinds.iter().enumerate();
        let known = known.filter_map(|(index, kind)| Some((index, (*kind)?)));
        (0..).map(Kind).zip(Kind::grouped(known)).collect()
    }
}

/// A rectangle of tiles and empty cells.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct LinkBoard {
    columns: usize,
    tiles: Vec<Option<Kind>>,
}

impl LinkBoard {
    /// The most rows and columns: a line of the board and the free lane around it fit 64 bits.
    pub const MAX_SIDE: usize = 60;

    /// A board given row by row from the top.
    ///
    /// Errors: [`LinkBoardError::Empty`], [`LinkBoardError::Ragged`] if there is no whole number of rows,
    /// [`LinkBoardError::TooLarge`].
    pub fn new(columns: usize, tiles: Vec<Option<Kind>>) -> Result<LinkBoard, LinkBoardError> {
        if columns == 0 || tiles.is_empty() {
            return Err(LinkBoardError::Empty);
        }
        let rows = tiles.len() / columns;
        if !tiles.len().is_multiple_of(columns) {
            return Err(LinkBoardError::Ragged {
                row: rows + 1,
                found: tiles.len() % columns,
                columns,
            });
        }
        BoardSize { columns, rows }.check()?;
        Ok(LinkBoard { columns, tiles })
    }

    /// Cells of a row, 1 to [`LinkBoard::MAX_SIDE`].
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Cells of a column, 1 to [`LinkBoard::MAX_SIDE`].
    pub fn rows(&self) -> usize {
        self.tiles.len() / self.columns
    }

    /// The tile of a cell; `None` if it is empty.
    pub fn tile(&self, cell: LinkCell) -> Option<Kind> {
        self.tiles[cell.row * self.columns + cell.column]
    }

    /// All cells row by row.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = LinkCell> + use<> {
        let columns = self.columns;
        (0..self.tiles.len()).map(move |index| LinkCell::new(index / columns, index % columns))
    }

    /// Whether there is a tile on each cell, row by row.
    pub(super) fn occupied(&self) -> Vec<bool> {
        self.cells().map(|cell| self.tile(cell).is_some()).collect()
    }

    /// The cells that hold a tile, with its kind, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = (LinkCell, Kind)> + '_ {
        self.cells()
            .filter_map(|cell| Some((cell, self.tile(cell)?)))
    }

    /// The cells of each kind, by [`Kind`]; kinds that do not occur have none.
    pub fn cells_by_kind(&self) -> Vec<Vec<LinkCell>> {
        Kind::grouped(self.tiles())
    }

    /// The kinds that occur.
    pub fn kinds(&self) -> BTreeSet<Kind> {
        self.tiles().map(|(_, kind)| kind).collect()
    }

    /// With its kinds numbered from 0 without gaps, in their order.
    pub(super) fn renumbered(&self) -> LinkBoard {
        let kinds: BTreeMap<Kind, Kind> = self.kinds().into_iter().zip((0..).map(Kind)).collect();
        let tiles = self.tiles.iter().map(|tile| tile.map(|kind| kinds[&kind]));
        LinkBoard {
            tiles: tiles.collect(),
            ..*self
        }
    }

    /// Empties a cell.
    pub fn take(&mut self, cell: LinkCell) {
        self.tiles[cell.row * self.columns + cell.column] = None;
    }

    /// Lets the tiles of a column fall.
    pub(super) fn drop_column(&mut self, column: usize) {
        let cells = (0..self.rows())
            .rev()
            .map(|row| row * self.columns + column);
        let mut lowest = cells.clone();
        for cell in cells {
            if self.tiles[cell].is_some()
                && let Some(free) = lowest.next()
            {
                self.tiles.swap(cell, free);
            }
        }
    }

    /// The board as text, with a `?` behind some cells.
    pub(super) fn marked(&self, cells: &[LinkCell]) -> String {
        let most = self.tiles().map(|(_, kind)| kind.0 + 1).max().unwrap_or(0);
        let width = most.to_string().len();
        let word = |cell: LinkCell| {
            let number = self.tile(cell).map_or(0, |kind| kind.0 + 1);
            let mark = match cells {
                [] => "",
                _ if cells.contains(&cell) => "?",
                _ => " ",
            };
            format!("{number:>width$}{mark}")
        };
        // Words of several letters are told from a row of as many tiles by a blank, or by a comma where there is none.
        let end = if self.columns == 1 { ",\n" } else { "\n" };
        let row = |row: usize| {
            let words = (0..self.columns).map(|column| word(LinkCell::new(row, column)));
            words.collect::<Vec<_>>().join(" ").trim_end().to_owned() + end
        };
        (0..self.rows()).map(row).collect()
    }

    /// Checks that it can be played. Errors: no tile at all ([`LinkBoardError::Empty`]), or a kind with an odd number of
    /// tiles ([`LinkBoardError::Odd`]).
    pub fn check_pairs(&self) -> Result<(), LinkBoardError> {
        let kinds = self.cells_by_kind();
        if kinds.is_empty() {
            return Err(LinkBoardError::Empty);
        }
        match kinds.iter().position(|cells| cells.len() % 2 == 1) {
            None => Ok(()),
            Some(kind) => Err(LinkBoardError::Odd {
                kind: kind + 1,
                count: kinds[kind].len(),
                example: kinds[kind][0],
                odd: kinds.iter().filter(|cells| cells.len() % 2 == 1).count(),
            }),
        }
    }
}

/// Numbers from 1, right-aligned; 0 for an empty cell.
impl fmt::Display for LinkBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.marked(&[]))
    }
}

impl fmt::Debug for LinkBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}x{}\n{self}", self.columns, self.rows())
    }
}

/// Why something is not a board, or cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkBoardError {
    /// Nothing to take: no cells, or only empty ones.
    #[error("the board has no tile")]
    Empty,
    /// A row longer or shorter than the first one: write `.` for empty cells.
    #[error("row {row} of the board has {found} cell{}, the first one {columns}", plural(*found))]
    Ragged {
        /// The row's number, from 1.
        row: usize,
        /// Cells that it has.
        found: usize,
        /// Cells of the first row.
        columns: usize,
    },
    /// More than [`LinkBoard::MAX_SIDE`] cells along a side.
    #[error(
        "the board is {columns}x{rows} cells, at most {0}x{0} are solved",
        LinkBoard::MAX_SIDE
    )]
    TooLarge {
        /// Cells of a row.
        columns: usize,
        /// Cells of a column.
        rows: usize,
    },
    /// Nothing can be a pair here.
    #[error("the board is a single cell: it takes two equal tiles to make a pair")]
    OneCell,
    /// A kind of which one tile would be left over.
    #[error(
        "{count} tile{} of kind {kind} cannot be paired off (the first is at {example}; kinds with an odd number of tiles: \
         {odd}): the number of each kind must be even",
        plural(*count)
    )]
    Odd {
        /// The first such kind, from 1.
        kind: usize,
        /// Tiles of it.
        count: usize,
        /// Where its first one is.
        example: LinkCell,
        /// How many kinds have an odd number of tiles.
        odd: usize,
    },
    /// A text that is not COLUMNSxROWS: the text.
    #[error("`{0}` is not a board size: write COLUMNSxROWS, like 12x8")]
    Size(String),
    /// A full board of an odd number of cells, which cannot be paired off.
    #[error("a board of {columns}x{rows} has {cells} cells, an odd number: take an even one")]
    OddCells {
        /// Cells of a row.
        columns: usize,
        /// Cells of a column.
        rows: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// No kind, or more than there are pairs.
    #[error("{kinds} kinds do not fit: the board has {pairs} pairs, so ask for 1 to {pairs} kinds")]
    Kinds {
        /// Kinds asked for.
        kinds: usize,
        /// Pairs on the board.
        pairs: usize,
    },
    /// More kinds than a board has numbers for.
    #[error("the board has more than {} kinds of tiles", u16::MAX)]
    TooManyKinds,
    /// A text that is not a board, and why.
    #[error("not a board: {0}")]
    Syntax(String),
}

fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}
