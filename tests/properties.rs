//! Nothing that comes from outside can bring the engine down: bytes, JSON, TOML, ids, and positions and records that were
//! tampered with end in a typed error or in a value that holds.

mod common;

use std::sync::{Arc, LazyLock};

use common::every_setup;
use meeple::core::{AnyGame, AnyPosition, Error, ErrorKind, Node, Policy, Record, Rng};
use meeple::games::load;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value as Json, json};

static SETUPS: LazyLock<Vec<(String, Arc<dyn AnyGame>)>> = LazyLock::new(every_setup);

/// A game in one of its set-ups, shown by its label.
struct Setup(&'static (String, Arc<dyn AnyGame>));

impl std::fmt::Debug for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.0)
    }
}

fn setup() -> impl Strategy<Value = Setup> {
    any::<Index>().prop_map(|index| Setup(index.get(&SETUPS)))
}

/// Any JSON, with the words and keys of the games among its texts so that it gets past the first checks.
fn any_json() -> impl Strategy<Value = Json> {
    let word = prop_oneof![
        "[a-z_]{0,8}",
        prop::sample::select(vec![
            "phase",
            "seat",
            "row",
            "deck",
            "reserves",
            "landscape",
            "columns",
            "graveyard",
            "cards",
            "bets",
            "lion",
            "zebra",
            "x",
            "o",
            "pick",
            "over",
            "D1-A",
            "hidden",
            "jack",
            "pass",
            "moves",
            "result",
            "version",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        (-3i64..100).prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        word.clone().prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 48, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Json::from),
            prop::collection::vec((word.clone(), inner), 0..8)
                .prop_map(|entries| Json::Object(entries.into_iter().collect())),
        ]
    })
}

// --- tampering ---

/// One change of a JSON value, at a place that the index picks.
#[derive(Clone, Debug)]
enum Change {
    /// Takes an item or key out.
    Remove(Index),
    /// Puts another value in.
    Replace(Index, Json),
    /// Puts in the value that stands elsewhere.
    CopyFrom(Index, Index),
    /// Exchanges two values.
    Swap(Index, Index),
    /// Repeats an item of a list, or adds a key to a table.
    Add(Index, String),
    /// Moves a number a little.
    Nudge(Index, i64),
}

fn change() -> impl Strategy<Value = Change> {
    let any = any::<Index>;
    prop_oneof![
        any().prop_map(Change::Remove),
        (any(), any_json()).prop_map(|(at, value)| Change::Replace(at, value)),
        (any(), any()).prop_map(|(at, from)| Change::CopyFrom(at, from)),
        (any(), any()).prop_map(|(one, other)| Change::Swap(one, other)),
        (any(), "[a-z]{1,4}").prop_map(|(at, key)| Change::Add(at, key)),
        (any(), -2i64..=2).prop_map(|(at, by)| Change::Nudge(at, by)),
    ]
}

/// The pointers to every value below the root.
fn places(value: &Json, here: &str, all: &mut Vec<String>) {
    let children: Vec<(String, &Json)> = match value {
        Json::Array(items) => items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect(),
        Json::Object(entries) => {
            entries.iter().map(|(key, item)| (key.replace('~', "~0").replace('/', "~1"), item)).collect()
        }
        _ => Vec::new(),
    };
    for (step, child) in children {
        let place = format!("{here}/{step}");
        places(child, &place, all);
        all.push(place);
    }
}

