//! Whatever the picture, a print by the article's method leaves exactly it: the game, not the
//! planner, is asked.

use proptest::prelude::*;
use rayon::ThreadPoolBuilder;
use tetris_printer::color::Rgb;
use tetris_printer::game::{Column, FieldSize, PaintedPlayfield, Row};
use tetris_printer::plan::classic::{
    LEAST_WIDTH, MOST_WIDTH, Print, RealtimeOptions, plan_realtime, plan_tables,
};
use tetris_printer::plan::{Picture, Plan};
use tetris_printer::sprite::Sprite;

use crate::support::{self, sprite_names};

const FIELD: FieldSize = FieldSize::STANDARD;

const METHODS: [&str; 3] = ["tables", "realtime", "literal"];

fn plan(method: &str, picture: &Picture, field: FieldSize) -> Print {
    let options = match method == "literal" {
        true => RealtimeOptions::literal(),
        false => RealtimeOptions::default(),
    };
    let print = match method {
        "tables" => plan_tables(picture, field, &()),
        _ => plan_realtime(picture, field, &options, &()),
    };
    print.unwrap_or_else(|error| panic!("{method}: {error}"))
}

/// Plays a plan and draws what it leaves, a digit a colour, as high as the picture.
fn printed(plan: &Plan, height: usize) -> String {
    let mut field = PaintedPlayfield::new(plan.field);
    for (number, drop) in plan.drops.iter().enumerate() {
        let lock = field.drop(*drop);
        lock.unwrap_or_else(|error| panic!("drop {number}, {drop}: {error}"));
    }
    let top = field.size().height() - height;
    assert!(field.playfield().top() >= top, "{field}");
    let mut drawing = String::new();
    for row in top..field.size().height() {
        for column in 0..field.size().width() {
            drawing.push(match field.cell(Column(column), Row(row)) {
                None => '.',
                Some(piece) => digit(plan.carriers.color(piece).expect("the piece stays")),
            });
        }
        drawing.push('\n');
    }
    drawing
}

/// What should be left.
fn wanted(plan: &Plan, picture: &Picture) -> String {
    let mut drawing = String::new();
    for row in (0..picture.height()).rev() {
        for column in 0..plan.field.width() {
            let x = column.checked_sub(plan.left.0);
            let cell = x.filter(|x| *x < picture.width());
            let color = cell.and_then(|x| picture.cell(x, row));
            drawing.push(color.map_or('.', digit));
        }
        drawing.push('\n');
    }
    drawing
}

fn digit(color: u8) -> char {
    char::from(b'0' + color)
}

fn assert_prints(method: &str, sprite: &Sprite) {
    assert_prints_on(FIELD, method, sprite);
}

fn assert_prints_on(field: FieldSize, method: &str, sprite: &Sprite) {
    let picture = Picture::of(sprite).expect("the sprite is not empty");
    let plan = plan(method, &picture, field).to_plan(field);
    let (actual, expected) = (printed(&plan, picture.height()), wanted(&plan, &picture));
    assert_eq!(
        actual, expected,
        "{method}\n{actual}\ninstead of\n{expected}"
    );
    let cells = 4 * plan.drops.len() - picture.pixel_count();
    assert_eq!(
        cells % field.width(),
        0,
        "all else was cleared in full lines"
    );
}

fn sprite(width: usize, height: usize, color: impl Fn(usize, usize) -> Option<u8>) -> Sprite {
    let pixels: Vec<Option<Rgb>> = (0..width * height)
        .map(|i| color(i % width, i / width).map(|color| Rgb::new(color, 0, 0)))
        .collect();
    Sprite::from_colors(width, height, &pixels).expect("there are few colours")
}

/// Numbers without a pattern, for pictures of noise.
fn noise(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        state >> 33
    }
}

#[test]
fn solid_pictures_of_every_colour() {
    for method in METHODS {
        for lead in 0..3 {
            // Two corner pixels make the palette three colours long, so that the solid colour is
            // carried by each of J, T and L in turn.
            let color = |x, y| match (x, y) {
                (0, 0) => Some((lead + 1) % 3),
                (1, 0) => Some((lead + 2) % 3),
                _ => Some(lead),
            };
            assert_prints(method, &sprite(17, 32, color));
        }
        assert_prints(method, &sprite(17, 32, |_, _| Some(0)));
    }
}

#[test]
fn checkerboards() {
    for method in METHODS {
        assert_prints(
            method,
            &sprite(17, 32, |x, y| ((x + y) % 2 == 0).then_some(0)),
        );
        assert_prints(method, &sprite(17, 32, |x, y| Some(((x + y) % 2) as u8)));
        assert_prints(
            method,
            &sprite(17, 32, |x, y| Some(((x + 2 * y) % 3) as u8)),
        );
    }
}

