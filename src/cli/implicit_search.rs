//! `judge WORDS…`: a search without the name of the command.

use std::cell::LazyCell;
use std::ffi::{OsStr, OsString};

use clap::CommandFactory as _;
use clap::error::{ContextKind, ErrorKind};

use crate::corpus::digest;

/// The options of all commands and of `search`, defined lazily, as few invocations need them.
pub(super) type Options = LazyCell<clap::Command>;

/// Arguments rewritten for clap, and what to report to the user about it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Arguments {
    /// All arguments, beginning with the program's name.
    pub arguments: Vec<OsString>,
    /// A hint if the first word resembles a command.
    pub hint: Option<String>,
    /// The command, if one was typed or the words are searched for.
    pub command: Option<&'static str>,
    /// The index of the first word, if there is one.
    pub word: Option<usize>,
    /// The same arguments as a search, if a command follows search options and enough words follow it to be a
    /// question: `judge -n 1 show me the shield rule`.
    pub question: Option<AsQuestion>,
}

/// Arguments that contain a command's name, rewritten as a search for all their words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AsQuestion {
    pub arguments: Vec<OsString>,
    pub command: String,
}

impl AsQuestion {
    /// The note printed with such a search.
    pub(super) fn note(command: &str) -> String {
        format!("`judge {command}` makes nothing of these words; searching for all of them.")
    }
}

/// The names of all commands, in the order of [`super::commands::Command`].
pub(super) const COMMANDS: &[&str] = &[
    "search",
    "asks",
    "show",
    "card",
    "define",
    "errata",
    "restricted",
    "deck",
    "explain",
    "replay",
    #[cfg(feature = "log")]
    "log",
    #[cfg(feature = "offline")]
    "export",
    #[cfg(feature = "prompt")]
    "prompt",
    #[cfg(feature = "serve")]
    "serve",
    "list",
    "diff",
    "import",
    "new-event",
    "rule",
    "lint",
    "schema",
    "index",
    "completions",
    "man",
    "notices",
];

/// Inserts `search` before a first word that is not a command, and protects `-word` exclusions from being
/// parsed as options.
///
/// `options` defines the options of all commands and of `search`.
pub(super) fn with_search(mut arguments: Vec<OsString>, options: &Options) -> Arguments {
    let mut hint = None;
    let mut named = None;
    let mut question = None;
    as_option(&mut arguments, options);
    let word = first_word(&arguments, options);
    if let Some(at) = word {
        let word = arguments[at].to_string_lossy().into_owned();
        if !COMMANDS.contains(&word.as_str()) {
            hint = similar_command(&word);
            let mut as_question = arguments.clone();
            let alone = if is_page(&arguments[at..]) { "show" } else { "search" };
            let command = take_said_later(&mut arguments, at, options).unwrap_or_else(|| alone.into());
            let words = arguments[at..].iter().filter(|a| !a.to_string_lossy().starts_with('-')).count();
            if command != "search" && words >= SENTENCE_WORDS {
                as_question.insert(at, "search".into());
                let command = command.to_string_lossy().into_owned();
                question = Some(AsQuestion { arguments: as_question, command });
            }
            arguments.insert(at, command);
        }
        named = COMMANDS.iter().copied().find(|command| arguments[at] == *command);
    }
    if named == Some("search") {
        for argument in &mut arguments {
            if is_exclusion(argument) {
                let mut spaced = OsString::from(" ");
                spaced.push(&*argument);
                *argument = spaced;
            }
        }
    }
    Arguments { arguments, hint, command: named, word, question }
}

/// Without a command, `judge` opens the prompt if the user is at a terminal.
#[cfg(feature = "prompt")]
pub(super) fn with_prompt(mut arguments: Arguments, interactive: impl FnOnce() -> bool) -> Arguments {
    let asks_help = |a: &OsString| matches!(a.to_str(), Some("-h" | "-V" | "--help" | "--version"));
    let alone = arguments.word.is_none() && !arguments.arguments.iter().skip(1).any(asks_help);
    if alone && interactive() {
        arguments.arguments.push("prompt".into());
    }
    arguments
}

