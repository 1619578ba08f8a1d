//! Who may ask, how often, and who may write: the checks before any page is drawn.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Requests an address may send at once, and then each second.
const BURST: f64 = 200.0;
const EACH_SECOND: f64 = 40.0;
/// Wrong PINs an address may send at once; one more is allowed after this many seconds.
const WRONG: f64 = 5.0;
pub(crate) const SECONDS_A_TRY: u16 = 15;
/// Wrong PINs that all addresses together may send at once.
const WRONG_OF_ALL: f64 = 50.0;
/// Addresses that are remembered.
const MOST: usize = 4096;

/// What is left to an address.
#[derive(Debug, Clone, Copy)]
struct Left {
    requests: f64,
    tries: f64,
    /// Whether it has shown the right PIN: whoever guesses from many addresses does not shut those out who
    /// have it.
    known: bool,
    at: Instant,
}

/// Counts what each address asks.
#[derive(Debug, Default)]
pub struct Guard {
    left: Mutex<BTreeMap<Option<IpAddr>, Left>>,
}

impl Guard {
    /// Whether an address may ask now.
    pub(crate) fn may_ask(&self, who: IpAddr) -> bool {
        self.take(Some(who), |left| &mut left.requests)
    }

    /// Whether an address may try a PIN now; a right one costs nothing.
    pub(crate) fn may_try(&self, who: IpAddr, right: bool) -> bool {
        let known = self.of(Some(who), |left| left.known);
        let may = self.has(Some(who)) && (known || self.has(None));
        if may && right {
            self.of(Some(who), |left| left.known = true);
        } else if may {
            self.take(Some(who), |left| &mut left.tries);
            self.take(None, |left| &mut left.tries);
        }
        may
    }

    fn has(&self, who: Option<IpAddr>) -> bool {
        self.of(who, |left| left.tries >= 1.0)
    }

    fn take(&self, who: Option<IpAddr>, which: fn(&mut Left) -> &mut f64) -> bool {
        self.of(who, |left| {
            let left = which(left);
            let enough = *left >= 1.0;
            if enough {
                *left -= 1.0;
            }
            enough
        })
    }

    fn of<T>(&self, who: Option<IpAddr>, what: impl FnOnce(&mut Left) -> T) -> T {
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if all.len() >= MOST && !all.contains_key(&who) {
            let old = Duration::from_secs(120);
            all.retain(|who, left| who.is_none() || now.duration_since(left.at) < old);
            if all.len() >= MOST {
                all.retain(|who, _| who.is_none());
            }
        }
        let tries = if who.is_some() { WRONG } else { WRONG_OF_ALL };
        let left = all.entry(who).or_insert(Left { requests: BURST, tries, known: false, at: now });
        let passed = now.duration_since(left.at).as_secs_f64();
        left.requests = (left.requests + passed * EACH_SECOND).min(BURST);
        left.tries = (left.tries + passed / f64::from(SECONDS_A_TRY)).min(tries);
        left.at = now;
        what(left)
    }
}

/// Whether a request was meant for this program: by an address, by `localhost`, or by a name it was told it
/// has. A page of somebody else's that gives its own name this computer's address is meant for another.
pub fn is_own_host(host: &str, names: &[String]) -> bool {
    let bare = match host.rsplit_once(':') {
        Some((bare, port)) if port.bytes().all(|b| b.is_ascii_digit()) => bare,
        _ => host,
    };
    let bare = bare.trim_start_matches('[').trim_end_matches(']');
    let named = |name: &String| name.eq_ignore_ascii_case(bare);
    bare.parse::<IpAddr>().is_ok() || bare.eq_ignore_ascii_case("localhost") || names.iter().any(named)
}

/// Letters and digits nobody mistakes for each other.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// What must be shown by whoever writes.
#[derive(Debug, Clone)]
pub(crate) struct Pin(String);

impl Pin {
    /// A new one.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub(crate) fn new() -> anyhow::Result<Self> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes)
            .map_err(|e| anyhow::anyhow!("the system gives no randomness for a PIN: {e}"))?;
        Ok(Self(bytes.iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect()))
    }

    /// The PIN, for showing it to its owner.
    pub(crate) fn shown(&self) -> &str {
        &self.0
    }

    /// Whether this is it; how long that takes tells nothing about it.
    pub(crate) fn is(&self, said: &str) -> bool {
        blake3::hash(said.trim().to_ascii_uppercase().as_bytes()) == blake3::hash(self.0.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_names_are_refused() {
        for own in [
            "127.0.0.1:8411",
            "192.168.1.7:8411",
            "[::1]:8411",
            "localhost",
            "LOCALHOST:1",
            "judge.local:8411",
        ] {
            assert!(is_own_host(own, &["judge.local".to_owned()]), "{own}");
        }
        for foreign in ["", "evil.example", "127.0.0.1.evil.example:8411", "localhost.evil:80", "judge.local"]
        {
            assert!(!is_own_host(foreign, &[]), "{foreign}");
        }
    }

    #[test]
    fn wrong_pins_run_out_and_right_ones_do_not() {
        let guard = Guard::default();
        let one = IpAddr::from([192, 168, 1, 7]);
        let pin = Pin::new().expect("random");
        assert!(pin.is(pin.shown()) && !pin.is("") && !pin.is("AAAAAAA"));
        let allowed = (0..20).filter(|_| guard.may_try(one, false)).count();
        assert_eq!(allowed, WRONG as usize);
        assert!(!guard.may_try(one, true), "whoever guesses waits");
        let judge = IpAddr::from([192, 168, 1, 8]);
        assert!((0..20).all(|_| guard.may_try(judge, true)));
        // From many addresses at once: those who have the PIN go on, strangers wait.
        let allowed = (0..40).filter(|n| guard.may_try(IpAddr::from([10, 0, 0, *n]), false)).count();
        let more = (0..40)
            .flat_map(|n| [n; 4])
            .filter(|n| guard.may_try(IpAddr::from([10, 0, 0, *n]), false))
            .count();
        assert_eq!(allowed + more + WRONG as usize, WRONG_OF_ALL as usize);
        assert!(guard.may_try(judge, true) && !guard.may_try(IpAddr::from([10, 0, 1, 1]), true));
        let asked = (0..1000).filter(|_| guard.may_ask(one)).count();
        assert!((200..300).contains(&asked), "{asked}");
    }
}
