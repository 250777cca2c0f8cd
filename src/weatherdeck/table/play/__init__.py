"""What happens at a table: sessions, matches, message handlers, bots and clocks."""
