//! Small files that claim to be, or unpack to, more than any memory holds.

use std::iter::repeat_n;

use super::pictures::{chunk, head, packed_zeros, png};

/// Readers by name, what they are given, and the file.
pub fn all() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let text = packed_text();
    let mut bombs = Vec::new();
    for reader in ["print", "verify --png", "verify --screenshot", "link"] {
        bombs.extend([
            (reader, "60000x60000.png", claimed_png(60_000)),
            (reader, "text.png", text.clone()),
        ]);
    }
    bombs.extend([
        ("print", "4096x4096.png", empty_png(4096, 16)),
        ("verify --png", "4096x4096.png", empty_png(4096, 8)),
        ("verify --screenshot", "4096x4096.png", empty_png(4096, 16)),
        ("link", "2048x2048.png", empty_png(2048, 16)),
        ("verify --png", "frames.png", endless_animation()),
        ("print", "65535x65535.gif", claimed_gif()),
        ("verify --gif", "65535x65535.gif", claimed_gif()),
        ("verify --gif", "frames.gif", long_gif()),
        ("print", "huge.bmp", claimed_bmp()),
        ("print", "huge.webp", claimed_webp()),
        ("sheet", "noise.bmp", speckled_bmp()),
        ("sheet --grid", "4000x4000.png", black_png(4000)),
        ("replay", "deep.json", b"[".repeat(4 << 20)),
        ("replay", "deep-field.json", b"{\"a\":".repeat(1 << 20)),
        (
            "replay",
            "tall.json",
            script(r#"{"width":64,"height":4000000000}"#, 1),
        ),
        (
            "replay",
            "long.json",
            script(r#"{"width":21,"height":42}"#, 500_000),
        ),
        (
            "replay",
            "long.txt",
            [&b"#ff0000\n"[..], &b"J".repeat(8 << 20)].concat(),
        ),
        (
            "--theme",
            "deep.toml",
            [&b"a = "[..], &b"[".repeat(60_000)].concat(),
        ),
        ("--theme", "dots.toml", b"a.".repeat(30_000)),
        (
            "tile",
            "wide.txt",
            b"board: 4294967295x4294967295\n".to_vec(),
        ),
        (
            "tile",
            "full.txt",
            [&b"board:\n"[..], &b".".repeat(900_000)].concat(),
        ),
        ("tile", "pieces.txt", many_pieces()),
        ("link", "wide.txt", b"1 1 ".repeat(1 << 20)),
        ("link", "deep.json", b"[".repeat(4 << 20)),
        ("play --weights", "deep.json", b"[".repeat(1 << 20)),
    ]);
    bombs
}

/// A head that promises `side` x `side` pixels, and none of them.
fn claimed_png(side: u32) -> Vec<u8> {
    png(&[head(side, side, 8, 6), chunk(b"IDAT", &packed_zeros(1000))])
}

/// Transparent pixels with all channels, as many as are read.
fn empty_png(side: u32, bits: u8) -> Vec<u8> {
    let row = 1 + side as usize * 4 * usize::from(bits / 8);
    let pixels = packed_zeros(row * side as usize);
    png(&[head(side, side, bits, 6), chunk(b"IDAT", &pixels)])
}

/// Opaque pixels, each of which is a cell of its own.
fn black_png(side: u32) -> Vec<u8> {
    let pixels = packed_zeros((1 + side as usize) * side as usize);
    png(&[head(side, side, 8, 0), chunk(b"IDAT", &pixels)])
}

/// A text and a colour profile of a gigabyte each, packed.
fn packed_text() -> Vec<u8> {
    let text = packed_zeros(1 << 30);
    png(&[
        head(1, 1, 8, 6),
        chunk(b"iCCP", &[b"a\0\0", &text[..]].concat()),
        chunk(b"zTXt", &[b"tetris-print\0\0", &text[..]].concat()),
        chunk(b"IDAT", &packed_zeros(5)),
    ])
}

/// Four thousand million frames, of which one is there.
fn endless_animation() -> Vec<u8> {
    let control = [u32::MAX.to_be_bytes(), [0; 4]].concat();
    png(&[
        head(4000, 4000, 8, 6),
        chunk(b"acTL", &control),
        chunk(b"IDAT", &packed_zeros(4000 * 16_001)),
    ])
}

fn claimed_gif() -> Vec<u8> {
    let screen = b"GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff";
    let frame = b"\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x44\x01\0\x3b";
    [&screen[..], frame].concat()
}

/// A hundred thousand frames of one pixel each on a large screen.
fn long_gif() -> Vec<u8> {
    let screen = b"GIF89a\xa0\x0f\xa0\x0f\x80\0\0\0\0\0\xff\xff\xff";
    let frame = b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0";
    [&screen[..], &frame.repeat(100_000), b"\x3b"].concat()
}

/// The head of a square picture of 24 bits per pixel.
fn bmp_head(file_size: u32, side: u32) -> Vec<u8> {
    let sizes = [file_size, 0, 54, 40, side, side].map(u32::to_le_bytes);
    [&b"BM"[..], sizes.as_flattened(), &[1, 0, 24, 0], &[0; 24]].concat()
}

fn claimed_bmp() -> Vec<u8> {
    [bmp_head(u32::MAX, i32::MAX as u32), vec![7; 1000]].concat()
}

/// Pixels of thousands of colours, each a shape of its own.
fn speckled_bmp() -> Vec<u8> {
    let side = 900;
    let pixel = |i: u32| match (i % side % 3, i / side % 3) {
        (0, 0) => [i as u8, (i >> 8) as u8, (i >> 16) as u8],
        _ => [255; 3],
    };
    let pixels = (0..side * side).flat_map(pixel);
    bmp_head(0, side).into_iter().chain(pixels).collect()
}

/// A head of the lossless form that promises 16383x16383 pixels.
fn claimed_webp() -> Vec<u8> {
    let stream = [0x2f, 0xfe, 0xff, 0xfe, 0x0f, 0, 0, 0, 0, 0];
    let length = |count: usize| (count as u32).to_le_bytes();
    let body = [&b"WEBPVP8L"[..], &length(stream.len()), &stream].concat();
    [&b"RIFF"[..], &length(body.len()), &body].concat()
}

/// Drops on a field; without room for so many, the game refuses one of them.
fn script(field: &str, drops: usize) -> Vec<u8> {
    let drop = r#"{"piece":"O","orientation":"horizontal","column":0}"#;
    let drops: Vec<&str> = repeat_n(drop, drops).collect();
    let colors =
        ["I", "J", "L", "O", "S", "T", "Z"].map(|piece| format!("\"{piece}\":\"#ffffff\""));
    format!(
        r##"{{"format":"tetris-print","version":1,"field":{field},"colors":{{{}}},"background":"#000000","drops":[{}]}}"##,
        colors.join(","),
        drops.join(",")
    )
    .into_bytes()
}

/// As many large pieces as the file may hold.
fn many_pieces() -> Vec<u8> {
    let piece = format!("piece a x4096:\n{}\n", "#".repeat(200));
    [&b"board: 64x64\n"[..], &piece.repeat(4000).into_bytes()].concat()
}
