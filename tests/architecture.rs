//! Who may know whom: the house rules of the source tree, checked on the sources themselves.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use meeple::games::DEFINITIONS;

// --- reading Rust ---

/// A token that matters for paths; everything else is dropped.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Sign(char),
}

/// The tokens of a Rust source. Comments go, and what stands between quotes becomes the word `"`.
fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut found, mut index) = (Vec::new(), 0);
    while index < chars.len() {
        match at(index) {
            '/' if at(index + 1) == '/' => {
                while index < chars.len() && at(index) != '\n' {
                    index += 1;
                }
            }
            '/' if at(index + 1) == '*' => {
                let mut depth = 0;
                loop {
                    match (at(index), at(index + 1)) {
                        ('/', '*') => (depth, index) = (depth + 1, index + 2),
                        ('*', '/') => (depth, index) = (depth - 1, index + 2),
                        _ => index += 1,
                    }
                    if depth == 0 || index >= chars.len() {
                        break;
                    }
                }
            }
            '"' => {
                index += 1;
                while index < chars.len() && at(index) != '"' {
                    index += if at(index) == '\\' { 2 } else { 1 };
                }
                index += 1;
                found.push(Token::Word("\"".into()));
            }
            // A character, as opposed to a lifetime.
            '\'' if at(index + 1) == '\\' || at(index + 2) == '\'' => {
                index += if at(index + 1) == '\\' { 3 } else { 2 };
                while index < chars.len() && at(index) != '\'' {
                    index += 1;
                }
                index += 1;
            }
            c if is_word(c) => {
                let start = index;
                while is_word(at(index)) {
                    index += 1;
                }
                let word: String = chars[start..index].iter().collect();
                let hashes = chars[index..].iter().take_while(|&&c| c == '#').count();
                if ["r", "br", "cr"].contains(&word.as_str()) && at(index + hashes) == '"' {
                    index += hashes + 1;
                    let closes = |index: usize| at(index) == '"' && (1..=hashes).all(|more| at(index + more) == '#');
                    while index < chars.len() && !closes(index) {
                        index += 1;
                    }
                    index += hashes + 1;
                    found.push(Token::Word("\"".into()));
                } else if word == "r" && hashes == 1 {
                    index += 1; // r#name is name
                } else {
                    found.push(Token::Word(word));
                }
            }
            c => {
                if !c.is_whitespace() {
                    found.push(Token::Sign(c));
                }
                index += 1;
            }
        }
    }
    found
}

/// Every path in a source that leads somewhere in this crate, from the root, and what would lead this reader astray.
struct Paths {
    /// Where the reader stands: the file's module, then inline modules, each with the depth of its braces.
    inside: Vec<(String, usize)>,
    found: BTreeSet<Vec<String>>,
    astray: Vec<String>,
}

impl Paths {
    fn of(module: &[&str], source: &str) -> Paths {
        let inside = module.iter().map(|name| ((*name).to_owned(), 0)).collect();
        let mut paths = Paths { inside, found: BTreeSet::new(), astray: Vec::new() };
        let tokens = tokens(source);
        let word = |index: usize| match tokens.get(index) {
            Some(Token::Word(word)) => word.as_str(),
            _ => "",
        };
        let sign = |index: usize, sign: char| tokens.get(index) == Some(&Token::Sign(sign));
        let (mut index, mut depth) = (0, 0);
        while index < tokens.len() {
            match &tokens[index] {
                Token::Sign('{') => depth += 1,
                Token::Sign('}') => {
                    paths.inside.retain(|&(_, opened)| opened == 0 || opened < depth);
                    depth = depth.saturating_sub(1);
                }
                Token::Word(name) if name == "mod" && sign(index + 2, '{') => {
                    depth += 1;
                    paths.inside.push((word(index + 1).to_owned(), depth));
                    index += 2;
                }
                Token::Word(name) if name == "extern" && word(index + 1) == "crate" => {
                    paths.astray.push("extern crate".into());
                }
                Token::Word(name) if name == "include" && sign(index + 1, '!') => paths.astray.push("include!".into()),
                Token::Word(name) if name == "path" && sign(index + 1, '=') && word(index + 2) == "\"" => {
                    paths.astray.push("#[path]".into());
                }
                Token::Word(name) if name == "use" => {
                    index = paths.tree(&tokens, index + 1, &[]);
                    continue;
                }
                Token::Word(_) => {
                    index = paths.tree(&tokens, index, &[]);
                    continue;
                }
                Token::Sign(_) => {}
            }
            index += 1;
        }
        paths
    }

