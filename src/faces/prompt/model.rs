//! The state of the prompt, and how keys change it: a function from state and key to state.

use crate::corpus::history::ByTag;
use crate::corpus::newer::NewerKnown;
use crate::corpus::{Authority, Day, Game, Ruling};
use crate::render::answer::{self, QuestionLine};
use crate::render::ruling::{self, Around, View};
use crate::render::undecided::Undecided;
use crate::search::query::{self, Filters};
use crate::search::{Answer, AnswerKind, Hit};

/// A search request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchInput {
    pub words: String,
    /// The only game to search, if any.
    pub game: Option<Game>,
    /// Whether to leave out the rules in judge's own words.
    pub official: bool,
}

/// What the prompt needs of a library.
pub trait Search {
    /// Searches.
    ///
    /// # Errors
    /// If the rulings cannot be read.
    fn search(&self, input: &SearchInput) -> anyhow::Result<Answer>;

    /// Looks up a ruling by id.
    ///
    /// # Errors
    /// If the rulings cannot be read.
    fn ruling(&self, id: &str) -> anyhow::Result<Option<Ruling>>;

    /// The ids of a section's parts as of the day.
    ///
    /// # Errors
    /// If the rulings cannot be read.
    fn parts(&self, section: &Ruling) -> anyhow::Result<Vec<String>>;

    /// Notices about documents of the day that are not held, for one game or both.
    fn not_held(&self, game: Option<Game>) -> Vec<String>;

    /// What is known about a ruling, and the cards that the question names, beyond the documents held.
    fn known(&self, ruling: &Ruling, named: &[String]) -> Known;
}

/// What is known about a ruling beyond the documents held.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// What its printed version tag reveals about the day.
    pub by_tag: Option<ByTag>,
    /// Known documents later than the one it is quoted from.
    pub newer: Vec<NewerKnown>,
}

/// A key press, by its effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// Inserts typed or pasted text.
    Text(String),
    /// Deletes the character before the cursor.
    Backspace,
    /// Deletes the character at the cursor.
    Delete,
    /// Deletes the word before the cursor.
    DeleteWord,
    /// Deletes all input.
    Clear,
    Left,
    Right,
    /// Moves the cursor by a word.
    WordLeft,
    /// Moves the cursor by a word.
    WordRight,
    /// Moves the cursor to the start.
    Home,
    /// Moves the cursor to the end.
    End,
    /// Selects the previous ruling.
    Up,
    /// Selects the next ruling.
    Down,
    /// Scrolls the ruling up.
    PageUp,
    /// Scrolls the ruling down.
    PageDown,
    /// Cycles through the games: both, lcg, tcg.
    Game,
    /// Toggles the rules in judge's own words.
    Official,
    /// Copies the ruling as Markdown.
    Copy,
    /// Opens the rulings that this one refers to.
    Open,
    /// Toggles the list of all keys.
    Help,
    /// Goes back, and finally quits.
    Back,
    /// Stops the program until the shell continues it.
    #[cfg(unix)]
    Suspend,
    /// Quits and prints the ruling.
    Enter,
    Quit,
}

/// How the prompt ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// With a ruling to print.
    Print(Box<ListItem>),
    /// Without one.
    Quit,
}

/// A ruling in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListItem {
    pub ruling: Ruling,
    /// The deciding sentence, as a character range of its text.
    pub sentence: Option<(usize, usize)>,
    /// Whether it is a digest entry that decides the question.
    pub decides: bool,
    /// The notice that nothing held decides the question. It accompanies the ruling everywhere.
    pub undecided: Option<Undecided>,
    pub known: Known,
}

impl ListItem {
    /// How to render it.
    pub(crate) fn view(&self, day: Option<Day>) -> View<'_> {
        View {
            day,
            by_tag: self.known.by_tag.as_ref(),
            highlights: self.sentence.as_slice(),
            brief: false,
            excerpt: None,
            decides: self.decides,
        }
    }
}

