//! Every game of the table in every set-up that the suites go through.

use std::sync::Arc;

use meeple::core::{AnyGame, Datum, DatumKind, OptionKind, OptionSpec, OptionValue};
use meeple::games::{DEFINITIONS, load};

/// A table of options.
pub fn options(entries: Vec<(String, Datum)>) -> Datum {
    DatumKind::Table(entries).into()
}

/// Every game with every seat count, by default and with one option at a time at each of its other values.
pub fn every_setup() -> Vec<(String, Arc<dyn AnyGame>)> {
    let mut all = Vec::new();
    for definition in DEFINITIONS {
        for seats in definition.min_seats..=definition.max_seats {
            let changed =
                definition.options.iter().flat_map(|spec| values(spec).into_iter().map(move |value| (spec, value)));
            let changed = changed.filter(|(spec, value)| *value != spec.default());
            for change in std::iter::once(None).chain(changed.map(Some)) {
                let entries =
                    change.map(|(spec, value)| (spec.name.to_owned(), value.to_datum())).into_iter().collect();
                let game = load(definition.name, Some(seats.into()), &options(entries), None);
                let change = change.map(|(spec, value)| format!(", {} = {value:?}", spec.name)).unwrap_or_default();
                let label = format!("{}, {seats} seats{change}", definition.name);
                all.push((label.clone(), game.unwrap_or_else(|error| panic!("{label}: {error}"))));
            }
        }
    }
    all
}

/// Every value of an option; of a number the ends of its range.
fn values(spec: &OptionSpec) -> Vec<OptionValue> {
    match spec.kind {
        OptionKind::Flag(_) => vec![OptionValue::Flag(false), OptionValue::Flag(true)],
        OptionKind::Choice(words) => words.iter().map(|word| OptionValue::Choice(word)).collect(),
        OptionKind::Int { default, min, max } => [min, default, max].map(OptionValue::Int).to_vec(),
    }
}
