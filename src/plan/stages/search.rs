//! The stages of a whole print, one upon the other.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::emitters::RowPrinter;
use super::filling::Filler;
use super::keystone::Wall;
use super::order::in_order;
use super::outline::Outline;
use super::path::{Choice, Move, Path, Step};
use super::stage::{Canvas, MOST_ROWS, Stage, StageRow};
use super::standing::Standing;
use super::sweep::{Covers, sweep};
use super::tile::Tile;
use crate::game::PieceDrop;
use crate::plan::{Monitor, PlanError, Progress};

/// States of a sweep.
// On a few portraits ten times as many saved some of the pieces, for ten times the work.
const BEAM: usize = 300;

/// The same when there is no time; set by hand.
const NARROW_BEAM: usize = 60;

/// Steps back to where a row can be finished alone by stages. A few lead to where no other row is begun; where these
/// stages do not exist, farther ones cost time in vain.
const MOST_BACK: usize = 8;

/// How carefully a row is finished alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    Usual,
    /// The time is up: any plan will do, if it is found soon.
    Hurried,
}

impl Pace {
    const fn beam(self) -> usize {
        match self {
            Pace::Usual => BEAM,
            Pace::Hurried => NARROW_BEAM,
        }
    }
}

/// Scaffold rows of a stage that prints rows in part.
const MOST_SCAFFOLD: usize = 7;

/// Rows that are begun in part at once.
const MOST_PARTIAL: usize = 2;

/// Stages with so many more scaffold rows than the lowest that was found are tried, too: one of them may print much more.
const MORE_SCAFFOLD: usize = 2;

/// Scaffold rows over and under a row that is printed as a whole.
const MOST_AROUND: usize = 10;
const MOST_UNDER: usize = 5;

/// Covers of a stage that are drawn before it is given up for want of an order.
const DRAWS: usize = 12;

/// What the value of a cover counts beside the pixels that it prints; see [`Move::merit`].
const VALUE_SHARE: f64 = 0.003;

/// How much is tried without getting higher than ever before the next row is finished alone.
struct Patience {
    sweeps: usize,
    steps_back: usize,
}

impl Patience {
    /// Usually.
    // Tuned on six generated portraits of 40 to 56 rows: with a third of it two of them run out of it and take two to four
    // times the pieces, with twice as much none takes fewer. Chequers and lone dots take twice as long with twice as much.
    const fn usual() -> Patience {
        Patience {
            sweeps: 1_500,
            steps_back: 40,
        }
    }

    /// Where rows had to be left with gaps so many times: there are likely to be more.
    // On opaque screens every few rows get stuck; portraits that do so once are printed without gaps as a rule.
    fn after_gaps(times: usize) -> Patience {
        let usual = Patience::usual();
        let part = 3_usize.saturating_pow(times as u32);
        Patience {
            sweeps: (usual.sweeps / part).max(60),
            steps_back: (usual.steps_back / part).max(2),
        }
    }

    /// Where rows may be left with gaps: as a rule that goes on at once, or not at all.
    const fn with_gaps() -> Patience {
        Patience {
            sweeps: 500,
            steps_back: 10,
        }
    }

    /// Right after a row that was finished alone: the next one is likely to be as bad. It takes some sixty sweeps to
    /// look at all stages of a few standings; screens of which less was tried printed no further row by stages.
    const fn short() -> Patience {
        Patience {
            sweeps: 150,
            steps_back: 3,
        }
    }

    /// Where no row can be finished alone.
    const fn last(rows: usize) -> Patience {
        Patience {
            sweeps: 100 * rows,
            steps_back: 20 + 2 * rows,
        }
    }

    const fn is_over(&self) -> bool {
        self.sweeps == 0 || self.steps_back == 0
    }
}

/// The search through the stages of a picture.
pub struct StageSearch<'a> {
    pub canvas: Canvas<'a>,
    /// Rows of the field.
    pub height: usize,
    pub seed: u64,
    pub outlines: Vec<Outline>,
}

