"""The conformance suite: does a game keep the contract in `games/game.py`? Run it on your own game too:

    weatherdeck conformance my_package.my_game

Each check plays random games, with every number of players and every option, and reports what it finds wrong.
"""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from . import kernel
from .errors import IllegalMove
from .games import lockstep, lockstep_greedy, playout
from .games.art import flaws
from .games.contest import Utility
from .games.game import LABEL, LAST_STEP, Game, Rules, Standing, as_module
from .games.judgement import KINDS, RECALL
from .games.options import Option, OptionError, Value
from .kernel import Twin, cuda, new_rng, rng_below
from .match import Match, preview, save, transcript

MAX_STATE = 512
"""The largest size of a state in bytes: copying a game is copying bytes."""

Problems = Iterator[str]


@dataclass(frozen=True)
class Plan:
    """How much is played: the number of games for each number of players and each option."""

    games: int = 4
    seed: int = 1


@dataclass(frozen=True)
class Check:
    """A check: its name, what it shows, the function that looks for problems, and why it cannot be made, if so."""

    name: str
    shows: str
    find: Callable[[Game, Plan], Problems]
    why_not: Callable[[Game], str | None]


@dataclass(frozen=True)
class Outcome:
    """What a check found: problems, or none; or the reason why it was skipped."""

    check: Check
    problems: tuple[str, ...] = ()
    skipped: str | None = None

    @property
    def status(self) -> Literal["ok", "failed", "skipped"]:
        """The outcome in one word."""
        if self.skipped is not None:
            return "skipped"
        return "failed" if self.problems else "ok"


def variants(game: Game) -> Iterator[tuple[int, dict[str, Value]]]:
    """Every number of players, each value of every option, and all flags together; then both ends of each parameter."""
    for players in game.players:
        yield players, {}
        for option in game.options:
            for value in () if option.is_parameter else _values(option):
                if can_be_played(game, players, {option.name: value}):
                    yield players, {option.name: value}
        flags = {option.name: not option.default for option in game.options if option.kind == "flag"}
        if len(flags) > 1:
            yield players, dict(flags)
    yield from ends(game)


def ends(game: Game) -> Iterator[tuple[int, dict[str, Value]]]:
    """Both ends of each parameter, each with one number of players that can play so: they take turns, which is much
    cheaper than all of them."""
    for number, option in enumerate(option for option in game.options if option.is_parameter):
        for other, value in enumerate(_values(option)):
            turns = [game.players[(number + other + turn) % len(game.players)] for turn in range(len(game.players))]
            for players in turns:
                if can_be_played(game, players, {option.name: value}):
                    yield players, {option.name: value}
                    break


def _values(option: Option) -> Sequence[Value]:
    if option.kind == "flag":
        return (not option.default,)
    if option.kind == "choice":
        return option.choices
    return sorted({option.low, option.high if option.is_parameter else min(option.low + 1, option.high)})


def can_be_played(game: Game, players: int, options: dict[str, Value]) -> bool:
    """Whether the rules hold with these options."""
    try:
        game.new_state(players, options)
    except OptionError:
        return False
    return True


def run(game: Game, plan: Plan | None = None, tell: Callable[[Outcome], None] | None = None) -> list[Outcome]:
    """Run every check and return the outcomes. `tell` is called after each check."""
    outcomes = []
    for check in CHECKS:
        outcomes.append(_outcome(check, game, plan or Plan()))
        if tell is not None:
            tell(outcomes[-1])
    return outcomes


def _outcome(check: Check, game: Game, plan: Plan) -> Outcome:
    why_not = check.why_not(game)
    if why_not is not None:
        return Outcome(check, skipped=why_not)
    try:
        return Outcome(check, tuple(_first(check.find(game, plan), 5)))
    except Exception as problem:  # whatever a game raises is a problem of that game
        return Outcome(check, (f"{type(problem).__name__}: {problem}",))


def _first(problems: Problems, most: int) -> Problems:
    for number, problem in enumerate(problems):
        if number == most:
            return
        yield problem


