//! Cells between lines that are drawn on the sheet.

use std::iter;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::lattice::{Lattice, Steps, marked};
use crate::color::{ColorCounts, Rgb};
use crate::picture::{Bounds, Raster};
use crate::sprite::Background;

/// Lines of about one colour, and the cells between them.
pub struct DrawnLines {
    pub lattice: Lattice,
    /// One, or several that hardly differ.
    colors: Vec<Rgb>,
    lines: Lines,
}

/// How much of a line has its colour; a label or a sprite may lie over the rest. Tuned, as the others here, on the
/// lined sheets of freeciv.
const DRAWN: f64 = 0.7;

/// The same of the whole picture, where margins and titles are not yet known.
const DRAWN_OF_PICTURE: f64 = 0.5;

/// The most common colours may be that of the lines.
const CANDIDATES: usize = 8;

impl DrawnLines {
    /// Lines all across the picture, or across most of it beside titles, labels and margins.
    pub fn of(raster: &Raster) -> Option<DrawnLines> {
        let colors = common_colors(raster);
        DrawnLines::of_table(raster, &colors)
            .or_else(|| DrawnLines::of_near_colors(raster, &colors))
            .or_else(|| DrawnLines::of_strip(raster))
    }

    fn of_table(raster: &Raster, colors: &[Rgb]) -> Option<DrawnLines> {
        colors.iter().find_map(|color| {
            let rough = Lines::within(raster, *color, &whole(raster), DRAWN_OF_PICTURE);
            let drawn =
                rough.and_then(|rough| DrawnLines::within(raster, *color, &rough.extent(), DRAWN));
            // Strokes of sprites may pass for lines, but not where those go all the way.
            drawn.or_else(|| DrawnLines::within(raster, *color, &whole(raster), 1.0))
        })
    }

    fn within(raster: &Raster, color: Rgb, part: &Bounds, share: f64) -> Option<DrawnLines> {
        let lines = Lines::within(raster, color, part, share)?;
        let lattice = lines.lattice(raster, color)?;
        DrawnLines::between_cells(raster, color, lines, lattice)
    }

    /// Lines in common colours that hardly differ, as if they were one.
    fn of_near_colors(raster: &Raster, colors: &[Rgb]) -> Option<DrawnLines> {
        /// How much their channels differ at most. Set by hand: of 589 sheets one has such lines.
        const NEAR: u8 = 4;

        let first_near = |color: Rgb| colors.iter().find(|other| color.is_near(**other, NEAR));
        let others = |color: &Rgb| first_near(*color).filter(|first| *first != color);
        if !colors.iter().any(|color| others(color).is_some()) {
            return None;
        }
        let merged = raster.pixels().iter().map(|pixel| {
            let first = pixel
                .filter(|color| colors.contains(color))
                .and_then(first_near);
            first.copied().or(*pixel)
        });
        let merged = Raster::new(raster.width(), merged.collect());
        let mut drawn = DrawnLines::of_table(&merged, &common_colors(&merged))?;
        let color = drawn.colors[0];
        let near = colors.iter().filter(|other| others(other) == Some(&color));
        drawn.colors.extend(near);
        Some(drawn)
    }

    /// Lines across a strip of cells, or across a few strips.
    fn of_strip(raster: &Raster) -> Option<DrawnLines> {
        let columns = colors_of_rows(&raster.transposed());
        let rows = colors_of_rows(raster);
        let mut tried = FxHashSet::default();
        let colors = columns.iter().chain(&rows).flatten();
        let mut colors = colors.filter(|color| tried.insert(**color));
        colors.find_map(|color| {
            let is_line = |line: &Option<Rgb>| *line == Some(*color);
            let lines = Lines {
                columns: stretches(columns.iter().map(is_line)),
                rows: stretches(rows.iter().map(is_line)),
            };
            let lattice = lines.even_lattice(raster)?;
            DrawnLines::between_cells(raster, *color, lines, lattice)
        })
    }

    /// `None` if they are no table of cells or if the colour is that of the ground.
    fn between_cells(
        raster: &Raster,
        color: Rgb,
        lines: Lines,
        lattice: Lattice,
    ) -> Option<DrawnLines> {
        /// A cell is at least this many times as wide as its lines.
        const CELL_TO_LINE: usize = 2;
        /// Fewer cells are a frame around a drawing.
        const FEWEST_CELLS: usize = 3;

        let is_thin = |lines: &[Range<usize>], cells: &[Range<usize>]| {
            let thickest = lines.iter().map(ExactSizeIterator::len).max();
            let narrowest = cells.iter().map(ExactSizeIterator::len).min();
            narrowest.is_some_and(|cell| thickest.unwrap_or(0) * CELL_TO_LINE <= cell)
        };
        let is_table = lattice.bounds().count() >= FEWEST_CELLS
            && is_thin(&lines.columns, &lattice.columns)
            && is_thin(&lines.rows, &lattice.rows);
        let is_ground =
            || is_ground(raster, color, &lattice) || lines.are_crossed(raster, color, &lattice);
        (is_table && !is_ground()).then_some(DrawnLines {
            lattice,
            colors: vec![color],
            lines,
        })
    }

