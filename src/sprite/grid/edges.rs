//! The edges of tiles, which tell their exact place and the gaps between them.

use super::lattice::Axis;
use super::lines::Direction;
use super::median::median;
use super::sums::Sums;

/// Pixels between two places that are tried.
const STEP: f64 = 0.5;

/// Between tiles with gaps there are two strong edges; to take one of them for both is not as good, even
/// if it is a little stronger.
const ONE_EDGE: f32 = 0.9;

/// How far from where it was found a tile's middle may be, as a share of the pitch.
const REACH: f64 = 0.04;

/// Moves an axis so that its tiles begin and end where the picture changes, and tells how long they are:
/// as long as those of `along` at least, and at most a whole period. `across` is the other axis.
pub fn snapped(sums: &Sums, direction: Direction, along: &Axis, across: &Axis) -> Axis {
    let around = along.with_tile(along.pitch);
    let places = (along.pitch / STEP).round() as i64;
    let step = along.pitch / places as f64;
    // How much changes at each place of a period, from one line to before another: there tiles begin
    // (but for the last line) and end (but for the first).
    let strength = |from: usize, to: usize| -> Vec<f32> {
        let at = |place: i64| {
            let lines = (from..to).map(|index| around.origin + around.pitch * index as f64);
            let lines = lines.map(|line| line + place as f64 * step);
            mean_change(sums, direction, lines, across)
        };
        (-places / 2..places - places / 2).map(at).collect()
    };
    let (starts, first) = (strength(0, along.count), strength(0, 1));
    let (ends, last) = (
        strength(1, along.count + 1),
        strength(along.count, along.count + 1),
    );
    let at =
        |profile: &[f32], place: i64| profile[(place + places / 2).rem_euclid(places) as usize];
    let room = (along.pitch - along.tile) / 2.0;
    let reach = ((REACH * along.pitch).max(1.5).max(room) / step) as i64;
    let widest = ((along.pitch - along.tile) / step) as i64;
    let gaps = (0..=widest).filter(|gap| *gap == 0 || *gap as f64 * step >= 1.0);
    let tried = gaps.flat_map(|gap| (-reach..=reach).map(move |shift| (shift, gap)));
    let worth = |&(shift, gap): &(i64, i64)| {
        // The period begins in the middle of a gap.
        let (start, end) = (shift + gap / 2, shift - (gap - gap / 2));
        let strength = at(&starts, start) + at(&ends, end) + at(&first, start) + at(&last, end);
        if gap == 0 {
            strength * ONE_EDGE
        } else {
            strength
        }
    };
    let none = (0, 0);
    let best = tried.map(|tried| (worth(&tried), tried));
    let (strongest, (shift, gap)) = best
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.0.abs().cmp(&a.1.0.abs())))
        .unwrap_or((0.0, none));
    // Noise and what is on the tiles make small changes everywhere.
    let usual = median(starts.iter().copied()).unwrap_or(0.0);
    if strongest < 4.0 * (1.5 * usual + 1.0) {
        return along.with_tile(along.pitch);
    }
    Axis {
        origin: around.origin + (shift + gap / 2) as f64 * step,
        tile: along.pitch - gap as f64 * step,
        ..*along
    }
}

/// The mean over lines and over the tiles across them.
fn mean_change(
    sums: &Sums,
    direction: Direction,
    lines: impl Iterator<Item = f64>,
    across: &Axis,
) -> f32 {
    let length = sums.length(direction) as f64;
    let inside = lines.filter(|at| *at >= 1.0 && at + 1.0 <= length);
    let (mut sum, mut count) = (0.0, 0.0);
    for at in inside {
        for tile in 0..across.count {
            sum += change(sums, direction, at, across.span(tile));
            count += 1.0;
        }
    }
    if count == 0.0 { 0.0 } else { sum / count }
}

/// How much the pixel after a place differs from the one before it: the largest change of a channel,
/// on that quarter of the side where it is least.
fn change(sums: &Sums, direction: Direction, at: f64, across: [f64; 2]) -> f32 {
    const QUARTERS: usize = 4;
    let quarter =
        |index: usize| across[0] + (across[1] - across[0]) * index as f64 / QUARTERS as f64;
    let changes = (0..QUARTERS).map(|index| {
        let across = [quarter(index), quarter(index + 1)];
        let sides = [[at - 1.0, at], [at, at + 1.0]].map(|along| {
            let [x, y] = direction.sides(along, across);
            sums.rectangle(x, y)
        });
        let channels = sides[0].iter().zip(&sides[1]).map(|(a, b)| (a - b).abs());
        channels.fold(0.0, f32::max)
    });
    changes.fold(f32::INFINITY, f32::min)
}
