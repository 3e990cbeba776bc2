//! Work shared out over threads that live as long as the call, so nothing survives into a forked process.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::core::{Interrupted, Pulse};

/// How long a caller goes without a beat of its pulse.
const BEAT: Duration = Duration::from_millis(50);

/// Runs `work` once for every task on `threads` threads (at least one); it returns how many units it did. The pulse beats on the
/// calling thread with the units done so far. After an interruption the tasks under way are finished and the rest dropped.
pub fn run<T: Send>(
    tasks: impl IntoIterator<Item = T, IntoIter: Send>,
    threads: usize,
    pulse: &mut dyn Pulse,
    work: impl Fn(T) -> u64 + Sync,
) -> Result<(), Interrupted> {
    let queue = Mutex::new(tasks.into_iter());
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    // A poisoned queue means that another worker panicked; the scope passes that on.
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        while !stop.load(Ordering::Relaxed) {
            let Some(task) = next() else { break };
            done.fetch_add(work(task), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        // Every worker holds a sender: the channel closes when the last one is through.
        let (sender, all_through) = channel::<()>();
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            scope.spawn(|| {
                worker();
                drop(sender);
            });
        }
        drop(sender);
        while all_through.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
            if let Err(interrupted) = pulse.beat(done.load(Ordering::Relaxed)) {
                stop.store(true, Ordering::Relaxed);
                return Err(interrupted);
            }
        }
        Ok(())
    })?;
    pulse.beat(done.load(Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Quiet;

    struct StopAtOnce;

    impl Pulse for StopAtOnce {
        fn beat(&mut self, _done: u64) -> Result<(), Interrupted> {
            Err(Interrupted)
        }
    }

    #[test]
    fn every_task_runs_once_on_any_number_of_threads() {
        for threads in [0, 1, 2, 7] {
            let mut results = [0u32; 1000];
            let tasks = results.iter_mut().zip(0..);
            assert_eq!(
                run(tasks, threads, &mut Quiet, |(slot, index)| {
                    *slot += index + 1;
                    1
                }),
                Ok(())
            );
            assert!(results.iter().zip(1..).all(|(&result, expected)| result == expected));
        }
    }

    #[test]
    fn an_interruption_drops_the_tasks_that_are_left() {
        let count = AtomicU64::new(0);
        let slow = |_| {
            thread::sleep(Duration::from_millis(5));
            count.fetch_add(1, Ordering::Relaxed);
            1
        };
        assert_eq!(run(0..10_000, 2, &mut StopAtOnce, slow), Err(Interrupted));
        assert!(count.load(Ordering::Relaxed) < 1000);
    }
}
