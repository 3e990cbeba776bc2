//! How long work stays polite: it reports how far it is and stops when told to.

/// The work was told to stop before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// Called now and then by long work, from the thread that asked for it.
pub trait Pulse {
    /// `done` units of work are finished. An error asks the work to stop and to return it.
    fn beat(&mut self, done: u64) -> Result<(), Interrupted>;
}

/// Never stops the work and shows nothing.
pub struct Quiet;

impl Pulse for Quiet {
    fn beat(&mut self, _done: u64) -> Result<(), Interrupted> {
        Ok(())
    }
}
