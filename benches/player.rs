//! How fast the player places pieces.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tetris_printer::game::FieldSize;
use tetris_printer::game::console::Rules;
use tetris_printer::player::{GameSettings, Generator, Goal, GreedyGame, Lookahead, Preset, Venue};

fn settings(preset: Preset, lookahead: Lookahead) -> GameSettings {
    GameSettings {
        field: FieldSize::ORIGINAL,
        weights: preset.weights(),
        lookahead,
        generator: Generator::Uniform,
        goal: Goal::default(),
        venue: Venue::Field,
    }
}

/// Places pieces, one game after the other.
fn place(settings: &GameSettings, pieces: u64) -> u64 {
    let (mut seed, mut placed, mut lines) = (0, 0, 0);
    while placed < pieces {
        let goal = Goal {
            pieces: Some(pieces - placed),
            ..settings.goal
        };
        let mut game = GreedyGame::new(&GameSettings { goal, ..*settings }, seed);
        while game.step().is_some() {}
        seed += 1;
        placed += game.totals().pieces;
        lines += game.totals().lines;
    }
    lines
}

fn placements(criterion: &mut Criterion) {
    let one = |preset| settings(preset, Lookahead::One);
    let console = GameSettings {
        venue: Venue::Console(Rules::default()),
        ..one(Preset::Dellacherie)
    };
    let mut group = criterion.benchmark_group("player");
    group.sample_size(20);
    for (name, settings, pieces) in [
        ("six features", one(Preset::Dellacherie), 100_000),
        ("eight features", one(Preset::Bcts), 100_000),
        (
            "two pieces",
            settings(Preset::Dellacherie, Lookahead::Two),
            2_000,
        ),
        ("console", console, 500),
    ] {
        group.throughput(Throughput::Elements(pieces));
        group.bench_function(name, |bencher| bencher.iter(|| place(&settings, pieces)));
    }
}

criterion_group!(benches, placements);
criterion_main!(benches);
