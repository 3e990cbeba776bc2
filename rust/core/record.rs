//! Records of played games: one JSON line a game, complete enough to replay and to check it.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::data::{Cursor, Reasons, parse_json};
use super::erased::{AnyGame, AnyPosition};
use super::error::{Error, ErrorKind};
use super::game::Step;
use super::node::{MAX_SEATS, Node, Seat};

/// The version of the record format.
const VERSION: i64 = 1;

/// One ply of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The seat that chose; `None` for chance.
    pub seat: Option<Seat>,
    /// The id of the action or outcome.
    pub id: u16,
    /// The same in words.
    pub text: String,
}

/// One ply of a record as a seat could follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenMove {
    /// The seat that chose; `None` for chance.
    pub seat: Option<Seat>,
    /// The id, where it was shown.
    pub id: Option<u16>,
    /// The words, or the kind alone where they were not shown.
    pub text: String,
}

/// How a recorded game stands after its last move.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Whether the game is over.
    pub terminal: bool,
    /// Whether it ended at a bound on its length.
    pub truncated: bool,
    /// Points a seat.
    pub scores: Vec<i32>,
    /// Ranks a seat.
    pub ranking: Vec<u8>,
    /// Returns a seat.
    pub returns: Vec<f64>,
}

/// A game as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: i64,
    /// How many seats played.
    pub seats: i64,
    /// Every option with its value.
    pub options: Json,
    /// The digest of the components in effect; `None` for games without a box.
    pub components: Option<String>,
    /// The seed it was played with, where there was one.
    pub seed: Option<u64>,
    /// Who sat where, as told by who made the record; empty where nobody said.
    pub agents: Vec<String>,
    /// The position it began from, as JSON; `None` for the start.
    pub start: Option<Json>,
    /// Every decision and chance outcome in order.
    pub moves: Vec<Move>,
    /// How it stands after them.
    pub outcome: Outcome,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "seat {seat}: {} ({})", self.text, self.id),
            None => write!(f, "chance: {} ({})", self.text, self.id),
        }
    }
}

impl Outcome {
    fn to_json(&self) -> Json {
        json!({
            "terminal": self.terminal,
            "truncated": self.truncated,
            "scores": self.scores,
            "ranking": self.ranking,
            "returns": self.returns,
        })
    }
}

fn options_of(game: &dyn AnyGame) -> Json {
    Json::Object(
        game.setup().options.iter().map(|(spec, value)| (spec.name.into(), value.to_datum().to_json())).collect(),
    )
}

fn digest_of(game: &dyn AnyGame) -> Option<String> {
    game.setup().components.as_ref().map(|components| components.digest().to_owned())
}

fn outcome_of(position: &dyn AnyPosition) -> Outcome {
    Outcome {
        terminal: position.node() == Node::Terminal,
        truncated: position.is_truncated(),
        scores: position.scores().to_vec(),
        ranking: position.ranking().to_vec(),
        returns: position.returns().to_vec(),
    }
}

impl Record {
    /// Plays ids from a position and records what happened. Refused as an illegal action if one is, and for a seed that does not
    /// fit 63 bits: what reads records has numbers with a sign.
    pub fn of_ids(
        start: &dyn AnyPosition,
        ids: impl IntoIterator<Item = i128>,
        seed: Option<u64>,
        agents: Vec<String>,
    ) -> Result<Record, Error> {
        if let Some(seed) = seed.filter(|&seed| i64::try_from(seed).is_err()) {
            return Err(Error::new(
                ErrorKind::Option,
                format!("seed={seed}: a record holds seeds from 0 to {}", i64::MAX),
            ));
        }
        let game = start.game();
        let beginning = start.json(None);
        let usual = Arc::clone(&game).start().json(None) == beginning;
        let mut position = start.duplicate();
        let mut moves = Vec::new();
        for id in ids {
            moves.push(step_of(position.as_mut(), id)?);
        }
        Ok(Record {
            game: game.definition().name.to_owned(),
            rules_version: i64::from(game.definition().rules_version),
            seats: i64::from(game.setup().seats),
            options: options_of(game.as_ref()),
            components: digest_of(game.as_ref()),
            seed,
            agents,
            start: (!usual).then_some(beginning),
            moves,
            outcome: outcome_of(position.as_ref()),
        })
    }

