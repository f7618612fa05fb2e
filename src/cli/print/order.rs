//! One print: planned, proved and written.

use std::time::Instant;

use anyhow::{Context, ensure};

use super::args::{Format, PrintArgs};
use super::report::{BoundReport, ConsoleReport, Report, SpriteReport, VersusReport};
use crate::cli::doubts::doubts;
use crate::cli::drawing::Beside;
use crate::cli::held::picture_beside;
use crate::cli::kind::Kind;
use crate::cli::live::check_terminal;
use crate::cli::movie::{MovieArgs, MovieReport};
use crate::cli::output::{Target, check_json, check_targets};
use crate::cli::planning::carriers_name;
use crate::cli::products::{Game, OutputArgs, Product};
use crate::cli::proof::{Judge, Proven, outputs_of, put_in_place};
use crate::cli::reading::{file_of, title};
use crate::cli::report::Channel;
use crate::cli::watch::Watch;
use tetris_printer::game::FieldSize;
use tetris_printer::nes::original::{OriginalMovie, print_on_original};
use tetris_printer::nes::{RecordError, Recording};
use tetris_printer::picture::Layout;
use tetris_printer::plan::classic::write_blocks;
use tetris_printer::plan::{Monitor, PlanError};
use tetris_printer::print::{Columns, Planner, PrintError, PrintJob, PrintRequest, Printed};
use tetris_printer::render::{RenderOptions, render_png};
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::{PrintScript, write_script};
use tetris_printer::sprite::{ReadSprite, Sprite};

/// A plan, and the buttons that play it on a console, if that is asked for.
struct Planned {
    printed: Printed,
    /// What is shown beside it.
    rival: Option<Printed>,
    free_columns: Columns,
    played: Played,
}

/// Where it is played, and by which buttons.
enum Played {
    Nowhere,
    Cartridge(Recording),
    Original(OriginalMovie),
}

/// Places in which the picture is tried until the console's generator can deal a plan: another seed often finds the same
/// one. By the rules of 1989 it can deal the first plan of 28 of the 29 sprites of this repository, and the other one in
/// the first of these places.
const MOST_PLACES: usize = 7;

/// One print: from which picture to which outputs.
pub struct Order<'a> {
    pub(super) args: &'a PrintArgs,
    pub(super) sprite: &'a Target,
    pub(super) outputs: &'a OutputArgs,
    pub(super) script: Option<&'a Target>,
    pub(super) movie: &'a MovieArgs,
}

impl<'a> Order<'a> {
    /// What will be written.
    pub fn targets(&self) -> Vec<(&'a Target, Kind)> {
        if self.args.dry_run {
            return Vec::new();
        }
        let mut targets = self.outputs.targets();
        targets.extend(self.script.map(|script| (script, Kind::Script)));
        targets.extend(self.movie.targets());
        targets
    }

    pub fn options(&self) -> RenderOptions {
        self.args.options_with(self.movie)
    }

    /// Refuses outputs that cannot or must not be written.
    pub fn check(&self) -> anyhow::Result<()> {
        self.movie.check(self.options().rules)?;
        self.args.planning.check()?;
        self.check_versus()?;
        if self.args.dry_run {
            return Ok(());
        }
        let beside = Beside {
            frames: self.outputs.frames.is_some(),
            terminal: self.args.watch,
        };
        self.args.drawing.check(&self.outputs.targets(), beside)?;
        let file = file_of(self.sprite);
        if let Some(picture) = picture_beside(&file) {
            check_targets(&self.targets(), &[&picture])?;
        }
        self.outputs.check(&self.targets(), &file)
    }

    /// Refuses what cannot work, and says where the report goes.
    pub fn report_channel(&self) -> anyhow::Result<Channel> {
        if self.args.watch {
            check_terminal()?;
        }
        self.check()?;
        let targets = self.targets();
        check_json(self.args.json, &targets)?;
        ensure!(
            self.args.format == Format::Json || self.args.script.is_some(),
            "--format says how --script FILE is written: add it"
        );
        ensure!(
            self.args.format == Format::Json || self.args.planning.can_print_blocks(),
            "only the classic planners print in blocks, on fields {} rows high: choose --planner realtime or tables",
            FieldSize::STANDARD.height()
        );
        Ok(Channel::beside(&targets))
    }

    pub fn read(&self) -> anyhow::Result<ReadSprite> {
        self.args.reading.read(self.sprite)
    }

