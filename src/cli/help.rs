//! The one-screen help.

/// The output of `judge -h`: the commands, grouped by what a judge wants to do.
pub(crate) const SHORT_HELP: &str = "\
Usage: judge [OPTIONS] WORDS… | COMMAND

Type what the player said; the first answer is the ruling, with its citation:
  judge can I shield damage moved to my protector
  judge 3.6          judge core 0057          judge --game tcg who bids first
  judge -            answers each line of standard input

Look up      search show card define errata restricted list
Check decks  deck check, deck show, explain
Replay       replay: a situation step by step, each step with its ruling
An event     new-event rule log serve prompt export
Documents    import diff lint asks
The program  index completions man schema notices

`judge COMMAND -h` says what a command does and takes; `judge --help` says more
of each, what holds for every command, and how judge ends.

For most commands: --game lcg|tcg  --as-of DATE  --rulings DIR  --no-builtin
                   --format text|markdown|json  --color auto|always|never";

#[cfg(test)]
mod tests {
    use super::SHORT_HELP;
    use crate::cli::implicit_search::COMMANDS;

    #[test]
    fn every_command_is_on_the_screen() {
        for command in COMMANDS.iter().filter(|command| **command != "deck") {
            let is_it =
                |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-') == *command;
            assert!(SHORT_HELP.split_whitespace().any(is_it), "`judge {command}` is missing from SHORT_HELP");
        }
    }
}
