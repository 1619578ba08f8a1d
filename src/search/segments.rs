//! A large corpus cut into parts, which are indexed side by side: each becomes a segment of the index.

use std::ops::Range;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// The number of rulings in a segment, until there are a few segments: each costs every search
/// something.
const SMALL_PART: usize = 5_000;
/// The number of segments up to which [`SMALL_PART`] more rulings begin another.
const FEW_PARTS: usize = 4;
/// A segment never holds more rulings than this: a writer counts its bytes in 32 bits.
const LARGE_PART: usize = 125_000;

/// Cuts this number of rulings into parts. That depends on their number alone, so that every machine builds
/// the same index.
pub(super) fn segment_ranges(rulings: usize) -> Vec<Range<usize>> {
    let parts = (rulings / SMALL_PART).clamp(1, FEW_PARTS).max(rulings.div_ceil(LARGE_PART));
    let size = rulings.div_ceil(parts);
    (0..parts).map(|n| (n * size).min(rulings)..((n + 1) * size).min(rulings)).collect()
}

/// Does work that runs in parallel on as many threads as the machine runs at once; on this one alone where
/// the system starts no other.
pub(super) fn on_all_threads<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    on_threads_of(ThreadPoolBuilder::new().build(), work)
}

fn on_threads_of<R: Send>(
    pool: Result<ThreadPool, ThreadPoolBuildError>,
    work: impl FnOnce() -> R + Send,
) -> R {
    match pool {
        Ok(pool) => pool.install(work),
        // Left to itself, rayon would try to start threads again, and panic.
        Err(_) => match ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
            Ok(alone) => alone.install(work),
            Err(_) => work(), // it runs in a pool already
        },
    }
}

/// Does the same to each of `parts`, on as many threads as the machine runs at once; the results are in their
/// order.
pub(super) fn in_parallel<P: Sync, R: Send>(
    parts: &[P],
    work: impl Fn(&P) -> anyhow::Result<R> + Sync + Send,
) -> anyhow::Result<Vec<R>> {
    match parts {
        // Threads are not worth starting for one part.
        [only] => Ok(vec![work(only)?]),
        several => several.par_iter().map(work).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_where_no_thread_can_be_started() {
        let refused = |_| Err(std::io::Error::other("no more threads"));
        let pool = ThreadPoolBuilder::new().spawn_handler(refused).build();
        assert!(pool.is_err());
        assert_eq!(on_threads_of(pool, || rayon::join(|| 1, || 2)), (1, 2));
    }

    #[test]
    fn parts_hold_every_ruling_once() {
        for rulings in [0, 1, 140, 9_999, 10_000, 23_456, 1_000_001] {
            let parts = segment_ranges(rulings);
            let all: Vec<usize> = parts.iter().cloned().flatten().collect();
            assert_eq!(all, (0..rulings).collect::<Vec<_>>());
            assert!(parts.iter().all(|p| p.len() <= LARGE_PART));
        }
        assert_eq!(
            (segment_ranges(140).len(), segment_ranges(10_000).len(), segment_ranges(1_000_000).len()),
            (1, 2, 8)
        );
    }

    #[test]
    fn results_keep_the_order_of_their_parts() {
        let numbers: Vec<usize> = (0..100).collect();
        let doubled = in_parallel(&numbers, |n| Ok(n * 2)).expect("no part fails");
        assert_eq!(doubled, numbers.iter().map(|n| n * 2).collect::<Vec<_>>());
        let failed = in_parallel(&numbers, |n| if *n == 42 { anyhow::bail!("{n}") } else { Ok(()) });
        assert_eq!(failed.map_err(|e| e.to_string()), Err("42".to_owned()));
    }
}
