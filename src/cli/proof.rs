//! Outputs are decoded again and compared with the sprite before they are put in place.

use anyhow::{bail, ensure};

use super::failure::Mismatch;
use super::products::{Game, Output, OutputArgs, Product};
use super::report::count;
use super::stage::Stage;
use tetris_printer::print::Columns;
use tetris_printer::sprite::Sprite;
use tetris_printer::verify::{PrintedField, verify_beside};

/// What every product must show.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    pub sprite: &'a Sprite,
    /// Where anything may stand beside the sprite.
    pub free_columns: Columns,
}

/// A product that shows what it should, as far as it shows a field at all.
pub struct Proven<'a>(Product<'a>);

impl Judge<'_> {
    /// Reads the product again: there is no other way to a [`Proven`].
    ///
    /// Errors: [`Mismatch`] unless it shows exactly the sprite.
    pub fn prove<'p>(&self, product: Product<'p>) -> anyhow::Result<Proven<'p>> {
        if let Some(printed) = product.printed_field()? {
            self.compare(&printed, product.kind())?;
        }
        Ok(Proven(product))
    }

    /// Makes the outputs, which show the sprite in the colours of the game's theme, and proves each by decoding it.
    pub fn make<'p>(
        &self,
        outputs: &'p OutputArgs,
        game: &Game<'_>,
    ) -> anyhow::Result<Vec<Proven<'p>>> {
        let sprite = game.options.theme.recolor_sprite(self.sprite, game.script);
        let shown = Judge {
            sprite: &sprite,
            ..*self
        };
        let made = outputs.make(game)?.into_iter();
        made.map(|product| shown.prove(product)).collect()
    }

    /// Errors: [`Mismatch`] unless the printed field shows exactly the sprite, even an empty one.
    pub fn compare(&self, printed: &PrintedField, product: &str) -> anyhow::Result<()> {
        if self.sprite.bounds().is_none() {
            ensure!(
                printed.is_of_one_color(),
                Mismatch(format!(
                    "{product} shows something where nothing is left: nothing was written"
                ))
            );
            return Ok(());
        }
        let verdict = verify_beside(self.sprite, printed, self.free_columns.mask())?;
        if let Some(first) = verdict.differences.first() {
            let wrong = count(verdict.differences.len(), "cell");
            let (column, row) = (first.column.0, first.row.0);
            bail!(Mismatch(format!(
                "{product} differs from the sprite in {wrong}, first at column {column}, row {row}: nothing was written"
            )));
        }
        if let Some((column, row)) = verdict.odd.first() {
            bail!(Mismatch(format!(
                "{product} has a scratch in the cell at column {}, row {}: nothing was written",
                column.0, row.0
            )));
        }
        Ok(())
    }
}

impl<'a> Proven<'a> {
    pub fn get(&self) -> &Product<'a> {
        &self.0
    }
}

/// What a report tells of the products.
pub fn outputs_of(products: &[Proven<'_>]) -> Vec<Output> {
    products
        .iter()
        .map(|Proven(product)| product.output())
        .collect()
}

/// Puts every product in its place, all or none as far as the file system allows.
pub fn put_in_place(products: Vec<Proven<'_>>) -> anyhow::Result<()> {
    let stages = products.into_iter().map(|Proven(product)| product.stage());
    let stages: anyhow::Result<Vec<Stage>> = stages.collect();
    stages?.into_iter().try_for_each(Stage::finish)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::output::Target;
    use tetris_printer::color::Rgb;
    use tetris_printer::game::{Column, FieldSize, PieceDrop, Pose};
    use tetris_printer::render::{RenderOptions, render_png};
    use tetris_printer::script::{PrintScript, write_script};

    fn o_on_the_floor() -> PrintScript {
        let drops = vec![PieceDrop::new(Pose::O, Column(3))];
        PrintScript::of_drops(FieldSize::ORIGINAL, drops)
    }

    /// In the colour of the script's O.
    fn sprite(drawing: &str) -> Sprite {
        let script = o_on_the_floor();
        let color = script.colors.of(script.drops[0].piece());
        Sprite::from_diagram(drawing, |_| Some(color)).unwrap()
    }

    fn is_proven(sprite: &Sprite, product: Product<'_>) -> bool {
        let free_columns = Columns::default();
        let judge = Judge {
            sprite,
            free_columns,
        };
        judge.prove(product).is_ok()
    }

    #[test]
    fn a_product_that_shows_another_sprite_is_not_proven() {
        let script = o_on_the_floor();
        let target = Target::Stream;
        let png = || {
            let mut bytes = Vec::new();
            let layout = render_png(&script, None, &RenderOptions::default(), &mut bytes).unwrap();
            Product::png("png", &target, bytes, layout)
        };
        let json = || {
            let mut bytes = Vec::new();
            write_script(&script, &mut bytes).unwrap();
            Product::script(&target, bytes)
        };
        let (square, ell) = (sprite("##\n##"), sprite("#.\n##"));
        let other_color = Sprite::from_diagram("##\n##", |_| Some(Rgb::new(1, 2, 3))).unwrap();
        assert!(is_proven(&square, png()) && is_proven(&square, json()));
        for wrong in [&ell, &other_color] {
            assert!(!is_proven(wrong, png()) && !is_proven(wrong, json()));
        }
    }
}
