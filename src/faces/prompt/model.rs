//! What is typed, found and chosen, and what a key makes of it: a function from a state and a key to a state.

use crate::corpus::history::{ByTag, NewerKnown};
use crate::corpus::{Authority, Day, Game, Ruling};
use crate::render::answer::{self, QuestionLine};
use crate::render::ruling::{self, Around, View};
use crate::render::undecided::Undecided;
use crate::search::query::{self, Filters};
use crate::search::{Answer, AnswerKind, Hit};

/// What is searched for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// What was typed.
    pub words: String,
    /// Only this game.
    pub game: Option<Game>,
    /// Only official words and an event's own.
    pub official: bool,
}

/// What the prompt searches.
pub trait Search {
    /// The answer to what was typed.
    ///
    /// # Errors
    /// Rulings that cannot be read.
    fn search(&self, wanted: &Wanted) -> anyhow::Result<Answer>;

    /// The ruling of an id.
    ///
    /// # Errors
    /// Rulings that cannot be read.
    fn ruling(&self, id: &str) -> anyhow::Result<Option<Ruling>>;

    /// The parts of a section on the day asked about.
    ///
    /// # Errors
    /// Rulings that cannot be read.
    fn parts(&self, section: &Ruling) -> anyhow::Result<Vec<String>>;

    /// What of the day asked about is not held, of one game or of both.
    fn not_held(&self, game: Option<Game>) -> Vec<String>;

    /// What is known of a ruling beyond the documents held.
    fn known(&self, ruling: &Ruling) -> Known;
}

/// What is known of a ruling beyond the documents held.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// What its version tag tells of the day asked about.
    pub by_tag: Option<ByTag>,
    /// The documents that followed the one it is quoted from.
    pub newer: Vec<NewerKnown>,
}

/// A key, by what it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// Something typed or pasted.
    Text(String),
    /// Takes the character before the cursor away.
    Backspace,
    /// Takes the character at the cursor away.
    Delete,
    /// Takes the word before the cursor away.
    DeleteWord,
    /// Takes everything typed away.
    Clear,
    /// Moves the cursor.
    Left,
    /// Moves the cursor.
    Right,
    /// Moves the cursor a word.
    WordLeft,
    /// Moves the cursor a word.
    WordRight,
    /// Moves the cursor to the beginning.
    Home,
    /// Moves the cursor to the end.
    End,
    /// Chooses the one above.
    Up,
    /// Chooses the one below.
    Down,
    /// Scrolls the ruling.
    PageUp,
    /// Scrolls the ruling.
    PageDown,
    /// The next game: both, lcg, tcg.
    Game,
    /// With or without the rules in judge's own words.
    Official,
    /// Copies the ruling as Markdown.
    Copy,
    /// Opens what the ruling refers to.
    Open,
    /// Tells all keys, and shows the answers again.
    Help,
    /// Goes back, and out.
    Back,
    /// Prints the ruling and leaves.
    Enter,
    /// Leaves.
    Quit,
}

/// How the prompt ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// With a ruling to print.
    Print(Box<Listed>),
    /// With nothing.
    Quit,
}

/// A ruling that is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub ruling: Ruling,
    /// The sentence of it that decides, as a range of characters of its text.
    pub sentence: Option<(usize, usize)>,
    /// Whether it is the rulebook's rule that decides what was asked.
    pub decides: bool,
    /// That nothing held decides what was asked: it goes along wherever the ruling goes.
    pub undecided: Option<Undecided>,
    /// What is known of it beyond the documents held.
    pub known: Known,
}

impl Listed {
    /// How it is shown.
    pub(crate) fn view(&self, day: Option<Day>) -> View<'_> {
        View {
            day,
            by_tag: self.known.by_tag.as_ref(),
            highlights: self.sentence.as_slice(),
            brief: false,
            decides: self.decides,
        }
    }
}

/// A list, and which of it is chosen.
#[derive(Debug, Clone, Default)]
pub struct List {
    /// What it is a list of; empty for the results of the search.
    pub of: String,
    pub rulings: Vec<Listed>,
    pub chosen: usize,
    /// How many lines of the ruling are above the window; until somebody scrolls, the drawing sees to it that
    /// what decides is shown.
    pub scrolled: Option<usize>,
}

