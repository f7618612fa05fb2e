//! An invisible grid: adjacent tiles, found by the period of the discontinuities between them.
//!
//! Where two tiles meet, fewer pixels go on in the colour of their neighbours than within a tile. A pitch is taken if
//! this is so on all of its lines together and on every second one by itself, by more than chance brings about.

use std::ops::Range;

use super::lattice::Lattice;
use crate::color::Rgb;
use crate::picture::Raster;
use crate::sprite::Component;

/// Cells smaller than this are texture. The numbers of this file were tuned on 52 sheets of freeciv, freedroidrpg,
/// mrrescue and Tiled's examples, some packed anew, with their authors' rectangles.
const MIN_CELL: usize = 7;

/// Channels that differ by at most this count as the same colour.
const ALIKE: u8 = 32;

/// By how many standard errors less must go on over the lines, ...
const SURE: f64 = 3.5;

/// ... and where the cells do not fill the picture evenly.
const SURE_OF_UNEVEN: f64 = 6.0;

/// What goes on between two rows of cells of any height, relative to all seams.
const BREAK_OF_BAND: f64 = 0.08;

/// Of grids that differ by no more than this the simplest is taken.
const TIE: f64 = 0.1;

/// Cells at whose edges the picture breaks off.
pub struct BreakingCells {
    pub lattice: Lattice,
    edges: Edges,
}

/// How regular the edges of cells are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edges {
    /// Regular along both sides, each of which is sure by itself.
    Sure,
    /// Regular along both sides.
    Regular,
    /// Regular along one side only.
    Irregular,
}

/// The cells at whose edges the picture breaks off, if it does so regularly at least along one side. The background
/// is transparent by now.
pub fn periodic_cells(raster: &Raster) -> Option<BreakingCells> {
    let (across, down) = (Axis::across(raster), Axis::down(raster));
    let (columns, rows) = (across.periods(), down.periods());
    let by_columns =
        (columns.iter()).filter_map(|column| Some([*column, down.like(column, &rows)?]));
    let by_rows = (rows.iter()).filter_map(|row| Some([across.like(row, &columns)?, *row]));
    let both = [&across, &down];
    let square = filling(both, by_columns).or_else(|| filling(both, by_rows));
    let first = |axis, periods: &[Period]| {
        let [period] = filling([axis], periods.iter().map(|period| [*period]))?;
        Some(period)
    };
    let (column, row) = match (square, first(&across, &columns), first(&down, &rows)) {
        (Some([column, row]), ..) => (Some(column), Some(row)),
        (None, Some(column), None) => (Some(column), down.beside(&column)),
        (None, None, Some(row)) => (across.beside(&row), Some(row)),
        (None, None, None) => clear_square(&across, &down).unzip(),
        (None, column, row) => (column, row),
    };
    let edges = match (&column, &row) {
        (Some(column), Some(row)) if column.sureness.min(row.sureness) > SURE => Edges::Sure,
        (Some(_), Some(_)) => Edges::Regular,
        _ => Edges::Irregular,
    };
    let (columns, rows) = match (column, row) {
        (None, None) => return None,
        (Some(column), Some(row)) => (across.cells(column), down.cells(row)),
        (Some(column), None) => (across.cells(column), down.bands(column)?),
        (None, Some(row)) => (across.bands(row)?, down.cells(row)),
    };
    Some(BreakingCells {
        lattice: Lattice { columns, rows },
        edges,
    })
}

/// Squares over whose edges almost nothing goes on, if that is as sure both ways together as it has to be one way.
fn clear_square(across: &Axis, down: &Axis) -> Option<(Period, Period)> {
    /// What goes on over their edges at most, relative to all seams. Set by hand; three sheets of 306 turn on this rule.
    const BREAK: f64 = 0.25;

    let clear = |axis: &Axis, pitch| axis.period(pitch).filter(|period| period.contact < BREAK);
    let squares = (MIN_CELL..=across.length().min(down.length()) / 2)
        .filter_map(|pitch| Some([clear(across, pitch)?, clear(down, pitch)?]));
    let is_sure = |[a, b]: &[Period; 2]| a.sureness.hypot(b.sureness) > SURE;
    let [column, row] = filling([across, down], squares.filter(is_sure))?;
    Some((column, row))
}

