//! Ids, their structured twins and their words: the three forms of an action or an outcome, converting both ways.

use std::collections::HashMap;
use std::fmt;

use serde_json::json;

/// The value of a field of an action or outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, such as a column.
    Int(i64),
    /// A word, such as an animal.
    Word(String),
    /// Several values, such as the two dice of a pair.
    List(Vec<Value>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Value::Word(word.to_owned())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(number) => write!(f, "{number}"),
            Value::Word(word) => f.write_str(word),
            Value::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
        }
    }
}

impl Value {
    fn to_json(&self) -> serde_json::Value {
        match self {
            Value::Int(number) => json!(number),
            Value::Word(word) => json!(word),
            Value::List(items) => items.iter().map(Value::to_json).collect(),
        }
    }
}

/// One kind of decision or chance event, with a range of ids of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VocabularyKind {
    /// Its name.
    pub name: &'static str,
    /// The names of its fields.
    pub fields: &'static [&'static str],
    /// Its first id.
    pub first: u16,
    /// How many ids it has.
    pub count: u16,
}

/// All ids of a game's actions, or of its chance outcomes.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    kinds: Vec<VocabularyKind>,
    rows: Vec<Vec<Value>>,
    texts: Vec<String>,
    ids: HashMap<String, u16>,
}

impl Vocabulary {
    /// No ids.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a kind after the others: one id for each row of field values, in this order.
    pub fn kind(
        mut self,
        name: &'static str,
        fields: &'static [&'static str],
        rows: impl IntoIterator<Item = Vec<Value>>,
    ) -> Self {
        let first = self.rows.len();
        for row in rows {
            debug_assert_eq!(row.len(), fields.len(), "{name} has a row that does not match its fields");
            let words: Vec<String> = std::iter::once(name.to_owned()).chain(row.iter().map(Value::to_string)).collect();
            let text = words.join(" ");
            let known = self.ids.insert(text.clone(), self.rows.len() as u16);
            debug_assert_eq!(known, None, "two ids would read {text:?}");
            self.texts.push(text);
            self.rows.push(row);
        }
        debug_assert!(self.rows.len() <= usize::from(u16::MAX), "more ids than 16 bits can tell apart");
        let count = (self.rows.len() - first) as u16;
        self.kinds.push(VocabularyKind { name, fields, first: first as u16, count });
        self
    }

    /// How many ids there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no id.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The kinds in the order of their ids.
    pub fn kinds(&self) -> &[VocabularyKind] {
        &self.kinds
    }

    /// The kind of an id below [`Vocabulary::len`].
    pub fn kind_of(&self, id: u16) -> &VocabularyKind {
        let after = self.kinds.partition_point(|kind| kind.first <= id);
        // Kinds without ids share their first id with the next kind: the last that starts here is the one.
        &self.kinds[after - 1]
    }

    /// The words of an id, such as `take lion 4`; `None` for ids that do not exist.
    pub fn text(&self, id: u16) -> Option<&str> {
        self.texts.get(usize::from(id)).map(String::as_str)
    }

    /// The structured form of an id, such as `{"kind": "take", "animal": "lion", "column": 4}`.
    pub fn describe(&self, id: u16) -> Option<serde_json::Value> {
        let row = self.rows.get(usize::from(id))?;
        let kind = self.kind_of(id);
        let fields = kind.fields.iter().zip(row).map(|(name, value)| ((*name).to_owned(), value.to_json()));
        let all = std::iter::once(("kind".to_owned(), json!(kind.name))).chain(fields);
        Some(serde_json::Value::Object(all.collect()))
    }

    /// The id of words, with any white space between them; otherwise what would be valid.
    pub fn parse(&self, text: &str) -> Result<u16, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if let Some(&id) = self.ids.get(&words.join(" ")) {
            return Ok(id);
        }
        Err(self.explain(words.first().copied().unwrap_or_default(), &format!("{text:?}")))
    }

    /// The id of a structured form, with its keys in any order; otherwise what would be valid.
    pub fn encode(&self, described: &serde_json::Value) -> Result<u16, String> {
        let name = described.get("kind").and_then(serde_json::Value::as_str).unwrap_or_default();
        let kinds = self.kinds.iter().filter(|kind| kind.name == name);
        for id in kinds.flat_map(|kind| kind.first..kind.first + kind.count) {
            if self.describe(id).as_ref() == Some(described) {
                return Ok(id);
            }
        }
        Err(self.explain(name, &described.to_string()))
    }

    fn explain(&self, name: &str, given: &str) -> String {
        if self.is_empty() {
            return format!("{given} names nothing: this game has none");
        }
        let form = |kind: &VocabularyKind| {
            let fields: Vec<String> = kind.fields.iter().map(|field| format!(" <{field}>")).collect();
            let example = &self.texts[usize::from(kind.first)];
            if fields.is_empty() {
                example.clone()
            } else {
                format!("{}{} as in {example:?}", kind.name, fields.concat())
            }
        };
        let with_ids = self.kinds.iter().filter(|kind| kind.count > 0);
        let mut forms: Vec<String> = with_ids.clone().filter(|kind| kind.name == name).map(form).collect();
        if forms.is_empty() {
            forms = with_ids.map(form).collect();
        }
        format!("{given} is not known; valid are: {}", forms.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> Vocabulary {
        let pair = |a: &str, b: &str| vec![Value::List(vec![a.into(), b.into()])];
        Vocabulary::new()
            .kind("keep", &["dice"], [pair("white:bot", "black:red"), pair("black:red", "black:red")])
            .kind("none", &["x"], [])
            .kind("take", &["animal", "column"], (0..2).map(|column| vec!["lion".into(), column.into()]))
            .kind("stop", &[], [vec![]])
    }

    #[test]
    fn the_three_forms_convert_both_ways() {
        let vocabulary = vocabulary();
        assert_eq!(vocabulary.len(), 5);
        for id in 0..5 {
            let text = vocabulary.text(id).expect("the id exists");
            assert_eq!(vocabulary.parse(&text.replace(' ', "  ")), Ok(id));
            assert_eq!(vocabulary.encode(&vocabulary.describe(id).expect("the id exists")), Ok(id));
        }
        assert_eq!(
            vocabulary.describe(3).map(|d| d.to_string()),
            Some(r#"{"kind":"take","animal":"lion","column":1}"#.into())
        );
        assert_eq!(vocabulary.text(0), Some("keep white:bot,black:red"));
        assert_eq!(vocabulary.text(5), None);
    }

    #[test]
    fn unknown_words_are_answered_with_what_is_valid() {
        let error = vocabulary().parse("take zebra 1").expect_err("no zebra here");
        assert_eq!(error, r#""take zebra 1" is not known; valid are: take <animal> <column> as in "take lion 0""#);
        assert!(vocabulary().parse("fly").expect_err("no such kind").contains("stop"));
    }
}
