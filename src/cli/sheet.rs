//! `sheet`: many sprites in one picture, each into a file of its own.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::failure::one_line;
use super::inspect::least_cost;
use super::kind::Kind;
use super::output::{Target, check_targets, write_all};
use super::reading::{DEFAULT_GAP, ReadingArgs, name};
use super::report::{Channel, Verbosity, count, print_json, say};
use tetris_printer::color::Rgb;
use tetris_printer::picture::{Bounds, write_raster_png};
use tetris_printer::sprite::{
    Cells, Cut, MAX_GAP, ReadOptions, Sheet, SheetSprite, cut_sheet, interpret_raster,
};

/// Cut a sheet into its sprites, and say which of them can be printed
///
/// A sheet with lines between its cells is cut along the lines, any other into connected shapes: two
/// pixels belong to the same sprite if at most --gap pixels lie between their columns and between
/// their rows. 0 joins what touches at a side or a corner, 1 also what a single empty pixel
/// separates. Sprites are numbered from 1 in reading order; `print sheet.png#12` prints one of them.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer sheet sprites.png                      (only lists what is there)
  tetris-printer sheet sprites.png --out sprites/
  tetris-printer sheet tiles.png --grid 16x16 --spacing 1 --out tiles/")]
pub struct SheetArgs {
    /// The sheet: PNG, GIF, BMP or WebP; - for stdin
    sheet: Target,
    /// Write each sprite as a PNG into this folder (created if need be), and index.json with their
    /// rectangles; equal sprites share one file
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Maximum number of empty pixels between the parts of one sprite
    #[arg(long, value_name = "PIXELS", default_value_t = DEFAULT_GAP as u64)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=MAX_GAP as u64))]
    gap: u64,
    /// Cut into cells of WxH pixels, or always into shapes with `none` [default: along drawn lines,
    /// if there are any]
    #[arg(long, value_name = "WxH")]
    grid: Option<GridChoice>,
    /// Pixels before the first column and row of cells
    #[arg(long, value_name = "PIXELS", default_value_t = 0, requires = "grid")]
    margin: usize,
    /// Pixels between cells
    #[arg(long, value_name = "PIXELS", default_value_t = 0, requires = "grid")]
    spacing: usize,
    /// Print the index as JSON on stdout
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// What `--grid` says.
#[derive(Clone, Copy, Debug)]
enum GridChoice {
    None,
    Size { width: usize, height: usize },
}

impl std::str::FromStr for GridChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once('x').map(|(w, h)| (w.parse(), h.parse()));
        match sides {
            Some((Ok(width @ 1..), Ok(height @ 1..))) => Ok(GridChoice::Size { width, height }),
            _ if text == "none" => Ok(GridChoice::None),
            _ => Err(format!(
                "`{text}` is not a cell size: write WxH, like 16x16, or none"
            )),
        }
    }
}

/// What `index.json` says.
#[derive(Serialize)]
struct Index {
    format: &'static str,
    version: u32,
    source: String,
    background: Option<Rgb>,
    /// The cells' size, if the sheet was not cut into shapes.
    cell: Option<[usize; 2]>,
    sprites: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    number: usize,
    /// In the folder of the index; equal sprites share one.
    file: String,
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    /// The first sprite with the same pixels.
    equal_to: Option<usize>,
    #[serde(flatten)]
    printing: Printing,
}

/// Whether a sprite prints on the standard field.
#[derive(Clone, Serialize)]
struct Printing {
    /// Columns and rows at its own scale.
    size: [usize; 2],
    colors: usize,
    prints: bool,
    /// What stops it.
    reason: Option<String>,
    /// What no print can do without.
    pieces_at_least: Option<usize>,
}

