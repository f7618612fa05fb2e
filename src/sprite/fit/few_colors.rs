//! The colours that were meant, among those that JPEG has scattered around them.

use rustc_hash::FxHashMap;

use super::planes::Planes;
use crate::color::Rgb;
use crate::picture::Raster;
use crate::sprite::{ColorLimit, Sprite};

/// A picture in few colours.
pub struct FewColors {
    pub raster: Raster,
    /// How many there are without a limit.
    pub colors: usize,
}

/// Joins colours as long as that changes the picture no more than JPEG does (Ward's clustering), and gives each pixel
/// the mean of those that it was joined with; then on to `limit`.
pub fn few_colors(planes: &Planes, noise: f32, limit: Option<ColorLimit>) -> FewColors {
    let cells: Vec<Option<Cell>> = (0..planes.width * planes.height)
        .map(|place| Cell::of(planes.channels.each_ref().map(|channel| channel[place])))
        .collect();
    let mut groups = rough_groups(&cells);
    join(&mut groups, noise, Sprite::MAX_COLORS);
    let colors = groups.len();
    if let Some(limit) = limit {
        join(&mut groups, f32::INFINITY, limit.get());
    }
    let colored = |cell: &Option<Cell>| {
        let cell = (*cell)?;
        let distances = groups
            .iter()
            .map(|group| (cell.distance(group.cell), group));
        let nearest = distances.min_by(|(a, _), (b, _)| a.total_cmp(b));
        nearest.map(|(_, group)| group.cell.color())
    };
    FewColors {
        raster: Raster::new(planes.width, cells.iter().map(colored).collect()),
        colors,
    }
}

/// How much joining two groups may change the picture, summed over its pixels: what is below is noise. The larger the
/// blocks, the more of it the fit has averaged away, and where it leaves little unexplained, a mean square, there is
/// little. Tuned on some 40 sprites of other projects, enlarged 2 to 9 times and stored as JPEG 75 to 95, where colours
/// that differ cost from 700 on, and noise 1,700 at 2x, 400 from 4x on; and on 15 more that were only blurred.
pub fn noise(factor: usize, unexplained: f64) -> f32 {
    const AT_ONCE: f32 = 2500.0;
    const LEAST: f32 = 350.0;
    const ROUNDING: f32 = 40.0;
    const FOR_EACH: f32 = 200.0;
    let lossy = (AT_ONCE / factor.max(2) as f32).max(LEAST);
    lossy.min(ROUNDING + FOR_EACH * unexplained as f32)
}

/// A colour as brightness and two differences of colour, which JPEG stores coarsely: they count less.
#[derive(Clone, Copy, Debug)]
struct Cell([f32; 3]);

/// How much the differences of colour count beside the brightness; tuned with [`noise`].
const TINT: f32 = 0.4;

impl Cell {
    /// `None` if the pixel is transparent.
    fn of([r, g, b, opacity]: [f32; 4]) -> Option<Cell> {
        if opacity < 128.0 {
            return None;
        }
        let [r, g, b] = [r, g, b].map(|c| (c * 255.0 / opacity).clamp(0.0, 255.0));
        let brightness = 0.299 * r + 0.587 * g + 0.114 * b;
        let blue = (b - brightness) * 0.564;
        let red = (r - brightness) * 0.713;
        Some(Cell([brightness, TINT * blue, TINT * red]))
    }

    fn color(self) -> Rgb {
        let [brightness, blue, red] = self.0;
        let (b, r) = (
            brightness + blue / TINT / 0.564,
            brightness + red / TINT / 0.713,
        );
        let g = (brightness - 0.299 * r - 0.114 * b) / 0.587;
        let [r, g, b] = [r, g, b].map(|channel| channel.round().clamp(0.0, 255.0) as u8);
        Rgb::new(r, g, b)
    }

    /// The square of how far apart two are.
    fn distance(self, other: Cell) -> f32 {
        let pairs = self.0.iter().zip(other.0);
        pairs.map(|(a, b)| (a - b) * (a - b)).sum()
    }
}

/// Pixels of about the same colour.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// Their mean.
    cell: Cell,
    pixels: f32,
}

impl Group {
    /// By how much the picture changes if the two become one, summed over the pixels.
    fn cost(self, other: Group) -> f32 {
        let both = self.pixels * other.pixels / (self.pixels + other.pixels);
        both * self.cell.distance(other.cell)
    }

    fn joined(self, other: Group) -> Group {
        let pixels = self.pixels + other.pixels;
        let mean =
            |i: usize| (self.cell.0[i] * self.pixels + other.cell.0[i] * other.pixels) / pixels;
        Group {
            cell: Cell(std::array::from_fn(mean)),
            pixels,
        }
    }
}

/// The most groups that are compared with each other.
const MAX_GROUPS: usize = 1024;

/// Cells of nearly the same colour, as groups in the order of their first cells.
fn rough_groups(cells: &[Option<Cell>]) -> Vec<Group> {
    let mut width = 4.0;
    loop {
        let mut numbers: FxHashMap<[i32; 3], usize> = FxHashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        for cell in cells.iter().flatten() {
            let key = cell.0.map(|value| (value / width).round() as i32);
            let group = Group {
                cell: *cell,
                pixels: 1.0,
            };
            let number = *numbers.entry(key).or_insert(groups.len());
            match groups.get_mut(number) {
                Some(known) => *known = known.joined(group),
                None => groups.push(group),
            }
        }
        if groups.len() <= MAX_GROUPS {
            return groups;
        }
        width *= 2.0;
    }
}

/// Joins the two groups that cost least, while that is at most `noise` or there are more than `most`.
fn join(groups: &mut Vec<Group>, noise: f32, most: usize) {
    let nearest = |groups: &[Group], i: usize| {
        let others = (0..groups.len()).filter(|other| *other != i);
        let costs = others.map(|other| (groups[i].cost(groups[other]), other));
        costs.min_by(|(a, _), (b, _)| a.total_cmp(b))
    };
    let mut best: Vec<_> = (0..groups.len()).map(|i| nearest(groups, i)).collect();
    loop {
        let costs = best
            .iter()
            .enumerate()
            .filter_map(|(i, best)| best.map(|b| (b, i)));
        let Some(((cost, j), i)) = costs.min_by(|((a, _), _), ((b, _), _)| a.total_cmp(b)) else {
            return;
        };
        let is_free = noise.is_finite() && cost <= noise;
        if groups.len() <= most && !is_free {
            return;
        }
        let (keep, gone) = (i.min(j), i.max(j));
        groups[keep] = groups[keep].joined(groups[gone]);
        groups.remove(gone);
        best.remove(gone);
        for i in 0..groups.len() {
            let is_stale = best[i].is_none_or(|(_, j)| j == keep || j == gone);
            best[i] = match best[i] {
                _ if is_stale || i == keep => nearest(groups, i),
                Some((cost, j)) => {
                    let new = groups[i].cost(groups[keep]);
                    let moved = if j > gone { j - 1 } else { j };
                    Some(if new < cost {
                        (new, keep)
                    } else {
                        (cost, moved)
                    })
                }
                None => None,
            };
        }
    }
}
