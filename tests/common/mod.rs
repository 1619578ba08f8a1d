//! Running the program as a user does, sealed off from whoever runs the tests: its own home, its own cache,
//! no environment but what a test sets, and a folder to stand in that is no checkout.

#![allow(dead_code)] // each file of tests uses a part of it

#[cfg(all(feature = "prompt", unix))]
pub mod terminal;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// Everything the slow tests do: all kills, all processes, all offsets.
/// `JUDGE_TEST_FULL=1 cargo test --test all cache`.
pub fn full() -> bool {
    std::env::var_os("JUDGE_TEST_FULL").is_some()
}

/// Says that a test could not run here, and why, in a line that begins with `skipped:`:
/// `cargo test 2>&1 | grep -c ^skipped:` counts them. It is written past the test runner, which would keep
/// what a test that passes says to itself.
pub fn skipped(why: &str) {
    use std::io::Write;
    writeln!(std::io::stderr(), "\nskipped: {why}").expect("stderr");
}

/// What a run showed.
pub struct Ran {
    /// The exit status; `None` when a signal ended it.
    pub status: Option<i32>,
    /// What stood on stdout.
    pub out: String,
    /// What stood on stderr.
    pub err: String,
}

impl Ran {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// What stood on stdout, as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}\n{}\n{}", self.out, self.err))
    }

    /// Holds it to an exit status.
    #[track_caller]
    pub fn status(self, expected: i32) -> Self {
        assert_eq!(self.status, Some(expected), "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }
}

/// A user: a home, and a folder to stand in.
pub struct User {
    folder: tempfile::TempDir,
    cache: PathBuf,
}

impl User {
    /// One whose cache is shared with the other tests of the file, so that the index is built once.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder"), cache: shared_cache().to_owned() }
    }

    /// One who has never run the program.
    pub fn fresh() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { cache: folder.path().join("cache"), folder }
    }

    /// The folder in which the user stands.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Where the user's indexes lie.
    pub fn cache(&self) -> PathBuf {
        self.cache.join("judge")
    }

    /// Writes a file below the user's folder.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder().join(path);
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// The program with these arguments, not yet started.
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

/// A cache for all tests of one file, emptied when the first one asks for it.
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

/// Whether the tests run as a user whom no permission stops.
#[cfg(unix)]
pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|m| m.uid() == 0)
}

/// A document and two rulings of it, small enough that its index is built at once.
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

/// Every question kept under `tests/queries`, each on one line.
pub fn questions() -> &'static [String] {
    #[derive(serde::Deserialize)]
    struct Asked {
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
        let asked = files.iter().flat_map(|file| {
            let text = std::fs::read_to_string(file).expect("UTF-8");
            serde_yaml::from_str::<Vec<Asked>>(&text)
                .unwrap_or_else(|why| panic!("{}: {why}", file.display()))
        });
        let questions: Vec<String> =
            asked.map(|asked| asked.q.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert!(questions.len() > 1500, "{} questions", questions.len());
        questions
    })
}
