//! Straight edges in a picture: those of tiles tell their exact place and the gaps between them.

use super::lattice::Axis;
use super::lines::Direction;
use super::median::median;
use super::sums::Sums;

/// Pixels of a piece of a line, along which a change is looked for.
const PIECE: usize = 4;

/// Pixels before and behind a line that are compared: edges may be smooth.
const DEPTH: usize = 2;

/// Changes of a channel, 0 to 255: smaller ones are noise, larger ones count no more.
const CHANGES: [f32; 2] = [10.0, 70.0];

/// Where a picture changes at once along its axes.
pub struct Edges {
    x: Changes,
    y: Changes,
}

impl Edges {
    pub fn of(sums: &Sums) -> Edges {
        let [x, y] = [Direction::X, Direction::Y].map(|direction| Changes::of(sums, direction));
        Edges { x, y }
    }

    fn along(&self, direction: Direction) -> &Changes {
        match direction {
            Direction::X => &self.x,
            Direction::Y => &self.y,
        }
    }

    /// Pixels along an axis.
    pub fn length(&self, direction: Direction) -> usize {
        let changes = self.along(direction);
        changes.sums.len() / (changes.pieces + 1)
    }

    /// The mean change before each line across an axis, from one place of it to another.
    pub fn profile(&self, direction: Direction, across: [f64; 2]) -> Vec<f32> {
        self.along(direction).profile(across)
    }
}

/// How much changes before each line across an axis, piece by piece.
struct Changes {
    /// Pieces of a line.
    pieces: usize,
    /// Sums over the first pieces of a line, line by line.
    sums: Vec<f32>,
}

impl Changes {
    fn of(sums: &Sums, direction: Direction) -> Changes {
        let length = sums.length(direction);
        let pieces = sums.length(direction.other()) / PIECE;
        let mut all = Vec::with_capacity((pieces + 1) * length);
        for line in 0..length {
            let mut sum = 0.0;
            all.push(sum);
            for piece in 0..pieces {
                if line > 0 {
                    sum += change(sums, direction, line, piece * PIECE);
                }
                all.push(sum);
            }
        }
        Changes { pieces, sums: all }
    }

    /// The mean change before each line between two places across the axis.
    fn profile(&self, across: [f64; 2]) -> Vec<f32> {
        let piece = |at: f64| ((at / PIECE as f64).round().max(0.0) as usize).min(self.pieces);
        let [start, end] = across.map(piece);
        let count = end.saturating_sub(start).max(1) as f32;
        let lines = self.sums.chunks(self.pieces + 1);
        lines
            .map(|line| (line[end.max(start)] - line[start]) / count)
            .collect()
    }
}

/// How much the pixels from a line on differ from those before it, 0 to 1.
fn change(sums: &Sums, direction: Direction, line: usize, piece: usize) -> f32 {
    let across = [piece, piece + PIECE];
    let before = [line.saturating_sub(DEPTH), line];
    let behind = [line, (line + DEPTH).min(sums.length(direction))];
    let [before, behind] = [before, behind].map(|along| {
        let [x, y] = direction.sides(along, across);
        sums.mean(x, y)
    });
    unlike(&before, &behind)
}

/// Pixels between two places that are tried.
const STEP: f64 = 0.5;

/// Between tiles with gaps there are two strong edges; to take one of them for both is not as good, even
/// if it is a little stronger.
const ONE_EDGE: f32 = 0.9;

/// How far from where it was found a tile's middle may be, as a share of the pitch, and where there are gaps.
const REACH: f64 = 0.1;
const FAR_REACH: f64 = 0.25;

/// How much less an edge counts that is as far away as that, or farther.
const FAR: f32 = 0.2;

/// An axis whose tiles begin and end at edges.
pub struct Snapped {
    pub axis: Axis,
    /// How much clearer edges are where tiles begin and end than elsewhere: up to 1.
    pub clarity: f32,
}

