//! How fast prints are planned: samples by the default planner, and by the article's method from
//! tables and in real time; and the search that finds the tables anew.

use std::fs::File;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tetris_printer::game::FieldSize;
use tetris_printer::plan::Picture;
use tetris_printer::plan::classic::{
    MAX_ATTEMPTS, PackingEffort, Patterns, RealtimeOptions, WIDTH, plan_realtime, plan_tables,
};
use tetris_printer::plan::minimal::{Effort, MinimalRequest, plan_minimal};
use tetris_printer::sprite::{ReadOptions, read_sprite};

const FIELD: FieldSize = FieldSize::STANDARD;

/// A small sample, one of the usual size, and a large one.
const SAMPLES: [&str; 3] = ["heart", "knight", "castle"];

fn sample(name: &str) -> Picture {
    let path = format!("{}/sprites/{name}.png", env!("CARGO_MANIFEST_DIR"));
    let file = File::open(path).expect("the sample is there");
    let read = read_sprite(file, &ReadOptions::default()).expect("the sample is good");
    Picture::of(&read.sprite).expect("the sample is not empty")
}

fn minimal(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("minimal");
    group.sample_size(10);
    for name in &SAMPLES[..2] {
        let picture = sample(name);
        for effort in [Effort::Fast, Effort::Normal] {
            let request = MinimalRequest {
                effort,
                ..MinimalRequest::default()
            };
            group.bench_function(format!("{name}/{effort:?}").to_lowercase(), |bencher| {
                bencher.iter(|| plan_minimal(black_box(&picture), FIELD, &request, &()));
            });
        }
    }
}

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tables");
    for name in SAMPLES {
        let picture = sample(name);
        group.bench_function(name, |bencher| {
            bencher.iter(|| plan_tables(black_box(&picture), FIELD, &()));
        });
    }
}

fn realtime(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("realtime");
    group.sample_size(10);
    for name in SAMPLES {
        let picture = sample(name);
        for (method, is_literal) in [("improved", false), ("literal", true)] {
            let options = RealtimeOptions {
                is_literal,
                ..RealtimeOptions::default()
            };
            group.bench_function(format!("{name}/{method}"), |bencher| {
                bencher.iter(|| plan_realtime(black_box(&picture), FIELD, &options, &()));
            });
        }
    }
}

fn search(criterion: &mut Criterion) {
    let effort = PackingEffort {
        attempts: MAX_ATTEMPTS,
        starts: u32::MAX,
    };
    let mut group = criterion.benchmark_group("patterns");
    group.sample_size(10);
    group.bench_function("search", |bencher| {
        bencher.iter(|| Patterns::search(WIDTH, black_box(1), effort, &()));
    });
}

criterion_group!(benches, minimal, tables, realtime, search);
criterion_main!(benches);
