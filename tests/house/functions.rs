//! Measures the length of functions, relying on the formatter: a function ends with the brace that is aligned
//! with its start.

use std::collections::BTreeSet;

use super::sources;

/// A longer function, in lines, does several things.
const MAX_LINES: usize = 40;

/// Modules that are not there yet, with the limit that they keep.
const LATER: [(&str, usize); 1] = [("deck/", 60)];

const ONE_ARM_A_WORD: &str = "a match with one arm a word of a closed vocabulary";

const ONE_CASE_A_BLOCK: &str = "one case after the other of what a block may be, the first of which decides";

/// Functions that may be longer, by file and name, with reasons.
const LONGER: [(&str, &str, &str); 24] = [
    ("cli/commands/mod.rs", "run", "a match with one arm a command"),
    ("engine/lcg/effects/perform.rs", "perform", ONE_ARM_A_WORD),
    ("engine/lcg/legality/possible.rs", "possible", ONE_ARM_A_WORD),
    ("engine/lcg/resolution/ends.rs", "waits_until", ONE_ARM_A_WORD),
    ("engine/lcg/resolution/happen.rs", "apply", ONE_ARM_A_WORD),
    ("engine/lcg/script/answer.rs", "answer", ONE_ARM_A_WORD),
    ("engine/lcg/state/event.rs", "manner", ONE_ARM_A_WORD),
    ("engine/lcg/state/narrate.rs", "condition", ONE_ARM_A_WORD),
    ("engine/lcg/vocabulary/effect.rs", "inner", ONE_ARM_A_WORD),
    ("engine/lcg/vocabulary/gives.rs", "one_kind", ONE_ARM_A_WORD),
    ("engine/lcg/vocabulary/readback.rs", "effect", ONE_ARM_A_WORD),
    ("engine/lcg/vocabulary/readback.rs", "gives", ONE_ARM_A_WORD),
    ("engine/lcg/vocabulary/readback/parts.rs", "event", ONE_ARM_A_WORD),
    ("engine/tcg/effects/perform.rs", "carry_out", ONE_ARM_A_WORD),
    ("engine/tcg/legality/possible.rs", "could", ONE_ARM_A_WORD),
    ("engine/tcg/script/words.rs", "topic", ONE_ARM_A_WORD),
    ("engine/tcg/vocabulary/effect.rs", "inner", ONE_ARM_A_WORD),
    ("engine/tcg/vocabulary/readback.rs", "effect", ONE_ARM_A_WORD),
    ("faces/prompt/model.rs", "after", "a match with one arm a key"),
    ("import/html.rs", "tag", "a match with one arm a tag"),
    ("import/lists.rs", "errata", ONE_CASE_A_BLOCK),
    ("import/parts.rs", "numbered", ONE_CASE_A_BLOCK),
    ("import/sections.rs", "add", ONE_CASE_A_BLOCK),
    ("search/schema.rs", "new", "one item a field of the index"),
];

/// A function: name, first line, and number of lines.
#[derive(Debug, PartialEq, Eq)]
struct Function {
    name: String,
    line: usize,
    length: usize,
}

/// The functions of a file that span several lines.
fn functions(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let of = |(at, line): (usize, &&str)| {
        let bare = line.trim_start();
        let words: Vec<&str> = bare.split_inclusive(' ').take_while(|word| *word != "fn ").collect();
        let before = ["pub ", "const ", "async ", "extern ", "default "];
        let qualified = words.iter().all(|word| before.contains(word) || word.starts_with("pub("));
        // `pub(in crate::deck) fn`
        let within = words.first().is_some_and(|word| *word == "pub(in ");
        let signature =
            bare.get(words.iter().map(|word| word.len()).sum::<usize>()..)?.strip_prefix("fn ")?;
        if !qualified && !within {
            return None;
        }
        let ends_name = |c: char| !c.is_alphanumeric() && c != '_';
        let name = signature.split(ends_name).next()?.to_owned();
        let indent = &line[..line.len() - bare.len()];
        let ends = |line: &&str| {
            let rest = line.strip_prefix(indent).filter(|rest| !rest.starts_with(' '));
            rest.is_some_and(|rest| rest == "}" || rest.ends_with(';') || rest.ends_with(" }"))
        };
        let length = 1 + lines[at..].iter().position(ends)?;
        (length > 1).then_some(Function { name, line: at + 1, length })
    };
    lines.iter().enumerate().filter_map(of).collect()
}

#[test]
fn functions_are_measured_to_their_last_brace() {
    let text = "\
impl A {
    fn declared(&self);
    fn short(&self) -> u8 { 1 }
    pub(in crate::deck) const fn of(
        &self,
    ) -> u8 {
        fn inner() {
            1;
        }
        2
    }
}
pub fn last() {
}
";
    let found: Vec<(String, usize, usize)> =
        functions(text).into_iter().map(|f| (f.name, f.line, f.length)).collect();
    let expected =
        [("of", 4, 8), ("inner", 7, 3), ("last", 13, 2)].map(|(name, at, n)| (name.to_owned(), at, n));
    assert_eq!(found, expected);
}

