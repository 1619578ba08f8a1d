//! The weight of a change: whether a ruling may now mean something else, or is merely worded differently.

use schemars::JsonSchema;
use serde::Serialize;
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// The weight of a change of wording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// It may say something else: somebody has to look at it.
    Substance,
    /// It says the same: pronouns, whoever is meant by them, numbers of pages, spelling, capitals, spaces and
    /// marks.
    Wording,
}

/// Compares two plain texts. When in doubt, the change is one of substance.
pub(crate) fn weight(old: &str, new: &str) -> Weight {
    let whose =
        if has_one_player(old) && has_one_player(new) { Whose::AnyPlayers } else { Whose::ThirdPersons };
    let (old, new) = (significant_words(old, whose), significant_words(new, whose));
    let ops = capture_diff_slices(Algorithm::Patience, &old, &new);
    let worded = ops.iter().filter(|op| op.tag() != DiffTag::Equal).all(|op| {
        let (old, new) = (&old[op.old_range()], &new[op.new_range()]);
        let glued = old.concat() == new.concat() && !old.concat().contains(|c: char| c.is_ascii_digit());
        glued || old.len() == new.len() && old.iter().zip(new).all(|(a, b)| a == b || is_respelt(a, b))
    });
    if worded { Weight::Wording } else { Weight::Substance }
}

/// Which words for players are treated as equivalent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Third-person pronouns of any gender.
    ThirdPersons,
    /// Also "you" and "a player": the text mentions nobody else they could be distinguished from.
    AnyPlayers,
}

/// Whether a text is about one player only: it mentions "a player" at most once, and an opponent only as the
/// owner of something.
fn has_one_player(text: &str) -> bool {
    let all = tokens(&spoken(text));
    let mut indefinite = 0;
    let sound = all.iter().enumerate().all(|(n, word)| match word.as_str() {
        "player" | PLAYERS => {
            let article = n.checked_sub(1).map_or("", |n| all[n].as_str());
            indefinite += usize::from(article == "a");
            matches!(article, "a" | "the" | "that")
        }
        "players" | "opponent" | "opponents" | "who" | "whoever" | "someone" => false,
        _ => true,
    });
    sound && indefinite <= 1
}

/// Stands for "a player's" in the normalized text, as distinct from the plural "players".
const PLAYERS: &str = "playerʼs";
const OPPONENTS: &str = "opponentʼs";

/// Lower-cases a text and drops apostrophes other than possessive ones.
fn spoken(text: &str) -> String {
    let lower = text.to_lowercase().replace(['’', '‘'], "'");
    let whose = lower.replace("player's", PLAYERS).replace("opponent's", OPPONENTS);
    whose.replace('\'', "")
}

/// The words that can make a difference: in lower case, equivalent words for players unified, page references
/// dropped.
fn significant_words(text: &str, whose: Whose) -> Vec<String> {
    let all = tokens(&spoken(text));
    let is = |n: usize, token: &str| all.get(n).is_some_and(|found| found == token);
    let mut out: Vec<String> = Vec::new();
    let mut n = 0;
    while n < all.len() {
        let page = matches!(all[n].as_str(), "pg" | "p" | "pp" | "page" | "pages");
        let number =
            |n: usize| all.get(n).is_some_and(|w| w.len() <= 3 && w.bytes().all(|b| b.is_ascii_digit()));
        if page && number(n + 1) {
            n += if is(n + 2, "-") && number(n + 3) { 4 } else { 2 };
        } else if let Some(pronoun) = pronoun(&all[n], whose) {
            // "his or her" counts as one word, as does "he/she".
            let or = is(n + 1, "or") || is(n + 1, "/");
            let same = |w: &String| *w != all[n] && self::pronoun(w, whose) == Some(pronoun);
            n += if or && all.get(n + 2).is_some_and(same) { 3 } else { 1 };
            n += push_subject(&mut out, pronoun, all.get(n));
        } else if let Some(player) = any_player(&all[n..]).filter(|_| whose == Whose::AnyPlayers) {
            n += 2;
            n += push_subject(&mut out, player, all.get(n));
        } else {
            out.push(all[n].clone());
            n += 1;
        }
    }
    out
}

