//! Arguments about planning, and the plan they give.

use anyhow::ensure;
use clap::{Args, ValueEnum};

use super::columns::Columns;
use super::field::FieldChoice;
use super::limit::TimeLimit;
use tetris_printer::game::{Column, FieldSize};
use tetris_printer::plan::classic::{
    Effort, MAX_ATTEMPTS, Print, RealtimeOptions, plan_realtime, plan_tables,
};
use tetris_printer::plan::feasibility::Impossible;
use tetris_printer::plan::minimal::{self, CarrierMode, MinimalRequest, lower_bound, plan_minimal};
use tetris_printer::plan::{Monitor, Picture, Plan, PlanError};
use tetris_printer::sprite::Sprite;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Planner {
    /// Patterns from tables, in a millisecond: some nine pieces a pixel
    Tables,
    /// A search for each row, in a fraction of a second: some five pieces a pixel
    Realtime,
    /// The article's own real-time search, for comparison
    Literal,
    /// A search back from the finished picture, in some seconds: about one piece a pixel, on
    /// any field and in up to seven colours
    Minimal,
}

impl Planner {
    pub fn name(self) -> &'static str {
        match self {
            Planner::Tables => "tables",
            Planner::Realtime => "realtime",
            Planner::Literal => "literal",
            Planner::Minimal => "minimal",
        }
    }
}

#[derive(Args, Debug)]
pub struct PlanningArgs {
    /// How the drops are found
    ///
    /// Where minimal finds nothing, realtime steps in if it can print the picture: up to 17 columns
    /// and 3 colours on the standard field. The report says which planner it was.
    #[arg(long, value_enum, default_value_t = Planner::Minimal, help_heading = "Planning")]
    planner: Planner,
    /// The article's own reading of the real-time search, as --planner literal
    #[arg(long, conflicts_with = "planner", help_heading = "Planning")]
    literal: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    minimal: MinimalArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct SearchArgs {
    /// The same seed gives the same bytes
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Planning")]
    pub seed: u64,
    /// Insertions tried before a start of the packing search is given up (realtime and literal)
    #[arg(long, value_name = "N", default_value_t = MAX_ATTEMPTS, help_heading = "Planning")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_attempts: u32,
    /// Starts of the packing search before a matrix is given up (realtime and literal)
    #[arg(long, value_name = "N", default_value_t = 6, help_heading = "Planning")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub retries: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CarriersName {
    /// J, T and L; the other pieces never stay
    Classic,
    /// The console's three styles: J and S, T, O and I, L and Z
    Nes,
    /// Any piece any colour: six colours always, seven if one of them comes in even runs
    Free,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EffortName {
    /// The first good plan
    Fast,
    /// About two seconds
    Normal,
    /// Up to a minute
    Best,
}

/// What the minimal planner can be told; the field is for all.
#[derive(Args, Clone, Copy, Debug)]
pub struct MinimalArgs {
    /// The field, columns x rows, or auto: the smallest that is good for the picture
    ///
    /// A picture may be as wide as the field less one column. Fields of an odd number of columns
    /// take any number of pixels, those of an even one only an even number, or one divisible by
    /// four. Only minimal prints on fields of other than 21 columns.
    #[arg(long, value_name = "WxH", help_heading = "Planning")]
    #[arg(default_value_t = FieldChoice::Size(FieldSize::STANDARD))]
    field: FieldChoice,
    /// The pieces that carry the colours with --planner minimal [default: nes for up to three
    /// colours, free for more]
    #[arg(long, value_enum, help_heading = "Planning")]
    carriers: Option<CarriersName>,
    /// How long --planner minimal searches; counted in work, so that the plan is the same
    /// everywhere
    #[arg(long, value_enum, default_value_t = EffortName::Normal, help_heading = "Planning")]
    effort: EffortName,
    /// Search until then instead, like 30s, 500ms or 2m; the plan then depends on the machine's
    /// speed
    #[arg(long, value_name = "TIME", help_heading = "Planning")]
    time_limit: Option<TimeLimit>,
    /// Never drop the same piece twice in a row (minimal only)
    #[arg(long, help_heading = "Planning")]
    no_repeat: bool,
}

/// Where the picture stands, and what may stand beside it.
#[derive(Args, Clone, Copy, Debug)]
struct PlaceArgs {
    /// Columns of the field whose content beside the picture does not matter, like 0-1 or 0,8-9
    /// (minimal only)
    ///
    /// In the picture's rows anything may be left there; over it they are empty as usual. Pixels of
    /// the picture in these columns are printed all the same.
    #[arg(long, value_name = "COLUMNS", help_heading = "Planning")]
    free_columns: Option<Columns>,
    /// The field column of the image's first column, below 0 if it is empty (minimal only)
    /// [default: the planner's choice, beside the free columns if there is room]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        help_heading = "Planning"
    )]
    left: Option<i32>,
}

