//! The arguments of `tile`, and what they ask of the solvers.

use std::num::NonZeroU64;
use std::sync::LazyLock;

use clap::{ArgGroup, ValueEnum};

use crate::cli::kind::Kind;
use crate::cli::output::{Target, asked_for, takes_stdout};
use tetris_printer::cover::{
    CoverSettings, ItemChoice, JSON_EXAMPLE, Method, OptionOrder, PieceSet, ProfileCounter,
    TEXT_EXAMPLE,
};

/// Cover a board exactly with polyominoes or polycubes.
///
/// Prints the number of coverings alone on the first line; 0 with the reason on the second, where
/// there is one. Boards are written COLUMNSxROWS or COLUMNSxROWSxLAYERS.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP.as_str())]
#[command(group(ArgGroup::new("drawing").args(["png", "svg"]).multiple(true)))]
pub struct Args {
    /// The board: 6x6, or 3x4x5 for a box
    #[arg(required_unless_present_any = ["puzzle", "puzzles", "play", "matrix"])]
    #[arg(conflicts_with_all = ["puzzle", "matrix"])]
    pub(super) board: Option<String>,

    /// A known puzzle, a puzzle file, or - for standard input
    #[arg(long, value_name = "NAME|FILE")]
    pub(super) puzzle: Option<String>,

    /// An exact cover problem as a matrix, one line of 0s and 1s per row: choose rows with exactly one 1 in each
    /// column; - is standard input. --list prints the numbers of the rows
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["puzzle", "distinct", "copies_differ", "cells", "explain", "png", "svg"])]
    pub(super) matrix: Option<Target>,

    /// Print the puzzle as such a matrix: a row for each placement, a column for each cell and for each piece that is
    /// used once
    #[arg(long, conflicts_with_all = ["matrix", "list", "random", "stats", "json", "png", "svg", "play"])]
    pub(super) print_matrix: bool,

    /// List the known puzzles
    #[arg(long)]
    pub(super) puzzles: bool,

    /// The pieces: dominoes, trominoes, tetrominoes, pentominoes or soma
    #[arg(long, default_value = "tetrominoes", conflicts_with = "puzzle")]
    pub(super) set: PieceSet,

    /// Only these of the set, by their letters, like IOTS
    #[arg(long, value_name = "LETTERS", conflicts_with = "puzzle")]
    pub(super) pieces: Option<String>,

    /// Use each piece exactly once (without it: any number of times)
    #[arg(long, conflicts_with_all = ["puzzle", "times"])]
    pub(super) once: bool,

    /// Use each piece exactly N times
    #[arg(long, value_name = "N", conflicts_with = "puzzle")]
    pub(super) times: Option<u32>,

    /// Turn pieces, but never turn them over: J and Z join the tetrominoes
    #[arg(long, conflicts_with = "puzzle")]
    pub(super) one_sided: bool,

    /// Count coverings that are turned or reflected images of each other as one
    #[arg(long)]
    pub(super) distinct: bool,

    /// Count the copies of a piece that is used several times as different
    #[arg(long, conflicts_with = "distinct")]
    pub(super) copies_differ: bool,

    /// Print the first N coverings
    #[arg(long, value_name = "N")]
    pub(super) list: Option<usize>,

    /// List coverings by the numbers of their cells, one piece per line, instead of as drawings
    #[arg(long, requires = "list")]
    pub(super) cells: bool,

    /// Find coverings in random order (with --list, --png, --svg)
    #[arg(long)]
    pub(super) random: bool,

    /// Seed of the random order; the same seed finds the same coverings
    #[arg(long, value_name = "N", default_value_t = 0, requires = "random")]
    pub(super) seed: u64,

    /// Do not count, for boards that are too large to count
    #[arg(long, conflicts_with = "stats")]
    pub(super) no_count: bool,

    /// How to count and search
    #[arg(long, value_enum, default_value_t = MethodName::Auto)]
    pub(super) method: MethodName,

    /// What the links branch on: the cell or piece with the fewest options, or the first
    #[arg(long, value_enum, default_value_t = ChoiceName::Smallest)]
    pub(super) choice: ChoiceName,

    /// End a search after N choices
    #[arg(long, value_name = "N")]
    pub(super) max_branches: Option<NonZeroU64>,

    /// Memory for counting without listing, in MB
    #[arg(long, value_name = "MB", default_value_t = ProfileCounter::DEFAULT_MEMORY >> 20)]
    pub(super) memory: usize,

    /// Print the cost of the search by level: plain matrix, links, links that refuse hopeless regions, and the matrix
    /// with its first column
    #[arg(long)]
    pub(super) stats: bool,

    /// Say why there is no covering
    #[arg(long)]
    pub(super) explain: bool,

    /// Draw the coverings as a PNG; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(super) png: Option<Target>,

    /// Draw the coverings as an SVG; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<Target>,

    /// Draw solids in space (with --png): as they stand, and with their layers lifted off each other
    #[arg(long, requires = "png", conflicts_with = "svg")]
    pub(super) isometric: bool,

    /// Size of a cell in pictures, in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 24,
        requires = "drawing"
    )]
    pub(super) cell: usize,

    /// Write a page of puzzles to play in a browser; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["png", "svg", "list", "stats", "matrix"])]
    pub(super) play: Option<Target>,

    /// Print one machine-readable report
    #[arg(long, conflicts_with = "play")]
    pub(super) json: bool,
}

