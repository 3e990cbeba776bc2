//! What the `Game` trait promises, checked for every game of the table in every set-up along seeded random and heuristic games.

mod common;

use std::any::Any;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::path::PathBuf;
use std::sync::Arc;

use common::every_setup;
use meeple::core::{
    ActionId, ActionSet, AnyGame, AnyPosition, Audience, ErrorKind, Frame, Game, Node, Policy, Position, Rng, Seat,
    SeenBy, Step, Vocabulary, ids,
};
use meeple::games::{DEFINITIONS, Visitor, load, visit};
use serde_json::json;

/// One promise, checked at every position of some games of one set-up. The value lives as long as the set-up.
trait Promise: Default {
    /// Checks a position.
    fn check<G: Game>(&mut self, position: &Position<G>);

    /// Checks what only all positions together can show.
    fn finish(&self, _game: &Arc<dyn AnyGame>) {}
}

struct Checking<'a, P>(&'a mut P);

impl<P: Promise> Visitor for Checking<'_, P> {
    type Output = ();

    fn visit<G: Game>(self, position: &Position<G>) {
        self.0.check(position);
    }
}

/// Plays games of every set-up, half of them at random, and checks the promise on the way.
fn hold<P: Promise>(games: u64) {
    for (label, game) in every_setup() {
        let mut promise = P::default();
        for index in 0..games {
            let policy = [Policy::Uniform, Policy::Heuristic][index as usize % 2];
            let mut rng = Rng::stream(11, &[index]);
            let mut position = Arc::clone(&game).start();
            let mut plies = 0;
            loop {
                visit(position.as_ref(), Checking(&mut promise));
                let Some(id) = next_id(position.as_ref(), policy, &mut rng) else { break };
                position.apply(id).unwrap_or_else(|error| panic!("{label}: {error}"));
                plies += 1;
                assert!(plies <= game.facts().max_game_length, "{label}: longer than its longest game");
            }
        }
        promise.finish(&game);
    }
}

fn legal(position: &dyn AnyPosition) -> Vec<ActionId> {
    let mut legal = Vec::new();
    position.with_legal(&mut |words| legal = ids(words).collect());
    legal
}

fn outcomes(position: &dyn AnyPosition) -> Vec<(u16, u32)> {
    let mut outcomes = Vec::new();
    position.for_each_outcome(&mut |outcome, weight| outcomes.push((outcome, weight)));
    outcomes
}

/// An id to go on with; `None` at the end.
fn next_id(position: &dyn AnyPosition, policy: Policy, rng: &mut Rng) -> Option<i128> {
    match position.node() {
        Node::Terminal => None,
        Node::Decision(_) => position.choose(policy, rng).map(i128::from),
        Node::Chance => {
            let outcomes = outcomes(position);
            let mut rest = rng.below(outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum());
            outcomes.into_iter().find_map(|(outcome, weight)| match rest.checked_sub(weight.into()) {
                Some(left) => {
                    rest = left;
                    None
                }
                None => Some(outcome.into()),
            })
        }
    }
}

fn hash(position: &dyn AnyPosition) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

fn seats(position: &dyn AnyPosition) -> std::ops::Range<Seat> {
    0..position.game().setup().seats
}

// --- what a position waits for ---

#[derive(Default)]
struct NodesAgree;

impl Promise for NodesAgree {
    fn check<G: Game>(&mut self, position: &Position<G>) {
        let (rules, state, game) = (position.rules(), position.state(), position.game());
        let (legal, possible) = (legal(position), outcomes(position));
        let node = rules.node(state);
        assert_eq!(!legal.is_empty(), matches!(node, Node::Decision(_)), "{node:?} with actions {legal:?}");
        assert_eq!(!possible.is_empty(), node == Node::Chance, "{node:?} with outcomes {possible:?}");
        if let Node::Decision(seat) = node {
            assert!(seats(position).contains(&seat));
        }
        assert!(legal.is_sorted_by(|a, b| a < b) && possible.is_sorted_by(|a, b| a.0 < b.0));
        assert!(legal.iter().all(|&id| usize::from(id) < game.facts().actions.len()));
        assert!(possible.iter().all(|&(id, weight)| usize::from(id) < game.facts().outcomes.len() && weight > 0));
        let set = rules.legal(state);
        assert_eq!((set.len(), set.is_empty()), (legal.len(), legal.is_empty()));
        for id in (0..=game.facts().actions.len() as u16).chain([u16::MAX]) {
            let listed = legal.contains(&id);
            assert_eq!((rules.is_legal(state, id), set.contains(id)), (listed, listed), "id {id}");
        }
        assert!(legal.iter().enumerate().all(|(index, &id)| set.nth(index) == id));
        assert!(!rules.is_truncated(state) || node == Node::Terminal);
    }
}

