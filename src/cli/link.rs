//! `link`: boards of the link-up game read, made, solved, drawn and played.

mod next;
mod pair;
mod report;
mod source;

use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use clap::{ArgGroup, Args};

use super::failure::Mismatch;
use super::input::{name, read_bytes};
use super::kind::Kind;
use super::output::{Target, asked_for, check_json, check_targets, takes_stdout};
use super::reading::Crop;
use super::report::{Channel, Verbosity, print_json, say, write_stdout};
use super::stage::write_all;
use tetris_printer::linkup::{
    Answer, BoardPicture, BoardSize, DEFAULT_WORK, Gravity, LinkBoard, LinkBoardError, ReadBoard,
    Solution, explain, generate_board, play_page, read_board, read_board_of_size, solve,
    solve_falling, why_stuck,
};
use tetris_printer::picture::{MAX_BYTES, Raster, decode_picture};
use tetris_printer::sprite::crop_picture;

use pair::{CellPair, PairOutput};
use source::Source;

/// Solve, make, draw or play a board of the link-up game
///
/// Two equal tiles may be removed if a path with at most two turns links them through empty cells; it may leave the board
/// by one cell. The board is solved when it is empty. Prints the number of steps, then the row, column, row and column
/// of each, counted from 1. The exit code is 1 if the board is proved to have no solution, or if the search gives up.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("drawing").args(["png", "gif"]).multiple(true)))]
#[command(group(ArgGroup::new("made").args(["generate", "play"]).multiple(true)))]
#[command(group(ArgGroup::new("given").args(["board", "play_from"])))]
#[command(
    after_help = "A board is a picture of equal tiles in a grid (any screenshot of such a game), a text, \
or JSON. In a text each line is a row; equal words are equal tiles, 0 is an empty cell:

  1 2 0 3
  2 1 3 0

The same as JSON: [[1, 2, 0, 3], [2, 1, 3, 0]]

Examples:
  tetris-printer link board.png --gif solution.gif --explain reading.png
  tetris-printer link board.png --grid 12x8 --crop 40,40,480,320 --matrix mend.txt
  tetris-printer link --play-from board.png --next      (row, column, row, column, and x, y, x, y to click on)
  tetris-printer link board.txt --gravity
  tetris-printer link board.txt --json
  tetris-printer link board.txt --pair 3,1,4,1
  tetris-printer link --generate 12x8 --kinds 20 --seed 1 --png new.png
  tetris-printer link --play link.html                   (a page to play in a browser)"
)]
pub struct LinkArgs {
    /// The board: a picture, a text or JSON; - for stdin
    #[arg(required_unless_present_any = ["generate", "play", "play_from"], conflicts_with = "generate")]
    board: Option<Target>,
    /// A screenshot of a game being played, as the board: after each pair the pixels to click on are printed
    #[arg(long, value_name = "PICTURE", conflicts_with_all = ["board", "generate"])]
    play_from: Option<Target>,
    /// Print only the pair to take next, without the number of steps
    #[arg(long, conflicts_with_all = ["generate", "play", "pair", "json"])]
    next: bool,
    /// Tiles fall down where others below them are taken
    #[arg(long, conflicts_with_all = ["generate", "play"])]
    gravity: bool,
    /// The columns and rows of the board in the picture, where they are misread
    #[arg(
        long,
        value_name = "SIZE",
        requires = "given",
        conflicts_with = "generate"
    )]
    grid: Option<BoardSize>,
    /// Look for the board in this part of the picture only: column, row, width and height in pixels
    #[arg(
        long,
        value_name = "X,Y,W,H",
        requires = "given",
        conflicts_with = "generate"
    )]
    crop: Option<Crop>,
    /// Accept a reading that is right with at least this probability; a program that plays may accept
    /// less likely ones, too
    #[arg(long, value_name = "P", default_value_t = ReadBoard::SURE, value_parser = probability, requires = "given", conflicts_with = "generate")]
    confidence: f64,
    /// Generate a board of COLUMNSxROWS that has a solution, and print it instead of its steps
    #[arg(long, value_name = "SIZE")]
    generate: Option<BoardSize>,
    /// Number of kinds of tiles on a generated board [default: a tenth of its cells]
    #[arg(long, value_name = "N", requires = "generate")]
    kinds: Option<usize>,
    /// Seed of a generated board; the same seed generates the same board
    #[arg(long, value_name = "N", default_value_t = 0, requires = "made")]
    seed: u64,
    /// Say whether two tiles can be linked, and draw the path (with --png on the picture): row, column, row and column
    /// from 1. The exit code is 1 if they cannot
    #[arg(long, value_name = "R,C,R,C")]
    #[arg(conflicts_with_all = ["steps", "matrix", "gif", "explain", "play"])]
    pair: Option<CellPair>,
    /// Write the steps; - is standard output
    #[arg(long, value_name = "FILE")]
    steps: Option<Target>,
    /// Write the board as text; - is standard output. Doubtful tiles of a picture have a `?`
    #[arg(long, value_name = "FILE")]
    matrix: Option<Target>,
    /// Draw the board as a PNG
    #[arg(long, value_name = "FILE")]
    png: Option<Target>,
    /// Write an animation of the solution with its paths
    #[arg(long, value_name = "FILE")]
    gif: Option<Target>,
    /// Draw how a picture was read: the mean grey of its scan lines with the tiles found, and the
    /// tiles by kind
    #[arg(
        long,
        value_name = "FILE",
        requires = "given",
        conflicts_with = "generate"
    )]
    explain: Option<Target>,
    /// Write the game as a web page, with this board or a new one
    #[arg(long, value_name = "FILE")]
    play: Option<Target>,
    /// Size of a tile in pictures, including its gap, in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 40,
        requires = "drawing"
    )]
    tile: usize,
    /// Number of link tests after which the search gives up
    #[arg(long, value_name = "N", default_value_t = DEFAULT_WORK)]
    work: u64,
    /// Print a report as JSON on stdout
    #[arg(long)]
    json: bool,
}

