//! The tables that the program carries, played; and the article's claims about them, searched anew.

use super::*;
use crate::game::{FieldSize, Playfield};
use crate::plan::classic::emitter::{EMITTING, Emitter};

const EFFORT: PackingEffort = PackingEffort {
    attempts: MAX_ATTEMPTS,
    starts: u32::MAX,
};

/// The rows of a field that hold cells, as a diagram.
fn stack(field: &Playfield) -> String {
    let diagram = field.to_string();
    let lines = diagram.lines().skip(field.top());
    lines.map(|line| format!("{line}\n")).collect()
}

fn row_of(columns: impl Fn(usize) -> bool) -> String {
    let cell = |column| if columns(column) { '#' } else { '.' };
    (0..WIDTH).map(cell).chain(['\n']).collect()
}

fn play(field: &mut Playfield, drops: impl IntoIterator<Item = PieceDrop>) {
    for drop in drops {
        field.drop(drop).expect("the field is high enough");
    }
}

#[test]
fn after_every_pattern_only_the_emitted_squares_are_left() {
    for (number, pattern) in Patterns::get().iter().enumerate() {
        for turn in 0..EMITTING.len() {
            let emitter = |(i, start)| {
                let piece = EMITTING[(i + turn + number) % EMITTING.len()];
                Emitter::new(Emitter::single(piece), start)
            };
            let emitters: Vec<Emitter> = pattern.layout.starts().enumerate().map(emitter).collect();
            let mut field = Playfield::new(FieldSize::STANDARD);
            play(&mut field, emitters.iter().map(Emitter::drop));
            play(&mut field, pattern.drops.iter().copied());
            let is_emitted = |column| emitters.iter().any(|e| e.emits >> column & 1 == 1);
            assert_eq!(
                stack(&field),
                row_of(is_emitted),
                "\n{}",
                pattern.lettering()
            );
        }
    }
}

#[test]
fn every_platform_stands_on_one_square_flat_but_for_the_gap_that_removes_it() {
    for platform in Patterns::get().platforms() {
        for foot in platform.column()..platform.column() + EmitterLayout::BLOCK {
            let square = row_of(|column| column == foot);
            let empty = row_of(|_| false).repeat(FieldSize::STANDARD.height() - 1);
            let mut field: Playfield = (empty + &square).parse().unwrap();
            play(&mut field, platform.opening.iter().copied());
            let (pillar, edge) = match platform.closing.pose {
                Pose::JRight => (0, 1),
                _ => (WIDTH - 1, WIDTH - 2),
            };
            let top = row_of(|column| column != pillar && column != edge);
            let body = row_of(|column| column != pillar).repeat(2);
            let drawing = platform.lettering();
            assert_eq!(stack(&field), top + &body + &square, "\n{drawing}");
            play(&mut field, [platform.closing]);
            assert_eq!(stack(&field), square, "\n{drawing}");
        }
    }
}

#[test]
fn the_text_files_are_read_and_written_alike() {
    let tables = Patterns::get();
    for blocks in 1..=MOST_BLOCKS {
        assert_eq!(tables.emitter_file(blocks), EMITTER_FILES[blocks - 1]);
    }
    assert_eq!(tables.platform_file(), PLATFORM_FILE);
}

/// The rows that the layouts with so many emitters need, and how many layouts need them.
fn summary(patterns: &Patterns, blocks: usize) -> Vec<(usize, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    for pattern in patterns.with_blocks(blocks) {
        *counts.entry(pattern.rows).or_default() += 1;
    }
    counts.into_iter().collect()
}

#[test]
fn the_articles_table_with_its_slips_mended() {
    let summaries = (1..=MOST_BLOCKS).map(|blocks| summary(Patterns::get(), blocks));
    let expected: [&[_]; MOST_BLOCKS] = [
        &[(3, 15), (7, 4)],
        &[(2, 3), (6, 133)],
        &[(5, 455)],
        &[(4, 715)],
        &[(3, 462)],
        &[(2, 35), (6, 49)],
        &[(1, 1)],
    ];
    assert_eq!(summaries.collect::<Vec<_>>(), expected);
}

/// The left ends of the blocks of all layouts that need so many rows.
fn starts_of(blocks: usize, rows: usize) -> Vec<Vec<usize>> {
    let patterns = Patterns::get().with_blocks(blocks).iter();
    patterns
        .filter(|pattern| pattern.rows == rows)
        .map(|pattern| pattern.layout.starts().collect())
        .collect()
}

#[test]
fn the_exceptions_are_where_they_should_be() {
    assert_eq!(starts_of(1, 7), [[3], [7], [11], [15]]);
    // The article gives six rows to all layouts of two.
    assert_eq!(starts_of(2, 2), [[0, 17], [1, 17], [1, 18]]);
}

