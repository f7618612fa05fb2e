//! A print as a page that plays it: one file for a browser, which loads nothing else.
//!
//! The page has a replay of its own (`rules.js`), which follows the same rules as
//! [`replay`](crate::replay), and compares what its game leaves with the sprite before anything is
//! seen. Both replays are tested on the same scripts.

use serde::Serialize;

use crate::color::Rgb;
use crate::game::{FieldSize, Pose};
use crate::html::{assemble, json_in_script};
use crate::replay::{ReplayError, replay_to_end};
use crate::script::{EarlierPicture, PieceColors, PrintScript};
use crate::sprite::Sprite;

/// The page without its print.
const PAGE: &str = include_str!("page.html");
const SCRIPTS: [(&str, &str); 2] = [
    ("rules.js", include_str!("rules.js")),
    ("show.js", include_str!("show.js")),
];
const PRINT: &str = "print";

/// What a page shows.
#[derive(Clone, Copy, Debug)]
pub struct PageRequest<'a> {
    /// What the print is called.
    pub name: &'a str,
    /// The drops that the page plays, on their field and in their colours.
    pub script: &'a PrintScript,
    /// The sprite that the script prints.
    pub source: Option<&'a Sprite>,
    /// Field columns whose cells beside the picture do not matter, one bit per column.
    pub free_columns: u64,
    /// Whether cells that will be cleared are dimmed at first.
    pub xray: bool,
    /// Pieces a second at first, as near as the page's own speeds come; `None` for its usual speed.
    pub pace: Option<f64>,
}

/// What the page has to know.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Print<'a> {
    name: &'a str,
    field: FieldSize,
    background: Rgb,
    colors: PieceColors,
    /// Pictures that are erased again, or cut off, before the one that is left.
    earlier: Vec<Earlier>,
    /// The poses that are dropped: piece, and rows of its box from the top, `x` filled.
    poses: Vec<(char, Vec<String>)>,
    /// Pose by its place in that list, leftmost column.
    drops: Vec<(usize, usize)>,
    source: Option<Source>,
    free_columns: Vec<usize>,
    xray: bool,
    pace: Option<f64>,
}

/// After how many drops a picture is complete, after how many it is gone (or cut off), and its colours until then.
#[derive(Serialize)]
struct Earlier {
    printed: usize,
    erased: usize,
    cut: bool,
    colors: PieceColors,
}

/// The sprite and where its left edge stands.
#[derive(Serialize)]
struct Source {
    left: i32,
    palette: Vec<Rgb>,
    /// Indices of the palette, -1 for nothing, row by row from the top.
    rows: Vec<Vec<i32>>,
}

/// A page (HTML, scripts and styles within) that plays the print.
///
/// Errors: a drop that the game refuses.
pub fn render_page(request: &PageRequest<'_>) -> Result<String, ReplayError> {
    let script = request.script;
    replay_to_end(script)?;
    let mut known: Vec<Pose> = script.drops.iter().map(|drop| drop.pose).collect();
    known.sort();
    known.dedup();
    let place = |pose: Pose| known.binary_search(&pose).unwrap_or_default();
    let print = Print {
        name: request.name,
        field: script.field,
        background: script.background,
        colors: script.colors,
        earlier: script.earlier.iter().map(Earlier::of).collect(),
        poses: known.iter().map(|pose| draw(*pose)).collect(),
        drops: (script.drops.iter())
            .map(|drop| (place(drop.pose), drop.column.0))
            .collect(),
        source: request.source.map(|sprite| Source::of(sprite, script)),
        free_columns: (0..script.field.width())
            .filter(|column| {
                (request.free_columns.checked_shr(*column as u32)).is_some_and(|rest| rest & 1 == 1)
            })
            .collect(),
        xray: request.xray,
        pace: request.pace,
    };
    let page = assemble(PAGE, &SCRIPTS);
    Ok(assemble(&page, &[(PRINT, &json_in_script(&print))]))
}

fn draw(pose: Pose) -> (char, Vec<String>) {
    let shape = pose.shape();
    let row = |row: &u64| {
        let cell = |column: u8| if row >> column & 1 == 1 { 'x' } else { '.' };
        (0..shape.width).map(cell).collect()
    };
    let rows = &shape.rows[..usize::from(shape.height)];
    (pose.piece().letter(), rows.iter().map(row).collect())
}

impl Earlier {
    fn of(picture: &EarlierPicture) -> Earlier {
        Earlier {
            printed: picture.printed,
            erased: picture.end(),
            cut: picture.erased.is_none(),
            colors: picture.colors,
        }
    }
}

impl Source {
    fn of(sprite: &Sprite, script: &PrintScript) -> Source {
        let pixel = |x: usize, y: usize| sprite.pixel(x, y).map_or(-1, i32::from);
        Source {
            left: script.sprite.map_or(0, |position| position.left),
            palette: sprite.palette().to_vec(),
            rows: (0..sprite.height())
                .map(|y| (0..sprite.width()).map(|x| pixel(x, y)).collect())
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::parse_script;

    const SCRIPT: &str = r##"{
        "format": "tetris-print", "version": 1, "field": {"width": 10, "height": 20},
        "colors": {"I": "#000001", "J": "#000002", "L": "#000003", "O": "#000004",
                   "S": "#000005", "T": "#000006", "Z": "#000007"},
        "background": "#000000",
        "drops": [{"piece": "T", "orientation": "up", "column": 3},
                  {"piece": "I", "orientation": "vertical", "column": 0},
                  {"piece": "T", "orientation": "up", "column": 7}]
    }"##;

    fn page(name: &str) -> String {
        let script = parse_script(SCRIPT).unwrap();
        render_page(&PageRequest {
            name,
            script: &script,
            source: None,
            free_columns: 0b101,
            xray: true,
            pace: Some(3.5),
        })
        .unwrap()
    }

    #[test]
    fn the_page_holds_its_print_and_loads_nothing() {
        let page = page("</script>");
        assert!(page.contains(r#""drops":[[0,3],[1,0],[0,7]]"#));
        assert!(page.contains(r#""poses":[["T",[".x.","xxx"]],["I",["x","x","x","x"]]]"#));
        assert!(page.contains(r#""freeColumns":[0,2],"xray":true,"pace":3.5"#));
        assert_eq!(page.matches("</script>").count(), 1);
        for name in SCRIPTS.map(|(name, _)| name).into_iter().chain([PRINT]) {
            assert!(!page.contains(&format!("/* {name} */")), "{name}");
        }
        for loading in ["src=", "href=", "http:", "https:", "@import", "fetch("] {
            assert!(!page.contains(loading), "{loading}");
        }
    }

    #[test]
    fn the_page_is_small_beside_its_script() {
        assert!(page("").len() < 150_000);
    }
}
