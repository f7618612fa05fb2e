//! What a page may ask, and what it must survive.

use tetris_printer::linkup::BoardPicture;

use super::*;

const HEART: &[u8] = include_bytes!("../../../sprites/heart.png");

fn ask(desk: &mut Desk, order: Value, bytes: &[u8]) -> Answer {
    let json = order.to_string();
    let length = (json.len() as u32).to_le_bytes();
    desk.serve(&[&length[..], json.as_bytes(), bytes].concat(), &())
}

fn planned(options: Value) -> Desk {
    let mut desk = Desk::default();
    ask(&mut desk, json!({ "do": "read", "options": {} }), HEART);
    let answer = ask(&mut desk, json!({ "do": "plan", "options": options }), &[]);
    assert_eq!(answer.json["error"], Value::Null);
    desk
}

#[test]
fn a_picture_is_planned_and_every_product_of_it_proved() {
    let mut desk = planned(json!({ "planner": "tables" }));
    for (product, is_proved) in [
        ("gif", true),
        ("apng", true),
        ("png", true),
        ("script", true),
        ("movie", true),
        ("svg", false),
        ("html", false),
        ("rom", false),
    ] {
        let order = json!({ "do": "make", "product": product, "name": "heart",
            "options": { "theme": "gameboy", "motion": "lock", "duration": "2" } });
        let answer = ask(&mut desk, order, &[]);
        assert_eq!(answer.json["error"], Value::Null, "{product}");
        assert!(!answer.bytes.is_empty(), "{product}");
        assert_eq!(answer.json["proof"].is_string(), is_proved, "{product}");
    }
}

#[test]
fn a_film_has_the_pixels_that_its_frames_say() {
    let mut desk = planned(json!({ "planner": "tables" }));
    let film = ask(&mut desk, json!({ "do": "film", "options": {} }), &[]);
    let number = |at: usize| u32::from_le_bytes(film.bytes[at..at + 4].try_into().unwrap());
    let frames = film.json["frames"].as_u64().unwrap() as usize;
    let area = |frame: usize| (number(20 * frame + 12) * number(20 * frame + 16)) as usize;
    let pixels: usize = (0..frames).map(area).sum();
    assert_eq!(film.bytes.len(), 20 * frames + pixels);
}

#[test]
fn a_script_comes_without_its_sprite() {
    let mut desk = planned(json!({ "planner": "tables" }));
    let make =
        |product: &str| json!({ "do": "make", "product": product, "name": "", "options": {} });
    let script = ask(&mut desk, make("script"), &[]).bytes;
    let mut other = Desk::default();
    let taken = ask(
        &mut other,
        json!({ "do": "script", "options": {} }),
        &script,
    );
    assert!(taken.json["pieces"].as_u64() > Some(10));
    for product in ["png", "movie"] {
        let answer = ask(&mut other, make(product), &[]);
        assert!(!answer.bytes.is_empty(), "{}", answer.json);
    }
}

#[test]
fn errors_are_the_program_s_sentences() {
    let mut desk = Desk::default();
    let mut refused = |order: Value, bytes: &[u8]| {
        let answer = ask(&mut desk, order, bytes);
        answer.json["error"].as_str().unwrap_or("none").to_owned()
    };
    let read = |options: Value| json!({ "do": "read", "options": options });
    let plan = |options: Value| json!({ "do": "plan", "options": options });
    assert!(refused(read(json!({})), b"not a picture").contains("PNG"));
    assert_eq!(refused(plan(json!({})), &[]), "choose a picture first");
    assert_eq!(refused(read(json!({})), HEART), "none");
    assert_eq!(
        refused(plan(json!({ "field": "9x20" })), &[]),
        "none",
        "as the program"
    );
    let small = refused(plan(json!({ "field": "4x6" })), &[]);
    assert!(small.contains("try --field auto"), "{small}");
    assert!(refused(plan(json!({ "planner": "x" })), &[]).contains("choose tables"));
    assert!(refused(read(json!({ "crop": [9999, 0, 1, 1] })), HEART).contains("does not lie"));
    assert!(refused(json!({ "do": "nothing" }), &[]).contains("nothing"));
}

