//! The page of the log: the entries, and a form for a new one.

use maud::{Markup, html};

use super::pages::layout;
use super::request::Request;
use crate::faces::log::file::Logged;
use crate::faces::log::{LONG, Log, LogEntry, SHORT, damage_notes};
use crate::faces::results::Links;
use crate::render::style::safe;

/// The form for an entry, with its contents.
pub(super) struct Form {
    words: String,
    question: String,
    ruling: String,
    table: String,
    by: String,
    corrects: String,
    key: String,
    trusted: bool,
    /// Whether it was refused as it stands here.
    refused: bool,
}

impl Form {
    /// The form as prefilled by the address.
    pub(super) fn prefilled(request: &Request) -> Self {
        Self {
            ruling: request.query("ruling").to_owned(),
            corrects: request.query("corrects").to_owned(),
            question: request.query("question").to_owned(),
            trusted: request.trusted,
            words: String::new(),
            table: String::new(),
            by: String::new(),
            key: new_key(),
            refused: false,
        }
    }

    /// The form as submitted, for the same entry, or with `anew` for another one.
    pub(super) fn sent(request: &Request, anew: bool) -> Self {
        let key = Some(request.sent("key")).filter(|key| !anew && !key.is_empty());
        Self {
            words: request.sent("words"),
            question: request.sent("question"),
            ruling: request.sent("ruling"),
            table: request.sent("table"),
            by: request.sent("by"),
            corrects: request.sent("corrects"),
            key: key.unwrap_or_else(new_key),
            trusted: request.trusted,
            refused: true,
        }
    }

    fn drawn(&self) -> Markup {
        let input = |name: &str, value: &str, again: &str, longest: usize| {
            html! { input id=(name) name=(name) value=(safe(value)) autocomplete=(again) maxlength=(longest); }
        };
        let field = |name: &str, label: &str, value: &str, longest: usize| {
            html! { label for=(name) { (label) } (input(name, value, "off", longest)) }
        };
        html! {
            form action="/log" method="post" data-entry=(if self.refused { "refused" } else { "new" }) {
                @if !self.corrects.is_empty() {
                    (field("corrects", "Corrects entry (what is left empty is as it was there)", &self.corrects, SHORT))
                }
                label for="words" { "What was ruled" }
                textarea id="words" name="words" required maxlength=(LONG) { (safe(&self.words.replace("\r\n", "\n"))) }
                div.row {
                    label { "Table" (input("table", &self.table, "off", SHORT)) }
                    label { "Your name" (input("by", &self.by, "name", SHORT)) }
                }
                (field("ruling", "Rulings it rests on", &self.ruling, LONG))
                (field("question", "The question, if it is to be logged", &self.question, LONG))
                @if !self.trusted { (field("pin", "PIN (at the head judge's screen)", "", SHORT)) }
                input type="hidden" name="key" value=(safe(&self.key));
                button type="submit" { "Log" }
            }
        }
    }
}

/// A fresh key for an entry.
fn new_key() -> String {
    let moment = format!("{:?}{:?}", std::time::SystemTime::now(), std::thread::current().id());
    blake3::hash(moment.as_bytes()).to_hex().as_str()[..32].to_owned()
}

/// The entry that was just logged.
#[derive(Debug, Clone, Copy)]
pub(super) struct New {
    id: u64,
    again: bool,
}

impl New {
    /// From the address of the log's page.
    pub(super) fn of(logged: &str, again: &str) -> Option<Self> {
        Some(Self { id: logged.parse().ok()?, again: !again.is_empty() })
    }

    fn status(self) -> Markup {
        html! { p #logged role="status" { @if self.again { "Logged before as entry " } @else { "Logged as entry " } (self.id) "." } }
    }
}

/// The log, and a form for a new entry; `words` are what its entries were searched for.
pub(super) fn log(log: &Log, shown: &[&LogEntry], words: &str, form: &Form, new: Option<New>) -> Markup {
    let new = new.filter(|new| log.entry(new.id).is_some());
    let body = html! {
        h1 { "Log" }
        @if let Some(new) = new { (new.status()) }
        @for damage in &log.damage { p.warning role="alert" { (safe(&damage.to_string())) } }
        (form.drawn())
        form action="/log" role="search" {
            label for="q" { "Search the log" }
            input id="q" name="q" type="search" value=(safe(words));
            button type="submit" { "Search" }
        }
        p role="status" { (shown.len()) @if shown.len() == 1 { " entry" } @else { " entries" } }
        ol.list { @for entry in shown.iter().rev() { li id={ "e" (entry.id) } { (logged(entry, log)) } } }
    };
    layout("Log – judge", "log", &body)
}

/// Why nothing was logged, with the form as submitted.
pub(super) fn refused(why: &str, form: &Form) -> Markup {
    let body = html! {
        h1 { "Log" }
        p.warning role="alert" { (safe(why)) }
        (form.drawn())
        p { a href="/log" { "The log" } }
    };
    layout("Log – judge", "log", &body)
}

/// An entry logged to a file with damage.
pub(super) fn logged_with(logged: &Logged) -> Markup {
    let new = New { id: logged.entry.id, again: logged.again };
    let body = html! {
        h1 { "Log" }
        (new.status())
        @for damage in damage_notes(&logged.damage) { p.warning role="alert" { (safe(&damage)) } }
        p { a href={ "/log#e" (new.id) } { "The log" } }
    };
    layout("Log – judge", "log", &body)
}

fn logged(entry: &LogEntry, log: &Log) -> Markup {
    let said = &entry.said;
    html! {
        p { b { (entry.id) } " " (entry.shown_time())
            @if let Some(table) = &said.table { " · table " (safe(table)) }
            @if let Some(by) = &said.by { " · " (safe(by)) } }
        @if let Some(question) = &said.question { p.aside { (safe(question)) } }
        p { @match log.corrected_by(entry.id) {
            Some(by) => { strong.warning { "Corrected by entry " (by) ":" } " " s { (safe(&said.words)) } }
            None => (safe(&said.words)),
        } }
        p { @for cited in &said.rulings { (safe(&cited.citation)) " " (Links::Pages.link(&cited.id)) " " }
            @if let Some(corrects) = said.corrects { "corrects entry " (corrects) } }
        @if log.corrected_by(entry.id).is_none() {
            p.tools { a href={ "/log?corrects=" (entry.id) } aria-label={ "Correct entry " (entry.id) } { "Correct" } }
        }
    }
}