    /// The record as one line of JSON.
    pub fn to_line(&self) -> String {
        let moves: Vec<Json> = self
            .moves
            .iter()
            .map(|step| match step.seat {
                Some(seat) => json!({"seat": seat, "action": step.id, "text": step.text}),
                None => json!({"outcome": step.id, "text": step.text}),
            })
            .collect();
        json!({
            "version": VERSION,
            "game": self.game,
            "rules_version": self.rules_version,
            "seats": self.seats,
            "options": self.options,
            "components": self.components,
            "seed": self.seed,
            "agents": self.agents,
            "start": self.start,
            "moves": moves,
            "result": self.outcome.to_json(),
        })
        .to_string()
    }

    /// Reads a line of JSON; every reason to refuse it comes back at once. Replaying is a check of its own.
    pub fn from_line(line: &str) -> Result<Record, Error> {
        let refused = |reasons| Error::refused(ErrorKind::Record, "a record", reasons);
        let datum = parse_json(line).map_err(|reason| refused(vec![reason]))?;
        let reasons = Reasons::new();
        match (read(&Cursor::new(&datum, &reasons)), reasons.is_empty()) {
            (Some(record), true) => Ok(record),
            _ => Err(refused(reasons.into_vec())),
        }
    }

    /// The positions of the record, from the first to the last, after checking that it is of this very game, that every move is
    /// legal and reads as recorded, and that the result is the one recorded.
    pub fn replay(&self, game: &Arc<dyn AnyGame>) -> Result<Vec<Box<dyn AnyPosition>>, Error> {
        let refused = |reasons: Reasons| {
            Error::refused(ErrorKind::Record, format!("a record of {}", self.game), reasons.into_vec())
        };
        let reasons = Reasons::new();
        self.compare_game(game.as_ref(), &reasons);
        if !reasons.is_empty() {
            return Err(refused(reasons));
        }
        let position = match &self.start {
            None => Arc::clone(game).start(),
            Some(json) => Arc::clone(game).position(&json.to_string()).map_err(|error| Error {
                kind: ErrorKind::Record,
                message: format!("the record's start: {error}"),
                ..error
            })?,
        };
        let mut positions = vec![position];
        for (index, step) in self.moves.iter().enumerate() {
            let mut position = positions[index].duplicate();
            match step_of(position.as_mut(), i128::from(step.id)) {
                Err(error) => reasons.add(format!("moves[{index}]: {error}")),
                Ok(played) if played != *step => {
                    reasons.add(format!("moves[{index}]: the record says `{step}`, the game `{played}`"));
                }
                Ok(_) => {
                    positions.push(position);
                    continue;
                }
            }
            return Err(refused(reasons));
        }
        let outcome = outcome_of(positions[positions.len() - 1].as_ref());
        if outcome != self.outcome {
            let (recorded, found) = (self.outcome.to_json(), outcome.to_json());
            reasons.add(format!("the record's result is {recorded}, the game's {found}"));
            return Err(refused(reasons));
        }
        Ok(positions)
    }

    fn compare_game(&self, game: &dyn AnyGame, reasons: &Reasons) {
        let definition = game.definition();
        let differs = |what: &str, recorded: String, here: String| {
            if recorded != here {
                reasons.add(format!("{what} {recorded} was recorded, {here} is loaded"));
            }
        };
        let shown = |digest: &Option<String>| digest.clone().unwrap_or_else(|| "none".to_owned());
        differs("the game", self.game.clone(), definition.name.to_owned());
        differs("rules_version", self.rules_version.to_string(), definition.rules_version.to_string());
        differs("seats", self.seats.to_string(), game.setup().seats.to_string());
        let options = options_of(game);
        if self.options != options {
            reasons.add(format!("options {} were recorded, {options} are loaded", self.options));
        }
        differs("components", shown(&self.components), shown(&digest_of(game)));
    }

    /// The moves as one seat could follow them: what it was not shown has no id and only the kind of its words.
    pub fn moves_seen_by(&self, game: &Arc<dyn AnyGame>, observer: Seat) -> Result<Vec<SeenMove>, Error> {
        let positions = self.replay(game)?;
        let facts = game.facts();
        let seen = positions.iter().zip(&self.moves).map(|(position, step)| {
            let (played, vocabulary) = match step.seat {
                Some(_) => (Step::Action(step.id), &facts.actions),
                None => (Step::Outcome(step.id), &facts.outcomes),
            };
            if position.audience(played).includes(observer) {
                SeenMove { seat: step.seat, id: Some(step.id), text: step.text.clone() }
            } else {
                SeenMove { seat: step.seat, id: None, text: format!("{} (hidden)", vocabulary.kind_of(step.id).name) }
            }
        });
        Ok(seen.collect())
    }
}