# ---------------------------------------------------------------- playing


def _matches(game: Game, plan: Plan) -> Iterator[tuple[Match, list[int]]]:
    """A new match for every variant and seed, and a random generator for choosing moves."""
    for players, options in variants(game):
        for number in range(plan.games):
            seed = plan.seed + number
            yield Match(game, seed=seed, players=players, options=options), new_rng(seed + 1_000_000)


def _random_steps(match: Match, rng: list[int]) -> Iterator[list[int]]:
    """Play a match at random; yield the legal actions before each move."""
    while not match.is_over:
        if match.version >= match.game.longest(match.state):
            raise AssertionError(
                f"a game is not over after {match.version} decisions, which `longest` says is the most"
            )
        legal = match.legal()
        yield legal
        match.play(legal[rng_below(rng, len(legal))])


def _positions(game: Game, plan: Plan) -> Iterator[Match]:
    """Every position of random games, from the deal to the end."""
    for match, rng in _matches(game, plan):
        for _ in _random_steps(match, rng):
            yield match
        yield match


def _viewer(seat: int | None) -> str:
    return "spectator" if seat is None else f"seat {seat}"


def _where(match: Match) -> str:
    options = f", {match.options}" if match.options else ""
    return f"{match.players} players{options}, seed {match.seed}, after {match.version} moves"


# ---------------------------------------------------------------- the checks


def vocabulary(game: Game, plan: Plan) -> Problems:  # noqa: ARG001  # nothing is played
    """The declared numbers exist and make sense, and every action can be written and read back."""
    rules = game.rules
    size = rules.State.dtype.itemsize
    if size > MAX_STATE:
        yield f"State has {size} bytes; at most {MAX_STATE} are allowed"
    for name in ("players", "to_move", *(option.name for option in game.options)):
        if name not in rules.State.fields:
            yield f"State has no field {name!r}"
    texts = [game.words.text(action) for action in range(rules.ACTIONS)]
    if len(set(texts)) != len(texts):
        yield "two actions have the same text"
    for action, text in enumerate(texts):
        if game.words.parse(text) != action:
            yield f"parse({text!r}) is {game.words.parse(text)}, not {action}"
    for nonsense in ("", " ", "@", "no such action", texts[0] + " ", "\0", "１", "-1"):
        with suppress(ValueError):
            yield f"parse({nonsense!r}) gives {game.words.parse(nonsense)} instead of an error"
    if not game.rulebook.strip():
        yield "RULES.md is empty"


def declarations(game: Game, plan: Plan) -> Problems:  # noqa: ARG001  # nothing is played
    """The game's modules offer what it declares."""
    if game.greedy is not None:
        yield from _declared(game.greedy, "greedy.py", "HIDDEN_KINDS", game.judgement.HIDDEN_KINDS, KINDS)
        yield from _declared(game.greedy, "greedy.py", "RECALLS", game.judgement.RECALLS, RECALL)
    yield from _declared(game.figures, "figures.py", "LEADS", bool(game.figures.LEADS), ("leaders",))
    yield from _declared(game.figures, "figures.py", "SCORE", game.figures.SCORE is not None, ("points_of",))
    low, high = game.contest.bounds
    if not low < high:
        yield f"the bounds of the contest are not in order: {low} and {high}"


def _declared(module: object, file: str, flag: str, is_declared: bool, names: Sequence[str]) -> Problems:
    """A flag that says that a module has some functions."""
    offered = [name for name in names if name in vars(as_module(module))]
    if is_declared != bool(offered) or 0 < len(offered) < len(names):
        meant = "is set, so it has" if is_declared else "is not set, so it does not have"
        yield f"{file}: {flag} {meant} {', '.join(names)}; but it has {', '.join(offered) or 'none of them'}"