fn tamper(root: &mut Json, change: &Change) {
    let mut all = Vec::new();
    places(root, "", &mut all);
    if all.is_empty() {
        return;
    }
    let place = |index: &Index| all[index.index(all.len())].as_str();
    let value_at = |root: &Json, index: &Index| root.pointer(place(index)).cloned().unwrap_or_default();
    let put = |root: &mut Json, index: &Index, value: Json| {
        if let Some(slot) = root.pointer_mut(place(index)) {
            *slot = value;
        }
    };
    match change {
        Change::Replace(at, value) => put(root, at, value.clone()),
        Change::CopyFrom(at, from) => {
            let value = value_at(root, from);
            put(root, at, value);
        }
        Change::Swap(one, other) => {
            let (first, second) = (value_at(root, one), value_at(root, other));
            put(root, one, second);
            put(root, other, first);
        }
        Change::Nudge(at, by) => {
            if let Some(number) = value_at(root, at).as_i64() {
                put(root, at, number.saturating_add(*by).into());
            }
        }
        Change::Remove(at) | Change::Add(at, _) => {
            let (parent, step) = place(at).rsplit_once('/').unwrap_or(("", ""));
            match (root.pointer_mut(parent), change) {
                (Some(Json::Array(items)), Change::Remove(_)) => {
                    drop(step.parse().map(|index: usize| items.remove(index)))
                }
                (Some(Json::Array(items)), _) => {
                    let item = step.parse().ok().and_then(|index: usize| items.get(index).cloned());
                    items.extend(item);
                }
                (Some(Json::Object(entries)), Change::Remove(_)) => drop(entries.shift_remove(step)),
                (Some(Json::Object(entries)), Change::Add(_, key)) => drop(entries.insert(key.clone(), json!(1))),
                _ => {}
            }
        }
    }
}

// --- what must hold ---

/// An error says what kind it is, something about it, and every reason it found.
fn sound(error: &Error, kind: ErrorKind) {
    assert_eq!(error.kind, kind, "{error}");
    assert!(
        !error.message.is_empty() && !error.message.contains("panicked") && !error.message.contains("rust/"),
        "{error}"
    );
    let names_all = error.reasons.iter().all(|reason| error.message.contains(&reason.to_string()));
    assert!(names_all && !error.reasons.is_empty(), "{error}");
}