pub fn run(args: &SheetArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let options = args.reading.options();
    let sheet = || {
        cut_sheet(
            args.reading.picture(&args.sheet)?,
            options.background,
            args.cut(),
        )
    };
    let sheet = sheet().with_context(|| format!("cannot read {}", name(&args.sheet)))?;
    if sheet.is_one_whole() {
        let hint = "one sprite fills the whole sheet: --grid WxH cuts it into cells\n";
        say(hint, Channel::Stderr, verbosity)?;
    }
    let index = args.index(&sheet);
    if let Some(folder) = &args.out {
        args.write(folder, &sheet, &index)?;
    }
    if args.json {
        print_json(&index)?;
    } else {
        say(&index.text(args.out.as_deref()), Channel::Stdout, verbosity)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl SheetArgs {
    fn cut(&self) -> Cut {
        let gap = self.gap as usize;
        match self.grid {
            None => Cut::Auto { gap },
            Some(GridChoice::None) => Cut::Components { gap },
            Some(GridChoice::Size { width, height }) => Cut::Cells(Cells {
                width,
                height,
                margin: self.margin,
                spacing: self.spacing,
            }),
        }
    }

    /// What the files are called before their number: as the sheet.
    fn stem(&self) -> String {
        match &self.sheet {
            Target::Stream => "sprite".to_owned(),
            Target::File(path) => path.file_stem().map_or_else(
                || "sprite".to_owned(),
                |stem| stem.to_string_lossy().into_owned(),
            ),
        }
    }

    fn index(&self, sheet: &Sheet) -> Index {
        let digits = sheet.sprites.len().to_string().len();
        let stem = self.stem();
        let options = self.reading.options_of_piece();
        let printing: Vec<Printing> = (sheet.sprites.par_iter())
            .map(|piece| Printing::of(piece, &options))
            .collect();
        let entry = |(index, piece): (usize, &SheetSprite)| {
            let Bounds {
                left,
                top,
                width,
                height,
            } = piece.bounds;
            let first = piece.first_equal + 1;
            Entry {
                number: index + 1,
                file: format!("{stem}-{first:0digits$}.png"),
                left,
                top,
                width,
                height,
                equal_to: (first != index + 1).then_some(first),
                printing: printing[index].clone(),
            }
        };
        Index {
            format: "tetris-sheet",
            version: 1,
            source: name(&self.sheet),
            background: sheet.background,
            cell: sheet.cells.map(|cells| [cells.width, cells.height]),
            sprites: sheet.sprites.iter().enumerate().map(entry).collect(),
        }
    }

    fn write(&self, folder: &Path, sheet: &Sheet, index: &Index) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let mut files: Vec<(Target, Vec<u8>)> = Vec::new();
        for (piece, entry) in sheet.sprites.iter().zip(&index.sprites) {
            if entry.equal_to.is_none() {
                let mut png = Vec::new();
                write_raster_png(&piece.raster, &mut png)?;
                files.push((Target::File(folder.join(&entry.file)), png));
            }
        }
        let mut json = serde_json::to_vec_pretty(index)?;
        json.push(b'\n');
        files.push((Target::File(folder.join("index.json")), json));
        for (target, _) in &files {
            let kind = Kind::of_name(target)?;
            check_targets(&[(target, kind)], &[&self.sheet])?;
        }
        let outputs: Vec<(&Target, &[u8])> = files
            .iter()
            .map(|(target, bytes)| (target, &bytes[..]))
            .collect();
        write_all(&outputs)
    }
}

impl Printing {
    fn of(piece: &SheetSprite, options: &ReadOptions) -> Printing {
        let read = match interpret_raster(piece.raster.clone(), options) {
            Ok(read) => read,
            Err(error) => {
                return Printing {
                    size: [piece.bounds.width, piece.bounds.height],
                    colors: 0,
                    prints: false,
                    reason: Some(one_line(&error.into())),
                    pieces_at_least: None,
                };
            }
        };
        let sprite = &read.sprite;
        let (bound, reason) = match least_cost(sprite) {
            Ok(bound) => (bound, None),
            Err(error) => (None, Some(one_line(&error))),
        };
        Printing {
            size: [sprite.width(), sprite.height()],
            colors: sprite.palette().len(),
            prints: reason.is_none(),
            reason,
            pieces_at_least: bound.map(|bound| bound.pieces),
        }
    }
}

impl Index {
    fn text(&self, folder: Option<&Path>) -> String {
        let mut text = String::new();
        for entry in &self.sprites {
            text += &entry.text();
        }
        let files = self.sprites.iter().filter(|entry| entry.equal_to.is_none());
        let files = files.count();
        let printing = self.sprites.iter().filter(|entry| entry.printing.prints);
        text += &format!("sheet     {}: ", self.source);
        text += &count(self.sprites.len(), "sprite");
        text += &format!(", {files} different, {} print", printing.count());
        match self.background {
            Some(background) => text += &format!(", background {background} taken out\n"),
            None => text.push('\n'),
        }
        if let Some(folder) = folder {
            let files = count(files, "picture");
            text += &format!("written   {files} and index.json in {}\n", folder.display());
        }
        text
    }
}

impl Entry {
    fn text(&self) -> String {
        let Printing { size, colors, .. } = &self.printing;
        let mut text = format!(
            "#{:<4} {:>3}x{:<3} at {:>4},{:<4} ",
            self.number, self.width, self.height, self.left, self.top
        );
        if [self.width, self.height] != *size {
            text += &format!("read as {}x{}, ", size[0], size[1]);
        }
        text += &match (&self.printing.reason, self.equal_to) {
            (_, Some(first)) => format!("equal to #{first}\n"),
            (None, None) => format!("{}, prints\n", count(*colors, "colour")),
            (Some(reason), None) => format!("does not print: {reason}\n"),
        };
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_a_size_or_none() {
        let size = "16x24".parse();
        assert!(matches!(
            size,
            Ok(GridChoice::Size {
                width: 16,
                height: 24
            })
        ));
        assert!(matches!("none".parse(), Ok(GridChoice::None)));
        for text in ["", "16", "0x4", "x", "16x"] {
            let error = text.parse::<GridChoice>().unwrap_err();
            assert!(error.contains("like 16x16"), "{error}");
        }
    }
}
