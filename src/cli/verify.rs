//! `verify`: the judge.

use std::borrow::Cow;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde::Serialize;

use super::drawing::theme;
use super::failure::Mismatch;
use super::kind::Kind;
use super::movie::{PaletteArgs, watch_movie};
use super::output::{Target, check_targets};
use super::reading::{ReadingArgs, file_of, name, read_bytes};
use super::report::{Channel, Verbosity, count, print_json, say};
use super::script_file::read_script;
use super::stage::write_all;
use super::watch::Watch;
use tetris_printer::color::Rgb;
use tetris_printer::game::FieldSize;
use tetris_printer::picture::decode_picture;
use tetris_printer::print::{Columns, PrintError};
use tetris_printer::render::Theme;
use tetris_printer::sprite::Sprite;
use tetris_printer::verify::{
    Difference, PrintedField, Verdict, find_field, pictures_of_script, render_differences,
    verify_beside,
};

/// Compare the products of a print with the sprite, cell by cell
///
/// Scripts are played, PNGs and the last frames of GIFs are decoded, movies are played on the cartridge in the built-in
/// emulator, and the field is located in screenshots. The exit code is 1 if anything differs.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer verify sprites/knight.png --script knight.json --gif knight.gif
  tetris-printer verify sprites/knight.png --png knight.png --diff differences.png
  tetris-printer verify sprites/knight.png --movie knight.fm2
  tetris-printer verify sprites/knight.png --screenshot emulator.png
  tetris-printer verify sprites/knight.png --gif green.gif      (drawn with --theme gameboy: it says so)
  tetris-printer verify sprites/cat.png sprites/frog.png --script film.json --gif film.gif
  tetris-printer verify rows.png --script rows.json --free-columns 0-1")]
pub struct VerifyArgs {
    /// The sprite, read as `print` reads it; - for stdin; of a film all of its sprites in their order
    #[arg(required = true, value_name = "SPRITE")]
    sprites: Vec<Target>,
    /// A print script to play
    #[arg(long, value_name = "FILE")]
    script: Option<Target>,
    /// A picture of the final field
    #[arg(long, value_name = "FILE")]
    png: Option<Target>,
    /// An animation; its last frame is compared
    #[arg(long, value_name = "FILE")]
    gif: Option<Target>,
    /// A controller movie to play on the cartridge; the console's screen is judged
    #[arg(long, value_name = "FILE")]
    movie: Option<Target>,
    /// A screenshot of a print in any program; the field is found by its frame, at any position and
    /// scale
    #[arg(long, value_name = "FILE")]
    screenshot: Option<Target>,
    /// The size of the field in a screenshot, columns x rows
    #[arg(long, value_name = "WxH", default_value_t = FieldSize::STANDARD, requires = "screenshot")]
    field: FieldSize,
    /// The look that the products were drawn in, which determines their colours: nes, flat, grid,
    /// gameboy or a theme file [default: the one that a picture says it has]
    #[arg(long, value_name = "NAME", value_parser = theme)]
    theme: Option<Theme>,
    /// Write a picture of the first product that differs, with wrong cells framed in red
    #[arg(long, value_name = "FILE")]
    diff: Option<Target>,
    /// Columns whose content beside the picture does not matter, as given to `print`
    #[arg(long, value_name = "COLUMNS")]
    free_columns: Option<Columns>,
    /// Print a report as JSON on stdout
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    palette: PaletteArgs,
}

/// A controller movie.
const MOVIE: &str = "movie";

/// Pictures are read up to this size.
const MOST_BYTES: u64 = 256 << 20;

#[derive(Serialize)]
struct Report {
    exact: bool,
    products: Vec<ProductReport>,
}

#[derive(Serialize)]
struct ProductReport {
    kind: &'static str,
    path: String,
    left: i32,
    cells: usize,
    differences: usize,
    first: Option<CellReport>,
}

#[derive(Serialize)]
struct CellReport {
    column: usize,
    row: usize,
    expected: Option<Rgb>,
    found: Option<Rgb>,
}

impl From<&Difference> for CellReport {
    fn from(difference: &Difference) -> Self {
        CellReport {
            column: difference.column.0,
            row: difference.row.0,
            expected: difference.expected,
            found: difference.found,
        }
    }
}

