//! `print`: sprite in, verified print out.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::columns::Columns;
use super::drawing::DrawingArgs;
use super::failure::Mismatch;
use super::movie::{MovieArgs, MovieReport};
use super::output::{Content, Target, check_targets, write_all};
use super::planning::{Job, Planned, PlanningArgs};
use super::product::Product;
use super::reading::{ReadingArgs, file_of, name};
use super::report::{Channel, Verbosity, bytes, count, grouped, print_json, ratio, say};
use super::watch::Watch;
use crate::color::Rgb;
use crate::game::console::{RuleSet, Rules};
use crate::game::{FieldSize, PaintedPlayfield, Tetromino};
use crate::plan::Plan;
use crate::plan::classic::write_blocks;
use crate::render::{Layout, RenderOptions, render_gif, render_png};
use crate::replay::{play_on_console, replay_to_end};
use crate::script::{PieceColors, PrintScript, SpritePosition, write_script};
use crate::sprite::{ReadSprite, Sprite};
use crate::verify::{PrintedField, verify_beside};

/// Print a sprite: plan it, play it, draw it, and prove that the print is exact
///
/// Every output is decoded again and compared with the sprite before it is put in place; on a
/// mismatch no file is left. Ctrl-C ends the search, not the print: the best plan so far is printed.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer print sprites/knight.png --gif knight.gif
  tetris-printer print hero.png --colors 3 --background '#ff00ff' --png out.png --script out.json
  tetris-printer print sheet.png#12 --gif hero.gif       (as `sheet` numbers them)
  tetris-printer print sheet.png --crop 32,0,16,24 --gif hero.gif
  tetris-printer print sprite.png --planner tables --gif - > print.gif
  tetris-printer print scene.png --field auto --time-limit 30s --gif scene.gif
  tetris-printer print sprite.png --movie print.fm2 --rom print.nes --nes-gif screen.gif
  tetris-printer print rows.png --field 10x20 --free-columns 0-1 --no-repeat --dry-run")]
pub struct PrintArgs {
    /// The picture: PNG, GIF, BMP or WebP, on the standard field up to 20 columns, in up to 6
    /// colours (some in 7); sheet.png#12 is a sprite of a sheet; - for stdin
    sprite: Target,
    /// Write an animation of the game
    #[arg(long, value_name = "FILE")]
    gif: Option<Target>,
    /// Write a picture of the final field
    #[arg(long, value_name = "FILE")]
    png: Option<Target>,
    /// Write the drops
    #[arg(long, value_name = "FILE")]
    script: Option<Target>,
    /// Plan, prove the plan by playing it, and report; write nothing
    #[arg(long)]
    dry_run: bool,
    /// How the drops are written
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
    /// The colour of an empty cell [default: black, or another if the sprite has black]
    #[arg(long, value_name = "#RRGGBB")]
    field_color: Option<Rgb>,
    /// Print a report as JSON on stdout
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    planning: PlanningArgs,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    movie: MovieArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The print script that `replay` and others read
    Json,
    /// The article's blocks of letters, a block for each pass (not with --planner minimal)
    Blocks,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    sprite: SpriteReport,
    planner: &'static str,
    /// Whether it stepped in for one that had found nothing.
    fallback: bool,
    /// Whether Ctrl-C ended the search.
    interrupted: bool,
    carriers: &'static str,
    seed: u64,
    field: FieldSize,
    background: Rgb,
    colors: PieceColors,
    position: Option<SpritePosition>,
    pieces: usize,
    pieces_per_pixel: f64,
    lines: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<BoundReport>,
    #[serde(skip_serializing_if = "Columns::is_empty")]
    free_columns: Columns,
    platforms: usize,
    #[serde(flatten)]
    console: ConsoleReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    movie: Option<MovieReport>,
    planning_seconds: f64,
    outputs: Vec<Output>,
    layout: Layout,
    verified: bool,
    #[serde(skip)]
    dry_run: bool,
}

/// The plan beside what no plan can do without.
#[derive(Serialize)]
struct BoundReport {
    pieces: usize,
    ratio: f64,
    optimal: bool,
}

