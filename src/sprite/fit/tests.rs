use super::planes::nearest_color;
use super::*;
use crate::color::Rgb;
use crate::picture::drawing::{drawing, raster};

/// A lamp in three colours on a ground of a fourth.
const LAMP: &str = "
    oooooooooo
    oooyyyoooo
    ooywwwyooo
    ooywwwyooo
    oooyyyoooo
    ooooggoooo
    oooggggooo
    oooooooooo";

/// Enlarged by a kernel, with some noise as JPEG adds it.
fn enlarged(small: &Raster, factor: usize, kernel: Kernel, noise: f32) -> Raster {
    stored(small, factor, (kernel, Sampling::Full), noise)
}

fn stored(
    small: &Raster,
    factor: usize,
    (kernel, sampling): (Kernel, Sampling),
    noise: f32,
) -> Raster {
    let (width, height) = (small.width() * factor, small.height() * factor);
    let way = Way::new(
        (small.width(), small.height()),
        (width, height),
        kernel,
        sampling,
    );
    let planes = way.shown(&Planes::of(small));
    Raster::from_fn(width, height, |x, y| {
        let shade = planes.shade(y * width + x)?;
        let waver = noise * (((y * width + x) * 7919 % 13) as f32 / 6.0 - 1.0);
        Some(nearest_color([shade[0] + waver, shade[1], shade[2]]))
    })
}

/// The pixels as letters of the original's colours, whichever are nearest.
fn letters(found: &Raster, original: &Raster) -> String {
    let nearest = |color: Rgb| {
        let far = |other: &Rgb| {
            let pairs = color.channels().into_iter().zip(other.channels());
            pairs.map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>()
        };
        let colors = original.pixels().iter().flatten().copied();
        colors.min_by_key(far)
    };
    let pixels = found.pixels().iter().map(|pixel| pixel.and_then(nearest));
    drawing(&Raster::new(found.width(), pixels.collect()))
}

/// Fails unless the original was found in so many colours, enlarged by this factor.
#[track_caller]
fn check_found(found: &Fitted, original: &Raster, (factor, colors): (usize, usize), what: &str) {
    assert_eq!((found.factor, found.colors), (factor, colors), "{what}");
    let letters = letters(&found.raster, original);
    assert_eq!(letters, drawing(original), "{what}");
}

#[test]
fn a_blurred_picture_is_brought_back() {
    let lamp = spread(&raster(LAMP));
    for kernel in Kernel::ALL {
        for factor in [2, 3, 5, 8] {
            for noise in [0.0, 4.0] {
                let found = fit(&enlarged(&lamp, factor, kernel, noise), None).unwrap();
                let what = format!("{kernel:?} {factor} {noise}");
                check_found(&found, &lamp, (factor, 4), &what);
            }
        }
    }
}

/// The letters' colours, which are nearly the same, drawn apart.
fn spread(small: &Raster) -> Raster {
    let mut raster = small.clone();
    raster.recolor(|color| {
        Some(Rgb::new(
            color.r,
            color.r.wrapping_mul(37),
            color.r.wrapping_mul(101),
        ))
    });
    raster
}

#[test]
fn transparency_survives() {
    let mut lamp = spread(&raster(LAMP));
    let ground = lamp.color(0, 0);
    lamp.recolor(|color| (Some(color) != ground).then_some(color));
    let found = fit(&enlarged(&lamp, 4, Kernel::Block, 3.0), None).unwrap();
    check_found(&found, &lamp, (4, 3), "a lamp without a ground");
}

#[test]
fn a_limit_joins_more_colours() {
    let lamp = spread(&raster(LAMP));
    let found = fit(&enlarged(&lamp, 4, Kernel::Linear, 0.0), ColorLimit::new(2)).unwrap();
    assert_eq!(found.colors, 4);
    let counts = crate::color::ColorCounts::of(found.raster.pixels());
    assert_eq!(counts.len(), 2);
}

#[test]
fn what_is_no_enlargement_keeps_its_size_and_what_is_too_large_is_refused() {
    let odd = Raster::from_fn(7, 5, |x, y| {
        Some(Rgb::new((x * 30) as u8, (y * 50) as u8, 0))
    });
    assert_eq!(fit(&odd, None).unwrap().factor, 1);
    let large = Raster::from_fn(4096, 2048, |_, _| Some(Rgb::BLACK));
    assert!(matches!(
        fit(&large, None),
        Err(SpriteError::TooLargeToFit { .. })
    ));
}

