//! Repairs small capitals, which PDF extraction separates from the rest of their words: `F ramework E vents`.

use std::collections::BTreeSet;

use super::line::Line;

/// Rejoins words and marks lines set entirely in small capitals as headings.
pub(super) fn join(lines: &mut [Line]) {
    lines.iter_mut().for_each(join_letters);
    let known = whole_words(lines);
    // A lone capital may be a word of its own: `X costs`. It is taken for a fragment only if several headings
    // look like this.
    let several = |line: &&Line| {
        let tokens: Vec<&str> = line.text.split(' ').collect();
        is_throughout(&tokens) && tokens.windows(2).filter(|w| is_pair(w[0], w[1])).count() >= 2
    };
    let usual = lines.iter().filter(several).count() >= 2;
    for line in lines.iter_mut() {
        let tokens: Vec<&str> = line.text.split(' ').collect();
        let pairs = tokens.windows(2).filter(|w| is_pair(w[0], w[1])).count();
        if pairs == 0 {
            continue;
        }
        let throughout = is_throughout(&tokens);
        let cut = |capital: &str, rest: &str| {
            let whole = letters(&format!("{capital}{rest}").to_lowercase());
            (!known.contains(&letters(rest)), known.contains(&whole))
        };
        // In a heading, one fragment that cannot be a word is proof enough for the others.
        let heading = throughout
            && (usual || pairs > 1)
            && tokens.windows(2).any(|w| is_pair(w[0], w[1]) && cut(w[0], w[1]).0);
        let joined = joined(&tokens, |capital, rest| heading || cut(capital, rest) == (true, true));
        if joined != line.text {
            line.small_capitals = heading;
            line.text = joined;
        }
    }
}

/// Rejoins what stands apart in a line by its own looks.
fn join_letters(line: &mut Line) {
    if let Some(closed) = closed_up(&line.text) {
        line.text = closed;
    }
    if let Some(joined) = in_capitals(&line.text) {
        line.text = joined;
    }
    if let Some(joined) = scattered(&line.text) {
        (line.text, line.small_capitals) = (joined, true);
    }
}

/// Removes spaces inside a section number: `( 1.1 )`, `(1. 2)`.
fn closed_up(line: &str) -> Option<String> {
    let rest = line.strip_prefix('(')?;
    let close = rest.find(')').filter(|n| *n <= 10)?;
    let inner: String = rest[..close].chars().filter(|c| *c != ' ').collect();
    let (major, minor) = inner.split_once('.')?;
    let digits = |s: &str| (1..=3).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    let spaced = inner.len() < close && digits(major) && digits(minor);
    spaced.then(|| format!("({inner}){}", &rest[close + 1..]))
}

/// Rejoins a heading in capitals of two sizes, `R ULES C LARIFICATIONS`. Requires at least two words, all of
/// them split after the first letter.
fn in_capitals(line: &str) -> Option<String> {
    let tokens: Vec<&str> = line.split(' ').collect();
    let capitals = |t: &str| t.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase);
    let single = |t: &str| letters(t).chars().count() == 1;
    if tokens.len() < 4 || !tokens.iter().all(|t| capitals(t)) {
        return None;
    }
    let (mut out, mut pairs, mut n) = (Vec::new(), 0, 0);
    while n < tokens.len() {
        match tokens.get(n + 1).filter(|next| single(tokens[n]) && letters(next).chars().count() > 1) {
            Some(next) => {
                out.push(format!("{}{next}", tokens[n]));
                pairs += 1;
                n += 2;
            }
            None if letters(tokens[n]).is_empty() || tokens[n] == "&" => {
                out.push(tokens[n].to_owned());
                n += 1;
            }
            None => return None,
        }
    }
    (pairs >= 2).then(|| out.join(" "))
}

/// Restores Title Case in a heading whose small capitals were partly converted to capitals, `T oWs anD T
/// iDes`. Requires every word to be split after its first letter or to contain a capital.
fn scattered(line: &str) -> Option<String> {
    let tokens: Vec<&str> = line.split(' ').collect();
    let single = |t: &str| t.chars().count() == 1 && t.chars().all(char::is_alphabetic);
    let whole = |t: &str| t.chars().count() > 1 && t.chars().all(char::is_alphabetic);
    let mixed =
        |t: &str| whole(t) && t.contains(char::is_lowercase) && t.chars().skip(1).any(char::is_uppercase);
    let (mut out, mut pairs, mut odd, mut n) = (Vec::new(), 0, 0, 0);
    while n < tokens.len() {
        let next = tokens.get(n + 1).filter(|next| single(tokens[n]) && whole(next));
        let word = match next {
            Some(next) => format!("{}{next}", tokens[n]),
            None if mixed(tokens[n]) => tokens[n].to_owned(),
            None => return None,
        };
        pairs += usize::from(next.is_some());
        odd += usize::from(mixed(tokens[n]) || next.is_some_and(|next| mixed(next)));
        n += 1 + usize::from(next.is_some());
        let lower = word.to_lowercase();
        let mut chars = lower.chars();
        out.extend(chars.next().map(|first| format!("{}{}", first.to_uppercase(), chars.as_str())));
    }
    (pairs >= 2 && odd >= 1).then(|| out.join(" "))
}