/// The first of the periods that were found along these sides, from the smallest on, or one that is hardly larger, as
/// clear, and fills the sides evenly: where sprites stand apart, cells of several sizes have their edges between them.
fn filling<const SIDES: usize>(
    sides: [&Axis; SIDES],
    found: impl Iterator<Item = [Period; SIDES]>,
) -> Option<[Period; SIDES]> {
    /// How many times as large it is at most. Set by hand; one sheet of 247 turns on it, and three
    /// of them that were packed anew.
    const LARGER: f64 = 1.1;

    let mut found = found.peekable();
    let smallest = *found.peek()?;
    let all = |periods: &[Period; SIDES], is_so: fn(&Period, &Period) -> bool| {
        let mut pairs = periods.iter().zip(&smallest);
        pairs.all(|(period, smallest)| is_so(period, smallest))
    };
    let is_near = |periods: &[Period; SIDES]| {
        all(periods, |period, smallest| {
            period.pitch as f64 <= LARGER * smallest.pitch as f64
        })
    };
    let fills = |periods: &[Period; SIDES]| {
        let mut sides = sides.iter().zip(periods);
        all(periods, |period, smallest| {
            period.contact <= smallest.contact + TIE
        }) && sides.all(|(side, period)| side.is_filled_by(period))
    };
    let larger = found.take_while(is_near).find(fills);
    Some(larger.unwrap_or(smallest))
}

impl BreakingCells {
    /// Whether they hold the shapes. A sheet on which sprites stand freely seems to have a period now and then.
    pub fn hold(&self, shapes: &[Component]) -> bool {
        /// The largest part of them that may lie across the edges, ...
        const CROSSING: f64 = 0.2;
        /// ... where the picture breaks off both ways as surely as it must one way, like a font with letters that touch, ...
        // Set by hand: of 490 sheets one, a font, is cut for it, and of two that must not be 0.35 and 0.41 lie across.
        const CROSSING_SURE: f64 = 0.33;
        /// ... and where not all edges are regular. Tuned on 91 sheets of 27 packages with their authors' rectangles.
        const CROSSING_IRREGULAR: f64 = 0.1;

        let most = match self.edges {
            Edges::Sure => CROSSING_SURE,
            Edges::Regular => CROSSING,
            Edges::Irregular => CROSSING_IRREGULAR,
        };
        let is_regular = self.edges != Edges::Irregular;
        let lattice = &self.lattice;
        let hold_few = lattice.holds_few_each(shapes);
        lattice.crossing(shapes) <= most
            && (hold_few || is_regular && lattice.shows_one_each(shapes))
    }
}

/// One side of the picture. A seam is what lies before a column, or a row.
pub struct Axis {
    /// Pixels that go on over each seam in the same colour.
    contacts: Vec<usize>,
    /// Whether a column or row shows anything.
    is_filled: Vec<bool>,
    mean: f64,
    deviation: f64,
}

#[derive(Clone, Copy)]
struct Period {
    pitch: usize,
    start: usize,
    spacing: usize,
    /// What goes on over the lines, relative to all seams.
    contact: f64,
    /// By how many standard errors that is less.
    sureness: f64,
}

impl Axis {
    pub fn across(raster: &Raster) -> Axis {
        let mut contacts = vec![0; raster.width()];
        let mut is_filled = vec![false; raster.width()];
        for row in raster.rows() {
            for (x, pixel) in row.iter().enumerate() {
                is_filled[x] |= pixel.is_some();
                contacts[x] += usize::from(x > 0 && goes_on(row[x - 1], *pixel));
            }
        }
        Axis::new(contacts, is_filled)
    }