/// Plays to the end at random within the bound; African Park keeps its cards.
fn plays_to_its_end(position: &dyn AnyPosition, rng: &mut Rng) {
    let game = position.game();
    let (facts, before) = (game.facts(), cards(&position.json(None)));
    let mut position = position.duplicate();
    for ply in 0.. {
        assert!(ply <= facts.max_game_length, "still going after {ply} plies");
        let id = match position.node() {
            Node::Terminal => break,
            Node::Decision(_) => position.choose([Policy::Uniform, Policy::Heuristic][ply as usize % 2], rng),
            Node::Chance => {
                let mut possible = Vec::new();
                position.for_each_outcome(&mut |id, _| possible.push(id));
                Some(possible[rng.below(possible.len() as u64) as usize])
            }
        };
        let id = id.expect("a decision has a choice");
        position.apply(id.into()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(cards(&position.json(None)), before, "cards came or went");
        for seat in 0..game.setup().seats {
            let mut out = vec![0.0; facts.observation.size()];
            position.observe(seat, Default::default(), &mut out);
            assert!(position.resample(seat, rng).node() == position.node());
        }
    }
    let returns = position.returns();
    assert!(returns.iter().all(|value| (facts.min_return..=facts.max_return).contains(value)), "{returns:?}");
}

/// How often each animal lies anywhere in a position of African Park; empty for other games.
fn cards(json: &Json) -> Map<String, Json> {
    let mut counts = Map::new();
    let Json::Object(deck) = &json["deck"] else { return counts };
    let mut add = |animal: &str, more: u64| {
        let count = counts.get(animal).and_then(Json::as_u64).unwrap_or(0) + more;
        counts.insert(animal.to_owned(), count.into());
    };
    deck.iter().for_each(|(animal, count)| add(animal, count.as_u64().expect("a count")));
    let mut lists = vec![&json["row"]];
    for reserve in json["reserves"].as_array().expect("reserves") {
        lists.push(&reserve["graveyard"]);
        lists.extend(reserve["columns"].as_array().expect("columns"));
    }
    for animal in lists.into_iter().flat_map(|list| list.as_array().expect("a list of animals")) {
        add(animal.as_str().expect("an animal"), 1);
    }
    counts
}

/// A position some plies into a random game.
fn met(game: &Arc<dyn AnyGame>, seed: u64, plies: usize) -> (Box<dyn AnyPosition>, Vec<i128>) {
    let (mut position, mut rng) = (Arc::clone(game).start(), Rng::new(seed));
    let mut ids = Vec::new();
    for _ in 0..plies {
        let id = match position.node() {
            Node::Terminal => break,
            Node::Decision(_) => position.choose(Policy::Uniform, &mut rng),
            Node::Chance => {
                let mut possible = Vec::new();
                position.for_each_outcome(&mut |id, _| possible.push(id));
                Some(possible[rng.below(possible.len() as u64) as usize])
            }
        };
        ids.extend(id.map(i128::from));
        position.apply(ids[ids.len() - 1]).expect("a legal step");
    }
    (position, ids)
}

fn reads_or_refuses(game: &Arc<dyn AnyGame>, text: &str, rng: &mut Rng) {
    match Arc::clone(game).position(text) {
        Err(error) => sound(&error, ErrorKind::Position),
        Ok(position) => {
            // What was accepted is a position like any other.
            let again = Arc::clone(game).position(&position.json(None).to_string());
            assert!(again.is_ok_and(|again| again.same(position.as_ref())));
            assert_eq!(cards(&position.json(None)), cards(&Arc::clone(game).start().json(None)), "{text}");
            plays_to_its_end(position.as_ref(), rng);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_position_a_record_and_components_or_a_typed_error(
        Setup((_, game)) in setup(),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let text = String::from_utf8_lossy(&bytes);
        reads_or_refuses(game, &text, &mut Rng::new(0));
        if let Err(error) = Record::from_line(&text) {
            sound(&error, ErrorKind::Record);
        }
        if let Err(error) = load("african_park", None, &common::options(Vec::new()), Some(&text)) {
            sound(&error, ErrorKind::Components);
        }
    }

    #[test]
    fn any_json_is_a_position_and_a_record_or_a_typed_error(Setup((_, game)) in setup(), value in any_json()) {
        let text = value.to_string();
        reads_or_refuses(game, &text, &mut Rng::new(0));
        if let Err(error) = Record::from_line(&text) {
            sound(&error, ErrorKind::Record);
        }
    }

    #[test]
    fn a_position_tampered_with_is_refused_or_plays_to_its_end(
        Setup((_, game)) in setup(),
        seed in any::<u64>(),
        plies in 0usize..90,
        changes in prop::collection::vec(change(), 1..4),
        forget_the_deck in any::<bool>(),
    ) {
        let mut json = met(game, seed, plies).0.json(None);
        for change in &changes {
            tamper(&mut json, change);
        }
        if let (true, Some(entries)) = (forget_the_deck, json.as_object_mut()) {
            entries.shift_remove("deck");
        }
        reads_or_refuses(game, &json.to_string(), &mut Rng::new(seed));
    }

    #[test]
    fn a_record_survives_its_line_and_one_tampered_with_is_refused_or_replays(
        Setup((_, game)) in setup(),
        seed in 0..=i64::MAX as u64,
        from in 0usize..20,
        plies in 0usize..90,
        changes in prop::collection::vec(change(), 1..3),
    ) {
        let (start, _) = met(game, seed, from);
        let (_, ids) = met(game, seed, from + plies);
        let agents = vec!["a seat".to_owned()];
        let record = Record::of_ids(start.as_ref(), ids.into_iter().skip(from), Some(seed), agents).expect("legal moves");
        let read = Record::from_line(&record.to_line()).unwrap_or_else(|error| panic!("{error}\n{}", record.to_line()));
        prop_assert_eq!(&read, &record);
        let replayed = read.replay(game).unwrap_or_else(|error| panic!("{error}"));
        prop_assert_eq!(replayed.len(), record.moves.len() + 1);
        for seat in 0..game.setup().seats {
            prop_assert_eq!(read.moves_seen_by(game, seat).map(|seen| seen.len()).ok(), Some(record.moves.len()));
        }

        let mut line: Json = serde_json::from_str(&record.to_line()).expect("a line is JSON");
        for change in &changes {
            tamper(&mut line, change);
        }
        match Record::from_line(&line.to_string()) {
            Err(error) => sound(&error, ErrorKind::Record),
            Ok(tampered) => match tampered.replay(game) {
                Err(error) => {
                    prop_assert_eq!(error.kind, ErrorKind::Record);
                    prop_assert!(!error.message.contains("panicked"));
                }
                // What replays is a game that can be played: playing it again records the same.
                Ok(positions) => {
                    let ids = tampered.moves.iter().map(|step| i128::from(step.id));
                    let truth = Record::of_ids(positions[0].as_ref(), ids, tampered.seed, tampered.agents.clone());
                    let truth = truth.unwrap_or_else(|error| panic!("{error}"));
                    prop_assert_eq!(Record { start: tampered.start.clone(), ..truth }, tampered);
                }
            },
        }
    }

    #[test]
    fn a_seed_that_no_record_can_hold_is_refused(Setup((_, game)) in setup(), seed in 1u64 << 63..) {
        let start = Arc::clone(game).start();
        let error = Record::of_ids(start.as_ref(), [], Some(seed), Vec::new()).err();
        prop_assert_eq!(error.map(|error| error.kind), Some(ErrorKind::Option));
    }

    #[test]
    fn ids_of_any_size_are_applied_or_refused(Setup((_, game)) in setup(), seed in any::<u64>(), plies in 0usize..90, id in any::<i128>(), small in -3i128..100) {
        let (position, _) = met(game, seed, plies);
        for id in [id, small, id % (1 << 17), id << 16, i128::MIN, i128::MAX] {
            match position.applied(id) {
                Err(error) => prop_assert_eq!(error.kind, ErrorKind::IllegalAction),
                Ok(next) => prop_assert!(!next.same(position.as_ref())),
            }
        }
    }

    #[test]
    fn components_tampered_with_are_refused_or_make_a_game(
        seats in 2i64..=4,
        cuts in prop::collection::vec((any::<Index>(), 0usize..3, any::<Index>(), -2i64..300), 1..4),
        seed in any::<u64>(),
    ) {
        let default = load("african_park", None, &common::options(Vec::new()), None).expect("the default game");
        let text = default.setup().components.as_ref().expect("a box").text().to_owned();
        // Comments and empty lines aside, drop, repeat or change lines; numbers in them become others.
        let mut lines: Vec<String> =
            text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect();
        for (at, kind, other, number) in &cuts {
            let index = at.index(lines.len());
            match kind {
                0 => drop(lines.remove(index)),
                1 => {
                    let line = other.get(&lines).clone();
                    lines.insert(index, line);
                }
                _ => {
                    let line = &lines[index];
                    let digits: Vec<usize> = line.match_indices(|c: char| c.is_ascii_digit()).map(|(place, _)| place).collect();
                    if !digits.is_empty() {
                        let place = *other.get(&digits);
                        lines[index] = format!("{}{number}{}", &line[..place], &line[place + 1..]);
                    }
                }
            }
        }
        match load("african_park", Some(seats), &common::options(Vec::new()), Some(&lines.join("\n"))) {
            Err(error) => sound(&error, ErrorKind::Components),
            Ok(game) => {
                let start = game.start();
                plays_to_its_end(start.as_ref(), &mut Rng::new(seed));
                let again = start.game().position(&start.json(None).to_string());
                prop_assert!(again.is_ok_and(|again| again.same(start.as_ref())));
            }
        }
    }

    #[test]
    fn any_toml_is_components_or_a_typed_error(
        text in prop_oneof![
            "(\\[[a-z.\"]{0,12}\\]\n|[a-z.]{1,8} = (\"[a-z]{0,5}\"|[0-9_.+-]{1,20}|\\[[0-9, ]{0,9}\\]|\\{\\}|true)\n){0,12}",
            "[\\[\\]{}=\"'\\\\ \n.a-c0-9]{0,60}",
        ],
    ) {
        match load("african_park", None, &common::options(Vec::new()), Some(&text)) {
            Err(error) => sound(&error, ErrorKind::Components),
            Ok(_) => prop_assert!(false, "made a game of {text:?}"),
        }
    }
}
