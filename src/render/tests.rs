//! Pictures as they are read back.

use super::animation::Take;
use super::played::PlayedScript;
use super::recorder::Footage;
use super::scene::{Film, Scene, Show, Tally};
use super::*;
use crate::color::Rgb;
use crate::game::{Column, End, GameError, PaintedPlayfield, Pose, Row, Tetromino};
use crate::picture::{Layout, Pixmap, read_gif_frames, read_print};
use crate::replay::replay_to_end;
use crate::script::{PlayersGame, PrintScript};
use crate::sprite::Sprite;

fn gif(script: &PrintScript, options: &RenderOptions) -> (Vec<u8>, AnimationReport) {
    let mut bytes = Vec::new();
    let report = render_gif(script, None, options, &mut bytes).unwrap();
    (bytes, report)
}

fn png(script: &PrintScript, source: Option<&Sprite>, options: &RenderOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    render_png(script, source, options, &mut bytes).unwrap();
    bytes
}

/// Asserts that the centre of every cell has the exact colour of the field's.
fn check((picture, layout): (Pixmap, Layout), field: &PaintedPlayfield, script: &PrintScript) {
    assert_eq!(layout.field, script.field);
    for row in (0..script.field.height()).map(Row) {
        for column in (0..script.field.width()).map(Column) {
            let (x, y) = layout.centre(column, row);
            let color = match field.cell(column, row) {
                Some(piece) => script.colors.of(piece),
                None => script.background,
            };
            let [r, g, b] = color.channels();
            assert_eq!(picture.pixel(x, y), [r, g, b, 255], "{column:?} {row:?}");
        }
    }
}

#[test]
fn both_pictures_show_the_final_field_for_every_theme_and_size_of_cell() {
    let mut script = testing::long_script(7, 12, 30, 5);
    script.background = Rgb::new(0x30, 0x34, 0x40);
    let field = replay_to_end(&script).unwrap();
    for (_, theme) in Theme::NAMED {
        for cell in 1..=16 {
            let options = RenderOptions {
                theme,
                cell: CellSize::new(cell).unwrap(),
                panel: cell % 2 == 0,
                ..RenderOptions::default()
            };
            let shown = theme.recolor_script(&script);
            check(
                read_print(&png(&script, None, &options)).unwrap(),
                &field,
                &shown,
            );
            let (gif, report) = gif(&script, &options);
            let read = read_print(&gif).unwrap();
            assert_eq!(read.1, report.layout);
            check(read, &field, &shown);
        }
    }
}

#[test]
fn the_gif_ends_with_the_picture_of_the_png() {
    let script = testing::long_script(21, 42, 300, 1);
    for motion in Motion::ALL {
        let options = RenderOptions {
            motion,
            ..RenderOptions::default()
        };
        let (gif, _) = gif(&script, &options);
        let png = read_print(&png(&script, None, &options)).unwrap();
        assert!(read_print(&gif).unwrap() == png, "{motion}");
    }
}

#[test]
fn the_reel_shows_the_frames_of_the_gif() {
    let script = testing::long_script(21, 42, 300, 1);
    let options = RenderOptions::default();
    let (bytes, report) = gif(&script, &options);
    let reel = render_reel(&script, None, &options).unwrap();
    assert_eq!(reel.frames.len(), report.frames);
    assert_eq!(reel.centiseconds, report.centiseconds);

    let mut shown = vec![0; reel.width * reel.height];
    for frame in &reel.frames {
        let (x, y) = frame.corner;
        for (row, pixels) in frame.pixels.chunks(frame.width).enumerate() {
            let start = (y + row) * reel.width + x;
            shown[start..start + frame.width].copy_from_slice(pixels);
        }
        assert_eq!(frame.height() * frame.width, frame.pixels.len());
    }
    let (last, _) = read_print(&bytes).unwrap();
    for (at, index) in shown.iter().enumerate() {
        let [r, g, b] = reel.palette[usize::from(*index)].channels();
        let pixel = last.pixel(at % reel.width, at / reel.width);
        assert_eq!(pixel, [r, g, b, 255], "{at}");
    }
}

#[test]
fn how_a_game_ended_is_told_at_its_end_and_not_before() {
    let options = RenderOptions {
        poster: Poster::First,
        ..RenderOptions::default()
    };
    let [over, done] = [End::Overflow, End::Pieces].map(|end| {
        let mut script = testing::long_script(10, 20, 12, 1);
        script.sprite = None;
        script.game = Some(PlayersGame {
            target: None,
            end: Some(end),
        });
        render_reel(&script, None, &options).unwrap().frames
    });
    let equal = over
        .iter()
        .zip(&done)
        .take_while(|(a, b)| a.pixels == b.pixels);
    assert_eq!(equal.count(), over.len() - 1);
}