#[test]
fn rings() {
    for method in METHODS {
        let depth = |x: usize, y: usize| x.min(y).min(16 - x).min(31 - y);
        assert_prints(
            method,
            &sprite(17, 32, |x, y| (depth(x, y) == 0).then_some(0)),
        );
        assert_prints(
            method,
            &sprite(17, 32, |x, y| Some((depth(x, y) % 3) as u8)),
        );
        let every_other = |x, y| (depth(x, y) % 2 == 0).then_some((depth(x, y) / 2 % 3) as u8);
        assert_prints(method, &sprite(17, 32, every_other));
    }
}

#[test]
fn columns_one_pixel_wide() {
    for method in METHODS {
        assert_prints(method, &sprite(1, 32, |_, _| Some(0)));
        assert_prints(method, &sprite(1, 32, |_, y| Some((y % 3) as u8)));
        assert_prints(
            method,
            &sprite(17, 32, |x, _| (x % 16 == 0).then_some((x / 16) as u8)),
        );
        assert_prints(
            method,
            &sprite(17, 32, |x, _| (x % 2 == 0).then_some((x % 3) as u8)),
        );
    }
}

#[test]
fn isolated_dots_over_each_other() {
    for method in METHODS {
        // Each row's only dot has nothing under it, so that each row needs a platform.
        assert_prints(
            method,
            &sprite(17, 32, |x, y| (x == 16 * (y % 2)).then_some(0)),
        );
        assert_prints(
            method,
            &sprite(17, 32, |x, y| (x == 5 * y % 17).then_some((y % 3) as u8)),
        );
    }
}

#[test]
fn every_odd_width_prints() {
    for width in (LEAST_WIDTH..=MOST_WIDTH).step_by(2) {
        let field = FieldSize::new(width as u32, 42).unwrap();
        let widest = width - 4;
        let mut noise = noise(width as u64);
        let pixels: Vec<u64> = (0..widest * 8).map(|_| noise()).collect();
        let noise = |x: usize, y: usize| match pixels[y * widest + x] % 4 {
            3 if x > 0 => None,
            color => Some((color % 3) as u8),
        };
        for method in METHODS {
            assert_prints_on(field, method, &sprite(widest, 8, noise));
            // Lone dots over each other need platforms on any column.
            let dots = |x, y| (x == 5 * y % widest).then_some((y % 3) as u8);
            assert_prints_on(field, method, &sprite(widest, 8, dots));
        }
    }
}

#[test]
fn noise_of_the_largest_size() {
    for method in METHODS {
        for seed in 0..2 {
            let mut noise = noise(seed);
            let pixels: Vec<u64> = (0..17 * 32).map(|_| noise()).collect();
            let full = |x: usize, y: usize| Some((pixels[y * 17 + x] % 3) as u8);
            assert_prints(method, &sprite(17, 32, full));
            let holes = |x: usize, y: usize| match pixels[y * 17 + x] % 4 {
                3 if x > 0 => None,
                color => Some((color % 3) as u8),
            };
            assert_prints(method, &sprite(17, 32, holes));
            let sparse = |x: usize, y: usize| match pixels[y * 17 + x] % 9 {
                color @ 0..3 => Some(color as u8),
                _ => (x == 3 * y % 17).then_some(0),
            };
            assert_prints(method, &sprite(17, 32, sparse));
        }
    }
}

#[test]
fn every_sample_sprite() {
    for name in sprite_names() {
        println!("{name}");
        let sprite = support::sprite(&name);
        for method in METHODS {
            assert_prints(method, &sprite);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_print_on_one_thread_and_on_two() {
    for name in sprite_names().iter().take(4) {
        let picture = Picture::of(&support::sprite(name)).expect("the sample is not empty");
        let [one, two] = [1, 2].map(|threads| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("threads can be started");
            pool.install(|| METHODS.map(|method| plan(method, &picture, FIELD)))
        });
        assert_eq!(one, two);
    }
}

/// Pictures up to 17x32 with one to three colours and no empty row.
fn any_sprite() -> impl Strategy<Value = Sprite> {
    (1usize..=17, 1usize..=32, 1u8..=3, 0.0..0.9).prop_flat_map(|(width, height, colors, holes)| {
        let pixel = prop_oneof![
            (1000.0 * holes) as u32 => Just(None),
            (1000.0 * (1.0 - holes)) as u32 => (0..colors).prop_map(Some),
        ];
        let row = (prop::collection::vec(pixel, width), 0..width, 0..colors);
        prop::collection::vec(row, height).prop_map(move |rows| {
            sprite(width, height, |x, y| {
                let (pixels, filled, color) = &rows[y];
                pixels[x].or((x == *filled).then_some(*color))
            })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// The field is no higher than it must be, ten rows more than the picture.
    #[test]
    fn random_sprites_print_exactly(sprite in any_sprite()) {
        let height = sprite.height() as u32 + 10;
        let field = FieldSize::new(FIELD.width() as u32, height).expect("the size is allowed");
        for method in METHODS {
            assert_prints_on(field, method, &sprite);
        }
    }
}
