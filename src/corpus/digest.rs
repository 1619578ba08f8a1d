//! The rulebooks' rules in words of this corpus's own: as written in a `digest/*.yaml` file, and as an answer needs them.
//! Never official: an entry says where its rule stands, and how certain that is, instead of quoting it.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diagnostic::Diagnostic;
use super::document::{Authority, Day, Document, Game};
use super::history::Versions;
use super::markdown;
use super::ruling::{InForce, Kind, Ruling, TitleBy, document_ref};
use super::yaml::Spanned;

/// How certain it is that the rulebook says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Certain {
    /// Read in the rulebook, or in the publisher's own words elsewhere.
    Yes,
    /// Told by others, or inferred.
    Likely,
}

/// A rule as written in a `digest/*.yaml` file.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DigestEntry {
    /// The stable id, `lcg:core.strike-order`.
    pub id: Spanned<String>,
    /// What the rule is about, in a few words.
    pub title: String,
    /// The headings above it, outermost first.
    #[serde(default)]
    pub section: Vec<String>,
    /// The page of the game's rulebook, `p. 20`, `pp. 18–20` or `pp. 7, 28`.
    #[serde(default)]
    pub page: Option<Spanned<String>>,
    /// Where else it is known from, where it is not the rulebook's page.
    #[serde(default)]
    pub source: Option<String>,
    /// How certain it is.
    pub certain: Certain,
    /// The rule in our own words, one to three sentences.
    pub text: Spanned<String>,
    /// How players ask for it.
    #[serde(default)]
    pub words: Vec<Spanned<String>>,
    /// The rulings that decide or refine it, and the rules it leads on to.
    #[serde(default)]
    pub see: Vec<Spanned<String>>,
    /// The rulings that change it.
    #[serde(default)]
    pub changed_by: Vec<Spanned<String>>,
    /// The words it defines, as `judge define` takes them.
    #[serde(default)]
    pub defines: Vec<Spanned<String>>,
    /// What brought the rule, where it came after the first rulebook: a version of `history.yaml`, or anything with `from`.
    #[serde(default)]
    pub later: Option<Spanned<String>>,
    /// From when it holds, where `later` names no version with a date.
    #[serde(default)]
    pub from: Option<Day>,
    /// The kinds of steps of a replay that show it, `unopposed`.
    #[serde(default)]
    pub shown_by: Vec<Spanned<String>>,
}

/// What a ruling of the digest has beyond any other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Digested")]
pub struct DigestInfo {
    /// The page of the game's rulebook, `p. 20`.
    pub page: Option<String>,
    /// Where else it is known from.
    pub source: Option<String>,
    /// How certain it is.
    pub certain: Certain,
    /// The rulings that change it.
    pub changed_by: Vec<String>,
    /// The words it defines.
    pub defines: Vec<String>,
    /// What brought the rule, where it came after the first rulebook.
    pub later: Option<String>,
    /// The kinds of steps of a replay that show it.
    pub shown_by: Vec<String>,
}

impl DigestInfo {
    /// Where the rule stands: its page, or what it is known from.
    pub fn place(&self) -> &str {
        self.page.as_deref().or(self.source.as_deref()).unwrap_or_default()
    }

    /// The pages of the rulebook it stands on.
    pub fn pages(&self) -> Vec<u32> {
        self.page.as_deref().map(pages).unwrap_or_default()
    }
}

/// The pages a text names: `p. 20`, `pp. 18–20`, `pp. 7, 28`, `page 12`, `rulebook p. 18, step 1`.
pub fn pages(text: &str) -> Vec<u32> {
    let mut pages = Vec::new();
    let lower = text.to_lowercase();
    let mut tokens = Tokens(&lower).peekable();
    while let Some(token) = tokens.next() {
        if !matches!(token, Token::Word("p" | "pp" | "page" | "pages")) {
            continue;
        }
        let mut range = false;
        let mut joined = true;
        while let Some(next) = tokens.peek().copied() {
            match next {
                Token::Number(page) if joined => {
                    let first = pages.last().copied().filter(|_| range).map_or(page, |before| before + 1);
                    pages.extend((first..=page).take(MAX_PAGES));
                    (range, joined) = (false, false);
                }
                Token::Dash => (range, joined) = (true, true),
                Token::Comma | Token::Word("and") => joined = true,
                Token::Number(_) | Token::Word(_) => break,
            }
            tokens.next();
        }
    }
    pages
}