/// The prompt's state.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// What was typed.
    pub typed: String,
    /// Where the cursor stands, in characters.
    pub cursor: usize,
    /// Only this game.
    pub game: Option<Game>,
    /// Only official words and an event's own.
    pub official: bool,
    /// What was typed as a filter.
    pub filters: Filters,
    /// The day asked about.
    pub day: Option<Day>,
    /// Whether that, or `latest`, was asked about at all.
    pub dated: bool,
    /// What of that day is not held.
    pub not_held: Vec<String>,
    /// What is said above the first result.
    pub remarks: Vec<String>,
    /// Of that, the other ruling that it may be.
    pub doubt: Option<String>,
    /// The single questions of a post, said below the first result.
    pub questions: Vec<QuestionLine>,
    /// What the answer amounts to; `None` before anything is typed.
    pub kind: Option<AnswerKind>,
    pub results: List,
    /// The lists opened from them, each from the one before.
    pub opened: Vec<List>,
    /// How many lines of a ruling the window shows, and from which on; the drawing says so.
    pub window: usize,
    pub from: usize,
    /// A sentence about the last key.
    pub note: String,
    /// Whether all keys are told instead of the answers.
    pub help: bool,
    /// What is to be copied.
    pub copy: Option<String>,
    /// Whether it is over, and how.
    pub done: Option<Done>,
}

/// More than this cannot be typed, in characters: no post is longer.
pub const LONGEST: usize = 8000;
/// No more results are listed, and of no more is it marked what decides.
pub const MOST: usize = 200;
pub const MARKED: usize = 20;

impl Model {
    /// The only game that is searched: the one chosen by key goes before the one typed.
    pub(crate) fn only_game(&self) -> Option<Game> {
        self.game.or(self.filters.game)
    }

    /// The list in front.
    pub fn list(&self) -> &List {
        self.opened.last().unwrap_or(&self.results)
    }

    fn list_mut(&mut self) -> &mut List {
        self.opened.last_mut().unwrap_or(&mut self.results)
    }

    /// The ruling chosen.
    pub fn chosen(&self) -> Option<&Listed> {
        let list = self.list();
        list.rulings.get(list.chosen)
    }

    /// The state after a key.
    ///
    /// # Errors
    /// Rulings that cannot be read.
    pub fn after(mut self, key: Key, searches: &dyn Search) -> anyhow::Result<Self> {
        self.note.clear();
        let before = self.wanted();
        let helped = std::mem::take(&mut self.help);
        match key {
            Key::Help => self.help = !helped,
            Key::Back if helped => {}
            Key::Text(text) => self.insert(&text),
            Key::Backspace => self.take(self.cursor.saturating_sub(1)),
            Key::Delete => self.delete(),
            Key::DeleteWord => self.take(self.word()),
            Key::Clear => self.take_all(),
            Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Right => self.cursor = (self.cursor + 1).min(self.typed.chars().count()),
            Key::WordLeft => self.cursor = self.word(),
            Key::WordRight => self.cursor = self.word_end(),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = self.typed.chars().count(),
            Key::Up => self.choose(|chosen| chosen.saturating_sub(1)),
            Key::Down => self.choose(|chosen| chosen + 1),
            Key::PageUp => self.scroll(|at, page| at.saturating_sub(page)),
            Key::PageDown => self.scroll(|at, page| at + page),
            Key::Game => {
                self.game = match self.game {
                    None => Some(Game::Lcg),
                    Some(Game::Lcg) => Some(Game::Tcg),
                    Some(Game::Tcg) => None,
                };
            }
            Key::Official => self.official = !self.official,
            Key::Copy => self.copy(),
            Key::Open => self.open(searches)?,
            Key::Back => {
                if self.opened.pop().is_none() {
                    self.done = Some(Done::Quit);
                }
            }
            Key::Enter => match self.chosen() {
                Some(listed) => self.done = Some(Done::Print(Box::new(listed.clone()))),
                None => self.note = "There is no ruling to print yet.".to_owned(),
            },
            Key::Quit => self.done = Some(Done::Quit),
        }
        if self.wanted() != before {
            self.search(searches)?;
        }
        Ok(self)
    }

    fn wanted(&self) -> Wanted {
        Wanted { words: self.typed.clone(), game: self.game, official: self.official }
    }

    fn search(&mut self, searches: &dyn Search) -> anyhow::Result<()> {
        self.opened.clear();
        self.results = List::default();
        self.remarks.clear();
        self.doubt = None;
        self.questions.clear();
        self.kind = None;
        self.filters = query::read(&self.typed).filters;
        self.not_held = searches.not_held(self.only_game());
        if self.typed.trim().is_empty() {
            return Ok(());
        }
        let answer = searches.search(&self.wanted())?;
        self.remarks = answer::above(&answer);
        self.doubt = answer::rival(&answer);
        self.questions = answer::question_lines(&answer, self.day);
        self.kind = Some(answer.kind);
        let undecided = Undecided::of(&answer);
        let listed = |(n, hit): (usize, Hit)| Listed {
            known: searches.known(&hit.ruling),
            ruling: hit.ruling,
            sentence: hit.deciding_sentence,
            decides: n == 0 && answer.kind == AnswerKind::Rulebook,
            undecided: undecided.as_ref().map(|u| if n == 0 { u.clone() } else { u.above_another() }),
        };
        self.results.rulings = answer.results.into_iter().enumerate().map(listed).collect();
        Ok(())
    }

