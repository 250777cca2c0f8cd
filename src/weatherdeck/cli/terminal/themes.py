"""The look of the table for Textual's own widgets."""

from __future__ import annotations

from textual.theme import Theme

from ...games.terminal.colours import Colours


def theme_of(colours: Colours) -> Theme:
    """The same colours as a theme of Textual."""
    return Theme(
        name=colours.name,
        primary=colours.accent,
        accent=colours.accent,
        foreground=colours.ink,
        background=colours.paper,
        surface=colours.panel,
        panel=colours.table,
        dark=colours.dark,
        variables={
            "muted": colours.muted,
            "line": colours.line,
            "on-accent": colours.on_accent,
            "footer-background": colours.table,
            "footer-key-foreground": colours.accent,
            "footer-description-foreground": colours.ink,
            "block-cursor-background": colours.accent,
            "block-cursor-foreground": colours.on_accent,
            "block-cursor-blurred-background": colours.table,
            "block-cursor-blurred-foreground": colours.ink,
        },
    )
