use nes_sim::{ControllerState, NES};
use tetris_printer::nes::Screen;
#[test]
fn dump() {
    let rom = std::fs::read(std::env::var("ROM").unwrap()).unwrap();
    let mut c = NES::new();
    c.load_cartridge_ines(&rom).unwrap();
    c.reset();
    // keys like 30:T 60:R ; shots like 50!
    let keys: Vec<(usize, u8)> = std::env::var("KEYS")
        .unwrap()
        .split(',')
        .filter(|k| !k.is_empty())
        .map(|k| {
            let (a, b) = k.split_once(':').unwrap();
            let bit = "RLDUTSBA".find(b).unwrap();
            (a.parse().unwrap(), (1u8 << bit).reverse_bits())
        })
        .collect();
    let shots: Vec<usize> = std::env::var("SHOTS")
        .unwrap()
        .split(',')
        .map(|s| s.parse().unwrap())
        .collect();
    for f in 0..=*shots.last().unwrap() {
        let s = keys.iter().filter(|k| k.0 == f).fold(0, |a, k| a | k.1);
        c.set_controller_state(0, ControllerState::from_bits(s));
        c.run_frame();
        if shots.contains(&f) {
            Screen::new(c.frame_pixels().iter().copied())
                .write_png(std::fs::File::create(format!("/tmp/c/shot{f}.png")).unwrap())
                .unwrap();
        }
    }
    println!("lag {}", c.debug_memory_snapshot().ram[2]);
}
