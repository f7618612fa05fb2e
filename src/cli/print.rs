//! `print`: sprite in, verified print out.

mod batch;
mod report;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};

use super::columns::Columns;
use super::drawing::DrawingArgs;
use super::failure::Mismatch;
use super::live::{check_terminal, show_print};
use super::movie::{MovieArgs, MovieReport};
use super::output::{Content, Target, check_folder, check_targets};
use super::planning::{Job, Planned, PlanningArgs};
use super::products::{Game, OutputArgs, Product, put_in_place};
use super::reading::{ReadingArgs, file_of, title};
use super::report::{Channel, Verbosity, count, print_json, say};
use super::watch::Watch;
use tetris_printer::color::Rgb;
use tetris_printer::game::Tetromino;
use tetris_printer::game::console::RuleSet;
use tetris_printer::plan::Plan;
use tetris_printer::plan::classic::write_blocks;
use tetris_printer::render::{Layout, RenderOptions, render_png};
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::{PrintScript, write_script};
use tetris_printer::sprite::{ReadSprite, Sprite};
use tetris_printer::verify::{PrintedField, verify_beside};

use batch::BatchArgs;
use report::{BoundReport, ConsoleReport, Report, SpriteReport};

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
  tetris-printer print rows.png --field 10x20 --free-columns 0-1 --no-repeat --dry-run
  tetris-printer print sprite.png --html print.html --xray --apng print.png
  tetris-printer print sprite.png --y4m - | ffmpeg -i - print.mp4
  tetris-printer print sprites/*.png --out-dir out --formats gif,html --skip-existing")]
pub struct PrintArgs {
    /// The picture: PNG, GIF, BMP or WebP, on the standard field up to 20 columns, in up to 6
    /// colours (some in 7); sheet.png#12 is a sprite of a sheet; - for stdin; several with
    /// --out-dir
    #[arg(required = true, value_name = "SPRITE")]
    sprites: Vec<Target>,
    #[command(flatten)]
    outputs: OutputArgs,
    /// Write the drops
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    script: Option<Target>,
    /// Show the game live in the terminal when everything is written
    #[arg(long, help_heading = "Outputs")]
    watch: bool,
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
    batch: BatchArgs,
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

pub fn run(args: &PrintArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    if args.batch.is_batch(args) {
        return batch::run(args, verbosity);
    }
    let order = Order {
        args,
        sprite: &args.sprites[0],
        outputs: &args.outputs,
        script: args.script.as_ref(),
    };
    let channel = args.check(&order)?;
    // Ctrl-C while a stream is awaited ends the program at once: the watch begins afterwards.
    let read = order.read()?;
    let (report, script) = order.print(&read, Watch::new("planning", verbosity))?;
    if args.watch {
        show_print(&script)?;
    }
    if args.json {
        print_json(&report)?;
    } else {
        say(&report.text(verbosity), channel, verbosity)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl PrintArgs {
    /// Refuses what cannot work, and says where the report goes.
    fn check(&self, order: &Order<'_>) -> anyhow::Result<Channel> {
        if self.watch {
            check_terminal()?;
        }
        order.check()?;
        let targets = order.targets();
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

/// One print: from which picture to which outputs.
struct Order<'a> {
    args: &'a PrintArgs,
    sprite: &'a Target,
    outputs: &'a OutputArgs,
    script: Option<&'a Target>,
}

impl<'a> Order<'a> {
    /// What will be written.
    fn targets(&self) -> Vec<(&'a Target, Content)> {
        if self.args.dry_run {
            return Vec::new();
        }
        let mut targets = self.outputs.targets();
        targets.extend(self.script.map(|script| (script, Content::Text)));
        targets.extend(self.args.movie.targets());
        targets
    }

    /// Refuses outputs that cannot or must not be written.
    fn check(&self) -> anyhow::Result<()> {
        let folder = self
            .outputs
            .frames
            .as_deref()
            .filter(|_| !self.args.dry_run);
        let targets = self.targets();
        check_targets(&targets, &[&file_of(self.sprite)])?;
        self.args.movie.check(self.args.options().rules)?;
        folder.map_or(Ok(()), |folder| check_folder(folder, &targets))
    }

    fn read(&self) -> anyhow::Result<ReadSprite> {
        self.args.reading.read(self.sprite)
    }

    /// Plans, proves and writes the print.
    fn print(&self, read: &ReadSprite, watch: Watch) -> anyhow::Result<(Report, PrintScript)> {
        let args = self.args;
        let background = field_color(args.field_color, &read.sprite)?;
        let start = Instant::now();
        let (job, planned) = self
            .plan(&read.sprite, &watch)
            .with_context(|| args.doubts(read))?;
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
        let mut products = self.make(&script, &planned, &judge, &watch)?;
        let movie = self.make_movie(&script, &judge, &watch, &mut products)?;
        let layout = self.layout(&script, &read.sprite, &products)?;
        let outputs = products.iter().map(Product::output).collect();
        drop(watch);
        put_in_place(products)?;
        let pieces = script.drops.len();
        let bound = job.bound(planned.planner)?;
        let report = Report {
            sprite: SpriteReport::of(self.sprite, read),
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
            layout,
            outputs,
            verified: true,
            dry_run: args.dry_run,
        };
        Ok((report, script))
    }

    /// Plans the print, and tells the watch how few pieces it could have.
    fn plan(&self, sprite: &Sprite, watch: &Watch) -> anyhow::Result<(Job, Planned)> {
        let movie = &self.args.movie;
        let mut job = self.args.planning.job(sprite)?;
        if movie.avoids_repeats() {
            job.avoid_repeats();
        }
        movie.check_sprite(sprite, job.field())?;
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
        let drawn = products.iter().find_map(Product::layout);
        let draw = || render_png(script, Some(sprite), &self.args.options(), std::io::sink());
        Ok(drawn.map_or_else(draw, Ok)?)
    }

    /// Makes every output that is asked for, and proves each by decoding it.
    fn make(
        &self,
        script: &PrintScript,
        planned: &Planned,
        judge: &Judge<'_>,
        watch: &Watch,
    ) -> anyhow::Result<Vec<Product<'a>>> {
        if self.args.dry_run {
            return Ok(Vec::new());
        }
        let game = Game {
            name: &title(self.sprite),
            script,
            source: Some(judge.sprite),
            free_columns: judge.free_columns.mask(),
            options: self.args.options(),
            watch,
        };
        let mut products = self.outputs.make(&game)?;
        let shown = Judge {
            sprite: &game.options.theme.dress_sprite(judge.sprite, script),
            free_columns: judge.free_columns,
        };
        for product in &products {
            if let Some(picture) = product.picture() {
                shown.prove(&PrintedField::of_picture(picture)?, product.kind())?;
            }
        }
        if let Some(target) = self.script {
            let bytes = match self.args.format {
                Format::Json => {
                    let mut bytes = Vec::new();
                    write_script(script, &mut bytes)?;
                    bytes
                }
                Format::Blocks => {
                    let print = planned.print.as_ref().context("this plan has no passes")?;
                    write_blocks(print, judge.sprite.palette()).into_bytes()
                }
            };
            let again = super::replay::parse_any_script(&bytes)?;
            judge.prove(&PrintedField::of_script(&again)?, "script")?;
            products.push(Product::new("script", target, bytes));
        }
        Ok(products)
    }

    /// Makes what is asked for on the console's side.
    fn make_movie(
        &self,
        script: &PrintScript,
        judge: &Judge<'_>,
        watch: &Watch,
        products: &mut Vec<Product<'a>>,
    ) -> anyhow::Result<Option<MovieReport>> {
        if self.args.dry_run {
            return Ok(None);
        }
        let options = self.args.options();
        let prove = |sprite: &Sprite, printed: &PrintedField, what: &str| {
            Judge { sprite, ..*judge }.prove(printed, what)
        };
        let (made, report) = self
            .args
            .movie
            .make(script, judge.sprite, &options, watch, prove)?;
        products.extend(made);
        Ok(report)
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
