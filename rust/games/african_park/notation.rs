//! The position as JSON, written and read with every check, and as a board for people.

use serde_json::{Map, Value as Json, json};

use super::AfricanPark;
use super::components::{CARDS, KINDS, Kind, NAMES, TYPES};
use super::legal::Trespass;
use super::state::{
    AREA_OF, AREA_SIZE, AREAS, BOTTOM, COLUMNS, HEIGHT, Landscape, Phase, Reserve, SEATS, SlidWater, State, total,
};
use crate::core::{Cursor, Seat};

/// The keys of the three landscape cards of a reserve.
const CARD_KEYS: [&str; TYPES.len()] = ["d", "e", "f"];
/// The sides of a landscape card.
const SIDE_NAMES: [&str; 2] = ["A", "B"];

impl AfricanPark {
    pub(super) fn position_to_json(&self, state: &State) -> Json {
        let counts = NAMES.iter().zip(state.deck).map(|(name, count)| ((*name).to_owned(), json!(count)));
        let reserves: Vec<Json> = state.reserves[..usize::from(self.seats)].iter().map(write_reserve).collect();
        json!({
            "phase": state.phase.word(),
            "seat": acting(state),
            "head_ranger": state.head_ranger,
            "row": names(&state.row),
            "deck": counts.collect::<Map<String, Json>>(),
            "reserves": reserves,
        })
    }

    /// A position by hand: what the rules can never bring about is refused, for every reason there is. Not all seats need to have
    /// taken the same number of cards.
    pub(super) fn position_of_json(&self, root: &Cursor<'_>) -> Option<State> {
        let fields = root.table(&["phase", "seat", "head_ranger", "row", "deck", "reserves"])?;
        let phase = fields.get("phase").and_then(|phase| {
            let index = phase.word(&Phase::WORDS.map(|(word, _)| word))?;
            Some(Phase::WORDS[index].1)
        });
        let last_seat = i64::from(self.seats) - 1;
        let head = fields.get("head_ranger").and_then(|head| head.int(0..=last_seat)).map(|head| head as Seat);
        let seat = fields.get("seat").and_then(|seat| match seat.is_null() {
            true => Some(None),
            false => seat.int(0..=last_seat).map(|seat| Some(seat as Seat)),
        });
        let row = fields.get("row").and_then(|row| read_animals(&row));
        let reserves = fields.get("reserves").and_then(|reserves| self.read_reserves(&reserves));
        let deck = match (fields.optional("deck"), &row, &reserves) {
            (Some(deck), ..) => read_deck(&deck),
            // Left out: what the cards on the table leave of the full deck; checked below.
            (None, Some(row), Some(reserves)) => {
                let seen = seen(row, reserves);
                Some(std::array::from_fn(|kind| self.box_.animals[kind].copies.saturating_sub(seen[kind])))
            }
            (None, ..) => None,
        };
        let (phase, head, seat, row, deck, reserves) = (phase?, head?, seat?, row?, deck?, reserves?);
        let state = State { phase, seat: seat.unwrap_or(head), head_ranger: head, row, deck, reserves };
        self.check_cards(root, &state);
        self.check_phase(root, &state, seat);
        self.check_landscapes(root, &state);
        Some(state)
    }

    fn read_reserves(&self, cursor: &Cursor<'_>) -> Option<[Reserve; SEATS]> {
        let mut reserves = [Reserve::default(); SEATS];
        let mut sound = true;
        for (seat, cursor) in cursor.list_of(usize::from(self.seats))?.iter().enumerate() {
            match self.read_reserve(cursor) {
                Some(reserve) => reserves[seat] = reserve,
                None => sound = false,
            }
        }
        sound.then_some(reserves)
    }

    fn read_reserve(&self, cursor: &Cursor<'_>) -> Option<Reserve> {
        let fields = cursor.table(&["landscape", "columns", "graveyard"])?;
        let landscape = fields.get("landscape").and_then(|landscape| {
            let cards = landscape.table(&CARD_KEYS)?;
            let read = |type_: usize| cards.get(CARD_KEYS[type_]).and_then(|card| read_card(&card, type_));
            let [d, e, f] = [0, 1, 2].map(read);
            Some([d?, e?, f?])
        });
        let graveyard = fields.get("graveyard").and_then(|graveyard| read_animals(&graveyard));
        let columns = fields.get("columns").and_then(|columns| {
            let mut spaces = Reserve::default();
            let mut sound = true;
            for (column, cursor) in columns.list_of(COLUMNS)?.iter().enumerate() {
                let animals = cursor.list()?;
                if animals.len() > HEIGHT[column] {
                    cursor.refuse(format!("{} animals on {} spaces (AP 4.1)", animals.len(), HEIGHT[column]));
                    sound = false;
                    continue;
                }
                for (row, animal) in animals.iter().enumerate() {
                    match animal.word(&NAMES) {
                        Some(kind) => spaces.put(BOTTOM[column] + row, kind),
                        None => sound = false,
                    }
                }
            }
            sound.then_some((columns.clone(), spaces))
        });
        let (landscape, graveyard, (columns, spaces)) = (landscape?, graveyard?, columns?);
        let reserve = Reserve { landscape, graveyard, ..spaces };
        self.check_areas(&columns, &reserve);
        Some(reserve)
    }