    /// Reads `a::b`, `a::{b, c::d}` or `a::*` after a prefix; returns the index behind it.
    fn tree(&mut self, tokens: &[Token], mut index: usize, prefix: &[String]) -> usize {
        let mut path = prefix.to_vec();
        let joined = |index: usize| tokens.get(index..index + 2) == Some(&[Token::Sign(':'), Token::Sign(':')]);
        if path.is_empty() && joined(index) {
            index += 2; // ::a::b is a::b of another crate
        }
        loop {
            match tokens.get(index) {
                Some(Token::Word(word)) => {
                    path.push(word.clone());
                    index += 1;
                }
                Some(Token::Sign('*')) if !path.is_empty() => {
                    path.push("*".into());
                    index += 1;
                }
                Some(Token::Sign('{')) => {
                    index += 1;
                    while index < tokens.len() && tokens[index] != Token::Sign('}') {
                        index = self.tree(tokens, index, &path);
                        // `as name` and the comma
                        while index < tokens.len() && ![Token::Sign(','), Token::Sign('}')].contains(&tokens[index]) {
                            index += 1;
                        }
                        if tokens.get(index) == Some(&Token::Sign(',')) {
                            index += 1;
                        }
                    }
                    return index + 1;
                }
                // A turbofish or a qualified path: the path so far is what leads into this crate.
                _ => break,
            }
            if !joined(index) {
                break;
            }
            index += 2;
        }
        self.add(&path);
        index
    }

    /// Keeps a path that begins at the root or here.
    fn add(&mut self, path: &[String]) {
        let mut place: Vec<String> = self.inside.iter().map(|(name, _)| name.clone()).collect();
        match path.first().map(String::as_str) {
            Some("crate" | "meeple") => place.clear(),
            // `self` alone is a value.
            Some("self") if path.len() > 1 => {}
            Some("super") => {
                place.pop();
            }
            _ => return,
        }
        for name in &path[1..] {
            match name.as_str() {
                "super" => {
                    place.pop();
                }
                "self" => {}
                name => place.push(name.to_owned()),
            }
        }
        self.found.insert(place);
    }
}

/// What a source may not do, as sentences.
fn breaches(module: &[&str], source: &str) -> Vec<String> {
    let paths = Paths::of(module, source);
    let may = |path: &[String]| {
        let (layer, folder) = (path.first().map(String::as_str), path.get(1).map(String::as_str));
        match module {
            [] => true,
            ["games"] => matches!(layer, Some("core" | "games")),
            ["games", game, ..] => layer == Some("core") || layer == Some("games") && folder == Some(game),
            [own, ..] => layer == Some("core") || layer == Some(own),
        }
    };
    let place = module.join("::");
    let forbidden = paths.found.iter().filter(|path| !may(path));
    let mut all: Vec<String> = forbidden.map(|path| format!("{place} knows crate::{}", path.join("::"))).collect();
    all.extend(paths.astray.iter().map(|what| format!("{place} uses {what}")));
    let python = |token: &Token| matches!(token, Token::Word(word) if ["pyo3", "numpy"].contains(&word.as_str()));
    if tokens(source).iter().any(python) {
        all.push(format!("{place} knows Python"));
    }
    all
}

// --- reading Python ---

/// What an adapter imports that is not public: private modules and private names of `meeple`.
fn private_imports(source: &str) -> Vec<String> {
    let code: Vec<&str> = source.lines().map(|line| line.split('#').next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let is_private = |name: &str| name.starts_with('_') && !name.starts_with("__");
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| c.is_whitespace() || "(),;".contains(c)).map(str::to_owned).collect()
    };
    let (mut found, mut rest) = (Vec::new(), code.trim_start());
    while !rest.is_empty() {
        let mut end = rest.find('\n').unwrap_or(rest.len());
        if rest.starts_with("from ") && rest[..end].contains('(') {
            end = rest.find(')').unwrap_or(rest.len()); // an import in brackets runs over several lines
        }
        let statement = &rest[..end];
        let private = match words(statement).as_slice() {
            [from, module, import, names @ ..] if from == "from" && import == "import" => {
                let ours = module.starts_with('.') || module.split('.').next() == Some("meeple");
                ours && module.split('.').chain(names.iter().map(String::as_str)).any(is_private)
            }
            _ => statement.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == "_core"),
        };
        if private {
            found.push(statement.to_owned());
        }
        rest = rest[end..].trim_start();
    }
    found
}

