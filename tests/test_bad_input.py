"""Bad input gives a typed error that says what would be valid, and changes nothing."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meeple
from tests.support import every_variant, some

WRONG_TYPES: list[Any] = [
    True,
    False,
    np.True_,
    1.0,
    np.float64(1),
    None,
    "1",
    b"1",
    [1],
    (1,),
    {1},
    object(),
    1j,
    Ellipsis,
]
OUT_OF_RANGE = [-1, -(2**31), 2**15, 2**16, 2**31, 2**63 - 1, 2**63, 2**64, -(2**63), -(2**64), 10**60, -(10**60)]
JSON = st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=5), st.lists)
NAMES = meeple.games()


def sound(error: BaseException) -> None:
    """The message is about the library's world, not about its insides."""
    text = str(error)
    assert text
    assert not re.search(r"panick|\.rs\b|unwrap|assert|RUST_BACKTRACE|internal", text), text


def settled(name: str, seats: int | None = None, **options: Any) -> meeple.State:
    return meeple.load(name, seats=seats, **options).start().settle(meeple.Rng(3))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", WRONG_TYPES, ids=repr)
def test_values_of_the_wrong_type_are_type_errors_everywhere(name: str, value: Any) -> None:
    game = meeple.load(name)
    state = settled(name)
    env = meeple.Env(game, 1)
    rng = meeple.Rng(1)
    calls: list[Any] = [
        state.apply, env.step, game.action_text, game.outcome_text, game.describe, game.describe_outcome, state.view,
        state.observation, state.information_key, lambda v: state.resample(v, rng), rng.below,
        lambda v: meeple.perft(state, v), lambda v: meeple.playouts(game, v, 1),
    ]  # fmt: skip
    optional: list[Any] = [
        meeple.Rng, lambda v: meeple.Env(game, v), env.reset, lambda v: meeple.load(name, seats=v), state.text,
        state.svg, lambda v: meeple.playouts(game, 1, seed=v), lambda v: meeple.playouts(game, 1, 1, num_threads=v),
        lambda v: meeple.play(game, [meeple.RandomAgent()] * game.seats, v),
    ]  # fmt: skip
    before = state.to_json(), env.state
    for call in calls + (optional if value is not None else []):
        with pytest.raises((TypeError, AttributeError) if call is optional[-1] else TypeError) as error:
            call(value)
        sound(error.value)
    assert (state.to_json(), env.state) == before


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", OUT_OF_RANGE)
def test_numbers_out_of_range_are_typed_errors_everywhere(name: str, value: int) -> None:
    game = meeple.load(name)
    state = settled(name)
    env = meeple.Env(game, 1)
    rng = meeple.Rng(1)
    before = state.to_json(), env.state
    for call in (state.apply, env.step, game.action_text, game.outcome_text, game.describe, game.describe_outcome):
        with pytest.raises(meeple.IllegalActionError) as error:
            call(value)
        sound(error.value)
    with pytest.raises(meeple.IllegalActionError):
        game.start().apply(value)
    for ranged in (state.view, state.observation, state.information_key, state.text, state.svg):
        with pytest.raises(meeple.OptionError, match="seat is"):
            ranged(value)
    with pytest.raises(meeple.OptionError):
        state.resample(value, rng)
    with pytest.raises(meeple.OptionError):
        meeple.load(name, seats=value)
    with pytest.raises(meeple.OptionError, match="depth"):
        meeple.perft(state, value)
    if value < 0 or value >= 2**63:
        for seeded in (meeple.Rng, env.reset, rng.below, lambda v: meeple.playouts(game, 1, v)):
            with pytest.raises(meeple.OptionError):
                seeded(value)
        with pytest.raises(meeple.OptionError, match="count"):
            meeple.playouts(game, value)
    assert (state.to_json(), env.state) == before


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "intp"])
def test_every_numpy_integer_is_an_id(name: str, kind: str) -> None:
    state = settled(name)
    action = state.legal_actions()[-1]
    assert state.apply(np.dtype(kind).type(action)) == state.apply(action)


