//! Which rulings are played without.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The rulings that are switched off; all others hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    off: Arc<BTreeSet<String>>,
}

impl Switches {
    /// Plays as if these rulings had never been written.
    pub(crate) fn without<I: IntoIterator<Item = String>>(rulings: I) -> Self {
        Self { off: Arc::new(rulings.into_iter().collect()) }
    }

    /// The same, and without that ruling too.
    pub(crate) fn and_without(&self, ruling: &str) -> Self {
        Self::without(self.off.iter().cloned().chain([ruling.to_owned()]))
    }

    /// Whether a ruling holds. A clause (`lcg:3.6#2`) holds when its entry does.
    pub(crate) fn on(&self, ruling: &str) -> bool {
        if self.off.is_empty() {
            return true;
        }
        let entry = ruling.split('#').next().unwrap_or(ruling);
        !self.off.contains(entry)
    }
}

impl Hash for Switches {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for ruling in self.off.iter() {
            ruling.hash(state);
        }
    }
}
