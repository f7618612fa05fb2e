//! How long it takes to judge a print in a picture, and to write the page that plays it.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tetris_printer::page::{PageRequest, render_page};
use tetris_printer::script::parse_script;
use tetris_printer::sprite::{ReadOptions, read_sprite};
use tetris_printer::verify::{PrintedField, verify};

/// The largest print of the README.
const SPRITE: &[u8] = include_bytes!("../sprites/knight.png");
const SCRIPT: &str = include_str!("../out/knight.json");
const PICTURES: [(&str, &[u8]); 2] = [
    ("gif", include_bytes!("../out/knight.gif")),
    ("png", include_bytes!("../out/knight.png")),
];

fn verifying(criterion: &mut Criterion) {
    let sprite = read_sprite(SPRITE, &ReadOptions::default()).expect("it is a sprite");
    let mut group = criterion.benchmark_group("verify");
    for (name, picture) in PICTURES {
        group.throughput(Throughput::Bytes(picture.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let printed = PrintedField::of_picture(black_box(picture)).expect("it is a print");
                verify(&sprite.sprite, &printed).expect("the field is large enough")
            });
        });
    }
}

fn pages(criterion: &mut Criterion) {
    let sprite = read_sprite(SPRITE, &ReadOptions::default()).expect("it is a sprite");
    let script = parse_script(SCRIPT).expect("it is a script");
    let request = PageRequest {
        name: "knight",
        script: &script,
        source: Some(&sprite.sprite),
        free_columns: 0,
        xray: false,
        pace: None,
    };
    criterion.bench_function("page", |bencher| {
        bencher.iter(|| render_page(black_box(&request)).expect("its drops are legal"));
    });
}

criterion_group!(benches, verifying, pages);
criterion_main!(benches);
