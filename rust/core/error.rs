//! The errors of the library: what, where, why, and what would be valid.

use std::fmt;

use super::data::Reason;

/// What kind of thing was refused. Each kind is one exception class in Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An action or outcome that is not legal in the position.
    IllegalAction,
    /// A game, an option or another argument that does not exist or is out of range.
    Option,
    /// A position written by hand that the rules do not allow.
    Position,
    /// A components file that cannot be used.
    Components,
    /// A record that cannot be read or does not replay.
    Record,
}

/// Why an action is not legal, and the clause it breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The clause, such as `AP 6.3`.
    pub clause: &'static str,
    /// The reason, as the end of a sentence.
    pub why: String,
}

impl Refusal {
    /// A refusal that rests on a clause.
    pub fn new(clause: &'static str, why: impl Into<String>) -> Self {
        Refusal { clause, why: why.into() }
    }
}

/// An error of the library. The value it was about is unchanged.
#[derive(Clone, Debug, thiserror::Error)]
pub struct Error {
    /// What was refused.
    pub kind: ErrorKind,
    /// The whole message.
    pub message: String,
    /// Every reason found, for data that is checked as a whole.
    pub reasons: Vec<Reason>,
    /// The clause of the rules that the refusal rests on.
    pub clause: Option<&'static str>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error {
    /// An error with a message alone.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error { kind, message: message.into(), reasons: Vec::new(), clause: None }
    }

    /// Data that was refused for these reasons.
    pub fn refused(kind: ErrorKind, what: impl fmt::Display, reasons: Vec<Reason>) -> Self {
        let message = match reasons.as_slice() {
            [only] => format!("{what}: {only}"),
            all => {
                let lines: Vec<String> = all.iter().map(|reason| format!("\n- {reason}")).collect();
                format!("{what}: {} reasons{}", all.len(), lines.concat())
            }
        };
        Error { kind, message, reasons, clause: None }
    }
}