/// No range of pages is longer.
const MAX_PAGES: usize = 100;

/// The words, numbers, dashes and commas of a text; everything else only parts them.
struct Tokens<'t>(&'t str);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    Number(u32),
    Dash,
    Comma,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            let first = self.0.chars().next()?;
            let same = |c: char| match first {
                d if d.is_ascii_digit() => c.is_ascii_digit(),
                a if a.is_alphabetic() => c.is_alphabetic(),
                _ => false,
            };
            let length = self.0.find(|c| !same(c)).unwrap_or(self.0.len()).max(first.len_utf8());
            let (token, rest) = self.0.split_at(length);
            self.0 = rest;
            match first {
                '-' | '–' | '—' => return Some(Token::Dash),
                ',' | ';' | '&' => return Some(Token::Comma),
                d if d.is_ascii_digit() => return Some(Token::Number(token.parse().unwrap_or(u32::MAX))),
                a if a.is_alphabetic() => return Some(Token::Word(token)),
                _ => {}
            }
        }
    }
}

/// What entries of the digest are checked against.
pub(super) struct DigestContext<'k> {
    /// Every document.
    pub documents: &'k IndexMap<String, Document>,
    /// Every version of them that is known of.
    pub versions: &'k Versions,
}

impl DigestContext<'_> {
    /// The document that a game's digest is told from.
    fn document(&self, game: Game) -> Option<&Document> {
        self.documents.values().find(|d| d.game == game && d.authority == Authority::Digest)
    }

    /// Whether a document held wants the digest of its game left out.
    fn official_only(&self, game: Game) -> bool {
        self.documents.values().any(|d| d.game == game && d.official_only)
    }
}

