//! The desk of one worker: what lies on it, and what is done with it.

use anyhow::{Context, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use tetris_printer::picture::decode_picture;
use tetris_printer::plan::Monitor;
use tetris_printer::print::{PrintJob, Printed};
use tetris_printer::render::{Reel, render_reel};
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::{PrintScript, parse_script, write_script};
use tetris_printer::sprite::{
    Cut, ReadSprite, Sprite, crop_picture, cut_sheet, interpret_raster, sprite_of_sheet,
};

use crate::doubts::doubts;
use crate::link::{self, LinkOrder};
use crate::options::Options;
use crate::player::{self, PlayOrder};
use crate::products::{Game, Product};
use crate::sentence::one_line;
use crate::tile::{self, TileOrder};

/// A sprite, and the script that prints it.
#[derive(Debug, Default)]
pub struct Desk {
    read: Option<ReadSprite>,
    script: Option<PrintScript>,
}

/// What a page asks for; the bytes of a file follow it where one is needed.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Order {
    /// Puts the picture that follows on the desk, as a sprite.
    Read {
        /// How it is meant.
        options: Options,
    },
    /// Lists the sprites of the picture that follows, and leaves the desk as it is.
    Sheet {
        /// How it is meant.
        options: Options,
    },
    /// Says how few pieces any plan of the sprite takes, or why there is none.
    Check {
        /// How it would be planned.
        options: Options,
    },
    /// Finds the drops that print the sprite.
    Plan {
        /// How.
        options: Options,
    },
    /// Puts the script that follows on the desk, and compares what it leaves with the sprite.
    Script {
        /// How it was planned.
        options: Options,
    },
    /// Forgets the sprite: a script that comes without one is shown without one.
    Clear,
    /// The frames of the animation.
    Film {
        /// How it looks.
        options: Options,
    },
    /// A file to take home, proved.
    Make {
        /// Which.
        product: Product,
        /// What the print is called.
        name: String,
        /// How it looks.
        options: Options,
    },
    /// Covers a board with pieces.
    Tile(TileOrder),
    /// Reads and solves the link-up board in the picture that follows.
    Link(LinkOrder),
    /// Lets the greedy player play a game.
    Play(PlayOrder),
}

/// What a page is told: `{"error": "..."}` if nothing came of it.
#[derive(Debug)]
pub struct Answer {
    /// What there is to say.
    pub json: Value,
    /// What there is to show or to keep.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// An answer without bytes.
    pub fn of(json: Value) -> Answer {
        Answer {
            json,
            bytes: Vec::new(),
        }
    }
}

impl Desk {
    /// Answers a message: the length of an [`Order`]'s JSON in four bytes, the JSON, and any bytes.
    pub fn serve(&mut self, message: &[u8], monitor: &dyn Monitor) -> Answer {
        self.try_to_serve(message, monitor)
            .unwrap_or_else(|error| Answer::of(json!({ "error": one_line(&error) })))
    }

    fn try_to_serve(&mut self, message: &[u8], monitor: &dyn Monitor) -> anyhow::Result<Answer> {
        let (length, rest) = message.split_first_chunk().context("no message")?;
        let length = u32::from_le_bytes(*length) as usize;
        let (json, bytes) = rest.split_at_checked(length).context("half a message")?;
        match serde_json::from_slice(json)? {
            Order::Read { options } => self.read(&options, bytes),
            Order::Sheet { options } => sheet(&options, bytes),
            Order::Check { options } => self.check(&options),
            Order::Plan { options } => self.plan(&options, monitor),
            Order::Script { options } => self.take_script(&options, bytes),
            Order::Clear => {
                *self = Desk::default();
                Ok(Answer::of(json!({})))
            }
            Order::Film { options } => self.film(&options),
            Order::Make {
                product,
                name,
                options,
            } => self.game(&name, &options)?.make(product),
            Order::Tile(order) => tile::answer(&order),
            Order::Link(order) => link::answer(&order, bytes),
            Order::Play(order) => player::answer(&order),
        }
    }

    fn read(&mut self, options: &Options, bytes: &[u8]) -> anyhow::Result<Answer> {
        *self = Desk::default();
        let mut picture = decode_picture(bytes)?;
        if let Some(bounds) = options.bounds() {
            picture = crop_picture(&picture, bounds)?;
        }
        let reading = options.reading()?;
        let read = match options.sprite() {
            Some(number) => sprite_of_sheet(picture, number, Cut::Auto, &reading)?,
            None => interpret_raster(picture, &reading)?,
        };
        let answer = Answer {
            json: json!({
                "width": read.sprite.width(),
                "height": read.sprite.height(),
                "pixels": read.sprite.pixel_count(),
                "palette": read.sprite.palette(),
                "background": read.background,
                "scale": read.scale,
                "colors": read.colors,
            }),
            bytes: rgba(&read.sprite),
        };
        self.read = Some(read);
        Ok(answer)
    }

