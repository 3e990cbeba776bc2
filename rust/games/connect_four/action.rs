//! Ids: one a column.

use super::state::COLUMNS;
use crate::core::Vocabulary;

pub(super) fn vocabulary() -> Vocabulary {
    Vocabulary::new().kind("drop", &["column"], (0..i64::from(COLUMNS)).map(|column| vec![column.into()]))
}
