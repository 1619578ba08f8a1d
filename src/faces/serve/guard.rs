//! Access control before any page is drawn: the intended host, request rates, the PIN.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::UsageError;

/// Rate limit per client address: requests at once, and per second.
const BURST: f64 = 200.0;
const PER_SECOND: f64 = 40.0;
/// Wrong PINs per client address: attempts at once, and seconds until one more is allowed.
const WRONG_PINS: f64 = 5.0;
pub(crate) const SECONDS_PER_TRY: u16 = 15;
/// Wrong PINs of all addresses together: attempts at once.
const WRONG_PINS_OF_ALL: f64 = 50.0;
/// The maximum number of addresses tracked.
const MAX_ADDRESSES: usize = 4096;

/// The remaining allowance of an address.
#[derive(Debug, Clone, Copy)]
struct Allowance {
    requests: f64,
    tries: f64,
    /// Whether it has shown the right PIN. Guessing from many addresses must not lock out those who know it.
    known: bool,
    at: Instant,
}

/// Rate limits by client address.
#[derive(Debug, Default)]
pub struct Guard {
    left: Mutex<BTreeMap<Option<IpAddr>, Allowance>>,
}

impl Guard {
    /// Whether an address may make a request now.
    pub(crate) fn may_request(&self, who: IpAddr) -> bool {
        self.take(Some(who), |left| &mut left.requests)
    }

    /// Whether an address may try a PIN now; a right one is always free.
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

    fn take(&self, who: Option<IpAddr>, which: fn(&mut Allowance) -> &mut f64) -> bool {
        self.of(who, |left| {
            let left = which(left);
            let enough = *left >= 1.0;
            if enough {
                *left -= 1.0;
            }
            enough
        })
    }

    fn of<T>(&self, who: Option<IpAddr>, what: impl FnOnce(&mut Allowance) -> T) -> T {
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if all.len() >= MAX_ADDRESSES && !all.contains_key(&who) {
            let old = Duration::from_secs(120);
            all.retain(|who, left| who.is_none() || now.duration_since(left.at) < old);
            if all.len() >= MAX_ADDRESSES {
                all.retain(|who, _| who.is_none());
            }
        }
        let tries = if who.is_some() { WRONG_PINS } else { WRONG_PINS_OF_ALL };
        let left = all.entry(who).or_insert(Allowance { requests: BURST, tries, known: false, at: now });
        let passed = now.duration_since(left.at).as_secs_f64();
        left.requests = (left.requests + passed * PER_SECOND).min(BURST);
        left.tries = (left.tries + passed / f64::from(SECONDS_PER_TRY)).min(tries);
        left.at = now;
        what(left)
    }
}

/// Whether a `Host` header means this program: an IP address, `localhost`, or a configured name. Rejecting
/// all others prevents DNS rebinding by somebody else's page.
pub fn is_own_host(host: &str, names: &[String]) -> bool {
    let bare = match host.rsplit_once(':') {
        Some((bare, port)) if port.bytes().all(|b| b.is_ascii_digit()) => bare,
        _ => host,
    };
    let bare = bare.trim_start_matches('[').trim_end_matches(']');
    let named = |name: &String| name.eq_ignore_ascii_case(bare);
    bare.parse::<IpAddr>().is_ok() || bare.eq_ignore_ascii_case("localhost") || names.iter().any(named)
}

/// Letters and digits that cannot be mistaken for one another.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// How many characters a chosen PIN has: with the limit on wrong ones, too many to guess in a day.
const CHOSEN_LENGTH: RangeInclusive<usize> = 6..=32;

/// The PIN needed for writing.
#[derive(Debug, Clone)]
pub struct Pin(String);

impl Pin {
    /// Generates a PIN.
    ///
    /// # Errors
    /// If the system provides no randomness.
    pub fn new() -> anyhow::Result<Self> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes)
            .map_err(|e| anyhow::anyhow!("the system gives no randomness for a PIN: {e}"))?;
        Ok(Self(bytes.iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect()))
    }

    /// A PIN chosen by the user of this computer: letters and digits, capital or not.
    ///
    /// # Errors
    /// If it is so short that it could be guessed, or has other characters.
    pub(crate) fn chosen(pin: &str) -> Result<Self, UsageError> {
        let is_plain = pin.chars().all(|c| c.is_ascii_alphanumeric());
        if !is_plain || !CHOSEN_LENGTH.contains(&pin.len()) {
            let (least, most) = (CHOSEN_LENGTH.start(), CHOSEN_LENGTH.end());
            return Err(UsageError(format!(
                "A PIN has {least} to {most} letters and digits, and nothing else."
            )));
        }
        Ok(Self(pin.to_ascii_uppercase()))
    }

    /// The PIN, to be shown to the user of this computer.
    pub(crate) fn shown(&self) -> &str {
        &self.0
    }

    /// Compares in constant time.
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
        assert_eq!(allowed, WRONG_PINS as usize);
        assert!(!guard.may_try(one, true), "whoever guesses waits");
        let judge = IpAddr::from([192, 168, 1, 8]);
        assert!((0..20).all(|_| guard.may_try(judge, true)));
        // A distributed attempt: clients that know the PIN are not affected, others have to wait.
        let allowed = (0..40).filter(|n| guard.may_try(IpAddr::from([10, 0, 0, *n]), false)).count();
        let more = (0..40)
            .flat_map(|n| [n; 4])
            .filter(|n| guard.may_try(IpAddr::from([10, 0, 0, *n]), false))
            .count();
        assert_eq!(allowed + more + WRONG_PINS as usize, WRONG_PINS_OF_ALL as usize);
        assert!(guard.may_try(judge, true) && !guard.may_try(IpAddr::from([10, 0, 1, 1]), true));
        let allowed = (0..1000).filter(|_| guard.may_request(one)).count();
        assert!((200..300).contains(&allowed), "{allowed}");
    }
}
