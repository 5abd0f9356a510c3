"""Counts the models of a checked graph: python3 recount.py puzzle.cnf count.scpog"""
import sys

variables, shown = 0, None
for words in map(str.split, open(sys.argv[1])):
    if words[:2] == ["p", "cnf"]:
        variables = int(words[2])
    elif words[:3] == ["c", "p", "show"]:
        shown = (shown or set()) | set(map(int, words[3:-1]))

# Of all assignments a node allows the share number / 2 ** halves; a literal allows half of them.
root, share = 0, {}
for words in map(str.split, open(sys.argv[2])):
    if words[0] == "r":
        root = int(words[1])
    elif len(words) > 3 and words[1] in ("p", "s", "t"):
        node, parts = int(words[2]), list(map(int, words[3 : words.index("0", 3)]))
        number, halves = 1, 0
        if words[1] == "p":
            for part in parts:
                times, more = share[part] if part > variables else (1, 1)
                number, halves = number * times, halves + more
        elif words[1] == "s":
            both = [share[part] if part > variables else (1, 1) for part in parts[:2]]
            halves = max(more for _, more in both)
            number = sum(times << halves - more for times, more in both)
        share[node] = (number, halves)

number, halves = share.get(root, (0, 0))
print((number << (variables if shown is None else len(shown))) >> halves)
