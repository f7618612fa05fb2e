//! `verify`: the judge.

mod looks;
mod report;

use std::borrow::Cow;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use clap::Args;

use self::looks::looks;
use self::report::{Judged, PictureOf, Scope};
use super::drawing::theme;
use super::failure::Mismatch;
use super::input::{name, read_bytes};
use super::kind::Kind;
use super::movie::{PaletteArgs, Player, watch_copy, watch_movie};
use super::output::{Target, check_targets};
use super::reading::{ReadingArgs, file_of, one_by_one};
use super::report::{Channel, Verbosity, count, print_json, say};
use super::script_file::{parse_any_script, script_of_picture};
use super::stage::write_all;
use super::watch::Watch;
use tetris_printer::audit::DrawnPicture;
use tetris_printer::color::Rgb;
use tetris_printer::game::FieldSize;
use tetris_printer::picture::decode_picture;
use tetris_printer::print::{Columns, PrintError};
use tetris_printer::render::Theme;
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::{ReadSprite, Sprite};
use tetris_printer::verify::{
    PrintedField, Verdict, find_field, pictures_of_script, render_differences, verify_beside,
};

/// Compare the products of a print with the sprite, cell by cell
///
/// Scripts are played, pictures and the last frames of animations are decoded, movies are played on the cartridge in the
/// built-in console, and the field is located in screenshots. What this program has drawn carries its script: it is
/// drawn again and compared in every pixel of every frame. The exit code is 1 if anything differs.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer verify sprites/knight.png --script knight.json --gif knight.gif
  tetris-printer verify sprites/knight.png --png knight.png --diff differences.png
  tetris-printer verify sprites/knight.png --movie knight.fm2
  tetris-printer verify sprites/heart.png --game tetris.nes --movie heart.fm2
  tetris-printer verify sprites/knight.png --screenshot emulator.png
  tetris-printer verify sprites/knight.png --gif green.gif      (drawn with --theme gameboy: it says so)
  tetris-printer verify sprites/cat.png sprites/frog.png --script film.json --gif film.gif
  tetris-printer verify rows.png --script rows.json --free-columns 0-1")]
pub struct VerifyArgs {
    /// The sprite, read as `print` reads it; - for stdin; for a film, all of its sprites in order
    #[arg(required = true, value_name = "SPRITE")]
    sprites: Vec<Target>,
    /// A print script to play
    #[arg(long, value_name = "FILE")]
    script: Option<Target>,
    /// A picture of the final field
    #[arg(long, value_name = "FILE")]
    png: Option<Target>,
    /// An animation as GIF, APNG or WebP
    #[arg(long, value_name = "FILE", visible_aliases = ["apng", "webp"])]
    gif: Option<Target>,
    /// A controller movie to play on the cartridge; the console's screen is judged
    #[arg(long, value_name = "FILE")]
    movie: Option<Target>,
    /// A screenshot of a print in any program; the field is found by its frame, at any position and
    /// scale, in the colours of any theme or emulator, dimmed, tinted or behind scan lines
    #[arg(long, value_name = "FILE")]
    screenshot: Option<Target>,
    /// The size of the field in a screenshot, columns x rows
    #[arg(long, value_name = "WxH", default_value_t = FieldSize::STANDARD, requires = "screenshot")]
    field: FieldSize,
    /// The look that the products were drawn in, which determines their colours: nes, flat, grid,
    /// gameboy or a theme file [default: the one that a picture says it has, or that a screenshot looks like]
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
    /// Play the movie on this copy of the game of 1989 instead of the cartridge; its memory and screen are judged
    #[arg(long, value_name = "FILE", requires = "movie")]
    game: Option<Target>,
    /// The player that the movie for the original was made for
    #[arg(long = "for", value_enum, value_name = "PLAYER", default_value_t = Player::Original, requires = "game")]
    player: Player,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    palette: PaletteArgs,
}

/// The kinds of products that are read in ways of their own.
const SCRIPT: &str = "script";
const MOVIE: &str = "movie";
const SCREENSHOT: &str = "screenshot";

/// Products are read up to this size: pictures of that many bytes, or scripts of some millions of drops.
const MOST_BYTES: u64 = 256 << 20;