    /// The colour that most of the cells' edges have, if there is one.
    pub fn background(&self, raster: &Raster) -> Background {
        let edges = self.lattice.bounds().flat_map(|cell| edge(raster, cell));
        most_common(edges).map_or(Background::None, Background::Color)
    }

    /// Takes the lines away, and only what is on them and in their colour.
    pub fn remove_from(&self, raster: &mut Raster) {
        let (across, down) = (self.lattice.across(), self.lattice.down());
        let is_column = marked(&self.lines.columns, raster.width());
        let is_row = marked(&self.lines.rows, raster.height());
        let reach = |lines: &[Range<usize>], cells: Range<usize>| match lines {
            [first, .., last] => first.start.min(cells.start)..last.end.max(cells.end),
            _ => cells,
        };
        let across = reach(&self.lines.columns, across);
        let down = reach(&self.lines.rows, down);
        raster.erase(|x, y, color| {
            let is_on_line = is_column[x] && down.contains(&y) || is_row[y] && across.contains(&x);
            is_on_line && self.colors.contains(&color)
        });
    }
}

/// The columns and rows of pixels that are lines.
struct Lines {
    columns: Vec<Range<usize>>,
    rows: Vec<Range<usize>>,
}

impl Lines {
    /// Where at least a share of the pixels within a part of the picture has a colour; two lines at least each way.
    fn within(raster: &Raster, color: Rgb, part: &Bounds, share: f64) -> Option<Lines> {
        let mut in_column = vec![0; raster.width()];
        let mut in_row = vec![0; raster.height()];
        for (y, row) in raster.rows().enumerate() {
            for (x, _) in row
                .iter()
                .enumerate()
                .filter(|(_, pixel)| **pixel == Some(color))
            {
                in_column[x] += usize::from(part.rows().contains(&y));
                in_row[y] += usize::from(part.columns().contains(&x));
            }
        }
        let lines = |counts: &[usize], length: usize| {
            let is_line = |count: &usize| *count as f64 >= share * length as f64;
            stretches(counts.iter().map(is_line))
        };
        let lines = Lines {
            columns: lines(&in_column, part.height),
            rows: lines(&in_row, part.width),
        };
        (lines.columns.len() >= 2 && lines.rows.len() >= 2).then_some(lines)
    }

