//! What a judge typed, read without ever failing: words, "exact phrases", -exclusions and `field:value`
//! filters.

use std::ops::Range;

use super::analyze::{self, Token};
use super::game_words;
use super::sentences::{item_marks, sentences};
use crate::corpus::suggest::nearest_value;
use crate::corpus::{Game, Kind};

/// More words than this are not searched; nobody types them, and the answer says so.
pub const MAX_WORDS: usize = 4_000;
/// A word of more letters than this is none, and is not searched.
pub(crate) const MAX_LETTERS: usize = 64;
/// In a query of more words than this, people write a story: quotation marks and dashes are those of prose.
pub(crate) const LONG_QUERY: usize = 16;
/// As many words beside a quotation leave it what is looked for.
const BESIDE: usize = 2;

/// A parsed query.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    pub typed: String,
    /// The words to search, normalized, in order; places are bytes of `typed`.
    pub words: Vec<Token>,
    /// Phrases every result must have, as normalized words.
    pub phrases: Vec<Vec<String>>,
    /// Words no result may have, normalized.
    pub without: Vec<String>,
    /// Conditions that every result must meet.
    pub filters: Filters,
    /// The game its words name; they are searched no more.
    pub game: Option<Game>,
    /// What was not searched, as sentences for the reader.
    pub remarks: Vec<String>,
    /// Of a post, the questions that are asked now, in bytes of `typed`; none where all of it is.
    pub focus: Vec<Range<usize>>,
    /// What a word counts around the questions in focus.
    pub(super) around: f32,
    /// Of a post, what somebody holds to be the rule, in bytes of `typed`; it counts like a question.
    claims: Vec<Range<usize>>,
}

/// What stands around the questions of a post counts at most as this multiple of their own words,
const AROUND: f32 = 1.5;
/// and each word of it at least this much. Both, and what the questions count by themselves (`post.rs`), were
/// chosen on kept questions set into stories and on posts that say much of the question before they ask it:
/// what helps the one harms the other.
const MIN_AROUND: f32 = 0.35;
/// Around one of several questions a word counts at least this much: of 172 such questions 141 instead of 135
/// are answered by their ruling, and of 35 that nothing decides 19 instead of 11 are called undecided.
const MIN_AROUND_ONE: f32 = 0.05;
/// The minimum number of words beside its questions that makes a text a post: fewer are part of the question.
const STORY: usize = 6;

impl Query {
    /// What a word counts.
    pub(super) fn weight(&self, word: &Token) -> f32 {
        if self.is_in_focus(word) || is_in(word, &self.claims) { 1.0 } else { self.around }
    }

    /// Whether a word stands in what is asked now.
    fn is_in_focus(&self, word: &Token) -> bool {
        self.focus.is_empty() || is_in(word, &self.focus)
    }

    /// The same post with its questions in focus: where a story surrounds them, it is about them, and
    /// much of it is not: the longer the story, the less counts a word of it. A question that only
    /// asks who is right is about the story.
    pub(super) fn focused(&self, questions: &[Range<usize>]) -> Self {
        let questions = questions.iter().filter(|question| self.significant_words(question) >= SAYS_ENOUGH);
        let mut post = Self { focus: questions.cloned().collect(), claims: self.claims(), ..self.clone() };
        let asked = post.words.iter().filter(|word| post.is_in_focus(word)).count();
        let around = post.words.len() - asked;
        post.around = (AROUND * asked as f32 / around.max(1) as f32).clamp(MIN_AROUND, 1.0);
        post
    }

    /// The same post with one of its questions in focus: the others ask something else, so that all that
    /// stands around it counts no more than itself.
    pub(super) fn focused_on_one(&self, question: Range<usize>) -> Self {
        let mut one = Self { focus: vec![question], around: MIN_AROUND, ..self.clone() };
        let asked = one.words.iter().filter(|word| one.is_in_focus(word)).count();
        let around = one.words.len() - asked;
        one.around = (asked as f32 / around.max(1) as f32).clamp(MIN_AROUND_ONE, MIN_AROUND);
        one
    }

