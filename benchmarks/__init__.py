"""How fast weatherdeck is. `make bench` prints it; nothing here asserts a time."""
