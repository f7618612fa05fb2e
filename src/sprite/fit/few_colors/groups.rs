//! Joining pixels to groups of about the same colour (Ward's clustering).

use rustc_hash::FxHashMap;

use crate::sprite::Sprite;
use crate::sprite::fit::planes::Shade;

/// A colour in units of how far pixels of one colour scatter.
#[derive(Clone, Copy, Debug)]
pub struct Cell(Shade);

impl Cell {
    pub fn new(shade: Shade, units: Shade) -> Cell {
        Cell(std::array::from_fn(|i| shade[i] / units[i]))
    }

    pub fn shade(self, units: Shade) -> Shade {
        std::array::from_fn(|i| self.0[i] * units[i])
    }

    /// The square of how far apart two are.
    pub fn distance(self, other: Cell) -> f32 {
        self.squares(other).iter().sum()
    }

    fn squares(self, other: Cell) -> Shade {
        std::array::from_fn(|i| (self.0[i] - other.0[i]).powi(2))
    }
}

/// Pixels of about the same colour.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Their mean.
    pub cell: Cell,
    pub pixels: f32,
    /// The sum of the squares of how far they are from it.
    pub scatter: Shade,
}

impl Group {
    fn of(cell: Cell) -> Group {
        Group {
            cell,
            pixels: 1.0,
            scatter: [0.0; 3],
        }
    }

    /// By how much the scatter grows if the two become one.
    fn cost(self, other: Group) -> f32 {
        self.shared(other) * self.cell.distance(other.cell)
    }

    fn shared(self, other: Group) -> f32 {
        self.pixels * other.pixels / (self.pixels + other.pixels)
    }

    fn joined(self, other: Group) -> Group {
        let pixels = self.pixels + other.pixels;
        let mean =
            |i: usize| (self.cell.0[i] * self.pixels + other.cell.0[i] * other.pixels) / pixels;
        let far = self.cell.squares(other.cell);
        let between = |i: usize| self.shared(other) * far[i];
        Group {
            cell: Cell(std::array::from_fn(mean)),
            pixels,
            scatter: std::array::from_fn(|i| self.scatter[i] + other.scatter[i] + between(i)),
        }
    }
}

/// The most groups that are compared with each other.
const MAX_GROUPS: usize = 1024;

/// Cells of nearly the same colour, as groups in the order of their first cells.
pub fn rough_groups(cells: &[Cell]) -> Vec<Group> {
    let mut width = 0.25;
    loop {
        let mut numbers: FxHashMap<[i32; 3], usize> = FxHashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        for cell in cells {
            let key = cell.0.map(|value| (value / width).round() as i32);
            let group = Group::of(*cell);
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

/// Joins groups to those that the picture is told by in the fewest words; `least` is scatter that they have anyway, and
/// `most` is where their scatter, seen in `units`, is no noise any more.
pub fn join(groups: &mut Vec<Group>, least: Shade, units: Shade, most: f32) {
    let mut shortest = f64::INFINITY;
    let mut best = Vec::new();
    for_each_joining(groups, |groups| {
        let scatter = scatter(groups);
        let seen = (scatter.iter().zip(units)).map(|(scatter, unit)| scatter * unit * unit);
        let is_noise = best.is_empty() || seen.sum::<f32>() <= most;
        if groups.len() <= Sprite::MAX_COLORS && is_noise {
            let counts = groups.iter().map(|group| group.pixels);
            let length = length(counts, std::array::from_fn(|i| scatter[i] + least[i]));
            if length < shortest {
                shortest = length;
                best.clear();
                best.extend_from_slice(groups);
            }
        }
        false
    });
    *groups = best;
}

/// The mean squares of how far pixels are from their groups' colours, for each number.
pub fn scatter(groups: &[Group]) -> Shade {
    let pixels: f32 = groups.iter().map(|group| group.pixels).sum();
    let sum = |i: usize| groups.iter().map(|group| group.scatter[i]).sum::<f32>();
    std::array::from_fn(|i| sum(i) / pixels.max(1.0))
}

/// Joins groups until at most `most` are left.
pub fn join_to(groups: &mut Vec<Group>, most: usize) {
    for_each_joining(groups, |groups| groups.len() <= most);
}

/// How long a description is of which group each pixel is in, of what the groups' colours are, and of how far the
/// pixels are from those, a mean square for each number (Schwarz's criterion). `counts` are the pixels of each group.
pub fn length(counts: impl Iterator<Item = f32> + Clone, scatter: Shade) -> f64 {
    let counts = counts.filter(|count| *count > 0.0).map(f64::from);
    let pixels: f64 = counts.clone().sum();
    let n_ln_n = |n: f64| n * n.ln();
    let known: f64 = counts.clone().map(n_ln_n).sum();
    let scatter: f64 = scatter.iter().map(|scatter| f64::from(*scatter).ln()).sum();
    EVIDENCE * pixels * scatter / 2.0 + n_ln_n(pixels) - known
        + 1.5 * counts.count() as f64 * pixels.ln()
}

/// How much of a thing to tell each pixel is: JPEG moves neighbours together. Tuned on 177 sprites of other projects,
/// enlarged 2 to 9 times, blurred and stored as JPEG 75 to 95: 162 are read cell by cell, with 0.5 or 0.7 two to four fewer,
/// with 1.0 ten.
const EVIDENCE: f64 = 0.6;

/// Joins the two groups that cost least again and again, and stops where `is_enough`.
pub fn for_each_joining(groups: &mut Vec<Group>, mut is_enough: impl FnMut(&[Group]) -> bool) {
    let nearest = |groups: &[Group], i: usize| {
        let others = (0..groups.len()).filter(|other| *other != i);
        let costs = others.map(|other| (groups[i].cost(groups[other]), other));
        costs.min_by(|(a, _), (b, _)| a.total_cmp(b))
    };
    let mut best: Vec<_> = (0..groups.len()).map(|i| nearest(groups, i)).collect();
    while !is_enough(groups) {
        let costs = best
            .iter()
            .enumerate()
            .filter_map(|(i, best)| best.map(|b| (b, i)));
        let Some(((_, j), i)) = costs.min_by(|((a, _), _), ((b, _), _)| a.total_cmp(b)) else {
            return;
        };
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