/// A list of rulings with a selection.
#[derive(Debug, Clone, Default)]
pub struct List {
    /// The id of the ruling whose references these are; empty for search results.
    pub of: String,
    pub rulings: Vec<ListItem>,
    pub chosen: usize,
    /// The first visible line of the ruling. `None` until the user scrolls: the view then makes sure that the
    /// deciding sentence is visible.
    pub scrolled: Option<usize>,
}

/// The state of the prompt.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// The input.
    pub typed: String,
    /// The cursor position, in characters.
    pub cursor: usize,
    /// The only game to search, if any.
    pub game: Option<Game>,
    /// Whether to leave out the rules in judge's own words.
    pub official: bool,
    /// Filters within the input.
    pub filters: Filters,
    /// The day to search as of.
    pub day: Option<Day>,
    /// Whether a day, or `latest`, was given at all.
    pub dated: bool,
    /// Notices about documents of that day that are not held.
    pub not_held: Vec<String>,
    /// The remarks above the first result.
    pub remarks: Vec<String>,
    /// The one among them that names another likely ruling.
    pub doubt: Option<String>,
    /// The individual questions of a post, shown below the first result.
    pub questions: Vec<QuestionLine>,
    /// `None` before anything was typed.
    pub kind: Option<AnswerKind>,
    pub results: List,
    /// The stack of lists opened from one another.
    pub opened: Vec<List>,
    /// The number of visible lines of a ruling, and the first of them. Set when drawing.
    pub window: usize,
    pub from: usize,
    /// A message about the last key.
    pub note: String,
    /// The first visible line of the list of all keys, if that is shown instead of the results.
    pub help: Option<usize>,
    /// A text to be copied to the clipboard.
    pub copy: Option<String>,
    /// Whether the program is to be stopped until the shell continues it.
    pub suspend: bool,
    /// Whether the prompt is done, and how.
    pub done: Option<Done>,
}

/// The maximum length of the input, in characters: more than any post.
pub const MAX_INPUT_LENGTH: usize = 8000;
/// The maximum number of results, and of results whose deciding sentence is determined.
pub const MAX_RESULTS: usize = 200;
pub const MARKED: usize = 20;

impl Model {
    /// The only game to search: the one chosen by key takes precedence over a typed filter.
    pub(crate) fn only_game(&self) -> Option<Game> {
        self.game.or(self.filters.game)
    }

    /// The topmost list.
    pub fn list(&self) -> &List {
        self.opened.last().unwrap_or(&self.results)
    }

    fn list_mut(&mut self) -> &mut List {
        self.opened.last_mut().unwrap_or(&mut self.results)
    }

    /// The selected ruling.
    pub fn chosen(&self) -> Option<&ListItem> {
        let list = self.list();
        list.rulings.get(list.chosen)
    }

    /// The state after a key press.
    ///
    /// # Errors
    /// If the rulings cannot be read.
    pub fn after(mut self, key: Key, searches: &dyn Search) -> anyhow::Result<Self> {
        self.note.clear();
        let before = self.search_input();
        let helped = self.help.take();
        match key {
            Key::Help => self.help = helped.is_none().then_some(0),
            Key::Back if helped.is_some() => {}
            Key::Up | Key::Down | Key::PageUp | Key::PageDown if helped.is_some() => {
                self.help = helped.map(|from| self.scrolled_help(&key, from));
            }
            Key::Text(text) => self.insert(&text),
            Key::Backspace => self.delete_back_to(self.cursor.saturating_sub(1)),
            Key::Delete => self.delete(),
            Key::DeleteWord => self.delete_back_to(self.word_start()),
            Key::Clear => self.clear(),
            Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Right => self.cursor = (self.cursor + 1).min(self.typed.chars().count()),
            Key::WordLeft => self.cursor = self.word_start(),
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
            #[cfg(unix)]
            Key::Suspend => self.suspend = true,
            Key::Quit => self.done = Some(Done::Quit),
        }
        if self.search_input() != before {
            self.search(searches)?;
        }
        Ok(self)
    }

