//! Pictures that were tampered with in every way, and some that were not.

use super::*;
use crate::color::Rgb;
use crate::game::{Column, FieldSize, PieceDrop, Pose, Row};
use crate::picture::{Canvas, Imprint, Layout, Palette};
use crate::render::{
    AnimationFormat, CellSize, GifWriter, Motion, Poster, Recorder, RenderOptions, Repeat, Theme,
    record, render_animation, render_png,
};

/// Five squares clear two rows; a T and an I stay.
fn script() -> PrintScript {
    let squares = (0..5).map(|i| PieceDrop::new(Pose::O, Column(2 * i)));
    let stay = [
        PieceDrop::new(Pose::TUp, Column(3)),
        PieceDrop::new(Pose::IVertical, Column(8)),
    ];
    PrintScript::of_drops(FieldSize::ORIGINAL, squares.chain(stay).collect())
}

fn sprite() -> Sprite {
    Sprite::from_diagram(".#..\n###.", |_| Some(Rgb::WHITE)).unwrap()
}

fn options() -> [RenderOptions; 6] {
    let usual = RenderOptions::default();
    [
        usual,
        RenderOptions {
            theme: Theme::GAMEBOY,
            cell: CellSize::new(5).unwrap(),
            motion: Motion::Lock,
            repeat: Repeat::ONCE,
            ..usual
        },
        RenderOptions {
            motion: Motion::Console,
            poster: Poster::Last,
            ..usual
        },
        RenderOptions {
            xray: true,
            panel: false,
            motion: Motion::Path,
            ..usual
        },
        RenderOptions {
            boomerang: true,
            motion: Motion::Lock,
            ..usual
        },
        RenderOptions {
            canvas: Some("320x480".parse().unwrap()),
            caption: Some("Exact!".parse().unwrap()),
            motion: Motion::Lock,
            ..usual
        },
    ]
}

fn audit(bytes: &[u8]) -> Option<Audit> {
    let picture = DrawnPicture::read(bytes).unwrap();
    picture.audit(&sprite()).unwrap()
}

fn fault(bytes: &[u8]) -> Option<Fault> {
    audit(bytes).unwrap().fault
}

#[test]
fn what_the_program_draws_has_no_fault_in_any_format() {
    for options in options() {
        for source in [None, Some(&sprite())] {
            let mut png = Vec::new();
            render_png(&script(), source, &options, &mut png).unwrap();
            assert_eq!(fault(&png), None);
            for format in [
                AnimationFormat::Gif,
                AnimationFormat::Apng,
                #[cfg(feature = "webp")]
                AnimationFormat::Webp,
            ] {
                let mut film = Vec::new();
                let report =
                    render_animation(format, &script(), source, &options, &mut film).unwrap();
                let audit = audit(&film).unwrap();
                assert_eq!(audit.fault, None, "{format:?}");
                assert_eq!((audit.script, audit.frames), (script(), report.frames));
            }
        }
    }
}

/// What is done to a film while it is recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Harm {
    Pixel(usize, usize),
    Cell,
    LeftOut,
    Delayed,
}

/// Records a film with one frame harmed.
struct Vandal<R> {
    inner: R,
    harm: Harm,
    /// Frames to go until the one that is harmed.
    wait: usize,
}

impl<R: Recorder> Recorder for Vandal<R> {
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        let is_now = self.wait == 0;
        self.wait = self.wait.wrapping_sub(1);
        if !is_now {
            return self.inner.add(canvas, start);
        }
        let clean = canvas.clone();
        let mut harm = |x: usize, y: usize, side: usize| {
            let other = match clean.pixels()[y * clean.width() + x] {
                1 => 2,
                _ => 1,
            };
            canvas.blit(x, y, side, &vec![other; side * side]);
        };
        match self.harm {
            Harm::Pixel(x, y) => harm(x, y, 1),
            Harm::Cell => harm(8, 8, 8),
            Harm::LeftOut => return Ok(()),
            Harm::Delayed => return self.inner.add(canvas, start + 1),
        }
        self.inner.add(canvas, start)?;
        canvas.repaint(clean.pixels().iter().copied());
        Ok(())
    }

    fn finish(self, end: u64) -> Result<usize, RenderError> {
        self.inner.finish(end)
    }
}

