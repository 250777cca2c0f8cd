"""Reporting: what a study shows to people, in sentences, charts and tables."""
