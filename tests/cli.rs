//! What the terminal shows, word for word, and the shapes programs build on.
//!
//! The transcripts under `tests/cli/` are what a judge reads; `TRYCMD=overwrite cargo test --test cli` writes them
//! anew after a change that was meant.

mod common;

use std::path::Path;

use common::User;

#[test]
fn transcripts() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/*.md");
    // What no transcript sets must not come from whoever runs the tests; an empty variable counts as none.
    let sealed = ["JUDGE_GAME", "JUDGE_AS_OF", "JUDGE_RULINGS", "NO_COLOR", "CLICOLOR_FORCE"];
    let user = User::new();
    let tests = trycmd::TestCases::new();
    tests.case(cases).env("HOME", user.folder().display().to_string());
    tests.env("XDG_CACHE_HOME", common::shared_cache().display().to_string()).env("COLUMNS", "80");
    for name in sealed {
        tests.env(name, "");
    }
    user.judge(&["3.6"]).status(0);
    std::env::set_current_dir(user.folder()).expect("the user's folder");
    tests.run();
}
