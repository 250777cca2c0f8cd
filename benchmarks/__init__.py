"""How fast weatherdeck is. `make bench` measures it and writes docs/speed.md; nothing here asserts a time."""
