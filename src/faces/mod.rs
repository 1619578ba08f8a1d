//! User interfaces other than the command line: a log of the rulings given at an event, a page for phones, a
//! page that works without a server, a prompt that searches as you type. Each draws the answers of the other
//! modules, and none answers differently.
//!
//! Each is a feature that can be left out of a build. The command line knows them only as
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

/// The user interfaces compiled into this build.
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
