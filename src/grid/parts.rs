//! Connected parts of a picture that is divided into places, row by row: pixels or squares.

/// A connected part.
pub struct Part {
    /// How many places it has.
    pub count: usize,
    /// The rectangle around it: begin and end along each axis.
    pub bounds: [[usize; 2]; 2],
}

/// The connected parts of the places that are open, in rows of so many columns. Each place goes on into those `beside` it
/// that are open.
pub fn parts<I: Iterator<Item = usize>>(
    columns: usize,
    mut is_open: Vec<bool>,
    beside: impl Fn(usize) -> I,
) -> impl Iterator<Item = Part> {
    let mut found = Vec::new();
    (0..is_open.len()).filter_map(move |start| {
        if !is_open[start] {
            return None;
        }
        is_open[start] = false;
        found.push(start);
        let (mut count, mut bounds) = (0, [[usize::MAX, 0]; 2]);
        while let Some(place) = found.pop() {
            count += 1;
            for (bounds, at) in bounds.iter_mut().zip([place % columns, place / columns]) {
                *bounds = [bounds[0].min(at), bounds[1].max(at + 1)];
            }
            for other in beside(place) {
                if is_open[other] {
                    is_open[other] = false;
                    found.push(other);
                }
            }
        }
        Some(Part { count, bounds })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_of_one_part_that_go_on_into_each_other() {
        let rows = ["##..#", ".#..#", "...#."].concat();
        let is_open = rows.chars().map(|place| place == '#').collect();
        let beside = |place: usize| {
            let near = [place.checked_sub(1), place.checked_sub(5)];
            near.into_iter()
                .flatten()
                .chain([place + 1, place + 5].into_iter().filter(|at| *at < 15))
        };
        let found: Vec<_> = parts(5, is_open, beside)
            .map(|part| (part.count, part.bounds))
            .collect();
        assert_eq!(
            found,
            [
                (3, [[0, 2], [0, 2]]),
                (2, [[4, 5], [0, 2]]),
                (1, [[3, 4], [2, 3]])
            ]
        );
    }
}
