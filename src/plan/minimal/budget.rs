//! How much work goes into a plan: counted in expanded states, never in time.

use super::carriers::CarrierMode;
use super::ease::Ease;
use super::heats::Heat;
use super::level::BeamWidth;
use super::row_bits::USUAL_WIDTH;
use crate::game::FieldSize;
use crate::plan::Picture;

/// How much work to put into a plan. The work is counted, not timed: the same effort gives the same
/// plan on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Effort {
    /// The first plan, in a fraction of a second: something to look at while a better one is searched for.
    Glance,
    /// The first good plan.
    Fast,
    /// About two seconds on two cores for a sprite of usual size.
    #[default]
    Normal,
    /// Up to a minute.
    Best,
}

/// How much work is done for a picture of usual size, in expanded states.
#[derive(Clone, Copy, Debug)]
pub struct WorkBudget {
    /// For all runs together, once there is a plan.
    total: ByEase,
    /// The most for all runs together over a large picture.
    most: ByEase,
    /// For a run without dead ends: this is what makes a beam wide.
    run: u64,
    /// The work that is done while there is no plan, as a multiple of such a run.
    patience: u64,
    /// Whether heats rank the assignments, and a picture's preferred place is tried even when `total` is
    /// spent.
    is_thorough: bool,
}

/// Expanded states, by how easily the run to the best plan came to its end.
#[derive(Clone, Copy, Debug)]
pub struct ByEase {
    hard: u64,
    pub easy: u64,
}

impl ByEase {
    const fn new(hard: u64, easy: u64) -> ByEase {
        ByEase { hard, easy }
    }

    const fn always(states: u64) -> ByEase {
        ByEase::new(states, states)
    }

    /// So many times as much, but not more than `most`, and of that a share.
    fn scaled(self, times: f64, most: ByEase, share: f64) -> ByEase {
        let scaled =
            |states: u64, most: u64| ((states as f64 * times).min(most as f64) * share) as u64;
        ByEase {
            hard: scaled(self.hard, most.hard),
            easy: scaled(self.easy, most.easy),
        }
    }

    /// `None` for a run that is too short to tell.
    pub fn of(self, ease: Option<Ease>) -> u64 {
        match ease {
            Some(ease) if ease.is_worth_another_run() => self.easy,
            _ => self.hard,
        }
    }
}

impl WorkBudget {
    // Set by pieces and seconds on sets of 30 to 60 generated sprites of 75 to 190 pixels, and by large
    // pictures that must end; `tetris-printer bench sprites --effort ...` shows both. One wide run finds
    // shorter plans than many narrow ones of the same work, so below the best effort `total` is less
    // than `run`: a second run begins only where the first was short, or where the preferred place
    // is still to be compared. With the usual effort two more begin where a shorter plan is within reach: sets of 152
    // and 195 foreign sprites, which share 79, take 2.6 % and 2.0 % fewer pieces so, in half as much time again, and 70
    // held-out ones 2.8 % fewer. With 102,000 states a run 113 foreign sprites take 1.3 % fewer pieces than with 85,000,
    // in a fifth more time; 174,000 save another 1.4 % of 152, less than more runs do. The best effort comes to three
    // runs: of 17 foreign sprites seven runs of a third of their width take 1.5 % more pieces in the same time. Large
    // pictures have more to save, so they get more runs, up to `most`, which keeps the best effort below a minute.
    // `patience` trades the time of pictures that are not found for the few that are found late.

