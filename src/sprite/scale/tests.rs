//! Figures at their own size and enlarged ones, told apart.

use proptest::prelude::*;

use super::*;
use crate::picture::drawing::{drawing, enlarged, framed, raster};

fn auto(raster: &Raster) -> (Raster, usize) {
    to_native_size(raster.clone(), Scale::Auto).unwrap()
}

fn forced(raster: &Raster, factor: usize) -> Result<(Raster, usize), SpriteError> {
    let factor = NonZeroUsize::new(factor).unwrap();
    to_native_size(raster.clone(), Scale::Factor(factor))
}

const INVADER: &str = "
    ..x.....x..
    ...x...x...
    ..xxxxxxx..
    .xx.xxx.xx.
    xxxxxxxxxxx
    x.xxxxxxx.x
    x.x.....x.x
    ...xx.xx...";

const HEART: &str = "
    .aa..aa.
    abbaabba
    abbbbbba
    abbbbbba
    .abbbba.
    ..abba..
    ...aa...";

/// An image of `width` x `height` pixels: those of which the claim holds are filled.
fn figure(width: usize, height: usize, is_filled: impl Fn(usize, usize) -> bool) -> Raster {
    let line = |y| {
        (0..width)
            .map(|x| if is_filled(x, y) { 'x' } else { '.' })
            .collect()
    };
    let lines: Vec<String> = (0..height).map(line).collect();
    raster(&lines.join("\n"))
}

fn solid(width: usize, height: usize) -> Raster {
    figure(width, height, |_, _| true)
}

fn ring(width: usize, height: usize, thickness: usize) -> Raster {
    let is_inside = |at: usize, length: usize| (thickness..length - thickness).contains(&at);
    figure(width, height, |x, y| {
        !(is_inside(x, width) && is_inside(y, height))
    })
}

fn chequers(width: usize, height: usize, size: usize) -> Raster {
    figure(width, height, |x, y| {
        (x / size + y / size).is_multiple_of(2)
    })
}

#[test]
fn an_enlarged_sprite_is_read_at_its_own_size() {
    for sprite in [INVADER, HEART].map(raster) {
        assert_eq!(auto(&sprite), (sprite.clone(), 1));
        for factor in 2..=9 {
            assert_eq!(auto(&enlarged(&sprite, factor)), (sprite.clone(), factor));
        }
    }
}

#[test]
fn margins_need_not_be_whole_blocks() {
    let heart = raster(HEART);
    assert_eq!(auto(&framed(&heart, 8, [3, 0, 1, 7])), (heart.clone(), 8));
    let (native, factor) = auto(&framed(&heart, 4, [4, 5, 0, 8]));
    assert_eq!(factor, 4);
    assert_eq!(drawing(&native), drawing(&framed(&heart, 1, [1, 1, 0, 2])));
}

#[test]
fn plain_figures_that_the_field_has_room_for_stay_as_they_are() {
    for (width, height) in [(16, 16), (16, 32), (17, 32), (8, 8), (1, 1), (20, 40)] {
        let figures = [
            solid(width, height),
            chequers(width, height, 1),
            chequers(width, height, 4),
            figure(width, height, |x, _| x == width / 2),
            figure(width, height, |_, y| y / 4 % 2 == 0),
            figure(width, height, |x, y| x < width / 2 || y < height / 2),
        ];
        for figure in figures {
            assert_eq!(auto(&figure), (figure.clone(), 1));
        }
    }
    for thickness in [1, 2, 4] {
        let ring = ring(16, 32, thickness);
        assert_eq!(auto(&ring), (ring.clone(), 1));
        let inside_margins = framed(&ring, 1, [2, 4, 2, 4]);
        assert_eq!(auto(&inside_margins), (inside_margins.clone(), 1));
    }
}

#[test]
fn plain_figures_that_are_larger_shrink_to_no_less_than_a_tile() {
    assert_eq!(auto(&enlarged(&ring(16, 16, 1), 4)), (ring(16, 16, 1), 4));
    assert_eq!(auto(&enlarged(&ring(8, 8, 1), 8)), (ring(8, 8, 1), 8));
    let halves = figure(48, 24, |x, y| x < 24 || y < 12);
    assert_eq!(auto(&halves).1, 6);
    assert_eq!(auto(&solid(64, 64)), (solid(64, 64), 1));
}

