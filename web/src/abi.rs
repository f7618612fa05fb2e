//! The functions that JavaScript calls, and those that it provides.
//!
//! A message is the length of its JSON (four bytes, the lowest first), the JSON, and any bytes. The page calls
//! `request` for room, fills it, calls `answer`, and reads `answered` bytes where that points to.

// Exported names are unsafe because two could be the same; there is no other unsafe code.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::sync::Once;

use tetris_printer::plan::{Monitor, Progress};

use crate::desk::{Answer, Desk};

unsafe extern "C" {
    /// Told how far a search has come; 0 pieces are none yet.
    safe fn progress(done: f64, total: f64, pieces: usize);
    /// Told the last words before a trap: text of so many bytes.
    safe fn panicked(text: *const u8, length: usize);
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for a message.
#[unsafe(no_mangle)]
extern "C" fn request(length: usize) -> *mut u8 {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            let text = info.to_string();
            panicked(text.as_ptr(), text.len());
        }));
    });
    REQUEST.with_borrow_mut(|request| {
        *request = vec![0; length];
        request.as_mut_ptr()
    })
}

/// Does what the message asks for.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    let request = REQUEST.take();
    let answer = DESK.with_borrow_mut(|desk| desk.serve(&request, &Worker));
    let message = message(&answer);
    ANSWER.with_borrow_mut(|kept| {
        *kept = message;
        kept.as_ptr()
    })
}

/// The length of the answer.
#[unsafe(no_mangle)]
extern "C" fn answered() -> usize {
    ANSWER.with_borrow(Vec::len)
}

fn message(answer: &Answer) -> Vec<u8> {
    let json = answer.json.to_string();
    let length = (json.len() as u32).to_le_bytes();
    [&length[..], json.as_bytes(), &answer.bytes].concat()
}

/// A search is ended by ending its worker.
struct Worker;

impl Monitor for Worker {
    fn on_progress(&self, now: Progress) {
        progress(
            now.done as f64,
            now.total as f64,
            now.pieces.unwrap_or_default(),
        );
    }
}