/// A print to be planned.
pub struct Job {
    picture: Picture,
    field: FieldSize,
    planner: Planner,
    search: SearchArgs,
    request: MinimalRequest,
}

/// A plan, and what its planner knows about it.
pub struct Planned {
    /// Who found it: where the minimal planner finds nothing, the real-time search steps in.
    pub planner: Planner,
    pub plan: Plan,
    /// The passes of a classic planner.
    pub print: Option<Print>,
}

impl PlanningArgs {
    pub fn planner(&self) -> Planner {
        if self.literal {
            Planner::Literal
        } else {
            self.planner
        }
    }

    pub fn seed(&self) -> u64 {
        self.search.seed
    }

    pub fn free_columns(&self) -> Columns {
        self.place.free_columns.unwrap_or_default()
    }

    /// Only the classic planners work in passes, and blocks of letters do not say their field.
    pub fn can_print_blocks(&self) -> bool {
        let is_standard = self.minimal.field == FieldChoice::Size(FieldSize::STANDARD);
        is_standard && self.planner() != Planner::Minimal
    }

    /// Errors: what this planner cannot do, or this field has no room for.
    pub fn job(&self, sprite: &Sprite) -> anyhow::Result<Job> {
        let mut job = Job::new(self.planner(), self.search, self.minimal, sprite)?;
        let is_minimal = self.planner() == Planner::Minimal;
        for (option, is_asked) in [
            ("--free-columns", self.place.free_columns.is_some()),
            ("--left", self.place.left.is_some()),
        ] {
            ensure!(
                is_minimal || !is_asked,
                "{option} is for --planner minimal only: leave one of them out"
            );
        }
        let free = self.free_columns();
        free.check(job.field)?;
        job.request.free_columns = free.mask();
        job.request.left = self.place.column(sprite, job.field)?;
        Ok(job)
    }
}

impl PlaceArgs {
    /// The field column of the leftmost pixel, if it is not the planner's choice.
    fn column(&self, sprite: &Sprite, field: FieldSize) -> anyhow::Result<Option<Column>> {
        let bounds = sprite.bounds().ok_or(PlanError::from(Impossible::Empty))?;
        if let Some(left) = self.left {
            // A picture that is too wide for the field is refused by every planner.
            let most = field.width().saturating_sub(bounds.width);
            let margin = bounds.left as i64;
            let column = i64::from(left) + margin;
            ensure!(
                (0..=most as i64).contains(&column),
                "--left {left} would put the picture beside the field {field}: it has room from \
                 --left {} to --left {}",
                -margin,
                most as i64 - margin
            );
            return Ok(Some(Column(column as usize)));
        }
        let free = self.free_columns.unwrap_or_default().mask();
        let room = field.width().checked_sub(sprite.width());
        let image = u64::MAX >> (64 - sprite.width().clamp(1, 64));
        let beside = |left: &usize| free & image << left == 0;
        let left = room.and_then(|room| (0..=room).find(beside));
        Ok(left
            .filter(|_| free != 0)
            .map(|left| Column(left + bounds.left)))
    }
}

impl MinimalArgs {
    fn request(&self, colors: usize, seed: u64) -> MinimalRequest {
        let carriers = match self.carriers {
            Some(CarriersName::Classic) => CarrierMode::Classic,
            Some(CarriersName::Nes) => CarrierMode::Nes,
            Some(CarriersName::Free) => CarrierMode::Free,
            None if colors <= CarrierMode::Nes.most_colors() => CarrierMode::Nes,
            None => CarrierMode::Free,
        };
        let effort = match self.effort {
            EffortName::Fast => minimal::Effort::Fast,
            EffortName::Normal => minimal::Effort::Normal,
            EffortName::Best => minimal::Effort::Best,
        };
        MinimalRequest {
            carriers,
            effort,
            time_limit: self.time_limit.map(|TimeLimit(limit)| limit),
            seed,
            no_repeat: self.no_repeat,
            ..MinimalRequest::default()
        }
    }
}

