//! Shapes made of unit squares or unit cubes, and the isometries that turn and reflect them.

use std::fmt;

/// The coordinates of a cell: column `x`, row `y` from the top, layer `z`. Plane shapes have `z` = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinates {
    /// The column, growing to the right.
    pub x: i32,
    /// The row, growing downwards.
    pub y: i32,
    /// The layer, growing away from the viewer.
    pub z: i32,
}

impl Coordinates {
    /// The cell of a column, a row and a layer.
    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        Coordinates { x, y, z }
    }

    /// Reading order: layer, row, column.
    fn reading_key(self) -> (i32, i32, i32) {
        (self.z, self.y, self.x)
    }

    pub(super) fn to_array(self) -> [i32; 3] {
        [self.x, self.y, self.z]
    }

    /// The cells that share a face with this one.
    pub fn neighbours(self) -> impl Iterator<Item = Coordinates> {
        (0..6).map(move |direction| {
            let mut neighbour = self.to_array();
            neighbour[direction / 2] += [1, -1][direction % 2];
            Coordinates::from(neighbour)
        })
    }
}

impl From<[i32; 3]> for Coordinates {
    fn from([x, y, z]: [i32; 3]) -> Self {
        Coordinates { x, y, z }
    }
}

impl Ord for Coordinates {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.reading_key().cmp(&other.reading_key())
    }
}

impl PartialOrd for Coordinates {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A rotation or reflection that keeps the grid (a signed permutation): the axes permuted, some of them
/// reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isometry {
    /// Coordinate `i` of the image is coordinate `axes[i]` of the original, ...
    axes: [usize; 3],
    /// ... times `signs[i]`.
    signs: [i32; 3],
}

impl Isometry {
    /// All 48 isometries of the cube, the identity first.
    pub fn all() -> impl Iterator<Item = Isometry> {
        // None swapped, two of them, or all.
        #[rustfmt::skip]
        const AXES: [[usize; 3]; 6] = [
            [0, 1, 2],
            [1, 0, 2], [0, 2, 1], [2, 1, 0],
            [1, 2, 0], [2, 0, 1],
        ];
        AXES.into_iter().flat_map(|axes| {
            (0..8).map(move |reversed| Isometry {
                axes,
                signs: [0, 1, 2].map(|axis| if reversed >> axis & 1 == 1 { -1 } else { 1 }),
            })
        })
    }

    /// Whether it is a rotation: no reflection.
    pub fn is_rotation(self) -> bool {
        let [a, b, c] = self.axes;
        let swaps = usize::from(a > b) + usize::from(a > c) + usize::from(b > c);
        let reversals = self.signs.iter().filter(|&&sign| sign < 0).count();
        (swaps + reversals).is_multiple_of(2)
    }

    /// Whether it keeps every cell in its layer.
    pub fn is_plane(self) -> bool {
        self.axes[2] == 2 && self.signs[2] == 1
    }

    /// The image of a cell; the origin stays where it is, so coordinates may become negative.
    pub fn apply(self, cell: Coordinates) -> Coordinates {
        let from = cell.to_array();
        Coordinates::from([0, 1, 2].map(|i| from[self.axes[i]] * self.signs[i]))
    }
}

/// How the pieces of a puzzle may be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// In the plane: turned, and turned over (8 isometries).
    Free,
    /// In the plane: turned only (4 isometries).
    OneSided,
    /// In space: turned every way (24 isometries). Plane pieces turn over by themselves.
    Space,
}

impl Freedom {
    /// Whether pieces may be moved like this.
    pub fn allows(self, isometry: Isometry) -> bool {
        match self {
            Freedom::Free => isometry.is_plane(),
            Freedom::OneSided => isometry.is_plane() && isometry.is_rotation(),
            Freedom::Space => isometry.is_rotation(),
        }
    }
}

/// A connected set of cells, moved to the corner of space (all coordinates at least 0, each of
/// them 0 somewhere), its cells in reading order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyform {
    cells: Vec<Coordinates>,
}