/// Moves an axis so that its tiles begin and end where the picture changes, and tells how long they are:
/// a whole period, or less where there are gaps between them that have the same colour all over the
/// board. `across` is the other axis.
pub fn snapped(
    sums: &Sums,
    edges: &Edges,
    direction: Direction,
    along: &Axis,
    across: &Axis,
) -> Snapped {
    let around = along.with_tile(along.pitch);
    let board = [
        across.origin,
        across.origin + across.pitch * across.count as f64,
    ];
    let profile = edges.profile(direction, board);
    let places = (along.pitch / STEP).round() as i64;
    let step = along.pitch / places as f64;
    // How much changes at each place of a period, from one line to before another: there tiles begin
    // (but for the last line) and end (but for the first).
    let strength = |from: usize, to: usize| -> Vec<Option<f32>> {
        let at = |place: i64| {
            let lines = (from..to).map(|index| around.origin + around.pitch * index as f64);
            let lines = lines.map(|line| (line + place as f64 * step).round());
            let inside =
                lines.filter_map(|line| profile.get(line as usize).filter(|_| line >= 1.0));
            let (sum, count) = inside.fold((0.0, 0.0f32), |(sum, count), change| {
                (sum + change, count + 1.0)
            });
            (count > 0.0).then_some(sum / count)
        };
        (-places / 2..places - places / 2).map(at).collect()
    };
    let known = |strength: Vec<Option<f32>>| -> Vec<f32> {
        strength
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect()
    };
    let (starts, first) = (known(strength(0, along.count)), strength(0, 1));
    let (ends, last) = (
        known(strength(1, along.count + 1)),
        strength(along.count, along.count + 1),
    );
    let asymmetry = asymmetry(&starts);
    let varied: Vec<f32> = (-places / 2..places - places / 2)
        .map(|place| varied(sums, direction, &around.moved(place as f64 * step), across))
        .collect();
    let index = |place: i64| (place + places / 2).rem_euclid(places) as usize;
    let at = |profile: &[f32], place: i64| profile[index(place)];
    let room = (along.pitch - along.tile) / 2.0;
    let [near, far] =
        [REACH, FAR_REACH].map(|reach| ((reach * along.pitch).max(room) / step) as i64);
    let widest = (LONGEST_GAP * along.pitch / step) as i64;
    // The period begins in the middle of a gap.
    let places_of = |(shift, gap): (i64, i64)| [shift + gap / 2, shift - (gap - gap / 2)];
    let usually_varied = median(varied.iter().copied()).unwrap_or(0.0);
    let is_varied = usually_varied > VARIED;
    let is_gap = |tried: &(i64, i64)| {
        let [start, end] = places_of(*tried);
        let middle = end + SOFT.min(tried.1 / 2)..=start - SOFT.min(tried.1 / 2);
        let varied = middle.map(|place| at(&varied, place)).fold(0.0, f32::max);
        tried.1 == 0
            || tried.1 as f64 * step >= 1.0 && varied <= SAME.max(usually_varied * SAME_SHARE)
    };
    let tried = (0..=widest).flat_map(|gap| {
        let reach = if gap > 0 && is_varied { far } else { near };
        (-reach..=reach).map(move |shift| (shift, gap))
    });
    let worth = |tried: (i64, i64)| {
        let [start, end] = places_of(tried);
        // Tiles end as they begin; nothing is seen of what is beside the picture.
        let inner = at(&starts, start).min(at(&ends, end));
        let outer = [first[index(start)], last[index(end)]]
            .into_iter()
            .flatten();
        let outer = outer.reduce(f32::min).unwrap_or(inner);
        let strength = 2.0 * (inner + outer);
        let off = tried.0.abs().min(near) as f32 / near.max(1) as f32;
        let near = (1.0 - FAR * off.powi(2)) * (1.0 - at(&asymmetry, tried.0));
        match (tried.1, is_varied) {
            (0, _) => near * strength * ONE_EDGE,
            (_, true) => near * (strength + LEVEL),
            (gap, false) => near * strength * (1.0 - gap as f32 / places as f32),
        }
    };
    let none = (0, 0);
    let best = tried.filter(is_gap).map(|tried| (worth(tried), tried));
    let (strongest, (shift, gap)) = best
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.0.abs().cmp(&a.1.0.abs())))
        .unwrap_or((0.0, none));
    // Noise and what is on the tiles make small changes everywhere.
    let usual = median(starts.iter().copied()).unwrap_or(0.0);
    let [start, end] = places_of((shift, gap));
    let clarity = (at(&starts, start) + at(&ends, end)) / 2.0
        - starts.iter().sum::<f32>() / starts.len() as f32;
    let is_clear = strongest >= 4.0 * (LEAST_EDGE + (1.5 * usual).min(usual.midpoint(MUCH)));
    if !is_clear && (gap == 0 || !is_varied) {
        return Snapped {
            axis: along.with_tile(along.pitch),
            clarity,
        };
    }
    Snapped {
        axis: Axis {
            origin: around.origin + (shift + gap / 2) as f64 * step,
            tile: along.pitch - gap as f64 * step,
            ..*along
        },
        clarity,
    }
}

