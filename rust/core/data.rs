//! The one door for untrusted data: JSON and TOML become a [`Datum`] tree, and a [`Cursor`] reads it while collecting
//! every reason to refuse it, each with its key and, in TOML, its line.

use std::cell::RefCell;
use std::fmt;
use std::ops::RangeInclusive;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use toml::de::{DeTable, DeValue};

/// One reason why data is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Where, as a path of keys such as `reserves[1].columns[0]`; empty for the whole.
    pub path: String,
    /// The line, where the data came as lines of text.
    pub line: Option<usize>,
    /// What is wrong and what would be valid.
    pub message: String,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

/// All reasons found in one pass; empty means that the data is sound.
#[derive(Debug, Default)]
pub struct Reasons(RefCell<Vec<Reason>>);

impl Reasons {
    /// No reason yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a reason about the whole.
    pub fn add(&self, message: impl Into<String>) {
        self.push(Reason { path: String::new(), line: None, message: message.into() });
    }

    /// Adds a reason.
    pub fn push(&self, reason: Reason) {
        self.0.borrow_mut().push(reason);
    }

    /// Whether no reason was found.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// The reasons in the order they were found.
    pub fn into_vec(self) -> Vec<Reason> {
        self.0.into_inner()
    }
}

/// A value read from JSON or TOML, with the line it stands on where that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Datum {
    /// The line, counted from 1; known for TOML.
    pub line: Option<usize>,
    /// The value.
    pub kind: Kind,
}

/// The shapes a value can have.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// JSON's null.
    Null,
    /// True or false.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Datum>),
    /// Keys and values in the order they were written; no key twice.
    Table(Vec<(String, Datum)>),
}

impl From<Kind> for Datum {
    fn from(kind: Kind) -> Self {
        Datum { line: None, kind }
    }
}

impl Datum {
    /// The same value as JSON, without lines.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.kind {
            Kind::Null => serde_json::Value::Null,
            Kind::Flag(flag) => (*flag).into(),
            Kind::Int(number) => (*number).into(),
            Kind::Float(number) => (*number).into(),
            Kind::Text(text) => text.as_str().into(),
            Kind::List(items) => items.iter().map(Datum::to_json).collect(),
            Kind::Table(entries) => {
                serde_json::Value::Object(entries.iter().map(|(key, datum)| (key.clone(), datum.to_json())).collect())
            }
        }
    }
}

/// Reads a JSON text. Refused: bad syntax, a key given twice, a number outside 64 bits, deep nesting.
pub fn parse_json(text: &str) -> Result<Datum, Reason> {
    serde_json::from_str(text).map_err(|error| Reason {
        path: String::new(),
        line: Some(error.line()).filter(|&line| line > 0),
        message: format!("not JSON that can be read here: {error}"),
    })
}

/// Reads a TOML text, reporting every syntax error that the parser can recover from.
pub(super) fn parse_toml(text: &str) -> Result<Datum, Vec<Reason>> {
    let (root, errors) = DeTable::parse_recoverable(text);
    let line_of = |offset: usize| 1 + text.as_bytes()[..offset.min(text.len())].iter().filter(|&&b| b == b'\n').count();
    if errors.is_empty() {
        return Ok(toml_table(root.get_ref(), root.span().start, &line_of));
    }
    Err(errors
        .iter()
        .map(|error| Reason {
            path: String::new(),
            line: error.span().map(|span| line_of(span.start)),
            message: format!("not TOML: {}", error.message()),
        })
        .collect())
}

fn toml_table(table: &DeTable<'_>, offset: usize, line_of: &impl Fn(usize) -> usize) -> Datum {
    let entries = table
        .iter()
        .map(|(key, value)| (key.get_ref().to_string(), toml_value(value.get_ref(), key.span().start, line_of)));
    Datum { line: Some(line_of(offset)), kind: Kind::Table(entries.collect()) }
}

