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
pub(super) struct ReplyCache {
    generations: Mutex<Generations>,
    max_size: usize,
}

#[derive(Debug, Default)]
struct Generations {
    young: HashMap<String, Reply>,
    old: HashMap<String, Reply>,
    /// The size of the younger generation, in bytes.
    young_size: usize,
}

impl Default for ReplyCache {
    fn default() -> Self {
        Self::with_size(MAX_SIZE)
    }
}

impl ReplyCache {
    fn with_size(max_size: usize) -> Self {
        Self { generations: Mutex::default(), max_size }
    }

    /// A reply that is found stays among the younger ones.
    pub(super) fn get(&self, address: &str) -> Option<Reply> {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reply) = generations.young.get(address) {
            return Some(reply.clone());
        }
        let reply = generations.old.remove(address)?;
        generations.put(address.to_owned(), reply.clone(), self.max_size / 2);
        Some(reply)
    }

    /// Answers that are too long, and replies that are no answers, are left out.
    pub(super) fn insert(&self, address: String, reply: &Reply) {
        if reply.status == 200 && size(&address, reply) <= MAX_REPLY_SIZE.min(self.max_size / 2) {
            let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
            generations.put(address, reply.clone(), self.max_size / 2);
        }
    }
}

impl Generations {
    fn put(&mut self, address: String, reply: Reply, max_size: usize) {
        let size = size(&address, &reply);
        if self.young_size + size > max_size {
            self.old = std::mem::take(&mut self.young);
            self.young_size = 0;
        }
        if self.young.insert(address, reply).is_none() {
            self.young_size += size;
        }
    }
}

fn size(address: &str, reply: &Reply) -> usize {
    address.len() + reply.body.len() + ENTRY_OVERHEAD
}

/// Whether the reply to a request depends on nothing but its address.
pub(super) fn is_cacheable(request: &Request) -> bool {
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
    fn what_is_kept_stays_below_its_bound_and_the_last_used_stay() {
        let cache = ReplyCache::with_size(64 * 1024);
        cache.insert("first".to_owned(), &reply(100));
        for n in 0..1000 {
            cache.insert(n.to_string(), &reply(n));
            assert_eq!(cache.get("first"), Some(reply(100)), "asked for again and again");
            assert_eq!(cache.get(&n.to_string()), Some(reply(n)));
        }
        assert_eq!(cache.get("0"), None);
        let generations = cache.generations.into_inner().expect("nobody panicked");
        let size_of_all: usize = generations
            .young
            .iter()
            .chain(&generations.old)
            .map(|(address, reply)| size(address, reply))
            .sum();
        assert!(size_of_all <= 64 * 1024 && generations.young_size <= size_of_all, "{size_of_all}");
    }

    #[test]
    fn what_is_no_answer_or_too_long_is_not_kept() {
        let cache = ReplyCache::default();
        cache.insert("missing".to_owned(), &Reply::new(404, "text/plain", "no"));
        cache.insert("long".to_owned(), &reply(MAX_REPLY_SIZE));
        assert_eq!((cache.get("missing"), cache.get("long")), (None, None));
        let of = |path: &str, query: &[(&str, &str)], sends| {
            let query = query.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
            is_cacheable(&Request { sends, path: path.to_owned(), query, ..Request::default() })
        };
        assert!(of("", &[("q", "shield")], false) && of("r/lcg:3.6.json", &[], false));
        assert!(!of("log", &[], false) && !of("log.json", &[], false) && !of("deck", &[], true));
        assert!(!of("", &[("pin", "ABC")], false));
    }
}
