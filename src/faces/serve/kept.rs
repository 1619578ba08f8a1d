//! A cache of replies: while people type, phones ask what others asked a moment ago.
//!
//! A page depends only on its address and on what was loaded at the start, so its reply can be reused. The
//! log is the exception, and its pages are not cached.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::reply::Reply;
use super::request::Request;

/// The maximum size of the cache, in bytes of addresses and replies.
const MAX_SIZE: usize = 16 << 20;
/// Larger replies, in bytes, are not cached, since one would evict many.
const MAX_REPLY_SIZE: usize = MAX_SIZE / 32;
/// The estimated overhead per entry, in bytes.
const ENTRY_OVERHEAD: usize = 256;

/// Replies by address, in two generations: the older half is dropped at once.
#[derive(Debug)]
pub(super) struct Kept {
    halves: Mutex<Halves>,
    most: usize,
}

#[derive(Debug, Default)]
struct Halves {
    young: HashMap<String, Reply>,
    old: HashMap<String, Reply>,
    /// The size of the younger generation, in bytes.
    taken: usize,
}

impl Default for Kept {
    fn default() -> Self {
        Self::of(MAX_SIZE)
    }
}

impl Kept {
    fn of(most: usize) -> Self {
        Self { halves: Mutex::default(), most }
    }

    /// The cached reply to an address.
    pub(super) fn find(&self, address: &str) -> Option<Reply> {
        let mut halves = self.halves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reply) = halves.young.get(address) {
            return Some(reply.clone());
        }
        let reply = halves.old.remove(address)?;
        halves.put(address.to_owned(), reply.clone(), self.most / 2);
        Some(reply)
    }

    /// Caches a reply.
    pub(super) fn keep(&self, address: String, reply: &Reply) {
        if reply.status == 200 && size(&address, reply) <= MAX_REPLY_SIZE.min(self.most / 2) {
            let mut halves = self.halves.lock().unwrap_or_else(PoisonError::into_inner);
            halves.put(address, reply.clone(), self.most / 2);
        }
    }
}

impl Halves {
    fn put(&mut self, address: String, reply: Reply, most: usize) {
        let size = size(&address, &reply);
        if self.taken + size > most {
            self.old = std::mem::take(&mut self.young);
            self.taken = 0;
        }
        if self.young.insert(address, reply).is_none() {
            self.taken += size;
        }
    }
}

fn size(address: &str, reply: &Reply) -> usize {
    address.len() + reply.body.len() + ENTRY_OVERHEAD
}

/// Whether the reply to a request depends on nothing but its address.
pub(super) fn is_kept(request: &Request) -> bool {
    let of_log = matches!(request.path.as_str(), "log" | "log.json");
    !request.sends && !of_log && request.query("pin").is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(length: usize) -> Reply {
        Reply::new(200, "text/plain", vec![b'a'; length])
    }

    #[test]
    fn what_is_kept_stays_below_its_bound_and_the_last_asked_for_stay() {
        let kept = Kept::of(64 * 1024);
        kept.keep("first".to_owned(), &reply(100));
        for n in 0..1000 {
            kept.keep(n.to_string(), &reply(n));
            assert_eq!(kept.find("first"), Some(reply(100)), "asked for again and again");
            assert_eq!(kept.find(&n.to_string()), Some(reply(n)));
        }
        assert_eq!(kept.find("0"), None);
        let halves = kept.halves.into_inner().expect("nobody panicked");
        let taken: usize =
            halves.young.iter().chain(&halves.old).map(|(address, reply)| size(address, reply)).sum();
        assert!(taken <= 64 * 1024 && halves.taken <= taken, "{taken}");
    }

    #[test]
    fn what_is_no_answer_or_too_long_is_not_kept() {
        let kept = Kept::default();
        kept.keep("missing".to_owned(), &Reply::new(404, "text/plain", "no"));
        kept.keep("long".to_owned(), &reply(MAX_REPLY_SIZE));
        assert_eq!((kept.find("missing"), kept.find("long")), (None, None));
        let of = |path: &str, query: &[(&str, &str)], sends| {
            let query = query.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
            is_kept(&Request { sends, path: path.to_owned(), query, ..Request::default() })
        };
        assert!(of("", &[("q", "shield")], false) && of("r/lcg:3.6.json", &[], false));
        assert!(!of("log", &[], false) && !of("log.json", &[], false) && !of("deck", &[], true));
        assert!(!of("", &[("pin", "ABC")], false));
    }
}
