"""What lies beside the cards of Winter Court: eight court tiles with two sides each, and two summary tiles."""

from __future__ import annotations

from functools import partial

from ..pen import HEIGHT, LINE, MUTED, WIDTH, Pen, Piece, blank, paragraph
from .court import ROYALS
from .rules import MEMBERS, State
from .view import Tile, tile

WIDE = (2 * WIDTH, HEIGHT)
PLAY = (
    "1. Play or pass. Lay a card on your side of a member that its suit sways. It must beat the card that lies there, "
    "which is discarded. The pawn moves one step toward you."
)
TURN = (
    PLAY,
    "Boosts: with the card, any number of 1s, 2s and 3s of its suit. They count for this play and are discarded.",
    "Powers: in this step, give back pawns that were yours when the turn began.",
    "2. Draw. After a play {draws} or none. After a pass one, or two of which you keep one.",
)
END = (
    "{royals} royals on your side: you win at once.",
    "When the last card is drawn, the higher status wins; a tie goes to whoever has the earliest letter.",
)


def court_tiles(s: State) -> list[Piece]:
    """A tile for each royal, and one for every two of the others."""
    from .faces import draw_tile  # which lists these among its pieces

    members = [tile(member, s) for member in range(MEMBERS)]
    royals, others = members[: len(ROYALS)], members[len(ROYALS) :]
    pairs = [others[first : first + 2] for first in range(0, len(others), 2)]

    def both(two: list[Tile], pen: Pen) -> None:
        blank(pen, size=WIDE)
        for place, member in enumerate(two):
            draw_tile(member, pen.at(place * WIDTH, 0))

    def turned(two: list[Tile], pen: Pen) -> None:
        """The other side of a pair can be read by the player across: letters keep their order from there."""
        blank(pen, size=WIDE)
        both(two, pen.at(WIDE[0], HEIGHT, turn=180))

    return [
        *(Piece(m["name"], partial(draw_tile, m), other=partial(draw_tile, {**m, "royal": False})) for m in royals),
        *(
            Piece(" and ".join(m["name"] for m in two), partial(both, two), WIDE, other=partial(turned, two))
            for two in pairs
        ),
    ]


def summary_tiles(s: State) -> list[Piece]:
    """One for each player: a turn on one side, the powers on the other."""
    return [Piece("summary tile", partial(_draw_turn, s), WIDE, copies=2, other=partial(_draw_powers, s))]


def _draw_turn(s: State, pen: Pen) -> None:
    draws = "one card" if s.play_draws == 1 else f"{s.play_draws} cards"
    royals = "All four" if s.royals_to_win == len(ROYALS) else f"{s.royals_to_win} of the four"
    width, _ = WIDE
    blank(pen, size=WIDE)
    pen.text(width / 2, 9, "A turn", 7, bold=True, serif=True)
    y = 15.0
    for line in TURN:
        y = paragraph(pen, 7, y, line.format(draws=draws), 3.8, width - 14) + 0.6
    pen.path(f"M7 {y + 1:g}h{width - 14:g}", None, LINE, 0.3)
    y += 3
    for line in END:
        y = paragraph(pen, 7, y, line.format(royals=royals), 3.8, width - 14, bold=True) + 0.6


def _draw_powers(s: State, pen: Pen) -> None:
    width, _ = WIDE
    blank(pen, size=WIDE)
    pen.text(width / 2, 9, "Powers", 7, bold=True, serif=True)
    y = 16.0
    for member in (tile(number, s) for number in range(len(ROYALS), MEMBERS)):
        pen.text(7, y + 2.4, f"{member['letter']}  {member['name']}", 4, bold=True, anchor="start")
        y = max(paragraph(pen, 44, y, str(member["power_text"]), 3.8, width - 51), y + 6) + 1.6
    pen.text(
        7, HEIGHT - 6, "Each power once in a turn; the card stays where it lies.", 3.4, colour=MUTED, anchor="start"
    )
