//! One run of the beam search.

use super::expand::{Limits, expand};
use super::row::Row;
use super::score::{Scorer, Features};
use super::state::State;
use super::target::Target;
use super::undrop::Undrop;
use crate::game::{Column, Drop, Pose};
use rustc_hash::FxHashSet;

/// How wide a run searches.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamSettings {
    /// States kept among those with the fewest pixels left in a level.
    pub width: f32,
    /// A bucket with so many pixels more keeps half as many states.
    pub taper: f32,
    pub window: u32,
    pub total: f32,
    pub noise: f32,
    pub seed: u64,
    pub limits: Limits,
    pub most_pieces: u32,
}

/// The states of a level with the same number of pixels left.
struct Bucket<R> {
    states: Vec<State<R>>,
    threshold: f32,
}

struct Level<R> {
    buckets: Vec<Bucket<R>>,
    /// The fewest pixels left of any state.
    fewest: u32,
    seen: FxHashSet<u64>,
}

impl<R: Row> Level<R> {
    fn new(pixels: u32) -> Self {
        Level {
            buckets: (0..=pixels).map(|_| Bucket { states: Vec::new(), threshold: f32::INFINITY }).collect(),
            fewest: pixels,
            seen: FxHashSet::default(),
        }
    }

    fn clear(&mut self) {
        for bucket in &mut self.buckets {
            bucket.states.clear();
            bucket.threshold = f32::INFINITY;
        }
        self.fewest = self.buckets.len() as u32 - 1;
        self.seen.clear();
    }

    fn quota(&self, pixels: u32, settings: &BeamSettings) -> usize {
        if settings.total > 0.0 { return settings.width as usize }
        let over = pixels.saturating_sub(self.fewest);
        if over > settings.window {
            return 0;
        }
        (settings.width * (-(over as f32) / settings.taper).exp2()).ceil() as usize
    }

    fn offer(&mut self, state: State<R>, settings: &BeamSettings) {
        let pixels = u32::from(state.pixels);
        self.fewest = self.fewest.min(pixels);
        let quota = self.quota(pixels, settings);
        let bucket = &mut self.buckets[pixels as usize];
        if quota == 0 || state.score >= bucket.threshold || !self.seen.insert(state.hash) {
            return;
        }
        bucket.states.push(state);
        if bucket.states.len() >= 2 * quota + 8 {
            cut(&mut bucket.states, quota);
            bucket.threshold = bucket.states.iter().fold(f32::NEG_INFINITY, |worst, state| worst.max(state.score));
        }
    }
}

fn cut<R: Row>(states: &mut Vec<State<R>>, quota: usize) {
    if quota < states.len() {
        states.select_nth_unstable_by(quota, |a, b| {
            a.score.total_cmp(&b.score).then(a.hash.cmp(&b.hash))
        });
        states.truncate(quota);
    }
}

