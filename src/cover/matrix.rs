//! The plain matrix: the search that dancing links do without its copies.
//!
//! Every level writes the matrix of what is left anew: the columns that the chosen row does not
//! touch, the rows that do not touch the chosen one's columns. Good for comparison, and on small
//! boards only.

use std::ops::ControlFlow;

use super::problem::Problem;
use super::watch::Watch;

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
    #[error("the plain matrix knows pieces used once or any number of times: take --method links")]
    Secondary,
    /// More items than a search by copies gets through.
    #[error(
        "the plain matrix is for small boards, at most {} cells: take --method links",
        MAX_ITEMS
    )]
    TooLarge,
}

/// The most items of a problem that is searched by copying.
const MAX_ITEMS: usize = 64;

/// Visits the solutions of a problem by copying matrices, in the order in which dancing links find
/// them. `false` from the watcher leaves a branch out; `visit` may end the search.
///
/// # Errors
///
/// A problem with secondary items, or with more than 64 items.
pub fn search_matrix<W: Watch>(
    problem: &Problem,
    watch: &mut W,
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
    let _ = matrix.search(&mut Vec::new(), watch, &mut visit);
    Ok(())
}

impl Matrix {
    fn search<W: Watch>(
        &self,
        chosen: &mut Vec<usize>,
        watch: &mut W,
        visit: &mut impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.columns == 0 {
            return visit(chosen);
        }
        let column = self.smallest_column(watch);
        for row in 0..self.options.len() {
            watch.compared(1);
            let option = self.options[row];
            if !self.row(row)[column] || !watch.allows(option) {
                continue;
            }
            let reduced = self.without(row, watch);
            let written = (reduced.cells.len() + reduced.options.len()) as u64;
            watch.assigned(written + 1);
            watch.inserted(written);
            chosen.push(option);
            watch.entered(option);
            let flow = reduced.search(chosen, watch, visit);
            watch.left(option);
            watch.removed(written);
            chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn row(&self, row: usize) -> &[bool] {
        &self.cells[row * self.columns..][..self.columns]
    }

    /// The leftmost of the columns with the fewest ones.
    fn smallest_column(&self, watch: &mut impl Watch) -> usize {
        let mut ones = vec![0; self.columns];
        for row in 0..self.options.len() {
            for (count, &cell) in ones.iter_mut().zip(self.row(row)) {
                *count += u32::from(cell);
            }
        }
        watch.compared((self.cells.len() + self.columns) as u64);
        watch.assigned(ones.iter().map(|&count| u64::from(count)).sum());
        (0..self.columns)
            .min_by_key(|&column| ones[column])
            .unwrap_or(0)
    }

    /// The matrix after choosing a row: without its columns, and without the rows that share one.
    fn without(&self, chosen: usize, watch: &mut impl Watch) -> Matrix {
        let kept: Vec<usize> = (0..self.columns)
            .filter(|&c| !self.row(chosen)[c])
            .collect();
        let mut reduced = Matrix {
            options: Vec::new(),
            columns: kept.len(),
            cells: Vec::new(),
        };
        watch.compared((self.columns + self.cells.len()) as u64);
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
    use crate::cover::{LevelWork, Search, Tally};

    #[test]
    fn the_matrix_finds_what_the_links_find_with_the_same_branches() {
        let mut problem = Problem::new(7, 0);
        for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
            let items: Vec<usize> = option.bytes().map(|b| usize::from(b - b'a')).collect();
            problem.add_option(&items).unwrap();
        }
        let (mut by_matrix, mut by_links) = (Tally::new(), Tally::new());
        let mut found = Vec::new();
        let visit = |chosen: &[usize]| {
            found.push(chosen.to_vec());
            ControlFlow::Continue(())
        };
        search_matrix(&problem, &mut by_matrix, visit).unwrap();
        let linked: Vec<_> = Search::new(&problem).watched(&mut by_links).collect();
        assert_eq!(found, linked);
        let branches = |tally: &Tally| {
            let levels = tally.levels().iter();
            levels
                .map(|level: &LevelWork| level.branches)
                .collect::<Vec<_>>()
        };
        assert_eq!(branches(&by_matrix), branches(&by_links));
        assert_eq!(by_matrix.total().insertions, by_matrix.total().removals);
    }

    #[test]
    fn what_a_matrix_cannot_express_is_refused() {
        let refused = |problem| search_matrix(&problem, &mut (), |_| ControlFlow::Continue(()));
        assert_eq!(refused(Problem::new(1, 1)), Err(MatrixError::Secondary));
        assert_eq!(refused(Problem::new(65, 0)), Err(MatrixError::TooLarge));
    }
}
