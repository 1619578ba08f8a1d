//! `judge completions`.

use std::collections::BTreeSet;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use crate::cli::context::without_errors;
use crate::cli::ui::Ui;
use crate::cli::unsupported::command_line;
use crate::cli::{Context, Status, UsageError, install, write_files};
use crate::corpus::cards::normalize::without_version;
use crate::corpus::files::FileKind;
use crate::corpus::{CardBook, Corpus, Files, define, explain};
use crate::engine::CardLibrary;
use crate::engine::scenario::coverage::play_entries;
use crate::engine::scenario::load::load_file;
use crate::render::style::safe;
use crate::search::StoreError;

/// Print a shell's completions
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  judge completions --install               for the shell in use, where it looks for them\n  judge completions bash > ~/.local/share/bash-completion/completions/judge"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, required_unless_present = "install")]
    shell: Option<Shell>,
    /// Write them where the shell looks for them; without a shell, for the one in use
    #[arg(long)]
    install: bool,
}

/// The possible values of an argument.
type Words = BTreeSet<&'static str>;

/// What follows clap's own script for bash.
const BASH_WITH_IDS: &str = include_str!("completions.bash");

/// An argument whose values are known in the built-in rulings.
struct KnownArgument {
    /// The subcommand, with those it is below of.
    path: &'static [&'static str],
    argument: &'static str,
    words: Words,
}

impl KnownArgument {
    /// A command line that knows the values of this argument, as far as it has the command: its feature may
    /// be left out.
    fn known_to(&self, line: clap::Command) -> clap::Command {
        self.known_below(line, self.path)
    }

    fn known_below(&self, line: clap::Command, path: &[&'static str]) -> clap::Command {
        match path.split_first() {
            Some((name, below)) if line.find_subcommand(name).is_some() => {
                line.mut_subcommand(*name, |command| self.known_below(command, below))
            }
            Some(_) => line,
            None => {
                let parser = PossibleValuesParser::new(self.words.clone());
                line.mut_arg(self.argument, |arg| arg.value_parser(parser))
            }
        }
    }
}

/// The arguments with known values: ids, card names, scenario names, codes, defined words.
fn known_arguments() -> anyhow::Result<Vec<KnownArgument>> {
    let files = Files::built_in();
    let (corpus, _) = Corpus::load_rulings(&files);
    let (book, _) = CardBook::load(&files);
    let (explanations, _) = explain::load(&files);
    let cards = without_errors(CardLibrary::load(&files))?;
    let ids: Vec<String> = corpus.rulings().map(|r| r.id.clone()).collect();
    let names: Vec<String> = book.cards().map(|card| without_version(card.name()).to_owned()).collect();
    let codes: Vec<String> = explanations.into_iter().map(|e| e.code.value).collect();
    let words: Vec<String> = corpus.rulings().flat_map(define::words).collect();
    let scenarios = scenario_names(&files, &cards)?;
    let (entries, _) = play_entries(&files);
    let switches: Vec<String> =
        entries.into_iter().filter(|e| e.without.is_some()).map(|e| e.ruling.value).collect();
    let known = [
        (&["show"][..], "ids", &ids),
        (&["asks"], "id", &ids),
        (&["card"], "names", &names),
        (&["errata"], "name", &names),
        (&["explain"], "code", &codes),
        (&["define"], "word", &words),
        (&["replay"], "scenarios", &scenarios),
        (&["replay"], "without", &switches),
        (&["rule"], "see", &ids),
        (&["rule"], "card", &names),
        (&["log"], "ruling", &ids),
        (&["log", "add"], "ruling", &ids),
    ];
    Ok(known.map(|(path, argument, words)| KnownArgument { path, argument, words: typeable(words) }).into())
}

/// The completion script of a shell.
fn completions(shell: Shell) -> anyhow::Result<Vec<u8>> {
    let known = known_arguments()?;
    let mut line = known.iter().fold(command_line(), |line, known| known.known_to(line));
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut line, "judge", &mut text);
    match shell {
        Shell::Bash => text.extend(BASH_WITH_IDS.bytes()),
        Shell::Fish => {
            let positional = known.iter().filter(|known| is_positional(&line, known));
            text.extend(positional.flat_map(|known| fish_line(known).into_bytes()));
        }
        // Nothing is missing in the scripts of the others. `Shell` is non-exhaustive, so that they cannot be
        // listed without a wildcard.
        _ => {}
    }
    Ok(text)
}

/// Whether an argument is given without the name of an option.
fn is_positional(line: &clap::Command, known: &KnownArgument) -> bool {
    let command = known.path.iter().try_fold(line, |line, name| line.find_subcommand(name));
    let mut arguments = command.into_iter().flat_map(clap::Command::get_arguments);
    arguments.any(|argument| argument.get_id() == known.argument && argument.is_positional())
}

/// The values of a positional argument for fish, for which clap_complete writes none.
fn fish_line(known: &KnownArgument) -> String {
    let words = known.words.iter().copied().collect::<Vec<_>>().join(" ");
    let path = known.path.join("; and __fish_seen_subcommand_from ");
    // A scenario may also be given as a file.
    let files = if known.argument == "scenarios" { "" } else { " -f" };
    format!("complete -c judge -n \"__fish_judge_using_subcommand {path}\"{files} -a \"{words}\"\n")
}

/// The words with spaces replaced by hyphens. They are leaked, which is fine because the program exits after
/// printing them.
fn typeable(words: &[String]) -> Words {
    let words = words.iter().map(|w| w.replace(' ', "-"));
    let plain = words.filter(|w| w.chars().all(|c| c.is_alphanumeric() || "-:.".contains(c)));
    let lower = plain.map(|w| w.to_lowercase());
    lower.map(|w| &*w.leak()).collect()
}

/// The names of the built-in scenarios and their variations.
fn scenario_names(files: &Files, cards: &CardLibrary) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for (_, file) in files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Scenarios) {
        for loaded in load_file(file, cards).map_err(StoreError::Corpus)? {
            let about = loaded.about();
            names.push(about.name);
            names.extend(about.variations);
        }
    }
    Ok(names)
}

/// Prints or installs completions.
///
/// # Errors
/// Usage errors and I/O errors.
pub(super) fn run(args: &CompletionsArgs, _: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let shell = args.shell.or_else(Shell::from_env).ok_or_else(|| {
        UsageError(
            "Which shell is in use is not known. Name it: `judge completions bash --install`.".to_owned(),
        )
    })?;
    let text = completions(shell)?;
    if args.install {
        let (place, line) = install::of_shell(shell)?;
        write_files::replace_file(&place, &text)?;
        ui.sentences(&format!("Written: {}", place.display()))?;
        if let Some(line) = line {
            ui.sentences("zsh finds it once ~/.zshrc has this line, before `compinit`:")?;
            // A line meant to be copied must not be wrapped.
            ui.print(&format!("  {}\n", safe(&line)))?;
        }
        return Ok(Status::Found);
    }
    ui.out().write_all(&text)?;
    Ok(Status::Found)
}
