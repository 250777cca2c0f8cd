"""The page docs/speed.md and its figures, docs/speed.json.

`parts.py` measures, each part by itself; `document.py` keeps what was measured, with its date and machine; `page.py`
and `growth_page.py` write the page from that and nothing else, so that no number is copied by hand.
"""