pub fn run(args: &VerifyArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let inputs = args.inputs();
    ensure!(
        !inputs.is_empty(),
        "nothing to verify: add --script FILE, --png FILE, --gif FILE, --movie FILE or --screenshot FILE"
    );
    let sprite_files: Vec<Target> = args.sprites.iter().map(file_of).collect();
    let inputs_beside = inputs.iter().map(|(_, input)| *input);
    let all_inputs: Vec<&Target> = inputs_beside.chain(&sprite_files).collect();
    let streams = all_inputs
        .iter()
        .filter(|input| ***input == Target::Stream)
        .count();
    ensure!(streams <= 1, "only one input can be standard input");
    let diff: Vec<(&Target, Kind)> = args.diff.iter().map(|target| (target, Kind::Png)).collect();
    check_targets(&diff, &all_inputs)?;

    let (last, earlier) = args.sprites.split_last().context("a film has sprites")?;
    let sprite = args.reading.read(last)?.sprite;
    let mut products = Vec::new();
    if let Some(input) = args.script.as_ref().filter(|_| !earlier.is_empty()) {
        for (printed, verdict) in args.earlier_pictures(earlier, input)? {
            products.push(("script", input, printed, verdict));
        }
    }
    for (kind, input) in inputs {
        let (printed, sprite) = args.read_product(kind, input, &sprite, verbosity)?;
        let free = args.free_columns.unwrap_or_default();
        let (columns, field) = (free, printed.size());
        ensure!(
            columns.are_in(field),
            PrintError::NoSuchColumns { columns, field }
        );
        let verdict = verify_beside(&sprite, &printed, free.mask()).with_context(|| name(input))?;
        products.push((kind, input, printed, verdict));
    }
    let wrong = products.iter().find(|(.., verdict)| !verdict.is_exact());
    if let (Some(target), Some((.., printed, verdict))) = (&args.diff, wrong) {
        let mut png = Vec::new();
        render_differences(printed, verdict, &mut png)?;
        write_all(&[(target, &png)])?;
    }
    let report = Report {
        exact: wrong.is_none(),
        products: products
            .iter()
            .map(|(kind, input, _, verdict)| ProductReport {
                kind,
                path: name(input),
                left: verdict.left,
                cells: verdict.cells,
                differences: verdict.differences.len(),
                first: verdict.differences.first().map(CellReport::from),
            })
            .collect(),
    };
    if args.json {
        print_json(&report)?;
    } else {
        let lines: String = products
            .iter()
            .map(|(kind, input, _, verdict)| line(kind, input, verdict))
            .collect();
        say(&lines, Channel::Stdout, verbosity)?;
    }
    if let Some((kind, input, _, verdict)) = wrong {
        let wrong = count(verdict.differences.len(), "cell");
        bail!(Mismatch(format!(
            "{kind} {} differs from the sprite in {wrong}{}",
            name(input),
            if *kind == MOVIE {
                args.palette.hint()
            } else {
                ""
            },
        )));
    }
    Ok(ExitCode::SUCCESS)
}

impl VerifyArgs {
    fn inputs(&self) -> Vec<(&'static str, &Target)> {
        let inputs = [
            ("script", &self.script),
            ("png", &self.png),
            ("gif", &self.gif),
            (MOVIE, &self.movie),
            ("screenshot", &self.screenshot),
        ];
        inputs
            .into_iter()
            .filter_map(|(kind, input)| Some((kind, input.as_ref()?)))
            .collect()
    }

    /// What a film shows before its last picture, compared with the sprites.
    fn earlier_pictures(
        &self,
        sprites: &[Target],
        input: &Target,
    ) -> anyhow::Result<Vec<(PrintedField, Verdict)>> {
        let script = read_script(input)?;
        let mut fields = pictures_of_script(&script).with_context(|| name(input))?;
        let (named, printed) = (sprites.len() + 1, fields.len());
        ensure!(
            named == printed,
            "{} prints {}: name as many, not {named}",
            name(input),
            count(printed, "sprite"),
        );
        fields.pop();
        let free = self.free_columns.unwrap_or_default().mask();
        let compared = fields.into_iter().zip(sprites).map(|(field, sprite)| {
            let sprite = self.reading.read(sprite)?.sprite;
            let verdict = verify_beside(&sprite, &field, free)?;
            Ok((field, verdict))
        });
        compared.collect()
    }

    /// The look that is asked for, or else the one that the picture says it has.
    fn look_of(&self, printed: &PrintedField) -> Theme {
        self.theme.unwrap_or(Theme {
            palette: printed.theme(),
            ..Theme::default()
        })
    }

    /// What a product shows, and the sprite in the colours that it should show.
    fn read_product<'a>(
        &self,
        kind: &str,
        input: &Target,
        sprite: &'a Sprite,
        verbosity: Verbosity,
    ) -> anyhow::Result<(PrintedField, Cow<'a, Sprite>)> {
        let exact = |printed| (printed, Cow::Borrowed(sprite));
        if kind == "script" {
            let script = read_script(input)?;
            let printed = PrintedField::of_script(&script).with_context(|| name(input))?;
            return Ok(exact(printed));
        }
        let bytes = read_bytes(input, MOST_BYTES)?;
        let read = || -> anyhow::Result<_> {
            Ok(match kind {
                MOVIE => {
                    let watch = Watch::new("playing the movie", verbosity);
                    let (printed, sprite) = watch_movie(&bytes, sprite, &self.palette, &watch)?;
                    (printed, Cow::Owned(sprite))
                }
                "screenshot" => {
                    let sprite = self.theme.unwrap_or_default().recolor_sprite_alone(sprite);
                    let picture = decode_picture(&bytes[..])?;
                    (find_field(&picture, &sprite, self.field)?.printed, sprite)
                }
                _ => {
                    let printed = PrintedField::of_picture(&bytes)?;
                    let sprite = self.look_of(&printed).recolor_sprite_alone(sprite);
                    (printed, sprite)
                }
            })
        };
        read().with_context(|| format!("cannot read {}", name(input)))
    }
}

fn line(kind: &str, input: &Target, verdict: &Verdict) -> String {
    let what = match verdict.differences.first() {
        None => format!(
            "shows the sprite exactly ({} compared)",
            count(verdict.cells, "cell")
        ),
        Some(first) => {
            let color =
                |color: Option<Rgb>| color.map_or("empty".to_owned(), |color| color.to_string());
            format!(
                "{} {}, first at column {}, row {}: {} instead of {}",
                count(verdict.differences.len(), "cell"),
                if verdict.differences.len() == 1 {
                    "differs"
                } else {
                    "differ"
                },
                first.column.0,
                first.row.0,
                color(first.found),
                color(first.expected),
            )
        }
    };
    format!("{kind:<9} {}: {what}\n", name(input))
}
