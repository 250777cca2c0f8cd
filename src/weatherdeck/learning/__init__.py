"""Learning: networks that learn a game from play against themselves and from search (`weatherdeck learn`).

school.py     where many games are played at once: on a GPU, or on all cores
lessons.py    its rules: show, step, try every move
student.py    the network while it learns, in PyTorch
practice.py   the first teacher: play against itself, or against a bot
tuition.py    the second teacher: search
rounding.py   from a student to the network that is shipped
rivals.py     what bots that take one look play at many tables; its rules
opponents.py  the same bots, for PyTorch
exam.py       how strong the student is among bots that take one look
experts.py    how strong it is among experts that search
response.py   best responses: how far a bot can be exploited
variants.py   options that vary over the tables
page.py       the page about a run
course.py     one run of learning: its plan, progress, stop and resume
"""