@pytest.mark.parametrize(("name", "seats", "options"), list(every_variant()))
def test_an_illegal_action_says_who_what_why_and_what_instead(name: str, seats: int, options: dict[str, Any]) -> None:
    game = meeple.load(name, seats=seats, **options)
    states = meeple.play(game, [meeple.RandomAgent()] * seats, 13).replay()
    decisions = [state for state in states if state.node is meeple.Node.DECISION]
    refused = 0
    # Every illegal id, in every decision of a game that has few of both.
    for state in some(decisions, 20_000 // game.num_actions + 2):
        legal = state.legal_actions()
        before = state.to_json(), hash(state)
        for action in sorted(set(range(game.num_actions)) - set(legal)):
            with pytest.raises(meeple.IllegalActionError) as error:
                state.apply(action)
            sound(error.value)
            text = str(error.value)
            assert name in text
            assert f"seat {state.seat}" in text
            assert game.action_text(action) in text
            assert game.action_text(legal[0]) in text
            assert error.value.clause
            assert error.value.clause in text
            refused += 1
        assert (state.to_json(), hash(state)) == before
    assert refused > 0 or name == "kuhn_poker"
    with pytest.raises(meeple.IllegalActionError, match="over"):
        states[-1].apply(0)


def test_unknown_games_and_options_list_the_valid_ones() -> None:
    with pytest.raises(meeple.OptionError, match=", ".join(meeple.games())):
        meeple.load("chess")
    with pytest.raises(meeple.OptionError, match="slid_water, free_card_choice"):
        meeple.load("african_park", slide_water="dies")
    with pytest.raises(meeple.OptionError, match="lives, dies, depressed"):
        meeple.load("african_park", slid_water="swims")
    with pytest.raises(meeple.OptionError, match="2 to 4 seats"):
        meeple.load("african_park", seats=5)
    with pytest.raises(meeple.OptionError) as error:
        meeple.load("african_park", seats=1, free_card_choice=1, slid_water=None, other=())
    assert len(error.value.reasons) == 4
    for name in (None, 3, b"african_park"):
        with pytest.raises(TypeError):
            meeple.load(name)  # type: ignore[arg-type]


def test_a_broken_components_file_gives_every_reason_with_its_line(tmp_path: Path) -> None:
    text = meeple.load("african_park").components_text()
    broken = text.replace('group = "carnivore"', 'group = "feline"', 1).replace(
        "herd_bonus = [0,", "herd_bonus = [-1,", 1
    )
    broken = broken.replace('"RLL"', '"RXL"', 1).replace("[limits]", "[limit]", 1)
    assert broken.count("\n") == text.count("\n")
    path = tmp_path / "mine.toml"
    path.write_text(broken)
    with pytest.raises(meeple.ComponentsError) as error:
        meeple.load("african_park", components=path)
    reasons = error.value.reasons
    lines = broken.splitlines()
    for word, part in [("feline", "animals.lion.group"), ("-1", "scoring.herd_bonus[0]"), ("RXL", "landscapes.D[0]")]:
        (reason,) = [reason for reason in reasons if part in reason]
        number = re.match(r"line (\d+): ", reason)
        assert number
        assert word in reason
        assert word in lines[int(number[1]) - 1]
    assert any("limit: unknown key" in reason for reason in reasons)
    assert any('"limits" is missing' in reason for reason in reasons)


def test_a_components_file_changes_the_game(tmp_path: Path) -> None:
    game = meeple.load("african_park")
    path = tmp_path / "mine.toml"
    path.write_text(re.sub(r"(\[animals\.lion\][^[]*copies = )\[[^]]*\]", r"\1[4, 2, 1]", game.components_text()))
    own = meeple.load("african_park", components=path)
    assert json.loads(own.start().to_json())["deck"]["lion"] == 4
    assert own != game
    assert own.components_digest != game.components_digest
    assert pickle.loads(pickle.dumps(own)) == own
    assert pickle.loads(pickle.dumps(own.start())) == own.start()
    record = meeple.play(own, [meeple.RandomAgent()] * 2, seed=1)
    assert record.replay(own)[-1].is_terminal
    with pytest.raises(meeple.RecordError, match="components"):
        record.replay()
    path.write_text(re.sub(r"copies = \[[^]]*\]", "copies = [0, 0, 0]", game.components_text()))
    with pytest.raises(meeple.ComponentsError, match="0 cards make no row"):
        meeple.load("african_park", components=path)


def test_components_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(meeple.ComponentsError, match="no-such"):
        meeple.load("african_park", components=tmp_path / "no-such.toml")
    with pytest.raises(meeple.ComponentsError):
        meeple.load("african_park", components=tmp_path)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(meeple.ComponentsError):
        meeple.load("african_park", components=binary)
    binary.write_text("[a\n")
    with pytest.raises(meeple.ComponentsError, match="line 1"):
        meeple.load("african_park", components=binary)
    with pytest.raises(meeple.ComponentsError, match="has no components"):
        meeple.load("connect_four", components=binary)
    with pytest.raises(meeple.ComponentsError):
        meeple.load("kuhn_poker").components_text()


def test_out_arrays() -> None:
    state = settled("african_park")
    size = state.game.observation_spec.size
    out = np.full(size, 7, np.float32)
    assert state.observation(0, out=out) is out
    assert np.array_equal(out, state.observation(0))
    mask = np.ones(85, bool)
    assert state.legal_mask(out=mask) is mask
    assert np.flatnonzero(mask).tolist() == state.legal_actions()
    frozen = np.zeros(85, bool)
    frozen.flags.writeable = False
    for bad in (np.zeros(84, bool), np.zeros((85, 1), bool), np.zeros(170, bool)[::2], frozen):
        with pytest.raises((meeple.OptionError, TypeError)) as error:
            state.legal_mask(out=bad)
        sound(error.value)
    wrong: Any
    for wrong in (np.zeros(85, np.int8), np.zeros(85), [False] * 85, "mask", 3):
        with pytest.raises(TypeError, match=r"\(85,\) of bool"):
            state.legal_mask(out=wrong)
    for wrong in (np.zeros(size), np.zeros(size, np.float16)):
        with pytest.raises(TypeError, match="float32"):
            state.observation(0, out=wrong)
    with pytest.raises(meeple.OptionError, match="egocentric, absolute"):
        state.observation(0, frame="mine")  # type: ignore[arg-type]


def test_parsing_tells_the_forms_there_are() -> None:
    game = meeple.load("african_park")
    wrong: Any
    assert game.parse_action("  take   lion 4 ") == game.parse_action({"column": 4, "animal": "lion", "kind": "take"})
    for wrong in (
        "take",
        "take lyon 4",
        "",
        "fly",
        {"kind": "take"},
        {},
        {"kind": "take", "animal": "lion", "column": "4"},
    ):
        with pytest.raises(meeple.IllegalActionError, match="take <animal> <column>"):
            game.parse_action(wrong)
    for wrong in (3, None, ["take"], {1: 2}, {"kind": object()}):
        with pytest.raises(TypeError):
            game.parse_action(wrong)
    nested: dict[str, Any] = {}
    for _ in range(100_000):
        nested = {"kind": nested}
    with pytest.raises(TypeError):
        game.parse_action(nested)


@settings(max_examples=300, deadline=None)
@given(st.text() | JSON.map(json.dumps))
def test_any_text_as_position_or_record_is_a_typed_error(text: str) -> None:
    for name in NAMES:
        with pytest.raises(meeple.PositionError) as error:
            meeple.load(name).from_json(text)
        sound(error.value)
    with pytest.raises(meeple.RecordError) as refused:
        meeple.Record.from_line(text)
    sound(refused.value)


def test_a_position_gives_every_reason_to_refuse_it() -> None:
    game = meeple.load("african_park")
    position = json.loads(settled("african_park").to_json())
    position["seat"] = 7
    position["deck"]["lion"] = -1
    position["reserves"][0]["columns"][2] = ["zebra", "zebra", "zebra"]
    position["reserves"][1]["graveyard"] = ["unicorn"]
    position["extra"] = 1
    with pytest.raises(meeple.PositionError) as error:
        game.from_json(json.dumps(position))
    for part in (
        "seat: 7",
        "deck.lion: -1",
        "columns[2]: 3 animals on 2 spaces (AP 4.1)",
        "graveyard[0]",
        "extra: unknown",
    ):
        assert any(part in reason for reason in error.value.reasons), part


def test_records_that_do_not_replay(tmp_path: Path) -> None:
    record = meeple.play(meeple.load("african_park"), [meeple.RandomAgent()] * 2, seed=5)
    line = json.loads(record.to_line())
    for change in (
        {"seats": 3}, {"rules_version": 99}, {"game": "connect_four"}, {"options": {"slid_water": "dies"}},
        {"components": None}, {"moves": line["moves"][:-1]}, {"moves": [*line["moves"], line["moves"][-1]]},
        {"result": line["result"] | {"scores": [0, 0]}}, {"start": {"phase": "pick"}},
        {"moves": [line["moves"][0] | {"text": "landscape D9"}, *line["moves"][1:]]},
    ):  # fmt: skip
        with pytest.raises(meeple.RecordError) as error:
            meeple.Record.from_line(json.dumps(line | change)).replay()
        sound(error.value)
    first = line["moves"][0]
    forged = json.dumps(line | {"moves": [first | {"text": "landscape D9"}, *line["moves"][1:]]})
    words = re.escape(f"the record says `chance: landscape D9 ({first['outcome']})`, the game `chance: {first['text']}")
    with pytest.raises(meeple.RecordError, match=words):
        meeple.Record.from_line(forged).replay()
    path = tmp_path / "games.jsonl"
    record.save(path)
    assert meeple.Record.load(path) == record
    record.save(path)
    assert meeple.Record.load_all(path) == [record, record]
    with pytest.raises(meeple.RecordError, match="load_all"):
        meeple.Record.load(path)
    path.write_text("{}\n")
    with pytest.raises(meeple.RecordError, match="line 1"):
        meeple.Record.load(path)
    for missing in (tmp_path / "none", tmp_path):
        with pytest.raises(meeple.RecordError):
            meeple.Record.load(missing)
    with pytest.raises(meeple.RecordError):
        record.save(tmp_path / "no" / "folder")


def test_errors_pickle_with_their_clause() -> None:
    with pytest.raises(meeple.IllegalActionError) as error:
        settled("african_park").apply(80)
    again = pickle.loads(pickle.dumps(error.value))
    assert (type(again), str(again), again.clause) == (meeple.IllegalActionError, str(error.value), error.value.clause)
    assert isinstance(again, ValueError)


def test_a_forged_generator_is_refused() -> None:
    restore, (state,) = meeple.Rng(1).__reduce__()
    for forged in (b"", b"\0\0\0\0", state[:-1] + b"\xff"):
        with pytest.raises(meeple.OptionError):
            restore(forged)


def test_the_process_survives_all_of_it() -> None:
    script = """
import meeple
for name in meeple.games():
    state = meeple.load(name).start()
    for value in [-1, 2**63, 10**100, True, None, 1.5, "x", state, [], {}]:
        game = state.game
        for call in (state.apply, state.view, state.text, state.observation, game.from_json, meeple.Record.from_line,
                     game.describe, game.parse_action, meeple.Rng, meeple.Record.load):
            try:
                call(value)
            except (ValueError, TypeError):
                pass
print("alive")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env=os.environ)
    assert (done.returncode, done.stdout, done.stderr) == (0, "alive\n", "")


def test_copies_are_independent() -> None:
    env = meeple.Env(meeple.load("african_park"), 4)
    env.step(env.legal_actions()[0])
    twin = copy.deepcopy(env)
    before = env.state
    twin.step(twin.legal_actions()[0])
    assert env.state == before != twin.state