#[test]
fn a_search_finds_the_rows_of_the_text_files_anew() {
    let found = Patterns::search(WIDTH, 7, EFFORT, &()).unwrap();
    for (found, kept) in found.iter().zip(Patterns::get().iter()) {
        assert_eq!((found.layout, found.rows), (kept.layout, kept.rows));
    }
    let columns = |patterns: &Patterns| -> Vec<(usize, PieceDrop)> {
        let platforms = patterns.platforms().iter();
        platforms
            .map(|platform| (platform.column(), platform.closing))
            .collect()
    };
    assert_eq!(columns(&found), columns(Patterns::get()));
}

#[test]
fn fewer_rows_are_proved_impossible() {
    for pattern in Patterns::get().iter() {
        let least = least_rows(WIDTH, pattern.layout.mask().count_ones() as usize);
        for rows in (least..pattern.rows as u8).step_by(4) {
            let proof = prove_layout(WIDTH, pattern.layout, rows, &());
            assert_eq!(
                proof,
                Packing::Impossible,
                "{rows} rows\n{}",
                pattern.lettering()
            );
        }
    }
}

/// The columns of the T of all platforms that can be left open for `closing`; the others are
/// proved impossible.
fn buildable(closing: PieceDrop) -> Vec<usize> {
    let site = Site {
        closing: Some(closing),
        ..Site::bare(WIDTH)
    };
    let mut packer = Packer::new(site, 1, &());
    let columns = 0..=WIDTH - EmitterLayout::BLOCK;
    let shape = closing.pose.shape();
    let room_under = |column: usize| match column.checked_sub(closing.column.0) {
        Some(i) if i < shape.width as usize => PLATFORM_ROWS - shape.height + shape.bottom[i],
        _ => PLATFORM_ROWS,
    };
    let fits = |column: &usize| {
        let mut t_up = [1, 2, 1].into_iter().zip(*column..);
        t_up.all(|(height, column)| height <= room_under(column))
    };
    let mut packs = |column: &usize| {
        let start = Skyline::flat(WIDTH, 0).raised(T_UP_HEIGHTS, *column);
        matches!(
            packer.pack(start, PLATFORM_ROWS, PackingEffort::PROOF),
            Packing::Packed(_)
        )
    };
    columns
        .filter(fits)
        .filter(|column| packs(column))
        .collect()
}

/// What can close rows from above: a pose with a flat top, so that nothing of its columns is left
/// out of reach over it, and with an overhang, by which it rests on the open platform.
fn can_close(pose: &Pose) -> bool {
    let shape = pose.shape();
    let columns = 0..shape.width as usize;
    let is_flat = columns.clone().all(|i| shape.top[i] == shape.height);
    is_flat && columns.clone().any(|i| shape.bottom[i] > 0)
}

#[test]
fn platforms_of_three_rows_stand_on_even_columns_and_close_at_a_wall() {
    let closings: Vec<Pose> = Pose::ALL.into_iter().filter(can_close).collect();
    let (lying, standing): (Vec<_>, Vec<_>) = closings
        .into_iter()
        .partition(|pose| pose.shape().height == 2);
    assert_eq!(lying, [Pose::TDown, Pose::JDown, Pose::LDown]);
    assert_eq!(standing, [Pose::JRight, Pose::LLeft]);
    for pose in standing {
        for left in 0..=WIDTH - 2 {
            let closing = PieceDrop::new(pose, Column(left));
            let expected: &[usize] = match (pose, left) {
                (Pose::JRight, 0) => &[0, 2, 4, 6, 8, 10, 12, 14, 16, 18],
                (Pose::LLeft, 19) => &[0, 2, 4, 6, 8, 10, 12, 14, 16, 18],
                _ => &[],
            };
            assert_eq!(buildable(closing), expected, "{closing}");
        }
    }
    let columns = Patterns::get().platforms().iter().map(Platform::column);
    assert!(columns.eq((0..WIDTH - 2).step_by(2)));
}

#[test]
fn a_piece_that_lies_closes_platforms_of_two_rows_on_odd_columns_too() {
    let closing = PieceDrop::new(Pose::TDown, Column(0));
    assert_eq!(buildable(closing), [1, 3, 5, 7, 9, 11, 13, 15, 17]);
}

#[test]
fn up_to_mirror_images_there_are_more_layouts_than_half() {
    let count = |blocks| {
        let layouts = EmitterLayout::all(WIDTH, blocks).into_iter();
        let is_first =
            |layout: &EmitterLayout| layout.mask() <= layout.mask().reverse_bits() >> (32 - WIDTH);
        layouts.filter(is_first).count()
    };
    let counts: Vec<usize> = (1..=MOST_BLOCKS).map(count).collect();
    assert_eq!(counts, [10, 72, 231, 365, 236, 44, 1]);
}

#[test]
fn a_single_row_over_one_square_hangs_on_any_width() {
    // One cell less than a multiple of four, so that only support is in the way.
    for width in (7..=Skyline::MAX_WIDTH).step_by(4) {
        for layout in EmitterLayout::all(width, 1) {
            let mut packer = Packer::new(Site::bare(width), 1, &());
            let start = Skyline::of_row(width, layout.mask());
            assert_eq!(
                packer.pack(start, 1, PackingEffort::PROOF),
                Packing::Impossible
            );
        }
    }
}