/// The print on the frame-exact console, which cannot fly every drop to its place.
#[derive(Serialize)]
#[serde(untagged)]
enum ConsoleReport {
    Played {
        console_frames: u64,
        console_seconds: u64,
    },
    Refused {
        console_refusal: String,
    },
}

#[derive(Serialize)]
struct SpriteReport {
    source: String,
    width: usize,
    height: usize,
    pixels: usize,
    colors: Vec<Rgb>,
    merged_from: Option<usize>,
    background: Option<Rgb>,
    scale: usize,
}

#[derive(Serialize)]
struct Output {
    kind: &'static str,
    path: String,
    bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

pub fn run(args: &PrintArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let channel = args.check()?;
    let read = args.reading.read(&args.sprite)?;
    let background = field_color(args.field_color, &read.sprite)?;
    let watch = Watch::new("planning", verbosity);
    let start = Instant::now();
    let (job, planned) = args
        .plan(&read.sprite, &watch)
        .with_context(|| args.doubts(&read))?;
    let planning_seconds = start.elapsed().as_secs_f64();
    let interrupted = watch.take_interruption();
    let script = PrintScript {
        planner: planned.planner.name().to_owned(),
        seed: Some(args.planning.seed()),
        ..script_of(&planned.plan, &read.sprite, background)
    };
    let judge = Judge {
        sprite: &read.sprite,
        free_columns: args.planning.free_columns(),
    };
    judge.prove(&PrintedField::of_script(&script)?, "the plan")?;
    let left_behind = replay_to_end(&script)?;
    let console = ConsoleReport::of(&script, args.options().rules, &left_behind)?;
    let mut products = args.make(&script, &planned, &judge, &watch)?;
    let movie = args.make_movie(&script, &judge, &watch, &mut products)?;
    drop(watch);
    let outputs: Vec<(&Target, &[u8])> = products
        .iter()
        .map(|product| (product.target, &product.bytes[..]))
        .collect();
    write_all(&outputs)?;

    let pieces = script.drops.len();
    let bound = job.bound(planned.planner)?;
    let report = Report {
        sprite: SpriteReport::of(&args.sprite, &read),
        planner: planned.planner.name(),
        fallback: planned.planner != job.planner(),
        interrupted,
        carriers: job.carriers_name(planned.planner),
        seed: args.planning.seed(),
        field: script.field,
        background,
        colors: script.colors,
        position: script.sprite,
        pieces,
        pieces_per_pixel: pieces as f64 / read.sprite.pixel_count() as f64,
        lines: planned.plan.lines(left_behind.playfield().cell_count()),
        bound: bound.map(|bound| BoundReport::of(pieces, bound)),
        free_columns: args.planning.free_columns(),
        platforms: planned.plan.platforms,
        console,
        movie,
        planning_seconds,
        layout: args.layout(&script, &read.sprite, &products)?,
        outputs: products.iter().map(Output::of).collect(),
        verified: true,
        dry_run: args.dry_run,
    };
    if args.json {
        print_json(&report)?;
    } else {
        say(&report.text(verbosity), channel, verbosity)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl PrintArgs {
    /// What will be written.
    fn targets(&self) -> Vec<(&Target, Content)> {
        if self.dry_run {
            return Vec::new();
        }
        let script = self.script.iter().map(|target| (target, Content::Text));
        let pictures = [&self.gif, &self.png].into_iter().flatten();
        pictures
            .map(|target| (target, Content::Binary))
            .chain(script)
            .chain(self.movie.targets())
            .collect()
    }

    /// Refuses what cannot work, and says where the report goes.
    fn check(&self) -> anyhow::Result<Channel> {
        let targets = self.targets();
        check_targets(&targets, &[&file_of(&self.sprite)])?;
        self.movie.check(self.options().rules)?;
        let is_stdout_taken = targets.iter().any(|(target, _)| **target == Target::Stream);
        ensure!(
            !(self.json && is_stdout_taken),
            "--json takes standard output: write the other outputs to files"
        );
        ensure!(
            self.format == Format::Json || self.script.is_some(),
            "--format says how --script FILE is written: add it"
        );
        ensure!(
            self.format == Format::Json || self.planning.can_print_blocks(),
            "only the classic planners on the standard field print in blocks: choose --planner \
             realtime or tables"
        );
        Ok(if is_stdout_taken {
            Channel::Stderr
        } else {
            Channel::Stdout
        })
    }

    /// Movies are made for the cartridge's own rules, and everything else here with them.
    fn options(&self) -> RenderOptions {
        self.drawing.options_by(match self.movie.is_asked() {
            true => RuleSet::Cartridge,
            false => RuleSet::Nes,
        })
    }

    /// Plans the print, and tells the watch how few pieces it could have.
    fn plan(&self, sprite: &Sprite, watch: &Watch) -> anyhow::Result<(Job, Planned)> {
        let mut job = self.planning.job(sprite)?;
        if self.movie.avoids_repeats() {
            job.avoid_repeats();
        }
        self.movie.check_sprite(sprite, job.field())?;
        if let Some(bound) = job.bound(job.planner())? {
            watch.show_bound(bound);
        }
        let planned = job.plan(watch)?;
        Ok((job, planned))
    }

    /// Where the cells are in the pictures, or would be if there were any.
    fn layout(
        &self,
        script: &PrintScript,
        sprite: &Sprite,
        products: &[Product<'_>],
    ) -> anyhow::Result<Layout> {
        let drawn = products.iter().find_map(|product| product.layout);
        let draw = || render_png(script, Some(sprite), &self.options(), std::io::sink());
        Ok(drawn.map_or_else(draw, Ok)?)
    }

    /// Makes every output that is asked for, and proves each by decoding it.
    fn make<'a>(
        &'a self,
        script: &PrintScript,
        planned: &Planned,
        judge: &Judge<'_>,
        watch: &Watch,
    ) -> anyhow::Result<Vec<Product<'a>>> {
        let options = self.options();
        let sprite = judge.sprite;
        let mut products = Vec::new();
        if self.dry_run {
            return Ok(products);
        }
        if let Some(target) = &self.gif {
            let mut bytes = Vec::new();
            let gif = render_gif(script, Some(sprite), &options, &mut bytes)?;
            products.push(Product::gif("gif", target, bytes, gif));
            watch.check()?;
        }
        if let Some(target) = &self.png {
            let mut bytes = Vec::new();
            let layout = render_png(script, Some(sprite), &options, &mut bytes)?;
            products.push(Product::png("png", target, bytes, layout));
            watch.check()?;
        }
        for product in &products {
            judge.prove(&PrintedField::of_picture(&product.bytes)?, product.kind)?;
        }
        if let Some(target) = &self.script {
            let bytes = match self.format {
                Format::Json => {
                    let mut bytes = Vec::new();
                    write_script(script, &mut bytes)?;
                    bytes
                }
                Format::Blocks => {
                    let print = planned.print.as_ref().context("this plan has no passes")?;
                    write_blocks(print, sprite.palette()).into_bytes()
                }
            };
            let again = super::replay::parse_any_script(&bytes)?;
            judge.prove(&PrintedField::of_script(&again)?, "script")?;
            products.push(Product::new("script", target, bytes));
        }
        Ok(products)
    }
}

impl PrintArgs {
    /// Makes what is asked for on the console's side.
    fn make_movie<'a>(
        &'a self,
        script: &PrintScript,
        judge: &Judge<'_>,
        watch: &Watch,
        products: &mut Vec<Product<'a>>,
    ) -> anyhow::Result<Option<MovieReport>> {
        if self.dry_run {
            return Ok(None);
        }
        let options = self.options();
        let prove = |sprite: &Sprite, printed: &PrintedField, what: &str| {
            Judge { sprite, ..*judge }.prove(printed, what)
        };
        let (made, report) = (self.movie).make(script, judge.sprite, &options, watch, prove)?;
        products.extend(made);
        Ok(report)
    }
}

impl PrintArgs {
    /// What the user may have meant otherwise when a picture cannot be printed as it was read.
    fn doubts(&self, read: &ReadSprite) -> String {
        let (width, height) = (read.sprite.width(), read.sprite.height());
        let mut text = format!("cannot print these {width}x{height} pixels");
        if self.movie.avoids_repeats() {
            text += " (with no piece twice in a row: leave out --deal console)";
        }
        if let Some(background) = read.background {
            text += &format!(" (background {background} taken out: --background none keeps it)");
        }
        if read.scale > 1 {
            text += &format!(
                " (read at 1/{} of their size: --scale 1 keeps it)",
                read.scale
            );
        }
        text
    }
}

/// What every product must show.
struct Judge<'a> {
    sprite: &'a Sprite,
    free_columns: Columns,
}

