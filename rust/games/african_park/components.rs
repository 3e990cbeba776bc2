//! The box: animal and landscape cards and the score tables, read from a components file.

use super::state::{AREA_SIZE, AREAS, BOTTOM, COLUMNS, HEIGHT, Reserve};
use crate::core::Cursor;

/// An animal kind, by its place in [`NAMES`].
pub type Kind = usize;
/// How many kinds there are. AP 1.3
pub const KINDS: usize = 11;
/// The kinds in the order of their ids.
pub const NAMES: [&str; KINDS] = [
    "lion",
    "leopard",
    "wildebeest",
    "zebra",
    "gazelle",
    "giraffe",
    "elephant",
    "rhinoceros",
    "white_rhinoceros",
    "hippo",
    "crocodile",
];

/// The types of landscape cards. AP 1.4
pub const TYPES: [&str; 3] = ["D", "E", "F"];
/// Cards of each type.
pub const CARDS: usize = 4;
/// The columns that each type of card holds.
pub const COLUMNS_OF_TYPE: [[usize; 2]; 3] = [[0, 1], [2, 3], [4, 5]];

/// A set of kinds, one bit each.
pub type Kinds = u16;

/// The groups of animals. AP 1.3
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Lion and leopard.
    Carnivore,
    /// Wildebeest, zebra, gazelle and giraffe.
    Herbivore,
    /// Elephant and the rhinoceroses.
    Pachyderm,
    /// Hippo and crocodile.
    Water,
}

impl Group {
    const WORDS: [&'static str; 4] = ["carnivore", "herbivore", "pachyderm", "water"];
    const ALL: [Group; 4] = [Group::Carnivore, Group::Herbivore, Group::Pachyderm, Group::Water];
}

/// An animal card. AP 1.1
#[derive(Clone, Copy, Debug)]
pub struct Animal {
    pub group: Group,
    pub min: u8,
    pub value: i32,
    /// Cards in a game of the chosen number of seats. AP 2.5
    pub copies: u8,
}

/// What the animals on a column come to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stack {
    /// The kinds that they keep out of their area.
    pub keeps_out: Kinds,
    /// How many of them are pachyderms.
    pub pachyderms: u8,
    /// How many there are.
    pub height: u8,
}

/// The codes that a column of three spaces can have.
const STACKS: usize = 1 << 12;

/// The box as the engine uses it.
pub struct Components {
    pub animals: [Animal; KINDS],
    pub carnivores: Kinds,
    pub herbivores: Kinds,
    pub pachyderms: Kinds,
    pub water: Kinds,
    /// Those that eat herbivores and keep them out: the carnivores and the crocodile. AP 6.2, 6.7
    pub eaters: Kinds,
    /// For each kind, those that count as the same kind for "one kind an area". AP 6.1, 6.4, 6.6
    pub same: [Kinds; KINDS],
    /// The kinds that may enter each area, fitting or depressed. AP 5.1-5.3
    pub admitted: [Kinds; AREAS],
    /// The kinds that fit each area. AP 5.1
    pub fitting: [Kinds; AREAS],
    /// How many pachyderms each area holds. AP 6.5
    pub pachyderm_max: [u8; AREAS],
    /// The bonus of a herd of 0 to 6. AP 11.2
    pub herd_bonus: [i32; 7],
    /// The rivers of each type, card and side, one bit a space of the reserve.
    pub rivers: [[[u16; 2]; CARDS]; 3],
    /// Every column's animals by their codes, so that looking at a column is one read.
    stacks: Box<[Stack]>,
}

