//! Answers a question: `cargo run --example ask -- may he cancel my event`.

#![allow(clippy::print_stdout)] // an example prints

use judge::{AnswerKind, Error, Judge};

fn main() -> Result<(), Error> {
    let question = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let answer = Judge::built_in()?.answer(&question)?;
    match answer.kind {
        AnswerKind::Found | AnswerKind::Rulebook => {}
        AnswerKind::Nearest => println!("No ruling held decides this. The nearest:"),
        AnswerKind::None => println!("Nothing is held on this."),
    }
    for hit in answer.results.iter().take(1) {
        println!("{}\n\n{}", hit.ruling.citation(), hit.ruling.text());
    }
    Ok(())
}