    pub fn down(raster: &Raster) -> Axis {
        let contact = |y: usize| match y.checked_sub(1) {
            Some(above) => {
                let pairs = raster.row(above).iter().zip(raster.row(y));
                pairs.filter(|(a, b)| goes_on(**a, **b)).count()
            }
            None => 0,
        };
        let is_filled = raster.rows().map(|row| row.iter().any(Option::is_some));
        Axis::new(
            (0..raster.height()).map(contact).collect(),
            is_filled.collect(),
        )
    }

    fn new(contacts: Vec<usize>, is_filled: Vec<bool>) -> Axis {
        let seams = contacts.len().saturating_sub(1).max(1) as f64;
        let mean = contacts.iter().sum::<usize>() as f64 / seams;
        let square = |contact: &usize| (*contact as f64 - mean).powi(2);
        let variance = contacts.iter().skip(1).map(square).sum::<f64>() / seams;
        Axis {
            contacts,
            is_filled,
            mean,
            deviation: variance.sqrt(),
        }
    }

    /// The mean contact over the lines of a pitch, relative to that over all seams.
    pub fn contact_at(&self, pitch: usize) -> f64 {
        self.contact_from(pitch, pitch)
    }

    /// The same over the lines of a pitch from one on.
    pub fn contact_from(&self, first: usize, pitch: usize) -> f64 {
        let lines: Vec<usize> = (first..self.length()).step_by(pitch).collect();
        self.contact_over(lines.iter(), 0)
    }

    /// Whether all cells of a pitch have a gap at the same place, between what they show.
    pub fn has_gaps_within(&self, pitch: usize) -> bool {
        let mut is_filled = vec![false; pitch];
        for cell in self.is_filled.chunks(pitch) {
            for (all, is_filled) in is_filled.iter_mut().zip(cell) {
                *all |= is_filled;
            }
        }
        let parts = is_filled.chunk_by(|a, b| a == b);
        parts.filter(|part| part[0]).count() > 1
    }

    pub fn length(&self) -> usize {
        self.contacts.len()
    }

    /// From the smallest pitch on.
    fn periods(&self) -> Vec<Period> {
        /// How much may go on over the lines of a grid, relative to all seams.
        const BREAK: f64 = 0.72;

        let periods = (MIN_CELL..=self.length() / 2).filter_map(|pitch| self.period(pitch));
        let is_sure = |period: &Period| period.contact < BREAK && period.sureness > SURE;
        periods.filter(is_sure).collect()
    }

    /// The period with the pitch of one along the other side.
    fn like(&self, other: &Period, periods: &[Period]) -> Option<Period> {
        /// By how many standard errors less must go on over the lines of a pitch that is already known from the other side
        /// of the picture, and ...
        const SURE_OF_SQUARE: f64 = 3.0;
        /// ... for one over whose lines at most half as much goes on.
        const SURE_OF_CLEAR_SQUARE: f64 = 0.9;

        let known = periods.iter().find(|period| period.pitch == other.pitch);
        let is_likely = |period: &Period| {
            period.sureness > SURE_OF_SQUARE
                || period.contact < 0.5 && period.sureness > SURE_OF_CLEAR_SQUARE
        };
        known
            .copied()
            .or_else(|| self.period(other.pitch).filter(is_likely))
    }

