//! Pictures of the console's screen while a movie is played.

use anyhow::ensure;
use clap::Args;

use crate::cli::failure::Mismatch;
use crate::cli::kind::Kind;
use crate::cli::output::{Target, asked_for};
use crate::cli::products::Product;
use crate::cli::television::Camera;
use tetris_printer::color::ConsoleColor;
use tetris_printer::nes::{NesScreen, ScreenFilm};
use tetris_printer::picture::{Layout, read_print};
use tetris_printer::render::RenderOptions;

/// What is wanted of the screen.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "On the console")]
pub struct ScreenArgs {
    /// Write the console's screen at the end of the movie as a PNG: of the cartridge, or of your own copy with --game
    #[arg(long, value_name = "FILE")]
    nes_png: Option<Target>,
    /// Write the console's screen from the first piece on as a GIF, likewise
    #[arg(long, value_name = "FILE")]
    nes_gif: Option<Target>,
}

/// What there is to see.
pub struct Scene<'a> {
    /// The frame of the movie in which the first piece enters.
    pub start: usize,
    /// The frames after it.
    pub frames: usize,
    /// Where the field is.
    pub layout: Layout,
    /// The colours that are shown.
    pub colors: Vec<ConsoleColor>,
    /// Of these only the ones about timing are used.
    pub options: &'a RenderOptions,
}

impl ScreenArgs {
    /// What will be written.
    pub fn targets(&self) -> Vec<(&Target, Kind)> {
        asked_for([(&self.nes_png, Kind::Png), (&self.nes_gif, Kind::Gif)])
    }

    /// Whether anything is.
    pub fn is_asked(&self) -> bool {
        self.nes_png.is_some() || self.nes_gif.is_some()
    }

    /// Plays a movie with `play`, before a camera if a film is asked for, and takes the pictures of what it ends with;
    /// all of them end with that screen.
    pub fn take<T>(
        &self,
        scene: &Scene<'_>,
        play: impl FnOnce(Option<Camera<'_>>) -> anyhow::Result<(T, NesScreen)>,
    ) -> anyhow::Result<(T, NesScreen, Vec<Product<'_>>)> {
        let mut pictures = Vec::new();
        let (ending, screen) = match &self.nes_gif {
            None => play(None)?,
            Some(target) => {
                let mut bytes = Vec::new();
                let mut film = scene.film(&mut bytes)?;
                let mut camera = |number: usize, screen: &dyn Fn() -> NesScreen| match number
                    .checked_sub(scene.start)
                {
                    Some(_) => Ok(film.add(screen)?),
                    None => Ok(()),
                };
                let (ending, screen) = play(Some(&mut camera))?;
                let report = film.finish(&screen)?;
                check(&bytes, &screen)?;
                pictures.push(Product::gif("nes-gif", target, bytes, report));
                (ending, screen)
            }
        };
        if let Some(target) = &self.nes_png {
            let mut bytes = Vec::new();
            screen.write_png(scene.layout, &mut bytes)?;
            check(&bytes, &screen)?;
            pictures.push(Product::png("nes-png", target, bytes, scene.layout));
        }
        Ok((ending, screen, pictures))
    }
}

impl Scene<'_> {
    fn film<'w>(&self, bytes: &'w mut Vec<u8>) -> anyhow::Result<ScreenFilm<&'w mut Vec<u8>>> {
        let frames = self.frames as u64;
        Ok(ScreenFilm::new(
            bytes,
            frames,
            &self.colors,
            self.layout,
            self.options,
        )?)
    }
}

/// Reads a picture again. Errors: [`Mismatch`] unless it ends with the screen.
fn check(bytes: &[u8], screen: &NesScreen) -> anyhow::Result<()> {
    let (last, _) = read_print(bytes)?;
    ensure!(
        last == screen.picture(),
        Mismatch("the picture of the console's screen is another one".to_owned())
    );
    Ok(())
}
