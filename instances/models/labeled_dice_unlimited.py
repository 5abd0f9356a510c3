"""The same letters on dice of any size."""

from pycsp3 import *

words = ["buoy", "cave", "celt", "flub", "fork", "hemp", "judy", "junk", "limn", "quip", "swag", "visa", "wish"]
letters = alphabet_positions(words)

x = VarArray(size=26, dom=lambda i: range(1, 5) if i in letters else None)

satisfy(
    # the letters of a word are on different dice
    AllDifferent(x[i] for i in alphabet_positions(w)) for w in words
)