impl Components {
    /// Reads the values of a components file for a number of seats.
    pub(super) fn read(root: &Cursor<'_>, seats: u8) -> Option<Self> {
        let fields = root.table(&["animals", "landscapes", "scoring", "limits"])?;
        let animals = fields.get("animals").and_then(|animals| read_animals(&animals, seats));
        let rivers = fields.get("landscapes").and_then(|landscapes| read_landscapes(&landscapes));
        let herd_bonus = fields.get("scoring").and_then(|scoring| {
            let bonus = scoring.table(&["herd_bonus"])?.get("herd_bonus")?;
            numbers::<7>(&bonus, 0, 50)
        });
        let pachyderm_max = fields.get("limits").and_then(|limits| {
            let most = limits.table(&["pachyderm_max"])?.get("pachyderm_max")?;
            numbers::<AREAS>(&most, 0, 6)
        });
        let (animals, eaters, families) = animals?;
        let kinds_that = |holds: &dyn Fn(Kind) -> bool| (0..KINDS).filter(|&kind| holds(kind)).fold(0, |set, kind| set | 1 << kind);
        let group = |group| kinds_that(&|kind| animals[kind].group == group);
        let room = |spare: u8| AREA_SIZE.map(|size| kinds_that(&|kind| animals[kind].min <= size + spare));
        let mut components = Components {
            carnivores: group(Group::Carnivore),
            herbivores: group(Group::Herbivore),
            pachyderms: group(Group::Pachyderm),
            water: group(Group::Water),
            eaters,
            same: std::array::from_fn(|kind| kinds_that(&|other| families[kind] == families[other])),
            admitted: room(1),
            fitting: room(0),
            pachyderm_max: pachyderm_max?.map(|most| most as u8),
            herd_bonus: herd_bonus?.map(|bonus| bonus as i32),
            rivers: rivers?,
            stacks: Box::default(),
            animals,
        };
        components.stacks = (0..STACKS).map(|codes| components.stack_of(codes)).collect();
        Some(components)
    }

    /// The kinds that an animal keeps out of its area.
    fn kept_out_by(&self, kind: Kind) -> Kinds {
        let exclusive = [self.carnivores, self.pachyderms, self.water].into_iter().find(|group| group >> kind & 1 == 1);
        // AP 6.1, 6.4, 6.6: one kind of these groups an area. AP 6.3: no herbivore where it would be eaten.
        let rivals = exclusive.unwrap_or(0) & !self.same[kind];
        rivals | if self.eaters >> kind & 1 == 1 { self.herbivores } else { 0 }
    }

    fn stack_of(&self, codes: usize) -> Stack {
        let mut stack = Stack::default();
        for code in [codes, codes >> 4, codes >> 8].map(|code| code & 0xf) {
            if (1..=KINDS).contains(&code) {
                stack.keeps_out |= self.kept_out_by(code - 1);
                stack.pachyderms += (self.pachyderms >> (code - 1) & 1) as u8;
                stack.height += 1;
            }
        }
        stack
    }

    /// What the animals on a column of a reserve come to.
    #[inline]
    pub(super) fn stack(&self, reserve: &Reserve, column: usize) -> Stack {
        self.stacks[reserve.codes(column) as usize & (STACKS - 1)]
    }

    /// All cards of the game's deck, kind by kind. AP 2.5
    pub(super) fn full_deck(&self) -> [u8; KINDS] {
        self.animals.map(|animal| animal.copies)
    }
}

type Animals<'a> = ([Animal; KINDS], Kinds, [&'a str; KINDS]);

