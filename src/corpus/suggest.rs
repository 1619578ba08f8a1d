//! Suggestions for mistyped names: "Is … meant?"

/// A mistyped id is recognized by at most this many edits: letters inserted, left out, changed or swapped.
const MAX_EDITS_OF_ID: usize = 3;

/// The id that a mistyped one probably stands for: the nearest, if it is near enough.
pub(crate) fn nearest_id<'i>(typed: &str, ids: impl Iterator<Item = &'i str>) -> Option<&'i str> {
    nearest(typed, ids.map(|id| (id, id)), MAX_EDITS_OF_ID)
}

/// The same for ids that are shown otherwise than they are typed, or have several forms: pairs of a form and
/// what to show.
pub(crate) fn nearest_shown<'i>(typed: &str, ids: impl Iterator<Item = (&'i str, String)>) -> Option<String> {
    nearest(typed, ids, MAX_EDITS_OF_ID)
}

/// The value of the name with the fewest edits from what was typed, if they are at most `max_edits` and leave
/// more than half of it; of several, the least value.
pub(crate) fn nearest<'n, T: Ord>(
    typed: &str,
    names: impl Iterator<Item = (&'n str, T)>,
    max_edits: usize,
) -> Option<T> {
    let near = names.map(|(name, value)| (strsim::osa_distance(typed, name), value)).min();
    let most = max_edits.min(typed.chars().count().saturating_sub(1) / 2);
    near.filter(|(edits, _)| *edits <= most).map(|(_, value)| value)
}

/// A value is like another that is not further from it than one edit for each of these numbers of letters.
const LETTERS_OF_AN_EDIT: usize = 3;

/// The known value that an unknown one is most like: itself, or one of its words.
pub(crate) fn nearest_value<S: AsRef<str>>(value: &str, known: impl IntoIterator<Item = S>) -> Option<S> {
    let value = value.to_lowercase();
    let most = value.chars().count().div_ceil(LETTERS_OF_AN_EDIT);
    let apart = |other: &str| {
        let other = other.to_lowercase();
        let words = other.split(' ').map(|word| strsim::osa_distance(&value, word));
        words.chain([strsim::osa_distance(&value, &other)]).min().unwrap_or(usize::MAX)
    };
    let near = known.into_iter().map(|other| (apart(other.as_ref()), other));
    near.filter(|(apart, _)| *apart <= most).min_by_key(|(apart, _)| *apart).map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_within_three_edits_is_suggested_and_of_two_as_near_the_first() {
        let ids = ["lcg:3.6", "lcg:3.7", "tcg:qa.overkill"];
        let nearest = |typed| nearest_id(typed, ids.into_iter());
        assert_eq!(nearest("lcg:3.8"), Some("lcg:3.6"));
        assert_eq!(nearest("tcg:qa.ovrekil"), Some("tcg:qa.overkill"));
        assert_eq!(nearest("tcg:qa.kill"), None);
        assert_eq!(nearest_id("20", ["2.1"].into_iter()), None, "nothing of it would be left");
    }

    #[test]
    fn the_nearest_value_is_like_it() {
        let known = ["faq", "definition", "boba fett"];
        assert_eq!(nearest_value("Definiton", known), Some("definition"));
        assert_eq!(nearest_value("fet", known), Some("boba fett"));
        assert_eq!(nearest_value("nosuch", known), None);
    }
}
