//! Colours that are easy to tell apart.

use super::Rgb;
use super::emulators::rgb;

/// Colours that most people can tell apart, to be repeated where there are more things to colour.
#[rustfmt::skip]
pub const DISTINCT_COLORS: [Rgb; 12] = [
    rgb(0x4cc9f0), rgb(0xffd166), rgb(0xb565d8), rgb(0x6bcb77), rgb(0xff8c42), rgb(0x4d6cfa),
    rgb(0xef476f), rgb(0xa88b6a), rgb(0x2a9d8f), rgb(0xf4acb7), rgb(0x9aa5b1), rgb(0xc5d86d),
];
