//! Several sprites in one film: each is printed, shown, and erased by playing on before the next one, or cut off.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, ensure};
use serde::Serialize;

use super::args::{Format, PrintArgs};
use super::order::Order;
use super::report::{ConsoleReport, MergedColors, SpriteReport, hidden_text};
use crate::cli::doubts::doubts;
use crate::cli::input::name;
use crate::cli::live::show_print;
use crate::cli::products::{Game, Output, Product};
use crate::cli::proof::{Judge, Proven, outputs_of, put_in_place};
use crate::cli::reading::title;
use crate::cli::report::{Verbosity, count, print_json, say};
use crate::cli::watch::Watch;
use tetris_printer::game::FieldSize;
use tetris_printer::nes::cartridge::FIELD;
use tetris_printer::print::{
    Between, FieldChoice, FilmError, FilmJob, HiddenOutline, Printed, PrintedFilm,
};
use tetris_printer::replay::{ReplayError, replay, replay_to_end};
use tetris_printer::script::{PrintScript, write_script};
use tetris_printer::sprite::{ReadSprite, Sprite};

/// What `--json` prints.
#[derive(Serialize)]
struct FilmReport {
    pictures: Vec<PictureReport>,
    field: FieldSize,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden_outline: Option<HiddenOutline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merged_colors: Option<MergedColors>,
    seed: u64,
    pieces: usize,
    /// Pieces that erase, for each one that prints a picture that is erased; absent if the film is cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    erasing_ratio: Option<f64>,
    lines: usize,
    #[serde(flatten)]
    console: ConsoleReport,
    planning_seconds: f64,
    outputs: Vec<Output>,
    verified: bool,
    #[serde(skip)]
    dry_run: bool,
}

/// One picture of the film.
#[derive(Serialize)]
struct PictureReport {
    sprite: SpriteReport,
    planner: &'static str,
    /// Pieces that print it.
    pieces: usize,
    /// Pieces that erase it; none for the last one.
    erasing: usize,
    /// Whether Ctrl-C ended the search.
    interrupted: bool,
}