    /// The rules of living together, and water animals on land.
    fn check_areas(&self, columns: &Cursor<'_>, reserve: &Reserve) {
        if reserve.spaces != 0 && !reserve.landscape.iter().all(|card| matches!(card, Landscape::Chosen(..))) {
            columns.refuse("animals settle only once the sides of all three landscape cards are chosen (AP 2.3)");
            return;
        }
        for trespass in self.trespasses(reserve) {
            let Trespass { area, clause, why } = trespass;
            columns.refuse(format!("{}-area: {why} ({clause})", AREA_SIZE[area]));
        }
        let rivers = self.rivers(reserve);
        for (column, &bottom) in BOTTOM.iter().enumerate() {
            for space in (bottom..bottom + HEIGHT[column]).filter(|&space| self.on_land(reserve, self.box_.water, space)) {
                let slid = (space..bottom + HEIGHT[column]).any(|above| rivers >> above & 1 == 1);
                if self.slid_water == SlidWater::Dies {
                    columns.refuse(format!("column {column}: with slid_water=\"dies\" no water animal stands on land (AP C6)"));
                } else if !slid {
                    columns.refuse(format!("column {column}: a water animal on land slid there from a river above (AP 6.6, C6)"));
                }
            }
        }
    }

    fn check_cards(&self, root: &Cursor<'_>, state: &State) {
        let seen = seen(&state.row, &state.reserves);
        for kind in 0..KINDS {
            let (found, copies) = (u32::from(state.deck[kind]) + u32::from(seen[kind]), self.box_.animals[kind].copies);
            if found != u32::from(copies) {
                root.refuse(format!("{found} {} in all, the deck for {} seats has {copies} (AP 2.5)", NAMES[kind], self.seats));
            }
        }
    }

    fn check_phase(&self, root: &Cursor<'_>, state: &State, seat: Option<Seat>) {
        let (row, seats) = (total(&state.row), u32::from(self.seats));
        match state.phase {
            Phase::Landscape | Phase::Sides => {
                if seat.is_none() {
                    root.refuse(format!("seat: in phase {} a seat draws or chooses (AP 2.3)", state.phase.word()));
                }
                if state.head_ranger != 0 {
                    root.refuse("head_ranger: seat 0 is the first head ranger (AP C21)");
                }
                if row > 0 || seen(&state.row, &state.reserves).iter().any(|&count| count > 0) {
                    root.refuse("no animal is in play before all sides are chosen (AP 2.3, 3.1)");
                }
            }
            Phase::Reveal => {
                if seat.is_some() {
                    root.refuse("seat: null while the row is turned up (AP 3.1)");
                }
                if row >= seats {
                    root.refuse(format!("row: {row} cards already make a row for {seats} seats (AP 3.1)"));
                } else if row + total(&state.deck) < seats {
                    root.refuse(format!("deck: {} cards cannot complete the row: the game is over (AP 10.1)", total(&state.deck)));
                }
                if row == 0 && self.has_full_reserve(state) {
                    root.refuse("phase: a round ended with a full reserve, so the game is over (AP 10.1)");
                }
            }
            Phase::Pick => {
                if !(1..=seats).contains(&row) {
                    root.refuse(format!("row: {row} cards; 1 to {seats} lie there while seats pick (AP 3.2)"));
                } else {
                    let turn = (u32::from(state.head_ranger) + seats - row) % seats;
                    if seat.map(u32::from) != Some(turn) {
                        root.refuse(format!("seat: with head ranger {} and {row} cards left it is seat {turn} (AP 3.2)", state.head_ranger));
                    }
                }
            }
            Phase::Over => {
                if seat.is_some() || row > 0 {
                    root.refuse("the game is over: seat is null and the row empty (AP 3.3)");
                }
                if !self.has_full_reserve(state) && total(&state.deck) >= seats {
                    root.refuse("phase: no reserve is full and the deck makes another row, so the game goes on (AP 10.1)");
                }
            }
        }
    }

