//! Videos, encoded with the installed ffmpeg.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail, ensure};

use super::kind::Kind;

const PROGRAM: &str = "ffmpeg";

/// Refuses, before any work is done, what the installed ffmpeg cannot encode.
pub fn check(kind: Kind) -> anyhow::Result<()> {
    let Some((encoder, _)) = encoder(kind) else {
        return Ok(());
    };
    let listed = Command::new(PROGRAM)
        .args(["-hide_banner", "-encoders"])
        .stdin(Stdio::null())
        .output();
    let listed = match listed {
        Err(error) if error.kind() == ErrorKind::NotFound => bail!(
            "{kind} is made by ffmpeg, which is not installed: install it (https://ffmpeg.org), or \
             write a .webp or .gif instead"
        ),
        listed => listed.context("cannot run ffmpeg")?,
    };
    let is_there = String::from_utf8_lossy(&listed.stdout)
        .split_whitespace()
        .any(|word| word == encoder);
    ensure!(
        is_there,
        "the installed ffmpeg has no encoder {encoder}, which {kind} needs: install another \
         ffmpeg, or write a .webp or .gif instead"
    );
    Ok(())
}

/// The name of the encoder, and what it is told; `None` for what is no video. The qualities are those from which
/// on the edges of cells looked clean at arm's length, on the prints in `out/`.
fn encoder(kind: Kind) -> Option<(&'static str, &'static [&'static str])> {
    match kind {
        Kind::Mp4 => Some((
            "libx264",
            &["-preset", "slow", "-crf", "16", "-movflags", "+faststart"],
        )),
        Kind::Webm => Some(("libvpx-vp9", &["-b:v", "0", "-crf", "24", "-row-mt", "1"])),
        _ => None,
    }
}

/// The video of the raw frames that `feed` writes (as Y4M).
///
/// Errors: those of `feed`, and what ffmpeg complains about.
pub fn encode(
    kind: Kind,
    feed: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<u8>> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let file = folder.path().join("film").with_extension(kind.ending());
    let mut ffmpeg = start(kind, &file)?;
    let mut input = ffmpeg.stdin.take().context("ffmpeg takes no input")?;
    let fed = feed(&mut input);
    drop(input);
    if fed.is_err() {
        let _ = ffmpeg.kill();
    }
    let mut told = String::new();
    if let Some(mut stderr) = ffmpeg.stderr.take() {
        let _ = stderr.read_to_string(&mut told);
    }
    let status = ffmpeg.wait().context("ffmpeg is gone")?;
    if let Some(reason) = told.lines().last() {
        bail!("ffmpeg cannot encode the video: {reason}");
    }
    fed?;
    ensure!(status.success(), "ffmpeg ended with {status}");
    fs::read(&file).context("ffmpeg wrote no video")
}

/// An ffmpeg that waits for frames. They come in full range and with the weights of BT.601; players expect the
/// narrow range and, where nothing says otherwise, take large videos for BT.709: so that is what they get.
fn start(kind: Kind, file: &Path) -> anyhow::Result<Child> {
    const CONVERT: &str = "scale=in_range=full:in_color_matrix=bt601:out_range=tv:out_color_matrix=bt709,format=yuv420p";
    const TAGS: [&str; 8] = [
        "-color_range",
        "tv",
        "-colorspace",
        "bt709",
        "-color_primaries",
        "bt709",
        "-color_trc",
        "bt709",
    ];
    let (encoder, quality) = encoder(kind).context("this is no video")?;
    let mut command = Command::new(PROGRAM);
    command
        .args(["-hide_banner", "-loglevel", "error", "-y"])
        .args(["-f", "yuv4mpegpipe", "-i", "-", "-vf", CONVERT])
        .args(["-c:v", encoder])
        .args(quality)
        .args(TAGS)
        .args(["-bitexact", "-map_metadata", "-1"])
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command.spawn().context("cannot run ffmpeg")
}
