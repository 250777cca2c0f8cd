"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples in every run: a test run that fails must fail again. Deadlines would measure the machine.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
