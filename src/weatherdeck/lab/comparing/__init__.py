"""Comparing: runs on the same deals, variant by variant and change by change."""
