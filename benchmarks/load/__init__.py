"""The table server under load, next to a bare echo server. `python -m benchmarks.load` (`make load`) prints it."""
