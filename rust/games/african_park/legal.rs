//! Which animals may be taken, and to which columns.

use super::AfricanPark;
use super::action::{Action, SIDES, bury_id, take_id};
use super::components::{KINDS, Kind, Kinds, NAMES};
use super::state::{
    AREA_OF, AREA_SIZE, AREA_SPACES, AREAS, BOTTOM, COLUMNS, COLUMNS_OF, HEIGHT, Phase, Reserve, State,
};
use crate::core::{ActionId, ActionSet, BitSet, Refusal};

/// What a reserve has to offer to the next animal: by area, the kinds that may join those there; by column, one bit each, whether
/// a space is free and whether that space is river.
struct Room {
    admitted: [Kinds; AREAS],
    free: u8,
    river: u8,
}

impl AfricanPark {
    #[inline]
    pub(super) fn legal_actions(&self, state: &State) -> BitSet<2> {
        let mut legal = BitSet::default();
        match state.phase {
            Phase::Sides => legal.insert_block(0, (1 << SIDES) - 1),
            Phase::Pick => {
                let room = self.room(&state.reserves[usize::from(state.seat)]);
                let mut homeless: Kinds = 0;
                for kind in (0..KINDS).filter(|&kind| state.row[kind] > 0) {
                    let columns = self.columns_for(&room, kind);
                    legal.insert_block(take_id(kind), columns.into());
                    homeless |= Kinds::from(columns == 0) << kind;
                }
                // AP 7.1: what has no legal column dies. AP C1: by the option, only if nothing in the row can be placed.
                if self.free_card_choice || legal.is_empty() {
                    legal.insert_block(bury_id(0), homeless.into());
                }
            }
            Phase::Landscape | Phase::Reveal | Phase::Over => {}
        }
        legal
    }

    /// What a reserve has to offer to the next animal.
    #[inline]
    fn room(&self, reserve: &Reserve) -> Room {
        let (b, rivers) = (&self.box_, self.rivers(reserve));
        let mut room = Room { admitted: b.admitted, free: 0, river: 0 }; // AP 5.3
        let mut pachyderms = [0; AREAS];
        for column in 0..COLUMNS {
            let stack = b.stack(reserve, column);
            room.admitted[AREA_OF[column]] &= !stack.keeps_out; // AP 6.1, 6.3, 6.4, 6.6
            pachyderms[AREA_OF[column]] += stack.pachyderms;
            let height = usize::from(stack.height);
            room.free |= u8::from(height < HEIGHT[column]) << column; // AP 4.1, 4.4
            room.river |= ((rivers >> (BOTTOM[column] + height) & 1) as u8) << column;
        }
        for (area, kinds) in room.admitted.iter_mut().enumerate() {
            if pachyderms[area] >= b.pachyderm_max[area] {
                *kinds &= !b.pachyderms; // AP 6.5
            }
        }
        room
    }

    /// The columns that a kind may enter, one bit each.
    #[inline]
    fn columns_for(&self, room: &Room, kind: Kind) -> u8 {
        let mut columns = room.free;
        for (area, kinds) in room.admitted.iter().enumerate() {
            if kinds >> kind & 1 == 0 {
                columns &= !COLUMNS_OF[area];
            }
        }
        // AP 6.6: water animals need a river.
        if self.box_.water >> kind & 1 == 1 { columns & room.river } else { columns }
    }

    /// The kinds that stand in an area, and how many pachyderms do.
    fn present(&self, reserve: &Reserve, area: usize) -> (Kinds, u8) {
        let (first, end) = AREA_SPACES[area];
        let animals = (first..end).filter_map(|space| reserve.animal(space)).map(|kind| 1 << kind);
        animals.fold((0, 0), |(kinds, pachyderms), animal: Kinds| {
            (kinds | animal, pachyderms + u8::from(animal & self.box_.pachyderms != 0))
        })
    }