/// Cells that make no polyform.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolyformError {
    /// No cell at all.
    #[error("a piece has no cells")]
    Empty,
    /// The same cell given twice.
    #[error("a piece has a cell twice")]
    Overlapping,
    /// Cells that hang together by corners only, or not at all.
    #[error("a piece falls apart: its cells must share edges (in space, faces)")]
    Disconnected,
    /// A drawing with another letter than `#` and `.`.
    #[error("`{0}` in a piece's drawing: write # for a cell, . for none")]
    NoCell(char),
}

/// The characters of a drawing in space. Rows end at `/` or a line break, layers at an empty row;
/// blanks at the end of a row are none.
pub(super) fn drawn_cells(drawing: &str) -> impl Iterator<Item = (Coordinates, char)> {
    let (mut y, mut z) = (-1, 0);
    drawing.split(['/', '\n']).flat_map(move |row| {
        let row = row.trim_end();
        (y, z) = if row.is_empty() {
            (-1, z + 1)
        } else {
            (y + 1, z)
        };
        let place = (y, z);
        let characters = row.chars().zip(0..);
        characters.map(move |(character, x)| (Coordinates::new(x, place.0, place.1), character))
    })
}

impl Polyform {
    /// # Errors
    ///
    /// No cells, a cell given twice, cells that do not hang together by their sides.
    pub fn new(cells: impl IntoIterator<Item = Coordinates>) -> Result<Self, PolyformError> {
        let mut cells: Vec<Coordinates> = cells.into_iter().collect();
        let given = cells.len();
        cells.sort_unstable();
        cells.dedup();
        if cells.is_empty() {
            Err(PolyformError::Empty)
        } else if cells.len() < given {
            Err(PolyformError::Overlapping)
        } else if component_sizes(&cells).len() > 1 {
            Err(PolyformError::Disconnected)
        } else {
            Ok(Polyform::normalized(cells))
        }
    }

    /// Moves the cells to the corner and sorts them.
    fn normalized(mut cells: Vec<Coordinates>) -> Self {
        let low = |key: fn(&Coordinates) -> i32| cells.iter().map(key).min().unwrap_or(0);
        let (x, y, z) = (low(|c| c.x), low(|c| c.y), low(|c| c.z));
        for cell in &mut cells {
            *cell = Coordinates::new(cell.x - x, cell.y - y, cell.z - z);
        }
        cells.sort_unstable();
        Polyform { cells }
    }

    /// Reads a drawing: rows from the top, `/` or a line break between them, an empty row between
    /// two layers; `.` is empty, `#` a cell.
    pub fn parse(drawing: &str) -> Result<Self, PolyformError> {
        let characters: Vec<(Coordinates, char)> = drawn_cells(drawing).collect();
        if let Some(&(_, odd)) = characters.iter().find(|(_, c)| !matches!(c, '.' | '#')) {
            return Err(PolyformError::NoCell(odd));
        }
        let filled = characters.into_iter().filter(|&(_, c)| c == '#');
        Polyform::new(filled.map(|(cell, _)| cell))
    }

    /// Its cells, in reading order: by layer, row, column.
    pub fn cells(&self) -> &[Coordinates] {
        &self.cells
    }

    /// The number of cells.
    #[expect(clippy::len_without_is_empty, reason = "a polyform is never empty")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Columns, rows and layers of the bounding box.
    pub fn extent(&self) -> [i32; 3] {
        let high = |key: fn(&Coordinates) -> i32| self.cells.iter().map(key).max().unwrap_or(0) + 1;
        [high(|c| c.x), high(|c| c.y), high(|c| c.z)]
    }

    /// The piece turned or reflected, and moved back to the corner.
    pub fn moved(&self, isometry: Isometry) -> Polyform {
        let cells = self.cells.iter();
        Polyform::normalized(cells.map(|&cell| isometry.apply(cell)).collect())
    }

    /// The mirror image, left and right exchanged.
    pub fn mirrored(&self) -> Polyform {
        let cells = self.cells.iter();
        Polyform::normalized(
            cells
                .map(|cell| Coordinates::new(-cell.x, cell.y, cell.z))
                .collect(),
        )
    }

