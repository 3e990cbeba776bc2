//! The position as JSON and as text.

use serde_json::json;

use super::action;
use super::chance;
use super::score::chips;
use super::state::{Card, Line, State};
use crate::core::{Cursor, Node};

fn card_name(card: Card) -> Option<&'static str> {
    match card {
        Card::Undealt => None,
        Card::Dealt(card) => Some(chance::NAMES[usize::from(card)]),
        Card::Hidden => Some("hidden"),
    }
}

fn bets(state: &State) -> Vec<&'static str> {
    state.line.actions().iter().map(|&id| action::NAMES[usize::from(id)]).collect()
}

pub(super) fn write(state: &State) -> serde_json::Value {
    json!({ "cards": state.cards.map(card_name), "bets": bets(state) })
}

pub(super) fn read(position: &Cursor<'_>) -> Option<State> {
    let fields = position.table(&["cards", "bets"])?;
    let cards = fields.get("cards").and_then(|cards| {
        let read = |card: &Cursor<'_>| match card.is_null() {
            true => Some(Card::Undealt),
            false => card.word(&chance::NAMES).map(|index| Card::Dealt(index as u8)),
        };
        let dealt: Vec<Option<Card>> = cards.list_of(2)?.iter().map(read).collect();
        let dealt = [dealt[0]?, dealt[1]?];
        if dealt[0] == Card::Undealt && dealt[1] != Card::Undealt {
            cards.refuse("seat 0 is dealt its card first (KP 2)");
        }
        if dealt[0] == dealt[1] && dealt[0] != Card::Undealt {
            cards.refuse("there is one card of each kind (KP 1)");
        }
        Some(dealt)
    });
    let line = fields.get("bets").and_then(|bets| {
        let ids: Vec<Option<usize>> = bets.list()?.iter().map(|bet| bet.word(&action::NAMES)).collect();
        let ids = ids.into_iter().collect::<Option<Vec<usize>>>()?;
        let line = Line::ALL.into_iter().find(|line| line.actions().iter().map(|&id| usize::from(id)).eq(ids.iter().copied()));
        if line.is_none() {
            bets.refuse("no such betting line; there are pass, bet, pass-bet, and their answers (KP 4)");
        }
        line
    });
    let state = State { cards: cards?, line: line? };
    if state.cards.contains(&Card::Undealt) && state.line != Line::Open {
        position.refuse("nobody bets before both cards are dealt (KP 2)");
        return None;
    }
    Some(state)
}

pub(super) fn board(state: &State) -> String {
    let seat = |seat: usize| format!("seat {seat}: {}", card_name(state.cards[seat]).unwrap_or("no card yet"));
    let betting = bets(state).join(", ");
    let status = match state.node() {
        Node::Chance => "a card is dealt".to_owned(),
        Node::Decision(seat) => format!("seat {seat} to act"),
        Node::Terminal => format!("over, chips {:?}", &chips(state)[..]),
    };
    format!("{}\n{}\nbets: {}\n{status}", seat(0), seat(1), if betting.is_empty() { "none" } else { &betting })
}
