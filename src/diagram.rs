//! Pictures drawn as text.

/// The lines of a drawing and the width of the first one, without surrounding spaces and empty lines.
pub fn lines(text: &str) -> (Vec<&str>, usize) {
    let lines = text.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let width = lines.first().map_or(0, |line| line.chars().count());
    (lines, width)
}

/// The box-drawing character whose lines go upwards, downwards, to the left and to the right.
pub fn joint(arms: [bool; 4]) -> char {
    const JOINTS: [char; 16] = [
        ' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
    ];
    let bits = arms.into_iter().enumerate();
    JOINTS[bits
        .map(|(bit, arm)| usize::from(arm) << bit)
        .sum::<usize>()]
}