pub fn run(args: &LinkArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    let targets = args.targets();
    let inputs: Vec<&Target> = args.input().into_iter().collect();
    check_targets(&targets, &inputs)?;
    check_json(args.json, &targets)?;
    let source = args.source()?;
    if let Some(doubt) = source.doubt() {
        return args.refuse(&source, &doubt, verbosity);
    }
    if let Some(cells) = args.pair {
        let output = PairOutput {
            png: args.png.as_ref(),
            tile: args.tile,
            json: args.json,
        };
        return pair::run(&source, cells, &output);
    }
    let answer = match args.needs_answer() {
        true => Some(args.solve(&source.board)?),
        false => None,
    };
    let solution = answer.as_ref().and_then(Answer::solution);
    let is_unshown = solution.is_none() && args.shows_solution();
    if !is_unshown {
        args.write(&source, solution)?;
    }
    if args.json {
        print_json(&report::json(&source, answer.as_ref()))?;
    } else if !takes_stdout(&targets) {
        match (args.prints_board(), solution) {
            (false, Some(solution)) if args.next => {
                let steps = solution.0.first().into_iter();
                let line = steps.map(|step| next::line(&source, step, args.play_from.is_some()));
                write_stdout(line.collect::<String>().as_bytes())?;
            }
            (false, Some(solution)) if args.play_from.is_some() => {
                write_stdout(next::lines(&source, solution).as_bytes())?;
            }
            (true, _) => write_stdout(source.board.to_string().as_bytes())?,
            (false, Some(solution)) => write_stdout(solution.to_text().as_bytes())?,
            (false, None) => {}
        }
    }
    let summary = report::summary(&source, answer.as_ref());
    say(&summary, Channel::Stderr, verbosity)?;
    let reason = match answer {
        Some(Answer::Stuck { stays }) => why_stuck(&stays),
        Some(Answer::Undecided) => report::undecided(args.work),
        Some(Answer::Cleared { .. }) | None => return Ok(ExitCode::SUCCESS),
    };
    let unwritten = if is_unshown {
        "; nothing was written"
    } else {
        ""
    };
    bail!(Mismatch(reason + unwritten))
}

impl LinkArgs {
    fn targets(&self) -> Vec<(&Target, Kind)> {
        asked_for([
            (&self.steps, Kind::Text),
            (&self.matrix, Kind::Text),
            (&self.png, Kind::Png),
            (&self.gif, Kind::Gif),
            (&self.explain, Kind::Png),
            (&self.play, Kind::Html),
        ])
    }

    fn gravity(&self) -> Gravity {
        match self.gravity {
            true => Gravity::Down,
            false => Gravity::None,
        }
    }

    fn solve(&self, board: &LinkBoard) -> Result<Answer, LinkBoardError> {
        match self.gravity() {
            Gravity::None => solve(board, self.work),
            Gravity::Down => solve_falling(board, self.work),
        }
    }

    /// Whether an output needs a solution. Without one none is written: all outputs or none.
    fn shows_solution(&self) -> bool {
        self.steps.is_some() || self.gif.is_some()
    }

    /// A board that was made, or is only to be played, is solved for what shows the solution alone.
    fn needs_answer(&self) -> bool {
        self.shows_solution() || self.json || self.generate.is_none() && self.play.is_none()
    }

    /// Whether the board itself is printed.
    fn prints_board(&self) -> bool {
        self.generate.is_some() && self.play.is_none()
    }