#[test]
fn a_cut_out_of_an_enlarged_picture_keeps_its_cut_blocks() {
    let tile = raster("abcdefgh hgfedcba aabbccdd efefghgh habcdefg bbddffhh cgcgcaca dhbfdhea");
    let large = enlarged(&tile, 8);
    let cut_out = |left: usize, top: usize| {
        let rows = large.rows().skip(top).flat_map(|row| &row[left..]);
        Raster::new(64 - left, rows.copied().collect())
    };
    assert_eq!(auto(&cut_out(0, 0)), (tile.clone(), 8));
    assert_eq!(auto(&cut_out(5, 7)), (tile.clone(), 8));
    assert_eq!(forced(&cut_out(5, 7), 8).unwrap(), (tile.clone(), 8));
    assert_eq!(forced(&cut_out(4, 6), 4).unwrap().0.width(), 15);
    // A ring reaches the edge of the image as well, but is no cut-out.
    assert_eq!(auto(&ring(64, 64, 1)).1, 1);
}

#[test]
fn a_forced_factor_is_taken_at_its_word() {
    assert_eq!(forced(&solid(16, 32), 4).unwrap(), (solid(4, 8), 4));
    assert_eq!(forced(&solid(16, 32), 1).unwrap(), (solid(16, 32), 1));
    let heart = raster(HEART);
    let large = enlarged(&heart, 6);
    assert_eq!(forced(&large, 6).unwrap(), (heart.clone(), 6));
    assert_eq!(forced(&large, 3).unwrap(), (enlarged(&heart, 2), 3));
    assert_eq!(forced(&large, 1).unwrap(), (large, 1));
}

#[test]
fn a_forced_factor_that_does_not_fit_names_the_place() {
    let error = |raster: &Raster, factor| forced(raster, factor).unwrap_err().to_string();
    assert_eq!(
        error(&raster("aabb aabb aabb aabc"), 2),
        "the picture is not made of 2x2 blocks: the one at column 2, row 2 has more than one \
         colour or is cut off"
    );
    let cut_off = error(&raster(".aab .aab"), 2);
    assert!(cut_off.contains("at column 3, row 0 "), "{cut_off}");
    let first = error(&raster(HEART), usize::MAX);
    assert!(first.contains("at column 0, row 0 "), "{first}");
}

#[test]
fn where_nothing_is_there_is_no_scale() {
    let empty = figure(6, 4, |_, _| false);
    assert_eq!(auto(&empty), (empty.clone(), 1));
    assert_eq!(forced(&empty, 5).unwrap(), (empty, 1));
}

#[test]
fn a_scale_reads_what_it_writes() {
    for text in ["auto", "1", "12"] {
        assert_eq!(text.parse::<Scale>().unwrap().to_string(), text);
    }
    for text in ["", "0", "-2", "1.5", "2x", "99999999999999999999999"] {
        let error = text.parse::<Scale>().unwrap_err().to_string();
        assert!(error.ends_with("write auto or a whole number from 1, like 4"));
    }
}

/// Sprites of few colours, without transparent margins.
fn any_sprite() -> impl Strategy<Value = Raster> {
    (8..18usize, 8..33usize).prop_flat_map(|(width, height)| {
        let letters =
            prop::collection::vec(prop::sample::select(b"..abc".as_slice()), width * height);
        letters.prop_map(move |letters| {
            let lines = letters
                .chunks(width)
                .map(|line| String::from_utf8_lossy(line).into_owned());
            raster(&lines.collect::<Vec<_>>().join("\n"))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_sprite_without_blocks_comes_back_from_any_factor(
        sprite in any_sprite(),
        factor in 1..=8usize,
        margins in prop::array::uniform4(0..8usize),
    ) {
        prop_assume!(Cuts::of(&sprite).grid().is_none());
        let (native, found) = auto(&framed(&sprite, factor, margins.map(|margin| margin % factor)));
        prop_assert_eq!(native, sprite);
        prop_assert_eq!(found, factor);
    }

    #[test]
    fn only_factors_that_divide_the_scale_can_be_forced(
        sprite in any_sprite(),
        scale in 1..=6usize,
        factor in 1..=6usize,
    ) {
        prop_assume!(Cuts::of(&sprite).grid().is_none());
        match forced(&enlarged(&sprite, scale), factor) {
            Ok((native, _)) => prop_assert_eq!(native, enlarged(&sprite, scale / factor)),
            Err(error) => prop_assert!(!scale.is_multiple_of(factor), "{}", error),
        }
    }
}

#[test]
fn the_field_is_the_standard_one() {
    let field = crate::game::FieldSize::STANDARD;
    assert_eq!(FIELD, [field.width(), field.height()]);
}
