//! The final field as SVG: sharp at any size.

mod xray;

use std::fmt::Write as _;
use std::io::Write;

use self::xray::remnants;
use super::error::RenderError;
use super::options::RenderOptions;
use super::played::PlayedScript;
use super::screen::MAX_PIXELS;
use super::theme::{Theme, mix};
use super::tiles::{farthest, hanging_mark};
use crate::color::Rgb;
use crate::game::{Column, Row, Tetromino};
use crate::picture::Layout;
use crate::script::PrintScript;

/// From the picture's edge to the field, in cells.
const MARGIN: usize = 1;

/// Writes a drawing of the final field in a frame; of the options only the theme, the cell and the x-ray count.
/// Each cell is a `use` of its piece's tile, which the letter names; `metadata` holds the layout. An x-ray, a group
/// above them, joins the cells of each piece and marks the cells with nothing below them.
///
/// Errors: see [`RenderError`]; nothing is written unless all is well.
pub fn render_svg(
    script: &PrintScript,
    options: &RenderOptions,
    mut out: impl Write,
) -> Result<Layout, RenderError> {
    let game = &PlayedScript::new(script)?;
    let script = &*options.theme.recolor_script(script);
    let (size, cell) = (script.field, options.cell.get());
    let sides = [size.width(), size.height()].map(|cells| (cells + 2 * MARGIN) * cell);
    let [width, height] = sides;
    if width * height > MAX_PIXELS {
        return Err(RenderError::TooLarge {
            width,
            height,
            cell,
        });
    }
    let layout = Layout {
        cell: cell as u32,
        origin_x: (MARGIN * cell) as u32,
        origin_y: (MARGIN * cell) as u32,
        field: size,
        theme: options.theme.palette,
    };
    let svg = Drawing {
        game,
        script,
        theme: &options.theme,
        xray: options.xray,
        layout,
    }
    .to_svg();
    out.write_all(svg.as_bytes())?;
    out.flush()?;
    Ok(layout)
}

/// The final field, and where it stands in the picture.
struct Drawing<'a> {
    game: &'a PlayedScript<'a>,
    /// The game's script in the theme's colours.
    script: &'a PrintScript,
    theme: &'a Theme,
    xray: bool,
    layout: Layout,
}

impl Drawing<'_> {
    fn to_svg(&self) -> String {
        let cell = self.layout.cell as usize;
        let cells = [self.layout.field.width(), self.layout.field.height()];
        let [width, height] = cells.map(|cells| (cells + 2 * MARGIN) * cell);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" shape-rendering=\"crispEdges\">\n\
             <title>A picture printed by playing Tetris</title>\n<metadata>{}</metadata>\n",
            self.layout.to_json()
        );
        self.push_definitions(&mut svg);
        let [_, ground, _] = self.theme.screen.backdrop;
        push_rect(&mut svg, [0, 0, width, height], ground);
        self.push_frame(&mut svg);
        self.push_field(&mut svg);
        if self.xray {
            self.push_xray(&mut svg);
        }
        svg + "</svg>\n"
    }

    /// The tiles of the pieces that are seen, and the pattern of empty cells.
    fn push_definitions(&self, svg: &mut String) {
        let (script, theme) = (self.script, self.theme);
        let cell = self.layout.cell as usize;
        let gap = mix(script.background, Rgb::BLACK, 60);
        *svg += "<defs>\n";
        for piece in Tetromino::ALL {
            if self.cells().any(|(_, _, seen)| seen == piece) {
                let tile = theme.tile(script.colors.of(piece), gap, cell);
                push_tile(svg, &piece.letter().to_string(), &tile, cell);
            }
        }
        let empty = theme.empty_tile(script.background, cell);
        push_tile(svg, "empty", &empty, cell);
        let origin = MARGIN * cell;
        push(
            svg,
            format_args!(
                "<pattern id=\"field\" x=\"{origin}\" y=\"{origin}\" width=\"{cell}\" height=\"{cell}\" \
                 patternUnits=\"userSpaceOnUse\"><use href=\"#empty\"/></pattern>\n</defs>\n"
            ),
        );
    }

    fn push_frame(&self, svg: &mut String) {
        let [left, top, across, down] = self.field_rect();
        for (line, color) in self.theme.screen.frame.into_iter().enumerate() {
            let border = (3 - line) * (self.layout.cell as usize / 8).max(1);
            let (x, y) = (left.saturating_sub(border), top.saturating_sub(border));
            push_rect(svg, [x, y, across + 2 * border, down + 2 * border], color);
        }
    }

    fn push_field(&self, svg: &mut String) {
        let [x, y, across, down] = self.field_rect();
        push(
            svg,
            format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{across}\" height=\"{down}\" fill=\"url(#field)\"/>\n"
            ),
        );
        for (column, row, piece) in self.cells() {
            let (x, y) = self.layout.corner(column, row);
            push(
                svg,
                format_args!("<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>\n", piece.letter()),
            );
        }
    }

    /// Plain squares, so that the cells of a piece join; lines between the pieces; bars on what hangs.
    fn push_xray(&self, svg: &mut String) {
        let cell = self.layout.cell as usize;
        let (line, mark) = ((cell / 8).max(1), hanging_mark(cell));
        *svg += "<g id=\"xray\">\n";
        for remnant in remnants(&self.game.locks, self.layout.field) {
            let (x, y) = self.layout.corner(remnant.column, remnant.row);
            let color = self.script.colors.of(remnant.piece);
            push_rect(svg, [x, y, cell, cell], color);
            if remnant.ends_at_right {
                push_rect(
                    svg,
                    [x + cell - line, y, line, cell],
                    self.script.background,
                );
            }
            if remnant.ends_below {
                push_rect(
                    svg,
                    [x, y + cell - line, cell, line],
                    self.script.background,
                );
            }
            if remnant.hangs {
                let bar = [x + mark.x, y + mark.y, mark.width, mark.height];
                push_rect(svg, bar, farthest(color));
            }
        }
        *svg += "</g>\n";
    }

    /// Left, top, width and height of the field inside its frame.
    fn field_rect(&self) -> [usize; 4] {
        let (size, cell) = (self.layout.field, self.layout.cell as usize);
        let origin = MARGIN * cell;
        [origin, origin, size.width() * cell, size.height() * cell]
    }

    /// The filled cells, row by row.
    fn cells(&self) -> impl Iterator<Item = (Column, Row, Tetromino)> {
        let size = self.layout.field;
        let cells = (0..size.height()).flat_map(move |y| (0..size.width()).map(move |x| (x, y)));
        cells.filter_map(|(x, y)| {
            let (column, row) = (Column(x), Row(y));
            Some((column, row, self.game.field.cell(column, row)?))
        })
    }
}

