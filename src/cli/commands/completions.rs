//! `judge completions`.

use std::collections::BTreeSet;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use crate::cli::ui::Ui;
use crate::cli::unserved::command_line;
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
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, required_unless_present = "install")]
    shell: Option<Shell>,
    /// Write them where the shell looks for them; without a shell, for the one in use
    #[arg(long)]
    install: bool,
}

/// The command line with the words that the built-in rulings give its arguments: ids, names of cards and of
/// scenarios, codes, defined words.
fn with_known_words() -> anyhow::Result<clap::Command> {
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
    let known = [
        ("show", "ids", &ids),
        ("card", "names", &names),
        ("errata", "name", &names),
        ("explain", "code", &codes),
        ("define", "word", &words),
        ("replay", "scenarios", &scenarios),
    ];
    Ok(known.into_iter().fold(command_line(), |command, (name, arg, words)| {
        let parser = one_of(words);
        command.mut_subcommand(name, |sub| sub.mut_arg(arg, |arg| arg.value_parser(parser)))
    }))
}

/// A parser that knows these words, a hyphen where one has a space. The program ends when they are printed,
/// so that nothing is lost by their never being freed.
fn one_of(words: &[String]) -> PossibleValuesParser {
    let words = words.iter().map(|w| w.replace(' ', "-"));
    let plain = words.filter(|w| w.chars().all(|c| c.is_alphanumeric() || "-:.".contains(c)));
    let lower = plain.map(|w| w.to_lowercase());
    let words: BTreeSet<&'static str> = lower.map(|w| &*w.leak()).collect();
    PossibleValuesParser::new(words)
}

/// The built-in scenarios and their variations.
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

/// Prints completions.
///
/// # Errors
/// Wrong usage, or any I/O error.
pub(super) fn run(args: &CompletionsArgs, _: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let shell = args.shell.or_else(Shell::from_env).ok_or_else(|| {
        UsageError(
            "Which shell is in use is not known. Name it: `judge completions bash --install`.".to_owned(),
        )
    })?;
    let mut text = Vec::new();
    let mut command = with_known_words()?;
    clap_complete::generate(shell, &mut command, "judge", &mut text);
    if args.install {
        let (place, line) = install::of_shell(shell)?;
        write_files::replace(&place, &text)?;
        ui.sentences(&format!("Written: {}", place.display()))?;
        if let Some(line) = line {
            ui.sentences("zsh finds it once ~/.zshrc has this line, before `compinit`:")?;
            // A line to copy is not broken.
            ui.print(&format!("  {}\n", safe(&line)))?;
        }
        return Ok(Status::Found);
    }
    ui.out().write_all(&text)?;
    Ok(Status::Found)
}