    fn search_input(&self) -> SearchInput {
        SearchInput { words: self.typed.clone(), game: self.game, official: self.official }
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
        let answer = searches.search(&self.search_input())?;
        self.remarks = answer::above(&answer);
        // There is room for one: which game is meant comes before which ruling.
        self.doubt = answer::doubts(&answer).pop();
        self.questions = answer::question_lines(&answer, self.day);
        self.kind = Some(answer.kind);
        let undecided = Undecided::of(&answer);
        let listed = |(n, hit): (usize, Hit)| ListItem {
            known: searches.known(&hit.ruling, if n == 0 { &answer.cards } else { &[] }),
            ruling: hit.ruling,
            sentence: hit.deciding_sentence,
            decides: n == 0 && answer.kind == AnswerKind::Rulebook,
            undecided: undecided.as_ref().map(|u| if n == 0 { u.clone() } else { u.above_another() }),
        };
        self.results.rulings = answer.results.into_iter().enumerate().map(listed).collect();
        Ok(())
    }

    /// Opens the list of rulings that the selected one refers to, is part of, or has as parts. What is
    /// filtered from the results is filtered here, too.
    fn open(&mut self, searches: &dyn Search) -> anyhow::Result<()> {
        let Some(ListItem { ruling, undecided, .. }) = self.chosen() else { return Ok(()) };
        let (of, undecided) = (ruling.id.clone(), undecided.as_ref().map(Undecided::above_another));
        let parts = searches.parts(ruling)?;
        let ids: Vec<String> = [&ruling.see, &parts, &ruling.rules, &ruling.seen_from]
            .into_iter()
            .flatten()
            .chain(&ruling.part_of)
            .cloned()
            .collect();
        let mut rulings: Vec<ListItem> = Vec::new();
        for id in ids {
            let known = rulings.iter().any(|l| l.ruling.id == id);
            let left_out = |r: &Ruling| known || self.official && r.authority == Authority::Digest;
            if let Some(ruling) = searches.ruling(&id)?.filter(|r| !left_out(r)) {
                let (known, undecided) = (searches.known(&ruling, &[]), undecided.clone());
                rulings.push(ListItem { known, ruling, sentence: None, decides: false, undecided });
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

    /// The first visible line of the list of keys after it was scrolled; drawing keeps it within the list.
    fn scrolled_help(&self, key: &Key, from: usize) -> usize {
        let page = self.window.saturating_sub(2).max(1);
        match key {
            Key::Up => from.saturating_sub(1),
            Key::PageUp => from.saturating_sub(page),
            Key::Down => from + 1,
            _ => from + page,
        }
    }

    fn insert(&mut self, text: &str) {
        let room = MAX_INPUT_LENGTH.saturating_sub(self.typed.chars().count());
        // Keep line ends, which also end sentences: a pasted post is searched as it was written.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if text.chars().count() > room {
            self.note = format!("Only the first {MAX_INPUT_LENGTH} characters are taken.");
        }
        let shown = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
        let text: String = text.chars().map(shown).take(room).collect();
        let at = self.byte(self.cursor);
        self.typed.insert_str(at, &text);
        self.cursor += text.chars().count();
    }

    /// Deletes the text between `from` and the cursor.
    fn delete_back_to(&mut self, from: usize) {
        let (start, end) = (self.byte(from), self.byte(self.cursor));
        self.typed.replace_range(start..end, "");
        self.cursor = from;
    }

    fn clear(&mut self) {
        self.typed.clear();
        self.cursor = 0;
    }

    fn delete(&mut self) {
        let (start, end) = (self.byte(self.cursor), self.byte(self.cursor + 1));
        self.typed.replace_range(start..end, "");
    }

    /// The start of the word before the cursor.
    fn word_start(&self) -> usize {
        let before: Vec<char> = self.typed.chars().take(self.cursor).collect();
        let end = before.iter().rposition(|c| !c.is_whitespace()).map_or(0, |n| n + 1);
        before[..end].iter().rposition(|c| c.is_whitespace()).map_or(0, |n| n + 1)
    }

    /// The end of the word after the cursor.
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
