//! Where the time of a search goes.

use std::time::Instant;

use super::answer::Timing;

/// A stopwatch over the stretches of a search. In a page there is no clock, and nobody asks where the time
/// went.
pub(super) struct Clock {
    last: Option<Instant>,
    pub(super) timing: Timing,
}

impl Clock {
    pub(super) fn start() -> Self {
        let last = if cfg!(target_family = "wasm") { None } else { Some(Instant::now()) };
        Self { last, timing: Timing::default() }
    }

    pub(super) fn lap(&mut self, name: &'static str) {
        if let Some(last) = &mut self.last {
            let now = Instant::now();
            self.timing.steps.push((name, now - *last));
            *last = now;
        }
    }
}
