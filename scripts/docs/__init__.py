"""Builds the docs site: `python -m scripts.docs` (`make docs`).

    docs/*.md, RULES.md, the parsers, ...  --stage-->  build/site/pages  --Zensical-->  build/site/html  --finish-->
        src/weatherdeck/docs_dist, which the table server serves under /docs and every wheel contains

| module | does |
|---|---|
| `contents.py` | the one table of contents: which file of the repository becomes which page |
| `links.py` | finds the links of a page, and turns those of the repository into those of the site |
| `files.py` | files of the repository that pages link to and that are no pages: they are shown as they are |
| `commands.py` | the command line reference, from the parsers |
| `lessons.py` | what each game's lesson teaches, from its `lesson.toml` |
| `api.py` | the API reference: which names are on which page; mkdocstrings reads their docstrings |
| `stage.py` | writes all of them into one folder |
| `finish.py` | makes the built pages obey the server's content security policy, and lets reports share a script |
"""
