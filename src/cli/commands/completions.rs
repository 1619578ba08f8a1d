//! `judge completions`.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::ui::Ui;
use crate::cli::{Cli, Context, Status, UsageError, install, write_files};
use crate::corpus::{Corpus, define};
use crate::render::style::safe;

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

/// The words `judge define` knows, a hyphen where one has a space. The program ends when they are printed, so
/// that nothing is lost by their never being freed.
fn defined_words(word: clap::Arg) -> clap::Arg {
    let corpus = Corpus::built_in();
    let words = corpus.rulings().flat_map(define::words).map(|w| w.to_lowercase().replace(' ', "-"));
    let plain = words.filter(|w| w.chars().all(|c| c.is_alphanumeric() || c == '-'));
    let words: BTreeSet<&'static str> = plain.map(|w| &*w.leak()).collect();
    word.value_parser(PossibleValuesParser::new(words))
}

/// Prints completions.
///
/// # Errors
/// Wrong usage, or any I/O error.
pub fn run(args: &CompletionsArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    globals.refuse_as_of("completions")?;
    globals.refuse_game("completions")?;
    globals.refuse_rulings("completions")?;
    let shell = args.shell.or_else(Shell::from_env).ok_or_else(|| {
        UsageError(
            "Which shell is in use is not known. Name it: `judge completions bash --install`.".to_owned(),
        )
    })?;
    let mut text = Vec::new();
    let mut command = Cli::command().mut_subcommand("define", |define| define.mut_arg("word", defined_words));
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