    fn has_full_reserve(&self, state: &State) -> bool {
        state.reserves[..usize::from(self.seats)].iter().any(Reserve::is_full)
    }

    /// Seats draw and choose one after the other, from one pile a type. AP 2.2, 2.3
    fn check_landscapes(&self, root: &Cursor<'_>, state: &State) {
        for (type_, name) in TYPES.iter().enumerate() {
            let drawn = |card: u8| state.reserves.iter().filter(|reserve| reserve.landscape[type_].card() == Some(card)).count();
            for card in (0..CARDS as u8).filter(|&card| drawn(card) > 1) {
                root.refuse(format!("reserves: there is one landscape card {name}{} (AP 1.4)", card + 1));
            }
        }
        for (seat, reserve) in (0..self.seats).zip(&state.reserves) {
            let cards = &reserve.landscape;
            let wanted = match state.phase {
                Phase::Landscape | Phase::Sides if seat > state.seat => "undrawn",
                Phase::Landscape if seat == state.seat => "drawn in the order d, e, f, with one to go",
                Phase::Sides if seat == state.seat => "drawn, with their sides to be chosen",
                _ => "drawn, with their sides chosen",
            };
            let undrawn = cards.iter().filter(|card| **card == Landscape::Undrawn).count();
            let chosen = cards.iter().filter(|card| matches!(card, Landscape::Chosen(..))).count();
            let sound = match wanted {
                "undrawn" => undrawn == cards.len(),
                "drawn, with their sides to be chosen" => undrawn == 0 && chosen == 0,
                "drawn, with their sides chosen" => chosen == cards.len(),
                _ => chosen == 0 && undrawn > 0 && cards[cards.len() - undrawn..].iter().all(|card| card.card().is_none()),
            };
            if !sound {
                root.refuse(format!("reserves[{seat}].landscape: in this phase its cards are {wanted} (AP 2.3)"));
            }
        }
    }

    pub(super) fn draw_board(&self, state: &State) -> String {
        let waits = match state.phase {
            Phase::Landscape => format!("seat {} draws a landscape card", state.seat),
            Phase::Sides => format!("seat {} chooses sides", state.seat),
            Phase::Reveal => format!("head ranger {} turns up the row", state.head_ranger),
            Phase::Pick => format!("seat {} picks (head ranger: seat {})", state.seat, state.head_ranger),
            Phase::Over => "the game is over".to_owned(),
        };
        let row = match names(&state.row).join(", ") {
            empty if empty.is_empty() => "-".to_owned(),
            row => row,
        };
        let mut text = format!("African Park: {waits}\nrow: {row}   deck: {} cards\n", total(&state.deck));
        for (seat, reserve) in (0..self.seats).zip(&state.reserves) {
            text += &format!("\nseat {seat}: {} points, {} dead", self.reserve_score(reserve), reserve.dead());
            if reserve.dead() > 0 {
                text += &format!(" ({})", names(&reserve.graveyard).join(", "));
            }
            text.push('\n');
            text += &self.draw_reserve(reserve);
        }
        if state.phase == Phase::Over {
            text += &self.draw_score_sheet(state);
        }
        text += "\n~ river space, _ land space; columns 0 to 5 from the left, each filled from the bottom";
        text
    }

    /// How each seat's points come about: the areas, less the graveyard. AP 11.1-11.4
    fn draw_score_sheet(&self, state: &State) -> String {
        let ranking = self.ranks(state);
        let mut text = "\nscore sheet: 2-area + 3-area + 4-area + 6-area - graveyard\n".to_owned();
        for (seat, reserve) in state.reserves[..usize::from(self.seats)].iter().enumerate() {
            let areas: Vec<String> = (0..AREAS).map(|area| self.area_score(reserve, area).to_string()).collect();
            let (lost, all) = (self.penalty(reserve), self.reserve_score(reserve));
            text += &format!("seat {seat}: {} - {lost} = {all}, rank {}\n", areas.join(" + "), ranking[seat]);
        }
        text
    }

