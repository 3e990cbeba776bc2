//! What is in the box, as data: a components file, its marks and its digest.

use sha2::{Digest, Sha256};

use super::data::{Cursor, Datum, Kind, Reason, Reasons, parse_toml};
use super::error::{Error, ErrorKind};

/// Whether a value stands in a source or had to be reconstructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A source states it.
    Attested,
    /// Nobody found it; the value is consistent with what is known.
    Reconstructed,
}

impl Mark {
    const ALL: [Mark; 2] = [Mark::Attested, Mark::Reconstructed];

    /// The word used in components files.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Attested => "attested",
            Mark::Reconstructed => "reconstructed",
        }
    }
}

/// A components file that was read: its text, its marks, and the digest of its values.
#[derive(Clone, Debug)]
pub struct Components {
    text: String,
    marks: Vec<(String, Mark)>,
    digest: String,
}

impl Components {
    /// Reads a components file and hands its values to `build`; every reason to refuse the file comes back at once.
    pub fn read<T>(
        game: &str,
        text: &str,
        build: impl FnOnce(&Cursor<'_>) -> Option<T>,
    ) -> Result<(Components, T), Error> {
        let refused = |reasons| Error::refused(ErrorKind::Components, format!("the components of {game}"), reasons);
        let mut values = parse_toml(text).map_err(refused)?;
        let reasons = Reasons::new();
        let mut marks = Vec::new();
        take_marks(&mut values, "", &mut marks, &reasons);
        let built = build(&Cursor::new(&values, &reasons));
        match (built, reasons.is_empty()) {
            (Some(built), true) => {
                let digest = format!("sha256:{}", hex(&Sha256::digest(values.to_json().to_string())));
                Ok((Components { text: text.to_owned(), marks, digest }, built))
            }
            _ => Err(refused(reasons.into_vec())),
        }
    }

    /// The file as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Every value's key, as a path, and its mark.
    pub fn marks(&self) -> &[(String, Mark)] {
        &self.marks
    }

    /// `sha256:` and the hash of the values: comments, layout and marks do not count.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Takes the lists `attested` and `reconstructed` out of every table and checks that they name each of its values once.
fn take_marks(datum: &mut Datum, path: &str, marks: &mut Vec<(String, Mark)>, reasons: &Reasons) {
    let line = datum.line;
    let Kind::Table(entries) = &mut datum.kind else { return };
    let refuse = |line: Option<usize>, message: String| reasons.push(Reason { path: path.to_owned(), line, message });
    let mut marked: Vec<(String, Mark)> = Vec::new();
    for mark in Mark::ALL {
        let Some(index) = entries.iter().position(|(key, _)| key == mark.word()) else { continue };
        let (_, list) = entries.remove(index);
        let Kind::List(names) = list.kind else {
            refuse(list.line, format!("{:?} is not a list of keys", mark.word()));
            continue;
        };
        for name in names {
            match name.kind {
                Kind::Text(key) if entries.iter().any(|(known, _)| *known == key) => marked.push((key, mark)),
                other => {
                    let shown = Datum::from(other).to_json();
                    refuse(name.line, format!("{:?} names {shown}, which is no key of this table", mark.word()));
                }
            }
        }
    }
    for (key, value) in entries {
        let child = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        if matches!(value.kind, Kind::Table(_)) {
            take_marks(value, &child, marks, reasons);
            continue;
        }
        let mut own = marked.iter().filter(|(name, _)| name == key);
        match (own.next(), own.next()) {
            (Some((_, mark)), None) => marks.push((child, *mark)),
            (None, _) => refuse(value.line.or(line), format!("{key:?} is marked neither attested nor reconstructed")),
            _ => refuse(value.line.or(line), format!("{key:?} is marked more than once")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Components, Error> {
        Components::read("a_game", text, |_| Some(())).map(|(components, ())| components)
    }

    #[test]
    fn the_digest_is_of_the_values_alone() {
        let plain = read("[a]\nb = 1\nattested = [\"b\"]\n").expect("a sound file");
        let other = read("# a comment\n[a]\nb    = 1\nreconstructed = [\"b\"]\n").expect("a sound file");
        let changed = read("[a]\nb = 2\nattested = [\"b\"]\n").expect("a sound file");
        assert_eq!(plain.digest(), other.digest());
        assert_ne!(plain.digest(), changed.digest());
        assert_eq!(plain.marks(), [("a.b".to_owned(), Mark::Attested)]);
    }

    #[test]
    fn unmarked_doubly_marked_and_misspelt_keys_are_all_reported() {
        let error =
            read("[a]\nb = 1\nc = 2\nattested = [\"c\", \"d\"]\nreconstructed = [\"c\"]\n").expect_err("bad marks");
        let found: Vec<String> = error.reasons.iter().map(Reason::to_string).collect();
        assert_eq!(
            found,
            [
                "line 4: a: \"attested\" names \"d\", which is no key of this table",
                "line 2: a: \"b\" is marked neither attested nor reconstructed",
                "line 3: a: \"c\" is marked more than once",
            ]
        );
    }
}
