//! A whole picture, row by row from the floor. How a row is printed depends on the row and the one
//! below it alone, so all rows are planned side by side.

use std::sync::atomic::{AtomicU64, Ordering};

use super::options::RealtimeOptions;
use super::patterns::PLATFORM_ROWS;
use super::row::{RowPrint, RowTask};
use super::setting::Setting;
use super::tables;
use super::{literal, realtime};
use crate::game::FieldSize;
use crate::parallel;
use crate::plan::feasibility::check_feasible;
use crate::plan::{Monitor, Picture, Plan, PlanError, Progress};

/// A print in one setting: how each row is printed, from the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// The carriers of the colours and the place of the picture.
    pub setting: Setting,
    /// The passes of each row, and the platform if it needs one.
    pub rows: Vec<RowPrint>,
}

impl Print {
    /// Pieces dropped in all.
    pub fn pieces(&self) -> usize {
        self.rows.iter().map(RowPrint::pieces).sum()
    }

    /// The lines that clear.
    pub fn lines(&self) -> usize {
        let passes = self
            .rows
            .iter()
            .flat_map(|row| &row.passes)
            .map(|pass| pass.lines(self.setting.width))
            .sum::<usize>();
        passes + usize::from(PLATFORM_ROWS) * self.platforms()
    }

    /// Rows that are printed on a platform.
    pub fn platforms(&self) -> usize {
        self.rows
            .iter()
            .filter(|row| row.platform.is_some())
            .count()
    }

    /// The drops in the order of play. `field` is the one that the print was planned for.
    pub fn to_plan(&self, field: FieldSize) -> Plan {
        Plan {
            field,
            carriers: self.setting.carriers(),
            left: self.setting.left,
            drops: self.rows.iter().flat_map(RowPrint::drops).collect(),
            platforms: self.platforms(),
        }
    }
}

// More of them save pieces and take as many times longer; the guess is good enough for two.
/// The settings that are searched, best guess first.
const SETTINGS: usize = 2;

/// Plans a print by the article's tables: fast, with about nine pieces per pixel. Every setting is
/// tried.
///
/// Errors: see [`PlanError`]; a feasible picture of at most 17 columns and three colours always has
/// a plan on the standard field. Other fields have an odd number of columns, 7 to 31, four more than the picture.
pub fn plan_tables(
    picture: &Picture,
    field: FieldSize,
    monitor: &dyn Monitor,
) -> Result<Print, PlanError> {
    let settings = Setting::all(picture, field)?;
    check_feasible(picture, field)?;
    best_print(picture, field, &settings, monitor, tables::print_row)
}

/// Plans a print by real-time search. The setting is chosen by a guess at its cost and then by
/// trying the best few; the same options give the same print on any number of threads.
///
/// Errors: as [`plan_tables`].
pub fn plan_realtime(
    picture: &Picture,
    field: FieldSize,
    options: &RealtimeOptions,
    monitor: &dyn Monitor,
) -> Result<Print, PlanError> {
    let settings = Setting::all(picture, field)?;
    check_feasible(picture, field)?;
    if options.is_literal {
        let setting = Setting::literal(picture, field)?;
        let print_row = |task: &RowTask| literal::print_row(task, options, monitor);
        return best_print(picture, field, &[setting], monitor, print_row);
    }
    let guess = |setting: &Setting| -> usize {
        setting
            .tasks(picture, field)
            .iter()
            .map(realtime::guess_lines)
            .sum()
    };
    let mut settings = parallel::map(settings, |setting| (guess(&setting), setting));
    settings.sort_by_key(|(lines, _)| *lines);
    let best: Vec<Setting> = settings
        .iter()
        .take(SETTINGS)
        .map(|(_, setting)| *setting)
        .collect();
    let print_row = |task: &RowTask| realtime::print_row(task, options, monitor);
    best_print(picture, field, &best, monitor, print_row)
}

/// The setting with the fewest pieces, the first of equals.
fn best_print(
    picture: &Picture,
    field: FieldSize,
    settings: &[Setting],
    monitor: &dyn Monitor,
    print_row: impl Fn(&RowTask) -> Option<RowPrint> + Sync,
) -> Result<Print, PlanError> {
    let total = (settings.len() * picture.height()) as u64;
    let done = AtomicU64::new(0);
    let print_row = |task: &RowTask| {
        if monitor.is_cancelled() {
            return Err(PlanError::Cancelled);
        }
        let row = print_row(task).ok_or(PlanError::NotFound);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        monitor.on_progress(Progress {
            done,
            total,
            pieces: None,
        });
        row
    };
    let print = |setting: &Setting| {
        let tasks = setting.tasks(picture, field);
        let rows = parallel::map(&tasks, print_row);
        let rows = rows.into_iter().collect::<Result<_, _>>()?;
        Ok(Print {
            setting: *setting,
            rows,
        })
    };
    let prints = parallel::map(settings, print).into_iter();
    let prints = prints.collect::<Result<Vec<_>, PlanError>>()?;
    prints
        .into_iter()
        .min_by_key(Print::pieces)
        .ok_or(PlanError::NotFound)
}