def play(game: Game, plan: Plan) -> Problems:
    """There is a legal action until the game ends, no card is lost, games end, and results are from -1 to 1."""
    for match, rng in _matches(game, plan):
        yield from (f"{_where(match)}: {wrong}" for wrong in game.audit.audit(match.state))
        for legal in _random_steps(match, rng):
            if not legal:
                yield f"{_where(match)}: no action is legal, but the game is not over"
                break
            if len(set(legal)) != len(legal) or not all(0 <= action < game.rules.ACTIONS for action in legal):
                yield f"{_where(match)}: legal lists an action twice, or one outside 0 to ACTIONS - 1: {legal}"
            yield from (f"{_where(match)}: {wrong}" for wrong in game.audit.audit(match.state))
        yield from (f"{_where(match)}: {wrong}" for wrong in game.audit.audit(match.state))
        if match.legal():
            yield f"{_where(match)}: the game is over, but an action is legal"
        yield from (f"{_where(match)}: {wrong}" for wrong in _returns(game, match.state))


def _returns(game: Game, state: Any) -> Problems:
    returns = game.returns(state)
    if not all(math.isfinite(x) and abs(x) <= 1 for x in returns):
        yield f"returns are not numbers from -1 to 1: {returns}"
    utility = game.contest.utility(state)
    if utility is Utility.IDENTICAL and len(set(returns)) > 1:
        yield f"a cooperative game has different returns: {returns}"
    if utility is Utility.ZERO_SUM and not math.isclose(sum(returns), 0, abs_tol=1e-9):
        yield f"the returns of a zero-sum game add up to {sum(returns)}: {returns}"


def refusals(game: Game, plan: Plan) -> Problems:
    """A match refuses every action that is not legal, gives a reason, and does not change."""
    for match, rng in _matches(game, Plan(1, plan.seed)):
        for legal in _random_steps(match, rng):
            if match.version % 7:
                continue
            before = match.state.to_bytes()
            for action in set(range(game.rules.ACTIONS)) - set(legal):
                try:
                    match.play(action)
                    yield f"{_where(match)}: {game.words.text(action)} was accepted but is not legal"
                except IllegalMove as refusal:
                    if not refusal.reason.strip():
                        yield f"{_where(match)}: {game.words.text(action)} was refused without a reason"
            if match.state.to_bytes() != before:
                yield f"{_where(match)}: a refused move changed the state"


def twins(game: Game, plan: Plan) -> Problems:
    """The same seed gives the same bytes interpreted, compiled, and compiled with bounds checking."""
    if not kernel.can_compile():
        return
    slow = kernel.interpreted(game.module)
    for fast in (kernel.compiled(game.module), kernel.compiled(game.module, checked=True)):
        for players, options in variants(game):
            for number in range(plan.games):
                where = f"{fast.mode}, {players} players, {options}, seed {plan.seed + number}"
                yield from (
                    f"{where}: {wrong}" for wrong in _lockstep(game, slow, fast, players, options, plan.seed + number)
                )


def _lockstep(game: Game, slow: Twin, fast: Twin, players: int, options: Mapping[str, Value], seed: int) -> Problems:
    """Play one game in both twins and compare them after every step."""
    kind = game.rules.State
    s, t = slow.load(game.new_state(players, options)), fast.load(game.new_state(players, options))
    rng, rng_too, chooser = slow.rng(seed), fast.rng(seed), new_rng(seed + 1_000_000)
    out, out_too = slow.ints(game.rules.MAX_LEGAL), fast.ints(game.rules.MAX_LEGAL)
    slow.deal(s, rng)
    fast.deal(t, rng_too)
    step = 0
    while True:
        if s.to_bytes() != t.tobytes() or list(rng) != rng_too.tolist():
            yield f"the states differ after {step} steps: {s} and {kind.unpack(t)}"
            return
        n, m = slow.legal(s, out), fast.legal(t, out_too)
        if out[:n] != out_too[:m].tolist():
            yield f"legal differs after {step} steps: {out[:n]} and {out_too[:m].tolist()}"
            return
        yield from _other_verbs(game, slow, fast, s, seed + step)
        if slow.is_over(s) or fast.is_over(t):
            break
        action = out[rng_below(chooser, n)]
        slow.apply(s, action, rng)
        fast.apply(t, action, rng_too)
        step += 1
    values, values_too = slow.floats(players), fast.floats(players)
    slow.returns(s, values)
    fast.returns(t, values_too)
    if values != values_too.tolist():
        yield f"returns differ: {values} and {values_too.tolist()}"