fn push(svg: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string never fails.
    let _ = svg.write_fmt(text);
}

fn push_rect(svg: &mut String, [x, y, width, height]: [usize; 4], color: Rgb) {
    push(
        svg,
        format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>\n"
        ),
    );
}

/// A tile as a group of rectangles: its commonest colour below, the others in runs above.
fn push_tile(svg: &mut String, name: &str, tile: &[Rgb], side: usize) {
    push(svg, format_args!("<g id=\"{name}\">\n"));
    let centre = tile[side / 2 * side + side / 2];
    push_rect(svg, [0, 0, side, side], centre);
    let rows: Vec<&[Rgb]> = tile.chunks_exact(side).collect();
    let mut y = 0;
    for same in rows.chunk_by(|one, next| one == next) {
        let mut x = 0;
        for run in same[0].chunk_by(|one, next| one == next) {
            if run[0] != centre {
                push_rect(svg, [x, y, run.len(), same.len()], run[0]);
            }
            x += run.len();
        }
        y += same.len();
    }
    svg.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Pose;
    use crate::render::{Theme, testing};

    #[test]
    fn every_cell_of_the_field_stands_at_its_place() {
        let script = testing::script(4, 6, &[(Pose::O, 1), (Pose::TUp, 0)]);
        for (name, theme) in Theme::NAMED {
            let options = RenderOptions {
                theme,
                ..RenderOptions::default()
            };
            let mut svg = Vec::new();
            let layout = render_svg(&script, &options, &mut svg).unwrap();
            let svg = String::from_utf8(svg).unwrap();
            let field = crate::replay::replay_to_end(&script).unwrap();
            assert_eq!(
                svg.matches("<use").count(),
                1 + field.playfield().cell_count()
            );
            for (column, row) in (0..6).flat_map(|row| (0..4).map(move |column| (column, row))) {
                if let Some(piece) = field.cell(Column(column), Row(row)) {
                    let (x, y) = layout.corner(Column(column), Row(row));
                    let cell = format!("<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", piece.letter());
                    assert!(svg.contains(&cell), "{name}: {cell} in\n{svg}");
                }
            }
            assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        }
    }
    #[test]
    fn an_x_ray_is_drawn_above_the_cells() {
        let script = testing::script(4, 6, &[(Pose::O, 0), (Pose::O, 1)]);
        let draw = |xray| {
            let options = RenderOptions {
                xray,
                ..RenderOptions::default()
            };
            let mut svg = Vec::new();
            render_svg(&script, &options, &mut svg).unwrap();
            String::from_utf8(svg).unwrap()
        };
        let (plain, marked) = (draw(false), draw(true));
        let (_, group) = marked.split_once("<g id=\"xray\">").unwrap();
        // Two O, the second one half on the first one: eight squares, one seam, one hanging cell.
        assert_eq!(group.matches("<rect").count(), 8 + 1 + 1);
        assert!(marked.starts_with(plain.strip_suffix("</svg>\n").unwrap()));
    }
}