// --- the tree ---

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = listed.map(|entry| entry.expect("an entry that can be read").path()).collect();
    paths.sort();
    paths
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let of = |path: PathBuf| match path.is_dir() {
        true => files(&path, extension),
        false => Vec::from_iter(path.extension().is_some_and(|found| found == extension).then_some(path)),
    };
    entries(folder).into_iter().flat_map(of).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The module of a file under `rust/`.
fn module_of(file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(root().join("rust")).expect("a file under rust/").with_extension("");
    let names = inside.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod" && name != "lib").collect()
}

fn game_folders() -> Vec<PathBuf> {
    entries(&root().join("rust/games")).into_iter().filter(|path| path.is_dir()).collect()
}

#[test]
fn each_layer_knows_only_the_layers_below_it() {
    let sources = files(&root().join("rust"), "rs");
    let engine = sources.iter().filter(|path| !path.starts_with(root().join("rust/py")));
    let mut found = Vec::new();
    let mut paths_seen = 0;
    for file in engine {
        let (module, source) = (module_of(file), read(file));
        let module: Vec<&str> = module.iter().map(String::as_str).collect();
        found.extend(breaches(&module, &source));
        paths_seen += Paths::of(&module, &source).found.len();
    }
    assert!(found.is_empty(), "forbidden:\n{}", found.join("\n"));
    assert!(paths_seen > 100, "only {paths_seen} paths were found in the whole engine: the reader is blind");
}

#[test]
fn the_reader_follows_every_way_to_name_a_module() {
    let paths = |source: &str| -> Vec<String> {
        let found = Paths::of(&["games", "a", "view"], source).found;
        found.iter().map(|path| path.join("::")).collect()
    };
    assert_eq!(
        paths("use crate::core::{Game, data::{self, Cursor}};"),
        ["core::Game", "core::data", "core::data::Cursor"]
    );
    assert_eq!(paths("use super::state::State; // use crate::games::b\n"), ["games::a::state::State"]);
    assert_eq!(paths("/* /* */ use crate::x; */ fn f() { super::super::b::g::<u8>() }"), ["games::b::g"]);
    assert_eq!(
        paths("const A: &str = r#\"\" use crate::x;\"#; const B: char = '\"'; type T<'a> = self::U<'a>;"),
        ["games::a::view::U"]
    );
    assert_eq!(
        paths("mod tests { use super::*; mod more { use super::super::x; } } use super::y;"),
        ["games::a::view::*", "games::a::view::x", "games::a::y"]
    );
    assert_eq!(paths("macro_rules! m { () => { $crate::games::b::X } }"), ["games::b::X"]);
    assert_eq!(paths("use crate::{core as c, games::b as d};"), ["core", "games::b"]);
}

#[test]
fn the_checker_finds_what_is_forbidden() {
    let bad: [(&[&str], &str); 14] = [
        (&["core", "game"], "use crate::games::kuhn_poker::State;"),
        (&["core", "game"], "fn f() { crate::batch::run() }"),
        (&["core"], "use super::games;"),
        (&["games", "a"], "use crate::games::b::State;"),
        (&["games", "a", "view"], "use super::super::b::State;"),
        (&["games", "a", "view"], "use crate::games::DEFINITIONS;"),
        (&["games", "a", "view"], "use crate::{core::Game, games::{a::State, b}};"),
        (&["games", "a", "view"], "mod tests { use crate::batch::playout; }"),
        (&["games", "a", "view"], "use crate as everything;"),
        (&["games"], "use crate::search::Mcts;"),
        (&["batch", "pool"], "use crate::search::Mcts;"),
        (&["search"], "let x: meeple::batch::Playouts;"),
        (&["search"], "#[path = \"../batch/mod.rs\"] mod b;"),
        (&["batch"], "use pyo3::prelude::*;"),
    ];
    for (module, source) in bad {
        assert_eq!(breaches(module, source).len(), 1, "{source} in {}", module.join("::"));
    }
    let good: [(&[&str], &str); 4] = [
        (&["games", "a", "view"], "use crate::core::Game; use super::state::{self, State}; use crate::games::a::X;"),
        (&["games"], "pub mod a; use crate::core::load as load_game; type T = a::A;"),
        (&["batch", "playouts"], "use super::pool::run; use crate::core::Rng; // crate::games\n"),
        (&["search"], "const WORD: &str = \"crate::batch pyo3\";"),
    ];
    for (module, source) in good {
        assert_eq!(breaches(module, source), [""; 0], "{source}");
    }
}