#[test]
fn a_long_print_lasts_twenty_seconds_and_is_held_for_three() {
    let script = testing::long_script(21, 42, 600, 2);
    for (motion, drops) in [
        (Motion::Auto, 200),
        (Motion::Auto, 600),
        (Motion::Lock, 600),
    ] {
        let mut script = script.clone();
        script.drops.truncate(drops);
        let (bytes, report) = gif(
            &script,
            &RenderOptions {
                motion,
                ..RenderOptions::default()
            },
        );
        assert_eq!(report.centiseconds, 2300);
        let mut delays = Vec::new();
        read_gif_frames(&bytes, |_, delay| delays.push(u64::from(delay))).unwrap();
        assert_eq!(delays.len(), report.frames);
        assert_eq!(delays.iter().sum::<u64>(), 2300);
        assert!(delays.iter().all(|delay| *delay >= 2));
        assert!(delays[delays.len() - 1] >= 300);
    }
}

#[test]
fn the_pace_and_the_frame_rate_are_kept() {
    let script = testing::long_script(10, 20, 20, 3);
    let options = RenderOptions {
        pace: Pace::Duration("4".parse().unwrap()),
        fps: Fps::new(10).unwrap(),
        hold: "0".parse().unwrap(),
        ..RenderOptions::default()
    };
    let (bytes, report) = gif(&script, &options);
    assert_eq!(report.centiseconds, 402);
    let mut delays = Vec::new();
    read_gif_frames(&bytes, |_, delay| delays.push(delay)).unwrap();
    let (last, others) = delays.split_last().unwrap();
    // The moment before the last frame may look like it already.
    assert_eq!(last % 10, 2);
    assert!(others.iter().all(|delay| delay % 10 == 0), "{delays:?}");
}

#[test]
fn the_same_script_makes_the_same_bytes_on_any_number_of_threads() {
    let script = testing::long_script(12, 24, 100, 4);
    let on_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| gif(&script, &RenderOptions::default()).0)
    };
    assert!(on_threads(1) == on_threads(3));
}

#[test]
fn a_script_without_drops_is_a_picture_of_the_empty_field() {
    let script = testing::script(4, 4, &[]);
    let (bytes, report) = gif(&script, &RenderOptions::default());
    assert_eq!((report.frames, report.centiseconds), (1, 300));
    let field = PaintedPlayfield::new(script.field);
    check(read_print(&bytes).unwrap(), &field, &script);
}

#[test]
fn the_source_stands_in_the_panel_in_its_own_colours() {
    let (red, green) = (Rgb::new(201, 1, 2), Rgb::new(3, 202, 4));
    let colors = |letter| Some(if letter == 'r' { red } else { green });
    let source = Sprite::from_diagram("r.\n.g", colors).unwrap();
    let script = testing::script(6, 8, &[]);
    let (picture, layout) =
        read_print(&png(&script, Some(&source), &RenderOptions::default())).unwrap();
    let places = |color: Rgb| -> Vec<(usize, usize)> {
        let [r, g, b] = color.channels();
        let is_it = |index: &usize| picture.pixels[*index] == [r, g, b, 255];
        let indices = (0..picture.pixels.len()).filter(is_it);
        indices
            .map(|index| (index % picture.width, index / picture.width))
            .collect()
    };
    let (reds, greens) = (places(red), places(green));
    assert_eq!((reds.len(), greens.len()), (28 * 28, 28 * 28));
    assert_eq!(greens[0], (reds[0].0 + 28, reds[0].1 + 28));
    assert!(reds[0].0 > layout.origin_x as usize + 6 * 8);
}

#[test]
fn the_panel_calls_a_print_exact_only_if_its_source_is_printed() {
    let script = testing::script(6, 8, &[(Pose::O, 1)]);
    let color = script.colors.of(Tetromino::O);
    let drawn = |drawing| {
        let source = Sprite::from_diagram(drawing, |_| Some(color)).unwrap();
        png(&script, Some(&source), &RenderOptions::default())
    };
    let [exact, moved, other] = ["##\n##", "...\n.##\n.##", "##\n#."].map(drawn);
    let is_text = |[r, g, b, _]: &[u8; 4]| Theme::default().screen.text == Rgb::new(*r, *g, *b);
    let letters = |bytes: &[u8]| {
        let (picture, _) = read_print(bytes).unwrap();
        picture.pixels.iter().filter(|pixel| is_text(pixel)).count()
    };
    // 48/48 instead of 000.
    assert_eq!(letters(&exact), letters(&moved));
    assert_ne!(letters(&exact), letters(&other));
}

#[test]
fn the_panel_can_be_left_out() {
    let script = testing::script(6, 8, &[]);
    let options = RenderOptions {
        panel: false,
        ..RenderOptions::default()
    };
    let (picture, _) = read_print(&png(&script, None, &options)).unwrap();
    assert_eq!((picture.width, picture.height), (6 * 8 + 16, 8 * 8 + 16));
}

