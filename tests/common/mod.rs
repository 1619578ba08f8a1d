//! Runs the program as a user would, isolated from the environment of whoever runs the tests: with its own
//! home, cache and environment, in a folder outside of any checkout.

#![allow(dead_code)] // each file of tests uses a part of it

pub mod rulings;
#[cfg(all(feature = "prompt", unix))]
pub mod terminal;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// Whether to run slow tests completely: all kills, processes and offsets. `JUDGE_TEST_FULL=1 cargo test
/// --test all cache`.
pub fn full() -> bool {
    std::env::var_os("JUDGE_TEST_FULL").is_some()
}

/// Whether the tests, and so the program they run, are built for a release: `cargo test --release`.
pub fn released() -> bool {
    let name = std::env::current_exe().expect("the test has a name");
    name.components().any(|part| part.as_os_str() == "release")
}

/// Reports that a test could not run here, on a line that starts with `skipped:`: `cargo test 2>&1 | grep -c
/// ^skipped:` counts them. Bypasses the test runner's capturing of output.
pub fn skipped(why: &str) {
    use std::io::Write;
    writeln!(std::io::stderr(), "\nskipped: {why}").expect("stderr");
}

/// A number by which two values can be seen to differ.
pub fn hash(value: &impl std::hash::Hash) -> u64 {
    use std::hash::Hasher;
    let mut hasher = std::hash::DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The result of a run.
pub struct Ran {
    /// The exit status; `None` if it was ended by a signal.
    pub status: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Standard output, parsed as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}\n{}\n{}", self.out, self.err))
    }

    /// Asserts an exit status.
    #[track_caller]
    pub fn status(self, expected: i32) -> Self {
        assert_eq!(self.status, Some(expected), "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }
}

/// A user with a home folder and a current folder.
pub struct User {
    folder: tempfile::TempDir,
    cache: PathBuf,
}

impl User {
    /// A user who shares a cache with the other tests of the file, so that the index is built only once.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder"), cache: shared_cache().to_owned() }
    }

    /// A user who has never run the program.
    pub fn fresh() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { cache: folder.path().join("cache"), folder }
    }

    /// The current folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder of the user's indexes.
    pub fn cache(&self) -> PathBuf {
        self.cache.join("judge")
    }

    /// Writes a file below the current folder.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder().join(path);
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// A command with these arguments, not started yet.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
        command
            .args(arguments)
            .env_clear()
            .env("HOME", self.folder())
            .env("XDG_CACHE_HOME", &self.cache)
            .env("COLUMNS", "80")
            .current_dir(self.folder())
            .stdin(Stdio::null());
        command
    }

    /// Runs the program.
    pub fn judge(&self, arguments: &[&str]) -> Ran {
        run(&mut self.command(arguments))
    }
}

/// Runs a prepared command.
pub fn run(command: &mut Command) -> Ran {
    Ran::of(command.output().expect("the program starts"))
}

/// A cache for all tests of one file, emptied on first use.
pub fn shared_cache() -> &'static Path {
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    CACHE.get_or_init(|| {
        let name = std::env::current_exe().expect("the test has a name");
        let name = name.file_name().expect("the test has a name").to_owned();
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&cache);
        std::fs::create_dir_all(&cache).expect("a folder for the cache");
        cache
    })
}

/// Whether the tests run as root, whom no permission stops.
#[cfg(unix)]
pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|m| m.uid() == 0)
}

/// A document with two rulings, small enough for its index to be built at once.
pub const DOCUMENTS: &str = "\
- id: small-1
  game: lcg
  series: small
  title: 'A small document'
  version: '1'
  date: '2014-01-01'
  cite: 'Small 1'
";

/// The rulings of [`DOCUMENTS`].
pub const RULINGS: &str = "\
- id: lcg:small.1
  kind: ruling
  title: 'Lightsabers'
  place: 'bullet 1'
  documents: [small-1]
  see: ['lcg:small.2']
  text: |-
    A lightsaber hums until the end of the phase.
- id: lcg:small.2
  kind: ruling
  title: 'Droids'
  place: 'bullet 2'
  documents: [small-1]
  text: |-
    A droid beeps once for each focus token on it.
";

/// Every question under `tests/queries`, each on one line.
pub fn questions() -> &'static [String] {
    #[derive(serde::Deserialize)]
    struct Query {
        q: String,
    }
    static QUESTIONS: OnceLock<Vec<String>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/queries");
        let mut files = Vec::new();
        for folder in ["", "fit", "score"] {
            let entries = std::fs::read_dir(root.join(folder)).expect("the kept queries");
            files.extend(entries.map(|e| e.expect("readable").path()));
        }
        files.retain(|f| f.extension().is_some_and(|e| e == "yaml") && !f.ends_with("floors.yaml"));
        files.sort();
        let queries = files.iter().flat_map(|file| {
            let text = std::fs::read_to_string(file).expect("UTF-8");
            serde_yaml::from_str::<Vec<Query>>(&text)
                .unwrap_or_else(|why| panic!("{}: {why}", file.display()))
        });
        let questions: Vec<String> =
            queries.map(|query| query.q.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert!(questions.len() > 1500, "{} questions", questions.len());
        questions
    })
}