#[test]
fn actions_are_at_decisions_and_outcomes_at_chance_nodes_in_order() {
    hold::<NodesAgree>(8);
}

#[derive(Default)]
struct ApplyIsExact {
    clauses: Vec<&'static str>,
}

impl Promise for ApplyIsExact {
    fn check<G: Game>(&mut self, position: &Position<G>) {
        let (game, node) = (position.game(), position.node());
        let (vocabulary, valid): (&Vocabulary, Vec<u16>) = match node {
            Node::Chance => (&game.facts().outcomes, outcomes(position).into_iter().map(|(id, _)| id).collect()),
            _ => (&game.facts().actions, legal(position)),
        };
        let beyond = vocabulary.len() as i128;
        for id in (0..beyond).chain([-1, beyond, 1 << 16, (1 << 16) + 1, i128::MIN, i128::MAX]) {
            let mut copy = position.duplicate();
            let is_valid = u16::try_from(id).is_ok_and(|id| valid.contains(&id));
            match (copy.apply(id), position.applied(id)) {
                (Ok(step), Ok(next)) => {
                    assert!(is_valid, "{id} was applied at {node:?} although only {valid:?} may be");
                    assert_eq!(i128::from(step.id()), id);
                    assert_eq!(matches!(step, Step::Outcome(_)), node == Node::Chance);
                    assert!(copy.same(next.as_ref()) && !copy.same(position), "{id} changed nothing");
                }
                (Err(error), Err(other)) => {
                    assert!(!is_valid, "{error}");
                    assert!(copy.same(position), "{id} was refused but changed the position");
                    assert_eq!((error.kind, &error.message), (ErrorKind::IllegalAction, &other.message));
                    let (message, name) = (&error.message, game.definition().name);
                    assert!(message.starts_with(name) && !message.contains("panicked") && !message.contains(".rs"));
                    let words = u16::try_from(id).ok().and_then(|id| vocabulary.text(id));
                    assert!(message.contains(words.unwrap_or(&id.to_string())), "{message}");
                    if let Node::Decision(seat) = node {
                        assert!(message.contains(&format!("seat {seat}")), "{message}");
                        assert_eq!(error.clause.is_some(), words.is_some(), "{message}");
                        self.clauses.extend(error.clause);
                        assert!(error.clause.is_none_or(|clause| message.contains(clause)), "{message}");
                    }
                }
                (one, other) => panic!("apply and applied differ on {id}: {:?}, {:?}", one.err(), other.err()),
            }
        }
        self.clauses.sort_unstable();
        self.clauses.dedup();
    }

    fn finish(&self, game: &Arc<dyn AnyGame>) {
        let path =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("seeds").join(game.definition().name).join("rules.md");
        let rules = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let stated = |clause: &str| {
            rules
                .match_indices(clause)
                .any(|(at, _)| !rules[at + clause.len()..].starts_with(|c: char| c.is_ascii_digit()))
        };
        for clause in &self.clauses {
            assert!(stated(clause), "{clause} is named by an error but not stated in {}", path.display());
        }
    }
}

#[test]
fn apply_takes_exactly_the_legal_ids_and_says_why_it_refuses_the_others() {
    hold::<ApplyIsExact>(4);
}

// --- results ---

#[derive(Default)]
struct ResultsAgree;

