//! Pictures drawn as text.

/// The lines of a drawing and the width of the first one, without surrounding spaces and empty lines.
pub fn lines(text: &str) -> (Vec<&str>, usize) {
    let lines = text.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let width = lines.first().map_or(0, |line| line.chars().count());
    (lines, width)
}
