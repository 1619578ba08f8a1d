//! Joining words into lists, and the words in which abilities of every game are read back.

use super::Many;
use super::select::Standing;
use crate::corpus::plural::plural;
pub(crate) use crate::corpus::plural::pluralize;

/// "A, B and C".
pub(crate) fn and(words: impl Iterator<Item = String>) -> String {
    joined(words, "and")
}

/// "A, B or C".
pub(crate) fn or(words: impl Iterator<Item = String>) -> String {
    joined(words, "or")
}

/// "a unit", "an enemy unit".
pub(crate) fn a(thing: &str) -> String {
    let vowel = thing.starts_with(|c: char| "aeiouAEIOU".contains(c)) && !thing.starts_with("uni");
    if vowel { format!("an {thing}") } else { format!("a {thing}") }
}

/// "a card", "a card (enemy unit)".
pub(crate) fn a_card(like: Option<String>) -> String {
    like.map_or_else(|| "a card".to_owned(), |like| format!("a card ({like})"))
}

/// "you have", "the opponent has".
pub(crate) fn has(who: &str) -> String {
    if who == "you" { "you have".into() } else { format!("{who} has") }
}

/// "you draw", "the opponent draws".
pub(crate) fn does(who: &str, verb: &str) -> String {
    if who == "you" {
        return format!("{who} {verb}");
    }
    let hisses = ["sh", "s", "o"].iter().any(|end| verb.ends_with(end));
    format!("{who} {verb}{}", if hisses { "es" } else { "s" })
}

/// "your", "the opponent's".
pub(crate) fn whose(who: &str) -> String {
    if who == "you" { "your".into() } else { format!("{who}'s") }
}

/// What is said of something that is so, or is not.
pub(crate) fn flag(value: Option<bool>, yes: &'static str, no: &'static str) -> Option<&'static str> {
    value.map(|so| if so { yes } else { no })
}

/// A number of things. It is given in figures or in words, and the words may come first.
pub(crate) fn counted(number: Option<u32>, (words, before): (String, bool), thing: &str) -> String {
    let several = plural(thing);
    match number {
        Some(n) => pluralize(n, thing),
        None if before => format!("{words} {several}"),
        None => format!("{several} ({words})"),
    }
}

/// "that is this card", "other than that card".
pub(crate) fn among(
    is: &Many<String>,
    other_than: &Many<String>,
    named: impl Fn(&str) -> String,
) -> impl Iterator<Item = String> {
    let names = |many: &Many<String>| or(many.all().iter().map(|name| named(name)));
    let is = (!is.is_empty()).then(|| format!("that is {}", names(is)));
    let other = (!other_than.is_empty()).then(|| format!("other than {}", names(other_than)));
    is.into_iter().chain(other)
}

/// "; otherwise …", where something is done otherwise.
pub(crate) fn otherwise(effects: &str) -> String {
    if effects.is_empty() { String::new() } else { format!("; otherwise {effects}") }
}

/// The filter of a game, in words.
pub(crate) trait FilterWords {
    /// Which cards are meant; the ending makes their types several.
    fn meant(&self, ending: &str) -> String;
}

impl<F: FilterWords> FilterWords for Box<F> {
    fn meant(&self, ending: &str) -> String {
        (**self).meant(ending)
    }
}

/// Which card is meant.
pub(crate) fn filter(filter: &impl FilterWords) -> String {
    filter.meant("")
}

/// The same, of several.
pub(crate) fn filters(filter: &impl FilterWords) -> String {
    filter.meant("s")
}

/// A name for cards: one that stands for something by itself, or that an ability or one of its instructions
/// gives to them.
pub(crate) fn named<N: Standing>(name: &str) -> String {
    if let Some(standing) = N::spelled(name) {
        return standing.in_words().to_owned();
    }
    let words = match name {
        "target" => "the target",
        "found" => "what was found",
        "revealed" => "what was revealed",
        "due" => "the card that this is then about",
        "stacked" => "what was stacked with it",
        "pilots" => "its pilots",
        "each" => "that one",
        name => return format!("“{name}”"),
    };
    words.to_owned()
}

/// What is recorded of an effect all of which depends on something that is not so.
pub(crate) fn left_out(only_if: &str) -> String {
    format!("Nothing follows: it would only if {only_if}.")
}

/// "that is one of: …", "that is not: …"
pub(crate) fn likeness<F>(
    any: &[F],
    not: Option<&F>,
    words: impl Fn(&F) -> String,
) -> impl Iterator<Item = String> {
    let any = (!any.is_empty()).then(|| format!("that is one of: {}", or(any.iter().map(&words))));
    let not = not.map(|not| format!("that is not: {}", words(not)));
    any.into_iter().chain(not)
}

/// Cards in words, the parts of the phrase in their order: in what state they are and whose, what they are
/// not, of which kind, of what type, and what is said behind that: "enemy exhausted non-Droid Jedi unit in
/// hand".
pub(crate) fn cards<'w>(
    states: impl IntoIterator<Item = Option<&'static str>>,
    without: impl IntoIterator<Item = &'w str>,
    kinds: &[&Many<String>],
    types: String,
    details: Vec<String>,
) -> String {
    let mut words: Vec<String> = states.into_iter().flatten().map(str::to_owned).collect();
    words.extend(without.into_iter().map(|word| format!("non-{word}")));
    let kinds = kinds.iter().filter(|kinds| !kinds.is_empty());
    words.extend(kinds.map(|kinds| or(kinds.all().iter().cloned())));
    words.push(types);
    words.extend(details);
    words.join(" ")
}

/// "of the opponent's choice (“name”)": who chooses, where that is somebody else, and what it is called.
pub(crate) fn chosen(by: Option<String>, name: Option<&String>) -> String {
    let by = by.map_or_else(String::new, |whose| format!(" of {whose} choice"));
    by + &name.map_or_else(String::new, |name| format!(" (“{name}”)"))
}

fn joined(words: impl Iterator<Item = String>, last: &str) -> String {
    let words: Vec<String> = words.collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., end] => format!("{} {last} {end}", rest.join(", ")),
    }
}