    pub const fn of(effort: Effort, carriers: CarrierMode) -> WorkBudget {
        let (total, most, run, patience, is_thorough) = match (effort, carriers) {
            // The narrowest beam for pictures of usual size.
            (Effort::Glance, _) => (ByEase::always(1), ByEase::always(1), 15_000, 10, false),
            (Effort::Fast, _) => (
                ByEase::always(30_000),
                ByEase::always(90_000),
                60_000,
                10,
                false,
            ),
            // Fewer pieces carry colours, so there is more to save: 62 foreign sprites take 4.3 % fewer pieces than with
            // the budget of the other carriers, a median of 2.0 seconds instead of 1.0.
            (Effort::Normal, CarrierMode::Classic) => {
                let total = ByEase::always(205_000);
                (total, ByEase::always(600_000), 255_000, 7, true)
            }
            (Effort::Normal, _) => {
                let total = ByEase::new(82_000, 230_000);
                (total, ByEase::new(240_000, 450_000), 102_000, 7, true)
            }
            (Effort::Best, _) => {
                let total = ByEase::always(3_000_000);
                (total, total, 1_200_000, 3, true)
            }
        };
        WorkBudget {
            total,
            most,
            run,
            patience,
            is_thorough,
        }
    }

    /// The same for a picture, whatever its size.
    pub fn scaled(self, picture: &Picture, field: FieldSize) -> ScaledBudget {
        // Plans take about one piece per pixel and so about as many levels: a picture of usual size has 180
        // pixels. Up to three times as many levels keep the beam width; beyond that the beam gets narrower, or
        // runs would take too long.
        const USUAL_LEVELS: f64 = 220.0;
        const MOST_TIMES_LONGER: f64 = 3.0;
        // From here on pictures get more runs, with the fourth power of their levels, so that soon `most`
        // decides.
        const LARGE_LEVELS: f64 = 260.0;
        // A narrower beam hardly finds any plan.
        const LEAST_BEAM_WIDTH: usize = 72;

        // What share of a run's beam heats have, and how many drops they take back for each pixel. On 59 foreign sprites
        // beams half as wide choose no better than the covers do, and beams twice as wide no better than these; what
        // shorter heats score tells little of a run's end, so pictures of fewer than 89 pixels have none: 48 of these took
        // as many pieces with them. 209 larger ones take 1.2 % fewer in 2 % more time, with the best effort 17 of them
        // 2.9 % fewer.
        const HEAT_SHARE: usize = 16;
        const LEAST_HEAT_WIDTH: usize = 24;
        const HEAT_LEVELS: f64 = 0.45;
        const LEAST_HEAT_LEVELS: u32 = 40;

        let pixels = picture.pixel_count();
        let width = field.width();
        let levels = pixels + pixels / 8 + 20;
        let longer = (levels as f64 / USUAL_LEVELS).clamp(1.0, MOST_TIMES_LONGER);
        let more = (levels as f64 / LARGE_LEVELS).powi(4).max(1.0);
        // A state of a wider field is more work, so it gets fewer.
        let share = USUAL_WIDTH.min(width) as f64 / width as f64;
        let states = self.run as f64 * longer * share;
        let beam_width = (states as usize / levels).max(LEAST_BEAM_WIDTH);
        let heat = Heat {
            beam_width: BeamWidth((beam_width / HEAT_SHARE).max(LEAST_HEAT_WIDTH)),
            levels: (pixels as f64 * HEAT_LEVELS) as u32,
        };
        ScaledBudget {
            heat: (self.is_thorough && heat.levels >= LEAST_HEAT_LEVELS).then_some(heat),
            total: self.total.scaled(more, self.most, share),
            beam_width: BeamWidth(beam_width),
            compares_places: self.is_thorough,
            patience: self.patience * (beam_width * levels) as u64,
        }
    }
}

/// How much work is done for one picture.
#[derive(Clone, Copy, Debug)]
pub struct ScaledBudget {
    /// What ranks the assignments.
    pub heat: Option<Heat>,
    /// Expanded states of all runs together, once there is a plan.
    pub total: ByEase,
    pub beam_width: BeamWidth,
    /// Whether the preferred place is tried even when `total` is spent.
    pub compares_places: bool,
    /// Expanded states of all runs together as long as there is none.
    pub patience: u64,
}