/// The end of `--help`.
static HELP: LazyLock<String> = LazyLock::new(|| {
    format!(
        "Puzzle files:\n\
         A puzzle is a board and its pieces. In the text form of a board, . is a cell to be covered and #\n\
         a hole; in that of a piece, # is a cell. An empty row separates layers. After a piece's name\n\
         comes how often it is used (x1 by default); `pieces: pentominoes x1` adds a set. A line that\n\
         begins with # and a blank is a comment. An example:\n\n{TEXT_EXAMPLE}\n\
         The same in JSON:\n\n{JSON_EXAMPLE}\n\
         Examples:\n  \
         tetris-printer tile 6x6                                     count: 178939\n  \
         tetris-printer tile 6x6 --pieces IOTS --stats               the work of the search, level by level\n  \
         tetris-printer tile 4x5 --once --explain                    0, and why\n  \
         tetris-printer tile 6x6 --pieces IOTS --print-matrix        the article's 221 rows\n  \
         tetris-printer tile 4x5 --once --print-matrix | tetris-printer tile --matrix -\n  \
         tetris-printer tile 12x22 --random --seed 7 --no-count --png wall.png\n  \
         tetris-printer tile --puzzle pentominoes-6x10 --distinct    count: 2339\n  \
         tetris-printer tile --play puzzles.html                     a page to play"
    )
});

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// What is fastest for the puzzle
    Auto,
    /// Dancing links
    Links,
    /// A bitmask backtracker, for boards that are not too wide
    Bits,
    /// Count without listing, by profiles; for boards up to about 12 wide
    Profile,
    /// A plain matrix copied at every step, for comparison on small boards
    Matrix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ChoiceName {
    Smallest,
    First,
}

impl Args {
    /// The coverings that are to be found one by one.
    pub fn wanted(&self) -> usize {
        self.list
            .unwrap_or(usize::from(self.is_drawing() || self.random))
    }

    /// How coverings are searched.
    pub fn settings(&self) -> CoverSettings {
        CoverSettings {
            method: match self.method {
                MethodName::Auto | MethodName::Profile => None,
                MethodName::Links | MethodName::Matrix => Some(Method::Links),
                MethodName::Bits => Some(Method::Bits),
            },
            choice: self.choice(),
            order: self.order(),
            distinct: self.distinct,
            limit: self.max_branches.map(NonZeroU64::get),
        }
    }

    /// What the links branch on.
    pub fn choice(&self) -> ItemChoice {
        match self.choice {
            ChoiceName::Smallest => ItemChoice::Smallest,
            ChoiceName::First => ItemChoice::First,
        }
    }

    /// In which order coverings are found.
    pub fn order(&self) -> OptionOrder {
        match self.random {
            true => OptionOrder::Shuffled { seed: self.seed },
            false => OptionOrder::Given,
        }
    }

    /// The files that are asked for.
    pub fn targets(&self) -> Vec<(&Target, Kind)> {
        asked_for([
            (&self.png, Kind::Png),
            (&self.svg, Kind::Svg),
            (&self.play, Kind::Html),
        ])
    }

    /// Whether standard output is one of them.
    pub fn is_stdout_taken(&self) -> bool {
        takes_stdout(&self.targets())
    }

    /// Whether coverings are drawn.
    pub fn is_drawing(&self) -> bool {
        self.png.is_some() || self.svg.is_some()
    }
}