impl Promise for ResultsAgree {
    fn check<G: Game>(&mut self, position: &Position<G>) {
        let game = position.game();
        let (facts, count) = (game.facts(), usize::from(game.setup().seats));
        let (scores, ranking, returns) = (position.scores(), position.ranking(), position.returns());
        assert_eq!((scores.len(), ranking.len(), returns.len()), (count, count, count));
        for &rank in &ranking[..] {
            let better = ranking.iter().filter(|&&other| other < rank).count();
            assert_eq!(usize::from(rank), 1 + better, "ties share a rank: {ranking:?}");
        }
        if let Some(guess) = position.evaluate() {
            assert_eq!(guess.len(), count);
            assert!(guess.iter().all(|guess| (facts.min_return..=facts.max_return).contains(guess)), "{guess:?}");
        }
        if position.node() != Node::Terminal {
            assert!(returns.iter().all(|&value| value == 0.0));
            return;
        }
        assert!(returns.iter().all(|value| (facts.min_return..=facts.max_return).contains(value)), "{returns:?}");
        if count == 1 {
            assert_eq!(returns[0], f64::from(scores[0]));
            return;
        }
        assert!(returns.iter().sum::<f64>().abs() < 1e-9, "{returns:?}");
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            if scores[a] > scores[b] {
                assert!(ranking[a] < ranking[b], "scores {scores:?}, ranking {ranking:?}");
            }
            let by_rank = ranking[b].cmp(&ranking[a]);
            assert_eq!(returns[a].partial_cmp(&returns[b]), Some(by_rank), "ranking {ranking:?}, returns {returns:?}");
        }
    }
}

#[test]
fn scores_ranks_and_returns_agree() {
    hold::<ResultsAgree>(40);
}

// --- notation and keys ---

#[derive(Default)]
struct NotationIsExact {
    written: HashMap<String, Box<dyn AnyPosition>>,
}

impl Promise for NotationIsExact {
    fn check<G: Game>(&mut self, position: &Position<G>) {
        let json = position.json(None).to_string();
        let again = position.game().position(&json).unwrap_or_else(|error| panic!("{json}\n{error}"));
        assert!(again.same(position), "{json} is read as {}", again.json(None));
        assert_eq!(hash(again.as_ref()), hash(position));
        assert_eq!(again.position_key(), position.position_key());
        assert_eq!(again.board(None), position.board(None));
        // The JSON shows all there is: positions that are written alike are equal.
        let known = self.written.entry(json).or_insert_with(|| position.duplicate());
        assert!(known.same(position) && hash(known.as_ref()) == hash(position));
    }
}

#[test]
fn positions_survive_json() {
    hold::<NotationIsExact>(6);
}

#[derive(Default)]
struct KeysTellTheFuture {
    known: HashMap<Vec<u8>, Box<dyn AnyPosition>>,
}

impl Promise for KeysTellTheFuture {
    fn check<G: Game>(&mut self, position: &Position<G>) {
        assert!(
            position.rules().position_key(position.state()) == position.rules().position_key(&position.state().clone())
        );
        let known = self.known.entry(position.position_key()).or_insert_with(|| position.duplicate());
        if known.same(position) {
            return;
        }
        assert_eq!((known.node(), legal(known.as_ref())), (position.node(), legal(position)));
        assert_eq!(outcomes(known.as_ref()), outcomes(position));
        assert_eq!((&known.ranking()[..], &known.returns()[..]), (&position.ranking()[..], &position.returns()[..]));
        let next = legal(position).into_iter().chain(outcomes(position).into_iter().map(|(id, _)| id));
        for id in next.map(i128::from) {
            let (one, other) = (known.applied(id).expect("legal there"), position.applied(id).expect("legal here"));
            assert_eq!(one.position_key(), other.position_key(), "the key forgets something that matters to {id}");
        }
    }
}

#[test]
fn equal_position_keys_have_equal_futures() {
    hold::<KeysTellTheFuture>(60);
}