/// How unlike both sides of each place of a period are, 0 to 1.
fn asymmetry(profile: &[f32]) -> Vec<f32> {
    let count = profile.len();
    let smooth: Vec<f32> = (0..count)
        .map(|at| {
            (0..3)
                .map(|by| profile[(at + by + count - 1) % count])
                .sum()
        })
        .collect();
    let of = |place: usize| {
        let sides =
            (1..count / 2).map(|by| [place + by, place + count - by].map(|at| smooth[at % count]));
        let (apart, all) = sides.fold((0.0, f32::EPSILON), |(apart, all), [a, b]| {
            (apart + (a - b).abs(), all + a + b)
        });
        apart / all
    };
    (0..count).map(of).collect()
}

/// The longest gap between tiles, as a share of the pitch.
const LONGEST_GAP: f64 = 0.35;

/// Places at the sides of a gap that may be soft.
const SOFT: i64 = 2;

/// How much of a gap may vary: its share of all pieces that are as unlike as can be, or of what varies
/// elsewhere.
const SAME: f32 = 0.08;
const SAME_SHARE: f32 = 0.35;

/// Where tiles vary so much, gaps that do not tell more than edges do, and count so much.
const VARIED: f32 = 0.5;
const LEVEL: f32 = 1.0;

/// How much lines at the beginning of each period but the first vary from tile to tile beside them: 0 to 1.
fn varied(sums: &Sums, direction: Direction, along: &Axis, across: &Axis) -> f32 {
    // Beside each tile, so that what is on it does not even out.
    const PIECES: usize = 3;
    let color = |line: usize, piece: usize| {
        let at = along.span(line)[0];
        let [start, end] = across.inside(piece / PIECES);
        let part = (end - start) / PIECES as f64;
        let start = start + part * (piece % PIECES) as f64;
        let [x, y] = direction.sides([at - 0.5, at + 0.5], [start, start + part]);
        sums.rectangle(x, y)
    };
    let pieces = 0..across.count * PIECES;
    let colors = |line| pieces.clone().map(|piece| color(line, piece)).collect();
    let lines: Vec<Vec<[f32; 3]>> = (1..along.count).map(colors).collect();
    let beside = lines
        .iter()
        .map(|line| varied_between(line, &line[PIECES..]));
    let behind = lines
        .windows(2)
        .map(|lines| varied_between(&lines[0], &lines[1]));
    let all: Vec<f32> = beside.chain(behind).collect();
    all.iter().sum::<f32>() / all.len().max(1) as f32
}

/// How much colours differ from others, 0 to 1, but for what all do: that is light.
fn varied_between(a: &[[f32; 3]], b: &[[f32; 3]]) -> f32 {
    let count = a.len().min(b.len()).max(1) as f32;
    let light: [f32; 3] = std::array::from_fn(|channel| {
        let apart = a.iter().zip(b).map(|(a, b)| b[channel] - a[channel]);
        apart.sum::<f32>() / count
    });
    let relit = a
        .iter()
        .map(|a| std::array::from_fn(|channel| a[channel] + light[channel]));
    relit.zip(b).map(|(a, b)| unlike(&a, b)).sum::<f32>() / count
}

/// How much two colours differ, 0 to 1.
fn unlike(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    let channels = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    let [least, most] = CHANGES;
    ((channels.fold(0.0, f32::max) - least) / (most - least)).clamp(0.0, 1.0)
}

/// Where so much changes everywhere, edges are hardly clearer.
const MUCH: f32 = 0.5;

/// How much must change on average where tiles begin and end.
const LEAST_EDGE: f32 = 0.02;