def _other_verbs(game: Game, slow: Twin, fast: Twin, state: Any, seed: int) -> Problems:
    """Compare redact, redeal and observe of one seat in both twins."""
    seat = seed % state.players
    s, t = slow.load(state), fast.load(state)
    slow.redact(s, seat)
    fast.redact(t, seat)
    if s.to_bytes() != t.tobytes():
        yield f"redact differs for seat {seat}: {s}"
    rng, rng_too = slow.rng(seed), fast.rng(seed)
    slow.redeal(s, seat, rng)
    fast.redeal(t, seat, rng_too)
    if s.to_bytes() != t.tobytes() or list(rng) != rng_too.tolist():
        yield f"redeal differs for seat {seat}: {s} and {game.rules.State.unpack(t)}"
    seen, seen_too = _observed(game, slow, s, seat), _observed(game, fast, t, seat)
    if seen.tobytes() != seen_too.tobytes():
        yield f"observe differs for seat {seat}"


def _observed(game: Game, twin: Twin | Rules, state: Any, seat: int) -> Any:
    out = np.full(game.rules.OBSERVATION.size, np.nan, np.float32)  # a place that is not written stays NaN
    twin.observe(state, seat, out)
    return out


def device(game: Game, plan: Plan) -> Problems:
    """The same seeds give the same bytes on a GPU, if there is one: every verb, after every step."""
    if cuda.why_not() is not None:
        return
    for players, options in variants(game):
        where = f"{players} players, {options}, seeds from {plan.seed}"
        yield from (f"{where}: {wrong}" for wrong in _on_device(game, players, options, plan))


TABLES = 256
"""Games that are played side by side on the device, for each one that is asked for."""


def _on_device(game: Game, players: int, options: Mapping[str, Value], plan: Plan) -> Problems:
    """Play many games on both, side by side, and compare everything after every step."""
    n = TABLES * plan.games
    blank = game.new_state(players, options)
    pairs: list[tuple[str, Any, Any]] = []
    twins: tuple[Any, Any] = kernel.compiled(lockstep, game.module), cuda.twin(lockstep, game.module)
    here: Any
    there: Any
    here, there = (
        twin.make(
            lockstep.Worlds,
            blank=twin.load_all([blank]),
            states=n,
            chance=(n, kernel.RNG_WORDS),
            choices=(n, kernel.RNG_WORDS),
            actions=(n, game.rules.MAX_LEGAL),
            results=(n, players),
            known=n,
            guessed=n,
            seen=(n, game.rules.OBSERVATION.size),
        )
        for twin in twins
    )
    pairs += zip(here._fields, here, there, strict=True)
    judging: tuple[Any, ...] = ()
    if game.greedy is not None:
        judging = kernel.compiled(lockstep_greedy, *game.modules), cuda.twin(lockstep_greedy, *game.modules)
    judged = [(name, (n, size)) for name, size in (("likes", game.rules.MAX_LEGAL), ("values", players + 1))]
    pairs += [(name, np.zeros(shape), cuda.zeros(shape, np.float64)) for name, shape in judged]
    for step in range(game.longest(blank) + 1):
        for twin, worlds, place in zip(twins, (here, there), (1, 2), strict=True):
            if step == 0:
                twin.over(n, "begin", worlds, plan.seed)
            else:
                twin.over(n, "move", worlds)
            twin.over(n, "judge", worlds, step)
            if judging:
                judging[place - 1].over(n, "like", worlds.states, worlds.actions, pairs[-2][place], pairs[-1][place])
        for name, mine, other in pairs:
            if mine.tobytes() != (found := cuda.to_host(other)).tobytes():
                wrong = [i for i in range(len(mine)) if mine[i].tobytes() != found[i].tobytes()]
                yield f"{name} differs after {step} steps in {len(wrong)} of {n} games, first in game {wrong[0]}"
                return
        if (here.actions[:, 0] < 0).all():
            return


