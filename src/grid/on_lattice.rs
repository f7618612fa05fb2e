//! Figures on the places of a lattice.

use std::f64::consts::TAU;

use super::areas::{Area, length, middle};
use super::integral::IntegralImage;
use super::lattice::{Axis, Lattice};
use super::survey::lattice;

/// How far the middle of a figure is from that of its place at most, as a share of the pitch. Set by hand.
const OFF_MIDDLE: f64 = 0.22;

/// How long figures are that are longer than most, but not than all: some may be joined with what is beside them.
pub fn usual_side(figures: &[Area], axis: usize) -> f64 {
    let mut sides: Vec<f64> = figures.iter().map(|figure| length(figure, axis)).collect();
    sides.sort_unstable_by(f64::total_cmp);
    let most = sides.len().saturating_sub(1) * 9 / 10;
    sides.get(most).copied().unwrap_or_default()
}

/// What of a place figures cover that are so long and in its middle: from one share of a side to another.
pub fn extent(side: [f64; 2], pitch: [f64; 2]) -> [[f64; 2]; 2] {
    [0, 1].map(|axis| {
        let share = (side[axis] / pitch[axis]).min(1.0);
        [(1.0 - share) / 2.0, (1.0 + share) / 2.0]
    })
}

/// The lattice over a picture on which figures are in the middle of places, each of which has a weight.
pub fn lattice_of(
    image: &IntegralImage,
    figures: impl Iterator<Item = (Area, f64)> + Clone,
    pitch: [f64; 2],
) -> Lattice {
    let begin = [0, 1].map(|axis| phase(figures.clone(), axis, pitch[axis]) - pitch[axis] / 2.0);
    lattice(image, pitch, begin)
}

/// Where in a period the middles of figures are, as the mean of angles.
fn phase(figures: impl Iterator<Item = (Area, f64)>, axis: usize, pitch: f64) -> f64 {
    let [sin, cos] = figures.fold([0.0; 2], |[sin, cos], (figure, weight)| {
        let angle = middle(&figure, axis) / pitch * TAU;
        [sin + weight * angle.sin(), cos + weight * angle.cos()]
    });
    sin.atan2(cos) / TAU * pitch
}

/// The place that a figure is in the middle of.
pub fn place(lattice: &Lattice, figure: &Area) -> Option<usize> {
    let index = |axis: &Axis, middle: f64| {
        let at = (middle - axis.origin) / axis.pitch;
        let is_middle = (at - at.floor() - 0.5).abs() <= OFF_MIDDLE;
        (is_middle && (0.0..axis.count as f64).contains(&at)).then_some(at as usize)
    };
    let column = index(&lattice.x, middle(figure, 0))?;
    let row = index(&lattice.y, middle(figure, 1))?;
    Some(row * lattice.x.count + column)
}

/// Which places have one of the figures in their middle.
pub fn marked(lattice: &Lattice, figures: &[Area]) -> Vec<bool> {
    let mut places = vec![false; lattice.count()];
    for place in figures.iter().filter_map(|figure| place(lattice, figure)) {
        places[place] = true;
    }
    places
}