/// The index of the first argument that is not a common option. Unknown options count, since they can only be
/// meant for a search.
fn first_word(arguments: &[OsString], options: &Options) -> Option<usize> {
    let mut at = 1;
    while let Some(argument) = arguments.get(at) {
        let text = argument.to_string_lossy();
        let Some(name) = text.strip_prefix("--") else {
            let help = matches!(&*text, "-h" | "-V");
            return (!help).then_some(at);
        };
        let (name, inline) = name.split_once('=').map_or((name, false), |(n, _)| (n, true));
        if matches!(name, "help" | "version") {
            return None;
        }
        let known = options.get_arguments().find(|a| a.get_long() == Some(name));
        match known {
            Some(option) if option.get_action().takes_values() && !inline => at += 2,
            Some(_) => at += 1,
            None => return Some(at),
        }
    }
    None
}

/// Moves a command to the front that comes after options of `search`: `judge --why -n 2 search shield`,
/// `judge --official show 3.6`.
fn take_said_later(arguments: &mut Vec<OsString>, from: usize, options: &Options) -> Option<OsString> {
    let searching = options.find_subcommand("search")?;
    let takes_value = |name: &str| {
        let is_named = |a: &&clap::Arg| match name.strip_prefix("--") {
            Some(long) => a.get_long() == Some(long),
            None => a.get_short().is_some_and(|short| name[1..] == short.to_string()),
        };
        searching.get_arguments().find(is_named).is_some_and(|a| a.get_action().takes_values())
    };
    let mut at = from;
    while let Some(argument) = arguments.get(at) {
        match &*argument.to_string_lossy() {
            command if at > from && COMMANDS.contains(&command) => return Some(arguments.remove(at)),
            "--" => return None,
            option if option.starts_with('-') => at += 1 + usize::from(takes_value(option)),
            _ => return None,
        }
    }
    None
}

/// Whether the arguments are pages of a rulebook and nothing else: `p. 20`, `pages 7, 28`.
fn is_page(arguments: &[OsString]) -> bool {
    let whole = arguments.iter().map(|a| a.to_string_lossy()).collect::<Vec<_>>().join(" ").to_lowercase();
    let is_number =
        |word: &str| word.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | ',' | '?'));
    let is_part =
        |word: &str| matches!(word, "p." | "pp." | "p" | "pp" | "page" | "pages" | "and") || is_number(word);
    whole.split(' ').all(is_part) && !digest::pages(&whole).is_empty()
}

fn similar_command(word: &str) -> Option<String> {
    let near = |command: &&&str| word.len() > 3 && strsim::osa_distance(word, command) == 1;
    let found = COMMANDS.iter().find(near)?;
    Some(format!("searching for “{word} …”; if the command was meant, it is `judge {found}`."))
}

/// Whether it is an exclusion, `-word`. No option of judge's has this form with at least two letters, except
/// counts such as `-n10`.
fn is_exclusion(argument: &OsStr) -> bool {
    let text = argument.to_string_lossy();
    let Some(word) = text.strip_prefix('-') else { return false };
    let count = word.strip_prefix('n').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    word.chars().count() >= 2 && !count && word.starts_with(|c: char| c.is_alphabetic() || c == '"')
}

/// Rewrites `judge help` to `judge --help` and `judge help search` to `judge search --help`. Any other words
/// after `help` are searched for.
fn as_option(arguments: &mut Vec<OsString>, options: &Options) {
    let Some(at) = first_word(arguments, options).filter(|at| arguments[*at] == "help") else { return };
    let of_command = match arguments.get(at + 1) {
        None => false,
        Some(word) if arguments.len() == at + 2 && COMMANDS.iter().any(|c| *word == **c) => true,
        Some(_) => return,
    };
    arguments.remove(at);
    arguments.insert(at + usize::from(of_command), "--help".into());
}

/// The number of words after a command's name that make a sentence, if the command finds nothing.
const SENTENCE_WORDS: usize = 3;

/// The error of a command that found nothing for what reads like a sentence: search for it instead.
#[derive(Debug, thiserror::Error)]
#[error("these words are a question")]
pub(super) struct Question;

/// Whether the words should be searched for instead, because there are enough of them for a sentence.
///
/// # Errors
/// [`Question`] if so.
pub(super) fn question(words: &[String]) -> Result<(), Question> {
    let count: usize = words.iter().map(|w| w.split_whitespace().count()).sum();
    if count > SENTENCE_WORDS { Err(Question) } else { Ok(()) }
}