#[test]
fn what_cannot_be_drawn_is_refused_before_a_byte_is_written() {
    let colors: Vec<Option<Rgb>> = (0..250).map(|i| Some(Rgb::new(i, 0, 77))).collect();
    let source = Sprite::from_colors(50, 5, &colors).unwrap();
    let script = testing::script(64, 512, &[(Pose::O, 0)]);
    let mut out = Vec::new();
    let options = RenderOptions::default();
    let error = render_gif(&script, Some(&source), &options, &mut out).unwrap_err();
    assert!(matches!(error, RenderError::TooManyColors), "{error}");
    let options = RenderOptions {
        cell: CellSize::new(64).unwrap(),
        ..options
    };
    let error = render_gif(&script, None, &options, &mut out).unwrap_err();
    assert!(
        matches!(error, RenderError::TooLarge { cell: 64, .. }),
        "{error}"
    );
    let tower = testing::script(4, 4, &[(Pose::O, 0); 3]);
    let error = render_gif(&tower, None, &RenderOptions::default(), &mut out).unwrap_err();
    let RenderError::Replay(error) = error else {
        panic!("{error}")
    };
    assert_eq!((error.number, error.error), (3, GameError::TopOccupied));
    assert!(out.is_empty());
}

#[test]
fn a_film_of_another_kind_can_be_shown() {
    struct Still(PaintedPlayfield);
    impl Film for Still {
        fn play(&self, show: &mut Show<'_>) -> Result<(), RenderError> {
            let active = FallingPiece {
                pose: Pose::IVertical,
                row: 0,
                column: 1,
            };
            for (active, frames) in [(Some(active), 60), (None, 0)] {
                let (field, tally) = (&self.0, Tally::default());
                show(&Scene {
                    field,
                    active,
                    wipe: None,
                    tally,
                    frames,
                })?;
            }
            Ok(())
        }
    }
    let script = testing::script(4, 4, &[]);
    let field: PaintedPlayfield = "....\n....\n....\nLL.L".parse().unwrap();
    let film = Still(field.clone());
    let mut bytes = Vec::new();
    let (game, options) = (
        PlayedScript::new(&script).unwrap(),
        RenderOptions::default(),
    );
    let take = Take::new(Box::new(film), &game, None, &options).unwrap();
    let report = take
        .record(|canvas, palette, layout| {
            let (repeat, imprint) = (Repeat::Forever, (*layout).into());
            GifWriter::new(&mut bytes, canvas, palette, repeat, &imprint)
        })
        .unwrap();
    assert_eq!(report.frames, 2);
    check(read_print(&bytes).unwrap(), &field, &script);
    let falling: PaintedPlayfield = ".I..\n.I..\n....\nLL.L".parse().unwrap();
    let mut first = None;
    read_gif_frames(&bytes, |picture, _| {
        first.get_or_insert_with(|| picture.clone());
    })
    .unwrap();
    check((first.unwrap(), report.layout), &falling, &script);
}

#[test]
fn an_x_ray_marks_what_hangs_until_the_picture_is_complete() {
    // A bar on a square: its right half hangs in the air.
    let drops = [(Pose::O, 0), (Pose::IHorizontal, 0), (Pose::O, 3)];
    let script = testing::script(5, 8, &drops);
    for side in [4, 8, 16] {
        let options = RenderOptions {
            xray: true,
            panel: false,
            cell: CellSize::new(side).unwrap(),
            motion: Motion::Lock,
            ..RenderOptions::default()
        };
        let (bytes, report) = gif(&script, &options);
        let bar = script.colors.i;
        let pixel = |picture: &Pixmap, x: usize, y: usize| {
            let [r, g, b, _] = picture.pixel(x, y);
            Rgb::new(r, g, b)
        };
        // Whether a cell of the bar is seen, and whether it is marked.
        let seen = |picture: &Pixmap, column: usize| {
            let (cell, place) = (Column(column), Row(5));
            let (x, y) = report.layout.centre(cell, place);
            let (left, top) = report.layout.corner(cell, place);
            let mark = usize::from(side) / 4;
            let is_marked = pixel(picture, left + 2 * mark, top + mark).contrast(bar) >= 3.0;
            (pixel(picture, x, y) == bar, is_marked)
        };
        let mut frames = Vec::new();
        let last = read_gif_frames(&bytes, |picture, _| {
            frames.push([0, 1, 2, 3].map(|column| seen(picture, column)));
        })
        .unwrap();
        let [standing, hanging] = [(true, false), (true, true)];
        assert!(
            frames.contains(&[standing, standing, hanging, hanging]),
            "{frames:?}"
        );
        assert_eq!(
            [0, 1, 2, 3].map(|column| seen(&last, column)),
            [standing; 4]
        );
    }
}