/// Whether a line looks like a heading in small capitals.
pub(super) fn is_spaced(line: &str) -> bool {
    let tokens: Vec<&str> = line.split(' ').collect();
    is_throughout(&tokens) && tokens.windows(2).any(|w| is_pair(w[0], w[1]))
}

/// Whether two tokens may be the initial and the rest of one word.
fn is_pair(capital: &str, rest: &str) -> bool {
    let mut chars = capital.chars().skip_while(|c| matches!(c, '“' | '"' | '(' | '‘'));
    let single = chars.next().is_some_and(char::is_uppercase) && chars.next().is_none();
    single && rest.starts_with(char::is_lowercase) && letters(rest).chars().count() > 1
}

/// Whether every longer word of a line is such a pair, not counting abbreviations in capitals.
fn is_throughout(tokens: &[&str]) -> bool {
    const SMALL: [&str; 14] =
        ["and", "of", "the", "to", "in", "on", "or", "for", "a", "an", "with", "from", "by", "at"];
    let mut n = 0;
    while n < tokens.len() {
        if n + 1 < tokens.len() && is_pair(tokens[n], tokens[n + 1]) {
            n += 2;
        } else if SMALL.contains(&tokens[n]) || !tokens[n].contains(char::is_lowercase) {
            n += 1;
        } else {
            return false;
        }
    }
    true
}

/// Joins each pair of tokens that satisfies `is_one`, without a space before punctuation.
fn joined(tokens: &[&str], is_one: impl Fn(&str, &str) -> bool) -> String {
    let mut out = String::new();
    let mut after_pair = false;
    let mut n = 0;
    while n < tokens.len() {
        let mark = after_pair && matches!(tokens[n], ":" | "." | "," | ";" | "?" | "!");
        if !out.is_empty() && !mark {
            out.push(' ');
        }
        out.push_str(tokens[n]);
        let pair = n + 1 < tokens.len() && is_pair(tokens[n], tokens[n + 1]);
        after_pair = pair && is_one(tokens[n], tokens[n + 1]);
        if after_pair {
            out.push_str(tokens[n + 1]);
            n += 1;
        }
        n += 1;
    }
    out
}

/// Words of the document that occur somewhere without a lone capital before them.
fn whole_words(lines: &[Line]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for line in lines {
        let tokens: Vec<&str> = line.text.split_whitespace().collect();
        for (n, token) in tokens.iter().enumerate() {
            if n == 0 || !is_pair(tokens[n - 1], token) {
                words.insert(letters(token).to_lowercase());
            }
        }
    }
    words
}

fn letters(word: &str) -> String {
    word.chars().filter(|c| c.is_alphabetic()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Vec<(String, bool)> {
        let mut lines = Line::all(&texts.join("\n"));
        join(&mut lines);
        lines.into_iter().map(|l| (l.text, l.small_capitals)).collect()
    }

    #[test]
    fn capitals_are_joined_to_their_words() {
        let read = read(&[
            "H arbour D ues and the T ide",
            "C ard T ype : F erry",
            "known as S low A bilities . Such an ability is slow.",
            "Group A contains them, and a player may pay X or contains less; plan B is better, is it",
            "abilities of a ferry",
        ]);
        let texts: Vec<&str> = read.iter().map(|(t, _)| t.as_str()).collect();
        assert_eq!(texts[0], "Harbour Dues and the Tide");
        assert_eq!(texts[1], "Card Type: Ferry");
        assert_eq!(texts[2], "known as Slow Abilities. Such an ability is slow.");
        assert!(texts[3].starts_with("Group A contains") && texts[3].contains("plan B is"));
        assert_eq!(read.iter().map(|(_, s)| *s).collect::<Vec<_>>(), [true, true, false, false, false]);
        assert_eq!(scattered("T oWs a nD t iDes").as_deref(), Some("Tows And Tides"));
        assert_eq!(scattered("A unit I own"), None);
    }
}