    /// From the first line to the last one, each way.
    fn extent(&self) -> Bounds {
        let ends = |lines: &[Range<usize>]| (lines[0].start, lines[lines.len() - 1].end);
        let ((left, right), (top, bottom)) = (ends(&self.columns), ends(&self.rows));
        Bounds {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    }

    /// Whether what is in the cells goes on over most of them, as sprites side by side do over their ground.
    fn are_crossed(&self, raster: &Raster, color: Rgb, lattice: &Lattice) -> bool {
        let beside_columns = (self.columns.iter())
            .flat_map(|columns| lattice.rows.iter().map(move |rows| crossing(columns, rows)));
        let beside_rows = (self.rows.iter()).flat_map(|rows| {
            lattice
                .columns
                .iter()
                .map(move |columns| crossing(columns, rows))
        });
        let parts: Vec<Bounds> = beside_columns.chain(beside_rows).collect();
        let is_crossed = |part: &&Bounds| pixels(raster, **part).any(|pixel| pixel != Some(color));
        2 * parts.iter().filter(is_crossed).count() > parts.len()
    }

    /// The cells of a strip, or of a few strips: all are of one size, and about square.
    fn even_lattice(&self, raster: &Raster) -> Option<Lattice> {
        /// How many times as long as wide a cell is at most; the stripes of a flag are longer.
        const LONGEST: usize = 2;

        let lattice = Lattice {
            columns: even_cells(&self.columns, raster.width())?,
            rows: even_cells(&self.rows, raster.height())?,
        };
        let (width, height) = lattice.cell_size();
        (width.max(height) <= LONGEST * width.min(height)).then_some(lattice)
    }

    /// The cells between them, and those before and behind them along which the crossing lines go on.
    fn lattice(&self, raster: &Raster, color: Rgb) -> Option<Lattice> {
        let is_drawn = |part: Bounds| {
            let pixels = pixels(raster, part);
            pixels.filter(|pixel| *pixel == Some(color)).count() as f64
                >= DRAWN * (part.width * part.height) as f64
        };
        let along_rows = |columns: &Range<usize>| {
            let mut parts = self.rows.iter().map(|rows| crossing(columns, rows));
            parts.all(is_drawn)
        };
        let along_columns = |rows: &Range<usize>| {
            let mut parts = self.columns.iter().map(|columns| crossing(columns, rows));
            parts.all(is_drawn)
        };
        Some(Lattice {
            columns: Steps::of(&self.columns)?.cells(raster.width(), along_rows),
            rows: Steps::of(&self.rows)?.cells(raster.height(), along_columns),
        })
    }
}

/// The colours that lines may have, the most common one first.
fn common_colors(raster: &Raster) -> Vec<Rgb> {
    let least = DRAWN_OF_PICTURE * (raster.width() + raster.height()) as f64;
    let colors = ColorCounts::of(raster.pixels()).by_frequency();
    let likely = colors.into_iter().take(CANDIDATES);
    let drawn = likely.take_while(|(_, count)| *count as f64 >= least);
    drawn.map(|(color, _)| color).collect()
}

/// What is between lines, and before and behind them, if all is of one size.
fn even_cells(lines: &[Range<usize>], length: usize) -> Option<Vec<Range<usize>>> {
    let starts = iter::once(0).chain(lines.iter().map(|line| line.end));
    let ends = (lines.iter().map(|line| line.start)).chain([length]);
    let cells = starts.zip(ends).map(|(start, end)| start..end);
    let cells: Vec<Range<usize>> = cells.filter(|cell| !cell.is_empty()).collect();
    let is_even = cells.windows(2).all(|pair| pair[0].len() == pair[1].len());
    (is_even && !cells.is_empty()).then_some(cells)
}

/// The colour of each row that has but one.
fn colors_of_rows(raster: &Raster) -> Vec<Option<Rgb>> {
    let color = |row: &[Option<Rgb>]| {
        let first = *row.first()?;
        first.filter(|_| row.iter().all(|pixel| *pixel == first))
    };
    raster.rows().map(color).collect()
}

/// Whether a colour is the background, which happens to be empty all across at equal distances: it is what most of the
/// cells show, or goes on from the lines into many of them.
fn is_ground(raster: &Raster, color: Rgb, lattice: &Lattice) -> bool {
    /// Of so many cells one may have a side in the colour of the lines. Tuned on the sheets of OpenGFX, whose boxes stand in
    /// rows on white.
    const OPEN: usize = 4;

    let is_all = |part: Bounds| pixels(raster, part).all(|pixel| pixel == Some(color));
    let cells: Vec<Bounds> = lattice.bounds().filter(|cell| !is_all(*cell)).collect();
    let open = cells
        .iter()
        .filter(|cell| sides(**cell).into_iter().any(is_all));
    let inside = lattice.bounds().flat_map(|cell| pixels(raster, cell));
    OPEN * open.count() > cells.len() || most_common(inside) == Some(color)
}

/// The outermost columns and rows of a cell.
fn sides(cell: Bounds) -> [Bounds; 4] {
    let (right, bottom) = (cell.columns().end - 1, cell.rows().end - 1);
    [
        Bounds { width: 1, ..cell },
        Bounds { height: 1, ..cell },
        Bounds {
            left: right,
            width: 1,
            ..cell
        },
        Bounds {
            top: bottom,
            height: 1,
            ..cell
        },
    ]
}

fn crossing(columns: &Range<usize>, rows: &Range<usize>) -> Bounds {
    Bounds {
        left: columns.start,
        top: rows.start,
        width: columns.len(),
        height: rows.len(),
    }
}

fn whole(raster: &Raster) -> Bounds {
    crossing(&(0..raster.width()), &(0..raster.height()))
}

fn stretches(flags: impl Iterator<Item = bool>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (place, _) in flags.enumerate().filter(|(_, flag)| *flag) {
        match found.last_mut() {
            Some(last) if last.end == place => last.end += 1,
            _ => found.push(place..place + 1),
        }
    }
    found
}

fn pixels(raster: &Raster, part: Bounds) -> impl Iterator<Item = Option<Rgb>> {
    let rows = part
        .rows()
        .flat_map(move |y| &raster.row(y)[part.columns()]);
    rows.copied()
}

/// The outermost pixels of a part of a picture; those in its corners twice.
pub fn edge(raster: &Raster, cell: Bounds) -> impl Iterator<Item = Option<Rgb>> {
    let (right, bottom) = (cell.columns().end - 1, cell.rows().end - 1);
    let rows = (cell.columns()).flat_map(move |x| [(x, cell.top), (x, bottom)]);
    let columns = (cell.rows()).flat_map(move |y| [(cell.left, y), (right, y)]);
    rows.chain(columns).map(|(x, y)| raster.color(x, y))
}

/// The colour of more than half of the pixels.
pub fn most_common(pixels: impl Iterator<Item = Option<Rgb>>) -> Option<Rgb> {
    let pixels: Vec<Option<Rgb>> = pixels.collect();
    let counts = ColorCounts::of(&pixels);
    let most = counts.entries().iter().max_by_key(|(_, count)| *count);
    let most = most.filter(|(_, count)| 2 * count > pixels.len());
    most.map(|(color, _)| *color)
}
