//! What to say of a filter that no ruling passes: which of its values there are none of, and which comes
//! nearest.

use tantivy::Term;

use super::query::Filters;
use super::{Library, analyze};
use crate::corpus::Game;
use crate::corpus::suggest::nearest_value;

impl Library {
    /// A sentence for each value of these filters that nothing has.
    pub(super) fn unknown_values(&self, filters: &Filters) -> anyhow::Result<Vec<String>> {
        let mut said = Vec::new();
        for name in &filters.cards {
            said.extend(self.unknown_card(name)?);
        }
        for wanted in &filters.documents {
            said.extend(self.unknown_document(wanted, filters.game));
        }
        if let Some(number) = &filters.number
            && self.held.searcher.doc_freq(&Term::from_field_text(self.held.fields.number, number))? == 0
        {
            said.push(format!("No ruling has the number {number}."));
        }
        if let Some(section) = &filters.section
            && !self.is_in_headings(section)?
        {
            said.push(format!("No heading of a document has “{section}”."));
        }
        Ok(said)
    }

    fn unknown_card(&self, name: &str) -> anyhow::Result<Option<String>> {
        if !self.held.naming_cards(&[name], &[])?.is_empty() {
            return Ok(None);
        }
        if self.held.is_card(name)? {
            return Ok(Some(format!("No ruling names the card “{name}”; its facts: `judge card {name}`.")));
        }
        let near = nearest_value(name, self.names_in_rulings()?);
        let near = near.map_or(String::new(), |near| format!(" Did you mean card:\"{near}\"?"));
        Ok(Some(format!("No ruling names a card “{name}”.{near}")))
    }

    /// The whole names of the cards that rulings name, normalized, in alphabetical order.
    fn names_in_rulings(&self) -> anyhow::Result<Vec<String>> {
        let mut all = Vec::new();
        for segment in self.held.searcher.segment_readers() {
            let inverted = segment.inverted_index(self.held.fields.names)?;
            let mut names = inverted.terms().stream()?;
            while let Some((name, _)) = names.next() {
                all.extend(std::str::from_utf8(name).map(str::to_owned));
            }
        }
        Ok(all)
    }

    fn unknown_document(&self, wanted: &str, game: Option<Game>) -> Option<String> {
        let documents = || self.held.info.documents.iter().filter(|d| game.is_none_or(|game| d.game == game));
        let is_held = documents().any(|d| d.id == wanted || d.cite.to_lowercase().contains(wanted));
        let ids: Vec<&str> = documents().map(|d| d.id.as_str()).collect();
        (!is_held).then(|| format!("No document held is called “{wanted}” (but {}).", ids.join(", ")))
    }

    /// Whether the headings of some ruling have all these words, in whatever form.
    fn is_in_headings(&self, section: &str) -> anyhow::Result<bool> {
        let mut stemmer = analyze::stemmer();
        for word in analyze::words(section) {
            let stem = analyze::stem(&mut stemmer, &word.text);
            if self.held.searcher.doc_freq(&Term::from_field_text(self.held.fields.title, &stem))? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