    /// The surest of the clearest periods of cells that have about the shape of a square with one along the other side.
    fn beside(&self, other: &Period) -> Option<Period> {
        /// How much may go on over the lines along one side if those along the other are sure, relative to all seams,
        /// ...
        const BREAK_OF_OTHER: f64 = 0.25;
        /// ... by how many standard errors less, ...
        const SURE_OF_OTHER: f64 = 2.0;
        /// ... the same where the cells fill the picture evenly, and ...
        const SURE_OF_EVEN_OTHER: f64 = 0.8;
        /// ... how many times as long as wide a cell is then at most. Tuned, as what joins sprites of two cells, on 48
        /// sheets of 14 packages with their authors' rectangles.
        const LONGEST: usize = 2;

        let pitches = MIN_CELL.max(other.pitch.div_ceil(LONGEST))..=LONGEST * other.pitch;
        let is_clear = |period: &Period| {
            let least = match self.length().is_multiple_of(period.pitch) {
                true => SURE_OF_EVEN_OTHER,
                false => SURE_OF_OTHER,
            };
            period.contact < BREAK_OF_OTHER && period.sureness > least
        };
        let clear: Vec<Period> = pitches
            .filter_map(|pitch| self.period(pitch).filter(is_clear))
            .collect();
        let contacts = clear.iter().map(|period| period.contact);
        let least = contacts.fold(f64::INFINITY, f64::min);
        let clearest = clear
            .into_iter()
            .filter(|period| period.contact <= least + TIE);
        clearest.max_by(|a, b| a.sureness.total_cmp(&b.sureness))
    }

    /// The period with a pitch that breaks the picture most.
    fn period(&self, pitch: usize) -> Option<Period> {
        let is_possible = self.mean > 0.0 && pitch <= self.length() / 2;
        let margins = [(0, 0), (0, 1), (1, 1), (0, 2), (2, 2), (1, 0), (1, 2)];
        let margins = margins.into_iter().filter(|_| is_possible);
        let found: Vec<Period> = (margins)
            .filter_map(|(start, spacing)| self.period_from(pitch, start, spacing))
            .collect();
        let contacts = found.iter().map(|period| period.contact);
        let least = contacts.fold(f64::INFINITY, f64::min);
        found
            .into_iter()
            .find(|period| period.contact <= least + TIE)
    }

    fn period_from(&self, pitch: usize, start: usize, spacing: usize) -> Option<Period> {
        /// Of fewer lines every third one by itself says nothing. Set by hand; two sheets of 234 turn on it.
        const FEWEST_IN_THREE: usize = 15;

        let is_blank = |range: Range<usize>| !self.is_filled[range].contains(&true);
        let lines: Vec<usize> = (start + pitch..self.length()).step_by(pitch).collect();
        let is_spaced = lines.iter().all(|line| is_blank(line - spacing..*line));
        if lines.is_empty() || !is_spaced || !is_blank(0..start) {
            return None;
        }
        let contact = self.contact_over(lines.iter(), spacing);
        // Else a multiple of the pitch is one. A sprite of two cells may hide one line of three, though, and a few lines
        // differ by chance.
        let breaks_within = |step: usize| {
            let part = |skip| self.contact_over(lines.iter().skip(skip).step_by(step), spacing);
            let mut parts: Vec<f64> = (0..step.min(lines.len())).map(part).collect();
            parts.sort_unstable_by(f64::total_cmp);
            parts
                .get(1)
                .is_none_or(|part| *part < (1.0 + contact) / 2.0)
        };
        let breaks_everywhere =
            breaks_within(2) && (lines.len() < FEWEST_IN_THREE || breaks_within(3));
        let sureness = self.sureness(contact, lines.len());
        let is_even = self.is_even(pitch, start, spacing);
        let is_sure = is_even || lines.len() >= 4 && sureness > SURE_OF_UNEVEN;
        (breaks_everywhere && is_sure).then_some(Period {
            pitch,
            start,
            spacing,
            contact,
            sureness,
        })
    }

    /// By how many standard errors a contact over so many lines is less than over as many seams anywhere.
    pub fn sureness(&self, contact: f64, lines: usize) -> f64 {
        (1.0 - contact) * self.mean * (lines as f64).sqrt() / self.deviation
    }

