//! The planner that prints with the fewest pieces.
mod beam;
mod expand;
mod row;
mod score;
mod state;
mod target;
mod undrop;

use super::*;
use crate::game::PaintedPlayfield;

pub fn try_once(picture: &Picture, field: FieldSize, carriers: &Carriers, left: usize, width: f32, seed: u64, most: u32) -> (Option<Vec<Drop>>, u64) {
    let target = target::Target::<u32>::new(picture, field, carriers, left);
    let undrops = undrop::Undrop::all(3);
    let e = |n: &str, d: f32| std::env::var(n).ok().and_then(|x| x.parse().ok()).unwrap_or(d);
    let limits = expand::Limits { scaffold_rows: e("SR", 3.0) as u32, picture_rows: e("PR", 3.0) as u32, stall: e("STALL",24.0) as u8, lines: most, no_repeat: false };
    let settings = beam::BeamSettings { width, taper: e("TAPER", 3.0), window: e("WINDOW", 24.0) as u32, total: e("TOTAL", 24.0), noise: e("NOISE", 0.3), seed, limits, most_pieces: (picture.pixel_count() as u32 + 21*most)/4 };
    let o = beam::search(&target, &undrops, &settings, score::weights());
    if let Some(d) = &o.drops { assert!(check(picture, field, carriers, left, d), "wrong plan"); }
    (o.drops, o.expanded)
}

pub fn check(picture: &Picture, field: FieldSize, carriers: &Carriers, left: usize, drops: &[Drop]) -> bool {
    let mut f = PaintedPlayfield::new(field);
    for d in drops { if let Err(e) = f.drop(*d) { eprintln!("{e}"); return false; } }
    (0..field.height()).all(|row| (0..field.width()).all(|x| {
        let want = (x >= left && x - left < picture.width() && row < picture.height()).then(|| picture.cell(x - left, row)).flatten();
        let got = f.cell(Column(x), crate::game::Row(field.height() - 1 - row));
        match (want, got) { (None, None) => true, (Some(c), Some(p)) => carriers.color(p) == Some(c), _ => false }
    }))
}
