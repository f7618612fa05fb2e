//! One print, from the request to the proof.

use std::sync::OnceLock;

use super::colors::{field_color, filler_color};
use super::field::roomy;
use super::{FieldChoice, MinimalOnly, Planner, PrintError, PrintRequest};
use crate::color::Rgb;
use crate::game::{Column, FieldSize};
use crate::plan::classic::{self, RealtimeOptions, plan_realtime, plan_tables};
use crate::plan::feasibility::{Impossible, check_feasible};
use crate::plan::minimal::{Bound, CarrierMode, MinimalRequest, lower_bound, plan_minimal};
use crate::plan::stages::plan_stages;
use crate::plan::{Monitor, Picture, Plan, PlanError};
use crate::script::PrintScript;
use crate::sprite::Sprite;
use crate::verify::{PrintedField, Verdict, verify_beside};

/// A print that can be planned: nothing in the request contradicts the sprite or the field.
#[derive(Clone, Debug)]
pub struct PrintJob<'a> {
    sprite: &'a Sprite,
    picture: Picture,
    planner: Planner,
    seed: u64,
    field: FieldSize,
    /// To go on with where nothing is found.
    roomier: Option<FieldSize>,
    field_color: Rgb,
    minimal: MinimalRequest,
    /// What no plan of the planner can do without, once somebody asked for it: it takes a tenth of a second.
    bound: OnceLock<Result<Bound, PlanError>>,
}

/// A plan that leaves exactly the sprite.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Printed {
    /// Who found it: not always who was asked, see [`Planner::Minimal`].
    pub planner: Planner,
    /// Which pieces carry the colours, as the planner was told.
    pub carriers: CarrierMode,
    /// The drops.
    pub plan: Plan,
    /// The passes of a classic planner.
    pub passes: Option<classic::Print>,
    /// The drops with their colours, as others can play them.
    pub script: PrintScript,
    /// What no plan with these carriers can do without; `None` with free columns, where no bound is known.
    pub bound: Option<Bound>,
    /// What the judge has compared: there are no differences.
    pub verdict: Verdict,
}

/// What a planner has found.
struct Found {
    planner: Planner,
    plan: Plan,
    passes: Option<classic::Print>,
}

impl<'a> PrintJob<'a> {
    /// Errors: all of [`PrintError`] that can be known before the search.
    pub fn new(sprite: &'a Sprite, request: &PrintRequest) -> Result<Self, PrintError> {
        let field_color = field_color(request.field_color, std::slice::from_ref(sprite))?;
        check_planner(request)?;
        let picture = Picture::of(sprite).ok_or(Impossible::Empty)?;
        let field = request.field.of(&picture)?;
        let roomier = match request.field {
            FieldChoice::Auto => roomy(&picture),
            FieldChoice::Size(_) => None,
        };
        let columns = request.free_columns;
        if !columns.are_in(field) {
            return Err(PrintError::NoSuchColumns { columns, field });
        }
        let left = match request.left {
            Some(left) => Some(column_of(sprite, field, left)?),
            None => column_beside(sprite, field, columns.mask()),
        };
        let carriers = request.carriers.unwrap_or(usual_carriers(picture.colors()));
        if matches!(request.planner, Planner::Minimal | Planner::Stages) {
            check_colors(picture.colors(), carriers)?;
        }
        let minimal = MinimalRequest {
            carriers,
            effort: request.effort,
            open_ended: request.open_ended,
            seed: request.seed,
            no_repeat: request.no_repeat,
            free_columns: columns.mask(),
            left,
        };
        Ok(PrintJob {
            sprite,
            picture,
            planner: request.planner,
            seed: request.seed,
            field,
            roomier,
            field_color,
            minimal,
            bound: OnceLock::new(),
        })
    }

