//! A guard around third-party decoders.

use std::cell::Cell;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use super::DamagedPicture;
use crate::picture::PictureFormat;

thread_local! {
    /// Whether this thread is in a decoder, whose panics are not to be reported.
    static IS_DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Calls a decoder. Whatever it complains about becomes one line, even if it panics: files come from anywhere, and
/// decoders have slips. After an error it must not be called again.
pub fn guard<T, E: Error + 'static>(
    format: PictureFormat,
    call: impl FnOnce() -> Result<T, E>,
) -> Result<T, DamagedPicture> {
    silence_decoders();
    let was_decoding = IS_DECODING.replace(true);
    // A decoder that has panicked is dropped, so nobody sees what state it is in.
    let result = catch_unwind(AssertUnwindSafe(call));
    IS_DECODING.set(was_decoding);
    let reason = match result {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(error)) => root_cause(&error),
        Err(_) => "the decoder cannot cope with it".to_owned(),
    };
    Err(DamagedPicture { format, reason })
}

/// From the first call on, panics are reported as before, but for those of threads that are decoding.
fn silence_decoders() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = take_hook();
        set_hook(Box::new(move |info| {
            if !IS_DECODING.get() {
                report(info);
            }
        }));
    });
}

/// The innermost reason, without the headings that are put before it on its way, in one line.
fn root_cause(error: &(dyn Error + 'static)) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    let words: Vec<String> = cause
        .to_string()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    #[test]
    fn a_panic_is_damage() {
        let damaged = guard(PictureFormat::Png, || -> Result<(), fmt::Error> {
            panic!("index out of range");
        });
        let message = damaged.unwrap_err().to_string();
        assert!(
            message.starts_with("the PNG file is damaged or cut off ("),
            "{message}"
        );
        assert!(!IS_DECODING.get());
    }

    #[test]
    fn the_reason_is_the_innermost_one_in_one_line() {
        #[derive(Debug, thiserror::Error)]
        #[error("heading")]
        struct Heading(#[source] std::io::Error);
        let error = Heading(std::io::Error::other("two\n  lines"));
        assert_eq!(root_cause(&error), "two lines");
    }
}
