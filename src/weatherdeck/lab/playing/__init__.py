"""Playing: what the bots of a run play, on which engine, and what is kept of it."""