pub(super) fn par_ban() -> bool { static B: std::sync::OnceLock<bool> = std::sync::OnceLock::new(); *B.get_or_init(|| std::env::var("BAN").is_ok()) }
pub(super) fn par(n: &'static str, d: f32) -> f32 {
    use std::sync::Mutex; 
    static M: Mutex<Vec<(&'static str, f32)>> = Mutex::new(Vec::new());
    let mut m = M.lock().unwrap();
    if let Some(x) = m.iter().find(|x| x.0 == n) { return x.1; }
    let v = std::env::var(n).ok().and_then(|x| x.parse().ok()).unwrap_or(d);
    m.push((n, v));
    v
}

pub(super) struct Outcome {
    pub drops: Option<Vec<Drop>>,
    pub expanded: u64,
}

/// Searches back from the finished picture for the fewest drops.
pub(super) fn search<R: Row>(target: &Target<R>, undrops: &[Undrop], settings: &BeamSettings, weights: Features) -> Outcome {
    let dbg = std::env::var("DBG").is_ok();
    let scorer = Scorer::new(target, weights);
    let mut starts: Vec<usize> = vec![];
    let mut all_states: Vec<State<R>> = vec![]; let pdbg = std::env::var("PATH_DBG").is_ok();
    let mut history: Vec<(u32, u8, u8)> = Vec::new();
    let mut level = Level::new(target.pixels);
    let mut next = Level::new(target.pixels);
    let start = State::finished(target);
    level.buckets[target.pixels as usize].states.push(start);
    let mut expanded = 0;
    let width = target.field.width() as u32;
    for pieces in 1..=settings.most_pieces {
        next.clear();
        let mut solved = None;
        if dbg { 
            let b = &level.buckets[level.fewest as usize];
            let n: usize = level.buckets.iter().map(|b| b.states.len()).sum();
            let s = b.states.iter().min_by(|a, b| a.score.total_cmp(&b.score));
            eprintln!("p {} fewest {} states {n} best {:?}", pieces-1, level.fewest, s.map(|s| (s.score, s.scaffold_cells, s.untouched, s.stall)));
            if let Some(s) = s { for r in (0..s.active as usize).rev() { let m = s.rows[r].to_mask(); let t: String = (0..width).map(|c| if m >> c & 1 == 1 {'#'} else {'.'}).collect(); eprintln!("   {t} {}", if s.is_scaffold(r) {"S"} else {"P"}); } }
        }
        let total = settings.total;
        if total > 0.0 {
            let mut all: Vec<(f32, u64)> = Vec::new();
            for pixels in level.fewest..=target.pixels {
                let bucket = &mut level.buckets[pixels as usize];
                cut(&mut bucket.states, settings.width as usize);
                all.extend(bucket.states.iter().map(|s| (s.score + 0.0, s.hash)));
            }
            let keep = (total * settings.width) as usize;
            if keep < all.len() {
                let (_, at, _) = all.select_nth_unstable_by(keep, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                let limit = at.0;
                for pixels in level.fewest..=target.pixels {
                    level.buckets[pixels as usize].states.retain(|s| s.score + 0.0 < limit);
                }
            }
        }
        starts.push(history.len());
        for pixels in level.fewest..=target.pixels {
            let quota = level.quota(pixels, settings);
            let bucket = &mut level.buckets[pixels as usize];
            if total == 0.0 { cut(&mut bucket.states, quota); }
            for state in &bucket.states {
                expanded += 1;
                if pdbg { all_states.push(*state); }
                let place = history.len() as u32;
                history.push((state.parent, state.pose, state.column));
                let next = &mut next;
                expand(state, target, undrops, &settings.limits, |mut child| {
                    let lines = (4 * pieces + child.cells() - target.pixels) / width;
                    if lines > settings.limits.lines {
                        return;
                    }
                    child.parent = place;
                    if child.cells() == 0 {
                        solved.get_or_insert(child);
                    }
                    let salt = if settings.limits.no_repeat { 1 + u64::from(child.pose) } else { 0 };
                    child.hash = child.fingerprint(salt);
                    let noise = (child.hash ^ settings.seed).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 40;
                    child.score = scorer.score(&child) + settings.noise * noise as f32 / (1 << 24) as f32;
                    if child.score >= next.buckets[child.pixels as usize].threshold { return; }
                    let fl = scorer.floating(&child); if fl[0] == f32::INFINITY { return; }
                    child.score += fl[0] * weights[14] + fl[1] * weights[15];
                    if child.score == f32::INFINITY { return; }
                    next.offer(child, settings);
                });
            }
        }
        if let Some(child) = solved {
            if pdbg {
                use std::io::Write;
                let mut out = std::fs::OpenOptions::new().append(true).create(true).open(std::env::var("PATH_DBG").unwrap()).unwrap();
                let mut entry = child.parent; let mut path = vec![];
                while entry != u32::MAX { path.push(entry); entry = history[entry as usize].0; }
                path.reverse();
                for (p, at) in path.iter().enumerate() {
                    let (from, to) = (starts[p], starts.get(p + 1).copied().unwrap_or(history.len()));
                    let dump = |label: &str, s: &State<R>, out: &mut std::fs::File| { let mut f = scorer.features(s); let fl = scorer.floating(s); f[14] = fl[0]; f[15] = fl[1];
                        writeln!(out, "{label} {}", f.iter().map(|x| format!("{x:.2}")).collect::<Vec<_>>().join(" ")).unwrap(); };
                    dump(&format!("P {}", path.len() + 1 - p), &all_states[*at as usize], &mut out);
                    let mut h = *at as u64 | 1;
                    for _ in 0..12 { h = h.wrapping_mul(0x9e3779b97f4a7c15).rotate_left(17); dump("N 0", &all_states[from + h as usize % (to - from)], &mut out); }
                }
            }
            return Outcome { drops: Some(drops(&history, &child)), expanded };
        }
        std::mem::swap(&mut level, &mut next);
    }
    Outcome { drops: None, expanded }
}

/// The drops from the empty field to the picture.
fn drops<R: Row>(history: &[(u32, u8, u8)], last: &State<R>) -> Vec<Drop> {
    let mut drops = Vec::new();
    let mut entry = (last.parent, last.pose, last.column);
    while entry.0 != u32::MAX {
        drops.push(Drop::new(Pose::ALL[entry.1 as usize], Column(entry.2.into())));
        entry = history[entry.0 as usize];
    }
    drops
}
