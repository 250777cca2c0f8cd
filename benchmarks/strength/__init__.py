"""`make strength`: how strong the bots are. It plays, keeps what was played in build/strength, and writes the page.

`parts.py`     what can be measured: above all, one bot among others of another kind
`ismcts.py`    the same against OpenSpiel's search, at equal time
`knowing.py`   what a search gains that knows the bot it plays against
`learned.py`   what a network gains that has learned to play against a bot
`agenda.py`    all parts of the page, and how many deals each has
`results.py`   the results of a part in a file, which belong to one network and one set of settings
`playing.py`   plays parts on all cores or on a GPU, and resumes where a run was stopped
`gap.py`       how much of the way to one who sees all a bot covers, with its interval
`page.py`      docs/strength.md, from the results and nothing else; `chart.py` draws its pictures
`network_pages.py`  docs/networks, a page about each network; `tables.py` has the tables of all pages
`roles.py`     what seats of each role gain
`figures.py`   what the program tells people about its levels, from the same results
"""