    /// Whether the last cell ends where the picture does.
    fn is_filled_by(&self, period: &Period) -> bool {
        (self.length() + period.spacing - period.start).is_multiple_of(period.pitch)
    }

    /// Whether the last cell ends where the picture does, or is mostly filled by what is in it.
    fn is_even(&self, pitch: usize, start: usize, spacing: usize) -> bool {
        let rest = (self.length() + spacing - start) % pitch;
        let end = self.is_filled.iter().rposition(|is_filled| *is_filled);
        let filled = (end.map_or(0, |end| end + 1) + spacing).saturating_sub(start) % pitch;
        rest == 0 || rest == start || filled == 0 || 4 * filled >= 3 * pitch
    }

    /// The mean contact over lines, before or behind the spacing at each, relative to that over all seams.
    fn contact_over<'a>(&self, lines: impl Iterator<Item = &'a usize>, spacing: usize) -> f64 {
        let contact = |line: &usize| self.contacts[*line].max(self.contacts[line - spacing]);
        let (count, sum) = lines.fold((0, 0), |(count, sum), line| {
            (count + 1, sum + contact(line))
        });
        match count {
            0 => 0.0,
            _ => sum as f64 / f64::from(count) / self.mean,
        }
    }

    /// The last cell may be cut off.
    fn cells(&self, period: Period) -> Vec<Range<usize>> {
        let starts = (period.start..self.length()).step_by(period.pitch);
        if period.spacing == 0 {
            return self.touching_cells(starts.collect());
        }
        let size = period.pitch - period.spacing;
        let cells = starts.map(|start| start..(start + size).min(self.length()));
        cells.collect()
    }

    /// Cells from each start to the next one, of which those of one sprite are joined.
    fn touching_cells(&self, mut starts: Vec<usize>) -> Vec<Range<usize>> {
        /// A line over which so much goes on, relative to all seams, lies within sprites of two cells, if many lines do,
        /// ...
        const GOING_ON: f64 = 0.9;
        /// ... and at most so much goes on over most others.
        const CLEAR: f64 = 0.1;

        let contact = |start: &usize| self.contacts[*start] as f64 / self.mean;
        let lines = starts.len() - 1;
        let count = |is_meant: fn(f64) -> bool| {
            let contacts = starts.iter().skip(1).map(contact);
            contacts.filter(|contact| is_meant(*contact)).count()
        };
        let clear = count(|contact| contact <= CLEAR);
        let within = count(|contact| contact >= GOING_ON);
        if 2 * clear >= lines && 4 * within >= lines {
            starts.retain(|start| contact(start) < GOING_ON);
        }
        self.between(&starts)
    }

    /// Cells of any size, between seams over which almost nothing goes on, beside a period along the other side. `None`
    /// if one is too long for what has that period.
    fn bands(&self, other: Period) -> Option<Vec<Range<usize>>> {
        /// How many times as long as the pitch along the other side a cell is at most. Tuned on 91 sheets of 27
        /// packages with their authors' rectangles.
        const LONGEST: usize = 4;

        let most = BREAK_OF_BAND * self.mean;
        let mut starts = vec![0];
        for (place, contact) in self.contacts.iter().enumerate() {
            let is_high = starts.last().is_some_and(|start| place >= start + MIN_CELL);
            if is_high && *contact as f64 <= most {
                starts.push(place);
            }
        }
        let bands = self.between(&starts);
        let fits = bands.iter().all(|band| band.len() <= LONGEST * other.pitch);
        fits.then_some(bands)
    }

    fn between(&self, starts: &[usize]) -> Vec<Range<usize>> {
        let ends = starts.iter().skip(1).copied().chain([self.length()]);
        starts
            .iter()
            .zip(ends)
            .map(|(start, end)| *start..end)
            .collect()
    }
}