    /// Plans, proves and writes the print.
    pub fn print(&self, read: &ReadSprite, watch: Watch) -> anyhow::Result<(Report, PrintScript)> {
        let args = self.args;
        let request = PrintRequest {
            first_pairs: self.movie.first_pairs(self.options().rules.set),
            ..(args.planning).request(args.field_color, self.movie.avoids_repeats())
        };
        let start = Instant::now();
        let Planned {
            printed,
            rival,
            free_columns,
            played,
        } = self.plan(&read.sprite, &request, &watch).with_context(|| {
            let is_fitted = args.reading.options().fit;
            let mut doubts = doubts(read, is_fitted, self.movie.avoids_repeats());
            if let Some((name, sprites)) = self.sprite_of_sheet(&read.sprite) {
                doubts.text +=
                    &format!(" ({name} is one of {sprites} sprites in it: `sheet` lists them)");
            }
            doubts
        })?;
        let planning_seconds = start.elapsed().as_secs_f64();
        let interrupted = watch.take_interruption();
        let judge = Judge {
            sprite: &read.sprite,
            free_columns,
        };
        let script = &printed.script;
        let left_behind = replay_to_end(script)?;
        let console = ConsoleReport::of(script, self.options().rules, &left_behind)?;
        let mut products = self.make(&printed, rival.as_ref(), &judge, &watch)?;
        let movie = self.make_movie(script, &played, &judge, &watch, &mut products)?;
        let layout = self.layout(script, &read.sprite, &products)?;
        let outputs = outputs_of(&products);
        drop(watch);
        put_in_place(products)?;
        let pieces = script.drops.len();
        let report = Report {
            sprite: SpriteReport::of(self.sprite, read),
            planner: printed.planner.name(),
            fallback: printed.planner != request.planner,
            interrupted,
            carriers: carriers_name(printed.carriers),
            seed: script.seed.unwrap_or(request.seed),
            field: script.field,
            background: script.background,
            hidden_outline: args.hidden_outline(std::slice::from_ref(&read.sprite), script),
            merged_colors: args.merged_colors(std::slice::from_ref(&read.sprite)),
            colors: script.colors,
            position: script.sprite,
            pieces,
            pieces_per_pixel: pieces as f64 / read.sprite.pixel_count() as f64,
            lines: printed.plan.lines(left_behind.playfield().cell_count()),
            bound: printed
                .bound
                .map(|bound| BoundReport::of(pieces, bound.pieces)),
            versus: rival.map(|rival| VersusReport::of(&rival, pieces)),
            free_columns,
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

    /// A sprite of a picture that is larger than sprites are, if it may be a sheet.
    fn sprite_of_sheet(&self, sprite: &Sprite) -> Option<(String, usize)> {
        let field = match self.movie.original.is_asked() {
            true => FieldSize::ORIGINAL,
            false => FieldSize::STANDARD,
        };
        let is_larger = sprite.width() > field.width() || sprite.height() > field.height();
        is_larger.then(|| self.args.reading.sprite_of_sheet(self.sprite, field))?
    }

    /// Plans the print, and tells the watch how few pieces it could have.
    fn plan(
        &self,
        sprite: &Sprite,
        request: &PrintRequest,
        watch: &Watch,
    ) -> anyhow::Result<Planned> {
        if self.movie.original.is_asked() {
            return self.plan_original(sprite, request, watch);
        }
        let job = PrintJob::new(sprite, request)?;
        self.movie.check_sprite(sprite, job.field())?;
        if let Some(bound) = job.bound()? {
            watch.show_bound(bound.pieces);
        }
        let limited = self.args.planning.limited(watch);
        let (printed, played) = self.plan_dealt(job, request, &limited)?;
        Ok(Planned {
            rival: self.plan_rival(sprite, request, &printed, watch)?,
            printed,
            free_columns: request.free_columns,
            played,
        })
    }

    /// Plans the print, and plans it elsewhere on the field as long as the console's generator cannot deal its pieces.
    fn plan_dealt(
        &self,
        mut job: PrintJob<'_>,
        request: &PrintRequest,
        monitor: &dyn Monitor,
    ) -> anyhow::Result<(Printed, Played)> {
        let mut places = places(request, &job).into_iter();
        loop {
            let planned = self.plan_and_record(&job, monitor);
            let is_over = monitor.is_cancelled() || monitor.is_time_up();
            let is_unlucky = matches!(&planned, Err(error) if self.is_bad_luck(error));
            let Some(left) = places.next().filter(|_| is_unlucky && !is_over) else {
                return planned;
            };
            let moved = PrintRequest {
                left: Some(left),
                ..request.clone()
            };
            job = PrintJob::new(job.sprite(), &moved)?;
        }
    }

    /// Plans the print, and the buttons on the cartridge if a movie is asked for.
    fn plan_and_record(
        &self,
        job: &PrintJob<'_>,
        monitor: &dyn Monitor,
    ) -> anyhow::Result<(Printed, Played)> {
        let printed = job.run(monitor)?;
        if self.args.dry_run {
            return Ok((printed, Played::Nowhere));
        }
        let movie = self.movie;
        let recording = movie.record(&printed.script, job.sprite(), &self.options())?;
        let played = recording.map_or(Played::Nowhere, Played::Cartridge);
        Ok((printed, played))
    }

    /// Whether another plan may be luckier with the console's generator.
    fn is_bad_luck(&self, error: &anyhow::Error) -> bool {
        let is_not_found = matches!(
            error.downcast_ref(),
            Some(PrintError::Plan(PlanError::NotFound))
        );
        let is_not_dealt = matches!(error.downcast_ref(), Some(RecordError::Chance(_)));
        is_not_dealt || is_not_found && self.movie.avoids_repeats()
    }

    fn plan_original(
        &self,
        sprite: &Sprite,
        request: &PrintRequest,
        watch: &Watch,
    ) -> anyhow::Result<Planned> {
        let (width, height) = (sprite.width(), sprite.height());
        let field = FieldSize::ORIGINAL;
        ensure!(
            width <= field.width() && height <= field.height(),
            "the original's field is {field} cells, too small for {width}x{height} pixels: choose a part with --crop, \
             or, if it was enlarged, --fit"
        );
        let options = self.movie.original.options(self.args.drawing.level());
        let limited = self.args.planning.limited(watch);
        let print = print_on_original(sprite, request, &options, &limited)?;
        Ok(Planned {
            printed: print.printed,
            rival: None,
            free_columns: print.free_columns,
            played: Played::Original(print.movie),
        })
    }

    /// Where the cells are in the pictures, or would be if there were any.
    fn layout(
        &self,
        script: &PrintScript,
        sprite: &Sprite,
        products: &[Proven<'_>],
    ) -> anyhow::Result<Layout> {
        let drawn = products.iter().find_map(|product| product.get().layout());
        let draw = || render_png(script, Some(sprite), &self.options(), std::io::sink());
        Ok(drawn.map_or_else(draw, Ok)?)
    }

    /// Makes every output that is asked for, and proves each by decoding it.
    fn make(
        &self,
        printed: &Printed,
        rival: Option<&Printed>,
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
            rival: rival.map(|rival| &rival.script),
            source: Some(judge.sprite),
            free_columns: judge.free_columns.mask(),
            options: self.options(),
            watch,
        };
        let mut products = judge.make(self.outputs, &game)?;
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
        played: &Played,
        judge: &Judge<'_>,
        watch: &Watch,
        products: &mut Vec<Proven<'a>>,
    ) -> anyhow::Result<Option<MovieReport>> {
        let recording = match played {
            Played::Original(original) => {
                let (made, report) = {
                    let options = self.options();
                    (self.movie).make_original(original, script, judge, &options, watch)?
                };
                if !self.args.dry_run {
                    products.extend(made);
                }
                return Ok(Some(report));
            }
            Played::Cartridge(recording) => Some(recording),
            Played::Nowhere => None,
        };
        if self.args.dry_run {
            return Ok(None);
        }
        let (made, report) = (self.movie).make(recording, script, judge, &self.options(), watch)?;
        products.extend(made);
        Ok(report)
    }
}

/// The columns in which the picture may stand instead, unless it was said where.
fn places(request: &PrintRequest, job: &PrintJob<'_>) -> Vec<i32> {
    let may_move = request.planner == Planner::Minimal && request.left.is_none();
    let Some(bounds) = job.sprite().bounds().filter(|_| may_move) else {
        return Vec::new();
    };
    let room = job.field().width().saturating_sub(bounds.width);
    let columns = (0..=room).map(|column| column as i32 - bounds.left as i32);
    columns.take(MOST_PLACES).collect()
}
