//! Reading boards of the link-up game from pictures: finding the grid takes most of the time.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetris_printer::color::Rgb;
use tetris_printer::linkup::{BoardPicture, BoardSize, generate_board, read_board};
use tetris_printer::picture::{Raster, decode_picture};

/// A board of 12x8 tiles of 32 pixels.
fn drawn() -> Raster {
    let size = BoardSize {
        columns: 12,
        rows: 8,
    };
    let board = generate_board(size, 16, 1).unwrap();
    let mut png = Vec::new();
    let picture = BoardPicture::new(&board, 32).unwrap();
    picture.write_png(&mut png).unwrap();
    decode_picture(&png[..]).unwrap()
}

/// With noise of a standard deviation of 8.6: the sum of four uniform values of -7 to 7.
fn noisy(raster: &Raster) -> Raster {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut noise = || {
        (0..4)
            .map(|_| (random.next_u64() % 15) as i32 - 7)
            .sum::<i32>()
    };
    let mut noisy = |value: u8| (i32::from(value) + noise()).clamp(0, 255) as u8;
    let pixels = raster
        .pixels()
        .iter()
        .map(|pixel| pixel.map(|Rgb { r, g, b }| Rgb::new(noisy(r), noisy(g), noisy(b))));
    Raster::new(raster.width(), pixels.collect())
}

fn boards(criterion: &mut Criterion) {
    let plain = drawn();
    let mut group = criterion.benchmark_group("read_board");
    group.sample_size(10);
    for (name, raster) in [("noisy", noisy(&plain)), ("plain", plain)] {
        let read = read_board(&raster).unwrap();
        assert_eq!((read.grid.x.count, read.grid.y.count), (12, 8));
        group.bench_function(name, |bencher| {
            bencher.iter(|| read_board(black_box(&raster)));
        });
    }
    group.finish();
}

criterion_group!(benches, boards);
criterion_main!(benches);
