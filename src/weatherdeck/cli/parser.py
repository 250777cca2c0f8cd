"""The parser of the command line: argparse with suggestions, short usage lines, and a note of what was given.

What was given is noted because an option that has no effect is refused, even one that repeats its default:
`without_effect` says why.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ..errors import Problem
from ..spelling import did_you_mean
from .help import Help


class _Noting(argparse.Action):
    """Notes in `namespace.given` that its option was on the command line."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        super().__call__(parser, namespace, values, option_string)
        if option_string is not None:
            namespace.given = {*given(namespace), option_string}


class _Store(_Noting, argparse._StoreAction):
    pass


class _StoreTrue(_Noting, argparse._StoreTrueAction):
    pass


class _Append(_Noting, argparse._AppendAction):
    pass


class OnOff(_Noting, argparse.BooleanOptionalAction):
    """`--thing` and `--no-thing`."""


ACTIONS: dict[str | None, type[argparse.Action]] = {
    None: _Store,
    "store": _Store,
    "store_true": _StoreTrue,
    "append": _Append,
}
"""The actions by the names that `add_argument` takes."""


class Parser(argparse.ArgumentParser):
    """An argument parser that suggests what was meant."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": Help, **settings})
        self._positionals.title = "arguments"
        for name, action in ACTIONS.items():
            self.register("action", name, action)
        self.set_defaults(parser=self)  # of the commands on a line, the last one's: it knows its own options

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse a command line; the command itself says what it does not know. A bare name is a call for help."""
        if args is not None and not args and self._subparsers is not None:
            self.exit(2, self.format_help())
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            options.parser.refuse_unknown(unknown)
        return options

    def refuse_unknown(self, words: Sequence[str]) -> NoReturn:
        """Say which arguments are unknown."""
        option = next((word.partition("=")[0] for word in words if word.startswith("-") and word != "-"), None)
        if option is None:
            self.error(f"unexpected argument{'s' if len(words) > 1 else ''}: {' '.join(words)}")
        known = [name for action in self._actions for name in action.option_strings if name.startswith("--")]
        self.error(f"there is no option {option}.{did_you_mean(option, known)}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        meant = did_you_mean(str(value), choices)
        if isinstance(action, argparse._SubParsersAction):
            expected = meant or f" Expected one of {', '.join(choices)}."
            raise argparse.ArgumentError(None, f"there is no {str(action.metavar).lower()} {value!r}.{expected}")
        expected = f"one of {', '.join(choices)}" if len(choices) > 1 else choices[0]
        about = action if action.option_strings else None  # the name of a word in its place would only repeat it
        raise argparse.ArgumentError(about, f"expected {expected}, not {value!r}.{meant}")

    def error(self, message: str) -> NoReturn:
        """End with what was wrong, how the command is used, and where to read more."""
        self.exit(2, f"weatherdeck: {message}\n{self.format_usage()}Try: {self.prog} --help\n")


def given(options: argparse.Namespace) -> frozenset[str]:
    """The options that were on the command line, by the names that were used."""
    return frozenset(vars(options).get("given", ()))


def without_effect(options: argparse.Namespace, reasons: Mapping[str, str]) -> None:
    """Refuse an option that was given but has no effect; the reasons are by option."""
    for name, reason in reasons.items():
        if name in given(options):
            raise Problem(f"{name} has no effect here: {reason}")
