//! Which of many things are equal, by how different every two are.

use crate::sprite::grid::median;

/// Two groups that join, and how far apart they are.
struct Join {
    distance: f32,
    /// The number of groups of an odd size from then on.
    odd: usize,
}

/// Which of some things are equal.
pub struct Groups {
    /// The group of each thing, numbered as they appear.
    pub of: Vec<usize>,
    /// How much nearer the things of a group are to each other than to those of others: 0 to 1.
    pub clarity: f32,
}

/// Groups `count` things.
///
/// The two nearest groups join again and again; groups are as far apart as their things on average. Where
/// the distance of what joins next leaps the joining has gone far enough: rather where what has joined is
/// no farther apart than noise makes it, and where every group has an even number of things, as on any
/// board that can be played.
pub fn group(count: usize, distance: impl Fn(usize, usize) -> f32) -> Groups {
    let mut clusters = Clusters::new(count, distance);
    let usual = clusters.nearest();
    let mut joins = Vec::new();
    while let Some(distance) = clusters.join_nearest() {
        let odd = clusters.sizes().filter(|size| size % 2 == 1).count();
        joins.push(Join { distance, odd });
    }
    let joined = best_cut(&joins, usual);
    let ends = [joined.checked_sub(1), Some(joined)].map(|join| {
        let join = join.and_then(|join| joins.get(join));
        join.map_or(0.0, |join| join.distance).max(LEAST)
    });
    Groups {
        of: clusters.groups_after(joined),
        clarity: (1.0 - ends[0] / ends[1]).max(0.0) / (1.0 + (ends[0] / FAR).powi(2)),
    }
}

/// How many joins are right, where the nearest things are `usual` apart.
fn best_cut(joins: &[Join], usual: f32) -> usize {
    let usual = usual.max(LEAST);
    let cuts = 1..joins.len();
    let worth = |cut: usize| {
        let (last, next) = (&joins[cut - 1], &joins[cut]);
        let leap = next.distance.max(usual) / last.distance.max(usual);
        let even = if last.odd == 0 { EVEN } else { 1.0 };
        leap * even / (1.0 + (last.distance / FAR).powi(2))
    };
    let best = cuts.max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
    best.unwrap_or(joins.len())
}

/// Distances below this are noise, however they leap.
const LEAST: f32 = 1.0;

/// How much a leap counts more where all groups are even.
const EVEN: f32 = 4.0;

/// Things of one group are hardly farther apart than this.
const FAR: f32 = 15.0;

/// Things in groups, of which the nearest join.
struct Clusters {
    count: usize,
    /// The mean distance of every two groups, by their first things.
    distances: Vec<f32>,
    /// The size of each group, by its first thing; 0 for one that has joined another.
    sizes: Vec<usize>,
    /// What has joined what, in order.
    joined: Vec<[usize; 2]>,
}

impl Clusters {
    fn new(count: usize, distance: impl Fn(usize, usize) -> f32) -> Clusters {
        let pairs = (0..count * count).map(|index| distance(index / count, index % count));
        Clusters {
            count,
            distances: pairs.collect(),
            sizes: vec![1; count],
            joined: Vec::new(),
        }
    }

    /// What things usually are apart from the nearest.
    fn nearest(&self) -> f32 {
        let nearest = |one: usize| {
            let others = (0..self.count).filter(|other| *other != one);
            let distances = others.map(|other| self.distances[one * self.count + other]);
            distances.fold(f32::INFINITY, f32::min)
        };
        median((0..self.count).map(nearest)).unwrap_or(0.0)
    }

    fn sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.sizes.iter().copied()
    }

    /// Joins the nearest two groups and returns their distance; `None` if there is but one.
    fn join_nearest(&mut self) -> Option<f32> {
        let groups: Vec<usize> = (0..self.count)
            .filter(|group| self.sizes[*group] > 0)
            .collect();
        let pairs = (groups.iter().enumerate())
            .flat_map(|(index, &a)| groups[index + 1..].iter().map(move |&b| [a, b]));
        let at = |[a, b]: [usize; 2]| self.distances[a * self.count + b];
        let [a, b] = pairs.min_by(|one, other| at(*one).total_cmp(&at(*other)))?;
        let nearest = at([a, b]);
        let sizes = [self.sizes[a] as f32, self.sizes[b] as f32];
        for other in groups
            .into_iter()
            .filter(|other| *other != a && *other != b)
        {
            let apart = [a, b].map(|group| self.distances[group * self.count + other]);
            let mean = (apart[0] * sizes[0] + apart[1] * sizes[1]) / (sizes[0] + sizes[1]);
            self.distances[a * self.count + other] = mean;
            self.distances[other * self.count + a] = mean;
        }
        self.sizes[a] += self.sizes[b];
        self.sizes[b] = 0;
        self.joined.push([a, b]);
        Some(nearest)
    }

    /// The group of each thing after the first joins, numbered as they appear.
    fn groups_after(&self, joins: usize) -> Vec<usize> {
        let mut first: Vec<usize> = (0..self.count).collect();
        for [a, b] in &self.joined[..joins] {
            let (a, b) = (first[*a], first[*b]);
            for group in &mut first {
                if *group == b {
                    *group = a;
                }
            }
        }
        let mut known = Vec::new();
        let number = |group: &usize| {
            let number = known.iter().position(|other| other == group);
            number.unwrap_or_else(|| {
                known.push(*group);
                known.len() - 1
            })
        };
        first.iter().map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(places: &[f32]) -> Vec<usize> {
        group(places.len(), |a, b| (places[a] - places[b]).abs()).of
    }

    #[test]
    fn near_things_are_grouped() {
        assert_eq!(groups(&[1.0, 5.0, 1.1, 5.1]), [0, 1, 0, 1]);
        assert_eq!(groups(&[5.0, 1.0, 1.1, 9.0, 5.1, 9.1]), [0, 1, 1, 2, 0, 2]);
    }

    #[test]
    fn groups_of_even_size_are_preferred() {
        // It leaps farther after the first two have joined, but then they are even; not where it leaps much
        // farther.
        assert_eq!(groups(&[0.0, 2.0, 30.0, 40.0]), [0, 0, 1, 1]);
        let odd = [0.0, 1.0, 50.0, 51.0, 90.0, 130.0];
        assert_eq!(groups(&odd), [0, 0, 1, 1, 2, 3]);
    }
}