impl Job {
    /// Errors: nothing to print, no field for it, or an option that the planner does not know.
    pub fn new(
        planner: Planner,
        search: SearchArgs,
        minimal: MinimalArgs,
        sprite: &Sprite,
    ) -> anyhow::Result<Job> {
        ensure!(
            planner == Planner::Minimal || !minimal.no_repeat,
            "--no-repeat is for --planner minimal only: leave one of them out"
        );
        let picture = Picture::of(sprite).ok_or(PlanError::from(Impossible::Empty))?;
        Ok(Job {
            field: minimal.field.of(&picture)?,
            request: minimal.request(picture.colors(), search.seed),
            picture,
            planner,
            search,
        })
    }

    /// The carriers that a planner uses for this print.
    fn carriers(&self, planner: Planner) -> CarrierMode {
        match planner {
            Planner::Minimal => self.request.carriers,
            Planner::Tables | Planner::Realtime | Planner::Literal => CarrierMode::Classic,
        }
    }

    pub fn carriers_name(&self, planner: Planner) -> &'static str {
        match self.carriers(planner) {
            CarrierMode::Classic => "classic",
            CarrierMode::Nes => "nes",
            CarrierMode::Free => "free",
        }
    }

    /// The pieces that no plan with a planner's carriers can do without; `None` with free columns,
    /// where no bound is known.
    pub fn bound(&self, planner: Planner) -> Result<Option<usize>, PlanError> {
        if self.request.free_columns != 0 {
            return Ok(None);
        }
        let bound = lower_bound(&self.picture, self.field, self.carriers(planner))?;
        Ok(Some(bound.pieces))
    }

    /// The field that the print is played on.
    pub fn field(&self) -> FieldSize {
        self.field
    }

    /// Has no piece come twice in a row, if the planner can do so.
    pub fn avoid_repeats(&mut self) {
        self.request.no_repeat = true;
    }

    /// Who is to plan the print.
    pub fn planner(&self) -> Planner {
        self.planner
    }

    pub fn plan(&self, monitor: &dyn Monitor) -> Result<Planned, PlanError> {
        match self.planner {
            Planner::Tables => {
                let print = plan_tables(&self.picture, self.field, monitor)?;
                Ok(self.classic(Planner::Tables, print))
            }
            Planner::Realtime | Planner::Literal => self.realtime(self.planner, monitor),
            Planner::Minimal => {
                match plan_minimal(&self.picture, self.field, &self.request, monitor) {
                    Ok(plan) => Ok(Planned {
                        planner: Planner::Minimal,
                        plan,
                        print: None,
                    }),
                    Err(PlanError::NotFound) => self.fall_back(monitor),
                    Err(error) => Err(error),
                }
            }
        }
    }

    fn classic(&self, planner: Planner, print: Print) -> Planned {
        Planned {
            planner,
            plan: print.to_plan(self.field),
            print: Some(print),
        }
    }

    fn realtime(&self, planner: Planner, monitor: &dyn Monitor) -> Result<Planned, PlanError> {
        let options = RealtimeOptions {
            effort: Effort {
                attempts: self.search.max_attempts,
                starts: self.search.retries,
            },
            is_literal: planner == Planner::Literal,
            seed: self.search.seed,
        };
        let print = plan_realtime(&self.picture, self.field, &options, monitor)?;
        Ok(self.classic(planner, print))
    }

    /// The real-time search instead of the minimal planner, which has found nothing.
    fn fall_back(&self, monitor: &dyn Monitor) -> Result<Planned, PlanError> {
        let request = &self.request;
        if request.no_repeat || request.free_columns != 0 || request.left.is_some() {
            return Err(PlanError::NotFound);
        }
        match self.realtime(Planner::Realtime, monitor) {
            Err(PlanError::Cancelled) => Err(PlanError::Cancelled),
            // What the real-time search cannot do does not matter to who asked for the minimal one.
            Err(_) => Err(PlanError::NotFound),
            Ok(planned) => Ok(planned),
        }
    }
}