impl StageSearch<'_> {
    /// The drops that print the picture. When the monitor cancels or its time is up, the rows that are left are finished
    /// one by one, as fast as it goes. Errors: [`PlanError::NotFound`], [`PlanError::Cancelled`].
    pub fn run(&self, monitor: &dyn Monitor) -> Result<Vec<PieceDrop>, PlanError> {
        let rows = self.canvas.picture.height();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut filler = Filler::new(self.canvas.width, &self.outlines);
        let mut path = Path::new();
        let mut patience = Patience::usual();
        let mut highest = 0;
        let mut is_last_try = false;
        let mut times_with_gaps = 0;
        while path.standing().finished < rows {
            let finished = path.standing().finished;
            if finished > highest && !is_last_try {
                patience = Patience::after_gaps(times_with_gaps);
                highest = finished;
                path.forbid_gaps();
            }
            monitor.on_progress(Progress {
                done: finished as u64,
                total: rows as u64,
                pieces: None,
            });
            let pace = match monitor.is_time_up() || monitor.is_cancelled() {
                true => Pace::Hurried,
                false => Pace::Usual,
            };
            let is_hurried = pace == Pace::Hurried;
            if patience.is_over() && !path.is_with_gaps() && !is_hurried {
                times_with_gaps += 1;
                path.allow_gaps();
                patience = Patience::with_gaps();
                continue;
            }
            if is_hurried || patience.is_over() {
                let is_finished = path.settle(MOST_BACK, |standing| {
                    // What was hurried in vain, or drawn badly, is worth a second try: pixel by pixel costs far more.
                    let first = self.finish_row(standing, pace, &mut rng);
                    first.or_else(|| self.finish_row(standing, Pace::Usual, &mut rng))
                });
                if is_finished
                    || path.settle(usize::MAX, |standing| {
                        self.row_printer().print(standing, &mut filler)
                    })
                {
                    patience = Patience::short();
                    highest = highest.max(path.standing().finished);
                } else if monitor.is_cancelled() {
                    return Err(PlanError::Cancelled);
                } else if is_last_try || is_hurried {
                    return Err(PlanError::NotFound);
                } else {
                    patience = Patience::last(rows);
                    is_last_try = true;
                }
                continue;
            }
            if let Some(choice) = path.next_choice() {
                let moves = self.moves(path.standing(), choice, &mut rng, &mut patience.sweeps);
                path.set_moves(moves);
            }
            match path.step() {
                Step::On => {}
                Step::Back => patience.steps_back -= 1,
                Step::None => patience.steps_back = 0,
            }
        }
        Ok(path.into_drops())
    }

    fn row_printer(&self) -> RowPrinter<'_> {
        RowPrinter {
            canvas: &self.canvas,
            height: self.height,
            outlines: &self.outlines,
        }
    }

    /// The drops that complete the next row and begin no other, stage by stage; `None` if others are begun, or stages leave
    /// some of it.
    fn finish_row(
        &self,
        from: &Standing,
        pace: Pace,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Vec<PieceDrop>> {
        if from.printed.len() > 1 {
            return None;
        }
        let (mut standing, mut drops) = (from.clone(), Vec::new());
        while standing.finished == from.finished {
            let next = self.row_move(&standing, pace, rng)?;
            drops.extend(next.drops);
            standing = next.to;
        }
        Some(drops)
    }

    /// A stage that prints some of the next row and nothing over it: the best one, or the first one found.
    fn row_move(&self, from: &Standing, pace: Pace, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
        let row = from.finished;
        let room = MOST_ROWS.min((self.height - 2).saturating_sub(row));
        let mut moves = (0..=MOST_SCAFFOLD.min(room.checked_sub(1)?)).filter_map(|lines| {
            let scaffold = std::iter::repeat_n(StageRow::Scaffold, lines);
            let rows: Vec<StageRow> = match from.printed.is_empty() {
                true => scaffold.chain([StageRow::Partial(row)]).collect(),
                false => [StageRow::Begun(row)].into_iter().chain(scaffold).collect(),
            };
            self.play(from, &from.stage(&self.canvas, rows), pace.beam(), rng)
        });
        match pace {
            Pace::Usual => moves.max_by(|a, b| a.merit.total_cmp(&b.merit)),
            Pace::Hurried => moves.next(),
        }
    }

    /// The moves from a standing, the best one last.
    fn moves(
        &self,
        from: &Standing,
        choice: Choice,
        rng: &mut Xoshiro256PlusPlus,
        sweeps: &mut usize,
    ) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut lowest = None;
        for rows in self.stages(from, choice) {
            let stage = from.stage(&self.canvas, rows);
            let most = lowest.map_or(usize::MAX, |lines| match choice {
                Choice::InPart => lines + MORE_SCAFFOLD,
                Choice::InPartAgain => lines + 1,
                Choice::AsAWhole => lines,
            });
            if stage.lines() > most || !stage.is_divisible() {
                continue;
            }
            let Some(rest) = sweeps.checked_sub(1) else {
                break;
            };
            *sweeps = rest;
            if let Some(found) = self.play(from, &stage, BEAM, rng) {
                lowest.get_or_insert(stage.lines());
                moves.push(found);
            }
        }
        moves.sort_by(|a, b| a.merit.total_cmp(&b.merit));
        moves
    }

    /// The rows of the stages to try from a standing, those with fewest lines first.
    fn stages(&self, from: &Standing, choice: Choice) -> Vec<Vec<StageRow>> {
        let begun = (from.finished..from.next_row()).map(StageRow::Whole);
        let rest = self.canvas.picture.height() - from.next_row();
        let scaffold = |count| std::iter::repeat_n(StageRow::Scaffold, count);
        let mut stages: Vec<Vec<StageRow>> = Vec::new();
        match choice {
            Choice::InPart => {
                for lines in 0..=MOST_SCAFFOLD {
                    for partial in 0..=MOST_PARTIAL.min(rest) {
                        let next = (from.next_row()..).map(StageRow::Partial).take(partial);
                        stages.push(begun.clone().chain(scaffold(lines)).chain(next).collect());
                    }
                }
            }
            Choice::InPartAgain => {
                // A single row of scaffold prints next to nothing between pixels.
                for lines in 2..=MOST_SCAFFOLD {
                    let begun = (from.finished..from.next_row()).map(StageRow::Begun);
                    stages.push(begun.chain(scaffold(lines)).collect());
                }
            }
            Choice::AsAWhole if rest == 0 => {}
            Choice::AsAWhole => {
                for lines in 0..=MOST_AROUND {
                    for under in 0..=MOST_UNDER.min(lines) {
                        let whole = begun.clone().chain(scaffold(under));
                        let whole = whole.chain([StageRow::Whole(from.next_row())]);
                        stages.push(whole.chain(scaffold(lines - under)).collect());
                    }
                }
            }
        }
        // Two rows at the top of the field stay empty for the pieces to turn in.
        let room = MOST_ROWS.min((self.height - 2).saturating_sub(from.finished));
        let has_picture = |rows: &Vec<StageRow>| rows.iter().any(|row| row.picture_row().is_some());
        stages.retain(|rows| rows.len() <= room && has_picture(rows));
        stages
    }

    fn play(
        &self,
        from: &Standing,
        stage: &Stage,
        beam: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Move> {
        let covers = sweep(stage, &self.outlines, beam, rng)?;
        let mut closings = Wall::BOTH
            .into_iter()
            .filter_map(|wall| stage.closed_at(wall));
        self.play_one(from, stage, &covers, None, rng).or_else(|| {
            closings.find_map(|(stage, keystone)| {
                let covers = sweep(&stage, &self.outlines, beam, rng)?;
                self.play_one(from, &stage, &covers, Some(&keystone), rng)
            })
        })
    }

    /// The first cover that has an order.
    fn play_one(
        &self,
        from: &Standing,
        stage: &Stage,
        covers: &Covers,
        keystone: Option<&Tile>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Move> {
        (0..DRAWS).find_map(|_| {
            let mut tiles = covers.draw(&self.outlines, rng);
            let order = in_order(stage, &tiles)?;
            let drops = order.iter().map(|tile| &tiles[*tile]).chain(keystone);
            let drops: Vec<PieceDrop> = drops.map(Tile::to_drop).collect();
            tiles.extend(keystone.cloned());
            // Scaffold alone would lead nowhere.
            (4 * tiles.len() > stage.lines() * stage.width).then(|| Move {
                merit: Move::merit(stage, &tiles, covers.value),
                to: from.after(&self.canvas, stage, &tiles),
                drops,
            })
        })
    }
}

impl Move {
    /// A quarter of a row is added to the scaffold, so that stages without any compare with others.
    fn merit(stage: &Stage, tiles: &[Tile], value: i32) -> f64 {
        let scaffold = stage.lines() * stage.width;
        let pixels = 4 * tiles.len() - scaffold;
        (pixels as f64 + VALUE_SHARE * f64::from(value))
            / (scaffold as f64 + stage.width as f64 / 4.0)
    }
}