    /// The clause that forbids an action at this decision.
    pub(super) fn why_not(&self, state: &State, action: ActionId) -> Refusal {
        match (state.phase, Action::of_id(action)) {
            (_, Action::Sides(_)) => Refusal::new("AP 2.3", "the sides were chosen for the whole game"),
            (Phase::Sides, _) => Refusal::new("AP 2.3", "the sides of the three landscape cards are chosen first"),
            (_, Action::Take(kind, _) | Action::Bury(kind)) if state.row[kind] == 0 => {
                Refusal::new("AP 3.2", format!("no {} lies in the row", NAMES[kind]))
            }
            (_, Action::Take(kind, column)) => self.why_not_there(&state.reserves[usize::from(state.seat)], kind, column),
            (_, Action::Bury(kind)) => {
                let columns = self.columns_for(&self.room(&state.reserves[usize::from(state.seat)]), kind);
                if columns != 0 {
                    let open: Vec<String> =
                        (0..COLUMNS).filter(|column| columns >> column & 1 == 1).map(|column| column.to_string()).collect();
                    Refusal::new("AP 5.4", format!("the {} can live on column {}", NAMES[kind], open.join(", ")))
                } else {
                    Refusal::new("AP C1", "another card of the row can be placed (free_card_choice is off)")
                }
            }
        }
    }

    fn why_not_there(&self, reserve: &Reserve, kind: Kind, column: usize) -> Refusal {
        let (b, area, name) = (&self.box_, AREA_OF[column], NAMES[kind]);
        let size = AREA_SIZE[area];
        let (present, _) = self.present(reserve, area);
        let here = |kinds: Kinds| {
            let names: Vec<&str> = (0..KINDS).filter(|kind| (present & kinds) >> kind & 1 == 1).map(|kind| NAMES[kind]).collect();
            format!("the {size}-area holds {}", names.join(" and "))
        };
        let stacked = reserve.stacked(column);
        let full = |column: usize| reserve.stacked(column) == HEIGHT[column];
        if (0..COLUMNS).filter(|&other| AREA_OF[other] == area).all(full) {
            Refusal::new("AP 4.4", format!("the {size}-area is full"))
        } else if full(column) {
            Refusal::new("AP 4.1", format!("column {column} has no free space"))
        } else if b.admitted[area] >> kind & 1 == 0 {
            let min = b.animals[kind].min;
            Refusal::new("AP 5.3", format!("the {name} needs {min} spaces and accepts {}, the area has {size}", min - 1))
        } else if b.water >> kind & 1 == 1 {
            if self.rivers(reserve) >> (BOTTOM[column] + stacked) & 1 == 0 {
                Refusal::new("AP 6.6", format!("the free space of column {column} is land, the {name} needs a river"))
            } else {
                Refusal::new("AP 6.6", format!("{}, and an area has one kind of water animal", here(b.water)))
            }
        } else if b.carnivores >> kind & 1 == 1 {
            Refusal::new("AP 6.1", format!("{}, and an area has one kind of carnivore", here(b.carnivores)))
        } else if b.herbivores >> kind & 1 == 1 {
            Refusal::new("AP 6.3", format!("{}, which would eat the {name}", here(b.eaters)))
        } else if present & b.pachyderms & !b.same[kind] != 0 {
            Refusal::new("AP 6.4", format!("{}, and an area has one kind of pachyderm", here(b.pachyderms)))
        } else {
            let most = b.pachyderm_max[area];
            Refusal::new("AP 6.5", format!("the {size}-area takes no more than {most} pachyderms"))
        }
    }
}

/// A breach of the rules of living together, in a position written by hand.
pub(super) struct Trespass {
    pub(super) area: usize,
    pub(super) clause: &'static str,
    pub(super) why: String,
}

impl AfricanPark {
    /// Every breach of AP 5.3 and 6.1-6.6 in a reserve, terrain apart.
    pub(super) fn trespasses(&self, reserve: &Reserve) -> Vec<Trespass> {
        let b = &self.box_;
        let mut found = Vec::new();
        for area in 0..AREAS {
            let (present, pachyderms) = self.present(reserve, area);
            let mut breach = |clause, why: String| found.push(Trespass { area, clause, why });
            for kind in (0..KINDS).filter(|kind| (present & !b.admitted[area]) >> kind & 1 == 1) {
                breach("AP 5.3", format!("too small for {}", NAMES[kind]));
            }
            for (group, clause, what) in
                [(b.carnivores, "AP 6.1", "carnivore"), (b.pachyderms, "AP 6.4", "pachyderm"), (b.water, "AP 6.6", "water animal")]
            {
                let those = present & group;
                if those != 0 && those & !b.same[those.trailing_zeros() as usize] != 0 {
                    breach(clause, format!("more than one kind of {what}"));
                }
            }
            if present & b.eaters != 0 && present & b.herbivores != 0 {
                breach("AP 6.3", "a herbivore beside an animal that eats it".to_owned());
            }
            if pachyderms > b.pachyderm_max[area] {
                breach("AP 6.5", format!("{pachyderms} pachyderms, at most {}", b.pachyderm_max[area]));
            }
        }
        found
    }
}
