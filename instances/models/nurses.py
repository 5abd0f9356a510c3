"""A week of shifts: no day after a night, two days off."""

from pycsp3 import *

DAY, NIGHT, OFF = 0, 1, 2

x = VarArray(size=7, dom={DAY, NIGHT, OFF})

after_night = Automaton(start="a", final=["a", "b"], transitions=[
    ("a", DAY, "a"), ("a", OFF, "a"), ("a", NIGHT, "b"), ("b", NIGHT, "b"), ("b", OFF, "a")])

satisfy(
    x in after_night,
    Count(x, value=OFF) == 2,
    Count(x, value=NIGHT) >= 2
)
