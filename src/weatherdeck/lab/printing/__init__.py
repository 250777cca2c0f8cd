"""Printing: everything in the box of a game, on paper and as pictures."""
