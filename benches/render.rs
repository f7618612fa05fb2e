//! How long it takes to replay a long print and to make pictures of it.

use std::hint::black_box;
use std::io::sink;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tetris_printer::color::Rgb;
use tetris_printer::game::{Column, FieldSize, PieceDrop, Playfield, Pose, Tetromino};
use tetris_printer::render::{Motion, RenderOptions, render_gif, render_png};
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::{PieceColors, PrintScript};

/// As many pieces as the longest prints have; chance drops them, where they come to rest lowest.
fn long_script(count: usize) -> PrintScript {
    let mut chance = SplitMix64::seed_from_u64(1);
    let mut field = Playfield::new(FieldSize::STANDARD);
    let mut drops = Vec::new();
    while drops.len() < count {
        let propose = |number: u64| {
            let pose = Pose::ALL[(number % 19) as usize];
            let room = field.width() + 1 - pose.shape().width as usize;
            PieceDrop::new(pose, Column((number >> 32) as usize % room))
        };
        let holes_after = |drop: &PieceDrop| {
            let mut after = field.clone();
            let lock = after.drop(*drop).ok()?;
            let top = after.top();
            Some((
                holes(&after),
                usize::MAX - lock.placement.row.0,
                usize::MAX - top,
            ))
        };
        let proposals = (0..40).map(|_| propose(chance.next_u64()));
        let legal = proposals.filter_map(|drop| Some((holes_after(&drop)?, drop)));
        match legal.min_by_key(|(cost, _)| *cost) {
            Some((_, drop)) => {
                field.drop(drop).expect("it was tried");
                drops.push(drop);
            }
            None => break,
        }
    }
    PrintScript {
        colors: PieceColors::new(color_of),
        ..PrintScript::of_drops(FieldSize::STANDARD, drops)
    }
}

fn holes(field: &Playfield) -> u32 {
    let mut covered = 0_u64;
    let mut count = 0;
    for row in field.rows().iter().map(|row| row.mask_from(0)) {
        count += (covered & !row).count_ones();
        covered |= row;
    }
    count
}

fn color_of(piece: Tetromino) -> Rgb {
    let colors = [
        0x3cbcfc, 0x0058f8, 0xf87858, 0xf8b800, 0x58d854, 0xd800cc, 0xf83800,
    ];
    let [_, r, g, b] = u32::to_be_bytes(colors[piece.index()]);
    Rgb::new(r, g, b)
}

fn bench(c: &mut Criterion) {
    let script = long_script(3500);
    let mut group = c.benchmark_group("a long print");
    group.sample_size(10);
    group.throughput(Throughput::Elements(script.drops.len() as u64));
    group.bench_function("replay", |b| b.iter(|| replay_to_end(black_box(&script))));
    for motion in [Motion::Lock, Motion::Path] {
        let options = RenderOptions {
            motion,
            ..RenderOptions::default()
        };
        group.bench_function(format!("gif, {motion}"), |b| {
            b.iter(|| render_gif(black_box(&script), None, &options, sink()).unwrap());
        });
    }
    group.bench_function("png", |b| {
        b.iter(|| render_png(black_box(&script), None, &RenderOptions::default(), sink()).unwrap());
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