#[test]
fn a_function_is_no_longer_than_a_screen() {
    let mut long = Vec::new();
    let mut listed = BTreeSet::new();
    let mut all = 0;
    for (file, text) in sources() {
        for Function { name, line, length } in functions(&text) {
            all += 1;
            let later = LATER.iter().find(|(module, _)| file.starts_with(module));
            if length <= later.map_or(MAX_LINES, |(_, longest)| *longest) {
                continue;
            }
            if LONGER.iter().any(|(of, function, _)| *of == file && *function == name) {
                listed.insert((file.clone(), name));
            } else {
                long.push(format!("src/{file}:{line}: `{name}` has {length} lines"));
            }
        }
    }
    assert!(all > 3_000, "{all} functions");
    assert!(long.is_empty(), "{long:#?}");
    for (file, function, reason) in LONGER {
        assert!(!reason.is_empty());
        let is_long = listed.contains(&(file.to_owned(), function.to_owned()));
        assert!(is_long, "src/{file}: `{function}` is gone or short and need not be listed");
    }
}

/// `match () { () if … }` is an `if`.
#[test]
fn nothing_is_matched_for_its_guards_alone() {
    let found: Vec<String> =
        sources().into_iter().filter(|(_, text)| text.contains("match () {")).map(|(file, _)| file).collect();
    assert!(found.is_empty(), "{found:?}");
}

/// With more parameters than this, some belong together in a type.
const MAX_PARAMETERS: usize = 5;

const WRITTEN_OUT: &str = "what one caller has apart, and nothing else keeps together";

/// Functions that may have more, by file and name, with reasons.
const MORE_PARAMETERS: [(&str, &str, &str); 12] = [
    ("cli/commands/show.rs", "not_found", WRITTEN_OUT),
    ("cli/picture.rs", "replays", WRITTEN_OUT),
    ("deck/read/typed/talk.rs", "stated", WRITTEN_OUT),
    ("engine/lcg/effects/moving.rs", "search", "the parts of one instruction, and what carries it out"),
    ("engine/lcg/legality/triggers.rs", "occasion", WRITTEN_OUT),
    ("engine/lcg/resolution/damage.rs", "reassign", WRITTEN_OUT),
    ("engine/lcg/script/build.rs", "add", "what a card is put on the table with"),
    ("engine/lcg/state/filter.rs", "fits_in", "the parts of every question whether a card fits"),
    ("engine/lcg/state/values.rs", "reaches", "the parts of every question whether a card fits"),
    ("engine/script/expect.rs", "card", WRITTEN_OUT),
    ("faces/results.rs", "drawn", WRITTEN_OUT),
    ("search/terms.rs", "add_corrected", "the parts of an open index, and what is looked up in it"),
];

/// The functions of a source with the number of their parameters, `self` included.
fn parameters(text: &str) -> Vec<(&str, usize)> {
    let of = |(at, _): (usize, &str)| {
        let signature = &text[at + "fn ".len()..];
        let name = signature.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        let (mut depth, mut count, mut is_blank, mut before) = (0, 0, true, ' ');
        for c in signature[name.len()..].chars() {
            match c {
                // Of an arrow.
                '>' if before == '-' => {}
                '(' | '[' | '{' | '<' => depth += 1,
                ')' | ']' | '}' | '>' => depth -= 1,
                ',' if depth == 1 => {
                    count += usize::from(!is_blank);
                    is_blank = true;
                }
                _ => is_blank &= depth != 1 || c.is_whitespace(),
            }
            // What is generic comes first.
            match (c, depth) {
                (')', 0) => return Some((name, count + usize::from(!is_blank))),
                ('>', 0) => (count, is_blank) = (0, true),
                _ => {}
            }
            before = c;
        }
        None
    };
    let is_whole = |(at, _): &(usize, &str)| *at == 0 || text[..*at].ends_with([' ', '\n', '(']);
    text.match_indices("fn ").filter(is_whole).filter_map(of).filter(|(name, _)| !name.is_empty()).collect()
}

#[test]
fn parameters_are_counted_to_the_last_bracket() {
    let text = "\
fn one(&self) {}
pub(super) fn three<T: Into<(A, B)>, U>(
    of: &[T],
    each: impl Fn(A, B) -> Vec<(A, B)>,
    (left, right): (A, B),
) -> U {
}
    fn none() {}
";
    assert_eq!(parameters(text), [("one", 1), ("three", 3), ("none", 0)]);
}

#[test]
fn a_function_has_few_parameters() {
    let (mut long, mut listed) = (Vec::new(), BTreeSet::new());
    for (file, text) in sources() {
        for (name, count) in parameters(&text).into_iter().filter(|(_, count)| *count > MAX_PARAMETERS) {
            if MORE_PARAMETERS.iter().any(|(of, function, _)| *of == file && *function == name) {
                listed.insert((file.clone(), name.to_owned()));
            } else {
                long.push(format!(
                    "src/{file}: `{name}` has {count} parameters; which of them are one thing?"
                ));
            }
        }
    }
    assert!(long.is_empty(), "{long:#?}");
    for (file, function, reason) in MORE_PARAMETERS {
        assert!(!reason.is_empty());
        let is_long = listed.contains(&(file.to_owned(), function.to_owned()));
        assert!(is_long, "src/{file}: `{function}` is gone or has few and need not be listed");
    }
}
