//! The article's tables: a packed matrix for every emitter layout and for every platform.
//!
//! They are kept as text in the article's letter format, one file for each number of emitters; `A`
//! marks the blocks of three, `B`, `C`, ... the pieces in the order of play. A platform's `A` is
//! the T that it stands on, its last letter the piece that removes it. On other widths than the tables' own, patterns and
//! platforms are packed when they are needed.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use super::layout::EmitterLayout;
use super::letters::{Lettering, LetteringError};
use super::packing::{Packer, Packing, PackingEffort, Site};
use super::skyline::Skyline;
use crate::game::{Column, PieceDrop, Pose};
use crate::plan::{Monitor, PlanError, Progress};

/// The width that the tables are made for.
pub const WIDTH: usize = 21;

/// The most emitters in one layout of theirs.
const MOST_BLOCKS: usize = WIDTH / EmitterLayout::BLOCK;

/// The narrowest field that the article's method prints on: between the margins of two columns stay three for a piece.
pub const LEAST_WIDTH: usize = 7;

/// The widest one, by what the heights of columns are kept in.
pub const MOST_WIDTH: usize = Skyline::MAX_WIDTH;

/// Whether the article's method prints on a field this wide.
///
/// A pass that leaves one square over complete rows needs a number of cells that is not even, so rows of odd width.
pub fn is_printable_width(width: usize) -> bool {
    width % 2 == 1 && (LEAST_WIDTH..=MOST_WIDTH).contains(&width)
}

/// Rows of a platform, one of which clears while it is built.
pub const PLATFORM_ROWS: u8 = 4;

/// Rows that a table pattern may reach over the lowest incomplete one. With it every pattern stays
/// inside the field even over a platform on the 32nd row of a field 42 rows high.
pub const CEILING: u8 = 5;

/// The article's searches gave up a start after 1000 insertions; far fewer find as much sooner.
pub const MAX_ATTEMPTS: u32 = 100;

/// A matrix over one emitter layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Columns of the field.
    pub width: usize,
    /// Where the emitters stand.
    pub layout: EmitterLayout,
    /// Rows that it fills, so lines that it clears.
    pub rows: usize,
    /// The pieces that fill it, without the emitters.
    pub drops: Vec<PieceDrop>,
}

impl Pattern {
    /// The pattern drawn with letters.
    pub fn lettering(&self) -> Lettering {
        let mut lettering = Lettering::new(self.width);
        lettering.put_mask(self.layout.mask(), 0, 0);
        let mut heights: Vec<usize> = (0..self.width)
            .map(|column| (self.layout.mask() >> column & 1) as usize)
            .collect();
        lettering.stack(&mut heights, &self.drops, 1);
        lettering
    }

    /// The pattern over a layout: from the tables on their width, packed on the spot on others; `None` if none is found.
    pub fn over(width: usize, layout: EmitterLayout) -> Option<Cow<'static, Pattern>> {
        if width == WIDTH {
            return Some(Cow::Borrowed(Patterns::get().of_layout(layout)));
        }
        let mut packer = Packer::new(table_site(width), ON_THE_SPOT_SEED, &());
        let pattern = search_pattern(&mut packer, layout, ON_THE_SPOT);
        pattern.ok().map(Cow::Owned)
    }

    fn parse(lettering: &Lettering) -> Result<Self, LetteringError> {
        let layout = EmitterLayout::from_mask(lettering.mask(0, 0));
        Ok(Pattern {
            width: lettering.width(),
            layout,
            rows: lettering.row_count(),
            drops: lettering.drops(1)?,
        })
    }
}

/// A flat platform over a row with holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    /// Columns of the field.
    pub width: usize,
    /// The pieces that build it, the T that it stands on first.
    pub opening: Vec<PieceDrop>,
    /// The piece that completes its three rows and so removes it.
    pub closing: PieceDrop,
}

impl Platform {
    /// The platforms on a field of [such a width](is_printable_width), by the column of their T.
    pub fn on(width: usize) -> &'static [Platform] {
        static SEARCHED: [OnceLock<Vec<Platform>>; Skyline::MAX_WIDTH + 1] =
            [const { OnceLock::new() }; Skyline::MAX_WIDTH + 1];
        if width == WIDTH {
            return Patterns::get().platforms();
        }
        SEARCHED[width].get_or_init(|| {
            // They stand on even columns: that is proved on 21 columns, and no others were met elsewhere.
            let columns = (0..=width - EmitterLayout::BLOCK).step_by(2);
            search_platforms(width, columns, ON_THE_SPOT_SEED, ON_THE_SPOT, &())
        })
    }

    /// A platform that can stand on a cell in `column`.
    pub fn over(width: usize, column: usize) -> Option<&'static Platform> {
        Platform::on(width).iter().find(|platform| {
            (platform.column()..platform.column() + EmitterLayout::BLOCK).contains(&column)
        })
    }

    /// The leftmost column of the T it stands on.
    pub fn column(&self) -> usize {
        self.opening[0].column.0
    }

    /// The platform drawn with letters.
    pub fn lettering(&self) -> Lettering {
        let mut lettering = Lettering::new(self.width);
        let drops: Vec<PieceDrop> = self.opening.iter().copied().chain([self.closing]).collect();
        lettering.stack(&mut vec![0; self.width], &drops, 0);
        lettering
    }

    fn parse(lettering: &Lettering) -> Result<Option<Self>, LetteringError> {
        let mut opening = lettering.drops(0)?;
        Ok(opening.pop().map(|closing| Platform {
            width: lettering.width(),
            opening,
            closing,
        }))
    }
}