    fn draw_reserve(&self, reserve: &Reserve) -> String {
        let rivers = self.rivers(reserve);
        let landscape = reserve.landscape.iter().zip(TYPES).map(|(card, type_)| show_card(*card, type_).unwrap_or("-".into()));
        let mut text = format!("  landscape {}\n", landscape.collect::<Vec<_>>().join(" "));
        for row in (0..3).rev() {
            let mut line = String::new();
            for column in 0..COLUMNS {
                let border = if column == 0 || AREA_OF[column] != AREA_OF[column - 1] { " |" } else { " " };
                line += border;
                let cell = if row >= HEIGHT[column] {
                    String::new()
                } else {
                    let space = BOTTOM[column] + row;
                    let ground = if rivers >> space & 1 == 1 { '~' } else { '_' };
                    match reserve.animal(space) {
                        Some(kind) => format!("{ground}{}", &SHORT[kind]),
                        None => ground.to_string(),
                    }
                };
                line += &format!("{cell:<6}");
            }
            text += &format!("  {} |\n", line.trim_start());
        }
        text
    }
}

/// The kinds on the text board.
const SHORT: [&str; KINDS] =
    ["Lion", "Leop", "Gnu", "Zebra", "Gazel", "Giraf", "Eleph", "Rhino", "White", "Hippo", "Croc"];

/// The seat that draws, chooses or picks.
fn acting(state: &State) -> Option<Seat> {
    match state.phase {
        Phase::Landscape | Phase::Sides | Phase::Pick => Some(state.seat),
        Phase::Reveal | Phase::Over => None,
    }
}

/// One name a card, in the order of the kinds.
fn names(counts: &[u8; KINDS]) -> Vec<&'static str> {
    (0..KINDS).flat_map(|kind| std::iter::repeat_n(NAMES[kind], counts[kind].into())).collect()
}

/// All animals that are not in the deck, kind by kind.
fn seen(row: &[u8; KINDS], reserves: &[Reserve; SEATS]) -> [u8; KINDS] {
    let mut seen = *row;
    let mut add = |kind: Kind, count: u8| seen[kind] = seen[kind].saturating_add(count);
    for reserve in reserves {
        for column in 0..COLUMNS {
            reserve.column(column).for_each(|kind| add(kind, 1));
        }
        for (kind, &count) in reserve.graveyard.iter().enumerate() {
            add(kind, count);
        }
    }
    seen
}

fn show_card(card: Landscape, type_: &str) -> Option<String> {
    match card {
        Landscape::Undrawn => None,
        Landscape::Drawn(card) => Some(format!("{type_}{}", card + 1)),
        Landscape::Chosen(card, side) => Some(format!("{type_}{}-{}", card + 1, SIDE_NAMES[usize::from(side)])),
    }
}

fn write_reserve(reserve: &Reserve) -> Json {
    let cards = (0..TYPES.len()).map(|type_| (CARD_KEYS[type_].to_owned(), json!(show_card(reserve.landscape[type_], TYPES[type_]))));
    let column = |column| reserve.column(column).map(|kind| NAMES[kind]).collect::<Vec<_>>();
    json!({
        "landscape": cards.collect::<Map<String, Json>>(),
        "columns": (0..COLUMNS).map(column).collect::<Vec<_>>(),
        "graveyard": names(&reserve.graveyard),
    })
}

fn read_card(cursor: &Cursor<'_>, type_: usize) -> Option<Landscape> {
    if cursor.is_null() {
        return Some(Landscape::Undrawn);
    }
    let cards = (0..CARDS as u8).flat_map(|card| {
        [Landscape::Drawn(card), Landscape::Chosen(card, 0), Landscape::Chosen(card, 1)]
    });
    let known: Vec<(String, Landscape)> =
        cards.filter_map(|card| show_card(card, TYPES[type_]).map(|text| (text, card))).collect();
    let texts: Vec<&str> = known.iter().map(|(text, _)| text.as_str()).collect();
    cursor.word(&texts).map(|index| known[index].1)
}

/// A list of animals as counts.
fn read_animals(cursor: &Cursor<'_>) -> Option<[u8; KINDS]> {
    let mut counts = [0u8; KINDS];
    let mut sound = true;
    for animal in cursor.list()? {
        match animal.word(&NAMES) {
            Some(kind) => counts[kind] = counts[kind].saturating_add(1),
            None => sound = false,
        }
    }
    sound.then_some(counts)
}

fn read_deck(cursor: &Cursor<'_>) -> Option<[u8; KINDS]> {
    let fields = cursor.table(&NAMES)?;
    let counts = NAMES.map(|name| fields.get(name).and_then(|count| count.int(0..=i64::from(u8::MAX))));
    let counts: Vec<u8> = counts.into_iter().map(|count| count.map(|count| count as u8)).collect::<Option<_>>()?;
    counts.try_into().ok()
}