    fn input(&self) -> Option<&Target> {
        self.board.as_ref().or(self.play_from.as_ref())
    }

    fn source(&self) -> anyhow::Result<Source> {
        let Some(target) = self.input() else {
            let size = self.generate.unwrap_or(PLAYED);
            let tenth = size.columns.saturating_mul(size.rows).div_ceil(10);
            let board = generate_board(size, self.kinds.unwrap_or(tenth), self.seed)?;
            return Ok(self.source_of(board, None));
        };
        let bytes = read_bytes(target, MAX_BYTES)?;
        let source =
            (self.read_source(&bytes)).with_context(|| format!("cannot read {}", name(target)))?;
        let for_pictures = [
            ("--explain", self.explain.is_some()),
            ("--grid", self.grid.is_some()),
            ("--crop", self.crop.is_some()),
            ("--play-from", self.play_from.is_some()),
        ];
        for (option, _) in for_pictures.iter().filter(|(_, is_given)| *is_given) {
            ensure!(
                source.picture.is_some(),
                "{option} is about how a picture is read, and {} is a text: leave it out",
                name(target)
            );
        }
        Ok(source)
    }

    /// A text is a matrix or JSON, anything else a picture.
    fn read_source(&self, bytes: &[u8]) -> anyhow::Result<Source> {
        let text = std::str::from_utf8(bytes).ok();
        if let Some(text) = text.filter(|text| !text.contains('\0')) {
            return Ok(self.source_of(text.parse()?, None));
        }
        let raster = decode_picture(bytes)?;
        let read = |raster: &Raster| match self.grid {
            None => read_board(raster),
            Some(size) => read_board_of_size(raster, size),
        };
        let read = match self.crop {
            None => read(&raster)?,
            Some(Crop(bounds)) => {
                read(&crop_picture(&raster, bounds)?)?.moved(bounds.left, bounds.top)
            }
        };
        Ok(self.source_of(read.board.clone(), Some((raster, read))))
    }

    fn source_of(&self, board: LinkBoard, picture: Option<(Raster, ReadBoard)>) -> Source {
        Source {
            board,
            picture,
            least_confidence: self.confidence,
        }
    }

    /// Writes what was read of a picture, as far as it was, and says why it is not taken for the board.
    fn refuse(
        &self,
        source: &Source,
        doubt: &str,
        verbosity: Verbosity,
    ) -> anyhow::Result<ExitCode> {
        write_outputs(&self.readings(source)?)?;
        if self.json {
            print_json(&report::json(source, None))?;
        }
        say(&report::summary(source, None), Channel::Stderr, verbosity)?;
        bail!(
            "{doubt}; name the board's size with --grid or its place with --crop, or mend the text that --matrix \
             writes and read that"
        )
    }

    /// The outputs that show how a board was read.
    fn readings(&self, source: &Source) -> anyhow::Result<Vec<(&Target, Vec<u8>)>> {
        let mut outputs = Vec::new();
        if let Some((target, (raster, read))) = self.explain.as_ref().zip(source.picture.as_ref()) {
            let mut png = Vec::new();
            explain(raster, read, &mut png)?;
            outputs.push((target, png));
        }
        if let Some(target) = &self.matrix {
            outputs.push((target, source.matrix().into_bytes()));
        }
        Ok(outputs)
    }

    fn write(&self, source: &Source, solution: Option<&Solution>) -> anyhow::Result<()> {
        let mut outputs = self.readings(source)?;
        if let Some(target) = &self.play {
            outputs.push((target, play_page(&source.board)?.into_bytes()));
        }
        if let Some(target) = &self.png {
            let mut png = Vec::new();
            BoardPicture::new(&source.board, self.tile)?.write_png(&mut png)?;
            outputs.push((target, png));
        }
        if let Some((target, solution)) = self.steps.as_ref().zip(solution) {
            outputs.push((target, solution.to_text().into_bytes()));
        }
        if let Some((target, solution)) = self.gif.as_ref().zip(solution) {
            let mut gif = Vec::new();
            BoardPicture::new(&source.board, self.tile)?.write_gif(
                solution,
                self.gravity(),
                &mut gif,
            )?;
            outputs.push((target, gif));
        }
        write_outputs(&outputs)
    }
}

fn write_outputs(outputs: &[(&Target, Vec<u8>)]) -> anyhow::Result<()> {
    let outputs: Vec<(&Target, &[u8])> = (outputs.iter())
        .map(|(target, bytes)| (*target, &bytes[..]))
        .collect();
    write_all(&outputs)
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| format!("`{text}` is not a probability: write 0 to 1, like 0.8"))
}

/// The board of a page that nobody has named one for.
const PLAYED: BoardSize = BoardSize {
    columns: 12,
    rows: 8,
};