/// Punctuation that does not affect the meaning of a ruling.
const MARKS: [char; 11] = ['“', '”', '„', '«', '»', '–', '—', '…', '•', '™', '®'];

/// Splits a text into words; slashes, signs before numbers and symbols are tokens of their own.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = vec![String::new()];
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let signs = !before.is_alphabetic() && chars.peek().is_some_and(char::is_ascii_digit);
        match c {
            c if c.is_alphanumeric() => tokens.last_mut().into_iter().for_each(|word| word.push(c)),
            '-' | '−' | '–' if signs => tokens.extend(["-".to_owned(), String::new()]),
            '+' if signs => tokens.extend(["+".to_owned(), String::new()]),
            '/' => tokens.extend(["/".to_owned(), String::new()]),
            c if c.is_ascii() || c.is_whitespace() || MARKS.contains(&c) => tokens.push(String::new()),
            symbol => tokens.extend([symbol.to_string(), String::new()]),
        }
        before = c;
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

/// The representative of a pronoun: of the third person in any gender, and of the second person if
/// equivalent.
fn pronoun(word: &str, whose: Whose) -> Option<&'static str> {
    match word {
        "he" | "she" | "they" => Some(HE),
        "his" | "her" | "hers" | "their" | "theirs" | "him" | "them" => Some(HIS),
        "himself" | "herself" | "themselves" | "themself" => Some(HIMSELF),
        _ if whose == Whose::ThirdPersons => None,
        "you" => Some(HE),
        "your" | "yours" => Some(HIS),
        "yourself" => Some(HIMSELF),
        _ => None,
    }
}

const HE: &str = "(he)";
const HIS: &str = "(his)";
const HIMSELF: &str = "(himself)";

/// "A player" and "the player's", two tokens each.
fn any_player(all: &[String]) -> Option<&'static str> {
    match [all.first()?.as_str(), all.get(1)?.as_str()] {
        ["a" | "the" | "that", "player"] => Some(HE),
        ["a" | "the" | "that", PLAYERS] => Some(HIS),
        _ => None,
    }
}

/// Appends a subject, with its verb put into the plural ("he uses" and "they use" compare equal). Returns the
/// number of tokens consumed.
fn push_subject(out: &mut Vec<String>, subject: &str, next: Option<&String>) -> usize {
    out.push(subject.to_owned());
    let verb = next.filter(|_| subject == HE).map(|verb| without_person(verb));
    let taken = usize::from(verb.is_some());
    out.extend(verb);
    taken
}

/// A verb in the form that follows "they", without its ending: `uses`, `has`, `is`.
fn without_person(verb: &str) -> String {
    let plain = match verb {
        "has" => "have",
        "is" => "are",
        "was" => "were",
        "does" | "goes" => &verb[..2],
        _ if ["sses", "shes", "ches", "xes"].iter().any(|end| verb.ends_with(end)) => &verb[..verb.len() - 2],
        _ if verb.ends_with("ss") || verb.ends_with("us") || verb.len() < 4 => verb,
        _ => verb.strip_suffix('s').unwrap_or(verb),
    };
    plain.to_owned()
}