/// Whether a sentence merely happens to start with a command's name: clap rejected it, and none of its words
/// is an option, a file, or similar to a command's name. Of a command that takes no words any word makes a
/// sentence.
pub(super) fn is_question(error: &clap::Error, arguments: &[OsString], options: &Options) -> bool {
    let misread = matches!(
        error.kind(),
        ErrorKind::InvalidSubcommand
            | ErrorKind::UnknownArgument
            | ErrorKind::InvalidValue
            | ErrorKind::ValueValidation
            | ErrorKind::TooManyValues
            | ErrorKind::MissingRequiredArgument
    );
    let nearly = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let command = first_word(arguments, options);
    let words = command.and_then(|at| arguments.get(at + 1..)).unwrap_or_default();
    let is_word = |a: &OsString| !a.to_string_lossy().starts_with('-') && !std::path::Path::new(a).exists();
    let takes_words = || {
        let commands = super::Cli::command();
        let command = command.and_then(|at| commands.find_subcommand(&arguments[at]));
        command.is_none_or(|command| command.has_subcommands() || command.get_positionals().next().is_some())
    };
    misread
        && !words.is_empty()
        && (words.len() >= SENTENCE_WORDS || !takes_words())
        && words.iter().all(is_word)
        && !nearly.iter().any(|kind| error.get(*kind).is_some())
}

/// The same arguments as a search for all their words, and the command they started with.
pub(super) fn as_search(mut arguments: Vec<OsString>, options: &Options) -> Option<(Arguments, String)> {
    let at = first_word(&arguments, options)?;
    let command = arguments[at].to_string_lossy().into_owned();
    arguments.insert(at, "search".into());
    Some((Arguments { arguments, hint: None, command: Some("search"), word: None, question: None }, command))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, expected: &str) {
        let arguments = std::iter::once("judge").chain(typed.split(' ')).map(OsString::from).collect();
        let found = with_search(arguments, &super::super::parse::options());
        let shown: Vec<_> = found.arguments[1..].iter().map(|a| a.to_string_lossy().into_owned()).collect();
        assert_eq!(shown.join("_"), expected);
    }

    #[test]
    fn every_command_is_known() {
        let defined = super::super::Cli::command();
        let names: Vec<&str> = defined.get_subcommands().map(|c| c.get_name()).collect();
        assert_eq!(names, COMMANDS, "COMMANDS lists the variants of `Command`, in their order");
    }

    #[test]
    fn words_are_searched_and_commands_are_not() {
        check("trust me", "search_trust_me");
        check("--game lcg trust me", "--game_lcg_search_trust_me");
        check("show 3.6", "show_3.6");
        check("--format=json 3.6", "--format=json_search_3.6");
        check("-n 2 shield", "search_-n_2_shield");
        check("-n10 shield", "search_-n10_shield");
        check("--why -n 2 search shield", "search_--why_-n_2_shield");
        check("p. 20", "show_p._20");
        check("Page 18-20", "show_Page_18-20");
        check("pp. 7, 28", "show_pp._7,_28");
        check("page 20 of the rules", "search_page_20_of_the_rules");
        check("2 search effects", "search_2_search_effects");
        check("--official show 3.6", "show_--official_3.6");
        check("--why card yoda", "card_--why_yoda");
        check("-- search shield", "search_--_search_shield");
        check("--why my search found nothing", "search_--why_my_search_found_nothing");
        check("shield -protect", "search_shield_ -protect");
        check("--help", "--help");
        check("help", "--help");
        check("help card", "card_--help");
        check("--game lcg help", "--game_lcg_--help");
        check("help my shield is gone", "search_help_my_shield_is_gone");
    }

    #[cfg(feature = "prompt")]
    #[test]
    fn alone_in_a_terminal_it_prompts() {
        let opened = |typed: &[&str], terminal: bool| {
            let arguments = std::iter::once(&"judge").chain(typed).map(OsString::from).collect();
            let found = with_search(arguments, &super::super::parse::options());
            with_prompt(found, || terminal).arguments.contains(&OsString::from("prompt"))
        };
        assert!(opened(&[], true) && opened(&["--game", "lcg"], true));
        assert!(!opened(&[], false) && !opened(&["--help"], true) && !opened(&["shield"], true));
    }
}
