"""The docs: every link is alive, every example is true, and the site is whole."""
