//! How fast the game is played: drops without frames, frames, and the pilot.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tetris_printer::game::console::{Buttons, Console, RuleSet, Rules};
use tetris_printer::game::pilot::{self, Autopilot};
use tetris_printer::game::random::RandomDealer;
use tetris_printer::game::{
    Column, FieldSize, PaintedPlayfield, PieceDrop, Placement, Playfield, Pose, Row,
};

/// Drops that keep the stack low: of some at random, the one with the fewest holes under it and,
/// of these, the lowest.
fn drops(count: usize) -> Vec<PieceDrop> {
    let size = FieldSize::STANDARD;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut field = Playfield::new(size);
    let mut candidate = || {
        let pose = Pose::ALL[random.next_u64() as usize % Pose::COUNT];
        let columns = size.width() + 1 - pose.shape().width as usize;
        PieceDrop::new(pose, Column(random.next_u64() as usize % columns))
    };
    (0..count)
        .map(|_| {
            let best = (0..40).map(|_| candidate()).min_by_key(|drop| {
                let placement = field.landing(*drop).expect("the stack is low");
                (
                    holes_under(&field, placement),
                    size.height() - placement.row.0,
                )
            });
            let drop = best.expect("there are candidates");
            field.drop(drop).expect("the stack is low");
            drop
        })
        .collect()
}

fn holes_under(field: &Playfield, placement: Placement) -> usize {
    let mut after = field.clone();
    after.place(placement);
    let is_hole = |(column, row): &(Column, Row)| {
        let below = Row(row.0 + 1);
        below.0 < after.height() && !after.is_filled(*column, below)
    };
    placement.cells().filter(is_hole).count()
}

fn straight_drops(criterion: &mut Criterion) {
    let drops = drops(3000);
    let mut group = criterion.benchmark_group("drops");
    group.throughput(Throughput::Elements(drops.len() as u64));
    macro_rules! bench_field {
        ($name:literal, $field:ty) => {
            group.bench_function($name, |bencher| {
                bencher.iter(|| {
                    let mut field = <$field>::new(FieldSize::STANDARD);
                    for drop in &drops {
                        field.drop(*drop).expect("the drop is legal");
                    }
                    field
                });
            });
        };
    }
    bench_field!("playfield", Playfield);
    bench_field!("painted", PaintedPlayfield);
}

fn frames(criterion: &mut Criterion) {
    const FRAMES: u64 = 10_000;
    let mut group = criterion.benchmark_group("frames");
    group.throughput(Throughput::Elements(FRAMES));
    group.bench_function("console", |bencher| {
        bencher.iter(|| {
            let mut console = Console::new(FieldSize::new(64, 512).unwrap(), Rules::default());
            let mut dealer = RandomDealer::default();
            for frame in 0..FRAMES {
                let buttons = [Buttons::DOWN, Buttons::LEFT, Buttons::RIGHT | Buttons::A];
                console.step(buttons[frame as usize / 50 % 3], &mut dealer);
            }
            console
        });
    });
}

fn print(criterion: &mut Criterion) {
    let drops = drops(1000);
    let mut group = criterion.benchmark_group("print");
    group.throughput(Throughput::Elements(drops.len() as u64));
    for set in [RuleSet::Nes, RuleSet::Cartridge] {
        let rules = Rules {
            set,
            ..Rules::default()
        };
        group.bench_function(set.as_str(), |bencher| {
            bencher.iter(|| {
                let mut console = Console::new(FieldSize::STANDARD, rules);
                let mut autopilot = Autopilot::new(&drops);
                while !autopilot.is_done(&console) {
                    autopilot.step(&mut console).expect("the drop is legal");
                }
                console
            });
        });
    }
    group.finish();
    criterion.bench_function("reachable", |bencher| {
        let mut console = Console::new(FieldSize::ORIGINAL, Rules::default());
        console.step(Buttons::NONE, &mut RandomDealer::default());
        bencher.iter(|| pilot::reachable(black_box(&console)));
    });
}

criterion_group!(benches, straight_drops, frames, print);
criterion_main!(benches);
