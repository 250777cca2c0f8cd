"""The one-look judgement of Winter Court: it knows no more than it may, changes nothing, and is better than chance."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.games.winter_court.positions import GAME, act, position
from tests.playouts import random_states
from weatherdeck.games.winter_court import greedy, rules
from weatherdeck.games.winter_court.notation import text
from weatherdeck.games.winter_court.rules import State
from weatherdeck.kernel import fastest


def likes(s: State) -> dict[str, float]:
    """How much the seat to move would like each action, by notation."""
    actions = GAME.legal(s)
    out = [0.0] * len(actions)
    greedy.prefer(s, actions, len(actions), out)
    return {text(action): liked for action, liked in zip(actions, out, strict=True)}


def favourite(s: State) -> str:
    liked = likes(s)
    return max(liked, key=lambda action: liked[action])


def along_random_games(games: int) -> Iterator[State]:
    """The states of random games, each to be looked at before the next."""
    for seed in range(games):
        yield from random_states(GAME, seed)


def test_it_looks_only_at_what_the_mover_may_know() -> None:
    for s in along_random_games(20):
        if not rules.is_over(s):
            redacted = s.copy()
            rules.redact(redacted, s.to_move)
            assert likes(redacted) == likes(s)


def test_it_changes_nothing_and_both_twins_agree() -> None:
    twin = fastest(greedy)
    for s in along_random_games(20):
        before = s.to_bytes()
        packed = twin.load(s)
        actions = GAME.legal(s)
        row = twin.ints(len(actions))
        row[:] = actions
        slow = [0.0] * len(actions)
        fast = twin.floats(len(actions))
        fast[:] = [9.0] * len(actions)  # what was there before does not matter
        greedy.prefer(s, actions, len(actions), slow)
        twin.prefer(packed, row, len(actions), fast)
        assert list(fast) == slow
        slow, fast = [0.0, 0.0], twin.floats(2)
        greedy.value(s, slow)
        twin.value(packed, fast)
        assert list(fast) == slow
        assert twin.chapter(packed) == greedy.chapter(s) == 0
        assert s.to_bytes() == before == twin.unload(State, packed).to_bytes()


def test_the_value_goes_with_the_result() -> None:
    for s in along_random_games(30):
        if rules.is_over(s):
            results, values = [0.0, 0.0], [0.0, 0.0]
            rules.returns(s, results)
            greedy.value(s, values)
            assert values[0] == -values[1]
            assert -1 <= values[0] <= 1
            assert values[0] * results[0] >= 0.5 or results[0] == 0


def test_it_beats_random_play() -> None:
    play = fastest(rules)
    judge = fastest(greedy)
    actions = play.ints(rules.MAX_LEGAL)
    liked = play.floats(rules.MAX_LEGAL)
    result = play.floats(2)
    chooser = random.Random(1)
    total = 0.0
    for game in range(100):
        rng = play.rng(game)
        s = play.load(GAME.new_state())
        play.deal(s, rng)
        while not play.is_over(s):
            n = play.legal(s, actions)
            mover = int(s["to_move"] if play.mode == "compiled" else s.to_move)
            best = chooser.randrange(n)
            if mover == game % 2:
                judge.prefer(s, actions, n, liked)
                best = max(range(n), key=lambda i: float(liked[i]))
            play.apply(s, int(actions[best]), rng)
        play.returns(s, result)
        total += result[game % 2]
    assert total > 90


# ---------------------------------------------------------------- positions


def test_it_takes_the_fourth_royal() -> None:
    s = position("Wi9 La10", "Kn5", influence={"A": "0 La5", "B": "0 Kn7", "C": "0 De8"})
    assert favourite(s) == "Wi9>D"


def test_it_keeps_the_other_from_the_fourth_royal() -> None:
    s = position("Mi6 Kn9 We4", "Kn5", influence={"A": "1 La5", "B": "1 Kn10", "C": "1 De8"})
    assert favourite(s) == "Mi6>A"


def test_it_takes_the_last_card_when_it_leads_and_not_when_it_trails() -> None:
    for mine, theirs, choice in [("A", "B", "draw1"), ("B", "A", "draw0")]:
        influence = {mine: "0 Mi9" if mine == "A" else "0 Wi9", theirs: "1 La8" if theirs == "A" else "1 Kn8"}
        s = act(position("De1", "Kn5", influence=influence, pile="We1"), "De1>J", "commit")
        assert favourite(s) == choice


def test_it_ends_a_game_that_it_wins() -> None:
    s = position("De1", "Kn5", influence={"A": "0 Mi9"}, pile="We1 We2")
    assert favourite(s) == "pass2"


def test_a_play_takes_the_least_that_is_enough() -> None:
    s = act(position("La7 La1 La2 La3", "Kn5", influence={"A": "1 Mi8"}), "La7>A")
    assert favourite(s) == "boost:La2"
    act(s, "boost:La2")
    assert favourite(s) == "commit"


def test_of_two_cards_it_keeps_the_higher() -> None:
    s = position("", "Kn5", pile="La2 La9 We5")
    for seed in range(1, 20):
        s = act(position("", "Kn5", pile="La2 La9 We5"), "pass2", seed=seed)
        low = min((action for action in likes(s)), key=lambda action: int(action[-1]))
        assert favourite(s) == low


def test_the_sage_takes_the_best_card() -> None:
    s = position("La2", "Kn5", influence={"G": "0 Kn1"}, discard="La1 Mi10 We3")
    liked = likes(s)
    assert max((one for one in liked if one.startswith("sage")), key=lambda one: liked[one]) == "sage:Mi10"