/// Prints all sprites in one game, and makes of it what is asked for.
pub fn run(args: &PrintArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let orders = args.sprites.iter().map(|sprite| Order {
        args,
        sprite,
        outputs: &args.outputs,
        script: args.script.as_ref(),
        movie: &args.movie,
    });
    let orders: Vec<Order<'_>> = orders.collect();
    let channel = orders[0].report_channel()?;
    check(args, &orders)?;
    let reads = args.reading.read_film(&args.sprites)?;
    let sprites: Vec<Sprite> = reads.iter().map(|read| read.sprite.clone()).collect();
    let watch = Watch::new("planning", verbosity);
    let start = Instant::now();
    let auto = match args.movie.is_asked() {
        true => FieldChoice::Size(FIELD),
        false => FieldChoice::Auto,
    };
    let request = args.planning.film_request(args.field_color, auto);
    let blame = |error| blame(args, &reads, error);
    let job = FilmJob::new(&sprites, &request, args.between()).map_err(blame)?;
    let (prints, interrupted) = prints(args, &job, &watch, blame)?;
    watch.begin("erasing");
    let film = job.join(prints, &watch).map_err(blame)?;
    let planning_seconds = start.elapsed().as_secs_f64();
    let judge = Judge {
        sprite: sprites.last().context("a film has pictures")?,
        free_columns: request.free_columns,
    };
    let products = make(args, &film, &judge, &watch)?;
    let outputs = outputs_of(&products);
    let field = replay_to_end(&film.script)?;
    let console = ConsoleReport::of(&film.script, args.options().rules, &field)?;
    drop(watch);
    put_in_place(products)?;
    let pictures = pictures(args, &film, &reads, &interrupted);
    let report = FilmReport {
        field: film.script.field,
        hidden_outline: args.hidden_outline(&sprites, &film.script),
        merged_colors: args.merged_colors(&sprites),
        seed: request.seed,
        pieces: film.script.drops.len(),
        erasing_ratio: (args.between() == Between::Erase).then(|| erasing_ratio(&pictures)),
        lines: lines(&film.script)?,
        pictures,
        console,
        planning_seconds,
        outputs,
        verified: true,
        dry_run: args.dry_run,
    };
    if args.watch {
        show_print(&film.script, args.options().pieces_a_second(&film.script))?;
    }
    if args.json {
        print_json(&report)?;
    } else {
        say(&report.text(verbosity), channel, verbosity)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Names the picture that an error is about, and what may have been misread of it.
fn blame(args: &PrintArgs, reads: &[ReadSprite], error: FilmError) -> anyhow::Error {
    let is_fitted = args.reading.options().fit;
    let doubts = doubts(&reads[error.picture], is_fitted, false);
    anyhow::Error::from(error.error)
        .context(doubts)
        .context(name(&args.sprites[error.picture]))
}

/// Refuses what a film cannot do.
fn check(args: &PrintArgs, orders: &[Order<'_>]) -> anyhow::Result<()> {
    let is_for_nothing = orders[0].targets().is_empty() && args.outputs.frames.is_none();
    ensure!(
        args.dry_run || args.watch || !is_for_nothing,
        "several sprites, or the frames of an animation, become one film with --gif film.gif; --out-dir FOLDER prints \
         sprites one by one, and walk.gif#1 is one frame"
    );
    ensure!(
        !args.movie.original.is_asked(),
        "--for original plays one sprite: name one, like walk.gif#1"
    );
    ensure!(
        args.versus.is_none(),
        "--versus compares two prints of one sprite: name one, like walk.gif#1"
    );
    ensure!(
        args.format == Format::Json,
        "--format blocks is for one sprite: print them one by one"
    );
    ensure!(
        args.between() == Between::Cut
            || !args.planning.avoids_repeats() && !args.movie.avoids_repeats(),
        "nothing can be erased without the same piece twice in a row: leave out --no-repeat and --deal console, or \
         choose --between cut"
    );
    orders.iter().try_for_each(Order::check)
}

/// Plans the prints one by one; also tells which of them were cut short.
fn prints(
    args: &PrintArgs,
    job: &FilmJob<'_>,
    watch: &Watch,
    blame: impl Fn(FilmError) -> anyhow::Error,
) -> anyhow::Result<(Vec<Printed>, Vec<bool>)> {
    let mut prints = Vec::new();
    let total = job.prints().len();
    for (picture, print) in job.prints().iter().enumerate() {
        watch.begin(&format!("planning {} of {total}", picture + 1));
        args.movie.check_sprite(print.sprite(), print.field())?;
        let printed = print.run(&args.planning.limited(watch));
        let printed = printed.map_err(|error| blame(FilmError { picture, error }))?;
        prints.push((printed, watch.take_interruption()));
    }
    Ok(prints.into_iter().unzip())
}

/// Makes every output that is asked for, and proves each by decoding it.
fn make<'a>(
    args: &'a PrintArgs,
    film: &PrintedFilm,
    judge: &Judge<'_>,
    watch: &Watch,
) -> anyhow::Result<Vec<Proven<'a>>> {
    if args.dry_run {
        return Ok(Vec::new());
    }
    let titles: Vec<String> = args.sprites.iter().map(title).collect();
    let script = &film.script;
    let game = Game {
        name: &titles.join(", "),
        script,
        rival: None,
        source: Some(judge.sprite),
        free_columns: judge.free_columns.mask(),
        options: args.options(),
        watch,
    };
    let mut products = judge.make(&args.outputs, &game)?;
    if let Some(target) = &args.script {
        let mut bytes = Vec::new();
        write_script(script, &mut bytes)?;
        products.push(judge.prove(Product::script(target, bytes))?);
    }
    let movie = &args.movie;
    let recording = movie.record(script, judge.sprite, &game.options)?;
    let (movie, _) = movie.make(recording.as_ref(), script, judge, &game.options, watch)?;
    products.extend(movie);
    Ok(products)
}

fn pictures(
    args: &PrintArgs,
    film: &PrintedFilm,
    reads: &[ReadSprite],
    interrupted: &[bool],
) -> Vec<PictureReport> {
    let erasing = film.erasing();
    let picture = |number: usize| {
        let print = &film.prints[number];
        PictureReport {
            sprite: SpriteReport::of(&args.sprites[number], &reads[number]),
            planner: print.planner.name(),
            pieces: print.script.drops.len(),
            erasing: erasing[number],
            interrupted: interrupted[number],
        }
    };
    (0..reads.len()).map(picture).collect()
}

/// Lines cleared in the whole film.
fn lines(script: &PrintScript) -> Result<usize, ReplayError> {
    replay(script).map(|lock| Ok(lock?.cleared.len())).sum()
}

/// Of the pictures that are erased: pieces that erase for each one that prints.
fn erasing_ratio(pictures: &[PictureReport]) -> f64 {
    let erased = pictures.split_last().map_or(pictures, |(_, erased)| erased);
    let sum = |pieces: fn(&PictureReport) -> usize| erased.iter().map(pieces).sum::<usize>();
    sum(|picture| picture.erasing) as f64 / sum(|picture| picture.pieces).max(1) as f64
}

impl FilmReport {
    fn text(&self, verbosity: Verbosity) -> String {
        let mut text = String::new();
        for picture in &self.pictures {
            let sprite = &picture.sprite;
            text += &format!("sprite    {}: {}\n", sprite.source, sprite.text());
            text += &format!("          {}", count(picture.pieces, "piece"));
            if picture.erasing > 0 {
                text += &format!(", {} to erase it", picture.erasing);
            }
            if picture.interrupted {
                text += "; interrupted: this is the best plan found so far";
            }
            text += &format!("; by {}\n", picture.planner);
        }
        let (course, erasing, proved) = match self.erasing_ratio {
            Some(ratio) => (
                "in one game",
                format!("{ratio:.2} to erase for each that prints, "),
                "every picture is exact, and the field is empty before the next one",
            ),
            None => (
                "with cuts between them",
                String::new(),
                "every picture is exact",
            ),
        };
        text += &format!(
            "film      {} {} on {}: {}, {}, {}seed {}\n",
            count(self.pictures.len(), "picture"),
            course,
            self.field,
            count(self.pieces, "piece"),
            count(self.lines, "line"),
            erasing,
            self.seed,
        );
        if verbosity.verbose {
            text += &format!("          in {:.3} s\n", self.planning_seconds);
        }
        text += &hidden_text(self.hidden_outline);
        text += &self.merged_colors.map_or(String::new(), MergedColors::text);
        text += &self.console.text();
        for output in &self.outputs {
            text += &format!("{:<9} {}\n", output.kind, output.text());
        }
        text += &format!("verified  {proved}\n");
        if self.dry_run {
            text += "          a dry run: nothing was written\n";
        }
        text
    }
}
