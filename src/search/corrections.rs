//! What was found for misspelt words, kept for as long as an index is open.
//!
//! Looking through all known words is a fifth of a search that has a misspelt one, and whoever is answered at
//! every key has the same one looked up at every key after it.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use tantivy::Searcher;

use super::names::NamesByInitials;
use super::schema::Fields;

/// At most this many are kept; then it begins anew.
const MAX_KEPT: usize = 4096;
/// Longer words are looked up each time, in bytes.
const MAX_WORD_LENGTH: usize = 64;

/// The words searched instead of a misspelt one, by it and the edits allowed.
#[derive(Debug, Default)]
pub(crate) struct Corrections {
    found: Mutex<HashMap<(String, u8), Vec<String>>>,
    names: OnceLock<NamesByInitials>,
}

impl Corrections {
    /// The names of all cards, read the first time.
    ///
    /// # Errors
    /// Any error reading the index; then nothing is kept.
    pub(super) fn names(&self, searcher: &Searcher, fields: &Fields) -> tantivy::Result<&NamesByInitials> {
        if let Some(names) = self.names.get() {
            return Ok(names);
        }
        let names = NamesByInitials::read(searcher, fields)?;
        Ok(self.names.get_or_init(|| names))
    }

    /// What was found for a word, or else what `find` finds now.
    ///
    /// # Errors
    /// Those of `find`; then nothing is kept.
    pub(super) fn of<E>(
        &self,
        word: &str,
        edits: u8,
        find: impl FnOnce() -> Result<Vec<String>, E>,
    ) -> Result<Vec<String>, E> {
        let key = (word.to_owned(), edits);
        // Nothing is half done in there if whoever looked before panicked.
        let known = || self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&key) {
            return Ok(found.clone());
        }
        let found = find()?;
        if word.len() <= MAX_WORD_LENGTH {
            let mut known = known();
            if known.len() >= MAX_KEPT {
                known.clear();
            }
            known.insert(key, found.clone());
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(corrections: &Corrections, word: &str, found: Result<&str, ()>) -> Result<Vec<String>, ()> {
        corrections.of(word, 1, || found.map(|word| vec![word.to_owned()]))
    }

    #[test]
    fn what_was_found_is_not_looked_for_again() {
        let corrections = Corrections::default();
        assert_eq!(find(&corrections, "sheild", Err(())), Err(()), "an error is not kept");
        assert_eq!(find(&corrections, "sheild", Ok("shield")), Ok(vec!["shield".to_owned()]));
        assert_eq!(find(&corrections, "sheild", Err(())), Ok(vec!["shield".to_owned()]));
        assert_eq!(corrections.of("sheild", 2, || Err(())), Err(()), "more edits may find another");
    }

    #[test]
    fn no_more_are_kept_than_so_many() {
        let corrections = Corrections::default();
        for n in 0..3 * MAX_KEPT {
            find(&corrections, &n.to_string(), Ok("a")).expect("found");
        }
        find(&corrections, &"a".repeat(MAX_WORD_LENGTH + 1), Ok("a")).expect("found");
        let known = corrections.found.into_inner().expect("nobody panicked");
        assert!(known.len() <= MAX_KEPT && known.keys().all(|(word, _)| word.len() <= MAX_WORD_LENGTH));
    }
}
