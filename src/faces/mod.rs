//! The program's other faces, beside the command line's answers: a log of the rulings given at an event, a
//! page for phones, a page that needs no server, a prompt that searches while one types. Each draws what the
//! other rooms answer; none answers differently.
//!
//! Each is a feature that can be left out at build time; the command line knows them only as
//! [`crate::cli::Faces`].

#[cfg(feature = "log")]
pub mod log;
#[cfg(feature = "offline")]
pub mod offline;
#[cfg(feature = "prompt")]
pub mod prompt;
#[cfg(any(feature = "serve", feature = "offline"))]
pub mod results;
#[cfg(feature = "serve")]
pub mod serve;

use crate::cli;

/// The faces that are built in.
pub const BUILT_IN: cli::Faces = cli::Faces {
    #[cfg(feature = "log")]
    log: log::command::run,
    #[cfg(feature = "offline")]
    export: offline::run,
    #[cfg(feature = "prompt")]
    prompt: prompt::run,
    #[cfg(feature = "serve")]
    serve: serve::run,
};