/// Whether two pixels beside each other show something, and about the same colour.
pub fn goes_on(a: Option<Rgb>, b: Option<Rgb>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.is_near(b, ALIKE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::noise;
    use crate::sprite::connected_components;
    use crate::sprite::sheet::Cells;

    #[test]
    fn a_third_of_a_tile_is_no_period_although_each_third_line_breaks_off() {
        let colors = noise(6, 6, 9);
        let tiles = Raster::from_fn(6 * 24, 6 * 24, |x, y| colors.color(x / 24, y / 24));
        let cells = periodic_cells(&tiles).unwrap();
        assert_eq!(cells.lattice.cell_size(), (24, 24));
    }

    #[test]
    fn squares_may_be_clear_both_ways_together() {
        // Few tiles, of which one touches its neighbours right and below.
        let tiles = Raster::from_fn(5 * 16, 4 * 16, |x, y| {
            let is_wide = (x / 16, y / 16) == (1, 1) || (x, y) == (32, 24) || (x, y) == (24, 32);
            let is_ball = (x % 16).abs_diff(8) + (y % 16).abs_diff(8) < 8;
            (is_wide || is_ball).then_some(Rgb::new(200, 90, 20))
        });
        let (across, down) = (Axis::across(&tiles), Axis::down(&tiles));
        assert!(across.periods().is_empty() && down.periods().is_empty());
        let cells = periodic_cells(&tiles).unwrap();
        assert_eq!(cells.lattice.cell_size(), (16, 16));
    }

    fn hold(sheet: &Raster, edges: Edges) -> bool {
        let cells = BreakingCells {
            lattice: Lattice::of(Cells::side_by_side(32, 32), sheet).unwrap(),
            edges,
        };
        cells.hold(&connected_components(sheet, 0))
    }

    #[test]
    fn cells_may_hold_small_parts_beside_a_large_one_but_not_several_sprites() {
        let balls_beside = |others: usize| {
            Raster::from_fn(6 * 32, 5 * 32, |x, y| {
                let [x, y] = [x % 32, y % 32];
                let is_ball = x.abs_diff(11).pow(2) + y.abs_diff(15).pow(2) < 81;
                let is_other = (y + 5) % 10 < others && x.abs_diff(26) <= others / 2 && y < 30;
                (is_ball || is_other).then_some(Rgb::new(200, 90, 20))
            })
        };
        assert!(hold(&balls_beside(3), Edges::Regular));
        assert!(!hold(&balls_beside(3), Edges::Irregular));
        assert!(!hold(&balls_beside(9), Edges::Regular));
    }

    #[test]
    fn sprites_may_lie_across_edges_that_are_sure() {
        let balls = Raster::from_fn(8 * 32, 4 * 32, |x, y| {
            let is_across = (x / 32 % 4 + y / 32).is_multiple_of(4) && x / 32 % 4 < 3;
            let is_beside = x / 32 % 4 > 0 && (x / 32 % 4 - 1 + y / 32).is_multiple_of(4);
            let at = |shift: usize| {
                ((x + shift) % 32).abs_diff(15).pow(2) + (y % 32).abs_diff(15).pow(2)
            };
            let is_ball = match (is_across, is_beside) {
                (true, _) => x % 32 > 15 && at(16) < 81,
                (_, true) => x % 32 < 16 && at(16) < 81,
                _ => at(0) < 81,
            };
            is_ball.then_some(Rgb::new(200, 90, 20))
        });
        assert!(hold(&balls, Edges::Sure) && !hold(&balls, Edges::Regular));
    }

    #[test]
    fn of_sprites_that_stand_apart_the_cells_fill_the_picture() {
        let balls = Raster::from_fn(6 * 40, 4 * 40, |x, y| {
            let is_ball = (x % 40).abs_diff(18).pow(2) + (y % 40).abs_diff(18).pow(2) < 225;
            is_ball.then_some(Rgb::new(200, 90, 20))
        });
        let cells = periodic_cells(&balls).unwrap();
        assert_eq!(cells.lattice.cell_size(), (40, 40));
    }
}
