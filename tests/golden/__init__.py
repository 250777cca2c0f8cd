"""Golden playthroughs: whole games as readable text, compared line by line."""
