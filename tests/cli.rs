//! What the terminal shows, word for word, and the shapes programs build on.
//!
//! The transcripts under `tests/cli/` are what a judge reads; `TRYCMD=overwrite cargo test --test cli` writes them
//! anew after a change that was meant.

mod common;

use std::path::Path;

use common::User;

#[test]
fn transcripts() {
    // What a transcript does not set must not come from whoever runs the tests; so they run in a process of their own,
    // with nothing in its environment but a home, and in a folder that is no checkout.
    let user = User::new();
    user.judge(&["3.6"]).status(0);
    let mut sealed = std::process::Command::new(std::env::current_exe().expect("the test itself"));
    sealed.args(["sealed_transcripts", "--exact", "--ignored", "--nocapture"]).current_dir(user.folder());
    sealed.env_clear().env("HOME", user.folder()).env("XDG_CACHE_HOME", common::shared_cache());
    if let Some(mode) = std::env::var_os("TRYCMD") {
        sealed.env("TRYCMD", mode);
    }
    let output = sealed.output().expect("the test itself");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
}

#[test]
#[ignore = "run by `transcripts`, sealed off"]
fn sealed_transcripts() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/*.md");
    trycmd::TestCases::new().register_bin("judge", Path::new(env!("CARGO_BIN_EXE_judge"))).case(cases);
}
