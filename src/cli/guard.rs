//! Recovers from a damaged index, and reports panics as errors.
//!
//! Opening an index verifies only its header; the rest is verified as it is read. Damage found then is an
//! error, or possibly a panic. After either, the whole index is verified. If it is damaged it is removed, and
//! the command runs again without it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use super::implicit_search::Question;
use super::ui::Ui;
use super::{Cli, Context, Status, UsageError};

/// A function that runs a command.
type Run<'r> = &'r dyn Fn(&Cli, &mut Ui) -> anyhow::Result<Status>;

/// Runs a command, and reruns it without the index if it failed because that is damaged.
///
/// # Errors
/// The command's own, or a sentence in place of a panic.
pub(super) fn run(cli: &mut Cli, ui: &mut Ui, command: Run<'_>) -> anyhow::Result<Status> {
    let failed = match catch_panic(|| command(cli, ui)) {
        Ok(Ok(status)) => return Ok(status),
        // Errors about the user's input do not depend on the index.
        Ok(Err(error)) if error.is::<Question>() || error.is::<UsageError>() => return Err(error),
        failed => failed,
    };
    let Some(place) = Context::new(cli.globals.clone()).damaged_index() else {
        return failed.unwrap_or_else(|said| Err(internal_error(&said)));
    };
    // If it cannot be removed, the next search will notice the damage again.
    let removed = std::fs::remove_file(&place).is_ok();
    let anew = if removed { " and building it anew" } else { "" };
    ui.forget();
    ui.note(&format!("{}: the index is damaged. Answering from the rulings{anew}.", place.display()));
    cli.globals.without_index = !removed;
    catch_panic(|| command(cli, ui)).unwrap_or_else(|said| Err(internal_error(&said)))
}

fn internal_error(said: &str) -> anyhow::Error {
    anyhow::anyhow!("this is a mistake of the program itself, not yours; please report it: {said}")
}

/// Runs `action`; a panic becomes an error with its message and location.
fn catch_panic<T>(action: impl FnOnce() -> T) -> Result<T, String> {
    let said = Arc::new(Mutex::new(String::new()));
    let hook = std::panic::take_hook();
    let saying = Arc::clone(&said);
    std::panic::set_hook(Box::new(move |panic| {
        *saying.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string().replace('\n', " ");
    }));
    let done = catch_unwind(AssertUnwindSafe(action));
    std::panic::set_hook(hook);
    done.map_err(|_| said.lock().unwrap_or_else(PoisonError::into_inner).clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_what_it_said() {
        assert_eq!(catch_panic(|| 3), Ok(3));
        let said = catch_panic(|| assert_eq!([1].len(), 2, "the count")).expect_err("it panics");
        assert!(said.contains("the count") && said.contains("guard.rs"), "{said}");
    }
}
