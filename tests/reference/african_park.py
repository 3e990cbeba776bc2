"""African Park, clause by clause: `AP` are the clauses of `seeds/african_park/rules.md`, C numbers its rulings."""

from __future__ import annotations

from typing import Any

from .protocol import Step

DEFAULT_OPTIONS: dict[str, object] = {"slid_water": "lives", "free_card_choice": True}

# AP 1.3: the kinds of animals, in the order of the component table B.1.
ANIMALS = [
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
]

# AP 1.4, 1.6: three piles of landscape cards, four cards a pile.
PILES = ["d", "e", "f"]
CARDS_PER_PILE = 4

# AP 1.6, 4.2: areas of 2, 3, 4 and 6 spaces; six columns in all.
AREA_SIZES = [2, 3, 4, 6]
AREA_COLUMNS = [[0], [1], [2, 3], [4, 5]]
AREA_OF_COLUMN = [0, 1, 2, 2, 3, 3]
COLUMN_HEIGHTS = [2, 3, 2, 2, 3, 3]
COLUMNS = range(6)


class Reserve:
    """One seat's landscape, animals and graveyard."""

    def __init__(self) -> None:
        self.landscape: dict[str, str | None] = {"d": None, "e": None, "f": None}
        self.columns: list[list[str]] = [[] for _ in COLUMNS]
        self.graveyard: list[str] = []

    def copy(self) -> Reserve:
        twin = Reserve()
        twin.landscape = dict(self.landscape)
        twin.columns = [list(column) for column in self.columns]
        twin.graveyard = list(self.graveyard)
        return twin

    def animals_in_area(self, area: int) -> list[str]:
        return [animal for column in AREA_COLUMNS[area] for animal in self.columns[column]]

    def is_full(self) -> bool:
        # AP 10.1: all 15 spaces occupied.
        return all(len(self.columns[column]) == COLUMN_HEIGHTS[column] for column in COLUMNS)