/// Whether two words are spellings of one another: two letters transposed, a doubled letter, or an extra
/// letter inside a long word. An extra letter at either end makes a different word: `units`, `redeal`.
fn is_respelt(old: &str, new: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let words = a.len().min(b.len()) >= 4 && a.iter().chain(&b).all(|c| c.is_alphabetic());
    if words && a[1..] == b[1..] {
        // `cbjective` cannot be any word but the one it was meant to be.
        return is_unpronounceable(old) != is_unpronounceable(new);
    }
    if !words || a[0] != b[0] || a.last() != b.last() {
        return false;
    }
    if a.len() == b.len() {
        let differ: Vec<usize> = (0..a.len()).filter(|n| a[*n] != b[*n]).collect();
        return a.len() > 4
            && matches!(differ.as_slice(), [x, y] if y - x == 1 && a[*x] == b[*y] && a[*y] == b[*x]);
    }
    let (long, short) = if a.len() > b.len() { (&a, &b) } else { (&b, &a) };
    let at = (0..short.len()).find(|n| long[*n] != short[*n]).unwrap_or(short.len());
    let one_more = long.len() == short.len() + 1 && long[at + 1..] == short[at..];
    let doubled = one_more && (at > 0 && long[at] == long[at - 1] || long.get(at + 1) == Some(&long[at]));
    one_more && (doubled || short.len() >= 7)
}

/// Whether a word begins with two consonants that no English word begins with.
fn is_unpronounceable(word: &str) -> bool {
    const BEHIND: [(char, &str); 18] = [
        ('b', "lry"),
        ('c', "hlrynz"),
        ('d', "rwyh"),
        ('f', "ljry"),
        ('g', "hlnrwy"),
        ('h', "y"),
        ('k', "hlnrwvy"),
        ('l', "ly"),
        ('m', "cny"),
        ('n', "gy"),
        ('p', "fhlnrsty"),
        ('r', "hy"),
        ('s', "chfklmnpqrtvwy"),
        ('t', "hrswyz"),
        ('v', "ly"),
        ('w', "hry"),
        ('x', "y"),
        ('z', "hlwy"),
    ];
    let mut chars = word.chars();
    let (Some(first), Some(second)) = (chars.next(), chars.next()) else { return false };
    let consonant = |c: char| c.is_ascii_lowercase() && !"aeiou".contains(c);
    let known = BEHIND.iter().find(|(c, _)| *c == first);
    consonant(first) && consonant(second) && known.is_some_and(|(_, behind)| !behind.contains(second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pronouns_pages_and_spelling_are_no_substance() {
        for (old, new) in [
            ("A player looks at his hand.", "A player looks at his or her hand."),
            ("He/she may pay, or his opponent does.", "They may pay, or their opponent does."),
            ("See (2.1) Loops (pg. 5).", "See (2.1) Loops (pg. 12)."),
            ("A forced effect resolves,redirecting it.", "A forced effect resolves, redirecting it."),
            ("It occured at once: recieve it.", "It occurred at once; receive it."),
            ("A re-start is a manditory one", "A restart is a manditory one"),
            ("If he uses it, he has one.", "If they use it, they have one."),
            ("During his turn, a player draws.", "During a player’s turn, he or she draws."),
            (
                "A player can win it and keep his opponent’s ship.",
                "You can win it and keep your opponent’s ship.",
            ),
            ("A new bbjective is there.", "A new objective is there."),
        ] {
            assert_eq!(weight(old, new), Weight::Wording, "{old} / {new}");
        }
    }

    #[test]
    fn anything_else_is_substance() {
        for (old, new) in [
            ("Deal 1 damage to a unit.", "Deal 2 damage to a unit."),
            ("Deal damage to a unit.", "Deal damage to units."),
            ("It may strike.", "It may not strike."),
            ("It affects the unit.", "It effects the unit."),
            ("It comes from here.", "It comes form here."),
            ("A player may pay.", "His opponent may pay."),
            ("If an opponent pays, he draws.", "If an opponent pays, you draw."),
            ("A player looks at his hand.", "A player looks at a player’s hand."),
            ("The active player draws.", "You draw."),
            ("A player draws.", "Players draw."),
            ("The light is on.", "The fight is on."),
            ("It gets +1.", "It gets -1."),
            ("A cost of 1/2.", "A cost of 12."),
            ("It gains a ⚡ icon.", "It gains a ✦ icon."),
            ("His or his opponent's hand.", "His opponent's hand."),
            ("See it (p. 5). 2 damage.", "See it (p. 5). 3 damage."),
        ] {
            assert_eq!(weight(old, new), Weight::Substance, "{old} / {new}");
        }
    }
}
