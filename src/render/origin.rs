//! Where a picture comes from: the script and how it was drawn, so that whoever has the picture can draw it again.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::options::RenderOptions;
use crate::script::{Document, PrintScript, ScriptError, parse_script};
use crate::sprite::Sprite;

/// What every animation and every picture of a print says of its making: a print script with two fields
/// more, and with a third one if it is shown beside another.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// The game.
    pub script: PrintScript,
    /// How it is shown.
    pub drawing: RenderOptions,
    /// Whether the panel shows the sprite.
    pub has_source: bool,
    /// The game that is shown beside it, to its left.
    pub rival: Option<PrintScript>,
}

/// Why a text says of no picture where it comes from.
#[derive(Debug, thiserror::Error)]
pub enum OriginError {
    /// It is not a print script.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// It is one, but does not say how it was drawn.
    #[error("it does not say how the game is drawn: {0}")]
    Drawing(#[from] serde_json::Error),
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    script: Document<'a>,
    drawing: &'a RenderOptions,
    has_source: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    rival: Option<Document<'a>>,
}

#[derive(Deserialize)]
struct Read {
    drawing: RenderOptions,
    has_source: bool,
    #[serde(default)]
    rival: Option<serde_json::Value>,
}

impl Origin {
    /// That of a picture which is made of these.
    pub fn new(script: &PrintScript, source: Option<&Sprite>, options: &RenderOptions) -> Origin {
        Origin {
            script: script.clone(),
            drawing: *options,
            has_source: source.is_some(),
            rival: None,
        }
    }

    /// As JSON in ASCII, which a PNG can hold.
    pub fn to_json(&self) -> String {
        let written = Written {
            script: Document::new(&self.script),
            drawing: &self.drawing,
            has_source: self.has_source,
            rival: self.rival.as_ref().map(Document::new),
        };
        let json = serde_json::to_string(&written).expect("names and numbers are always JSON");
        let mut ascii = String::with_capacity(json.len());
        for letter in json.chars() {
            match letter.is_ascii() {
                true => ascii.push(letter),
                false => {
                    let mut units = [0; 2];
                    for unit in letter.encode_utf16(&mut units) {
                        write!(ascii, "\\u{unit:04x}").expect("a string takes everything");
                    }
                }
            }
        }
        ascii
    }

    /// Reverses [`to_json`](Self::to_json). Errors: see [`OriginError`].
    pub fn parse(json: &str) -> Result<Origin, OriginError> {
        let script = parse_script(json)?;
        let read: Read = serde_json::from_str(json)?;
        let rival = read.rival.map(|rival| parse_script(&rival.to_string()));
        Ok(Origin {
            script,
            drawing: read.drawing,
            has_source: read.has_source,
            rival: rival.transpose()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::console::{Region, RuleSet, Rules};
    use crate::render::testing;
    use crate::render::{CellSize, Ease, Fps, Motion, Pace, Poster, Repeat, Speed, Theme};

    #[test]
    fn an_origin_reads_what_it_writes_in_ascii() {
        let options = RenderOptions {
            theme: Theme::GAMEBOY,
            xray: true,
            cell: CellSize::new(12).unwrap(),
            panel: false,
            motion: Motion::Path,
            rules: Rules {
                set: RuleSet::Cartridge,
                region: Region::Pal,
                level: 18,
                level_up: true,
            },
            pace: Pace::Speed(Speed::new(0.1).unwrap()),
            ease: Ease::SlowEnds,
            poster: Poster::Last,
            canvas: Some("1080x1920".parse().unwrap()),
            caption: Some("It's a print!".parse().unwrap()),
            boomerang: true,
            fps: Fps::new(7).unwrap(),
            repeat: Repeat::ONCE,
            ..RenderOptions::default()
        };
        for options in [options, RenderOptions::default()] {
            let mut script = testing::script(4, 4, &[]);
            script.planner = "Fünf \u{1f600}".to_owned();
            let alone = Origin::new(&script, None, &options);
            let beside = Origin {
                rival: Some(script.clone()),
                ..alone.clone()
            };
            for origin in [alone, beside] {
                let json = origin.to_json();
                assert!(json.is_ascii());
                assert_eq!(Origin::parse(&json).unwrap(), origin);
                assert_eq!(parse_script(&json).unwrap(), script);
            }
        }
    }

    #[test]
    fn what_no_option_allows_is_refused() {
        let json =
            Origin::new(&testing::script(4, 4, &[]), None, &RenderOptions::default()).to_json();
        for (right, wrong) in [
            ("\"cell\":8", "\"cell\":0"),
            ("\"fps\":50", "\"fps\":51"),
            ("\"hold\":300", "\"hold\":60001"),
            ("\"xray\"", "\"x\""),
            ("\"xray\"", "\"canvas\":\"0x0\",\"xray\""),
            ("\"xray\"", "\"caption\":\"~\",\"xray\""),
            ("\"has_source\"", "\"rival\":{},\"has_source\""),
        ] {
            let wrong = json.replace(right, wrong);
            assert!(wrong != json && Origin::parse(&wrong).is_err(), "{right}");
        }
    }
}