/// The lamp in colours at the ends of what can be shown, and one pixel of a colour of its own.
fn glaring() -> Raster {
    let lines: Vec<&str> = LAMP.split_whitespace().collect();
    Raster::from_fn(lines[0].len(), lines.len(), |x, y| {
        Some(match (lines[y].as_bytes()[x], (x, y)) {
            (_, (4, 3)) => Rgb::new(160, 160, 160),
            (b'w', _) => Rgb::new(12, 12, 12),
            (b'y', _) => Rgb::new(255, 255, 0),
            (b'g', _) => Rgb::new(0, 128, 0),
            _ => Rgb::WHITE,
        })
    })
}

#[test]
fn what_was_cut_off_at_white_and_black_is_found_again() {
    let lamp = glaring();
    for kernel in Kernel::ALL {
        for factor in [2, 3, 6] {
            let found = fit(&enlarged(&lamp, factor, kernel, 0.0), None).unwrap();
            let what = format!("{kernel:?} {factor}");
            check_found(&found, &lamp, (factor, 5), &what);
            assert!(greatest_difference(&found.raster, &lamp) <= 4, "{what}");
        }
    }
}

/// Of any channel of any pixel.
fn greatest_difference(a: &Raster, b: &Raster) -> u8 {
    let pixels = a.pixels().iter().flatten().zip(b.pixels().iter().flatten());
    let differences = pixels.flat_map(|(a, b)| {
        let pairs = a.channels().into_iter().zip(b.channels());
        pairs.map(|(a, b)| a.abs_diff(b))
    });
    differences.max().unwrap()
}

#[test]
fn of_pictures_that_explain_it_equally_the_one_in_fewer_colours_is_taken() {
    // Of doubled pixels, a straight line between two and a cubic one are the same.
    let lamp = glaring();
    let doubled = Raster::from_fn(2 * lamp.width(), 2 * lamp.height(), |x, y| {
        lamp.color(x / 2, y / 2)
    });
    let found = fit(&enlarged(&doubled, 2, Kernel::Linear, 0.0), None).unwrap();
    check_found(&found, &doubled, (2, 5), "a lamp of doubled pixels");
}

#[test]
fn colours_that_are_stored_at_half_the_size_are_found_again() {
    // Speckles of about the same brightness: only their tints tell them apart.
    let tints = [[200, 80, 60], [40, 150, 70], [90, 110, 220]];
    let speckled = Raster::from_fn(16, 16, |x, y| {
        let [r, g, b] = tints[(x * x + 3 * y + x * y) % tints.len()];
        Some(Rgb::new(r, g, b))
    });
    for (kernel, factors) in [
        (Kernel::Block, [2, 3, 7]),
        (Kernel::Linear, [4, 5, 7]),
        (Kernel::Cubic, [4, 5, 7]),
    ] {
        for factor in factors {
            let shown = stored(&speckled, factor, (kernel, Sampling::Halved), 2.0);
            let found = fit(&shown, None).unwrap();
            let what = format!("{kernel:?} {factor}");
            check_found(&found, &speckled, (factor, 3), &what);
        }
    }
}

#[test]
fn a_wide_ground_is_one_colour_however_it_wavers() {
    let large = Raster::from_fn(64, 64, |x, y| {
        let is_inside = (28..36).contains(&x) && (28..36).contains(&y);
        let waver = ((y * 64 + x) * 7919 % 13) as u8;
        let [r, g, b] = if is_inside {
            [140, 40, 40]
        } else {
            [120, 130, 140]
        };
        Some(Rgb::new(r + waver, g + waver, b + waver))
    });
    let found = few_colors(
        &Planes::of(&large),
        &Metrics::unchanged(large.width(), large.height()),
        [1.0; 3],
        None,
    );
    assert_eq!(found.colors, 2);
}

#[test]
fn colours_that_run_into_each_other_stay_many() {
    let smooth = Raster::from_fn(257, 251, |x, y| {
        Some(Rgb::new(x as u8, y as u8, (x * y / 997) as u8))
    });
    assert!(fit(&smooth, None).unwrap().colors > 16);
}

#[test]
fn two_colours_that_differ_little_stay_two_where_there_is_little_noise() {
    let small = Raster::from_fn(16, 16, |x, y| {
        Some(Rgb::new(if (x + y) % 3 == 0 { 112 } else { 100 }, 100, 100))
    });
    let found = fit(&enlarged(&small, 5, Kernel::Linear, 1.0), None).unwrap();
    assert_eq!((found.factor, found.colors), (5, 2));
}
