//! The plain matrix: the same search as dancing links, but copying the matrix instead of undoing changes.
//!
//! Every choice copies the whole matrix and deletes from the copy: the columns that the chosen row
//! touches, the rows that touch one of these. Good for comparison, and on small boards only.

use std::ops::ControlFlow;

use super::links::ItemChoice;
use super::observer::{Observer, Work};
use super::problem::Problem;

/// The zeros and ones of the options that are left over the items that are left.
#[derive(Clone)]
struct Matrix {
    /// The options of the rows.
    options: Vec<usize>,
    columns: usize,
    /// Row by row.
    cells: Vec<bool>,
}

/// What a matrix cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatrixError {
    /// A secondary item with a capacity above 1: rows of a matrix are chosen once or not at all.
    #[error(
        "the plain matrix takes pieces that are used once or any number of times, no other supply"
    )]
    Secondary,
    /// More items than a search by copies gets through.
    #[error("the plain matrix is for small boards, at most {} cells", MAX_ITEMS)]
    TooLarge,
}

/// The most items of a problem that is searched by copying. The article's board has 36, for which its
/// authors waited six hours.
const MAX_ITEMS: usize = 64;

/// Visits the solutions of a problem by copying matrices, in the order in which the lists find them when they branch
/// on the same choice: the article's algorithm 1 takes the first column. `false` from the observer prunes a branch; `visit` may end the search.
///
/// # Errors
///
/// A problem with secondary items, or with more than 64 items.
pub fn search_matrix<O: Observer>(
    problem: &Problem,
    choice: ItemChoice,
    observer: &mut O,
    mut visit: impl FnMut(&[usize]) -> ControlFlow<()>,
) -> Result<(), MatrixError> {
    if problem.item_count() > problem.primary_count() {
        return Err(MatrixError::Secondary);
    }
    if problem.item_count() > MAX_ITEMS {
        return Err(MatrixError::TooLarge);
    }
    let mut matrix = Matrix {
        options: (0..problem.option_count()).collect(),
        columns: problem.item_count(),
        cells: vec![false; problem.option_count() * problem.item_count()],
    };
    for (row, option) in problem.options().enumerate() {
        for &item in option {
            matrix.cells[row * matrix.columns + item as usize] = true;
        }
    }
    // A visitor that has seen enough breaks out of all levels; there is nothing to be undone.
    let _ = matrix.search(choice, &mut Vec::new(), observer, &mut visit);
    Ok(())
}

impl Matrix {
    fn search<O: Observer>(
        &self,
        choice: ItemChoice,
        chosen: &mut Vec<usize>,
        observer: &mut O,
        visit: &mut impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.columns == 0 {
            return visit(chosen);
        }
        let column = match choice {
            ItemChoice::First => 0,
            ItemChoice::Smallest => self.smallest_column(observer),
        };
        for row in 0..self.options.len() {
            observer.worked(Work::Comparison, 1);
            let option = self.options[row];
            if !self.row(row)[column] || !observer.allows(option) {
                continue;
            }
            let copied = (self.cells.len() + self.options.len()) as u64;
            let reduced = self.clone().without(row, observer);
            let kept = (reduced.cells.len() + reduced.options.len()) as u64;
            observer.worked(Work::Assignment, copied + kept + 1);
            observer.worked(Work::Insertion, copied);
            observer.worked(Work::Removal, copied - kept);
            chosen.push(option);
            observer.entered(option);
            let flow = reduced.search(choice, chosen, observer, visit);
            observer.left(option);
            observer.worked(Work::Removal, kept);
            chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn row(&self, row: usize) -> &[bool] {
        &self.cells[row * self.columns..][..self.columns]
    }

    /// The leftmost of the columns with the fewest ones.
    fn smallest_column(&self, observer: &mut impl Observer) -> usize {
        let mut ones = vec![0; self.columns];
        for row in 0..self.options.len() {
            for (count, &cell) in ones.iter_mut().zip(self.row(row)) {
                *count += u32::from(cell);
            }
        }
        observer.worked(Work::Comparison, (self.cells.len() + self.columns) as u64);
        observer.worked(
            Work::Assignment,
            ones.iter().map(|&count| u64::from(count)).sum(),
        );
        (0..self.columns)
            .min_by_key(|&column| ones[column])
            .unwrap_or(0)
    }

    /// The matrix after choosing a row: without its columns, and without the rows that share one. What stays moves up
    /// into the room of what goes.
    fn without(mut self, chosen: usize, observer: &mut impl Observer) -> Matrix {
        let chosen = self.row(chosen).to_vec();
        let kept: Vec<usize> = (0..self.columns).filter(|&c| !chosen[c]).collect();
        observer.worked(Work::Comparison, (self.columns + self.cells.len()) as u64);
        let mut rows = 0;
        for row in 0..self.options.len() {
            let clashes = |(&a, &b): (&bool, &bool)| a && b;
            if !self.row(row).iter().zip(&chosen).any(clashes) {
                self.options[rows] = self.options[row];
                for (place, &column) in kept.iter().enumerate() {
                    self.cells[rows * kept.len() + place] = self.cells[row * self.columns + column];
                }
                rows += 1;
            }
        }
        self.options.truncate(rows);
        self.cells.truncate(rows * kept.len());
        self.columns = kept.len();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{
        CoverSearch, ItemChoice, LevelWork, ObservedLinks, OptionOrder, SearchStats,
    };

    #[test]
    fn the_matrix_finds_what_the_links_find_with_the_same_branches() {
        let mut problem = Problem::new(7, 0);
        for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
            let items: Vec<usize> = option.bytes().map(|b| usize::from(b - b'a')).collect();
            problem.add_option(&items).unwrap();
        }
        let mut by_matrix = SearchStats::new();
        let mut found = Vec::new();
        let visit = |chosen: &[usize]| {
            found.push(chosen.to_vec());
            ControlFlow::Continue(())
        };
        let (choice, order) = (ItemChoice::default(), OptionOrder::default());
        search_matrix(&problem, choice, &mut by_matrix, visit).unwrap();
        let mut links = ObservedLinks::new(&problem, choice, order, SearchStats::new());
        let linked: Vec<_> = links.solutions().collect();
        assert_eq!(found, linked);
        let branches = |tally: &SearchStats| {
            let levels = tally.levels().iter();
            levels
                .map(|level: &LevelWork| level.branches)
                .collect::<Vec<_>>()
        };
        assert_eq!(branches(&by_matrix), branches(links.observer()));
        assert_eq!(by_matrix.total().insertions, by_matrix.total().removals);
    }

    #[test]
    fn what_a_matrix_cannot_express_is_refused() {
        let refused = |problem| {
            let visit = |_: &[usize]| ControlFlow::Continue(());
            search_matrix(&problem, ItemChoice::First, &mut (), visit)
        };
        assert_eq!(refused(Problem::new(1, 1)), Err(MatrixError::Secondary));
        assert_eq!(refused(Problem::new(65, 0)), Err(MatrixError::TooLarge));
    }
}
