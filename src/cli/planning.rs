//! Arguments about planning, and the request that they make.

use anyhow::ensure;
use clap::{Args, ValueEnum};

use super::limit::{Limited, TimeLimit};
use tetris_printer::color::Rgb;
use tetris_printer::game::FieldSize;
use tetris_printer::plan::Monitor;
use tetris_printer::plan::minimal::{CarrierMode, Effort, Placement};
use tetris_printer::print::{Columns, FieldChoice, Planner, PrintRequest};

/// The names of the planners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlannerName {
    /// Patterns from tables, in a millisecond: about nine pieces per pixel
    Tables,
    /// A search for each row, in a fraction of a second: about five pieces per pixel
    Realtime,
    /// The article's own real-time search, for comparison
    Literal,
    /// Row by row on scaffold, on fields of any width
    Stages,
    /// A search back from the finished picture, in a few seconds: about one piece per pixel, on
    /// any field and in up to seven colours
    Minimal,
}

impl From<PlannerName> for Planner {
    fn from(name: PlannerName) -> Self {
        match name {
            PlannerName::Tables => Planner::Tables,
            PlannerName::Realtime => Planner::Realtime,
            PlannerName::Literal => Planner::Literal,
            PlannerName::Stages => Planner::Stages,
            PlannerName::Minimal => Planner::Minimal,
        }
    }
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Planning")]
pub struct PlanningArgs {
    /// How the drops are found
    ///
    /// Where minimal finds nothing, realtime or stages steps in, whichever takes fewer pieces; for
    /// pictures that are too large for minimal, stages does. Stages prints every possible picture of up
    /// to six colours on a field of odd width with three more columns and 13 more rows than the
    /// picture, if need be at about a hundred pieces per pixel; --field auto chooses such a field where
    /// a smaller one fails. The report names the planner that found the plan.
    #[arg(long, value_enum, default_value_t = PlannerName::Minimal)]
    planner: PlannerName,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CarriersName {
    /// J, T and L; the other pieces never stay
    Classic,
    /// The console's three styles: J and S, T, O and I, L and Z
    Nes,
    /// One of these styles for each colour, so that a colour looks alike everywhere
    Style,
    /// Any piece any colour: six colours always, seven if one of them comes in even runs
    Free,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EffortName {
    /// The first plan, in a fraction of a second
    Glance,
    /// The first good plan
    Fast,
    /// About two seconds
    Normal,
    /// Up to a minute
    Best,
}

/// The arguments that every planner understands, for every sprite alike.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Planning")]
pub struct SearchArgs {
    /// Seed of all random choices; the same seed gives the same bytes
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The field, columns x rows, or auto: the smallest that suits the picture [default: 21x42; for a
    /// film auto]
    ///
    /// A picture must be at least one column narrower than the field. With an odd number of columns the
    /// field takes any number of pixels, otherwise only an even number or a multiple of four. Tables, realtime and
    /// literal need an odd number of columns, 7 to 31, and four more than the picture.
    #[arg(long, value_name = "WxH")]
    field: Option<FieldChoice>,
    /// The pieces that carry the colours with --planner minimal [default: nes for up to three
    /// colours, free for more]
    #[arg(long, value_enum)]
    carriers: Option<CarriersName>,
    /// How long --planner minimal searches, measured in work so that every machine finds the same
    /// plan
    #[arg(long, value_enum, default_value_t = EffortName::Normal)]
    effort: EffortName,
    /// Search for this long instead, such as 30s, 500ms or 2m; the plan then depends on the
    /// machine's speed
    #[arg(long, value_name = "TIME")]
    time_limit: Option<TimeLimit>,
    /// Never drop the same piece twice in a row (minimal only)
    #[arg(long)]
    no_repeat: bool,
}

/// Where the picture stands, and what may stand beside it.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Planning")]
struct PlaceArgs {
    /// Columns of the field whose content beside the picture does not matter, like 0-1 or 0,8-9
    /// (minimal only)
    ///
    /// In the picture's rows anything may be left there; over it they are empty as usual. Pixels of
    /// the picture in these columns are printed all the same.
    #[arg(long, value_name = "COLUMNS")]
    free_columns: Option<Columns>,
    /// The field column of the image's first column, below 0 if it is empty (minimal only)
    /// [default: the planner's choice, beside the free columns if there is room]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    left: Option<i32>,
}

impl PlanningArgs {
    /// What is asked for; `no_repeat` may also be required by what deals the pieces.
    pub fn request(&self, field_color: Option<Rgb>, no_repeat: bool) -> PrintRequest {
        PrintRequest {
            field_color,
            no_repeat: no_repeat || self.search.no_repeat,
            free_columns: self.place.free_columns.unwrap_or_default(),
            left: self.place.left,
            placement: Placement::Middle,
            ..self.search.request(self.planner)
        }
    }

    /// What is asked for of each picture of a film; unless said otherwise the field is `auto`: on a narrow one less is to
    /// be erased.
    pub fn film_request(&self, field_color: Option<Rgb>, auto: FieldChoice) -> PrintRequest {
        PrintRequest {
            field: self.search.field.unwrap_or(auto),
            ..self.request(field_color, false)
        }
    }

    /// Who is asked for the drops.
    pub fn planner(&self) -> Planner {
        self.planner.into()
    }

    /// Whether the same piece may not come twice in a row.
    pub fn avoids_repeats(&self) -> bool {
        self.search.no_repeat
    }

    /// Refuses carriers that the planner does not have.
    pub fn check(&self) -> anyhow::Result<()> {
        let is_classic = match self.planner {
            PlannerName::Tables | PlannerName::Realtime | PlannerName::Literal => true,
            PlannerName::Stages | PlannerName::Minimal => false,
        };
        let are_other =
            (self.search.carriers).is_some_and(|carriers| carriers != CarriersName::Classic);
        ensure!(
            !(is_classic && are_other),
            "--planner {} prints with classic carriers only: choose --planner minimal, or leave out --carriers",
            self.planner().name()
        );
        Ok(())
    }

    /// The monitor, and the time limit from now on.
    pub fn limited<'a>(&self, monitor: &'a dyn Monitor) -> Limited<'a> {
        self.search.limited(monitor)
    }

    /// Only the classic planners work in passes, and blocks of letters do not say how high their field is.
    pub fn can_print_blocks(&self) -> bool {
        let is_as_high = match self.search.field {
            None => true,
            Some(FieldChoice::Auto) => false,
            Some(FieldChoice::Size(field)) => field.height() == FieldSize::STANDARD.height(),
        };
        is_as_high && self.planner != PlannerName::Minimal
    }
}

impl SearchArgs {
    /// The monitor, and the time limit from now on.
    pub fn limited<'a>(&self, monitor: &'a dyn Monitor) -> Limited<'a> {
        Limited::new(monitor, self.time_limit)
    }

    /// What is asked of a planner.
    pub fn request(&self, planner: PlannerName) -> PrintRequest {
        let carriers = self.carriers.map(|name| match name {
            CarriersName::Classic => CarrierMode::Classic,
            CarriersName::Nes => CarrierMode::Nes,
            CarriersName::Style => CarrierMode::Style,
            CarriersName::Free => CarrierMode::Free,
        });
        let effort = match self.effort {
            EffortName::Glance => Effort::Glance,
            EffortName::Fast => Effort::Fast,
            EffortName::Normal => Effort::Normal,
            EffortName::Best => Effort::Best,
        };
        PrintRequest {
            planner: planner.into(),
            field: self.field.unwrap_or_default(),
            seed: self.seed,
            effort,
            open_ended: self.time_limit.is_some(),
            carriers,
            no_repeat: self.no_repeat,
            placement: Placement::Cheapest,
            ..PrintRequest::default()
        }
    }
}

/// As the options call them.
pub fn carriers_name(carriers: CarrierMode) -> &'static str {
    match carriers {
        CarrierMode::Classic => "classic",
        CarrierMode::Nes => "nes",
        CarrierMode::Style => "style",
        CarrierMode::Free => "free",
    }
}