/// A GIF that says of itself what `lie` makes of the truth.
fn harmed(harm: Option<(Harm, usize)>, lie: impl Fn(&mut Origin, &mut Layout)) -> Vec<u8> {
    let [options, ..] = options();
    let (mut gif, sprite) = (Vec::new(), sprite());
    record(
        &script(),
        Some(&sprite),
        &options,
        |canvas, palette, layout| {
            let mut origin = Origin::new(&script(), Some(&sprite), &options);
            let mut layout = *layout;
            lie(&mut origin, &mut layout);
            let imprint = Imprint {
                origin: Some(origin.to_json()),
                ..Imprint::from(layout)
            };
            let (harm, wait) = harm.unwrap_or((Harm::LeftOut, usize::MAX));
            let inner = GifWriter::new(&mut gif, canvas, palette, options.repeat, &imprint)?;
            Ok(Vandal { inner, harm, wait })
        },
    )
    .unwrap();
    gif
}

fn place(fault: Option<Fault>) -> (Option<usize>, Place) {
    match fault {
        Some(Fault::Pixel(frame, wrong)) => (frame, wrong.place),
        other => panic!("{other:?}"),
    }
}

#[test]
fn harm_is_named_by_its_frame_and_place() {
    let honest = |_: &mut Origin, _: &mut Layout| {};
    assert_eq!(fault(&harmed(None, honest)), None);
    let pixel = |x, y, frame| place(fault(&harmed(Some((Harm::Pixel(x, y), frame)), honest)));
    assert_eq!(pixel(0, 0, 0), (Some(1), Place::Border));
    assert_eq!(pixel(8, 167, 3), (Some(4), Place::Cell(Column(0), Row(19))));
    assert_eq!(pixel(7, 167, 3), (Some(4), Place::Border));
    assert_eq!(pixel(130, 60, 20), (Some(21), Place::Panel));
    let whole = fault(&harmed(Some((Harm::Cell, 7)), honest)).unwrap();
    assert!(
        matches!(whole, Fault::Pixel(Some(8), wrong) if wrong.count > 30),
        "{whole}"
    );
    assert!(whole.to_string().contains(
        "frame 8 is not as its script gives it: pixel 8,8 in the cell at column 0, row 0"
    ));
    let left_out = fault(&harmed(Some((Harm::LeftOut, 5)), honest)).unwrap();
    assert!(
        matches!(left_out, Fault::Delay { frame: 5, .. }),
        "{left_out}"
    );
    let late = fault(&harmed(Some((Harm::Delayed, 5)), honest)).unwrap();
    assert!(matches!(late, Fault::Delay { frame: 5, .. }), "{late}");
}

#[test]
fn lies_about_the_origin_are_found_out() {
    let lied = |lie: fn(&mut Origin, &mut Layout)| fault(&harmed(None, lie)).unwrap();
    assert_eq!(lied(|_, layout| layout.origin_x += 8), Fault::Layout);
    assert_eq!(
        lied(|origin, _| origin.drawing.repeat = Repeat::ONCE),
        Fault::Repeats
    );
    assert!(matches!(
        lied(|origin, _| origin.drawing.panel = false),
        Fault::Size { .. }
    ));
    for lie in [
        |origin: &mut Origin, _: &mut Layout| origin.script.drops.truncate(6),
        |origin: &mut Origin, _: &mut Layout| origin.script.drops[6].column = Column(7),
        |origin: &mut Origin, _: &mut Layout| origin.script.colors.t = Rgb::BLACK,
        |origin: &mut Origin, _: &mut Layout| origin.has_source = false,
        |origin: &mut Origin, _: &mut Layout| origin.drawing.motion = Motion::Lock,
    ] {
        lied(lie);
    }
}

#[test]
fn a_picture_that_does_not_say_how_it_was_made_cannot_be_audited() {
    let (canvas, mut palette) = (Canvas::new(40, 60), Palette::new());
    palette.index_of(Rgb::BLACK).unwrap();
    let mut gif = Vec::new();
    let imprint = Imprint::from(Layout::TINY);
    let mut writer = GifWriter::new(&mut gif, &canvas, &palette, Repeat::ONCE, &imprint).unwrap();
    let mut black = canvas.clone();
    black.blit(0, 0, 40, &[1; 1600]);
    black.blit(0, 20, 40, &[1; 1600]);
    writer.add(&mut black, 0).unwrap();
    writer.finish(10).unwrap();
    assert_eq!(audit(&gif), None);
}
