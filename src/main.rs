//! The thin binary: arguments to [`judge::cli::run`], its status to the shell.

fn main() -> std::process::ExitCode {
    judge::cli::run(std::env::args_os(), &judge::faces::BUILT_IN).into()
}
