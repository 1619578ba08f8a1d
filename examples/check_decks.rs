//! Checks decklists: `cargo run --example check_decks -- FILE…`.

#![allow(clippy::print_stdout)] // an example prints

use judge::Judge;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let judge = Judge::built_in()?;
    for file in std::env::args().skip(1) {
        for report in judge.check_decks(&file, &std::fs::read(&file)?) {
            println!("{file}: {:?}", report.verdict);
            for finding in &report.violations {
                println!("  {}", finding.message);
            }
        }
    }
    Ok(())
}
