use super::super::{CoverSearch, OptionOrder, Problem, SearchStats};
use super::{DancingLinks, ItemChoice};

/// Knuth's toy problem: options over the items a to g.
fn toy() -> Problem {
    let mut problem = Problem::new(7, 0);
    for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
        let items: Vec<usize> = option.bytes().map(|b| usize::from(b - b'a')).collect();
        problem.add_option(&items).unwrap();
    }
    problem
}

fn sorted(mut solution: Vec<usize>) -> Vec<usize> {
    solution.sort_unstable();
    solution
}

#[test]
fn the_toy_problem_has_its_one_solution_by_every_choice_and_order() {
    for choice in [ItemChoice::Smallest, ItemChoice::First] {
        for order in [OptionOrder::Given, OptionOrder::Shuffled { seed: 3 }] {
            let solutions: Vec<_> = DancingLinks::ordered(&toy(), choice, order)
                .solutions()
                .collect();
            assert_eq!(solutions.len(), 1, "{choice:?} {order:?}");
            assert_eq!(sorted(solutions[0].clone()), [0, 3, 4]);
        }
    }
}

#[test]
fn a_search_that_ended_stays_ended_and_left_the_lists_as_they_were() {
    let mut search = DancingLinks::new(&toy());
    assert_eq!(search.count_rest(), 1);
    assert!(!search.advance());
    assert_eq!(search.lists, DancingLinks::new(&toy()).lists);
}

#[test]
fn no_items_are_covered_in_one_way_and_an_item_without_options_in_none() {
    assert_eq!(DancingLinks::new(&Problem::new(0, 0)).count_rest(), 1);
    assert_eq!(DancingLinks::new(&Problem::new(1, 0)).count_rest(), 0);
}

#[test]
fn a_secondary_item_is_covered_once_or_not_at_all() {
    let mut problem = Problem::new(2, 1);
    for items in [&[0][..], &[0, 2], &[1], &[1, 2]] {
        problem.add_option(items).unwrap();
    }
    let solutions: Vec<_> = DancingLinks::new(&problem)
        .solutions()
        .map(sorted)
        .collect();
    assert_eq!(solutions, [vec![0, 2], vec![0, 3], vec![1, 2]]);
}

#[test]
fn a_capacity_lets_options_share_an_item_that_often() {
    // Three items, each covered with or without help; help is there twice.
    let mut problem = Problem::new(3, 1).with_capacity(3, 2);
    for item in 0..3 {
        problem.add_option(&[item]).unwrap();
        problem.add_option(&[item, 3]).unwrap();
    }
    assert_eq!(DancingLinks::new(&problem).count_rest(), 7);
}

#[test]
fn a_limit_cuts_the_search_and_says_so() {
    let mut search = DancingLinks::new(&toy()).limited(1);
    assert_eq!(search.count_rest(), 0);
    assert!(search.was_cut());
    let mut search = DancingLinks::new(&toy()).limited(1000);
    assert_eq!(search.count_rest(), 1);
    assert!(!search.was_cut());
}

#[test]
fn what_is_removed_is_inserted_again() {
    let mut search = DancingLinks::new(&toy()).observed_by(SearchStats::new());
    assert_eq!(search.count_rest(), 1);
    let total = search.observer().total();
    assert_eq!(total.removals, total.insertions);
    assert!(total.removals > 0);
}
