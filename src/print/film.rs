//! Several prints in one film: each picture is erased by playing on before the next one is printed, or cut off.

use super::colors::field_color;
use super::{FieldChoice, PrintError, PrintJob, PrintRequest, Printed};
use crate::game::{FieldSize, PieceDrop};
use crate::plan::erase::{EraseError, plan_erasure};
use crate::plan::feasibility::Impossible;
use crate::plan::{Monitor, Picture};
use crate::replay::replay_to_end;
use crate::script::{EarlierPicture, PrintScript};
use crate::sprite::Sprite;
use crate::verify::{pictures_of_script, verify_beside};

/// What happens between two pictures of a film.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Between {
    /// The picture is erased by playing on: the film is one game.
    #[default]
    Erase,
    /// A cut: the next picture begins on an empty field, as in a flip-book.
    Cut,
}

/// Why one picture of a film was not printed, or not erased.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("picture {}: {error}", picture + 1)]
pub struct FilmError {
    /// Which picture, from 0.
    pub picture: usize,
    /// What is wrong with it.
    #[source]
    pub error: PrintError,
}

impl FilmError {
    fn of(picture: usize) -> impl Fn(PrintError) -> FilmError {
        move |error| FilmError { picture, error }
    }
}

/// A film that can be planned, one print after the other: they share a field, and the colour of its empty cells.
#[derive(Clone, Debug)]
pub struct FilmJob<'a> {
    prints: Vec<PrintJob<'a>>,
    between: Between,
    /// Whether the field may be higher than the prints need, where that helps to erase them.
    may_grow: bool,
    seed: u64,
    free_columns: u64,
}

/// A script that prints several pictures, each proved to be exact, and erased unless the film is cut.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PrintedFilm {
    /// The prints, each as if it were alone.
    pub prints: Vec<Printed>,
    /// The whole game.
    pub script: PrintScript,
}

impl PrintedFilm {
    /// The pieces that erase each picture; of the last one, and where the film is cut, there are none.
    pub fn erasing(&self) -> Vec<usize> {
        let chapters = self.script.chapters();
        chapters
            .iter()
            .map(|chapter| chapter.erasing.len())
            .collect()
    }
}

impl<'a> FilmJob<'a> {
    /// [`FieldChoice::Auto`] stands for the smallest field that is good for every picture, or a higher one of that
    /// width if one of them is not erased there.
    ///
    /// Errors: those of [`PrintJob::new`] for any of the pictures.
    ///
    /// # Panics
    /// If there are no sprites.
    pub fn new(
        sprites: &'a [Sprite],
        request: &PrintRequest,
        between: Between,
    ) -> Result<Self, FilmError> {
        let choice = request.field;
        let field = common_field(sprites, choice)?;
        let field_color = field_color(request.field_color, sprites).map_err(FilmError::of(0))?;
        let request = PrintRequest {
            field: FieldChoice::Size(field),
            field_color: Some(field_color),
            ..request.clone()
        };
        let job = |(number, sprite)| PrintJob::new(sprite, &request).map_err(FilmError::of(number));
        Ok(FilmJob {
            prints: sprites
                .iter()
                .enumerate()
                .map(job)
                .collect::<Result<_, _>>()?,
            between,
            may_grow: choice == FieldChoice::Auto,
            seed: request.seed,
            free_columns: request.free_columns.mask(),
        })
    }

    /// The prints of which it is made, in their order; each is to be [run](PrintJob::run).
    pub fn prints(&self) -> &[PrintJob<'a>] {
        &self.prints
    }

    /// Joins the prints to one script, and proves it.
    ///
    /// Errors: [`PrintError::Erase`], or that the planner is wrong.
    ///
    /// # Panics
    /// If these are not its prints.
    pub fn join(
        &self,
        prints: Vec<Printed>,
        monitor: &dyn Monitor,
    ) -> Result<PrintedFilm, FilmError> {
        assert_eq!(prints.len(), self.prints.len());
        let (last, earlier) = prints.split_last().expect("a film has pictures");
        let mut drops = Vec::new();
        let mut pictures = Vec::new();
        let mut field = last.script.field;
        for (number, print) in earlier.iter().enumerate() {
            drops.extend(&print.script.drops);
            let printed = drops.len();
            let erased = match self.between {
                Between::Erase => {
                    let erasing = self.erase(&print.script, field, monitor);
                    let (erasing, higher) = erasing.map_err(FilmError::of(number))?;
                    drops.extend(erasing);
                    field = higher;
                    Some(drops.len())
                }
                Between::Cut => None,
            };
            pictures.push(EarlierPicture {
                printed,
                erased,
                colors: print.script.colors,
                sprite: print.script.sprite,
            });
        }
        drops.extend(&last.script.drops);
        let script = PrintScript {
            field,
            earlier: pictures,
            drops,
            ..last.script.clone()
        };
        self.prove(&script)?;
        Ok(PrintedFilm { prints, script })
    }