    /// The questions in focus without the story around them; none where there is none.
    pub(super) fn alone(&self) -> Option<Self> {
        let words: Vec<Token> = self.words.iter().filter(|word| self.is_in_focus(word)).cloned().collect();
        let alone =
            Self { words, phrases: Vec::new(), without: Vec::new(), focus: Vec::new(), ..self.clone() };
        (!alone.words.is_empty() && alone.words.len() + STORY <= self.words.len()).then_some(alone)
    }

    /// The same query in English: what is filtered stays, and of the phrases those whose words the English
    /// has.
    pub(super) fn translated(&self, english: &str) -> Self {
        let read = read(english);
        let has = |phrase: &&Vec<String>| {
            let is_it = |words: &[Token]| words.iter().map(|w| &w.text).eq(phrase.iter());
            read.words.windows(phrase.len()).any(is_it)
        };
        let phrases = self.phrases.iter().filter(has).cloned().collect();
        let (filters, without, remarks) = (self.filters.clone(), self.without.clone(), self.remarks.clone());
        Self { phrases, filters, without, remarks, game: self.game.or(read.game), ..read }
    }

    /// The game it is about: the one asked for, else the one its filter or its words name.
    pub(crate) fn about(&self, asked_for: Option<Game>) -> Option<Game> {
        asked_for.or(self.filters.game).or(self.game)
    }

    /// What to say of a game that its words name: it alone was searched, or another was, as asked for.
    pub(super) fn game_remark(&self, asked_for: Option<Game>) -> Option<String> {
        let upper = |game: Game| game.code().to_uppercase();
        let (named, about) = (self.game?, self.about(asked_for)?);
        Some(if named == about {
            format!("Only the {} was searched, which the question names.", upper(about))
        } else {
            format!("The question names the {}; only the {} was searched.", upper(named), upper(about))
        })
    }

    /// Whether its words name another game than the one that is searched.
    pub(super) fn names_another_game(&self, asked_for: Option<Game>) -> bool {
        self.game.is_some_and(|named| self.about(asked_for) != Some(named))
    }

    /// How many words of a stretch of the post are its context.
    fn significant_words(&self, stretch: &Range<usize>) -> usize {
        self.words_in(stretch).filter(|word| analyze::is_significant(&word.text)).count()
    }

    /// The questions in a post: its sentences with a question mark, and the items of a list without one, of
    /// some words each, that say what they ask about. In a query too short for a post, those that say it by
    /// themselves: "may he then react to it?" is part of the question before.
    pub(crate) fn questions(&self) -> Vec<Range<usize>> {
        let items = item_marks(&self.typed);
        let sentences = sentences(&self.typed, &items);
        let item_at = |start: usize| items.binary_search_by_key(&start, |mark| mark.start);
        let has_question_mark = |item: usize| {
            let to = items.get(item + 1).map_or(self.typed.len(), |next| next.start);
            self.typed[items[item].end..to].contains('?')
        };
        let least = if self.is_post() { 1 } else { SAYS_ENOUGH };
        let asks = |sentence: &Range<usize>| {
            let item = item_at(sentence.start).ok();
            let is_asked = self.typed[..sentence.end].ends_with('?')
                || item.is_some_and(|item| !has_question_mark(item));
            // The number of an item says nothing.
            let said = item.map_or(sentence.start, |item| items[item].end)..sentence.end;
            is_asked && self.words_in(&said).count() >= QUESTION && self.significant_words(&said) >= least
        };
        let questions: Vec<Range<usize>> = sentences.into_iter().filter(asks).collect();
        if self.is_post() || questions.len() > 1 { questions } else { Vec::new() }
    }

    /// Whether there are words enough for a post.
    fn is_post(&self) -> bool {
        self.words.len() > LONG_QUERY
    }

    /// The sentences of a post that say what somebody holds to be the rule.
    fn claims(&self) -> Vec<Range<usize>> {
        if !self.is_post() {
            return Vec::new();
        }
        let claims = |sentence: &Range<usize>| {
            !self.typed[..sentence.end].ends_with('?')
                && self.words_in(sentence).any(|word| analyze::is_claim(&word.text))
        };
        sentences(&self.typed, &[]).into_iter().filter(claims).collect()
    }

