//! Where exactly the tiles of a lattice are.

use super::lattice::Axis;
use super::matching::Matching;
use super::sums::Sums;

/// Windows along each axis that are compared.
const SAMPLE: usize = 14;

/// How well the windows of a lattice's middle are met.
pub fn quality(sums: &Sums, x: &Axis, y: &Axis) -> f32 {
    Matching::of(sums, &x.middle(SAMPLE), &y.middle(SAMPLE)).quality()
}

/// As [`quality`], but plain windows count as well as equal ones.
pub fn wholeness(sums: &Sums, x: &Axis, y: &Axis) -> f32 {
    Matching::of(sums, &x.middle(SAMPLE), &y.middle(SAMPLE)).wholeness()
}

/// Stretches and moves a lattice by less and less as long as its windows are met better.
pub fn polished(sums: &Sums, mut x: Axis, mut y: Axis) -> (Axis, Axis) {
    let mut best = quality(sums, &x, &y);
    let mut step = x.pitch.min(y.pitch) / 8.0;
    while step > 0.2 {
        let by = [-step, step];
        let of_x = by.map(|by| [(x.stretched(by), y), (x.moved(by), y)]);
        let of_y = by.map(|by| [(x, y.stretched(by)), (x, y.moved(by))]);
        let tried = of_x.into_iter().chain(of_y).flatten();
        let judged = tried.map(|(x, y)| (quality(sums, &x, &y), x, y));
        match judged.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((better, new_x, new_y)) if better > best => {
                (x, y, best) = (new_x, new_y, better);
            }
            Some(_) | None => step /= 2.0,
        }
    }
    (x, y)
}

/// Moves an axis so that windows as long as its pitch are met best: that is where each holds one whole
/// tile. Where several places do as well, as on tiles with wide margins, it is the middle of them.
///
/// `judge` tells how well the windows of the moved axis are met.
pub fn centred(axis: &Axis, judge: impl Fn(&Axis) -> f32) -> Axis {
    const PLACES: usize = 24;
    const ALIKE: f32 = 0.06;
    let step = axis.pitch / PLACES as f64;
    let at = |place: usize| axis.moved(step * place as f64);
    let judged: Vec<f32> = (0..PLACES).map(|place| judge(&at(place))).collect();
    let highest = judged.iter().copied().fold(0.0, f32::max);
    let best = judged
        .iter()
        .position(|quality| *quality == highest)
        .unwrap_or(0);
    let is_alike = |place: usize| judged[place % PLACES] >= highest - ALIKE;
    let after = (1..PLACES).take_while(|by| is_alike(best + by)).count();
    let before = (1..PLACES)
        .take_while(|by| is_alike(best + PLACES - by))
        .count();
    at(best).moved(step * (after as f64 - before as f64) / 2.0)
}
