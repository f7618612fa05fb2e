//! The value in the middle.

/// The median of some values, the upper one of two; `None` of none.
pub fn median(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut values: Vec<f32> = values.collect();
    let middle = values.len() / 2;
    let has_any = !values.is_empty();
    has_any.then(|| *values.select_nth_unstable_by(middle, f32::total_cmp).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_nothing_is_nothing() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), Some(2.0));
        assert_eq!(median([4.0, 1.0].into_iter()), Some(4.0));
        assert_eq!(median(std::iter::empty()), None);
    }
}
