"""Measuring: from the tables of a run to figures with confidence intervals."""