/// Checks one entry on its own and turns it into a ruling; the links between rulings come later.
///
/// `None` for an entry that is wrong, and for one that an event leaves out.
pub(super) fn resolve(
    file: &str,
    entry: &DigestEntry,
    known: &DigestContext<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Ruling> {
    let before = diagnostics.len();
    let game = check_id(file, entry, diagnostics)?;
    check_words(file, entry, diagnostics);
    check_place(file, entry, diagnostics);
    let document = known.document(game);
    if document.is_none() {
        let text = format!("The entry {} is told from no document.", *entry.id);
        let hint = format!("Give {} a document with `authority: digest` in documents.yaml.", game.code());
        diagnostics.push(Diagnostic::error("document", entry.id.place(file), text).hint(hint));
    }
    let from = from(file, entry, game, known, diagnostics);
    if diagnostics.len() > before || known.official_only(game) {
        return None;
    }
    let document = document?;
    Some(ruling(entry, game, document, from.unwrap_or(document.date.value)))
}

fn check_id(file: &str, entry: &DigestEntry, diagnostics: &mut Vec<Diagnostic>) -> Option<Game> {
    let (code, rest) = entry.id.split_once(":core.").unwrap_or(("", ""));
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-');
    let game = Game::from_code(code).filter(|_| !rest.is_empty() && rest.chars().all(allowed));
    if game.is_none() {
        let text = format!("The id {:?} is not of the form `lcg:core.strike-order`.", *entry.id);
        diagnostics.push(Diagnostic::error("id", entry.id.place(file), text));
    }
    game
}

fn check_words(file: &str, entry: &DigestEntry, diagnostics: &mut Vec<Diagnostic>) {
    let mut empty = |what: &str, at: &Spanned<String>| {
        let text = format!("The entry {} has an empty {what}.", *entry.id);
        diagnostics.push(Diagnostic::error("empty", at.place(file), text));
    };
    if entry.text.trim().is_empty() {
        empty("text", &entry.text);
    }
    if entry.title.trim().is_empty() {
        empty("title", &entry.id);
    }
    for (what, lines) in [("line under `words`", &entry.words), ("line under `defines`", &entry.defines)] {
        lines.iter().filter(|line| line.trim().is_empty()).for_each(|line| empty(what, line));
    }
}

fn check_place(file: &str, entry: &DigestEntry, diagnostics: &mut Vec<Diagnostic>) {
    let text = match (&entry.page, &entry.source) {
        (None, None) => format!("The entry {} says neither `page` nor `source`.", *entry.id),
        (Some(page), _) if pages(page).is_empty() => {
            format!("The page {:?} is not of the form `p. 20`, `pp. 18–20` or `pp. 7, 28`.", **page)
        }
        _ => return,
    };
    let place = entry.page.as_ref().unwrap_or(&entry.id).place(file);
    diagnostics.push(Diagnostic::error("digest", place, text));
}

/// The day a later rule came, from `from` or from the version that brought it.
fn from(
    file: &str,
    entry: &DigestEntry,
    game: Game,
    known: &DigestContext<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Day> {
    let later = entry.later.as_ref()?;
    let of_version = || known.versions.of(game).find(|v| v.version.as_str() == later.as_str())?.date;
    let from = entry.from.or_else(of_version);
    if from.is_none() {
        let text = format!("Since when {} holds is not known: no version {} has a date.", *entry.id, **later);
        let hint = "Name a version of history.yaml that has a date, or say the day with `from`.";
        diagnostics.push(Diagnostic::error("digest", later.place(file), text).hint(hint));
    }
    from
}

fn ruling(entry: &DigestEntry, game: Game, document: &Document, from: Day) -> Ruling {
    let values = |ats: &[Spanned<String>]| ats.iter().map(|at| at.value.clone()).collect::<Vec<_>>();
    let digest = DigestInfo {
        page: entry.page.as_ref().map(|p| p.value.clone()),
        source: entry.source.clone(),
        certain: entry.certain,
        changed_by: values(&entry.changed_by),
        defines: values(&entry.defines),
        later: entry.later.as_ref().map(|l| l.value.clone()),
        shown_by: values(&entry.shown_by),
    };
    Ruling {
        id: entry.id.value.clone(),
        game,
        kind: Kind::Rule,
        number: None,
        title: entry.title.clone(),
        title_by: TitleBy::Editor,
        place: digest.place().to_owned(),
        section: entry.section.clone(),
        documents: vec![document_ref(document)],
        since: None,
        part_of: None,
        parts: Vec::new(),
        cards: Vec::new(),
        see: values(&entry.see),
        seen_from: Vec::new(),
        rules: Vec::new(),
        question: None,
        answer: markdown::unwrap(&entry.text),
        corrections: Vec::new(),
        authority: Authority::Digest,
        digest: Some(digest),
        house: None,
        in_force: vec![InForce { from, until: None }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_however_they_are_cited() {
        assert_eq!(pages("p. 20"), [20]);
        assert_eq!(pages("pp. 18–20"), [18, 19, 20]);
        assert_eq!(pages("pp. 7, 28"), [7, 28]);
        assert_eq!(pages("SWLCG core rulebook pp. 10-11 and 32"), [10, 11, 32]);
        assert_eq!(pages("p. 18, step 1"), [18]);
        assert_eq!(pages("p. 22 step 6"), [22]);
        assert_eq!(pages("the timing chart, pp. 30-31"), [30, 31]);
        assert_eq!(pages("Rulebook page 12; see p.15"), [12, 15]);
        assert_eq!(pages("step 3 of 5"), [0; 0]);
        assert_eq!(pages("p. 1-4294967295").len(), MAX_PAGES + 1);
        assert_eq!(pages("p. 20-18"), [20]);
    }
}
