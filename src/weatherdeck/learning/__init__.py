"""Learning: networks that learn a game from play against themselves and from search (`weatherdeck learn`).

school.py     where many games are played at once: on a GPU, or on all cores
lessons.py    its rules: show, step, try every move in many worlds
student.py    the network while it learns, in PyTorch
practice.py   the first teacher: play against itself
tuition.py    the second teacher: search
exam.py       how strong the student is among club players
course.py     one run of learning: its plan, progress, stop and resume
"""
