//! Named options of a game: rulings where reasonable people differ, and variants of the rules.

use super::data::{Cursor, Datum, Kind, Reasons};

/// The values an option can take, with its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Flag(bool),
    /// One of these words; the default comes first.
    Choice(&'static [&'static str]),
    /// A whole number.
    Int {
        /// Used when the option is not given.
        default: i64,
        /// The smallest value allowed.
        min: i64,
        /// The largest value allowed.
        max: i64,
    },
}

/// An option that a game offers.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name, as given to `load`.
    pub name: &'static str,
    /// Its values and its default.
    pub kind: OptionKind,
    /// The clause or ruling it turns on.
    pub clause: &'static str,
    /// What it does and why the default is what it is.
    pub doc: &'static str,
}

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// The word chosen.
    Choice(&'static str),
    /// The number chosen.
    Int(i64),
}

impl OptionSpec {
    /// The value used when the option is not given.
    pub fn default(&self) -> OptionValue {
        match self.kind {
            OptionKind::Flag(flag) => OptionValue::Flag(flag),
            OptionKind::Choice(words) => OptionValue::Choice(words[0]),
            OptionKind::Int { default, .. } => OptionValue::Int(default),
        }
    }

    /// The values it can take, the default first; of a range of numbers, the default and the ends.
    pub fn values(&self) -> Vec<OptionValue> {
        match self.kind {
            OptionKind::Flag(default) => [default, !default].map(OptionValue::Flag).to_vec(),
            OptionKind::Choice(words) => words.iter().copied().map(OptionValue::Choice).collect(),
            OptionKind::Int { default, min, max } => {
                let mut numbers = vec![default, min, max];
                numbers.dedup();
                numbers.into_iter().map(OptionValue::Int).collect()
            }
        }
    }

    fn read(&self, value: &Cursor<'_>) -> Option<OptionValue> {
        match self.kind {
            OptionKind::Flag(_) => value.flag().map(OptionValue::Flag),
            OptionKind::Choice(words) => value.word(words).map(|index| OptionValue::Choice(words[index])),
            OptionKind::Int { min, max, .. } => value.int(min..=max).map(OptionValue::Int),
        }
    }
}

impl OptionValue {
    /// The value as plain data.
    pub fn to_datum(self) -> Datum {
        match self {
            OptionValue::Flag(flag) => Kind::Flag(flag),
            OptionValue::Choice(word) => Kind::Text(word.to_owned()),
            OptionValue::Int(number) => Kind::Int(number),
        }
        .into()
    }
}

/// Every option of a game with its value, in the order the game lists them.
#[derive(Clone, Debug)]
pub struct Options {
    values: Vec<(&'static OptionSpec, OptionValue)>,
}

impl Options {
    /// Reads a table of options; what is not given takes its default. Reasons go to `reasons`.
    pub fn read(specs: &'static [OptionSpec], given: &Datum, reasons: &Reasons) -> Option<Options> {
        let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
        let entries = Cursor::new(given, reasons).entries()?;
        for (name, value) in &entries {
            if !names.contains(name) {
                let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                value.refuse(format!("no such option; the options of this game: {known}"));
            }
        }
        let read = |spec: &'static OptionSpec| {
            let given = entries.iter().find(|(name, _)| *name == spec.name);
            Some((spec, given.map_or(Some(spec.default()), |(_, value)| spec.read(value))?))
        };
        // All are read before any is used, so that every reason is found.
        let values: Vec<_> = specs.iter().map(read).collect();
        Some(Options { values: values.into_iter().collect::<Option<_>>()? })
    }

    /// All options with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static OptionSpec, OptionValue)> + '_ {
        self.values.iter().copied()
    }

    fn get(&self, name: &str) -> Option<OptionValue> {
        self.values.iter().find(|(spec, _)| spec.name == name).map(|(_, value)| *value)
    }

    /// The value of a flag that the game lists.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == Some(OptionValue::Flag(true))
    }

    /// The word of a choice that the game lists.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.get(name) {
            Some(OptionValue::Choice(word)) => word,
            other => unreachable!("{name} is read as a choice but is {other:?}"),
        }
    }

    /// The number of an option that the game lists.
    pub fn int(&self, name: &str) -> i64 {
        match self.get(name) {
            Some(OptionValue::Int(number)) => number,
            other => unreachable!("{name} is read as a number but is {other:?}"),
        }
    }
}
