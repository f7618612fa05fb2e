//! The keys of a live view, read by a thread of its own, which ends with its terminal.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Quit,
    Pause,
    Faster,
    Slower,
}

/// The keys from now on. The channel closes at the end of the terminal's input, as when its window is closed.
///
/// Errors: if there is no terminal to read from.
pub fn keys() -> io::Result<Receiver<Key>> {
    let keyboard = keyboard()?;
    let (sender, receiver) = channel();
    thread::spawn(move || send_keys(keyboard, &sender));
    Ok(receiver)
}

/// Standard input, or the terminal itself where that is used for something else.
fn keyboard() -> io::Result<Box<dyn Read + Send>> {
    const TERMINAL: &str = if cfg!(windows) { "CONIN$" } else { "/dev/tty" };
    Ok(match io::stdin().is_terminal() {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(TERMINAL)?),
    })
}

fn send_keys(mut keyboard: impl Read, sender: &Sender<Key>) {
    let mut bytes = [0; 64];
    while let Ok(read @ 1..) = keyboard.read(&mut bytes) {
        for key in keys_of(&bytes[..read]) {
            if sender.send(key).is_err() {
                return;
            }
        }
    }
}

/// The keys that a raw terminal reports in one go.
fn keys_of(bytes: &[u8]) -> impl Iterator<Item = Key> {
    const ESCAPE: u8 = 0x1b;
    // A longer report that begins with it is a key with a name, such as an arrow.
    let is_named = bytes.len() > 1 && bytes[0] == ESCAPE;
    let letters = if is_named { &[] } else { bytes };
    letters.iter().filter_map(|byte| match byte {
        b'q' | &ESCAPE | 0x03 | 0x04 => Some(Key::Quit),
        b' ' | b'p' => Some(Key::Pause),
        b'+' | b'=' => Some(Key::Faster),
        b'-' => Some(Key::Slower),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys_in(bytes: &[u8]) -> Vec<Key> {
        keys_of(bytes).collect()
    }

    #[test]
    fn an_arrow_does_not_quit() {
        assert_eq!(keys_in(b"\x1b[A"), []);
        assert_eq!(keys_in(b"\x1b"), [Key::Quit]);
    }

    #[test]
    fn each_of_several_keys_counts() {
        assert_eq!(keys_in(b"+x- "), [Key::Faster, Key::Slower, Key::Pause]);
        assert_eq!(keys_in(b"\x03"), [Key::Quit]);
    }

    #[test]
    fn the_channel_closes_at_the_end_of_the_input() {
        let (sender, receiver) = channel();
        send_keys(&b"q"[..], &sender);
        drop(sender);
        assert_eq!(receiver.iter().collect::<Vec<_>>(), [Key::Quit]);
    }
}