fn toml_value(value: &DeValue<'_>, offset: usize, line_of: &impl Fn(usize) -> usize) -> Datum {
    let kind = match value {
        DeValue::String(text) => Kind::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Kind::Int(number),
            Err(_) => Kind::Text(number.to_string()),
        },
        DeValue::Float(number) => Kind::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Kind::Flag(*flag),
        DeValue::Datetime(date) => Kind::Text(date.to_string()),
        DeValue::Array(items) => {
            Kind::List(items.iter().map(|item| toml_value(item.get_ref(), item.span().start, line_of)).collect())
        }
        DeValue::Table(table) => return toml_table(table, offset, line_of),
    };
    Datum { line: Some(line_of(offset)), kind }
}

impl<'de> Deserialize<'de> for Datum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DatumVisitor)
    }
}

struct DatumVisitor;

impl<'de> Visitor<'de> for DatumVisitor {
    type Value = Datum;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Datum, E> {
        Ok(Kind::Null.into())
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Datum, E> {
        Ok(Kind::Flag(flag).into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Datum, E> {
        Ok(Kind::Int(number).into())
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Datum, E> {
        let number =
            i64::try_from(number).map_err(|_| E::custom(format!("{number} does not fit 64 bits with a sign")))?;
        Ok(Kind::Int(number).into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Datum, E> {
        Ok(Kind::Float(number).into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Datum, E> {
        Ok(Kind::Text(text.to_owned()).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Datum, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Kind::List(list).into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Datum, A::Error> {
        let mut entries: Vec<(String, Datum)> = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, Datum>()? {
            if entries.iter().any(|(known, _)| *known == key) {
                return Err(A::Error::custom(format!("the key {key:?} is given twice")));
            }
            entries.push((key, value));
        }
        Ok(Kind::Table(entries).into())
    }
}

/// A place in a [`Datum`] tree. Readers return `None` where the value is unusable, after adding the reason.
#[derive(Clone)]
pub struct Cursor<'a> {
    datum: &'a Datum,
    path: String,
    reasons: &'a Reasons,
}

impl<'a> Cursor<'a> {
    /// The root of a tree; reasons go to `reasons`.
    pub fn new(datum: &'a Datum, reasons: &'a Reasons) -> Self {
        Cursor { datum, path: String::new(), reasons }
    }

    /// Adds a reason about this place.
    pub fn refuse(&self, message: impl Into<String>) {
        self.reasons.push(Reason { path: self.path.clone(), line: self.datum.line, message: message.into() });
    }

    /// The value as it stands.
    pub fn datum(&self) -> &'a Datum {
        self.datum
    }

    /// Whether the value is null.
    pub fn is_null(&self) -> bool {
        self.datum.kind == Kind::Null
    }

    fn wanted<T>(&self, wanted: &str) -> Option<T> {
        self.refuse(format!("{} is not {wanted}", self.shown()));
        None
    }

    /// The value in a few words, cut short.
    fn shown(&self) -> String {
        let text = self.datum.to_json().to_string();
        match text.char_indices().nth(40) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }

    /// A table that has only the keys `known`.
    pub fn table(&self, known: &[&str]) -> Option<Fields<'a>> {
        let entries = self.entries()?;
        for (key, cursor) in &entries {
            if !known.contains(key) {
                cursor.refuse(format!("unknown key; known here: {}", known.join(", ")));
            }
        }
        Some(Fields { entries, parent: self.clone() })
    }

    /// The keys and values of a table whose keys are free.
    pub fn entries(&self) -> Option<Vec<(&'a str, Cursor<'a>)>> {
        let Kind::Table(entries) = &self.datum.kind else {
            return self.wanted("a table of keys and values");
        };
        let child = |key: &str| if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Some(
            entries
                .iter()
                .map(|(key, datum)| (key.as_str(), Cursor { datum, path: child(key), reasons: self.reasons }))
                .collect(),
        )
    }

    /// A list of any length.
    pub fn list(&self) -> Option<Vec<Cursor<'a>>> {
        let Kind::List(items) = &self.datum.kind else {
            return self.wanted("a list");
        };
        let place = |(index, datum)| Cursor { datum, path: format!("{}[{index}]", self.path), reasons: self.reasons };
        Some(items.iter().enumerate().map(place).collect())
    }

    /// A list of exactly `length` items.
    pub fn list_of(&self, length: usize) -> Option<Vec<Cursor<'a>>> {
        let items = self.list()?;
        if items.len() != length {
            self.refuse(format!("{} items where {length} belong", items.len()));
            return None;
        }
        Some(items)
    }

    /// A whole number in a range.
    pub fn int(&self, range: RangeInclusive<i64>) -> Option<i64> {
        match self.datum.kind {
            Kind::Int(number) if range.contains(&number) => Some(number),
            _ => self.wanted(&format!("a whole number from {} to {}", range.start(), range.end())),
        }
    }

    /// A number, whole or not.
    pub fn number(&self) -> Option<f64> {
        match self.datum.kind {
            Kind::Int(number) => Some(number as f64),
            Kind::Float(number) => Some(number),
            _ => self.wanted("a number"),
        }
    }

    /// True or false.
    pub fn flag(&self) -> Option<bool> {
        match self.datum.kind {
            Kind::Flag(flag) => Some(flag),
            _ => self.wanted("true or false"),
        }
    }

    /// A text.
    pub fn text(&self) -> Option<&'a str> {
        match &self.datum.kind {
            Kind::Text(text) => Some(text),
            _ => self.wanted("a text"),
        }
    }

    /// The index of one of the words `known`.
    pub fn word<W: AsRef<str>>(&self, known: &[W]) -> Option<usize> {
        let found = match &self.datum.kind {
            Kind::Text(text) => known.iter().position(|word| word.as_ref() == text),
            _ => None,
        };
        found.or_else(|| {
            let words: Vec<_> = known.iter().map(AsRef::as_ref).collect();
            self.wanted(&format!("one of {}", words.join(", ")))
        })
    }
}

/// The fields of a table with known keys.
pub struct Fields<'a> {
    entries: Vec<(&'a str, Cursor<'a>)>,
    parent: Cursor<'a>,
}

impl<'a> Fields<'a> {
    /// The value of a key, or a reason that it is missing.
    pub fn get(&self, key: &str) -> Option<Cursor<'a>> {
        let found = self.optional(key);
        if found.is_none() {
            self.parent.refuse(format!("the key {key:?} is missing"));
        }
        found
    }

    /// The value of a key that may be left out.
    pub fn optional(&self, key: &str) -> Option<Cursor<'a>> {
        self.entries.iter().find(|(known, _)| *known == key).map(|(_, cursor)| cursor.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_found_with_key_and_line() {
        let text = "[a]\nsize = 9\nword = \"no\"\nodd = 1\n[b]\nlist = [1, \"x\"]\n";
        let datum = parse_toml(text).expect("the text is TOML");
        let reasons = Reasons::new();
        let root = Cursor::new(&datum, &reasons).table(&["a", "b"]).expect("the root is a table");
        let a = root.get("a").and_then(|a| a.table(&["size", "word", "more"])).expect("a is a table");
        assert_eq!(a.get("size").and_then(|size| size.int(1..=5)), None);
        assert_eq!(a.get("word").and_then(|word| word.word(&["yes"])), None);
        assert!(a.get("more").is_none());
        let b = root.get("b").and_then(|b| b.table(&["list"])).expect("b is a table");
        let numbers = b.get("list").and_then(|list| list.list()).expect("a list");
        assert_eq!(numbers.iter().map(|number| number.int(0..=9)).collect::<Vec<_>>(), [Some(1), None]);
        let found: Vec<String> = reasons.into_vec().iter().map(Reason::to_string).collect();
        assert_eq!(
            found,
            [
                "line 4: a.odd: unknown key; known here: size, word, more",
                "line 2: a.size: 9 is not a whole number from 1 to 5",
                "line 3: a.word: \"no\" is not one of yes",
                "line 1: a: the key \"more\" is missing",
                "line 6: b.list[1]: \"x\" is not a whole number from 0 to 9",
            ]
        );
    }

    #[test]
    fn json_that_would_lose_something_is_refused() {
        for text in ["{\"a\": 1, \"a\": 2}", "18446744073709551615", "{", "", &"[".repeat(1000)] {
            assert!(parse_json(text).is_err(), "{text}");
        }
        assert_eq!(parse_json("[null, 1.5]").map(|datum| datum.to_json().to_string()), Ok("[null,1.5]".into()));
    }
}
