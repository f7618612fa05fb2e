//! Arguments about cutting a sheet, shared by every command that takes a sprite of one.

use std::str::FromStr;

use anyhow::ensure;
use clap::Args;

use tetris_printer::sprite::{Cells, Cut, MAX_GAP};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Cutting a sheet")]
pub struct CuttingArgs {
    /// Cut a sheet into connected shapes with at most this many empty pixels between their parts;
    /// defaults to 0 with `--grid none`
    #[arg(long, value_name = "PIXELS", conflicts_with_all = ["margin", "spacing"])]
    #[arg(value_parser = clap::value_parser!(u64).range(..=MAX_GAP as u64))]
    gap: Option<u64>,
    /// Cut a sheet into cells of WxH pixels, or always into shapes with `none` [default: along drawn
    /// lines or an invisible grid, if there is one]
    #[arg(long, value_name = "WxH")]
    grid: Option<GridChoice>,
    /// Pixels before the first column and row of cells
    #[arg(long, value_name = "PIXELS", default_value_t = 0, requires = "grid")]
    margin: usize,
    /// Pixels between cells
    #[arg(long, value_name = "PIXELS", default_value_t = 0, requires = "grid")]
    spacing: usize,
}

/// What `--grid` says.
#[derive(Clone, Copy, Debug)]
enum GridChoice {
    None,
    Size { width: usize, height: usize },
}

impl FromStr for GridChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once('x').map(|(w, h)| (w.parse(), h.parse()));
        match sides {
            Some((Ok(width @ 1..), Ok(height @ 1..))) => Ok(GridChoice::Size { width, height }),
            _ if text == "none" => Ok(GridChoice::None),
            _ => Err(format!(
                "`{text}` is not a cell size: write WxH, like 16x16, or none"
            )),
        }
    }
}

impl CuttingArgs {
    /// The option that says how to cut, if there is one.
    pub fn asked(&self) -> Option<&'static str> {
        let grid = self.grid.map(|_| "--grid");
        grid.or(self.gap.map(|_| "--gap"))
    }

    /// Refuses options of which one would be ignored.
    pub fn check(&self) -> anyhow::Result<()> {
        ensure!(
            self.gap.is_none() || !matches!(self.grid, Some(GridChoice::Size { .. })),
            "--gap tells shapes apart, and --grid WxH cuts along lines: leave one out, or write --grid none"
        );
        Ok(())
    }

    pub fn cut(&self) -> Cut {
        match (self.grid, self.gap) {
            (Some(GridChoice::Size { width, height }), _) => Cut::Cells(Cells {
                width,
                height,
                margin: self.margin,
                spacing: self.spacing,
            }),
            (_, Some(gap)) => Cut::Components { gap: gap as usize },
            (Some(GridChoice::None), None) => Cut::Components { gap: 0 },
            (None, None) => Cut::Auto,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_a_size_or_none() {
        let size = "16x24".parse();
        assert!(matches!(
            size,
            Ok(GridChoice::Size {
                width: 16,
                height: 24
            })
        ));
        assert!(matches!("none".parse(), Ok(GridChoice::None)));
        for text in ["", "16", "0x4", "x", "16x"] {
            let error = text.parse::<GridChoice>().unwrap_err();
            assert!(error.contains("like 16x16"), "{error}");
        }
    }
}