fn read(root: &Cursor<'_>) -> Option<Record> {
    let fields = root.table(&[
        "version",
        "game",
        "rules_version",
        "seats",
        "options",
        "components",
        "seed",
        "agents",
        "start",
        "moves",
        "result",
    ])?;
    // Every field is read before any is used, so that all reasons are found.
    let version = fields.get("version").and_then(|version| version.int(VERSION..=VERSION));
    let game = fields.get("game").and_then(|game| game.text());
    let rules_version = fields.get("rules_version").and_then(|version| version.int(1..=i64::from(u32::MAX)));
    let seats = fields.get("seats").and_then(|seats| seats.int(1..=MAX_SEATS as i64));
    let options = fields.get("options").and_then(|options| options.entries().map(|_| options.datum().to_json()));
    let nullable = |key| fields.get(key).map(|value| if value.is_null() { None } else { Some(value) });
    let components = nullable("components").and_then(|digest| match digest {
        Some(digest) => digest.text().map(|digest| Some(digest.to_owned())),
        None => Some(None),
    });
    let seed = nullable("seed").and_then(|seed| match seed {
        Some(seed) => seed.int(0..=i64::MAX).map(|seed| Some(seed as u64)),
        None => Some(None),
    });
    let agents = fields.get("agents").and_then(|agents| {
        let agents: Vec<_> = agents.list()?.iter().map(|agent| agent.text().map(str::to_owned)).collect();
        agents.into_iter().collect::<Option<Vec<_>>>()
    });
    let start = nullable("start").map(|start| start.map(|start| start.datum().to_json()));
    let moves = fields.get("moves").and_then(|moves| {
        let moves: Vec<Option<Move>> = moves.list()?.iter().map(read_move).collect();
        moves.into_iter().collect::<Option<Vec<_>>>()
    });
    let outcome = fields.get("result").and_then(|result| read_outcome(&result, usize::try_from(seats?).ok()?));
    version?;
    Some(Record {
        game: game?.to_owned(),
        rules_version: rules_version?,
        seats: seats?,
        options: options?,
        components: components?,
        seed: seed?,
        agents: agents?,
        start: start?,
        moves: moves?,
        outcome: outcome?,
    })
}

fn read_move(step: &Cursor<'_>) -> Option<Move> {
    let fields = step.table(&["seat", "action", "outcome", "text"])?;
    let id = |key| fields.get(key).and_then(|id| id.int(0..=i64::from(u16::MAX))).map(|id| id as u16);
    let text = fields.get("text").and_then(|text| text.text());
    let (seat, id) = if fields.optional("outcome").is_some() {
        for key in ["seat", "action"] {
            if let Some(extra) = fields.optional(key) {
                extra.refuse("a chance outcome has no such key");
            }
        }
        (Some(None), id("outcome"))
    } else {
        (
            fields.get("seat").and_then(|seat| seat.int(0..=MAX_SEATS as i64 - 1)).map(|seat| Some(seat as Seat)),
            id("action"),
        )
    };
    Some(Move { seat: seat?, id: id?, text: text?.to_owned() })
}

fn read_outcome(result: &Cursor<'_>, seats: usize) -> Option<Outcome> {
    let fields = result.table(&["terminal", "truncated", "scores", "ranking", "returns"])?;
    let flag = |key| fields.get(key).and_then(|flag| flag.flag());
    let ints = |key, range: RangeInclusive<i64>| {
        let items = fields.get(key).and_then(|list| list.list_of(seats))?;
        items.iter().map(|item| item.int(range.clone())).collect::<Option<Vec<i64>>>()
    };
    let (terminal, truncated) = (flag("terminal"), flag("truncated"));
    let scores = ints("scores", i64::from(i32::MIN)..=i64::from(i32::MAX));
    let ranking = ints("ranking", 1..=MAX_SEATS as i64);
    let returns = fields
        .get("returns")
        .and_then(|returns| returns.list_of(seats)?.iter().map(Cursor::number).collect::<Option<Vec<f64>>>());
    Some(Outcome {
        terminal: terminal?,
        truncated: truncated?,
        scores: scores?.into_iter().map(|score| score as i32).collect(),
        ranking: ranking?.into_iter().map(|rank| rank as u8).collect(),
        returns: returns?,
    })
}

/// Applies an id and says what happened.
fn step_of(position: &mut dyn AnyPosition, id: i128) -> Result<Move, Error> {
    let seat = match position.node() {
        Node::Decision(seat) => Some(seat),
        Node::Chance | Node::Terminal => None,
    };
    let step = position.apply(id)?;
    let facts_of = position.game();
    let vocabulary = if seat.is_some() { &facts_of.facts().actions } else { &facts_of.facts().outcomes };
    Ok(Move { seat, id: step.id(), text: vocabulary.text(step.id()).unwrap_or_default().to_owned() })
}
