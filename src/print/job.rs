//! One print, from the request to the proof.

mod place;
mod search;

use std::sync::OnceLock;

use super::colors::{field_color, filler_color};
use super::field::roomy;
use super::{FieldChoice, MinimalOnly, Planner, PrintError, PrintRequest};
use crate::color::Rgb;
use crate::game::FieldSize;
use crate::plan::classic;
use crate::plan::feasibility::{Impossible, check_feasible, check_size};
use crate::plan::minimal::{Bound, CarrierMode, MinimalRequest, lower_bound};
use crate::plan::{Monitor, Picture, Plan, PlanError};
use crate::script::PrintScript;
use crate::sprite::Sprite;
use crate::verify::{PrintedField, Verdict, verify_beside};
use place::{column_beside, column_of};

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
    /// The lower bound, computed when it is first asked for: it takes a tenth of a second.
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
        check_size(&picture, field).map_err(PlanError::Impossible)?;
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
            first_pairs: request.first_pairs,
            free_columns: columns.mask(),
            left,
            placement: request.placement,
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

#[cfg(test)]
mod tests;
