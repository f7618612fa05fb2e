//! `sheet`: many sprites in one picture, each into a file of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::held::picture_beside;
use super::input::name;
use super::kind::Kind;
use super::listing::Listing;
use super::output::{Target, check_is_no_file, check_targets, make_folder};
use super::reading::{ReadingArgs, file_of, title};
use super::report::{Channel, Verbosity, count, print_json, say};
use super::sentence::one_line;
use super::stage::{stage_folder, write_all};
use tetris_printer::color::Rgb;
use tetris_printer::picture::{Bounds, write_raster_png};
use tetris_printer::print::{PrintJob, PrintRequest};
use tetris_printer::sprite::{ReadSprite, Sheet, SheetSprite, SpriteError};
use tetris_printer::tiles::Bank;

/// Cut a sheet into its sprites, and say which of them can be printed
///
/// A sheet with lines between its cells is cut along the lines, one whose tiles stand side by side or are
/// alike at the period of the tiles, any other into connected shapes: pixels that touch at a side or a
/// corner belong to the same sprite. So do shapes whose rectangles overlap, unless that makes one heap of a
/// packed sheet, parts above each other in a row of sprites, like letters with dots, and shapes that share a
/// frame, if all frames of the sheet have one size. Boxes that are drawn around most sprites are taken away.
/// --gap N also joins parts at most N empty columns or rows apart. Sprites are numbered from 1 in reading
/// order, those outside lined cells last; `print sheet.png#12` prints one of them, with the same --gap or
/// --grid.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer sheet sprites.png                      (only lists what is there)
  tetris-printer sheet sprites.png --out sprites/
  tetris-printer sheet tiles.png --grid 16x16 --spacing 1 --out tiles/
  tetris-printer sheet atlas.json                       (as it names them: print atlas.json#walk)
  tetris-printer sheet game.nes --arrange 8x16          (tiles by bank: print game.nes#0:32+2x2)
  tetris-printer sheet game.sfc --tiles snes --offset 0x18000")]
pub struct SheetArgs {
    /// The sheet: PNG, GIF, BMP, WebP, JPEG or Aseprite; an atlas as JSON, XML or plist, whose rectangles are
    /// the sprites; a game's file or raw tiles; game.nes#1: is one bank of tiles; - for stdin
    sheet: Target,
    /// Write each sprite as a PNG into this folder (created if need be), and index.json with their
    /// rectangles; equal sprites share one file
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print the index as JSON on stdout
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
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
    /// Where the tiles of a game are in its file, bank by bank.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    banks: Vec<BankEntry>,
    sprites: Vec<Entry>,
}

#[derive(Serialize)]
struct BankEntry {
    bank: usize,
    /// In bytes.
    offset: usize,
    tiles: usize,
}

#[derive(Serialize)]
struct Entry {
    number: usize,
    /// What an atlas calls it, or the address of its first tile.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
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
}

pub fn run(args: &SheetArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let listing = args.reading.listing(&args.sheet)?;
    let sheet = &listing.sheet;
    if listing.names.is_empty() && sheet.has_heap() {
        let hint = "one shape covers most of the sheet: --grid WxH cuts it into cells\n";
        say(hint, Channel::Stderr, verbosity)?;
    }
    let index = args.index(&listing);
    if let Some(folder) = &args.out {
        args.write(folder, sheet, &index)?;
    }
    if args.json {
        print_json(&index)?;
    } else {
        say(&index.text(args.out.as_deref()), Channel::Stdout, verbosity)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl SheetArgs {
    /// What the files are called before their number: as the sheet.
    fn stem(&self) -> String {
        match file_of(&self.sheet) {
            Target::Stream => "sprite".to_owned(),
            Target::File(_) => title(&self.sheet),
        }
    }

    fn index(&self, listing: &Listing) -> Index {
        let Listing {
            sheet,
            names,
            banks,
            ..
        } = listing;
        let digits = sheet.sprites.len().to_string().len();
        let stem = self.stem();
        let printing: Vec<Printing> = (listing.read_all().into_par_iter())
            .zip(&sheet.sprites)
            .map(|(read, piece)| Printing::of(read, piece))
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
                name: names.get(index).cloned(),
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
            cell: sheet.cells.map(|(width, height)| [width, height]),
            banks: banks.iter().enumerate().map(BankEntry::of).collect(),
            sprites: sheet.sprites.iter().enumerate().map(entry).collect(),
        }
    }

    fn write(&self, folder: &Path, sheet: &Sheet, index: &Index) -> anyhow::Result<()> {
        check_is_no_file(folder, "--out")?;
        let mut files: Vec<(&str, Vec<u8>)> = Vec::new();
        for (piece, entry) in sheet.sprites.iter().zip(&index.sprites) {
            if entry.equal_to.is_none() {
                let mut png = Vec::new();
                write_raster_png(&piece.raster, &mut png)?;
                files.push((&entry.file, png));
            }
        }
        let mut json = serde_json::to_vec_pretty(index)?;
        json.push(b'\n');
        files.push(("index.json", json));
        match folder.exists() {
            true => self.write_into(folder, &files),
            false => write_new_folder(folder, &files),
        }
    }

    fn write_into(&self, folder: &Path, files: &[(&str, Vec<u8>)]) -> anyhow::Result<()> {
        let target = |name: &&str| Target::File(folder.join(name));
        let targets: Vec<Target> = files.iter().map(|(name, _)| target(name)).collect();
        let sheet = file_of(&self.sheet);
        let picture = picture_beside(&sheet);
        let inputs: Vec<&Target> = std::iter::once(&sheet).chain(&picture).collect();
        for target in &targets {
            check_targets(&[(target, Kind::of_name(target)?)], &inputs)?;
        }
        let contents = files.iter().map(|(_, bytes)| &bytes[..]);
        write_all(&targets.iter().zip(contents).collect::<Vec<_>>())
    }
}

/// Makes a folder, and those around it, that appears with all of its files at once.
fn write_new_folder(folder: &Path, files: &[(&str, Vec<u8>)]) -> anyhow::Result<()> {
    if let Some(parent) = folder.parent() {
        make_folder(parent).with_context(|| format!("cannot write into {}", folder.display()))?;
    }
    let fill = |hidden: &Path| {
        let mut files = files.iter();
        Ok(files.try_for_each(|(name, bytes)| fs::write(hidden.join(name), bytes))?)
    };
    stage_folder(folder, fill)?.finish()
}

impl Printing {
    fn of(read: Result<ReadSprite, SpriteError>, piece: &SheetSprite) -> Printing {
        let read = match read {
            Ok(read) => read,
            Err(error) => {
                return Printing {
                    size: [piece.bounds.width, piece.bounds.height],
                    colors: 0,
                    prints: false,
                    reason: Some(one_line(&error.into())),
                };
            }
        };
        let sprite = &read.sprite;
        let job = PrintJob::new(sprite, &PrintRequest::default()).and_then(|job| job.check());
        let reason = job.err().map(|error| one_line(&error.into()));
        Printing {
            size: [sprite.width(), sprite.height()],
            colors: sprite.palette().len(),
            prints: reason.is_none(),
            reason,
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
        text.extend(self.banks.iter().map(BankEntry::text));
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

impl BankEntry {
    fn of((bank, place): (usize, &Bank)) -> BankEntry {
        BankEntry {
            bank,
            offset: place.offset,
            tiles: place.tiles,
        }
    }

    fn text(&self) -> String {
        let BankEntry {
            bank,
            offset,
            tiles,
        } = self;
        format!(
            "bank      {bank}: {} from byte {offset:#x}\n",
            count(*tiles, "tile")
        )
    }
}

impl Entry {
    fn text(&self) -> String {
        let Printing { size, colors, .. } = &self.printing;
        let mut text = format!(
            "#{:<4} {:>3}x{:<3} at {:>4},{:<4} ",
            self.number, self.width, self.height, self.left, self.top
        );
        if let Some(name) = &self.name {
            text += &format!("{name}: ");
        }
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