    fn check(&self, options: &Options) -> anyhow::Result<Answer> {
        let read = self.read.as_ref().context("choose a picture first")?;
        let request = options.request()?;
        let bound = || -> anyhow::Result<_> { Ok(PrintJob::new(&read.sprite, &request)?.bound()?) };
        let bound = bound().with_context(|| doubts(read, false, false))?;
        Ok(Answer::of(
            json!({ "bound": bound.map(|bound| bound.pieces) }),
        ))
    }

    fn plan(&mut self, options: &Options, monitor: &dyn Monitor) -> anyhow::Result<Answer> {
        let read = self.read.as_ref().context("choose a picture first")?;
        let request = options.request()?;
        let planned = || -> anyhow::Result<Printed> {
            let job = PrintJob::new(&read.sprite, &request)?;
            Ok(job.run(monitor)?)
        };
        let printed = planned().with_context(|| doubts(read, false, false))?;
        let mut bytes = Vec::new();
        write_script(&printed.script, &mut bytes)?;
        let mut json = describe(&printed.script)?;
        json["bound"] = json!(printed.bound.map(|bound| bound.pieces));
        json["fallback"] = json!(printed.planner != request.planner);
        self.script = Some(printed.script);
        Ok(Answer { json, bytes })
    }

    fn take_script(&mut self, options: &Options, bytes: &[u8]) -> anyhow::Result<Answer> {
        let script = parse_script(std::str::from_utf8(bytes).context("not a print script")?)?;
        let json = describe(&script)?;
        self.script = Some(script);
        // The judge reads the very bytes that are given out.
        self.game("", options)?.prove(Product::Script, bytes)?;
        Ok(Answer::of(json))
    }

    fn script(&self) -> anyhow::Result<&PrintScript> {
        self.script.as_ref().context("nothing is planned yet")
    }

    fn sprite(&self) -> Option<&Sprite> {
        self.read.as_ref().map(|read| &read.sprite)
    }

    fn film(&self, options: &Options) -> anyhow::Result<Answer> {
        let reel = render_reel(self.script()?, self.sprite(), &options.drawing()?)?;
        Ok(reel_answer(&reel))
    }

    fn game<'a>(&'a self, name: &'a str, options: &'a Options) -> anyhow::Result<Game<'a>> {
        Ok(Game {
            name,
            script: self.script()?,
            sprite: self.sprite(),
            free_columns: options.free_columns()?.mask(),
            options,
        })
    }
}

/// The frames of a game.
pub fn reel_answer(reel: &Reel) -> Answer {
    Answer {
        json: json!({
            "width": reel.width,
            "height": reel.height,
            "palette": reel.palette,
            "frames": reel.frames.len(),
            "centiseconds": reel.centiseconds,
        }),
        bytes: frames(reel),
    }
}

/// What is told of a script.
fn describe(script: &PrintScript) -> anyhow::Result<Value> {
    let cells = replay_to_end(script)?.playfield().cell_count();
    let pieces = script.drops.len();
    Ok(json!({
        "pieces": pieces,
        "lines": (4 * pieces - cells) / script.field.width(),
        "pixels": cells,
        "field": [script.field.width(), script.field.height()],
        "planner": script.planner,
        "seed": script.seed,
    }))
}

/// A list of sprites longer than this is not looked through.
const MOST_LISTED: usize = 400;

fn sheet(options: &Options, bytes: &[u8]) -> anyhow::Result<Answer> {
    let picture = decode_picture(bytes)?;
    let size = [picture.width(), picture.height()];
    let background = options.reading()?.background;
    let sheet = cut_sheet(picture, background, Cut::Auto)?;
    let count = sheet.sprites.len();
    ensure!(
        !sheet.is_one_whole(),
        "this is one sprite, not a sheet of them"
    );
    let different = sheet.sprites.iter().enumerate();
    let different = different.filter(|(number, sprite)| sprite.first_equal == *number);
    let listed = different.take(MOST_LISTED).map(|(number, sprite)| {
        let bounds = sprite.bounds;
        let bounds = [bounds.left, bounds.top, bounds.width, bounds.height];
        json!({ "number": number + 1, "bounds": bounds })
    });
    Ok(Answer::of(json!({
        "size": size,
        "count": count,
        "sprites": listed.collect::<Vec<_>>(),
    })))
}

/// Red, green, blue and alpha of every pixel.
fn rgba(sprite: &Sprite) -> Vec<u8> {
    let places = (0..sprite.height()).flat_map(|y| (0..sprite.width()).map(move |x| (x, y)));
    places
        .flat_map(|(x, y)| match sprite.color(x, y) {
            Some(color) => {
                let [r, g, b] = color.channels();
                [r, g, b, 255]
            }
            None => [0; 4],
        })
        .collect()
}

/// For each frame its start, column, row, width and height as five numbers of four bytes; then all pixels.
fn frames(reel: &Reel) -> Vec<u8> {
    let heads = reel.frames.iter().flat_map(|frame| {
        let (x, y) = frame.corner;
        [frame.start as usize, x, y, frame.width, frame.height()]
    });
    let heads = heads.flat_map(|number| (number as u32).to_le_bytes());
    let pixels = reel.frames.iter().flat_map(|frame| &frame.pixels);
    heads.chain(pixels.copied()).collect()
}

#[cfg(test)]
mod tests;