#[test]
fn african_parks_key_remembers_what_counts_of_a_graveyard() {
    let game = load("african_park", None, &common::options(Vec::new()), None).expect("the default game");
    let start = Arc::clone(&game).start().json(None);
    let animals: Vec<String> = start["deck"].as_object().expect("counts").keys().cloned().collect();
    let mut graveyards = vec![Vec::new()];
    for (first, animal) in animals.iter().enumerate() {
        graveyards.push(vec![animal]);
        graveyards.extend(animals[first..].iter().map(|other| vec![animal, other]));
    }
    // Dead animals cost points, break ties by their number, and no longer lie in the deck: AP 11.3, 11.4, 3.1.
    let mut keys = KeysTellTheFuture::default();
    let reserve = |card: u8, dead: &[&String]| {
        let landscape = json!({"d": format!("D{card}-A"), "e": format!("E{card}-A"), "f": format!("F{card}-A")});
        json!({"landscape": landscape, "columns": [[], [], [], [], [], []], "graveyard": dead})
    };
    for (dead, others) in graveyards.iter().flat_map(|dead| graveyards.iter().map(move |others| (dead, others))) {
        let reserves = [reserve(1, dead), reserve(2, others)];
        let position = json!({"phase": "reveal", "seat": null, "head_ranger": 0, "row": [], "reserves": reserves});
        // Refused where the deck has no four of a kind.
        let Ok(position) = Arc::clone(&game).position(&position.to_string()) else { continue };
        visit(position.as_ref(), Checking(&mut keys));
    }
    assert!(keys.known.len() > graveyards.len());
}

#[test]
fn every_id_converts_to_a_structure_and_to_words_and_back() {
    for (label, game) in every_setup() {
        for vocabulary in [&game.facts().actions, &game.facts().outcomes] {
            for id in 0..vocabulary.len() as u16 {
                let (text, described) =
                    (vocabulary.text(id).expect("words"), vocabulary.describe(id).expect("a structure"));
                assert_eq!(vocabulary.parse(text), Ok(id), "{label}: {text}");
                assert_eq!(vocabulary.encode(&described), Ok(id), "{label}: {described}");
                let kind = vocabulary.kind_of(id);
                assert_eq!(described["kind"], kind.name);
                assert!((kind.first..kind.first + kind.count).contains(&id) && text.starts_with(kind.name));
            }
            let beyond = vocabulary.len() as u16;
            assert_eq!((vocabulary.text(beyond), vocabulary.describe(beyond)), (None, None));
            let kinds = vocabulary.kinds();
            assert!(kinds.windows(2).all(|pair| pair[0].first + pair[0].count == pair[1].first), "{label}: a gap");
        }
    }
}

#[test]
fn counts_are_those_the_rules_give() {
    // 8 sides, 11 animals to 6 columns, 11 deaths; 12 landscape cards, 11 animals; four plies a seat, then two a card of the
    // deck. One id a column, 42 places. Two actions, three cards; two deals, three bets.
    let expected: [(&str, u8, [usize; 3]); 5] = [
        ("african_park", 2, [85, 23, 4 * 2 + 2 * 36]),
        ("african_park", 3, [85, 23, 4 * 3 + 2 * 54]),
        ("african_park", 4, [85, 23, 4 * 4 + 2 * 68]),
        ("connect_four", 2, [7, 0, 42]),
        ("kuhn_poker", 2, [2, 3, 5]),
    ];
    for (name, seats, counts) in expected {
        let game = load(name, Some(seats.into()), &common::options(Vec::new()), None).expect("the default game");
        let facts = game.facts();
        assert_eq!(
            [facts.actions.len(), facts.outcomes.len(), facts.max_game_length as usize],
            counts,
            "{name}, {seats} seats"
        );
    }
}

// --- secrets ---

/// Everything that a seat can be shown of a position.
#[derive(Debug, PartialEq)]
struct Shown {
    node: Node,
    json: String,
    board: String,
    key: Vec<u8>,
    observations: [Vec<f32>; 2],
    legal: Option<Vec<ActionId>>,
}

fn observed(position: &dyn AnyPosition, observer: Seat, frame: Frame) -> Vec<f32> {
    // Garbage in the buffer must not show.
    let mut out = vec![f32::NAN; position.game().facts().observation.size()];
    position.observe(observer, frame, &mut out);
    out
}

fn shown(position: &dyn AnyPosition, observer: Seat) -> Shown {
    Shown {
        node: position.node(),
        json: position.json(Some(observer)).to_string(),
        board: position.board(Some(observer)),
        key: position.information_key(observer),
        observations: [Frame::Egocentric, Frame::Absolute].map(|frame| observed(position, observer, frame)),
        legal: (position.node() == Node::Decision(observer)).then(|| legal(position)),
    }
}