    /// Opens the rulings that the chosen one refers to, is a part of, and has as parts; what is left out of
    /// the results is left out of them.
    fn open(&mut self, searches: &dyn Search) -> anyhow::Result<()> {
        let Some(Listed { ruling, undecided, .. }) = self.chosen() else { return Ok(()) };
        let (of, undecided) = (ruling.id.clone(), undecided.as_ref().map(Undecided::above_another));
        let parts = searches.parts(ruling)?;
        let ids: Vec<String> = [&ruling.see, &parts, &ruling.rules, &ruling.seen_from]
            .into_iter()
            .flatten()
            .chain(&ruling.part_of)
            .cloned()
            .collect();
        let mut rulings: Vec<Listed> = Vec::new();
        for id in ids {
            let known = rulings.iter().any(|l| l.ruling.id == id);
            let left_out = |r: &Ruling| known || self.official && r.authority == Authority::Digest;
            if let Some(ruling) = searches.ruling(&id)?.filter(|r| !left_out(r)) {
                let (known, undecided) = (searches.known(&ruling), undecided.clone());
                rulings.push(Listed { known, ruling, sentence: None, decides: false, undecided });
            }
        }
        if rulings.is_empty() {
            let without = if self.official { ", but for rules in judge's own words" } else { "" };
            self.note = format!("{of} refers to no other ruling, and none to it{without}.");
        } else {
            self.opened.push(List { of, rulings, ..List::default() });
        }
        Ok(())
    }

    fn copy(&mut self) {
        let Some(listed) = self.chosen() else { return };
        let (id, view) = (listed.ruling.id.clone(), listed.view(self.day));
        let undecided = listed.undecided.as_ref();
        let around = Around { not_held: &self.not_held, undecided, newer: &listed.known.newer };
        let without = if undecided.is_some() { ", as what decides nothing" } else { "" };
        let note = format!("{id} copied as Markdown{without}, where the terminal allows it.");
        (self.copy, self.note) = (Some(ruling::markdown_with(&listed.ruling, view, around)), note);
    }

    fn choose(&mut self, next: impl Fn(usize) -> usize) {
        let list = self.list_mut();
        let last = list.rulings.len().saturating_sub(1);
        let chosen = next(list.chosen).min(last);
        if chosen != list.chosen {
            (list.chosen, list.scrolled) = (chosen, None);
        }
    }

    fn scroll(&mut self, next: impl Fn(usize, usize) -> usize) {
        let page = self.window.saturating_sub(2).max(1);
        let from = self.from;
        self.list_mut().scrolled = Some(next(from, page));
    }

    fn insert(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.typed.chars().count());
        // Where lines end, sentences do: the search reads a pasted post as it was written.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if text.chars().count() > room {
            self.note = format!("Only the first {LONGEST} characters are taken.");
        }
        let shown = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
        let text: String = text.chars().map(shown).take(room).collect();
        let at = self.byte(self.cursor);
        self.typed.insert_str(at, &text);
        self.cursor += text.chars().count();
    }

    /// Takes away what stands between `from` and the cursor.
    fn take(&mut self, from: usize) {
        let (start, end) = (self.byte(from), self.byte(self.cursor));
        self.typed.replace_range(start..end, "");
        self.cursor = from;
    }

    fn take_all(&mut self) {
        self.typed.clear();
        self.cursor = 0;
    }

    fn delete(&mut self) {
        let (start, end) = (self.byte(self.cursor), self.byte(self.cursor + 1));
        self.typed.replace_range(start..end, "");
    }

    /// Where the word before the cursor begins.
    fn word(&self) -> usize {
        let before: Vec<char> = self.typed.chars().take(self.cursor).collect();
        let end = before.iter().rposition(|c| !c.is_whitespace()).map_or(0, |n| n + 1);
        before[..end].iter().rposition(|c| c.is_whitespace()).map_or(0, |n| n + 1)
    }

    /// Where the word behind the cursor ends.
    fn word_end(&self) -> usize {
        let all: Vec<char> = self.typed.chars().collect();
        let begin = all.iter().skip(self.cursor).position(|c| !c.is_whitespace()).map(|n| self.cursor + n);
        let end = begin.and_then(|at| all[at..].iter().position(|c| c.is_whitespace()).map(|n| at + n));
        end.unwrap_or(all.len())
    }

    fn byte(&self, character: usize) -> usize {
        self.typed.char_indices().nth(character).map_or(self.typed.len(), |(at, _)| at)
    }
}
