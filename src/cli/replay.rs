//! `replay`: a script alone becomes pictures.

use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;

use super::drawing::{Beside, DrawingArgs};
use super::input::name;
use super::kind::Kind;
use super::live::{check_terminal, show_print};
use super::output::Target;
use super::products::{Game, OutputArgs, put};
use super::proof::{Judge, outputs_of, put_in_place};
use super::reading::title;
use super::report::{Channel, Verbosity, count, say, write_stdout};
use super::script_file::read_script;
use super::watch::Watch;
use tetris_printer::color::Rgb;
use tetris_printer::game::{PaintedPlayfield, Row, Tetromino};
use tetris_printer::print::Columns;
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::Sprite;

/// Play a print script and draw it, without its sprite
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer replay print.json --gif again.gif --motion lock
  tetris-printer replay print.json            (shows the final field in the terminal)")]
pub struct ReplayArgs {
    /// The script, as JSON or in the article's blocks, or a picture or film of this program, which carries it; - for stdin
    script: Target,
    #[command(flatten)]
    outputs: OutputArgs,
    /// Play the game in the terminal
    #[arg(long, help_heading = "Outputs")]
    watch: bool,
    #[command(flatten)]
    drawing: DrawingArgs,
}

/// What the game leaves, as a sprite as large as the field. A piece in the field's colour cannot be seen.
fn left_behind(field: &PaintedPlayfield, script: &PrintScript) -> Sprite {
    let size = field.size();
    let cells = (0..size.height()).flat_map(|row| field.row(Row(row)));
    let color = |cell: &Option<Tetromino>| {
        let color = script.colors.of((*cell)?);
        Some(color).filter(|color| *color != script.background)
    };
    let pixels: Vec<Option<Rgb>> = cells.map(color).collect();
    Sprite::from_colors(size.width(), size.height(), &pixels)
        .expect("seven pieces have seven colours at most")
}

pub fn run(mut args: ReplayArgs, verbosity: Verbosity) -> anyhow::Result<ExitCode> {
    for target in std::mem::take(&mut args.outputs.output) {
        let kind = Kind::of_name(&target)?;
        put(target, args.outputs.place(kind), kind)?;
    }
    let args = &args;
    let targets = args.outputs.targets();
    let beside = Beside {
        frames: args.outputs.frames.is_some(),
        terminal: args.watch,
    };
    args.drawing.check(&targets, beside)?;
    args.outputs.check(&targets, &args.script)?;
    if args.watch {
        check_terminal()?;
    }
    let script = read_script(&args.script)?;
    let field = replay_to_end(&script)?;
    let game = Game {
        name: &title(&args.script),
        script: &script,
        rival: None,
        source: None,
        free_columns: 0,
        options: args.drawing.options(),
        watch: &Watch::silent(),
    };
    let judge = Judge {
        sprite: &left_behind(&field, &script),
        free_columns: Columns::default(),
    };
    let products = judge.make(&args.outputs, &game)?;
    let outputs = outputs_of(&products);
    put_in_place(products)?;
    if args.watch {
        show_print(&script, game.options.pieces_a_second(&script))?;
    } else if outputs.is_empty() {
        ensure!(
            !verbosity.quiet,
            "nothing to do: add --gif FILE or --png FILE"
        );
        write_stdout(field.to_string().as_bytes())?;
    }
    let channel = match outputs.is_empty() {
        true => Channel::Stderr,
        false => Channel::beside(&targets),
    };
    let mut text = format!(
        "script    {}: {} on {}, {} left\n",
        name(&args.script),
        count(script.drops.len(), "piece"),
        script.field,
        count(field.playfield().cell_count(), "cell"),
    );
    for output in &outputs {
        text += &format!("written   {}\n", output.text());
    }
    say(&text, channel, verbosity)?;
    Ok(ExitCode::SUCCESS)
}