fn read_animals<'a>(cursor: &Cursor<'a>, seats: u8) -> Option<Animals<'a>> {
    let table = cursor.table(&NAMES)?;
    let (mut animals, mut eaters, mut families) = ([None; KINDS], 0, [""; KINDS]);
    for (kind, name) in NAMES.iter().enumerate() {
        let Some(animal) = table.get(name) else { continue };
        let Some(fields) = animal.table(&["group", "family", "eats_herbivores", "min", "value", "copies"]) else { continue };
        let group = fields.get("group").and_then(|group| group.word(&Group::WORDS)).map(|index| Group::ALL[index]);
        let family = fields.get("family").and_then(|family| family.text());
        let eats = fields.get("eats_herbivores").and_then(|eats| eats.flag());
        let min = fields.get("min").and_then(|min| min.int(1..=7));
        let value = fields.get("value").and_then(|value| value.int(0..=20));
        let copies = fields.get("copies").and_then(|copies| numbers::<3>(&copies, 0, 20));
        if let (Some(group), Some(eats)) = (group, eats) {
            match group {
                Group::Carnivore if !eats => animal.refuse("carnivores eat herbivores (AP 6.2)"),
                Group::Herbivore | Group::Pachyderm if eats => animal.refuse("only carnivores and water animals eat (AP 6.2, 6.7)"),
                _ => {}
            }
        }
        let (Some(group), Some(family), Some(eats), Some(min), Some(value), Some(copies)) =
            (group, family, eats, min, value, copies)
        else {
            continue;
        };
        // AP 2.5: two seats use the first symbol's cards, each further seat one more symbol.
        let used: i64 = copies.iter().take(usize::from(seats) - 1).sum();
        animals[kind] = Some(Animal { group, min: min as u8, value: value as i32, copies: used as u8 });
        eaters |= Kinds::from(eats) << kind;
        families[kind] = family;
    }
    let animals: Vec<Animal> = animals.into_iter().collect::<Option<_>>()?;
    let deck: u32 = animals.iter().map(|animal| u32::from(animal.copies)).sum();
    if deck < u32::from(seats) {
        cursor.refuse(format!("{deck} cards make no row for {seats} seats (AP 3.1)"));
    }
    if let Some(kind) = (0..KINDS).find(|&kind| {
        (0..KINDS).any(|other| families[kind] == families[other] && animals[kind].group != animals[other].group)
    }) {
        cursor.refuse(format!("the family {:?} spans two groups", families[kind]));
    }
    Some((animals.try_into().ok()?, eaters, families))
}

fn read_landscapes(cursor: &Cursor<'_>) -> Option<[[[u16; 2]; CARDS]; 3]> {
    let table = cursor.table(&TYPES)?;
    let mut rivers = [[[0; 2]; CARDS]; 3];
    let mut sound = true;
    for (type_, name) in TYPES.iter().enumerate() {
        let cards = table.get(name).and_then(|cards| cards.list_of(CARDS));
        sound &= cards.is_some();
        for (card, cursor) in cards.into_iter().flatten().enumerate() {
            let sides = cursor.table(&["a", "b"]);
            for (side, key) in ["a", "b"].into_iter().enumerate() {
                let pattern = sides.as_ref().and_then(|sides| sides.get(key)).and_then(|side| read_side(&side, type_));
                sound &= pattern.is_some();
                rivers[type_][card][side] = pattern.unwrap_or_default();
            }
        }
    }
    sound.then_some(rivers)
}

/// The rivers of a side: a text of `R` and `L` a column, bottom first.
fn read_side(cursor: &Cursor<'_>, type_: usize) -> Option<u16> {
    let mut rivers = 0;
    for (column, cursor) in COLUMNS_OF_TYPE[type_].into_iter().zip(cursor.list_of(2)?) {
        let text = cursor.text()?;
        if text.len() != HEIGHT[column] || !text.bytes().all(|space| matches!(space, b'R' | b'L')) {
            cursor.refuse(format!("{text:?} is not {} spaces, each R (river) or L (land)", HEIGHT[column]));
            return None;
        }
        for (row, space) in text.bytes().enumerate() {
            rivers |= u16::from(space == b'R') << (BOTTOM[column] + row);
        }
    }
    Some(rivers)
}

fn numbers<const N: usize>(cursor: &Cursor<'_>, min: i64, max: i64) -> Option<[i64; N]> {
    let items: Vec<Option<i64>> = cursor.list_of(N)?.iter().map(|item| item.int(min..=max)).collect();
    items.into_iter().collect::<Option<Vec<_>>>()?.try_into().ok()
}

const _: () = assert!(COLUMNS == 2 * COLUMNS_OF_TYPE.len());