/// A product as it is read.
enum Content<'a> {
    Script(PrintScript),
    Picture(Box<DrawnPicture<'a>>),
    Movie(&'a [u8]),
    Screenshot(&'a [u8]),
}

impl<'a> Content<'a> {
    fn of(kind: &str, bytes: &'a [u8]) -> anyhow::Result<Content<'a>> {
        Ok(match kind {
            SCRIPT => Content::Script(parse_any_script(bytes)?),
            MOVIE => Content::Movie(bytes),
            SCREENSHOT => Content::Screenshot(bytes),
            _ => Content::Picture(Box::new(DrawnPicture::read(bytes)?)),
        })
    }

    /// The script of a product that should have one.
    fn script(&self) -> Option<anyhow::Result<Cow<'_, PrintScript>>> {
        match self {
            Content::Script(script) => Some(Ok(Cow::Borrowed(script))),
            Content::Picture(picture) => Some(script_of_picture(picture.print()).map(Cow::Owned)),
            Content::Movie(_) | Content::Screenshot(_) => None,
        }
    }
}

pub fn run(args: &VerifyArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let inputs = args.inputs();
    if let (true, [_, .., last]) = (inputs.is_empty(), &args.sprites[..]) {
        bail!("nothing to verify: is {last} a product? put --gif, --png or --script before it");
    }
    ensure!(
        !inputs.is_empty(),
        "nothing to verify: add --script FILE, --png FILE, --gif FILE, --movie FILE or --screenshot FILE"
    );
    let sprites = one_by_one(&args.sprites)?;
    let sprite_files: Vec<Target> = sprites.iter().map(file_of).collect();
    let inputs_beside = inputs.iter().map(|(_, input)| *input);
    let all_inputs: Vec<&Target> = inputs_beside.chain(&sprite_files).collect();
    let streams = all_inputs
        .iter()
        .filter(|input| ***input == Target::Stream)
        .count();
    ensure!(streams <= 1, "only one input can be standard input");
    let diff: Vec<(&Target, Kind)> = args.diff.iter().map(|target| (target, Kind::Png)).collect();
    check_targets(&diff, &all_inputs)?;

    let reads = args.reading.read_film(&sprites)?;
    let (last, earlier) = reads.split_last().context("a film has sprites")?;
    let mut products = Vec::new();
    for (kind, input) in inputs {
        let bytes = read_bytes(input, MOST_BYTES)?;
        let content = Content::of(kind, &bytes);
        let content = content.with_context(|| format!("cannot read {}", name(input)))?;
        let mut pictures = 1;
        if earlier.is_empty() {
            // The end of a film is its last picture.
            pictures += content
                .script()
                .and_then(Result::ok)
                .map_or(0, |script| script.earlier.len());
        } else {
            let script = content.script().with_context(|| {
                format!(
                    "{} shows the end of a game: name its last sprite alone",
                    name(input)
                )
            })?;
            let script = script.with_context(|| format!("cannot read {}", name(input)))?;
            pictures += script.earlier.len();
            products.extend(args.earlier_pictures(earlier, kind, input, &script)?);
        }
        let judged = args.judge(kind, input, &content, &last.sprite, verbosity)?;
        products.push(Judged {
            picture: (pictures > 1).then_some(PictureOf {
                picture: pictures,
                pictures,
            }),
            ..judged
        });
    }
    let wrong = products.iter().find(|product| !product.is_exact());
    if let (Some(target), Some(wrong)) = (&args.diff, wrong) {
        let mut png = Vec::new();
        render_differences(&wrong.printed, &wrong.verdict, &mut png)?;
        write_all(&[(target, &png)])?;
    }
    if args.json {
        print_json(&report::json(&products))?;
    } else {
        let lines: String = products.iter().map(Judged::line).collect();
        say(&lines, Channel::Stdout, verbosity)?;
    }
    if let Some(wrong) = wrong {
        let hint = match wrong.kind == MOVIE {
            true => args.palette.hint(),
            false => "",
        };
        bail!(Mismatch(wrong.complaint() + hint));
    }
    Ok(ExitCode::SUCCESS)
}

impl VerifyArgs {
    fn inputs(&self) -> Vec<(&'static str, &Target)> {
        let inputs = [
            (SCRIPT, &self.script),
            ("png", &self.png),
            ("gif", &self.gif),
            (MOVIE, &self.movie),
            (SCREENSHOT, &self.screenshot),
        ];
        inputs
            .into_iter()
            .filter_map(|(kind, input)| Some((kind, input.as_ref()?)))
            .collect()
    }

    /// What the script of a film shows before its last picture, compared with the sprites.
    fn earlier_pictures<'a>(
        &self,
        sprites: &[ReadSprite],
        kind: &'static str,
        input: &'a Target,
        script: &PrintScript,
    ) -> anyhow::Result<Vec<Judged<'a>>> {
        let mut fields = pictures_of_script(script).with_context(|| name(input))?;
        let (named, pictures) = (sprites.len() + 1, fields.len());
        ensure!(
            named == pictures,
            "{} prints {}: name as many, not {named}",
            name(input),
            count(pictures, "sprite"),
        );
        fields.pop();
        let compared = (1..)
            .zip(fields)
            .zip(sprites)
            .map(|((picture, printed), read)| {
                Ok(Judged {
                    picture: Some(PictureOf { picture, pictures }),
                    verdict: self.compare(&printed, &read.sprite)?,
                    scope: Scope::Cells,
                    kind,
                    input,
                    printed,
                })
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

    /// Compares a product with the sprite, and a picture with the script that it carries.
    fn judge<'a>(
        &self,
        kind: &'static str,
        input: &'a Target,
        content: &Content<'_>,
        sprite: &Sprite,
        verbosity: Verbosity,
    ) -> anyhow::Result<Judged<'a>> {
        let Shown {
            printed,
            sprite: shown,
            look,
        } = self
            .shown(content, sprite, verbosity)
            .with_context(|| format!("cannot read {}", name(input)))?;
        let judge = || -> anyhow::Result<_> {
            let verdict = self.compare(&printed, &shown)?;
            Ok((verdict, self.scope(content, sprite, look)?))
        };
        let (verdict, scope) = judge().with_context(|| name(input))?;
        Ok(Judged {
            kind,
            input,
            picture: None,
            printed,
            verdict,
            scope,
        })
    }

    /// What there is to look at in a product; a picture that carries its script is drawn again.
    fn scope(
        &self,
        content: &Content<'_>,
        sprite: &Sprite,
        look: &'static str,
    ) -> anyhow::Result<Scope> {
        let picture = match content {
            Content::Script(_) | Content::Movie(_) => return Ok(Scope::Cells),
            Content::Screenshot(_) => return Ok(Scope::Screenshot { look }),
            Content::Picture(picture) => picture,
        };
        let Some(audit) = picture.audit(sprite)? else {
            return Ok(Scope::Field);
        };
        let mut is_right = true;
        for script in std::iter::once(&audit.script).chain(&audit.rival) {
            let left = PrintedField::of_script(script)?;
            is_right &= self.compare(&left, sprite)?.is_exact();
        }
        Ok(Scope::Drawn {
            is_right,
            audit: Box::new(audit),
        })
    }

    fn compare(&self, printed: &PrintedField, sprite: &Sprite) -> anyhow::Result<Verdict> {
        let columns = self.free_columns.unwrap_or_default();
        let field = printed.size();
        ensure!(
            columns.are_in(field),
            PrintError::NoSuchColumns { columns, field }
        );
        Ok(verify_beside(sprite, printed, columns.mask())?)
    }

    /// What a product shows. Errors: it cannot be read, or no field is found in it.
    fn shown<'a>(
        &self,
        content: &Content<'_>,
        sprite: &'a Sprite,
        verbosity: Verbosity,
    ) -> anyhow::Result<Shown<'a>> {
        Ok(match content {
            Content::Script(script) => Shown::new(PrintedField::of_script(script)?, sprite),
            Content::Picture(picture) => {
                let printed = PrintedField::of_print(picture.print());
                let sprite = self.look_of(&printed).recolor_sprite_alone(sprite);
                Shown {
                    printed,
                    sprite,
                    look: "",
                }
            }
            Content::Movie(bytes) => {
                let watch = Watch::new("playing the movie", verbosity);
                if let Some(game) = &self.game {
                    let free = self.free_columns.unwrap_or_default().mask();
                    let printed = watch_copy(game, self.player, bytes, sprite, free, &watch)?;
                    return Ok(Shown::new(printed, sprite));
                }
                let (printed, sprite) = watch_movie(bytes, sprite, &self.palette, &watch)?;
                Shown {
                    printed,
                    sprite: Cow::Owned(sprite),
                    look: "",
                }
            }
            Content::Screenshot(bytes) => {
                let looks = looks(sprite, self.theme, &self.palette)?;
                let palettes: Vec<Vec<Rgb>> =
                    looks.iter().map(|look| look.colors.clone()).collect();
                let found = find_field(&decode_picture(*bytes)?, sprite, &palettes, self.field)?;
                Shown {
                    printed: found.printed,
                    sprite: Cow::Owned(found.sprite),
                    look: looks[found.palette].name,
                }
            }
        })
    }
}

/// What a product shows.
struct Shown<'a> {
    printed: PrintedField,
    /// The sprite in the colours that it should have there.
    sprite: Cow<'a, Sprite>,
    /// The program or theme that has these colours, if they are not the sprite's.
    look: &'static str,
}

impl<'a> Shown<'a> {
    fn new(printed: PrintedField, sprite: &'a Sprite) -> Shown<'a> {
        Shown {
            printed,
            sprite: Cow::Borrowed(sprite),
            look: "",
        }
    }
}