impl Judge<'_> {
    /// Errors: [`Mismatch`] unless the printed field shows exactly the sprite.
    fn prove(&self, printed: &PrintedField, product: &str) -> anyhow::Result<()> {
        let verdict = verify_beside(self.sprite, printed, self.free_columns.mask())?;
        if let Some(first) = verdict.differences.first() {
            let wrong = count(verdict.differences.len(), "cell");
            let (column, row) = (first.column.0, first.row.0);
            bail!(Mismatch(format!(
                "{product} differs from the sprite in {wrong}, first at column {column}, row \
                 {row}: nothing was written"
            )));
        }
        Ok(())
    }
}

/// The colour of an empty cell: black unless the sprite has it.
fn field_color(asked: Option<Rgb>, sprite: &Sprite) -> anyhow::Result<Rgb> {
    const CHOICES: [Rgb; 4] = [
        Rgb::BLACK,
        Rgb::new(0x10, 0x20, 0x48),
        Rgb::new(0x48, 0x48, 0x50),
        Rgb::new(0xe8, 0xe8, 0xe0),
    ];
    let is_free = |color: &Rgb| !sprite.palette().contains(color);
    match asked {
        Some(color) => {
            ensure!(
                is_free(&color),
                "{color} is a colour of the sprite, so its pixels would look empty: choose another \
                 --field-color"
            );
            Ok(color)
        }
        None => CHOICES
            .into_iter()
            .find(is_free)
            .context("no colour is left for the field"),
    }
}

