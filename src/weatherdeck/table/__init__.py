"""The table: a server at which people and bots sit down, play, leave and come back."""