    /// What is printed.
    pub fn sprite(&self) -> &'a Sprite {
        self.sprite
    }

    /// The field that the print is played on; if nothing is found on one that was chosen, a roomier one is taken.
    pub fn field(&self) -> FieldSize {
        self.field
    }

    /// What no plan can do without; `None` with free columns, where no bound is known.
    ///
    /// Errors: what is known to stop the sprite from printing. `Ok` is no promise.
    pub fn bound(&self) -> Result<Option<Bound>, PrintError> {
        self.bound_of(self.planner)
    }

    /// Whether anything is known to stop the sprite from printing, without the bound, which takes a tenth of a second.
    ///
    /// Errors: [`PlanError::Impossible`].
    pub fn check(&self) -> Result<(), PrintError> {
        check_feasible(&self.picture, self.field).map_err(PlanError::Impossible)?;
        Ok(())
    }

    /// Plans the print and proves it.
    ///
    /// Errors: see [`PrintError`].
    pub fn run(&self, monitor: &dyn Monitor) -> Result<Printed, PrintError> {
        match (self.find(monitor), self.roomier) {
            (Err(PlanError::NotFound | PlanError::TooHigh { .. }), Some(field))
                if self.can_be_roomy() =>
            {
                let job = PrintJob {
                    field,
                    bound: OnceLock::new(),
                    ..self.clone()
                };
                job.prove(job.find_stages(monitor)?)
            }
            (found, _) => self.prove(found?),
        }
    }

    fn find(&self, monitor: &dyn Monitor) -> Result<Found, PlanError> {
        match self.planner {
            Planner::Tables => {
                let passes = plan_tables(&self.picture, self.field, monitor)?;
                Ok(self.in_passes(Planner::Tables, passes))
            }
            Planner::Realtime | Planner::Literal => self.find_realtime(self.planner, monitor),
            Planner::Stages => self.find_stages(monitor),
            Planner::Minimal if self.is_large() => {
                or_else_found(self.find_stages(monitor), || self.find_minimal(monitor))
            }
            Planner::Minimal => {
                or_else_found(self.find_minimal(monitor), || match self.can_be_staged() {
                    true => self.find_row_by_row(monitor),
                    false => Err(PlanError::NotFound),
                })
            }
        }
    }

    /// What the planners find that print row by row: the better of the two, or the quicker one if there is no time.
    fn find_row_by_row(&self, monitor: &dyn Monitor) -> Result<Found, PlanError> {
        let quick = match self.minimal.left {
            Some(_) => None,
            None => self.find_realtime(Planner::Realtime, monitor).ok(),
        };
        let Some(quick) = quick else {
            return self.find_stages(monitor);
        };
        if monitor.is_time_up() {
            return Ok(quick);
        }
        match self.find_stages(monitor) {
            Ok(stages) if stages.plan.drops.len() < quick.plan.drops.len() => Ok(stages),
            Err(PlanError::Cancelled) => Err(PlanError::Cancelled),
            Ok(_) | Err(_) => Ok(quick),
        }
    }

    /// Whether the retrograde search takes longer than stages, and hardly fewer pieces.
    fn is_large(&self) -> bool {
        let width = self.field.width();
        let is_wide = width > MOST_SEARCHED_COLUMNS;
        let is_wider = width > FieldSize::STANDARD.width();
        let has_many_pixels = self.picture.pixel_count() > MOST_SEARCHED_PIXELS;
        (is_wide || is_wider && has_many_pixels) && self.can_be_staged()
    }

    /// Whether stages may step in on a roomier field.
    fn can_be_roomy(&self) -> bool {
        matches!(self.planner, Planner::Minimal | Planner::Stages) && self.can_be_staged()
    }

    /// Whether nothing is asked for that only the minimal planner knows.
    fn can_be_staged(&self) -> bool {
        !self.minimal.no_repeat && self.minimal.free_columns == 0
    }

    fn find_minimal(&self, monitor: &dyn Monitor) -> Result<Found, PlanError> {
        let plan = plan_minimal(&self.picture, self.field, &self.minimal, monitor)?;
        Ok(Found {
            planner: Planner::Minimal,
            plan,
            passes: None,
        })
    }

    fn find_stages(&self, monitor: &dyn Monitor) -> Result<Found, PlanError> {
        let MinimalRequest { carriers, left, .. } = self.minimal;
        let plan = plan_stages(
            &self.picture,
            self.field,
            carriers,
            left,
            self.seed,
            monitor,
        )?;
        Ok(Found {
            planner: Planner::Stages,
            plan,
            passes: None,
        })
    }

    fn find_realtime(&self, planner: Planner, monitor: &dyn Monitor) -> Result<Found, PlanError> {
        let method = match planner == Planner::Literal {
            true => RealtimeOptions::literal(),
            false => RealtimeOptions::default(),
        };
        let options = RealtimeOptions {
            seed: self.seed,
            ..method
        };
        let passes = plan_realtime(&self.picture, self.field, &options, monitor)?;
        Ok(self.in_passes(planner, passes))
    }

    fn in_passes(&self, planner: Planner, passes: classic::Print) -> Found {
        Found {
            planner,
            plan: passes.to_plan(self.field),
            passes: Some(passes),
        }
    }

    /// Has the judge play the plan: there is no other way to a [`Printed`].
    fn prove(&self, found: Found) -> Result<Printed, PrintError> {
        let Found {
            planner,
            plan,
            passes,
        } = found;
        let filler = |piece| filler_color(&plan, self.sprite, piece);
        let script = PrintScript {
            planner: planner.name().to_owned(),
            seed: Some(self.seed),
            ..plan.to_script(self.sprite, self.field_color, filler)
        };
        let printed = PrintedField::of_script(&script)
            .map_err(|error| PrintError::Unplayable(error.to_string()))?;
        let verdict = verify_beside(self.sprite, &printed, self.minimal.free_columns)
            .map_err(|error| PrintError::Unplayable(error.to_string()))?;
        if !verdict.is_exact() {
            return Err(PrintError::Inexact(verdict));
        }
        Ok(Printed {
            planner,
            carriers: self.carriers(planner),
            plan,
            passes,
            script,
            bound: self.bound_of(planner)?,
            verdict,
        })
    }

    fn carriers(&self, planner: Planner) -> CarrierMode {
        match planner {
            Planner::Minimal | Planner::Stages => self.minimal.carriers,
            Planner::Tables | Planner::Realtime | Planner::Literal => CarrierMode::Classic,
        }
    }

    fn bound_of(&self, planner: Planner) -> Result<Option<Bound>, PrintError> {
        if self.minimal.free_columns != 0 {
            return Ok(None);
        }
        let carriers = self.carriers(planner);
        let find = || lower_bound(&self.picture, self.field, carriers);
        if carriers != self.carriers(self.planner) {
            return Ok(Some(find()?));
        }
        let bound = self.bound.get_or_init(find);
        Ok(Some(bound.clone()?))
    }
}