/// Pieces that never stay take the colour of the one that shares their style on the console.
fn script_of(plan: &Plan, sprite: &Sprite, background: Rgb) -> PrintScript {
    let style = |piece: Tetromino| match piece {
        Tetromino::I | Tetromino::O | Tetromino::T => Tetromino::T,
        Tetromino::J | Tetromino::S => Tetromino::J,
        Tetromino::L | Tetromino::Z => Tetromino::L,
    };
    const IDLE: Rgb = Rgb::new(0x80, 0x80, 0x88);
    let color = |piece| {
        let index = plan.carriers.color(style(piece));
        index.map_or(IDLE, |index| sprite.palette()[usize::from(index)])
    };
    plan.to_script(sprite, background, color)
}

impl BoundReport {
    fn of(pieces: usize, bound: usize) -> Self {
        BoundReport {
            pieces: bound,
            ratio: ratio(pieces, bound),
            optimal: pieces == bound,
        }
    }

    fn text(&self) -> String {
        let least = count(self.pieces, "piece");
        let judged = match self.optimal {
            true => "optimal".to_owned(),
            false => format!("ratio {:.2}", self.ratio),
        };
        format!("bound     {least} at least with these carriers: {judged}\n")
    }
}

impl ConsoleReport {
    /// Plays the script by the rules of the console, which cannot bring every drop that is legal to
    /// its place, above all on wide fields.
    ///
    /// Errors: [`Mismatch`] if it can and leaves something else than the straight drops.
    fn of(
        script: &PrintScript,
        rules: Rules,
        left_behind: &PaintedPlayfield,
    ) -> anyhow::Result<Self> {
        match play_on_console(script, rules) {
            Ok(console) => {
                ensure!(
                    console.field == *left_behind,
                    Mismatch(
                        "the console leaves another picture than the straight drops".to_owned()
                    )
                );
                Ok(ConsoleReport::Played {
                    console_frames: console.frames,
                    console_seconds: console.seconds(),
                })
            }
            Err(error) => Ok(ConsoleReport::Refused {
                console_refusal: error.to_string(),
            }),
        }
    }

