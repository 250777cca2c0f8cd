"""`weatherdeck completion`: what a shell needs to complete commands, games, bots and options with the Tab key."""

from __future__ import annotations

import argparse

from .arguments import examples

SHELLS = ("bash", "zsh", "fish")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Which shell."""
    command.description = (
        "Print the script that lets your shell complete weatherdeck commands with the Tab key: commands, options, "
        "games, bots, and the options of a game. Load it once to try it, or from your shell's start-up file to keep it."
    )
    command.epilog = examples(
        ('eval "$(weatherdeck completion bash)"', "bash: now, or in ~/.bashrc for every shell"),
        ('eval "$(weatherdeck completion zsh)"', "zsh: now, or in ~/.zshrc after compinit"),
        ("weatherdeck completion fish | source", "fish: now"),
        ("weatherdeck completion fish > ~/.config/fish/completions/weatherdeck.fish", "fish: for every shell"),
    )
    command.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"your shell: {', '.join(SHELLS)}")


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["weatherdeck"], use_defaults=True, shell=options.shell))
    return 0