class Twin:
    def __init__(self, seats: int, options: dict[str, object], components: dict[str, Any]) -> None:
        if seats not in (2, 3, 4):
            raise ValueError(f"african_park is for 2 to 4 seats, not {seats}")
        self.seats = seats
        self.options = options
        self.components = components
        self.phase = "landscape"
        self.acting = 0  # the seat that draws its landscape or chooses its sides; unused in the rounds
        self.head_ranger = 0  # AP 2.1, C21
        self.row: list[str] = []
        self.reserves = [Reserve() for _ in range(seats)]
        self.deck = {animal: self.copies_in_game(animal) for animal in ANIMALS}

    # ------------------------------------------------------------------ the printed facts

    def animal(self, name: str) -> dict[str, Any]:
        table: dict[str, Any] = self.components["animals"][name]
        return table

    def copies_in_game(self, name: str) -> int:
        # AP 2.5: the 2-symbol cards, with three seats the 3-symbol cards too, with four seats all.
        copies: list[int] = self.animal(name)["copies"]
        return sum(copies[: self.seats - 1])

    def group(self, name: str) -> str:
        return str(self.animal(name)["group"])

    def family(self, name: str) -> str:
        return str(self.animal(name)["family"])

    def eats_herbivores(self, name: str) -> bool:
        return bool(self.animal(name)["eats_herbivores"])

    def minimum(self, name: str) -> int:
        return int(self.animal(name)["min"])

    def value(self, name: str) -> int:
        return int(self.animal(name)["value"])

    def terrain(self, reserve: Reserve, column: int) -> str:
        """The spaces of a column, bottom first: "R" river, "L" land (AP 1.5)."""
        if column in (0, 1):
            pile, place = "d", column  # the 2-area column, then the 3-area column
        elif column in (2, 3):
            pile, place = "e", column - 2
        else:
            pile, place = "f", column - 4
        chosen = reserve.landscape[pile]  # such as "D1-A"
        if chosen is None or "-" not in chosen:
            raise ValueError(f"no side of the {pile} card is chosen yet")
        card, side = chosen.split("-")
        columns: list[str] = self.components["landscapes"][pile.upper()][int(card[1:]) - 1][side.lower()]
        return columns[place]

    # ------------------------------------------------------------------ whose turn it is

    def node(self) -> str:
        if self.phase in ("landscape", "reveal"):
            return "chance"
        if self.phase in ("sides", "pick"):
            return "decision"
        return "terminal"

    def seat(self) -> int | None:
        if self.phase == "sides":
            return self.acting
        if self.phase == "pick":
            # AP 3.2: from the Head Ranger clockwise, one card each.
            already_picked = self.seats - len(self.row)
            return (self.head_ranger + already_picked) % self.seats
        return None

    # ------------------------------------------------------------------ what is legal

    @staticmethod
    def action_table(seats: int, options: dict[str, object], components: dict[str, Any]) -> list[Step]:
        sides: list[Step] = [
            {"kind": "sides", "d": d, "e": e, "f": f} for d in ("a", "b") for e in ("a", "b") for f in ("a", "b")
        ]
        take: list[Step] = [
            {"kind": "take", "animal": animal, "column": column} for animal in ANIMALS for column in COLUMNS
        ]
        bury: list[Step] = [{"kind": "bury", "animal": animal} for animal in ANIMALS]
        return sides + take + bury

    @staticmethod
    def outcome_table(seats: int, options: dict[str, object], components: dict[str, Any]) -> list[Step]:
        cards: list[Step] = [
            {"kind": "landscape", "card": f"{pile.upper()}{number}"}
            for pile in PILES
            for number in range(1, CARDS_PER_PILE + 1)
        ]
        reveals: list[Step] = [{"kind": "reveal", "animal": animal} for animal in ANIMALS]
        return cards + reveals

    def legal(self) -> list[Step]:
        if self.phase == "sides":
            # AP 2.3: any side of each of the three cards.
            return [a for a in self.action_table(self.seats, self.options, self.components) if a["kind"] == "sides"]
        if self.phase == "pick":
            # AP 3.2, C1: any card of the row; AP 5.4, C2: any legal space; AP 7.1: buried only if it has none.
            takes: list[Step] = []
            buries: list[Step] = []
            for animal in ANIMALS:
                if animal not in self.row:
                    continue
                columns = self.legal_columns(animal)
                takes += [{"kind": "take", "animal": animal, "column": column} for column in columns]
                if not columns:
                    buries.append({"kind": "bury", "animal": animal})
            if self.options["free_card_choice"] is False and takes:
                # C1, the other reading: a card that can be placed must be taken while the row has one.
                buries = []
            return takes + buries
        return []

    def legal_columns(self, animal: str) -> list[int]:
        """The columns of the acting seat where the animal may be laid."""
        seat = self.seat()
        if seat is None:
            raise ValueError("no seat is picking")
        return [column for column in COLUMNS if self.may_enter(self.reserves[seat], animal, column)]

    def may_enter(self, reserve: Reserve, animal: str, column: int) -> bool:
        area = AREA_OF_COLUMN[column]
        size = AREA_SIZES[area]
        present = reserve.animals_in_area(area)
        group = self.group(animal)
        # AP 4.1: only the lowest uncovered space of a column is free. AP 4.4: a full area takes nothing (C5).
        height = len(reserve.columns[column])
        if height == COLUMN_HEIGHTS[column]:
            return False
        # AP 5.1-5.3: at most one space too few.
        if size < self.minimum(animal) - 1:
            return False
        # AP 6.1: one kind of carnivore. AP 6.4: one kind of pachyderm. AP 6.6: one kind of water animal.
        if group in ("carnivore", "pachyderm", "water"):
            for other in present:
                if self.group(other) == group and self.family(other) != self.family(animal):
                    return False
        # AP 6.3: no herbivore beside a carnivore or a crocodile.
        if group == "herbivore" and any(self.eats_herbivores(other) for other in present):
            return False
        # AP 6.5: so many pachyderms in an area and no more.
        if group == "pachyderm":
            pachyderms = [other for other in present if self.group(other) == "pachyderm"]
            if len(pachyderms) >= self.components["limits"]["pachyderm_max"][area]:
                return False
        # AP 6.6: water animals only on a river space.
        return not (group == "water" and self.terrain(reserve, column)[height] != "R")

    # ------------------------------------------------------------------ chance

    def outcomes(self) -> list[tuple[Step, int]]:
        if self.phase == "landscape":
            # AP 2.3, C22: a random card of each pile; D first, then E, then F.
            pile = self.pile_to_draw()
            drawn = [(reserve.landscape[pile] or "").split("-")[0] for reserve in self.reserves]
            cards = [f"{pile.upper()}{number}" for number in range(1, CARDS_PER_PILE + 1)]
            return [({"kind": "landscape", "card": card}, 1) for card in cards if card not in drawn]
        if self.phase == "reveal":
            # AP 3.1: the top card of a shuffled deck.
            return [({"kind": "reveal", "animal": a}, self.deck[a]) for a in ANIMALS if self.deck[a] > 0]
        return []

    def pile_to_draw(self) -> str:
        landscape = self.reserves[self.acting].landscape
        return next(pile for pile in PILES if landscape[pile] is None)

    # ------------------------------------------------------------------ what a step does

    def apply(self, what: Step) -> None:
        possible = [outcome for outcome, _ in self.outcomes()] if self.node() == "chance" else self.legal()
        if what not in possible:
            raise ValueError(f"{what} is not possible here")
        if what["kind"] == "landscape":
            self.draw_landscape(str(what["card"]))
        elif what["kind"] == "sides":
            self.choose_sides({pile: str(what[pile]) for pile in PILES})
        elif what["kind"] == "reveal":
            self.reveal(str(what["animal"]))
        elif what["kind"] == "take":
            column = what["column"]
            assert isinstance(column, int)
            self.take(str(what["animal"]), column)
        else:
            self.bury(str(what["animal"]))

    def draw_landscape(self, card: str) -> None:
        landscape = self.reserves[self.acting].landscape
        landscape[self.pile_to_draw()] = card
        if None not in landscape.values():
            self.phase = "sides"

    def choose_sides(self, sides: dict[str, str]) -> None:
        landscape = self.reserves[self.acting].landscape
        for pile in PILES:
            landscape[pile] = f"{landscape[pile]}-{sides[pile].upper()}"
        # AP 2.3, C23: seat after seat from the Head Ranger; then the first round begins.
        if self.acting + 1 < self.seats:
            self.acting += 1
            self.phase = "landscape"
        else:
            self.phase = "reveal"

    def reveal(self, animal: str) -> None:
        self.deck[animal] -= 1
        self.row.append(animal)
        # AP 3.1: as many cards as there are players.
        if len(self.row) == self.seats:
            self.phase = "pick"

    def take(self, animal: str, column: int) -> None:
        seat = self.seat()
        assert seat is not None
        reserve = self.reserves[seat]
        self.row.remove(animal)
        # AP 8.1 a: the animal is laid on the free space.
        reserve.columns[column].append(animal)
        # AP 6.2, 6.7: carnivores and crocodiles eat all herbivores of the area, depressed or not (C4).
        area = AREA_OF_COLUMN[column]
        herbivores = [other for other in reserve.animals_in_area(area) if self.group(other) == "herbivore"]
        if self.eats_herbivores(animal) and herbivores:
            self.eat(reserve, area)
        self.end_of_turn()

    def eat(self, reserve: Reserve, area: int) -> None:
        for column in AREA_COLUMNS[area]:
            cards = reserve.columns[column]
            # AP 8.1 b: the herbivores go to the owner's graveyard.
            reserve.graveyard += [card for card in cards if self.group(card) == "herbivore"]
            # AP 8.1 c, C7: what remains in the column closes up.
            reserve.columns[column] = [card for card in cards if self.group(card) != "herbivore"]
        if self.options["slid_water"] == "dies":
            # C6: water animals now on land die, the columns close up again, and so on until nothing changes.
            while any(self.stranded(reserve, column) for column in AREA_COLUMNS[area]):
                for column in AREA_COLUMNS[area]:
                    cards = reserve.columns[column]
                    dead = self.stranded(reserve, column)
                    reserve.graveyard += [cards[height] for height in dead]
                    reserve.columns[column] = [card for height, card in enumerate(cards) if height not in dead]

    def stranded(self, reserve: Reserve, column: int) -> list[int]:
        """The heights of the column at which a water animal stands on land."""
        return [
            height
            for height, animal in enumerate(reserve.columns[column])
            if self.group(animal) == "water" and self.terrain(reserve, column)[height] == "L"
        ]

    def bury(self, animal: str) -> None:
        seat = self.seat()
        assert seat is not None
        self.row.remove(animal)
        # AP 7.1: it goes to the graveyard and takes up no space.
        self.reserves[seat].graveyard.append(animal)
        self.end_of_turn()

    def end_of_turn(self) -> None:
        # AP 3.3, 3.4: the round is over when all have picked; the end is looked for only then (C18).
        if self.row:
            return
        someone_is_full = any(reserve.is_full() for reserve in self.reserves)
        if someone_is_full or sum(self.deck.values()) < self.seats:  # AP 10.1, C19
            self.phase = "over"
        else:
            self.head_ranger = (self.head_ranger + 1) % self.seats
            self.phase = "reveal"

    # ------------------------------------------------------------------ points

    def scores(self) -> list[int]:
        return [self.score(reserve) for reserve in self.reserves]

    def score(self, reserve: Reserve) -> int:
        points = 0
        for area, size in enumerate(AREA_SIZES):
            herds: dict[str, int] = {}
            for column in AREA_COLUMNS[area]:
                stranded = self.stranded(reserve, column) if self.options["slid_water"] == "depressed" else []
                for height, animal in enumerate(reserve.columns[column]):
                    # AP 11.1, 5.2, C8: a depressed animal scores 0; C6: so does a water animal on land, if chosen.
                    if size < self.minimum(animal) or height in stranded:
                        continue
                    points += self.value(animal)
                    if self.group(animal) == "herbivore":
                        herds[animal] = herds.get(animal, 0) + 1
            # AP 11.2, C14, C15: a bonus for each herd of undepressed herbivores of one kind in one area.
            for members in herds.values():
                points += self.components["scoring"]["herd_bonus"][members]
        # AP 11.3, C16: the dead cost their printed value.
        for animal in reserve.graveyard:
            points -= self.value(animal)
        return points

    def ranking(self) -> list[int]:
        # AP 11.4: more points, then fewer animals in the graveyard; C20: else the place is shared.
        standing = [(self.score(reserve), -len(reserve.graveyard)) for reserve in self.reserves]
        return [1 + len([other for other in standing if other > own]) for own in standing]

    def truncated(self) -> bool:
        return False

    # ------------------------------------------------------------------ positions

    def copy(self) -> Twin:
        twin = Twin(self.seats, self.options, self.components)
        twin.phase = self.phase
        twin.acting = self.acting
        twin.head_ranger = self.head_ranger
        twin.row = list(self.row)
        twin.deck = dict(self.deck)
        twin.reserves = [reserve.copy() for reserve in self.reserves]
        return twin

    def view(self, seat: int | None) -> dict[str, object]:
        # AP 9.1, 9.2: nothing but the order of the deck is hidden, so every seat sees the same.
        acting = self.acting if self.phase == "landscape" else self.seat()
        return {
            "phase": self.phase,
            "seat": acting,
            "head_ranger": self.head_ranger,
            "row": in_table_order(self.row),
            "deck": dict(self.deck),
            "reserves": [
                {
                    "landscape": dict(reserve.landscape),
                    "columns": [list(column) for column in reserve.columns],
                    "graveyard": in_table_order(reserve.graveyard),
                }
                for reserve in self.reserves
            ],
        }

    @classmethod
    def from_view(
        cls, seats: int, options: dict[str, object], components: dict[str, Any], position: dict[str, Any]
    ) -> Twin:
        twin = cls(seats, options, components)
        twin.phase = position["phase"]
        twin.head_ranger = position["head_ranger"]
        twin.row = list(position["row"])
        if twin.phase in ("landscape", "sides"):
            twin.acting = position["seat"]
        for reserve, given in zip(twin.reserves, position["reserves"], strict=True):
            reserve.landscape = dict(given["landscape"])
            reserve.columns = [list(column) for column in given["columns"]]
            reserve.graveyard = list(given["graveyard"])
        # What lies on the table is not in the deck.
        on_table = list(twin.row)
        for reserve in twin.reserves:
            on_table += reserve.graveyard + [animal for column in reserve.columns for animal in column]
        left = {animal: twin.copies_in_game(animal) - on_table.count(animal) for animal in ANIMALS}
        if any(count < 0 for count in left.values()) or position.get("deck", left) != left:
            raise ValueError("the deck and the cards on the table do not make up the cards of the game")
        twin.deck = left
        return twin


def in_table_order(animals: list[str]) -> list[str]:
    return [animal for kind in ANIMALS for animal in animals if animal == kind]