    /// The drops that erase a picture, and the field that they need: drops fall from wherever the top is, so what is
    /// legal on a field is legal on a higher one.
    fn erase(
        &self,
        print: &PrintScript,
        field: FieldSize,
        monitor: &dyn Monitor,
    ) -> Result<(Vec<PieceDrop>, FieldSize), PrintError> {
        let script = PrintScript {
            field,
            ..print.clone()
        };
        let left =
            replay_to_end(&script).map_err(|error| PrintError::Unplayable(error.to_string()))?;
        match (
            plan_erasure(left.playfield(), self.seed, monitor),
            higher(field),
        ) {
            (Err(EraseError::NotFound), Some(higher)) if self.may_grow => {
                self.erase(print, higher, monitor)
            }
            (erasing, _) => Ok((erasing?, field)),
        }
    }

    /// Has the judge play the film, and compare every picture.
    fn prove(&self, script: &PrintScript) -> Result<(), FilmError> {
        let defect = |error: &dyn std::error::Error| PrintError::Unplayable(error.to_string());
        let fields = pictures_of_script(script).map_err(|error| FilmError {
            picture: error.picture,
            error: defect(&error),
        })?;
        for (number, (job, field)) in self.prints.iter().zip(&fields).enumerate() {
            let verdict = verify_beside(job.sprite(), field, self.free_columns)
                .map_err(|error| FilmError::of(number)(defect(&error)))?;
            if !verdict.is_exact() {
                return Err(FilmError::of(number)(PrintError::Inexact(verdict)));
            }
        }
        Ok(())
    }
}

/// No picture is known that needs more rows to be erased.
const HIGHEST: usize = 128;

/// A field with half as many rows more.
fn higher(field: FieldSize) -> Option<FieldSize> {
    let height = (field.height() * 3 / 2).next_multiple_of(2);
    let size = FieldSize::new(field.width() as u32, height as u32).ok()?;
    (height <= HIGHEST).then_some(size)
}

