//! The interface for other programs: answer questions, quote rulings, check decks, replay situations.

use std::path::PathBuf;
use std::sync::OnceLock;

use crate::corpus::files::{File, FileKind};
use crate::corpus::history::Versions;
use crate::corpus::{CardBook, Corpus, Diagnostic, Files, Ruling};
use crate::deck::{AsOf, Checker, DeckReport, Figures};
use crate::engine;
use crate::engine::scenario::find::find;
use crate::engine::scenario::{Options, Replay, load};
use crate::search::{Answer, AsOfDay, HeldRulings, Library, Origin, Request, StoreError, store};

/// All data, each loaded once: the rulings, the cards, and the figures for deck checks; the index when it is
/// first needed.
pub struct Judge {
    origin: Origin,
    files: Files,
    held: OnceLock<HeldRulings>,
    library: OnceLock<Library>,
    corpus: Corpus,
    book: CardBook,
    figures: Figures,
    cards: engine::CardLibrary,
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The rulings contain errors. An answer from incomplete rulings could be wrong.
    #[error("the rulings have errors, the first: {}", first(.0))]
    Rulings(Vec<Diagnostic>),
    /// The index cannot be built or read.
    #[error("the index cannot be used: {0}")]
    Index(String),
    /// A situation cannot be played as written.
    #[error("the situation has errors, the first: {}", first(.0))]
    Situation(Vec<Diagnostic>),
    /// There is no scenario of that name.
    #[error("there is no scenario {0}")]
    NoScenario(String),
}

fn first(found: &[Diagnostic]) -> String {
    found.first().map_or(String::new(), Diagnostic::to_string)
}

/// An error of the index with all its causes.
fn index_error(error: &anyhow::Error) -> Error {
    Error::Index(format!("{error:#}"))
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Corpus(found) => Self::Rulings(found),
            StoreError::Build(error) => index_error(&error),
        }
    }
}

impl Judge {
    /// Loads the rulings built into the program.
    ///
    /// # Errors
    /// [`Error::Rulings`] if they have errors, of which a test holds that there are none.
    pub fn built_in() -> Result<Self, Error> {
        Self::of(&Origin::BuiltIn)
    }

    /// Loads folders of rulings, as `--rulings` does, laid over the built-in ones.
    ///
    /// ```
    /// use judge::{Error, Judge};
    ///
    /// let missing = Judge::with_rulings(vec!["no-such-event".into()]);
    /// assert!(matches!(missing, Err(Error::Rulings(_))));
    /// ```
    ///
    /// # Errors
    /// [`Error::Rulings`] with everything that is wrong with them.
    pub fn with_rulings(folders: Vec<PathBuf>) -> Result<Self, Error> {
        Self::of(&Origin::Layers { built_in: true, folders })
    }

    fn of(origin: &Origin) -> Result<Self, Error> {
        let files = store::layered_files(origin)?;
        let (corpus, mut found) = Corpus::load(&files);
        let (book, of_cards) = CardBook::load(&files);
        let (figures, of_figures) = Figures::load(&files, &corpus, &book);
        let (cards, of_abilities) = engine::CardLibrary::load(&files);
        let of_versions = Versions::read(&files).1;
        found.extend(of_cards.into_iter().chain(of_figures).chain(of_abilities).chain(of_versions));
        store::refuse_errors(found)?;
        let (origin, held, library) = (origin.clone(), OnceLock::new(), OnceLock::new());
        Ok(Self { origin, files, held, library, corpus, book, figures, cards })
    }

    /// The library, for which the index is built in memory when it is first needed.
    fn library(&self) -> Result<&Library, Error> {
        if let Some(library) = self.library.get() {
            return Ok(library);
        }
        let library = Library::open(&self.origin, None)?;
        Ok(self.library.get_or_init(|| library))
    }

    /// The rulings, to be looked up.
    fn held(&self) -> Result<&HeldRulings, Error> {
        if let Some(held) = self.held.get() {
            return Ok(held);
        }
        let held = HeldRulings::open(&self.origin, None)?;
        Ok(self.held.get_or_init(|| held))
    }

    /// Answers a question in any words with at most five rulings; [`Answer::kind`] says whether the
    /// first one decides it.
    ///
    /// ```
    /// use judge::{Answer, AnswerKind, Confidence, Hit, Judge};
    ///
    /// let judge = Judge::built_in()?;
    /// let answer: Answer = judge.answer("he canceled my event, do I get the resources back")?;
    /// assert_eq!(answer.kind, AnswerKind::Found);
    /// assert_ne!(answer.confidence, Confidence::Weak); // most of what was asked is found in it
    /// let first: &Hit = &answer.results[0];
    /// assert_eq!(first.ruling.citation(), "SWLCG FAQ v2.2 (3.1)");
    /// assert!(first.ruling.text().contains("not returned or refunded"));
    /// # Ok::<(), judge::Error>(())
    /// ```
    ///
    /// The first question waits some seconds for the index.
    ///
    /// # Errors
    /// [`Error::Index`] if the index cannot be built or read; no question is an error.
    pub fn answer(&self, question: &str) -> Result<Answer, Error> {
        let request = Request { marked: 1, ..Request::new(question, 5) };
        self.library()?.search(&request).map_err(|error| index_error(&error))
    }