/// On wider fields the retrograde search is not worth its time.
// Seven combs, chequers and poles of 18 to 390 pixels took it 10 to 40 s and more, and pieces as many as stages or 17 %
// fewer.
const MOST_SEARCHED_COLUMNS: usize = 32;

/// For more pixels than that neither is it on fields wider than the standard one.
// An estimate: three portraits of 635 to 833 pixels on 25 to 29 columns took it 14 to 30 s, and stages 1 to 3 s; only for
// one were the pieces compared, of which stages took 8 % more.
const MOST_SEARCHED_PIXELS: usize = 600;

/// What the second planner finds where the first one finds nothing. What the second one cannot do does not matter to who
/// asked for the first.
fn or_else_found(
    first: Result<Found, PlanError>,
    second: impl FnOnce() -> Result<Found, PlanError>,
) -> Result<Found, PlanError> {
    let Err(error @ (PlanError::NotFound | PlanError::TooHigh { .. })) = first else {
        return first;
    };
    second().map_err(|second| match second {
        PlanError::Cancelled => PlanError::Cancelled,
        _ => error,
    })
}

/// The console's styles carry three colours and need the fewest pieces for them.
fn usual_carriers(colors: usize) -> CarrierMode {
    match colors <= CarrierMode::Nes.most_colors() {
        true => CarrierMode::Nes,
        false => CarrierMode::Free,
    }
}

