"""What a click means, for things that no legal action names: the move that the player is told about.

The expectations are written here game by game, from what a player sees; `Game.meant` finds them from `things` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.playouts import positions, sampled
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.match import Match

View = Mapping[str, Any]


def weathervanes(thing: str, view: View) -> str | None:
    """A follower's card can lie only one way."""
    kind, _, name = thing.partition(":")
    if kind == "place":
        return f"@{name}"
    mine = view["seats"][view["to_move"]]
    if kind != "card" or mine["corner"] is None:
        return None
    suits = next((card["suits"] for card in mine["hand"] if str(card["number"]) == name), None)
    return f"{name}{suits[mine['corner']]}" if suits else None


def tradewinds(thing: str, view: View) -> str | None:
    """A card is its notation."""
    del view
    return thing.partition(":")[2]


def tweedy_tricksters(thing: str, view: View) -> str | None:
    """A card in front of me is played, anything else is its notation."""
    del view
    return thing.removeprefix("card:")


def four_seasons(thing: str, view: View) -> str | None:
    """Where a card lies tells which token it is for."""
    del view
    kind, _, name = thing.partition(":")
    if kind == "token":
        return "winter" if name == "winter" else None
    token = {"drop": "autumn:", "pit": "spring:", "trick": "summer:"}.get(kind, "")
    return f"{token}{name}" if kind != "done" else "done"


def winter_court(thing: str, view: View) -> str | None:
    """A card is meant for a member that it sways, a member for a card in the hand that sways it."""
    kind, _, name = thing.partition(":")
    hand = view["seats"][view["to_move"]]["hand"]
    if kind == "card" and not any(card["card"] == name for card in hand):
        return None
    if kind == "card" and view["phase"] == "build":
        return f"boost:{name}" if int(name[2:]) <= 3 else None
    if kind == "card":
        return f"{name}>{next(one['letter'] for one in view['members'] if name[:2] in one['suits'])}"
    if kind == "member":
        suits = next(one["suits"] for one in view["members"] if one["letter"] == name)
        card = next((card["card"] for card in hand if card["suit"] in suits), None)
        return f"{card}>{name}" if card else None
    return None


EXPECTED: Mapping[str, Callable[[str, View], str | None]] = {
    "weathervanes": weathervanes,
    "tradewinds": tradewinds,
    "tweedy-tricksters": tweedy_tricksters,
    "four-seasons": four_seasons,
    "winter-court": winter_court,
}


def clicks(game: Game, known: Any, legal: list[int]) -> set[str]:
    """Everything that an action names and no legal action does: a click on it asks for a reason."""
    every = {thing for action in range(game.rules.ACTIONS) for thing in game.view.things(known, action)}
    return every - {thing for action in legal for thing in game.view.things(known, action)}


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_click_on_what_cannot_be_chosen_means_the_move_a_player_would_expect(name: str, seed: int) -> None:
    game, compared = registry.load(name), 0
    for match in sampled(Match(game, seed=seed, players=max(game.players)), seed):
        known = game.redacted(match.state, match.to_move)
        view = game.view.view(known, match.to_move)
        for thing in clicks(game, known, match.legal()):
            wanted = EXPECTED[name](thing, view)
            if wanted is not None:
                action = game.meant(known, [thing])
                assert action is not None
                assert game.words.text(action) == wanted, f"{thing} after {match.moves}"
                assert str(game.words.why_not(known, action))
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("name", registry.names())
def test_what_a_legal_action_names_means_that_action(name: str) -> None:
    game = registry.load(name)
    for match in positions(Match(game, seed=3), 3, every=5):
        known = game.redacted(match.state, match.to_move)
        for action in match.legal():
            assert game.meant(known, game.view.things(known, action)) == action


def test_nothing_and_unknown_things_mean_nothing() -> None:
    game = registry.load("weathervanes")
    known = Match(game, seed=1).state
    assert game.meant(known, []) is None
    assert game.meant(known, ["card:99"]) is None
    assert game.meant(known, ["card:5", "place:ne"]) is None


def test_a_member_that_no_card_of_the_hand_sways_has_its_own_reason() -> None:
    from tests.games.winter_court.positions import position

    game = registry.load("winter-court")
    known = game.redacted(position("La4 La7"), 0)
    untouched = next(one["letter"] for one in game.view.view(known, 0)["members"] if "La" not in one["suits"])
    action = game.meant(known, [f"member:{untouched}"])
    assert action is not None
    assert "no card in your hand sways" in str(game.words.why_not(known, action))