    fn text(&self) -> String {
        match self {
            ConsoleReport::Played {
                console_frames,
                console_seconds,
            } => format!(
                "console   {} frames, {}:{:02} at the console's own speed\n",
                grouped(*console_frames as usize),
                console_seconds / 60,
                console_seconds % 60,
            ),
            ConsoleReport::Refused { console_refusal } => {
                format!("console   no figures, for it cannot play this print: {console_refusal}\n")
            }
        }
    }
}

impl SpriteReport {
    fn of(source: &Target, read: &ReadSprite) -> Self {
        let sprite = &read.sprite;
        SpriteReport {
            source: name(source),
            width: sprite.width(),
            height: sprite.height(),
            pixels: sprite.pixel_count(),
            colors: sprite.palette().to_vec(),
            merged_from: (read.colors > sprite.palette().len()).then_some(read.colors),
            background: read.background,
            scale: read.scale,
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{}x{}, ", self.width, self.height);
        text += &format!("{}, ", count(self.pixels, "pixel"));
        text += &count(self.colors.len(), "colour");
        if let Some(colors) = self.merged_from {
            text += &format!(" (merged from {})", grouped(colors));
        }
        if let Some(background) = self.background {
            text += &format!(", background {background} taken out");
        }
        if self.scale > 1 {
            text += &format!(
                ", read at 1/{} of its size (--scale 1 keeps it)",
                self.scale
            );
        }
        text
    }
}

impl Output {
    fn of(product: &Product<'_>) -> Self {
        Output {
            kind: product.kind,
            path: product.target.to_string(),
            bytes: product.bytes.len(),
            frames: product.gif.map(|gif| gif.frames),
            seconds: product.gif.map(|gif| gif.centiseconds as f64 / 100.0),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{} ({}", self.path, bytes(self.bytes));
        if let (Some(frames), Some(seconds)) = (self.frames, self.seconds) {
            text += &format!(", {}, {seconds:.1} s", count(frames, "frame"));
        }
        text + ")"
    }
}

impl Report {
    fn text(&self, verbosity: Verbosity) -> String {
        let mut text = format!("sprite    {}: {}\n", self.sprite.source, self.sprite.text());
        text += &self.plan_text();
        if let Some(bound) = &self.bound {
            text += &bound.text();
        }
        if !self.free_columns.is_empty() {
            text += &format!(
                "free      columns {}: what stands there beside the picture does not matter\n",
                self.free_columns
            );
        }
        if verbosity.verbose {
            let left = self.position.map_or(0, |position| position.left);
            text += &format!(
                "          in {:.3} s, image column 0 in field column {left}, field colour {}\n",
                self.planning_seconds, self.background,
            );
        }
        text += &match &self.movie {
            Some(movie) => movie.text(),
            None => self.console.text(),
        };
        for output in &self.outputs {
            text += &format!("{:<9} {}\n", output.kind, output.text());
        }
        text + &self.verified_text()
    }

    fn plan_text(&self) -> String {
        let mut text = format!(
            "plan      {}, carriers {}, field {}: {} ({:.2} a pixel), {}, {}, seed {}\n",
            self.planner,
            self.carriers,
            self.field,
            count(self.pieces, "piece"),
            self.pieces_per_pixel,
            count(self.lines, "line"),
            count(self.platforms, "platform"),
            self.seed,
        );
        if self.fallback {
            text += &format!(
                "          {} stepped in, for the minimal planner found nothing\n",
                self.planner
            );
        }
        if self.interrupted {
            text += "          interrupted: the best plan found until then\n";
        }
        text
    }

    fn verified_text(&self) -> String {
        let judged = match self.outputs.len() {
            0 => "the plan was played and",
            _ => "every file was decoded again and",
        };
        let nothing = match (self.outputs.is_empty(), self.dry_run) {
            (false, _) => "",
            (true, true) => "          a dry run: nothing was written\n",
            (true, false) => {
                "          nothing was written: add --gif FILE, --png FILE or --script FILE\n"
            }
        };
        format!("verified  {judged} shows the sprite exactly\n{nothing}")
    }
}