/// A field that every picture fits on, as large as the largest that is chosen for one of them.
fn common_field(sprites: &[Sprite], choice: FieldChoice) -> Result<FieldSize, FilmError> {
    let of = |(number, sprite): (usize, &Sprite)| {
        let picture = Picture::of(sprite).ok_or(Impossible::Empty.into());
        picture
            .and_then(|picture| choice.of(&picture))
            .map_err(FilmError::of(number))
    };
    let fields: Vec<FieldSize> = sprites
        .iter()
        .enumerate()
        .map(of)
        .collect::<Result<_, _>>()?;
    let most = |side: fn(FieldSize) -> usize| fields.iter().map(|field| side(*field)).max();
    let (width, height) = (most(FieldSize::width), most(FieldSize::height));
    let size = width
        .zip(height)
        .and_then(|(width, height)| FieldSize::new(width as u32, height as u32).ok());
    Ok(size.expect("a film has pictures, and each has a field"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::plan::minimal::Effort;

    const RED: Rgb = Rgb::new(216, 40, 0);
    const BLUE: Rgb = Rgb::new(0, 40, 216);

    fn sprite(drawing: &str, color: Rgb) -> Sprite {
        Sprite::from_diagram(drawing, |_| Some(color)).unwrap()
    }

    fn red_chair() -> Sprite {
        sprite("##\n##\n#.", RED)
    }

    fn blue_bridge() -> Sprite {
        sprite("#..#\n####\n#..#", BLUE)
    }

    /// Hardly two cells side by side: many gaps to fill, each from above.
    const SPARKS: &str = "
        #.##.#.#..#.#.#.
        .#.##.#.##.#.#.#
        #.#.##.##.#.#.#.
        #..####..#...#..
        .#####..#.##..#.
        #..#.#.#.#...#.#
        .##.#.#.#..#.##.
        #..#.#.#.##..##.
        #.#.#.#.##..#.##
        .###...##..#.#..
        #...#.#...#.#.#.
        .#.##..#.#.#.#.#
        #..###..#.#.#.#.
        .####.#.#..#..#.
        #.#.##.#.##..#.#
        .#..#.#.#...#.#.";

    fn request() -> PrintRequest {
        PrintRequest {
            field: FieldChoice::Auto,
            effort: Effort::Glance,
            ..PrintRequest::default()
        }
    }

    fn film(sprites: &[Sprite], between: Between) -> Result<PrintedFilm, FilmError> {
        let job = FilmJob::new(sprites, &request(), between)?;
        let prints = job.prints().iter().map(|job| job.run(&()).unwrap());
        job.join(prints.collect(), &())
    }

    #[test]
    fn every_picture_is_printed_and_all_but_the_last_are_erased() {
        let sprites = [
            sprite(".#.#.\n#####\n.###.\n..#..", RED),
            blue_bridge(),
            red_chair(),
        ];
        let film = film(&sprites, Between::Erase).unwrap();
        let fields = pictures_of_script(&film.script).unwrap();
        assert_eq!(fields.len(), 3);
        for (sprite, field) in sprites.iter().zip(&fields) {
            assert!(verify_beside(sprite, field, 0).unwrap().is_exact());
        }
        let erasing = film.erasing();
        assert!(
            erasing[0] > 0 && erasing[1] > 0 && erasing[2] == 0,
            "{erasing:?}"
        );
        let colors: Vec<Rgb> = film
            .script
            .chapters()
            .iter()
            .map(|chapter| chapter.colors.t)
            .collect();
        assert_eq!(colors, [RED, BLUE, RED]);
    }

    #[test]
    fn a_film_with_cuts_has_the_pieces_of_its_prints_and_no_others() {
        let film = film(&[blue_bridge(), red_chair(), blue_bridge()], Between::Cut).unwrap();
        let drops = film.prints.iter().flat_map(|print| &print.script.drops);
        assert!(film.script.drops.iter().eq(drops));
        assert_eq!(film.erasing(), [0, 0, 0]);
        assert_eq!(film.script.games().len(), 3);
        let left = replay_to_end(&film.script).unwrap();
        assert_eq!(left.playfield().cell_count(), 8);
    }

    #[test]
    fn a_picture_that_is_not_erased_on_the_field_chosen_for_it_gets_a_higher_one() {
        let film = film(&[sprite(SPARKS, RED), red_chair()], Between::Erase).unwrap();
        assert!(film.script.field.height() > film.prints[0].script.field.height());
        assert_eq!(
            film.script.field.width(),
            film.prints[0].script.field.width()
        );
    }

    #[test]
    fn a_film_of_one_picture_is_a_print() {
        let film = film(&[red_chair()], Between::Erase).unwrap();
        assert_eq!(film.script, film.prints[0].script);
    }

    #[test]
    fn pictures_share_a_field_and_a_colour_that_none_of_them_has() {
        let tall = "#\n".repeat(30);
        let sprites = [sprite(&tall, RED), sprite("############", Rgb::BLACK)];
        let job = FilmJob::new(&sprites, &request(), Between::Erase).unwrap();
        let fields: Vec<String> = job
            .prints()
            .iter()
            .map(|job| job.field().to_string())
            .collect();
        assert_eq!(fields, ["13x40", "13x40"]);
        let scripts = job.prints().iter().map(|job| job.run(&()).unwrap().script);
        assert!(
            scripts
                .map(|script| script.background)
                .all(|color| color != Rgb::BLACK)
        );
    }

    #[test]
    fn the_picture_that_cannot_be_printed_is_named() {
        let sprites = [sprite("##", RED), sprite("..", RED)];
        let error = FilmJob::new(&sprites, &request(), Between::Cut).unwrap_err();
        assert_eq!(error.picture, 1);
        assert!(error.to_string().starts_with("picture 2: "), "{error}");
    }
}
