//! Which option helps against an error: the library's errors say what is wrong and carry the figures, and only the
//! program knows what its options are called.

use std::error::Error;

use tetris_printer::cover::{CountError, MatrixError, MethodError, PictureError};
use tetris_printer::game::pilot::{AutopilotError, PilotError};
use tetris_printer::nes::cartridge::FIELD;
use tetris_printer::nes::original::OriginalError;
use tetris_printer::nes::{NesPalette, NesPaletteError, RecordError};
use tetris_printer::picture::{ReadPictureError, ReadPrintError};
use tetris_printer::plan::PlanError;
use tetris_printer::plan::erase::EraseError;
use tetris_printer::plan::feasibility::Impossible;
use tetris_printer::print::{FieldChoice, MinimalOnly, PrintError};
use tetris_printer::render::RenderError;
use tetris_printer::script::ScriptError;
use tetris_printer::sprite::SpriteError;
use tetris_printer::tiles::{TilesError, TooFewColors};
use tetris_printer::verify::ScreenshotError;

/// What to try, as the end of the error's line; the picture may be known to have its true size.
pub fn remedy(error: &(dyn Error + 'static), is_true_size: bool) -> Option<String> {
    type Remedy<'a> = &'a dyn Fn(&(dyn Error + 'static)) -> Option<String>;
    let remedies: &[Remedy<'_>] = &[
        &|error| print(error.downcast_ref()?, is_true_size),
        &|error| plan(error.downcast_ref()?, is_true_size),
        &|error| original(error.downcast_ref()?, is_true_size),
        &|error| sprite(error.downcast_ref()?),
        &|error| tiles(error.downcast_ref()?),
        &|error| few_colors(error.downcast_ref()?),
        &|error| screenshot(error.downcast_ref()?),
        &|error| pilot(error.downcast_ref()?),
        &|error| render(error.downcast_ref()?),
        &|error| record(error.downcast_ref()?),
        &|error| palette(error.downcast_ref()?),
        &|error| method(error.downcast_ref()?),
        &|error| matrix(error.downcast_ref()?),
        &|error| count(error.downcast_ref()?),
        &|error| covering_sheet(error.downcast_ref()?),
        &|error| script(error.downcast_ref()?),
        &|error| read_back(error.downcast_ref()?),
    ];
    remedies.iter().find_map(|remedy| remedy(error))
}

/// A remedy, and another one for pictures that may be larger than they were drawn.
fn or_fit(remedies: &[&str], is_true_size: bool) -> String {
    match (is_true_size, remedies.split_last()) {
        (true, Some((last, others))) if !others.is_empty() => {
            format!("{}, or {last}", others.join(", "))
        }
        (true, _) => remedies.concat(),
        (false, _) => format!("{}, or, if it was enlarged, try --fit", remedies.join(", ")),
    }
}

fn print(error: &PrintError, is_true_size: bool) -> Option<String> {
    Some(match error {
        PrintError::Plan(error) => return plan(error, is_true_size),
        PrintError::Erase(error) => return erase(error),
        PrintError::TooLargeForAuto { .. } => or_fit(&["crop or shrink it"], is_true_size),
        PrintError::FieldColorTaken(_) => "choose another --field-color".to_owned(),
        PrintError::NoFieldColor => {
            "choose a --field-color, or merge colours with --colors".to_owned()
        }
        PrintError::MinimalOnly(what) => {
            let option = match what {
                MinimalOnly::NoRepeat => "--no-repeat",
                MinimalOnly::FreeColumns => "--free-columns",
                MinimalOnly::Left => "--left",
            };
            format!("choose --planner minimal, or leave out {option}")
        }
        PrintError::NoSuchColumns { .. } => "choose others for --free-columns".to_owned(),
        PrintError::Beside { first, last, .. } => format!("choose --left {first} to --left {last}"),
        PrintError::Inexact(_) | PrintError::Unplayable(_) => {
            "until it is fixed, another --seed or --planner may work".to_owned()
        }
    })
}

fn erase(error: &EraseError) -> Option<String> {
    match error {
        EraseError::NotFound => Some("try another --seed or a higher --field".to_owned()),
        EraseError::TooWide { .. } => Some(
            "choose a narrower --field, crop it, or print one by one with --out-dir".to_owned(),
        ),
        EraseError::Indivisible { .. } => Some("--field auto chooses such a field".to_owned()),
        EraseError::Cancelled => None,
    }
}

fn plan(error: &PlanError, is_true_size: bool) -> Option<String> {
    Some(match error {
        PlanError::Impossible(reason) => return impossible(reason, is_true_size),
        PlanError::TooManyColors { most, .. } if *most < 6 => {
            format!("try --colors {most}, or --planner minimal --carriers free")
        }
        // Seven are printed only if each piece has a colour of its own, six by every picture on some field.
        PlanError::TooManyColors { most, .. } => format!("try --colors {}", most.min(&6)),
        PlanError::TooWide { .. } => or_fit(&["choose --planner minimal", "crop it"], is_true_size),
        PlanError::TooHigh { .. } => or_fit(&["choose a higher --field", "crop it"], is_true_size),
        PlanError::FieldWidth { .. } => {
            "choose --planner minimal, or a --field of such a width".to_owned()
        }
        PlanError::NotFound => {
            "try --field auto, which prints whatever can be printed in up to six colours, another --seed or --effort best"
                .to_owned()
        },
        PlanError::Cancelled => return None,
    })
}

fn impossible(reason: &Impossible, is_true_size: bool) -> Option<String> {
    match reason {
        Impossible::Empty => Some(
            "make it opaque, since pixels of an alpha below 128 count as transparent, or choose another --background".to_owned(),
        ),
        Impossible::EmptyRow { .. } => {
            Some("join the parts, or print one of them with --crop".to_owned())
        }
        Impossible::TooLarge { width, height, .. } => {
            let (most_width, most_height) = FieldChoice::LARGEST_PICTURE;
            let is_printable = *width <= most_width && *height <= most_height;
            let remedies: &[&str] = match is_printable {
                true => &["try --field auto", "crop it"],
                false => &["crop or shrink it"],
            };
            Some(or_fit(remedies, is_true_size))
        }
        Impossible::FullRow { .. } | Impossible::Parity { .. } => {
            Some("--field auto chooses such a field".to_owned())
        }
    }
}

fn sprite(error: &SpriteError) -> Option<String> {
    let remedy = match error {
        SpriteError::NotBlocks { .. } => "try --scale auto, or --fit if it was blurred",
        SpriteError::TooManyColors { .. } => {
            "--fit brings a blurred sprite back to its size and colours, and --colors 6 merges the nearest"
        }
        SpriteError::TooManySprites { .. } => {
            "join the parts of sprites with --gap, cut it into cells with --grid WxH, say what is --background, or take a part with --crop"
        }
        SpriteError::CellsTooLarge { .. } => {
            "choose smaller ones with --grid, or a smaller --margin"
        }
        SpriteError::NoSprites => "name another background with --background",
        SpriteError::NoSuchSprite { .. } => "`sheet` lists them",
        SpriteError::Picture(ReadPictureError::NotAPicture {
            what: "unknown data",
        }) => "if it holds tiles, --tiles says how they are laid out",
        SpriteError::NoSuchPart {
            picture_width,
            picture_height,
            ..
        } => {
            return Some(format!(
                "choose a --crop within 0,0,{picture_width},{picture_height}"
            ));
        }
        SpriteError::Picture(_)
        | SpriteError::NoSuchBackground { .. }
        | SpriteError::TooColorful
        | SpriteError::TooLargeToFit { .. }
        | SpriteError::NotEnlarged { .. } => return None,
    };
    Some(remedy.to_owned())
}

fn tiles(error: &TilesError) -> Option<String> {
    let remedy = match error {
        TilesError::NoLayout => "say it with --tiles nes, gb, snes, megadrive, gba or 1bpp",
        TilesError::NotFound { .. } => {
            "say where they begin with --offset; compressed ones are not found"
        }
        TilesError::TooLong { .. } => "say where they begin with --offset",
        TilesError::NoTile { .. } => "choose a lower --offset",
        TilesError::TooMany => "name a bank, like game.nes#0:",
        TilesError::Blank => {
            "--background none shows their colour, and another --offset other tiles"
        }
        TilesError::NoSuchBank { .. } | TilesError::Outside { .. } => "`sheet` lists the tiles",
    };
    Some(remedy.to_owned())
}

fn few_colors(error: &TooFewColors) -> Option<String> {
    let needed = error.layout.colors();
    Some(format!("name {needed} with --palette, colour 0 first"))
}

fn script(error: &ScriptError) -> Option<String> {
    match error {
        ScriptError::Json(_) | ScriptError::Format(_) => {
            Some("`print --script FILE` writes one".to_owned())
        }
        ScriptError::Version(_) | ScriptError::Drop { .. } | ScriptError::Earlier { .. } => None,
    }
}

fn read_back(error: &ReadPrintError) -> Option<String> {
    match error {
        ReadPrintError::NoLayout => Some(
            "`print` makes such a picture of a sprite, and `verify --screenshot` judges any"
                .to_owned(),
        ),
        ReadPrintError::Format
        | ReadPrintError::Damaged(_)
        | ReadPrintError::TooLarge
        | ReadPrintError::BadLayout(_)
        | ReadPrintError::BadOrigin => None,
    }
}

fn screenshot(error: &ScreenshotError) -> Option<String> {
    match error {
        ScreenshotError::NoField { .. } => Some(
            "--field says if it has another size, --theme or --nes-palette if it has other colours than usual, and a print of another sprite is not found either".to_owned(),
        ),
    }
}

fn pilot(refused: &AutopilotError) -> Option<String> {
    match &refused.error {
        PilotError::TooFast { slower, .. } => Some(format!("try --level {slower}")),
        PilotError::NoPiece
        | PilotError::OtherPiece { .. }
        | PilotError::Game(_)
        | PilotError::Blocked { .. } => None,
    }
}

fn render(error: &RenderError) -> Option<String> {
    match error {
        RenderError::Console(refused) => {
            let other = "--motion path shows the print without the console";
            Some(match pilot(refused) {
                Some(first) => format!("{first}; {other}"),
                None => other.to_owned(),
            })
        }
        RenderError::TooLarge { cell, .. } => Some(format!("try a --cell below {cell}")),
        RenderError::CanvasTooSmall { width, height, .. } => {
            Some(format!("try --canvas {width}x{height}"))
        }
        RenderError::CaptionTooLong { .. } => {
            Some("shorten it, or make the picture wider with --cell or --canvas".to_owned())
        }
        RenderError::TooLongToReverse => {
            Some("try a shorter --duration or a lower --fps".to_owned())
        }
        RenderError::TooManyColors => {
            Some("try --no-panel, fewer sprites, or fewer colours with --colors 2".to_owned())
        }
        RenderError::Replay(_) | RenderError::Io(_) | RenderError::Encode(_) => None,
    }
}

fn record(error: &RecordError) -> Option<String> {
    Some(match error {
        RecordError::Field(_) => format!("plan it with --field {FIELD}"),
        RecordError::Region => "leave out --region pal".to_owned(),
        RecordError::Colors(error) => return palette(error),
        RecordError::Recolored { .. } | RecordError::Cut { .. } => {
            "make a movie of each sprite by itself".to_owned()
        }
        RecordError::Pilot(refused) => return pilot(refused),
        RecordError::Chance(_) => {
            "choose --planner minimal, which repeats no piece, leave out --left, or try a lower --level or another \
             --effort"
                .to_owned()
        }
    })
}

fn original(error: &OriginalError, is_true_size: bool) -> Option<String> {
    Some(match error {
        OriginalError::Print(PrintError::Plan(PlanError::Impossible(Impossible::Parity {
            ..
        }))) => "let the program free a column: leave out --no-free-columns".to_owned(),
        OriginalError::Print(PrintError::Plan(PlanError::TooManyColors { .. })) => {
            "try --colors 3".to_owned()
        }
        OriginalError::Print(PrintError::Plan(PlanError::NotFound)) => {
            "try another --seed or --effort best".to_owned()
        }
        OriginalError::Print(error) => return print(error, is_true_size),
        OriginalError::Field => "leave out --field".to_owned(),
        OriginalError::Level => "choose another --level".to_owned(),
        OriginalError::Pilot(_) | OriginalError::NotDealt { .. } => {
            "try a lower --level or another --seed".to_owned()
        }
    })
}

fn palette(error: &NesPaletteError) -> Option<String> {
    Some(match error {
        NesPaletteError::TooMany(_) => format!("try --colors {}", NesPalette::COLORS),
        NesPaletteError::Same(..) => "choose others with --nes-palette".to_owned(),
    })
}

fn method(error: &MethodError) -> Option<String> {
    match error {
        MethodError::TooWide | MethodError::NoOrder => Some("choose --method links".to_owned()),
    }
}

fn matrix(error: &MatrixError) -> Option<String> {
    match error {
        MatrixError::Secondary | MatrixError::TooLarge => Some("choose --method links".to_owned()),
    }
}

fn count(error: &CountError) -> Option<String> {
    Some(
        match error {
            CountError::ProfileTooLong => {
                "choose a narrower board or fewer pieces, or list without counting (--no-count --list 1)"
            }
            CountError::TooLarge { .. } | CountError::OutOfMemory { .. } => {
                "choose a narrower board, allow more --memory (it may take twice as much), or list without counting (--no-count --list 1)"
            }
        }
        .to_owned(),
    )
}

fn covering_sheet(error: &PictureError) -> Option<String> {
    match error {
        PictureError::TooLarge(_) => {
            Some("draw fewer coverings, or smaller cells with --cell".to_owned())
        }
        _ => None,
    }
}
