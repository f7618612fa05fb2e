//! The looks in which a screenshot may show a print.

use crate::cli::movie::PaletteArgs;
use tetris_printer::color::{ConsoleColor, EMULATOR_PALETTES, Rgb};
use tetris_printer::print::field_color;
use tetris_printer::render::Theme;
use tetris_printer::sprite::Sprite;

/// The colours that some program gives a sprite.
pub struct Look {
    /// The program or its theme; empty for the sprite's own colours.
    pub name: &'static str,
    /// For each of the sprite's palette.
    pub colors: Vec<Rgb>,
}

/// The looks of all themes that have colours of their own, and of the console in all emulators; or only of those that
/// the user has named. Errors: the user has named too few colours.
pub fn looks(
    sprite: &Sprite,
    theme: Option<Theme>,
    palette: &PaletteArgs,
) -> anyhow::Result<Vec<Look>> {
    if let Some(theme) = theme {
        let colors = theme.recolor_palette(sprite.palette());
        return Ok(vec![Look { name: "", colors }]);
    }
    let on_console = on_console(sprite, palette);
    if palette.is_chosen() {
        return on_console;
    }
    let themes = Theme::NAMED.into_iter().map(|(name, theme)| Look {
        name: if theme.palette.is_some() { name } else { "" },
        colors: theme.recolor_palette(sprite.palette()),
    });
    let mut looks: Vec<Look> = Vec::new();
    for look in themes.chain(on_console.unwrap_or_default()) {
        if !looks.iter().any(|known| known.colors == look.colors) {
            looks.push(look);
        }
    }
    Ok(looks)
}

/// What emulators show of the cartridge. Errors: the sprite has more colours than the cartridge can show.
fn on_console(sprite: &Sprite, palette: &PaletteArgs) -> anyhow::Result<Vec<Look>> {
    let field = field_color(None, std::slice::from_ref(sprite))?;
    let backdrop = ConsoleColor::nearest(field).0;
    let entries = palette.colors(backdrop, sprite.palette())?.colors;
    let look = |(name, table): (&'static str, [Rgb; 64])| Look {
        name,
        colors: (sprite.palette().iter().zip(entries))
            .map(|(_, entry)| table[usize::from(entry.entry())])
            .collect(),
    };
    Ok(EMULATOR_PALETTES.into_iter().map(look).collect())
}
