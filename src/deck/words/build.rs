//! The words of lists by their normalized form, made of the lists that the file has.

use std::collections::BTreeMap;

use super::{FewWords, ListWords, Role, Words};
use crate::corpus::cards::normalize::normalize_name;
use crate::corpus::table::TableBuilder;
use crate::deck::talk::Phrases;

/// Words that are being added.
#[derive(Default)]
struct WordsBuilder {
    roles: TableBuilder<Role>,
    few: FewWords,
}

impl WordsBuilder {
    fn add_few(&mut self, list: &ListWords) {
        let nickname = |(word, name): (&String, &String)| (normalize_name(word), name.clone());
        let by_form = |map: &BTreeMap<String, u32>| {
            map.iter().map(|(word, n)| (normalize_name(word), *n)).collect::<BTreeMap<String, u32>>()
        };
        self.few.nicknames = list.nicknames.iter().chain(&list.slips).map(nickname).collect();
        (self.few.misheard, self.few.copy_columns) = (by_form(&list.misheard), by_form(&list.copy_columns));
        (self.few.ordinals, self.few.totals) = (by_form(&list.ordinals), by_form(&list.totals));
        self.few.months = by_form(&list.months);
    }

    fn add_roles(&mut self, list: &ListWords) {
        for (number, n) in &list.numbers {
            self.add(number, Role::Number(*n));
        }
        let first = |word: &String| normalize_name(word).split(' ').next().unwrap_or_default().to_owned();
        for (of_role, role) in list.roles() {
            if role.marks_a_line() {
                self.few.marking.extend(of_role.iter().map(first));
            }
            of_role.iter().for_each(|word| self.add(word, role.clone()));
        }
        for heading in &list.headings {
            heading.words.iter().for_each(|word| self.add(word, Role::Heading(heading.opens)));
        }
        for label in &list.labels {
            label.words.iter().for_each(|word| self.add(word, Role::Label(label.says)));
        }
        for side in &list.sides {
            side.words.iter().for_each(|word| self.add(word, Role::Side(side.side)));
        }
        for affiliation in &list.affiliations {
            let role = Role::Affiliation(affiliation.affiliation.clone());
            affiliation.words.iter().for_each(|word| self.add(word, role.clone()));
        }
    }

    fn add(&mut self, word: &str, role: Role) {
        let normalized = normalize_name(word);
        self.few.longest = self.few.longest.max(normalized.split(' ').count());
        self.roles.add(normalized, role);
    }
}

impl Words {
    pub(super) fn new(list: &ListWords) -> Self {
        let in_place = list.in_place().into_iter().chain(list.of_orders());
        let in_place =
            in_place.flat_map(|(of, place)| of.iter().map(move |word| (normalize_name(word), place)));
        let columns = list.columns.iter();
        let columns = columns.flat_map(|of| of.words.iter().map(|word| (normalize_name(word), of.holds)));
        let mut words = WordsBuilder::default();
        words.add_few(list);
        words.add_roles(list);
        Self {
            in_place: in_place.collect(),
            columns: columns.collect(),
            talk: Phrases::new(&list.talk),
            roles: words.roles.table(),
            few: words.few,
        }
    }
}
