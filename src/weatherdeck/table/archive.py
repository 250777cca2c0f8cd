"""Matches to be read: replays as a seat sees them, and, after the end, saved games and transcripts."""

from __future__ import annotations

from typing import Any

from ..match import save, transcript
from .desk import Declined
from .eyes import Eyes, Plain
from .play import Play, Told
from .records import MatchRecord
from .room import Room, check_rules, result_of
from .store import Store


async def play_of(store: Store, room: Room, number: int | None) -> tuple[Play, MatchRecord]:
    """A match of a table, played again from the store; by default the current one."""
    match = await store.match(room.record.id, number or room.record.match.number)
    if match is None or match.started_at is None:
        raise Declined("not_now", "this match has not begun, or there is none with this number")
    check_rules(room.game, match)
    play = Play(room.game, match.deal_seed, room.record.players, room.record.options)
    for entry in await store.entries(match.id):
        play.apply(entry)
    return play, match


def replay(room: Room, play: Play, match: MatchRecord, seat: int | None, *, all_open: bool) -> Plain:
    """All steps that count, as a seat (or spectator) sees them; all open only after the end."""
    names = room.names
    eyes = Eyes(play.game, seat, names)
    again = Play(play.game, play.match.seed, play.match.players, play.match.options)
    frames = [_frame(eyes, again.deal, None, all_open)]
    for step, bot in zip(play.match.steps[1:], play.bots[1:], strict=True):
        again.match.play(step.text)
        told = Told(step.version, None, (step,), (again.match.state.copy(),), step.version, frozenset())
        frames.append(_frame(eyes, told, bot, all_open))
    return {
        "table": room.record.id,
        "game": room.record.game,
        "match": match.number,
        "seat": seat,
        "names": names,
        "status": "over" if play.is_over else "playing",
        "frames": frames,
        "result": result_of(play, match, names) if play.is_over else None,
    }


def _frame(eyes: Eyes, told: Told, bot: str | None, all_open: bool) -> Plain:
    position = eyes.position(told, undo="no", clocks=None)
    position["choices"] = []
    step = eyes.step(told.steps[-1], None, bot)
    if all_open:
        hands = [Eyes(eyes.game, seat, eyes.names).view(told.states[-1]) for seat in range(len(eyes.names))]
        position["view"] = _opened(position["view"], hands)
    return {"step": step, "position": position}


def _opened(view: Plain, views: list[Plain]) -> Plain:
    """A spectator's view with the seats as each of them saw itself."""
    seats = view.get("seats")
    if not isinstance(seats, list) or len(seats) != len(views):
        return view
    return {**view, "seats": [own["seats"][number] for number, own in enumerate(views)]}


def saved_game(room: Room, play: Play, match: MatchRecord) -> str:
    """A finished match as a saved game, with what is needed to check its shuffle."""
    _check_over(play)
    about: dict[str, Any] = {"table": room.record.id, "match": match.number, "names": room.names}
    if match.practice_seed is None:
        assert match.entropy is not None, "it has begun"
        about["fairness"] = match.secret.record(match.entropy)
    return save.dumps(play.match, about)


def transcript_of(play: Play) -> str:
    """A finished match as a transcript."""
    _check_over(play)
    moves = iter(play.match.moves)
    return transcript.record(
        play.game,
        seed=play.match.seed,
        players=play.match.players,
        options=play.match.options,
        policy=lambda state, legal: play.game.words.parse(next(moves)),  # noqa: ARG005  # as they were made
    )


def _check_over(play: Play) -> None:
    if not play.is_over:
        raise Declined("not_now", "the match is not over: its cards are still a secret")