/// All patterns and platforms on one width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    width: usize,
    emitters: Vec<Vec<Pattern>>,
    by_mask: FxHashMap<u32, (u32, u32)>,
    platforms: Vec<Platform>,
}

impl Patterns {
    /// The tables that the program carries.
    pub fn get() -> &'static Patterns {
        static TABLES: LazyLock<Patterns> = LazyLock::new(|| {
            let emitters = EMITTER_FILES.map(|text| parse_file(text, Pattern::parse));
            let platforms = parse_file(PLATFORM_FILE, Platform::parse);
            Patterns::new(
                WIDTH,
                emitters.into(),
                platforms.into_iter().flatten().collect(),
            )
        });
        &TABLES
    }

    fn new(width: usize, emitters: Vec<Vec<Pattern>>, platforms: Vec<Platform>) -> Self {
        let mut by_mask = FxHashMap::default();
        for (block, patterns) in emitters.iter().enumerate() {
            for (index, pattern) in patterns.iter().enumerate() {
                by_mask.insert(pattern.layout.mask(), (block as u32, index as u32));
            }
        }
        Patterns {
            width,
            emitters,
            by_mask,
            platforms,
        }
    }

    /// Columns of the field.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The most emitters in one layout.
    pub fn most_blocks(&self) -> usize {
        self.emitters.len()
    }

    /// The patterns with this number of emitters, from 1 on, ordered by their layouts.
    pub fn with_blocks(&self, blocks: usize) -> &[Pattern] {
        &self.emitters[blocks - 1]
    }

    /// All patterns, by their number of emitters.
    pub fn iter(&self) -> impl Iterator<Item = &Pattern> {
        self.emitters.iter().flatten()
    }

    /// The pattern over a layout; every layout on the width of the tables has one.
    pub fn of_layout(&self, layout: EmitterLayout) -> &Pattern {
        let (block, index) = self.by_mask[&layout.mask()];
        &self.emitters[block as usize][index as usize]
    }

    /// The platforms, ten on the width of the tables, by the column of their T.
    pub fn platforms(&self) -> &[Platform] {
        &self.platforms
    }

    /// The text of the file that keeps the patterns with this number of emitters.
    pub fn emitter_file(&self, blocks: usize) -> String {
        write_file(self.with_blocks(blocks).iter().map(Pattern::lettering))
    }

    /// The text of the file that keeps the platforms.
    pub fn platform_file(&self) -> String {
        write_file(self.platforms.iter().map(Platform::lettering))
    }

    /// Finds all patterns and platforms anew on [a width](is_printable_width), with the fewest rows that the search can
    /// reach; a smaller number is given up only if it is proved impossible or `effort` is spent.
    ///
    /// Errors: [`PlanError::Cancelled`], [`PlanError::NotFound`].
    pub fn search(
        width: usize,
        seed: u64,
        effort: PackingEffort,
        monitor: &dyn Monitor,
    ) -> Result<Self, PlanError> {
        let layouts: Vec<Vec<EmitterLayout>> = (1..=width / EmitterLayout::BLOCK)
            .map(|blocks| EmitterLayout::all(width, blocks))
            .collect();
        let total = layouts.iter().map(Vec::len).sum::<usize>() as u64;
        let mut packer = Packer::new(table_site(width), seed, monitor);
        let mut done = 0;
        let mut search = |layout: EmitterLayout| {
            let pattern = search_pattern(&mut packer, layout, effort);
            if monitor.is_cancelled() {
                return Err(PlanError::Cancelled);
            }
            done += 1;
            monitor.on_progress(Progress {
                done,
                total,
                pieces: None,
            });
            pattern
        };
        let emitters = layouts
            .into_iter()
            .map(|layouts| layouts.into_iter().map(&mut search).collect())
            .collect::<Result<_, _>>()?;
        let columns = 0..=width - EmitterLayout::BLOCK;
        let platforms = search_platforms(width, columns, seed, effort, monitor);
        if monitor.is_cancelled() {
            return Err(PlanError::Cancelled);
        }
        Ok(Patterns::new(width, emitters, platforms))
    }
}

