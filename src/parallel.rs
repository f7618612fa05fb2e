//! Work on all cores where there are threads, which WebAssembly has not.

/// Applies `work` to every item; the results stand in the order of the items, however many threads there are. Items
/// should be worth a task each.
#[cfg(feature = "threads")]
pub fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    use rayon::prelude::*;

    let items: Vec<T> = items.into_iter().collect();
    items.into_par_iter().with_max_len(1).map(work).collect()
}

/// Applies `work` to every item, one after the other.
#[cfg(not(feature = "threads"))]
pub fn map<T, R>(items: impl IntoIterator<Item = T>, work: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(work).collect()
}
