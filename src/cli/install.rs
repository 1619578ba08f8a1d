//! Putting completions and the manual page where shells and `man` look for them, among the user's own files.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap_complete::Shell;
use etcetera::BaseStrategy;

use super::Usage;

/// Where a shell looks for the user's completions of this program, and what has to be done besides.
///
/// # Errors
/// A sentence where there is no home, or the shell has no such place.
pub fn of_shell(shell: Shell) -> anyhow::Result<(PathBuf, Option<&'static str>)> {
    let base = base()?;
    match shell {
        Shell::Bash => Ok((base.data_dir().join("bash-completion/completions/judge"), None)),
        Shell::Fish => Ok((base.config_dir().join("fish/completions/judge.fish"), None)),
        Shell::Zsh => {
            let besides = "zsh finds it once ~/.zshrc has, before `compinit`: fpath+=(~/.local/share/zsh/site-functions)";
            Ok((base.data_dir().join("zsh/site-functions/_judge"), Some(besides)))
        }
        other => {
            let text = format!(
                "{other} has no folder of its own for completions; put what `judge completions {other}` prints into its profile."
            );
            Err(Usage(text).into())
        }
    }
}

/// Where `man` looks for the user's pages.
///
/// # Errors
/// A sentence where there is no home.
pub fn of_man() -> anyhow::Result<PathBuf> {
    Ok(base()?.data_dir().join("man/man1/judge.1"))
}

fn base() -> anyhow::Result<impl BaseStrategy> {
    etcetera::choose_base_strategy()
        .map_err(|_| Usage("There is no home folder to install into.".to_owned()).into())
}

/// Writes a file whole, aside and renamed, and the folders above it.
///
/// # Errors
/// What writing meets, with the place.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let written = || -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut aside = tempfile::NamedTempFile::new_in(folder)?;
        aside.write_all(bytes)?;
        readable(aside.as_file())?;
        aside.persist(path).map_err(|e| e.error)?;
        Ok(())
    };
    written().map_err(|why| anyhow::anyhow!("{}: {why}", path.display()))
}

/// As open to others as other files are: `man` may read as somebody else.
fn readable(file: &std::fs::File) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}