    /// The ruling with an id such as `lcg:3.6`, as the newest documents have it.
    ///
    /// ```
    /// let judge = judge::Judge::built_in()?;
    /// let ruling = judge.ruling("lcg:3.1")?.expect("it is held");
    /// assert_eq!(ruling.citation(), "SWLCG FAQ v2.2 (3.1)");
    /// assert!(judge.ruling("lcg:99.99")?.is_none());
    /// # Ok::<(), judge::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] if the index cannot be read.
    pub fn ruling(&self, id: &str) -> Result<Option<Ruling>, Error> {
        let held = self.held()?;
        let of_the_newest = |mut ruling: Ruling| {
            ruling.parts = AsOfDay::default().parts(held, &ruling)?;
            Ok(ruling)
        };
        let ruling = held.ruling(id).and_then(|ruling| ruling.map(of_the_newest).transpose());
        ruling.map_err(|error| index_error(&error))
    }

    /// Checks the decks in the bytes of a file, in any format that players hand in; `file` is what reports
    /// call it.
    ///
    /// ```
    /// use judge::{Certainty, Code, DeckReport, Finding, Judge, Verdict};
    ///
    /// let list = "Sith\n2x Fall of the Jedi\n2x Counsel of the Sith\n2x Death and Despayre\n\
    ///     2x The Ghosts of the Dark Side\n1x Cruel Interrogations\n";
    /// let reports: Vec<DeckReport> = Judge::built_in()?.check_decks("list.txt", list.as_bytes());
    /// assert_eq!(reports[0].verdict, Verdict::Illegal);
    /// let finding: &Finding = &reports[0].violations[0]; // nine sets; ten are the least
    /// assert_eq!((finding.code, finding.certainty), (Code::TooFewSets, Certainty::Certain));
    /// # Ok::<(), judge::Error>(())
    /// ```
    pub fn check_decks(&self, file: &str, bytes: &[u8]) -> Vec<DeckReport> {
        Checker::new(&self.corpus, &self.book, &self.figures, AsOf::Newest, None).check_all(file, bytes)
    }

    /// Replays a built-in scenario, or one of a folder laid over them, with its variations; or a variation of
    /// one alone.
    ///
    /// ```
    /// use judge::{BasisKind, Checked, Judge, Played, Replay, StepOut};
    ///
    /// let judge = Judge::built_in()?;
    /// let replay: Replay = judge.replay("nested-sequences")?;
    /// assert!(replay.passed());
    /// let played: &Played = &replay.scenarios[0];
    /// let first: &StepOut = &played.steps[0];
    /// assert!(!first.text.is_empty() && first.basis != BasisKind::Program);
    /// let expected: &Checked = &played.expectations[0];
    /// assert!(expected.passed);
    ///
    /// let variation = replay.scenarios.last().expect("it has variations");
    /// assert_eq!(judge.replay(&variation.name)?.scenarios, std::slice::from_ref(variation));
    /// # Ok::<(), judge::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoScenario`], and [`Error::Situation`] if it cannot be played.
    pub fn replay(&self, name: &str) -> Result<Replay, Error> {
        let scenarios = self.files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Scenarios);
        for (_, file) in scenarios {
            let all = load::load_file(file, &self.cards).map_err(Error::Situation)?;
            if let Some(chosen) = find(&all, name) {
                return Ok(Replay { scenarios: chosen.of(self.play(&chosen.loaded)?) });
            }
        }
        Err(Error::NoScenario(name.to_owned()))
    }

    /// Replays the situations of a YAML text, in the form of `rulings/scenarios.md`; `file` is what errors
    /// call it.
    ///
    /// ```
    /// use judge::{Diagnostic, Error, Judge};
    ///
    /// let refused = Judge::built_in()?.replay_text("mine.yaml", "- {name: mine, game: chess}");
    /// let Err(Error::Situation(found)) = refused else { panic!("chess is not held") };
    /// let first: &Diagnostic = &found[0];
    /// assert_eq!((first.place.file.as_str(), first.place.line), ("mine.yaml", 1));
    /// # Ok::<(), judge::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Situation`] with everything that is wrong, each with its line and column.
    pub fn replay_text(&self, file: &str, text: &str) -> Result<Vec<Replay>, Error> {
        let file = File::new(file, text.to_owned());
        let found = load::load_file(&file, &self.cards).map_err(Error::Situation)?;
        found.iter().map(|situation| self.play(situation)).collect()
    }

    fn play(&self, situation: &load::Loaded) -> Result<Replay, Error> {
        situation.replay(&self.cards, &Options::default()).map_err(Error::Situation)
    }
}