/// What patterns on the spot are packed with. The starts are set by hand: with them a heart, noise and lone dots print on
/// every odd width.
const ON_THE_SPOT: PackingEffort = PackingEffort {
    attempts: MAX_ATTEMPTS,
    starts: 10_000,
};
const ON_THE_SPOT_SEED: u64 = 1;

/// Where patterns are packed that serve on any row.
fn table_site(width: usize) -> Site {
    Site {
        ceiling: CEILING,
        ..Site::bare(width)
    }
}

/// The least number of rows over a layout for which the area is divisible by four; more rows come
/// in steps of four.
pub fn least_rows(width: usize, filled: usize) -> u8 {
    (1..=4)
        .find(|rows| (width * *rows as usize + 4 * width - filled).is_multiple_of(4))
        .unwrap_or(4)
}

fn search_pattern(
    packer: &mut Packer<'_>,
    layout: EmitterLayout,
    effort: PackingEffort,
) -> Result<Pattern, PlanError> {
    let width = packer.width();
    let start = Skyline::of_row(width, layout.mask());
    let least = least_rows(width, layout.mask().count_ones() as usize);
    (least..=Skyline::MAX_HEIGHT)
        .step_by(4)
        .find_map(|rows| {
            Some(Pattern {
                width,
                layout,
                rows: rows as usize,
                drops: packer.pack(start, rows, effort).drops()?,
            })
        })
        .ok_or(PlanError::NotFound)
}

/// Tries to prove that a layout needs more than `rows` rows.
pub fn prove_layout(
    width: usize,
    layout: EmitterLayout,
    rows: u8,
    monitor: &dyn Monitor,
) -> Packing {
    let mut packer = Packer::new(Site::bare(width), 0, monitor);
    packer.pack(
        Skyline::of_row(width, layout.mask()),
        rows,
        PackingEffort::PROOF,
    )
}

/// The platforms that exist, by the column of their T: for each the piece that removes it is tried
/// on the left (J) and on the right (L).
fn search_platforms(
    width: usize,
    columns: impl Iterator<Item = usize>,
    seed: u64,
    effort: PackingEffort,
    monitor: &dyn Monitor,
) -> Vec<Platform> {
    let mut packers = closings(width).map(|closing| {
        let site = Site {
            closing: Some(closing),
            ..Site::bare(width)
        };
        (closing, Packer::new(site, seed, monitor))
    });
    columns
        .filter_map(|column| {
            packers
                .iter_mut()
                .find_map(|(closing, packer)| search_platform(packer, *closing, column, effort))
        })
        .collect()
}

/// The only pieces that can remove a platform: an upright J in the left corner, or its mirror
/// image.
fn closings(width: usize) -> [PieceDrop; 2] {
    [
        PieceDrop::new(Pose::JRight, Column(0)),
        PieceDrop::new(Pose::LLeft, Column(width - 2)),
    ]
}

/// The heights of an upright T's three columns, a nibble a column.
const T_UP_HEIGHTS: u16 = 0x121;

fn search_platform(
    packer: &mut Packer<'_>,
    closing: PieceDrop,
    column: usize,
    effort: PackingEffort,
) -> Option<Platform> {
    let foot = PieceDrop::new(Pose::TUp, Column(column));
    let width = packer.width();
    let start = Skyline::flat(width, 0).raised(T_UP_HEIGHTS, column);
    let drops = packer.pack(start, PLATFORM_ROWS, effort).drops()?;
    Some(Platform {
        width,
        opening: [foot].into_iter().chain(drops).collect(),
        closing,
    })
}

static EMITTER_FILES: [&str; MOST_BLOCKS] = [
    include_str!("patterns/emitters1.txt"),
    include_str!("patterns/emitters2.txt"),
    include_str!("patterns/emitters3.txt"),
    include_str!("patterns/emitters4.txt"),
    include_str!("patterns/emitters5.txt"),
    include_str!("patterns/emitters6.txt"),
    include_str!("patterns/emitters7.txt"),
];

static PLATFORM_FILE: &str = include_str!("patterns/platforms.txt");

fn parse_file<T>(text: &str, parse: fn(&Lettering) -> Result<T, LetteringError>) -> Vec<T> {
    text.split("\n\n")
        .filter(|block| !block.trim().is_empty())
        .map(|block| Lettering::parse(block.lines()).and_then(|lettering| parse(&lettering)))
        .collect::<Result<_, _>>()
        .expect("the tables that the program carries are well formed")
}

fn write_file(letterings: impl Iterator<Item = Lettering>) -> String {
    letterings.fold(String::new(), |mut text, lettering| {
        let separator = if text.is_empty() { "" } else { "\n" };
        write!(text, "{separator}{lettering}").expect("writing to a string does not fail");
        text
    })
}

#[cfg(test)]
mod tests;
