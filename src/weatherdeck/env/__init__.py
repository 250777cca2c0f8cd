"""The engine for other people's programs: many games at once, and the environments that other projects expect."""
