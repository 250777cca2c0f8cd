"""What the bots of a run do not know: a verdict about a rule that they ignore may be a verdict about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...bots.levels import policy_of
from ...bots.policy import RANDOM, searches
from ...games.game import Game
from ..playing.plan import RunPlan
from ..reporting.prose import listed


def changed_options(base: RunPlan, other: RunPlan) -> list[str]:
    """The options with different values in two plans."""
    return [name for name in {**base.options, **other.options} if base.options.get(name) != other.options.get(name)]


def untaught(game: Game, options: Iterable[str]) -> list[str]:
    """Those of some options that the game's greedy judgement does not take into account, though it should."""
    return [name for name in options if name not in (*game.knows, *game.neutral)]


def ignored(base: RunPlan, other: RunPlan) -> list[str]:
    """The options that differ between two plans and that the bots' judgement does not take into account."""
    return untaught(other.load(), changed_options(base, other))


def doubts(base: RunPlan, other: RunPlan) -> list[str]:
    """Why a comparison of two plans may be about the bots and not about the game, in sentences."""
    return doubts_about(ignored(base, other), other)


def doubts_about(options: Sequence[str], plan: RunPlan) -> list[str]:
    """Why verdicts about these options, which the bots of a plan do not know, may be about the bots."""
    if not options:
        return []
    game, told = plan.load(), []
    which = listed(options)
    for bot in sorted(set(plan.bots)):
        policy = policy_of(bot, game)
        if policy is None:
            told.append(
                f"whether {bot} takes {which} into account is unknown, so a verdict on it may be about the bot."
            )
        elif policy.kind == RANDOM:
            told.append(f"random players use no rule, {which} neither: good players may be affected differently.")
        elif searches(policy):
            told.append(
                f"{bot} plays by {which} when it looks ahead, but its judgement of positions does not take it into "
                f"account, so a verdict on it may partly be about the bot."
            )
        else:
            told.append(
                f"{bot} does not take {which} into account (only its legal moves and scores change), so a verdict on "
                f"it may be about the bot, not about the game."
            )
    return told
