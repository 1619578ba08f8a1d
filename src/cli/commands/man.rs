//! `judge man`.

use clap::Args;

use crate::cli::ui::Ui;
use crate::cli::unsupported::command_line;
use crate::cli::{Context, Status, install, write_files};

/// Print the manual page
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  judge man | man -l -\n  judge man --install                       then: man judge"
)]
pub(crate) struct ManArgs {
    /// Write it where `man` looks for it
    #[arg(long)]
    install: bool,
}

/// Prints or installs the manual page: the program, then each command.
///
/// # Errors
/// Usage errors and I/O errors.
pub(super) fn run(args: &ManArgs, _: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let mut page = Vec::new();
    let mut command = command_line();
    command.build();
    let man = clap_mangen::Man::new(command.clone());
    man.render(&mut page)?;
    for sub in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        let name = format!("judge {}", sub.get_name());
        let sub = clap_mangen::Man::new(sub.clone().display_name(name.clone()));
        page.extend(format!(".SH \"{}\"\n", name.to_uppercase()).as_bytes());
        sub.render_description_section(&mut page)?;
        sub.render_options_section(&mut page)?;
    }
    if args.install {
        let place = install::of_man()?;
        write_files::replace_file(&place, &page)?;
        ui.sentences(&format!("Written: {}", place.display()))?;
        return Ok(Status::Found);
    }
    ui.out().write_all(&page)?;
    Ok(Status::Found)
}