fn check_colors(colors: usize, carriers: CarrierMode) -> Result<(), PlanError> {
    if colors <= carriers.most_colors() {
        return Ok(());
    }
    let most = match carriers {
        CarrierMode::Classic | CarrierMode::Nes | CarrierMode::Style => carriers.most_colors(),
        // Of seven one must come in even runs, so six are the safe advice.
        CarrierMode::Free => carriers.most_colors() - 1,
    };
    Err(PlanError::TooManyColors { colors, most })
}

fn check_planner(request: &PrintRequest) -> Result<(), PrintError> {
    let asked = [
        (MinimalOnly::NoRepeat, request.no_repeat),
        (MinimalOnly::FreeColumns, !request.free_columns.is_empty()),
        (MinimalOnly::Left, request.left.is_some()),
    ];
    let first = asked.into_iter().find(|(_, is_asked)| *is_asked);
    match first {
        Some((what, _)) if request.planner != Planner::Minimal => {
            Err(PrintError::MinimalOnly(what))
        }
        _ => Ok(()),
    }
}

/// The field column of the leftmost pixel when the image's column 0 stands in `left`.
fn column_of(sprite: &Sprite, field: FieldSize, left: i32) -> Result<Column, PrintError> {
    let bounds = sprite.bounds().ok_or(Impossible::Empty)?;
    // A picture that is too wide for the field is refused by every planner.
    let room = field.width().saturating_sub(bounds.width) as i64;
    let margin = bounds.left as i64;
    let column = i64::from(left) + margin;
    if (0..=room).contains(&column) {
        return Ok(Column(column as usize));
    }
    Err(PrintError::Beside {
        left,
        field,
        first: -margin,
        last: room - margin,
    })
}