#[test]
fn half_a_message_is_refused() {
    let mut desk = Desk::default();
    for message in [&b""[..], b"\0\0", b"\xff\xff\xff\xff{}", b"\x02\0\0\0["] {
        let answer = desk.serve(message, &());
        assert!(answer.json["error"].is_string());
    }
}

#[test]
fn boards_are_counted_drawn_and_refused() {
    let mut desk = Desk::default();
    let mut tile = |board: &str, show: &str| {
        let order = json!({ "do": "tile", "board": board, "seed": 1, "show": show });
        ask(&mut desk, order, &[])
    };
    assert_eq!(tile("6x6", "count").json["count"], "178939");
    assert!(tile("6x6", "covering").bytes.starts_with(b"<svg"));
    assert!(tile("6x6", "page").bytes.starts_with(b"<!doctype html>"));
    assert!(tile("5x5", "count").json["why"].is_string());
    assert!(tile("99x", "count").json["error"].is_string());
}

#[test]
fn the_greedy_player_plays_the_same_game_from_a_seed() {
    let mut desk = Desk::default();
    let mut play = |weights: &str, field: &str| {
        let order = json!({ "do": "play", "weights": weights, "field": field, "seed": 3 });
        ask(&mut desk, order, &[])
    };
    let (one, again) = (play("bcts", "10x20"), play("bcts", "10x20"));
    assert_eq!(
        (one.json["pieces"].as_u64(), one.bytes.is_empty()),
        (Some(200), false)
    );
    assert_eq!(one.json, again.json);
    assert_eq!(play("bcts", "6x4").json["over"], true);
    for (weights, field) in [("luck", "10x20"), ("bcts", "80x20"), ("bcts", "x")] {
        assert!(
            play(weights, field).json["error"].is_string(),
            "{weights} {field}"
        );
    }
}

#[test]
fn a_made_board_is_solved() {
    let mut desk = Desk::default();
    let order = json!({ "do": "link", "show": "solution", "seed": 1 });
    let answer = ask(&mut desk, order, &[]);
    assert_eq!(answer.json["steps"], 48);
    assert!(answer.bytes.starts_with(b"GIF89a"));
}

/// The picture of a board.
fn picture(board: &str) -> Vec<u8> {
    let mut png = Vec::new();
    let board = BoardPicture::new(&board.parse().unwrap(), 32).unwrap();
    board.write_png(&mut png).unwrap();
    png
}

#[test]
fn a_board_that_was_hardly_read_comes_with_a_warning() {
    let order = json!({ "do": "link", "show": "reading", "seed": 1 });
    let warning = |board: &str| {
        let answer = ask(&mut Desk::default(), order.clone(), &picture(board));
        assert_eq!(answer.json["error"], Value::Null);
        answer.json["warning"].clone()
    };
    let sure = "1 2 3 4 5 6\n6 5 4 3 2 1\n7 8 9 1 2 3\n3 2 1 9 8 7\n";
    assert_eq!(warning(sure), Value::Null);
    let doubtful = warning("1 1 1 1 1 1\n1 2 2 2 2 1\n1 1 1 1 1 1\n");
    let words = "the board was read with a confidence of only 0.";
    let is_told = |told: &str| told.starts_with(words);
    assert!(doubtful.as_str().is_some_and(is_told), "{doubtful}");
}

#[test]
fn a_board_without_a_solution_is_told_as_by_the_program() {
    let order = json!({ "do": "link", "show": "solution", "seed": 1 });
    let stuck = picture("1 4 3 2\n4 1 2 3\n1 2 4 1\n3 3 2 4\n");
    let answer = ask(&mut Desk::default(), order, &stuck);
    let why =
        "the board cannot be cleared: every choice of pairs ends with tiles that cannot be linked";
    assert_eq!(answer.json["error"], why);
}