#[derive(Default)]
struct SecretsStaySecret {
    hidden: u32,
    varied: u32,
}

impl Promise for SecretsStaySecret {
    fn check<G: Game>(&mut self, position: &Position<G>) {
        let (rules, state) = (position.rules(), position.state());
        for observer in seats(position) {
            let redacted = rules.redacted(state, observer);
            assert!(rules.redacted(&redacted, observer) == redacted, "redaction is not idempotent");
            self.total(rules, &redacted);
            let before = shown(position, observer);
            let mut differs = false;
            for seed in 0..4 {
                let rng = Rng::stream(seed, &[u64::from(observer)]);
                let world = position.resample(observer, &mut rng.clone());
                assert_eq!(shown(world.as_ref(), observer), before, "seat {observer} can tell a resampled position");
                let again = world.game().position(&world.json(None).to_string());
                assert!(again.is_ok_and(|again| again.same(world.as_ref())), "a resampled position is no position");
                // Only what the seat knows counts: from the other world the same numbers lead to the same draw.
                for numbers in [rng.clone(), Rng::new(seed + 99)] {
                    let (mut one, mut other) = (numbers.clone(), numbers);
                    let (from_here, from_there) =
                        (position.resample(observer, &mut one), world.resample(observer, &mut other));
                    assert!(from_here.same(from_there.as_ref()) && one == other, "resampling depends on a secret");
                }
                differs |= !world.same(position);
            }
            if redacted == *state {
                assert!(!differs, "resampling changed what seat {observer} sees");
            } else {
                self.hidden += 1;
                self.varied += u32::from(differs);
            }
        }
    }

    fn finish(&self, game: &Arc<dyn AnyGame>) {
        let has_secrets = game.visibility().iter().any(|(_, seen_by)| *seen_by != SeenBy::All);
        assert_eq!(self.hidden > 0, has_secrets, "the table of visibility and the redaction differ");
        assert_eq!(self.varied > 0, has_secrets, "resampling never draws anything else");
    }
}

impl SecretsStaySecret {
    /// Every method answers on a redacted state too.
    fn total<G: Game>(&self, rules: &G, redacted: &G::State) {
        let node = rules.node(redacted);
        assert_eq!(rules.legal(redacted).is_empty(), !matches!(node, Node::Decision(_)));
        if matches!(node, Node::Decision(_)) {
            let choice = rules.choose(redacted, Policy::Heuristic, &mut Rng::new(5));
            assert!(rules.is_legal(redacted, choice));
        }
        let mut outcomes = 0;
        rules.for_each_outcome(redacted, |_, _| outcomes += 1);
        assert_eq!(outcomes > 0, node == Node::Chance);
        let count = usize::from(rules.seats());
        assert_eq!(
            [rules.scores(redacted).len(), rules.ranking(redacted).len(), rules.returns(redacted).len()],
            [count; 3]
        );
        assert!(rules.evaluate(redacted).is_none_or(|guess| guess.len() == count));
        assert!(!rules.board(redacted).is_empty() && rules.write_json(redacted).is_object());
        let _ = (rules.position_key(redacted), rules.is_truncated(redacted));
    }
}

#[test]
fn a_seat_cannot_tell_what_is_hidden_from_it() {
    hold::<SecretsStaySecret>(2);
}

#[test]
fn the_owner_of_a_hidden_step_is_a_seat() {
    #[derive(Default)]
    struct Audiences;
    impl Promise for Audiences {
        fn check<G: Game>(&mut self, position: &Position<G>) {
            let steps = legal(position).into_iter().map(Step::Action);
            for step in steps.chain(outcomes(position).into_iter().map(|(id, _)| Step::Outcome(id))) {
                let audience = position.audience(step);
                assert!(
                    matches!(audience, Audience::All) || seats(position).any(|seat| audience == Audience::Only(seat))
                );
                // Who chooses sees what it chose.
                if let (Step::Action(_), Node::Decision(seat)) = (step, position.node()) {
                    assert!(audience.includes(seat));
                }
            }
        }
    }
    hold::<Audiences>(4);
}