    /// The different shapes that the allowed isometries make of the piece, its own first.
    pub fn orientations(&self, freedom: Freedom) -> Vec<Polyform> {
        let mut shapes = Vec::new();
        for isometry in Isometry::all().filter(|&isometry| freedom.allows(isometry)) {
            let shape = self.moved(isometry);
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        shapes
    }

    /// The same shape for every orientation of the piece.
    pub fn canonical(&self, freedom: Freedom) -> Polyform {
        let least = self.orientations(freedom).into_iter().min();
        least.unwrap_or_else(|| self.clone())
    }
}

impl fmt::Display for Polyform {
    /// Rows separated by `/`, layers by `//`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height, depth] = self.extent();
        for (z, y) in (0..depth).flat_map(|z| (0..height).map(move |y| (z, y))) {
            match (z, y) {
                (0, 0) => {}
                (_, 0) => f.write_str("//")?,
                _ => f.write_str("/")?,
            }
            for x in 0..width {
                let filled = self.cells.binary_search(&Coordinates::new(x, y, z)).is_ok();
                f.write_str(if filled { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

/// How many cells each connected part of the cells has, which are given in reading order.
pub(super) fn component_sizes(cells: &[Coordinates]) -> Vec<usize> {
    let mut reached = vec![false; cells.len()];
    let mut sizes = Vec::new();
    for &start in cells {
        let (mut queue, mut size) = (vec![start], 0);
        while let Some(cell) = queue.pop() {
            if let Ok(index) = cells.binary_search(&cell)
                && !std::mem::replace(&mut reached[index], true)
            {
                size += 1;
                queue.extend(cell.neighbours());
            }
        }
        sizes.extend((size > 0).then_some(size));
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str, freedom: Freedom) -> usize {
        Polyform::parse(text).unwrap().orientations(freedom).len()
    }

    #[test]
    fn the_isometries_are_a_cubes_48_of_which_half_only_turn() {
        assert_eq!(Isometry::all().count(), 48);
        assert_eq!(Isometry::all().filter(|m| m.is_rotation()).count(), 24);
        assert_eq!(Isometry::all().filter(|m| m.is_plane()).count(), 8);
        let cell = Coordinates::new(1, 2, 3);
        let mut images: Vec<_> = Isometry::all()
            .map(|isometry| isometry.apply(cell))
            .collect();
        assert_eq!(images[0], cell);
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 48);
    }

    #[test]
    fn a_piece_has_as_many_orientations_as_it_looks_different() {
        assert_eq!(count("####", Freedom::Free), 2);
        assert_eq!(count("##/##", Freedom::Free), 1);
        assert_eq!(count("###/.#.", Freedom::Free), 4);
        assert_eq!(count("###/#..", Freedom::Free), 8);
        assert_eq!(count("###/#..", Freedom::OneSided), 4);
        assert_eq!(count("##./.##", Freedom::OneSided), 2);
        assert_eq!(count("###/#..", Freedom::Space), 24);
        assert_eq!(count("####", Freedom::Space), 3);
    }

    #[test]
    fn a_piece_is_drawn_at_the_corner() {
        let piece = Polyform::parse("..../.##./..#.").unwrap();
        assert_eq!(piece.to_string(), "##/.#");
        assert_eq!(piece.extent(), [2, 2, 1]);
        let stair = [(0, 0, 0), (1, 0, 0), (1, 0, 1)].map(|(x, y, z)| Coordinates::new(x, y, z));
        assert_eq!(Polyform::new(stair).unwrap().to_string(), "##//.#");
    }

    #[test]
    fn what_is_no_piece_is_refused() {
        assert_eq!(Polyform::parse("..."), Err(PolyformError::Empty));
        assert_eq!(Polyform::parse("#./.#"), Err(PolyformError::Disconnected));
        let twice = [Coordinates::new(0, 0, 0), Coordinates::new(0, 0, 0)];
        assert_eq!(Polyform::new(twice), Err(PolyformError::Overlapping));
    }
}
