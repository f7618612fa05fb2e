//! The article's text form of a print.
//!
//! The first line gives the colours of J, T and L, as `#rrggbb`. Then come the blocks in the order
//! of play, set apart by empty lines: a line a row from the top, a letter a cell, each piece in a
//! letter of its own, [in ASCII order](Lettering) from `A` on in every block. A pass is a block whose
//! lowest row is the printed one: the pieces that leave squares in it come first, over them the ones
//! that fill the rows that clear. A platform has two blocks, each under a line that announces it:
//! `+ platform` builds it, `- platform` is the piece that removes it after the passes on it. This
//! prints a square that will hang in the air, beside and above another one:
//!
//! ```text
#![doc = include_str!("pictures/blocks.txt")]
//! ```
//!
//! The pieces fall straight down, so shapes and columns are all that a reader needs: in which rows
//! the letters stand is for people, and so are the cells of rows that clear on the way.
//!
//! The text says nothing of the other four pieces, of which no cell stays: they get the colour of
//! the console's tile style that they share, so O and I that of T, S that of J, Z that of L. A piece
//! of J, T and L that carries no colour is written in grey.

use std::fmt::Write;

use super::letters::{Lettering, LetteringError};
use super::print::Print;
use super::row::{Pass, RowPrint, fills};
use crate::color::Rgb;
use crate::game::{FieldSize, PieceDrop, Tetromino, TileStyle};
use crate::parse::ParseValueError;
use crate::script::{PieceColors, PrintScript};

const BUILDING: &str = "+ platform";
const REMOVAL: &str = "- platform";

/// The colour of a piece of which no cell stays.
const GREY: Rgb = Rgb::new(0x80, 0x80, 0x80);

/// Writes a print in the article's text form. `palette` holds the colours that the print's picture
/// has indices for.
pub fn write_blocks(print: &Print, palette: &[Rgb]) -> String {
    let carriers = print.setting.carriers();
    let [j, t, l] = [Tetromino::J, Tetromino::T, Tetromino::L].map(|piece| {
        carriers
            .color(piece)
            .map_or(GREY, |color| palette[usize::from(color)])
    });
    let width = print.setting.width;
    let rows = print.rows.iter().map(|row| row_blocks(row, width));
    rows.fold(format!("{j} {t} {l}\n"), |text, row| text + &row)
}

/// The blocks of a row, an empty line before each.
fn row_blocks(row: &RowPrint, width: usize) -> String {
    let mut text = String::new();
    let mut put = |heading: &str, block: Lettering| {
        write!(text, "\n{heading}{block}").expect("writing to a string does not fail");
    };
    if let Some(platform) = row.platform {
        put(&format!("{BUILDING}\n"), stacked(&platform.opening, width));
    }
    for pass in &row.passes {
        put("", pass_lettering(pass, width));
    }
    if let Some(platform) = row.platform {
        put(&format!("{REMOVAL}\n"), stacked(&[platform.closing], width));
    }
    text
}

fn stacked(drops: &[PieceDrop], width: usize) -> Lettering {
    let mut lettering = Lettering::new(width);
    lettering.stack(&mut vec![0; width], drops, 0);
    lettering
}

/// A pass drawn with letters: the printed row, and the rows over it that clear.
pub fn pass_lettering(pass: &Pass, width: usize) -> Lettering {
    let mut lettering = Lettering::new(width);
    for (index, emitter) in pass.emitters.iter().enumerate() {
        lettering.put(emitter.drop(), 0, index);
    }
    let filled = fills(&pass.emitters);
    let mut heights: Vec<usize> = (0..width).map(|x| 1 + (filled >> x & 1) as usize).collect();
    lettering.stack(&mut heights, &pass.filling, pass.emitters.len());
    lettering
}