#[test]
fn the_engine_is_safe_rust_without_python() {
    let lib = read(&root().join("rust/lib.rs"));
    assert!(lib.lines().any(|line| line == "#![forbid(unsafe_code)]"));
    let manifest = read(&root().join("Cargo.toml"));
    let named = |name: &str| manifest.lines().any(|line| line.split(['=', '.']).next().map(str::trim) == Some(name));
    assert!(!named("pyo3") && !named("numpy") && named("serde"));
}

#[test]
fn every_game_folder_has_the_same_file_names() {
    const MAY: [&str; 12] = [
        "mod",
        "components",
        "state",
        "action",
        "legal",
        "apply",
        "score",
        "setup",
        "chance",
        "policy",
        "view",
        "notation",
    ];
    const MUST: [&str; 8] = ["mod", "state", "action", "legal", "apply", "score", "view", "notation"];
    for folder in game_folders() {
        let found: Vec<String> = entries(&folder).iter().map(|path| stem(path)).collect();
        let odd: Vec<&String> = found.iter().filter(|name| !MAY.contains(&name.as_str())).collect();
        let missing: Vec<&&str> = MUST.iter().filter(|name| !found.iter().any(|found| found == *name)).collect();
        assert!(odd.is_empty() && missing.is_empty(), "{}: odd {odd:?}, missing {missing:?}", folder.display());
    }
}

#[test]
fn every_game_is_complete() {
    let folders: BTreeSet<String> = game_folders().iter().map(|folder| stem(folder)).collect();
    let table: BTreeSet<String> = DEFINITIONS.iter().map(|definition| definition.name.to_owned()).collect();
    assert_eq!(folders, table, "the folders and the table of games differ");
    let mut missing = Vec::new();
    for definition in DEFINITIONS {
        let name = definition.name;
        let mut needed = vec![
            format!("seeds/{name}/rules.md"),
            format!("seeds/{name}/examples"),
            format!("seeds/{name}/perft.toml"),
            format!("tests/reference/{name}.py"),
            format!("python/meeple/drawing/{name}.py"),
            format!("docs/games/{name}.md"),
        ];
        if definition.components.is_some() {
            needed.push(format!("seeds/{name}/components.toml"));
        }
        missing.extend(needed.into_iter().filter(|path| !root().join(path).exists()));
    }
    assert!(missing.is_empty(), "missing:\n{}", missing.join("\n"));
}

#[test]
fn adapters_use_the_public_python_alone() {
    const ADAPTERS: [&str; 4] = ["gymnasium", "pettingzoo", "openspiel", "dask"];
    let is_adapter = |path: &PathBuf| {
        path.iter().any(|part| ADAPTERS.iter().any(|adapter| part.to_string_lossy().contains(adapter)))
    };
    let package = root().join("python/meeple");
    let inside = |path: &PathBuf| path.strip_prefix(&package).map(Path::to_path_buf).unwrap_or_default();
    for file in files(&package, "py").into_iter().filter(|file| is_adapter(&inside(file))) {
        assert_eq!(private_imports(&read(&file)), [""; 0], "{}", file.display());
    }
}

#[test]
fn the_python_checker_finds_private_imports() {
    for source in [
        "from meeple._core import State",
        "from ._core import State",
        "from meeple import (\n    Game,\n    _core,  # fast\n)",
        "from . import _core",
        "from .._core import load as l",
        "import meeple._core as core",
        "    import numpy, meeple._core",
        "x = meeple._core.State",
        "m = importlib.import_module(\"meeple._core\")",
    ] {
        assert_eq!(private_imports(&format!("import os\n{source}\n")).len(), 1, "{source}");
    }
    let good = "from __future__ import annotations\nimport meeple # not meeple._core\nfrom meeple import Game, (\nState)\nfrom x._y import z\n";
    assert_eq!(private_imports(good), [""; 0]);
}
