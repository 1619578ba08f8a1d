//! `judge completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::ui::Ui;
use super::{Cli, FOUND, Globals, context};

/// Print a shell's completions
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  judge completions bash > ~/.local/share/bash-completion/completions/judge"
)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints completions.
///
/// # Errors
/// Wrong usage, or what writing meets.
pub fn run(args: &CompletionsArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    context::refuse_as_of(globals, "completions")?;
    context::refuse_game(globals, "completions")?;
    context::refuse_rulings(globals, "completions")?;
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "judge", &mut text);
    ui.out().write_all(&text)?;
    Ok(FOUND)
}