/// A line of a text that is no print in the article's form. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the blocks: {slip}")]
pub struct BlocksError {
    /// The number of the line, or of the first line of its block.
    pub line: usize,
    /// What is wrong with it.
    pub slip: BlocksSlip,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlocksSlip {
    /// The text does not begin with three colours.
    #[error(
        "the first line must give three colours, of J, T and L, like `#d82800 #fc9838 #007800`"
    )]
    ColorCount,
    /// One of the three is no colour.
    #[error(transparent)]
    Color(#[from] ParseValueError),
    /// A block's letters make no pieces.
    #[error(transparent)]
    Letters(#[from] LetteringError),
    /// A block that was made for another field.
    #[error("the block is {found} columns wide, the field {width}")]
    Width {
        /// Columns of the block.
        found: usize,
        /// Columns of the field.
        width: usize,
    },
    /// Platforms are built one at a time.
    #[error("a platform is announced while another one stands")]
    SecondPlatform,
    /// A removal without a platform before it.
    #[error("a platform is removed where none stands")]
    NoPlatform,
    /// The text ends, and a platform still stands.
    #[error("this platform is never removed: its `{REMOVAL}` is missing")]
    LeftStanding,
}

/// Reads a print in the article's text form as a script for a field of this size. Spaces around
/// lines and further empty lines do not count. The script knows nothing of a sprite; its background
/// is black, or another colour if black stays in the print.
///
/// Errors: see [`BlocksSlip`]. Whether the game accepts the drops is found by the replay.
pub fn parse_blocks(text: &str, field: FieldSize) -> Result<PrintScript, BlocksError> {
    let mut lines = (1..).zip(text.lines().map(str::trim));
    let colors = lines.by_ref().find(|(_, text)| !text.is_empty());
    let (line, text) = colors.unwrap_or((1, ""));
    let carried = parse_colors(text).map_err(|slip| BlocksError { line, slip })?;
    let mut reader = Reader::new(field.width());
    for (line, text) in lines {
        match text {
            "" => reader.end_block()?,
            BUILDING | REMOVAL => {
                reader.end_block()?;
                reader.announce(text == BUILDING, line)?;
            }
            _ => reader.block.push((line, text)),
        }
    }
    Ok(PrintScript {
        field,
        colors: piece_colors(carried),
        background: background(carried),
        sprite: None,
        earlier: Vec::new(),
        planner: "blocks".to_owned(),
        seed: None,
        program: concat!("tetris-printer ", env!("CARGO_PKG_VERSION")).to_owned(),
        game: None,
        drops: reader.finish()?,
    })
}

/// The colours of J, T and L.
fn parse_colors(line: &str) -> Result<[Rgb; 3], BlocksSlip> {
    let mut words = line.split_whitespace();
    let (Some(j), Some(t), Some(l), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(BlocksSlip::ColorCount);
    };
    Ok([j.parse()?, t.parse()?, l.parse()?])
}

fn piece_colors([j, t, l]: [Rgb; 3]) -> PieceColors {
    PieceColors::new(|piece| match piece.style() {
        TileStyle::First => j,
        TileStyle::Rimmed => t,
        TileStyle::Second => l,
    })
}

/// Black, or white, or else what is left.
fn background(carried: [Rgb; 3]) -> Rgb {
    [Rgb::BLACK, Rgb::WHITE, GREY, Rgb::new(0x40, 0x40, 0x40)]
        .into_iter()
        .find(|color| !carried.contains(color))
        .expect("three colours leave one of four")
}

/// The blocks so far.
struct Reader<'a> {
    width: usize,
    drops: Vec<PieceDrop>,
    /// The lines of the block that is being read, with their numbers.
    block: Vec<(usize, &'a str)>,
    /// The line that announced the platform that stands.
    platform: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(width: usize) -> Self {
        Reader {
            width,
            drops: Vec::new(),
            block: Vec::new(),
            platform: None,
        }
    }

    fn announce(&mut self, is_building: bool, line: usize) -> Result<(), BlocksError> {
        let slip = match (is_building, self.platform) {
            (true, Some(_)) => BlocksSlip::SecondPlatform,
            (false, None) => BlocksSlip::NoPlatform,
            (true, None) | (false, Some(_)) => {
                self.platform = is_building.then_some(line);
                return Ok(());
            }
        };
        Err(BlocksError { line, slip })
    }

    fn end_block(&mut self) -> Result<(), BlocksError> {
        let Some(&(first, text)) = self.block.first() else {
            return Ok(());
        };
        let (found, width) = (text.chars().count(), self.width);
        if found != width {
            let slip = BlocksSlip::Width { found, width };
            return Err(BlocksError { line: first, slip });
        }
        // The rows are read one after the other, so that a slip is in the last one read.
        let mut line = first;
        let rows = self
            .block
            .iter()
            .inspect(|row| line = row.0)
            .map(|row| row.1);
        let lettering = Lettering::parse(rows);
        let lettering = lettering.map_err(|slip| BlocksError {
            line,
            slip: slip.into(),
        })?;
        let drops = lettering.drops(0);
        let slip_of_block = |slip: LetteringError| BlocksError {
            line: first,
            slip: slip.into(),
        };
        self.drops.extend(drops.map_err(slip_of_block)?);
        self.block.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<PieceDrop>, BlocksError> {
        self.end_block()?;
        match self.platform {
            None => Ok(self.drops),
            Some(line) => Err(BlocksError {
                line,
                slip: BlocksSlip::LeftStanding,
            }),
        }
    }
}

#[cfg(test)]
mod tests;
