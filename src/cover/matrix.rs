//! The plain matrix: the search that dancing links do without its copies.
//!
//! Every level writes the matrix of what is left anew: the columns that the chosen row does not
//! touch, the rows that do not touch the chosen one's columns. Good for comparison, and on small
//! boards only.

use std::ops::ControlFlow;

use super::observer::{Observer, Work};
use super::problem::Problem;

/// The zeros and ones of the options that are left over the items that are left.
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
        "the plain matrix knows pieces used once or any number of times, none with another supply"
    )]
    Secondary,
    /// More items than a search by copies gets through.
    #[error("the plain matrix is for small boards, at most {} cells", MAX_ITEMS)]
    TooLarge,
}

/// The most items of a problem that is searched by copying. The article's board has 36, for which its
/// authors waited six hours.
const MAX_ITEMS: usize = 64;

/// Visits the solutions of a problem by copying matrices, in the order in which dancing links find
/// them. `false` from the observer prunes a branch; `visit` may end the search.
///
/// # Errors
///
/// A problem with secondary items, or with more than 64 items.
pub fn search_matrix<O: Observer>(
    problem: &Problem,
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
    let _ = matrix.search(&mut Vec::new(), observer, &mut visit);
    Ok(())
}

impl Matrix {
    fn search<O: Observer>(
        &self,
        chosen: &mut Vec<usize>,
        observer: &mut O,
        visit: &mut impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.columns == 0 {
            return visit(chosen);
        }
        let column = self.smallest_column(observer);
        for row in 0..self.options.len() {
            observer.worked(Work::Comparison, 1);
            let option = self.options[row];
            if !self.row(row)[column] || !observer.allows(option) {
                continue;
            }
            let reduced = self.without(row, observer);
            let written = (reduced.cells.len() + reduced.options.len()) as u64;
            observer.worked(Work::Assignment, written + 1);
            observer.worked(Work::Insertion, written);
            chosen.push(option);
            observer.entered(option);
            let flow = reduced.search(chosen, observer, visit);
            observer.left(option);
            observer.worked(Work::Removal, written);
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

    /// The matrix after choosing a row: without its columns, and without the rows that share one.
    fn without(&self, chosen: usize, observer: &mut impl Observer) -> Matrix {
        let kept: Vec<usize> = (0..self.columns)
            .filter(|&c| !self.row(chosen)[c])
            .collect();
        let mut reduced = Matrix {
            options: Vec::new(),
            columns: kept.len(),
            cells: Vec::new(),
        };
        observer.worked(Work::Comparison, (self.columns + self.cells.len()) as u64);
        for row in 0..self.options.len() {
            let clashes = |(&a, &b): (&bool, &bool)| a && b;
            if !self.row(row).iter().zip(self.row(chosen)).any(clashes) {
                reduced.options.push(self.options[row]);
                reduced
                    .cells
                    .extend(kept.iter().map(|&column| self.row(row)[column]));
            }
        }
        reduced
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
        search_matrix(&problem, &mut by_matrix, visit).unwrap();
        let (choice, order) = (ItemChoice::default(), OptionOrder::default());
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
        let refused = |problem| search_matrix(&problem, &mut (), |_| ControlFlow::Continue(()));
        assert_eq!(refused(Problem::new(1, 1)), Err(MatrixError::Secondary));
        assert_eq!(refused(Problem::new(65, 0)), Err(MatrixError::TooLarge));
    }
}