    fn words_in<'q>(&'q self, stretch: &Range<usize>) -> impl Iterator<Item = &'q Token> {
        self.words.iter().filter(|word| stretch.contains(&word.from))
    }
}

fn is_in(word: &Token, stretches: &[Range<usize>]) -> bool {
    stretches.iter().any(|stretch| stretch.contains(&word.from))
}

/// A sentence of fewer words with a question mark, "Right?", asks nothing of its own.
const QUESTION: usize = 4;
/// The minimum number of significant words with which a question says by itself what it is about.
const SAYS_ENOUGH: usize = 2;
/// More questions of one post are not answered one by one, and the answer says so.
pub(super) const MAX_QUESTIONS: usize = 6;

/// What to say of a post with this number of questions, if not each is answered.
pub(super) fn unanswered(questions: usize) -> Option<String> {
    (questions > MAX_QUESTIONS)
        .then(|| format!("Of its {questions} questions the first {MAX_QUESTIONS} are answered one by one."))
}

/// What `field:value` asks of every result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filters {
    /// Names of cards it must name.
    pub cards: Vec<String>,
    /// Kinds, one of which it must be.
    pub kinds: Vec<Kind>,
    /// Documents, one of which it must stand in.
    pub documents: Vec<String>,
    /// The game it must be about.
    pub game: Option<Game>,
    /// The official number it must have.
    pub number: Option<String>,
    /// Words its headings must have.
    pub section: Option<String>,
}

impl Filters {
    /// Whether they distinguish a ruling from others of its game.
    pub(crate) fn name_something(&self) -> bool {
        !Self { game: None, ..self.clone() }.is_empty()
    }