/// The leftmost place beside the free columns, if there are any and there is room.
fn column_beside(sprite: &Sprite, field: FieldSize, free: u64) -> Option<Column> {
    if free == 0 {
        return None;
    }
    let room = field.width().checked_sub(sprite.width())?;
    let image = u64::MAX >> (64 - sprite.width().clamp(1, 64));
    let left = (0..=room).find(|left| free & image << left == 0)?;
    Some(Column(left + sprite.bounds()?.left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{PieceDrop, Pose};
    use crate::plan::Carriers;

    const RED: Rgb = Rgb::new(216, 40, 0);

    fn sprite(drawing: &str) -> Sprite {
        Sprite::from_diagram(drawing, |_| Some(RED)).unwrap()
    }

    /// The drops of a planner that thinks them right.
    fn found(drops: &[PieceDrop]) -> Found {
        Found {
            planner: Planner::Minimal,
            plan: Plan {
                field: FieldSize::STANDARD,
                carriers: Carriers::new(|_| Some(0)),
                left: Column(0),
                drops: drops.to_vec(),
                platforms: 0,
            },
            passes: None,
        }
    }

    #[test]
    fn a_plan_is_proved_and_a_wrong_one_is_a_defect() {
        let square = sprite("##\n##");
        let job = PrintJob::new(&square, &PrintRequest::default()).unwrap();
        let o = PieceDrop::new(Pose::O, Column(0));
        let printed = job.prove(found(&[o])).unwrap();
        assert!(printed.verdict.is_exact() && printed.script.drops == [o]);

        let flat = PieceDrop::new(Pose::IHorizontal, Column(0));
        let Err(PrintError::Inexact(verdict)) = job.prove(found(&[flat])) else {
            panic!("a row of four is not a square");
        };
        assert_eq!(verdict.differences.len(), 4);

        let outside = PieceDrop::new(Pose::O, Column(20));
        let refused = job.prove(found(&[outside]));
        assert!(matches!(refused, Err(PrintError::Unplayable(_))));
    }

    #[test]
    fn other_planners_step_in_only_for_what_they_can_do() {
        let square = sprite("##\n##");
        let can_be_staged = |request: &PrintRequest| {
            let job = PrintJob::new(&square, request).unwrap();
            job.can_be_staged()
        };
        let usual = PrintRequest::default();
        assert!(can_be_staged(&usual));
        assert!(!can_be_staged(&PrintRequest {
            no_repeat: true,
            ..usual.clone()
        }));
        assert!(can_be_staged(&PrintRequest {
            left: Some(3),
            ..usual
        }));
    }

    #[test]
    fn a_job_knows_what_its_print_takes_at_least_or_what_stops_it() {
        let bound = |drawing: &str| {
            let letters = |letter| Some(Rgb::new(letter as u8, 0, 0));
            let sprite = Sprite::from_diagram(drawing, letters).unwrap();
            PrintJob::new(&sprite, &PrintRequest::default())?.bound()
        };
        // 9 pixels and 3 lines of 21 are 72 cells.
        let square = bound("aaa\naaa\naaa").unwrap().unwrap();
        assert_eq!((square.pieces, square.lines), (18, 3));
        assert_eq!(bound("..."), Err(Impossible::Empty.into()));
        assert_eq!(
            bound("a.\n..\n.a"),
            Err(Impossible::EmptyRow { row: 1 }.into())
        );
        let many = PlanError::TooManyColors { colors: 8, most: 6 };
        assert_eq!(bound("abcd\nefgh"), Err(many.into()));
        let wide = bound(&"a".repeat(22)).unwrap_err();
        assert!(matches!(
            wide,
            PrintError::Plan(PlanError::Impossible(Impossible::TooLarge { .. }))
        ));
    }

    #[test]
    fn what_only_one_planner_can_do_is_asked_of_no_other() {
        let request = PrintRequest {
            planner: Planner::Tables,
            left: Some(0),
            ..PrintRequest::default()
        };
        let refused = PrintJob::new(&sprite("##"), &request).unwrap_err();
        assert_eq!(refused, PrintError::MinimalOnly(MinimalOnly::Left));
    }

    #[test]
    fn the_picture_stands_beside_the_free_columns_and_on_the_field() {
        let narrow = sprite(".##\n.##");
        let left = |left, free: &str| {
            let request = PrintRequest {
                left,
                free_columns: free.parse().unwrap_or_default(),
                ..PrintRequest::default()
            };
            PrintJob::new(&narrow, &request).map(|job| job.minimal.left)
        };
        assert_eq!(left(None, ""), Ok(None));
        assert_eq!(left(None, "0-1"), Ok(Some(Column(3))));
        assert_eq!(left(Some(-1), ""), Ok(Some(Column(0))));
        let beside = left(Some(19), "").unwrap_err();
        assert!(matches!(
            beside,
            PrintError::Beside {
                first: -1,
                last: 18,
                ..
            }
        ));
        assert!(matches!(
            left(None, "21"),
            Err(PrintError::NoSuchColumns { .. })
        ));
    }

    #[test]
    fn empty_cells_have_a_colour_that_no_pixel_has() {
        let color = |asked, pixel| {
            let sprite = Sprite::from_diagram("#", |_| Some(pixel)).unwrap();
            field_color(asked, &[sprite])
        };
        assert_eq!(color(None, RED), Ok(Rgb::BLACK));
        assert_ne!(color(None, Rgb::BLACK), Ok(Rgb::BLACK));
        let dark = Rgb::new(8, 8, 8);
        assert_ne!(color(None, dark), Ok(Rgb::BLACK));
        assert_eq!(color(Some(Rgb::BLACK), dark), Ok(Rgb::BLACK));
        assert_eq!(color(Some(RED), RED), Err(PrintError::FieldColorTaken(RED)));
    }
}
