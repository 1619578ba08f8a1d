//! `judge completions`.

use std::collections::BTreeSet;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use crate::cli::ui::Ui;
use crate::cli::unsupported::command_line;
use crate::cli::{Context, Status, UsageError, install, write_files};
use crate::corpus::cards::normalize::without_version;
use crate::corpus::files::FileKind;
use crate::corpus::{CardBook, Corpus, Files, define, explain};
use crate::engine::CardLibrary;
use crate::engine::scenario::load::load_file;
use crate::render::style::safe;
use crate::search::{StoreError, store};

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

/// Commands whose arguments have known values in the built-in rulings (ids, card names, scenario names,
/// codes, defined words), with those values.
fn known_words() -> anyhow::Result<[(&'static str, &'static str, Words); 6]> {
    let files = Files::built_in();
    let (corpus, _) = Corpus::load_rulings(&files);
    let (book, _) = CardBook::load(&files);
    let (explanations, _) = explain::load(&files);
    let (cards, problems) = CardLibrary::load(&files);
    store::refuse_errors(problems)?;
    let ids: Vec<String> = corpus.rulings().map(|r| r.id.clone()).collect();
    let names: Vec<String> = book.cards().map(|card| without_version(card.name()).to_owned()).collect();
    let codes: Vec<String> = explanations.into_iter().map(|e| e.code.value).collect();
    let words: Vec<String> = corpus.rulings().flat_map(define::words).collect();
    let scenarios = scenario_names(&files, &cards)?;
    let names = typeable(&names);
    Ok([
        ("show", "ids", typeable(&ids)),
        ("card", "names", names.clone()),
        ("errata", "name", names),
        ("explain", "code", typeable(&codes)),
        ("define", "word", typeable(&words)),
        ("replay", "scenarios", typeable(&scenarios)),
    ])
}

/// The completion script of a shell.
fn completions(shell: Shell) -> anyhow::Result<Vec<u8>> {
    let known = known_words()?;
    let with = |command: clap::Command, (name, arg, words): &(&'static str, &'static str, Words)| {
        let parser = PossibleValuesParser::new(words.clone());
        command.mut_subcommand(name, |sub| sub.mut_arg(arg, |arg| arg.value_parser(parser)))
    };
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut known.iter().fold(command_line(), with), "judge", &mut text);
    if shell == Shell::Fish {
        // For fish, clap_complete does not complete positional arguments.
        for (name, _, words) in &known {
            let words = words.iter().copied().collect::<Vec<_>>().join(" ");
            // A scenario may also be given as a file.
            let files = if *name == "replay" { "" } else { " -f" };
            let line = format!(
                "complete -c judge -n \"__fish_judge_using_subcommand {name}\"{files} -a \"{words}\"\n"
            );
            text.extend(line.into_bytes());
        }
    }
    Ok(text)
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
