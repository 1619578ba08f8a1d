//! Installs completions and the manual page in the user's own folders.

use std::path::PathBuf;

use clap_complete::Shell;
use etcetera::BaseStrategy;

use super::status::UsageError;

/// Where a shell looks for the user's completions of this program, and the line its start-up file needs, if
/// any.
///
/// # Errors
/// If there is no home folder, or the shell has no such place.
pub(super) fn of_shell(shell: Shell) -> anyhow::Result<(PathBuf, Option<String>)> {
    let base = base()?;
    match shell {
        Shell::Bash => Ok((base.data_dir().join("bash-completion/completions/judge"), None)),
        Shell::Fish => Ok((base.config_dir().join("fish/completions/judge.fish"), None)),
        Shell::Zsh => {
            let folder = base.data_dir().join("zsh/site-functions");
            let line = format!("fpath+=({})", quoted(&folder.display().to_string()));
            Ok((folder.join("_judge"), Some(line)))
        }
        other => {
            let text = format!(
                "{other} has no folder of its own for completions; put what `judge completions {other}` prints into its profile."
            );
            Err(UsageError(text).into())
        }
    }
}

/// Quotes a path for zsh.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,@%".contains(c);
    if path.chars().all(plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// Where `man` looks for the user's own pages.
///
/// # Errors
/// If there is no home folder.
pub(super) fn of_man() -> anyhow::Result<PathBuf> {
    Ok(base()?.data_dir().join("man/man1/judge.1"))
}

fn base() -> anyhow::Result<impl BaseStrategy> {
    etcetera::choose_base_strategy()
        .map_err(|_| UsageError("There is no home folder to install into.".to_owned()).into())
}
