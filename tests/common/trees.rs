//! The trees of `seeds/<game>/perft.toml`, counted by the plain Python twins.

use std::path::PathBuf;
use std::sync::Arc;

use meeple::core::{AnyPosition, Datum, DatumKind, Perft, parse_json};
use meeple::games::load;
use serde::Deserialize;

/// A position and what there is below it.
pub struct Tree {
    /// The game and the entry.
    pub name: String,
    pub position: Box<dyn AnyPosition>,
    pub depth: u32,
    pub counts: Perft,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    perft: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    seats: i64,
    #[serde(default)]
    options: serde_json::Map<String, serde_json::Value>,
    position: Option<String>,
    counts: Vec<Counts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    depth: u32,
    leaves: u64,
    decisions: u64,
    chance: u64,
    terminals: u64,
}

/// Every tree of a game.
pub fn trees(game: &str) -> Vec<Tree> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("seeds").join(game).join("perft.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    file.perft.into_iter().flat_map(|entry| trees_of(game, entry)).collect()
}

fn trees_of(game: &str, entry: Entry) -> impl Iterator<Item = Tree> {
    let name = format!("{game}, {}", entry.id);
    let options: Datum = match entry.options.is_empty() {
        true => DatumKind::Table(Vec::new()).into(),
        false => parse_json(&serde_json::Value::Object(entry.options).to_string()).expect("options are plain data"),
    };
    let game = load(game, Some(entry.seats), &options, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    let position = match &entry.position {
        None => game.start(),
        Some(json) => Arc::clone(&game).position(json).unwrap_or_else(|error| panic!("{name}: {error}")),
    };
    entry.counts.into_iter().map(move |Counts { depth, leaves, decisions, chance, terminals }| Tree {
        name: name.clone(),
        position: position.duplicate(),
        depth,
        counts: Perft { leaves, decisions, chance, terminals },
    })
}
