//! Ids: pass and bet.

use crate::core::{ActionId, Vocabulary};

/// To check or to fold.
pub(super) const PASS: ActionId = 0;
/// To bet or to call.
pub(super) const BET: ActionId = 1;
/// The actions in the order of their ids.
pub(super) const NAMES: [&str; 2] = ["pass", "bet"];

pub(super) fn vocabulary() -> Vocabulary {
    let [pass, bet] = NAMES;
    Vocabulary::new().kind(pass, &[], [vec![]]).kind(bet, &[], [vec![]])
}