def observations(game: Game, plan: Plan) -> Problems:
    """Every seat's observation is written completely, within the bounds of its layout."""
    layout = game.rules.OBSERVATION
    for match in _positions(game, Plan(1, plan.seed)):
        for seat in range(match.players):
            seen = _observed(game, game.rules, match.state, seat)
            wrong = ~((layout.low <= seen) & (seen <= layout.high))  # NaN is wrong, too
            for part in layout.parts:
                if wrong[part.offset : part.offset + part.size].any():
                    values = seen[part.offset : part.offset + part.size].tolist()
                    yield f"{_where(match)}, seat {seat}: {part.name} is not from {part.low} to {part.high}: {values}"


def dealing(game: Game, plan: Plan) -> Problems:
    """A deal depends on the seed alone, not on what the state held before, and different seeds give other deals."""
    for players, options in variants(game):
        used = game.new_state(players, options)
        deals = set()
        for number in range(plan.games + 4):
            rng, rng_again = new_rng(plan.seed + number), new_rng(plan.seed + number)
            fresh = game.new_state(players, options)
            game.rules.deal(fresh, rng)
            game.rules.deal(used, rng_again)
            if fresh != used:
                yield f"{players} players, {options}: dealing into a used state gives another deal: {used}"
            deals.add(fresh.to_bytes())
            while not game.rules.is_over(used):
                legal = game.legal(used)
                game.rules.apply(used, legal[rng_below(rng_again, len(legal))], rng_again)
        if len(deals) < plan.games + 4:
            yield f"{players} players, {options}: different seeds give the same deal"


def secrets(game: Game, plan: Plan) -> Problems:
    """What a seat is shown does not change when the cards it cannot see change."""
    for match, rng in _matches(game, plan):
        for legal in _random_steps(match, rng):
            if match.version % 5 == 0:
                for seat in range(match.players):
                    yield from (f"{_where(match)}, seat {seat}: {w}" for w in _hidden(game, match, seat, legal, rng))
                yield from (f"{_where(match)}, spectator: {w}" for w in _spectator(game, match.state))


def _hidden(game: Game, match: Match, seat: int, legal: list[int], rng: list[int]) -> Problems:
    state = match.state
    redacted = game.redacted(state, seat)
    if game.redacted(redacted, seat) != redacted:
        yield "redacting twice hides more than redacting once"
    world = redacted.copy()
    game.rules.redeal(world, seat, rng)
    if game.redacted(world, seat) != redacted:
        yield "redact(redeal(redact(s))) is not redact(s)"
    yield from (f"a redealt world is impossible: {wrong}" for wrong in game.audit.audit(world))
    view, observed = game.view.view(state, seat), _observed(game, game.rules, state, seat)
    for name, other in (("redacted", redacted), ("redealt", world)):
        if game.view.view(other, seat) != view:
            yield f"the view changes when the state is {name}"
        if match.to_move == seat and game.legal(other) != legal:
            yield f"the seat's own legal actions change when the state is {name}"
        if _observed(game, game.rules, other, seat).tobytes() != observed.tobytes():
            yield f"the observation changes when the state is {name}"
    game.words.prompt(redacted, _NAMES)  # raises if it needs something hidden
    if not np.isfinite(observed).all() or np.abs(observed).max() > 4:
        yield "the observation has places that are not written, or values outside -4 to 4"


_NAMES = ("North", "East", "South", "West", "Fifth", "Sixth")


