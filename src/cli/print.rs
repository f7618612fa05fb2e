//! `print`: sprite in, verified print out.

mod batch;
mod film;
mod report;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};

use super::doubts::doubts;
use super::drawing::DrawingArgs;
use super::kind::Kind;
use super::live::{check_terminal, show_print};
use super::movie::{MovieArgs, MovieReport};
use super::output::Target;
use super::planning::{PlanningArgs, carriers_name};
use super::products::{Game, OutputArgs, Product, put};
use super::proof::{Judge, Proven, put_in_place};
use super::reading::{ReadingArgs, file_of, in_frames, title};
use super::report::{Channel, Verbosity, print_json, say};
use super::watch::Watch;
use tetris_printer::color::Rgb;
use tetris_printer::game::console::RuleSet;
use tetris_printer::picture::Layout;
use tetris_printer::plan::classic::write_blocks;
use tetris_printer::print::{PrintJob, PrintRequest, Printed};
use tetris_printer::render::{RenderOptions, render_png};
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::{PrintScript, write_script};
use tetris_printer::sprite::{ReadSprite, Sprite};

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
  tetris-printer print sprite.png -o film.webp -o print.json
  tetris-printer print sprites/cat.png sprites/frog.png --gif film.gif   (print, erase, print)
  tetris-printer print sprites/*.png --out-dir out --formats gif,html --skip-existing")]
pub struct PrintArgs {
    /// The picture: PNG, GIF, BMP or WebP, up to 20 columns wide on the standard field, in up to 6
    /// colours (some pictures in 7); sheet.png#12 is the twelfth sprite of a sheet; - for stdin;
    /// several, or the frames of an animation, become one film; walk.gif#3 is one frame
    #[arg(required = true, value_name = "SPRITE")]
    sprites: Vec<Target>,
    #[command(flatten)]
    outputs: OutputArgs,
    /// Write the drops as a print script
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    script: Option<Target>,
    /// Play the game in the terminal once everything is written
    #[arg(long, help_heading = "Outputs")]
    watch: bool,
    /// Plan the print, prove the plan by playing it, and report; write nothing
    #[arg(long)]
    dry_run: bool,
    /// Format of the script
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
    /// Colour of an empty cell [default: black, or another if the sprite has black]
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

pub fn run(mut args: PrintArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    args.sort_outputs()?;
    if args.batch.is_batch() {
        return batch::run(&args, verbosity);
    }
    let frames: Result<Vec<_>, _> = args.sprites.iter().map(in_frames).collect();
    args.sprites = frames?.concat();
    let args = &args;
    if args.sprites.len() > 1 {
        return film::run(args, verbosity);
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
        show_print(&script, args.options().pieces_a_second(&script))?;
    }
    if args.json {
        print_json(&report)?;
    } else {
        say(&report.text(verbosity), channel, verbosity)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl PrintArgs {
    /// Gives every file of -o to the option that its ending stands for.
    fn sort_outputs(&mut self) -> anyhow::Result<()> {
        for target in std::mem::take(&mut self.outputs.output) {
            let kind = Kind::of_name(&target)?;
            let place = match kind {
                Kind::Script => Some(&mut self.script),
                kind => self.outputs.place(kind).or(self.movie.place(kind)),
            };
            put(target, place, kind)?;
        }
        Ok(())
    }

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
    fn targets(&self) -> Vec<(&'a Target, Kind)> {
        if self.args.dry_run {
            return Vec::new();
        }
        let mut targets = self.outputs.targets();
        targets.extend(self.script.map(|script| (script, Kind::Script)));
        targets.extend(self.args.movie.targets());
        targets
    }

    /// Refuses outputs that cannot or must not be written.
    fn check(&self) -> anyhow::Result<()> {
        self.args.movie.check(self.args.options().rules)?;
        if self.args.dry_run {
            return Ok(());
        }
        self.outputs.check(&self.targets(), &file_of(self.sprite))
    }

    fn read(&self) -> anyhow::Result<ReadSprite> {
        self.args.reading.read(self.sprite)
    }

    /// Plans, proves and writes the print.
    fn print(&self, read: &ReadSprite, watch: Watch) -> anyhow::Result<(Report, PrintScript)> {
        let args = self.args;
        let request = args
            .planning
            .request(args.field_color, args.movie.avoids_repeats());
        let start = Instant::now();
        let printed = self
            .plan(&read.sprite, &request, &watch)
            .with_context(|| doubts(read, args.movie.avoids_repeats()))?;
        let planning_seconds = start.elapsed().as_secs_f64();
        let interrupted = watch.take_interruption();
        let judge = Judge {
            sprite: &read.sprite,
            free_columns: request.free_columns,
        };
        let script = &printed.script;
        let left_behind = replay_to_end(script)?;
        let console = ConsoleReport::of(script, args.options().rules, &left_behind)?;
        let mut products = self.make(&printed, &judge, &watch)?;
        let movie = self.make_movie(script, &judge, &watch, &mut products)?;
        let layout = self.layout(script, &read.sprite, &products)?;
        let outputs = products
            .iter()
            .map(|product| product.get().output())
            .collect();
        drop(watch);
        put_in_place(products)?;
        let pieces = script.drops.len();
        let report = Report {
            sprite: SpriteReport::of(self.sprite, read),
            planner: printed.planner.name(),
            fallback: printed.planner != request.planner,
            interrupted,
            carriers: carriers_name(printed.carriers),
            seed: request.seed,
            field: script.field,
            background: script.background,
            colors: script.colors,
            position: script.sprite,
            pieces,
            pieces_per_pixel: pieces as f64 / read.sprite.pixel_count() as f64,
            lines: printed.plan.lines(left_behind.playfield().cell_count()),
            bound: printed
                .bound
                .map(|bound| BoundReport::of(pieces, bound.pieces)),
            free_columns: request.free_columns,
            platforms: printed.plan.platforms,
            console,
            movie,
            planning_seconds,
            layout,
            outputs,
            verified: true,
            dry_run: args.dry_run,
        };
        Ok((report, printed.script))
    }

    /// Plans the print, and tells the watch how few pieces it could have.
    fn plan(
        &self,
        sprite: &Sprite,
        request: &PrintRequest,
        watch: &Watch,
    ) -> anyhow::Result<Printed> {
        let job = PrintJob::new(sprite, request)?;
        self.args.movie.check_sprite(sprite, job.field())?;
        if let Some(bound) = job.bound()? {
            watch.show_bound(bound.pieces);
        }
        Ok(job.run(&self.args.planning.limited(watch))?)
    }

    /// Where the cells are in the pictures, or would be if there were any.
    fn layout(
        &self,
        script: &PrintScript,
        sprite: &Sprite,
        products: &[Proven<'_>],
    ) -> anyhow::Result<Layout> {
        let drawn = products.iter().find_map(|product| product.get().layout());
        let draw = || render_png(script, Some(sprite), &self.args.options(), std::io::sink());
        Ok(drawn.map_or_else(draw, Ok)?)
    }

    /// Makes every output that is asked for, and proves each by decoding it.
    fn make(
        &self,
        printed: &Printed,
        judge: &Judge<'_>,
        watch: &Watch,
    ) -> anyhow::Result<Vec<Proven<'a>>> {
        if self.args.dry_run {
            return Ok(Vec::new());
        }
        let script = &printed.script;
        let game = Game {
            name: &title(self.sprite),
            script,
            source: Some(judge.sprite),
            free_columns: judge.free_columns.mask(),
            options: self.args.options(),
            watch,
        };
        let shown = Judge {
            sprite: &game.options.theme.recolor_sprite(judge.sprite, script),
            free_columns: judge.free_columns,
        };
        let made = self.outputs.make(&game)?.into_iter();
        let proven: Result<Vec<_>, _> = made.map(|product| shown.prove(product)).collect();
        let mut products = proven?;
        if let Some(target) = self.script {
            let bytes = self.write_script(printed, judge.sprite)?;
            products.push(judge.prove(Product::script(target, bytes))?);
        }
        Ok(products)
    }

    fn write_script(&self, printed: &Printed, sprite: &Sprite) -> anyhow::Result<Vec<u8>> {
        match self.args.format {
            Format::Json => {
                let mut bytes = Vec::new();
                write_script(&printed.script, &mut bytes)?;
                Ok(bytes)
            }
            Format::Blocks => {
                let passes = printed.passes.as_ref().context("this plan has no passes")?;
                Ok(write_blocks(passes, sprite.palette()).into_bytes())
            }
        }
    }

    /// Makes what is asked for on the console's side.
    fn make_movie(
        &self,
        script: &PrintScript,
        judge: &Judge<'_>,
        watch: &Watch,
        products: &mut Vec<Proven<'a>>,
    ) -> anyhow::Result<Option<MovieReport>> {
        if self.args.dry_run {
            return Ok(None);
        }
        let options = self.args.options();
        let (made, report) = self.args.movie.make(script, judge, &options, watch)?;
        products.extend(made);
        Ok(report)
    }
}
