use proptest::prelude::*;

use super::super::search::split_up;
use super::super::{
    CoverSearch, Observer, OptionOrder, PieceSet, Problem, Puzzle, SearchStats, Supply, Tiling,
};
use super::dense::Masks;
use super::sparse::Sparse;
use super::{DancingLinks, ItemChoice, ObservedLinks};

/// Knuth's toy problem: options over the items a to g.
fn toy() -> Problem {
    let mut problem = Problem::new(7, 0);
    for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
        let items: Vec<usize> = option.bytes().map(|b| usize::from(b - b'a')).collect();
        problem.add_option(&items).unwrap();
    }
    problem
}

fn observed<O: Observer>(problem: &Problem, observer: O) -> ObservedLinks<O> {
    ObservedLinks::new(problem, ItemChoice::Smallest, OptionOrder::Given, observer)
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
    let mut search = observed(&toy(), ());
    assert_eq!(search.count_rest(), 1);
    assert!(!search.advance());
    assert_eq!(search.lists, observed(&toy(), ()).lists);
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
    let mut search = observed(&toy(), SearchStats::new());
    assert_eq!(search.count_rest(), 1);
    let total = search.observer().total();
    assert_eq!(total.removals, total.insertions);
    assert!(total.removals > 0);
}

/// Problems of up to 70 items, some of which may be left uncovered or be covered twice: options over few of the items
/// where items are many.
fn problems() -> impl Strategy<Value = Problem> {
    let sizes = (prop_oneof![1..=8usize, 60..=70usize], 0..=3usize);
    let options = prop::collection::vec(prop::collection::btree_set(0..1000usize, 1..=4), 0..=24);
    (sizes, options, 1..=2u32).prop_map(|((primary, secondary), options, capacity)| {
        let mut problem = Problem::new(primary, secondary);
        for item in primary..primary + secondary {
            problem = problem.with_capacity(item, capacity);
        }
        for numbers in options {
            let items = numbers.iter().map(|number| number % (primary + secondary));
            let items: Vec<usize> = items.collect();
            // What names an item twice or none that has to be covered is no option.
            let _ = problem.add_option(&items);
        }
        // With an option of its own for every item there are solutions.
        for item in (0..primary).filter(|&item| primary > 8 || item % 3 == 0) {
            problem.add_option(&[item]).unwrap();
        }
        problem
    })
}

proptest! {
    #[test]
    fn every_layout_finds_the_same_solutions_in_the_same_order_whole_or_in_parts(problem in problems()) {
        let all = |search: &mut dyn CoverSearch| {
            let mut solutions = Vec::new();
            while search.advance() && solutions.len() < 500 {
                solutions.push(sorted(search.chosen()));
            }
            solutions
        };
        let by_lists = all(&mut observed(&problem, ()));
        let order = OptionOrder::Given.permutation(problem.option_count());
        let dense = || Masks::of(&problem, &order).search();
        let sparse = || Box::new(Sparse::new(&problem, &order).unwrap());
        prop_assert_eq!(&all(&mut *dense()), &by_lists);
        prop_assert_eq!(&all(&mut *sparse()), &by_lists);
        for whole in [dense(), sparse()] {
            let mut parts = split_up(whole).into_iter();
            let found: Vec<_> = parts.by_ref().flat_map(|mut part| all(&mut *part)).take(500).collect();
            prop_assert_eq!(&found, &by_lists);
        }
    }
}

#[test]
fn a_search_in_parts_takes_the_branches_of_the_whole() {
    let puzzle = Puzzle::of_set(
        "5x8".parse().unwrap(),
        PieceSet::Tetrominoes,
        Supply::Times(2),
    );
    let problem = Tiling::new(puzzle.unwrap()).unwrap().problem();
    let order = OptionOrder::Given.permutation(problem.option_count());
    type Layout = fn(&Problem, &[u32]) -> Box<dyn CoverSearch>;
    let layouts: [Layout; 2] = [
        |problem, order| Masks::of(problem, order).search(),
        |problem, order| Box::new(Sparse::new(problem, order).unwrap()),
    ];
    for layout in layouts {
        let mut whole = layout(&problem, &order);
        assert_eq!(whole.count_rest(), 3106);
        let mut parts = split_up(layout(&problem, &order));
        assert!(parts.len() > 100);
        assert_eq!(
            parts.iter_mut().map(|part| part.count_rest()).sum::<u64>(),
            3106
        );
        assert_eq!(
            parts.iter().map(|part| part.branches()).sum::<u64>(),
            whole.branches()
        );
        let mut cut = layout(&problem, &order);
        cut.limit(1000);
        assert!(cut.count_rest() < 3106 && cut.was_cut());
        assert_eq!(cut.branches(), 1000);
    }
}