#[test]
fn kuhns_unseen_card_is_either_of_the_two_others() {
    let game = load("kuhn_poker", None, &common::options(Vec::new()), None).expect("the game");
    let position = game.position(r#"{"cards": ["jack", "king"], "bets": ["pass"]}"#).expect("a position");
    let (mut rng, mut kings) = (Rng::new(3), 0u32);
    for _ in 0..10_000 {
        let world = position.resample(0, &mut rng).json(None);
        assert_eq!(world["cards"][0], "jack");
        kings += u32::from(world["cards"][1] == "king");
    }
    // Five standard deviations of a binomial with n = 10,000 and p = 1/2.
    assert!(kings.abs_diff(5_000) < 250, "{kings} kings");
}

// --- observations ---

/// For each slice whether, so far, it was the same in both frames, and whether it was turned to the observer.
#[derive(Default)]
struct ObservationsAreBounded {
    slices: Vec<[bool; 2]>,
}

impl Promise for ObservationsAreBounded {
    fn check<G: Game>(&mut self, position: &Position<G>) {
        let game = position.game();
        let (spec, count) = (&game.facts().observation, usize::from(game.setup().seats));
        self.slices.resize(spec.slices().len(), [true; 2]);
        let first = observed(position, 0, Frame::Absolute);
        for observer in seats(position) {
            let absolute = observed(position, observer, Frame::Absolute);
            let egocentric = observed(position, observer, Frame::Egocentric);
            for (slice, was) in spec.slices().iter().zip(&mut self.slices) {
                let part = slice.start..slice.start + slice.len();
                let (absolute, egocentric) = (&absolute[part.clone()], &egocentric[part.clone()]);
                for value in absolute.iter().chain(egocentric) {
                    assert!((slice.low..=slice.high).contains(value), "{} holds {value}", slice.name);
                }
                if slice.seen_by == SeenBy::All {
                    assert_eq!(absolute, &first[part], "{}: seat {observer} sees it otherwise", slice.name);
                }
                let turned = slice.shape[0] == count && {
                    let mut turned = absolute.to_vec();
                    turned.rotate_left(usize::from(observer) * slice.len() / count);
                    turned == egocentric
                };
                *was = [was[0] && absolute == egocentric, was[1] && turned];
            }
        }
    }

    fn finish(&self, game: &Arc<dyn AnyGame>) {
        let definition = game.definition();
        // Rows are seats where there are as many rows as seats, however many seats there are.
        let rows: Vec<Vec<bool>> = (definition.min_seats..=definition.max_seats)
            .map(|seats| {
                let other = load(definition.name, Some(seats.into()), &common::options(Vec::new()), None);
                let spec = &other.expect("every seat count").facts().observation.clone();
                spec.slices().iter().map(|slice| slice.shape[0] == usize::from(seats)).collect()
            })
            .collect();
        let spec = game.facts().observation.slices();
        assert!(rows.iter().all(|rows| rows.len() == spec.len()), "the slices depend on the seats");
        for (index, (slice, [same, turned])) in spec.iter().zip(&self.slices).enumerate() {
            match rows.iter().all(|rows| rows[index]) {
                true => assert!(turned, "{}: seat by seat, but not turned to its observer", slice.name),
                false => assert!(same, "{}: not seat by seat, but different in the two frames", slice.name),
            }
        }
    }
}

#[test]
fn observations_stay_in_bounds_and_turn_to_the_observer() {
    hold::<ObservationsAreBounded>(8);
}

// --- the table ---

#[test]
fn visitors_are_told_the_game_of_the_position() {
    struct Name;
    impl Visitor for Name {
        type Output = &'static str;
        fn visit<G: Game>(self, position: &Position<G>) -> &'static str {
            assert!((position as &dyn Any).is::<Position<G>>());
            G::DEFINITION.name
        }
    }
    for definition in DEFINITIONS {
        let game = load(definition.name, None, &common::options(Vec::new()), None).expect("the default game");
        assert_eq!(visit(game.start().as_ref(), Name), definition.name);
    }
}