    /// Whether there is nothing to search for.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Reads a query. Every text is a query; what looks like a filter and is none is searched as words.
pub fn read(typed: &str) -> Query {
    let mut query = Query { typed: typed.to_owned(), ..Query::default() };
    let mut at = 0;
    while let Some(part) = next_part(typed, at) {
        at = part.end;
        add_part(&mut query, typed, part);
    }
    query.game = game_words::extract(typed, &mut query.words);
    resolve_quotations(&mut query);
    limit_words(&mut query);
    query
}

/// Leaves out words that nobody types, and says so.
fn limit_words(query: &mut Query) {
    let all = query.words.len();
    query.words.retain(|word| word.text.chars().take(MAX_LETTERS + 1).count() <= MAX_LETTERS);
    if query.words.len() < all {
        let left = all - query.words.len();
        let what = if left == 1 { "A word".to_owned() } else { format!("{left} words") };
        query.remarks.push(format!("{what} of more than {MAX_LETTERS} letters was left out."));
    }
    if query.words.len() > MAX_WORDS {
        let dropped = query.words.len() - MAX_WORDS;
        query.words.truncate(MAX_WORDS);
        query
            .remarks
            .push(format!("Only the first {MAX_WORDS} words were searched, {dropped} were left out."));
    }
}

/// Quotations in a sentence are how somebody talks, and the words in them count like others; where there is
/// little else, or a filter, they are what is looked for. The same holds for what looks like an exclusion.
fn resolve_quotations(query: &mut Query) {
    let quoted: usize = query.phrases.iter().map(Vec::len).sum();
    let beside = query.words.len() - quoted.min(query.words.len());
    let searching = !query.filters.is_empty() || !query.without.is_empty() && query.words.len() <= LONG_QUERY;
    if beside > BESIDE && !searching {
        query.phrases.clear();
    }
    if query.words.len() > LONG_QUERY {
        for word in std::mem::take(&mut query.without) {
            query.words.push(Token { text: word, from: query.typed.len(), to: query.typed.len() });
        }
    }
}

/// A piece of the query between spaces, quotes kept together.
#[derive(Debug, Clone, Copy)]
struct Part {
    start: usize,
    end: usize,
}

fn next_part(typed: &str, from: usize) -> Option<Part> {
    let start = from + typed[from..].find(|c: char| !c.is_whitespace())?;
    let mut quoted = false;
    for (at, c) in typed[start..].char_indices() {
        match c {
            '"' | '“' | '”' => quoted = !quoted,
            c if c.is_whitespace() && !quoted => return Some(Part { start, end: start + at }),
            _ => {}
        }
    }
    Some(Part { start, end: typed.len() })
}

const QUOTES: [char; 3] = ['"', '“', '”'];

fn add_part(query: &mut Query, typed: &str, part: Part) {
    let text = &typed[part.start..part.end];
    if let Some(rest) = text.strip_prefix('-')
        && rest.starts_with(|c: char| c.is_alphanumeric() || QUOTES.contains(&c))
        && part.start > 0
    {
        query.without.extend(normalized_words(rest));
    } else if text.starts_with(QUOTES) {
        let words = normalized_words(text);
        add_words(query, typed, part);
        // One quoted word, or a quotation left open, is a word like others.
        if words.len() > 1 && text.matches(QUOTES).count() > 1 {
            query.phrases.push(words);
        }
    } else if !filter(&mut query.filters, text) {
        query.remarks.extend(unknown_value(text));
        add_words(query, typed, part);
    }
}

pub(super) fn normalized_words(text: &str) -> Vec<String> {
    analyze::words(text).into_iter().map(|w| w.text).collect()
}

fn add_words(query: &mut Query, typed: &str, part: Part) {
    let words = analyze::words(&typed[part.start..part.end]);
    let placed = |w: Token| Token { from: w.from + part.start, to: w.to + part.start, ..w };
    query.words.extend(words.into_iter().map(placed));
}

/// Takes `field:value` as a filter; false when it is none.
fn filter(filters: &mut Filters, text: &str) -> bool {
    let Some((field, value)) = text.split_once(':') else { return false };
    let value = value.trim_matches(QUOTES).trim();
    if value.is_empty() {
        return false;
    }
    match field.to_ascii_lowercase().as_str() {
        "card" => filters.cards.push(value.to_owned()),
        "kind" => match Kind::from_word(value) {
            Some(kind) => filters.kinds.push(kind),
            None => return false,
        },
        "document" | "doc" => filters.documents.push(value.to_lowercase()),
        "game" => match Game::from_code(&value.to_lowercase()) {
            Some(game) => filters.game = Some(game),
            None => return false,
        },
        "number" => filters.number = Some(value.trim_matches(['(', ')']).to_owned()),
        "section" => filters.section = Some(value.to_lowercase()),
        _ => return false,
    }
    true
}

/// What to say of a filter whose value is none of those there are.
fn unknown_value(text: &str) -> Option<String> {
    let (field, value) = text.split_once(':').filter(|(_, value)| !value.is_empty())?;
    let known: Vec<&str> = match field.to_ascii_lowercase().as_str() {
        "kind" => Kind::ALL.iter().map(|k| k.word()).collect(),
        "game" => Game::ALL.iter().map(|g| g.code()).collect(),
        _ => return None,
    };
    let near = nearest_value(value, known.iter().copied());
    let but = near.map_or("but".to_owned(), |near| format!("did you mean {field}:{near}? There are"));
    let known = known.join(", ");
    Some(format!("There is no {field} {value} ({but} {known}); “{text}” was searched as words."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(query: &Query) -> Vec<&str> {
        query.words.iter().map(|w| w.text.as_str()).collect()
    }

    #[test]
    fn filters_phrases_and_exclusions_are_read() {
        let query = read(r#"card:"boba fett" kind:faq "edge battle" won -unit game:lcg"#);
        assert_eq!(query.filters.cards, ["boba fett"]);
        assert_eq!(query.filters.kinds, [Kind::Faq]);
        assert_eq!(query.filters.game, Some(Game::Lcg));
        assert_eq!(query.phrases, [["edge", "battle"]]);
        assert_eq!(words(&query), ["edge", "battle", "won"]);
        assert_eq!(query.without, ["unit"]);
    }

    #[test]
    fn a_post_may_ask_several_questions() {
        let post = "He played 4.12 on my unit, and I shielded it. Was it damaged at all? Right? \
            And may he then react to that, or is it too late for him?";
        let query = read(post);
        let found: Vec<&str> = query.questions().into_iter().map(|q| post[q].trim()).collect();
        assert_eq!(
            found,
            ["Was it damaged at all?", "And may he then react to that, or is it too late for him?"]
        );
        assert!(read("was it damaged? may he react to it?").questions().is_empty());
        let asked = |typed: &str| {
            let questions = read(typed).questions().into_iter();
            questions.map(|q| typed[q].trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            asked("May I look at his discard pile? And may he look at captured cards?"),
            ["May I look at his discard pile?", "And may he look at captured cards?"]
        );
        assert_eq!(
            asked("1) may I look at his discard pile 2) does moved damage count as dealt 3) ok"),
            ["1) may I look at his discard pile", "2) does moved damage count as dealt"]
        );
        assert_eq!(
            asked("2) may I look at his discard pile 3) does moved damage count as dealt"),
            [""; 0],
            "a list begins with 1"
        );
        let post = "He attacks me and I have a shield there. 1) does the shield prevent it 2) is that right 3) can \
            I react to moved damage";
        assert_eq!(asked(post).len(), 2, "the number of an item is no word of it");
        let numbered =
            "My shield prevents (1) of the (2) damage that he has dealt to my unit, and he says no to it";
        assert_eq!(asked(numbered), [""; 0], "numbers within a sentence are no items");
        assert!(
            unanswered(found.len()).is_none() && unanswered(7).is_some_and(|say| say.contains("first 6"))
        );
    }

    #[test]
    fn who_asks_who_is_right_asks_about_the_story() {
        let dispute = "We drove home by train, Ann and me. She strikes my walker, and I say that it is shielded. \
            Ann says no. It was raining all day long. ";
        let focus = |question: &str| {
            let post = read(&format!("{dispute}{question}"));
            let asked = post.focused(&post.questions());
            let weigh = |text: &str| asked.words.iter().find(|w| w.text == text).map(|w| asked.weight(w));
            (weigh("shielded"), weigh("raining"))
        };
        assert_eq!(focus("Which one of us is right there?"), (Some(1.0), Some(1.0)));
        assert_eq!(focus("Was I right to shut that down there?"), (Some(1.0), Some(1.0)));
        let (claimed, raining) = focus("May I shield it?");
        assert_eq!(claimed, Some(1.0), "a claim counts like a question");
        assert!(raining.is_some_and(|weight| weight < 1.0), "and what is said besides counts less");
    }

    #[test]
    fn a_question_stands_alone_without_the_story_around_it() {
        let story = "We drove home by train, Ann and me, and had a sandwich each with cheese and tomato. \"Well\", she \
            said, may he shield the unit? The train was late.";
        let post = read(story);
        let asked = post.focused(&post.questions());
        let weights: Vec<f32> = asked.words.iter().map(|word| asked.weight(word)).collect();
        assert_eq!((weights[0], weights[18]), (AROUND * 8.0 / 21.0, 1.0));
        let alone = asked.alone().expect("it says more than it asks");
        assert_eq!(words(&alone), ["well", "she", "said", "may", "he", "shield", "the", "unit"]);
        assert_eq!(alone.words.iter().map(|word| alone.weight(word)).sum::<f32>(), 8.0);
        assert_eq!(post.alone(), None, "all of it is asked");
        let question = read(
            "may he shield the unit that he moved to my objective after the edge battle was lost by me?",
        );
        assert_eq!(question.focused(&question.questions()).alone(), None, "there is no story around it");
    }

    #[test]
    fn what_looks_like_syntax_and_is_none_is_searched_as_words() {
        assert_eq!(
            words(&read("edge: c++ [ foo:bar +x ( \"open phrase")),
            ["edge", "c", "foo", "bar", "x", "open", "phrase"]
        );
        assert!(read("\u{0}\u{1b}[31m :").words.iter().all(|w| w.text == "31m"));
    }
}
