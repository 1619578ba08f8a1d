//! Replays a scenario and prints what each step rests on: `cargo run --example replay -- nested-sequences`.

#![allow(clippy::print_stdout)] // an example prints

use judge::{Error, Judge};

fn main() -> Result<(), Error> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "nested-sequences".to_owned());
    for played in Judge::built_in()?.replay(&name)?.scenarios {
        println!("{}: {}", played.name, if played.passed { "passed" } else { "failed" });
        for step in &played.steps {
            let basis = step.clause.clone().unwrap_or_else(|| step.basis.to_string());
            println!("  {} [{basis}]", step.text);
        }
    }
    Ok(())
}
