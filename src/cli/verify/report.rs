//! What `verify` has found, and what it looked at.

use serde::Serialize;

use crate::cli::input::name;
use crate::cli::output::Target;
use crate::cli::report::count;
use tetris_printer::audit::Audit;
use tetris_printer::color::Rgb;
use tetris_printer::verify::{CELL_TOLERANCE, Difference, PrintedField, Verdict};

/// A product with all that is known of it.
pub struct Judged<'a> {
    pub kind: &'static str,
    pub input: &'a Target,
    /// Which picture of a film it is.
    pub picture: Option<PictureOf>,
    pub printed: PrintedField,
    pub verdict: Verdict,
    pub scope: Scope,
}

/// One picture of a film.
#[derive(Clone, Copy, Serialize)]
pub struct PictureOf {
    /// From 1.
    pub picture: usize,
    pub pictures: usize,
}

/// What was looked at.
pub enum Scope {
    /// What stands in each cell.
    Cells,
    /// Each cell in all its pixels, up to what scaling changes.
    Screenshot {
        /// The program or theme whose colours it has, if they are not the sprite's.
        look: &'static str,
    },
    /// Each cell in all its pixels, but nothing around the field.
    Field,
    /// Everything: the picture was drawn again.
    Drawn {
        audit: Box<Audit>,
        /// Whether the script in the picture prints the sprite.
        is_right: bool,
    },
}

impl Scope {
    /// What is wrong with the picture besides its cells.
    fn fault(&self) -> Option<String> {
        match self {
            Scope::Drawn {
                is_right: false, ..
            } => Some("the script in it prints something else".to_owned()),
            Scope::Drawn { audit, .. } => audit.fault.map(|fault| fault.to_string()),
            Scope::Cells | Scope::Screenshot { .. } | Scope::Field => None,
        }
    }

    /// What was compared besides what stands in the cells.
    fn text(&self) -> String {
        match self {
            Scope::Cells => String::new(),
            Scope::Screenshot { look } => {
                let colors = match *look {
                    "" => String::new(),
                    look => format!(", in the colours of {look}"),
                };
                format!(
                    " in all their pixels, up to {CELL_TOLERANCE} a channel{colors}; nothing around them"
                )
            }
            Scope::Field => {
                " in all their pixels; nothing around them, as it does not carry its script"
                    .to_owned()
            }
            Scope::Drawn { audit, .. } => {
                let frames = match audit.frames {
                    1 => "every pixel is".to_owned(),
                    frames => format!("every pixel of {} is", count(frames, "frame")),
                };
                format!("; {frames} as the script in it gives it")
            }
        }
    }
}

impl Judged<'_> {
    pub fn is_exact(&self) -> bool {
        self.verdict.is_exact() && self.scope.fault().is_none()
    }

    /// What is wrong.
    pub fn complaint(&self) -> String {
        let comma = if self.picture.is_some() { "," } else { "" };
        let product = format!("{} {}{comma}", self.kind, self.name());
        match (&self.verdict.differences[..], &self.verdict.odd[..]) {
            ([], []) => {
                let fault = self.scope.fault().unwrap_or_default();
                format!("{product} ends with the sprite, but {fault}")
            }
            ([], odd) => {
                let cells = count(odd.len(), "cell");
                format!("{product} has wrong pixels in {cells}")
            }
            (wrong, _) => {
                let wrong = count(wrong.len(), "cell");
                format!("{product} differs from the sprite in {wrong}")
            }
        }
    }

    /// The file, and the picture of it that is meant.
    fn name(&self) -> String {
        let file = name(self.input);
        match self.picture {
            Some(PictureOf { picture, pictures }) => {
                format!("{file}, picture {picture} of {pictures}")
            }
            None => file,
        }
    }

    /// As a line of text.
    pub fn line(&self) -> String {
        let verdict = &self.verdict;
        let fault = self.scope.fault();
        let what = match (verdict.differences.first(), verdict.odd.first(), fault) {
            (Some(first), ..) => differs(verdict.differences.len(), first),
            (None, Some((column, row)), _) => format!(
                "{} other pixels than most of the same colour, first at column {}, row {}",
                match verdict.odd.len() {
                    1 => "1 cell has".to_owned(),
                    cells => format!("{} have", count(cells, "cell")),
                },
                column.0,
                row.0,
            ),
            (None, None, Some(fault)) => fault,
            (None, None, None) => format!(
                "shows the sprite exactly ({} compared{})",
                count(verdict.cells, "cell"),
                self.scope.text(),
            ),
        };
        format!("{:<9} {}: {what}\n", self.kind, self.name())
    }
}

fn differs(cells: usize, first: &Difference) -> String {
    let color = |color: Option<Rgb>| color.map_or("empty".to_owned(), |color| color.to_string());
    format!(
        "{} {}, first at column {}, row {}: {} instead of {}",
        count(cells, "cell"),
        if cells == 1 { "differs" } else { "differ" },
        first.column.0,
        first.row.0,
        color(first.found),
        color(first.expected),
    )
}

#[derive(Serialize)]
pub struct Report {
    exact: bool,
    products: Vec<ProductReport>,
}

#[derive(Serialize)]
struct ProductReport {
    kind: &'static str,
    path: String,
    #[serde(flatten)]
    picture: Option<PictureOf>,
    left: i32,
    cells: usize,
    differences: usize,
    first: Option<CellReport>,
    /// Cells of the right colour with something in them that is not the sprite's.
    odd_cells: usize,
    /// Frames that were drawn again and compared in every pixel.
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

#[derive(Serialize)]
struct CellReport {
    column: usize,
    row: usize,
    expected: Option<Rgb>,
    found: Option<Rgb>,
}

impl From<&Difference> for CellReport {
    fn from(difference: &Difference) -> Self {
        CellReport {
            column: difference.column.0,
            row: difference.row.0,
            expected: difference.expected,
            found: difference.found,
        }
    }
}

/// The report for other programs.
pub fn json(products: &[Judged<'_>]) -> Report {
    let product = |product: &Judged<'_>| ProductReport {
        kind: product.kind,
        path: name(product.input),
        picture: product.picture,
        left: product.verdict.left,
        cells: product.verdict.cells,
        differences: product.verdict.differences.len(),
        first: product.verdict.differences.first().map(CellReport::from),
        odd_cells: product.verdict.odd.len(),
        frames: match &product.scope {
            Scope::Drawn { audit, .. } => Some(audit.frames),
            Scope::Cells | Scope::Screenshot { .. } | Scope::Field => None,
        },
        fault: product.scope.fault(),
    };
    Report {
        exact: products.iter().all(Judged::is_exact),
        products: products.iter().map(product).collect(),
    }
}
