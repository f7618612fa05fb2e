//! Work on all cores, or on one where there are no threads, as in WebAssembly. Results stand in the order of the items,
//! however many threads there are.

/// Applies `work` to every item, each of which is a task of its own: they may differ widely in length.
pub fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    let items: Vec<T> = items.into_iter().collect();
    #[cfg(feature = "threads")]
    {
        use rayon::prelude::*;
        items.into_par_iter().with_max_len(1).map(work).collect()
    }
    #[cfg(not(feature = "threads"))]
    items.into_iter().map(work).collect()
}

/// Applies `work` to every item, with a workspace that runs of items share one after the other.
pub fn map_init<T: Send, W, R: Send>(
    items: impl IntoIterator<Item = T>,
    workspace: impl Fn() -> W + Send + Sync,
    work: impl Fn(&mut W, T) -> R + Send + Sync,
) -> Vec<R> {
    let items: Vec<T> = items.into_iter().collect();
    #[cfg(feature = "threads")]
    {
        use rayon::prelude::*;
        items.into_par_iter().map_init(workspace, work).collect()
    }
    #[cfg(not(feature = "threads"))]
    {
        let mut workspace = workspace();
        items
            .into_iter()
            .map(|item| work(&mut workspace, item))
            .collect()
    }
}