def _spectator(game: Game, state: Any) -> Problems:
    redacted = game.redacted(state, None)
    if game.view.view(redacted, None) != game.view.view(state, None):
        yield "the view shows something that a redacted state does not have"
    for seat in range(state.players):
        deeper = game.redacted(game.redacted(state, seat), None)
        if deeper != redacted:
            yield f"a spectator may know something that seat {seat} may not"
    game.words.prompt(redacted, _NAMES)


def reveals(game: Game, plan: Plan) -> Problems:
    """A step without a revealing event tells nobody anything new: undo relies on it."""
    for match, rng in _matches(game, Plan(max(1, plan.games // 2), plan.seed)):
        for _ in _random_steps(match, rng):
            step = match.steps[-1]
            if step.action is None or step.reveals:
                before = match.state.copy()
                continue
            for seat in range(match.players):
                world = game.redacted(before, seat)
                game.rules.redeal(world, seat, rng)
                if step.action not in game.legal(world):
                    yield f"{_where(match)}: seat {seat} learned from {step.text} that it was legal"
                    continue
                game.rules.apply(world, step.action, new_rng(0))
                if game.redacted(world, seat) != game.redacted(match.state, seat):
                    yield f"{_where(match)}: {step.text} showed seat {seat} something, but no event reveals it"
            before = match.state.copy()


def previews(game: Game, plan: Plan) -> Problems:
    """What a preview shows comes true, and depends neither on chance nor on anything hidden."""
    from .games.view_schema import mistakes  # needs Pydantic, which playing and simulating do not need

    for match, rng in _matches(game, Plan(max(1, plan.games // 2), plan.seed)):
        for legal in _random_steps(match, rng):
            if match.is_over:
                break
            seat, action = match.state.to_move, legal[rng_below(rng, len(legal))]
            where, known = f"{_where(match)}, preview of {game.words.text(action)}", game.redacted(match.state, seat)
            ahead = preview(game, known, seat, action)
            if preview(game, known, seat, action, seed=plan.seed + 1) != ahead:
                yield f"{where}: it depends on cards that the seat does not know"
            world = match.state.copy()
            with kernel.listening() as told:
                game.rules.apply(world, action, list(rng))
            events = tuple(game.rules.EVENTS.seen_by(game.rules.EVENTS.read(one), seat) for one in told)
            if events[: len(ahead.events)] != ahead.events:
                yield f"{where}: it shows what does not happen"
            yield from (f"{where}: {line}" for line in mistakes(game.view.View, ahead.view))


def telling(game: Game, plan: Plan) -> Problems:
    """Every event can be told, every legal action has a description, and secrets stay with their seat."""
    for match, rng in _matches(game, Plan(1, plan.seed)):
        for legal in _random_steps(match, rng):
            for action in legal:
                if not game.words.describe(match.state, action, _NAMES).strip():
                    yield f"{_where(match)}: {game.words.text(action)} has no description"
                if not 0 < len(game.words.label(match.state, action)) <= LABEL:
                    yield f"{_where(match)}: {game.words.text(action)} has no label, or one over {LABEL} characters"
            for event in match.steps[-1].events:
                for seat in (*range(match.players), None):
                    game.words.sentence(game.rules.EVENTS.seen_by(event, seat), _NAMES)
        if not game.words.ending(match.state, _NAMES).strip():
            yield f"{_where(match)}: the ending has no words"


def views(game: Game, plan: Plan) -> Problems:
    """Every view, of every seat and of a spectator, has exactly the type that view.py declares."""
    from .games.view_schema import mistakes  # needs Pydantic, which playing and simulating do not need

    declared = getattr(game.view, "View", None)
    if declared is None:
        yield "view.py declares no type View"
        return
    for match in _positions(game, plan):
        for seat in (*range(match.players), None):
            seen = game.view.view(game.redacted(match.state, seat), seat)
            wrong = mistakes(declared, seen) or _unconventional(match, seen)
            yield from (f"{_where(match)}, {_viewer(seat)}: {line}" for line in wrong)


def _unconventional(match: Match, view: Mapping[str, Any]) -> Problems:
    """What a generic table could not draw (see `games/seen.py`)."""
    if view.get("to_move", -1) != match.to_move:
        yield f"to_move is {view.get('to_move')!r}, but it is the turn of {match.to_move}"
    seats = view.get("seats")
    if not isinstance(seats, list) or len(seats) != match.players or not all(isinstance(one, dict) for one in seats):
        yield "seats is not a list with one object per seat"
        return
    for seat, data in enumerate(seats):
        hand = data.get("hand")
        if hand is not None and len(hand) != data.get("hand_size"):
            yield f"the hand of seat {seat} has {len(hand)} cards, but hand_size is {data.get('hand_size')}"


def standings(game: Game, plan: Plan) -> Problems:
    """Status and standings have words, agree with the results, and do not depend on anything hidden."""
    for match in _positions(game, Plan(1, plan.seed)):
        told = _told(game, match.state)
        if not told[0].strip() or "\n" in told[0]:
            yield f"{_where(match)}: the status is not one line of text: {told[0]!r}"
        if any((standing.won is None) == match.is_over for standing in told[1]):
            yield f"{_where(match)}: won must be None until the end, and then true or false: {told[1]}"
        if match.is_over:
            yield from (f"{_where(match)}: {wrong}" for wrong in _misjudged(game, match.state, told[1]))
        for seat in (*range(match.players), None):
            for known in _known(game, match, seat):
                if _told(game, known) != told:
                    yield f"{_where(match)}, {_viewer(seat)}: status or standings depend on what is hidden"


def _told(game: Game, state: Any) -> tuple[str, list[Standing]]:
    return game.words.status(state), [game.words.standing(state, seat) for seat in range(state.players)]


def _known(game: Game, match: Match, seat: int | None) -> Iterator[Any]:
    """A position as a seat knows it, and another position that the seat cannot tell from it."""
    redacted = game.redacted(match.state, seat)
    yield redacted
    if seat is not None and not match.is_over:
        world = redacted.copy()
        game.rules.redeal(world, seat, new_rng(match.version))
        yield world


def _misjudged(game: Game, state: Any, standings: list[Standing]) -> Problems:
    """Winners must have better results than all others. In a cooperative game, all win or all lose."""
    won = [result for result, standing in zip(game.returns(state), standings, strict=True) if standing.won]
    lost = [result for result, standing in zip(game.returns(state), standings, strict=True) if not standing.won]
    if won and lost and (game.cooperative or min(won) <= max(lost)):
        yield f"the standings and the results have different winners: {standings}, {game.returns(state)}"


def stories(game: Game, plan: Plan) -> Problems:
    """The chapters of a game come in order, and count something for every seat."""
    if game.story is None:
        return
    before = -1
    for match in _positions(game, Plan(1, plan.seed)):
        story, state = game.story(match.state), match.state
        done, amounts = story.done(state), story.amounts(state)
        if match.version == 0:
            before = done
            if done != 0 or not story.chapter or not story.counted:
                yield f"{_where(match)}: a story begins with 0 chapters done, and names its chapters and what it counts"
        if done < before:
            yield f"{_where(match)}: {done} chapters are done, after {before}"
        if len(amounts) != state.players:
            yield f"{_where(match)}: the story has {len(amounts)} amounts for {state.players} seats"
        before = done


def clicking(game: Game, plan: Plan) -> Problems:
    """Every legal action names its own things on the table, steps of a move have places, and faces exist."""
    yield from _faces(game)
    for match, rng in _matches(game, Plan(1, plan.seed)):
        for legal in _random_steps(match, rng):
            redacted = game.redacted(match.state, match.to_move)
            named: dict[frozenset[str], int] = {}
            for action in legal:
                things = game.view.things(redacted, action)
                first = named.setdefault(frozenset(things), action)
                if not things or first != action:
                    texts = f"{game.words.text(first)} and {game.words.text(action)}"
                    yield f"{_where(match)}: {texts} name the same things, or none: {things}"
    for action in range(game.rules.ACTIONS):
        if not 0 <= (game.place(action) or 0) <= LAST_STEP:
            yield f"the place of {game.words.text(action)} in a move is not from 0 to {LAST_STEP}"


def _faces(game: Game) -> Problems:
    parts = {part for kind in game.rules.EVENTS.kinds for part in kind.parts}
    for part, faces in game.view.FACES.items():
        if part not in parts:
            yield f"FACES has {part!r}, which no event has"
        if json.loads(json.dumps(list(faces))) != list(faces):
            yield f"the faces of {part!r} are not plain data that JSON can hold"


def art(game: Game, plan: Plan) -> Problems:  # noqa: ARG001  # nothing is played
    """Every screen can draw what is in art.json, if the game has one."""
    if game.art is not None:
        yield from flaws(game.art)


def replays(game: Game, plan: Plan) -> Problems:
    """Undo restores the state before, saved games load to the same state, transcripts verify, states pickle."""
    for match, rng in _matches(game, Plan(max(1, plan.games // 2), plan.seed)):
        before = match.state.copy()
        for _ in _random_steps(match, rng):
            if match.version > 0 and match.why_no_undo() is None:
                action = match.undo().action
                if match.state != before:
                    yield f"{_where(match)}: undo does not restore the state before"
                assert action is not None
                match.play(action)
            before = match.state.copy()
        loaded, _ = save.loads(save.dumps(match), lambda _: game)
        if loaded.state != match.state or loaded.steps != match.steps:
            yield f"{_where(match)}: the saved game loads to another state"
        if pickle.loads(pickle.dumps(match.state)) != match.state:
            yield f"{_where(match)}: the state does not come back from pickle"
        choose = iter(match.moves)
        line = transcript.record(
            game,
            seed=match.seed,
            players=match.players,
            options=match.options,
            policy=lambda state, legal, choose=choose: game.words.parse(next(choose)),  # type: ignore[misc]  # noqa: ARG005
        )
        try:
            transcript.verify(line, lambda _: game)
        except transcript.Difference as difference:
            yield f"{_where(match)}: the transcript does not verify: {difference}"


def random_play(game: Game, plan: Plan) -> Problems:
    """Many compiled random games end, in states that pass the audit."""
    twin = kernel.fastest(playout, game.module) if kernel.can_compile() else kernel.interpreted(playout, game.module)
    actions, rng = twin.ints(game.rules.MAX_LEGAL), twin.ints(kernel.RNG_WORDS)
    for players, options in variants(game):
        blank = twin.load(game.new_state(players, options))
        s = twin.record(game.rules.State)
        for number in range(plan.games * (25 if kernel.can_compile() else 1)):
            twin.random_games(blank, s, actions, rng, plan.seed + number, 1)
            wrong = game.audit.audit(twin.unload(game.rules.State, s))
            yield from (f"{players} players, {options}, seed {plan.seed + number}: {line}" for line in wrong)


def _no_compiler(_: Game) -> str | None:
    return None if kernel.can_compile() else "Numba is not available, so there are no compiled rules"


def _no_device(_: Game) -> str | None:
    return cuda.why_not()


def _no_story(game: Game) -> str | None:
    return "the game tells no story" if game.story is None else None


def _no_art(game: Game) -> str | None:
    return "the game has no art.json" if game.art is None else None


WHY_NOT: dict[Callable[[Game, Plan], Problems], Callable[[Game], str | None]] = {
    twins: _no_compiler,
    device: _no_device,
    stories: _no_story,
    art: _no_art,
}
"""The checks that cannot always be made."""

CHECKS = tuple(
    Check(find.__name__.replace("_", " "), (find.__doc__ or "").strip(), find, WHY_NOT.get(find, lambda _: None))
    for find in (
        *(
            vocabulary,
            declarations,
            dealing,
            play,
            observations,
            refusals,
            telling,
            views,
            standings,
            stories,
            clicking,
            art,
        ),
        *(secrets, reveals, previews, replays),
        *(twins, device, random_play),
    )
)
