#!/usr/bin/env python3
"""Makes a large Slitherlink and a large Masyu with one solution: `large.py [ROWS COLUMNS [SEED]]` prints addresses.

A loop is the border of a random region without holes. All its clues are written down, then handfuls are dropped as
long as the solution stays unique. `large.tsv` contains the Slitherlink that `large.py 20 36 1` printed, and a Masyu
whose loop surrounds a random tree of squares: wherever its pearls had another solution, the tree was grown again,
until there was none.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

PROGRAM = os.environ.get("CNFETTI", "target/release/cnfetti")
ROUNDS = 14


def region(rows, columns):
    """A random connected set of cells, such that all other cells are connected with the outside."""
    inside = {(rows // 2, columns // 2)}
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    for _ in range(60):
        random.shuffle(cells)
        for cell in cells:
            if cell not in inside and random.random() < fits(cell, inside):
                inside.add(cell)
    return inside


def fits(cell, inside):
    """The weight with which the region grows to this cell: it must not enclose a hole or touch itself, and should be
    narrow."""
    r, c = cell
    around = [(r - 1, c - 1), (r - 1, c), (r - 1, c + 1), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r + 1, c - 1), (r, c - 1)]
    there = [other in inside for other in around]
    changes = sum(there[i] != there[i - 1] for i in range(8))
    beside = sum(there[i] for i in (1, 3, 5, 7))
    return (0, 0.8, 0.05, 0.01, 0)[beside] if changes == 2 else 0


def sides(inside, rows, columns):
    """The loop: horizontal pieces above cells and vertical pieces to their left, in a grid of corners."""
    above = {(r, c) for r in range(rows + 1) for c in range(columns) if ((r, c) in inside) != ((r - 1, c) in inside)}
    left = {(r, c) for r in range(rows) for c in range(columns + 1) if ((r, c) in inside) != ((r, c - 1) in inside)}
    return above, left


def slitherlink(rows, columns):
    above, left = sides(region(rows, columns), rows, columns)
    return "slitherlink", "number", {
        (r, c): str(((r, c) in above) + ((r + 1, c) in above) + ((r, c) in left) + ((r, c + 1) in left))
        for r in range(rows)
        for c in range(columns)
    }


def masyu(rows, columns):
    above, left = sides(region(rows - 1, columns - 1), rows - 1, columns - 1)

    def straight(r, c):
        across, down = [(r, c - 1) in above, (r, c) in above], [(r - 1, c) in left, (r, c) in left]
        return all(across) or all(down)

    pearls = {}
    for r in range(rows):
        for c in range(columns):
            ways = [((r, c - 1) in above, (r, c - 1)), ((r, c) in above, (r, c + 1))]
            ways += [((r - 1, c) in left, (r - 1, c)), ((r, c) in left, (r + 1, c))]
            beside = [straight(*cell) for goes, cell in ways if goes]
            if straight(r, c) and not all(beside):
                pearls[r, c] = "white"
            elif len(beside) == 2 and not straight(r, c) and all(beside):
                pearls[r, c] = "black"
    return "masyu", "pearl", pearls


def ask(text, *words):
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(text)
        file.flush()
        return subprocess.run([PROGRAM, *words, file.name], capture_output=True, text=True).stdout


def written(kind, layer, clues, rows, columns):
    block = "\n".join(" ".join(clues.get((r, c), ".") for c in range(columns)) for r in range(rows))
    return f'kind = "{kind}"\n{layer} = """\n{block}\n"""\n'


def is_unique(text):
    return json.loads(ask(text, "solve", "--unique", "--format", "json"))["verdict"] == "unique"


def thinned(make, rows, columns):
    """Drops half of the clues at first, then fewer and fewer."""
    while True:
        kind, layer, clues = make(rows, columns)
        if is_unique(written(kind, layer, clues, rows, columns)):
            break
    size = len(clues) // 4
    for _ in range(ROUNDS):
        chosen = random.sample(sorted(clues), min(size, len(clues)))
        fewer = {cell: clue for cell, clue in clues.items() if cell not in chosen}
        if is_unique(written(kind, layer, fewer, rows, columns)):
            clues = fewer
        else:
            size = max(size * 2 // 3, 1)
    return ask(written(kind, layer, clues, rows, columns), "convert", "--to", "puzzlink").strip()


def main():
    rows, columns, seed = (*map(int, sys.argv[1:]), *[20, 36, 1][len(sys.argv) - 1 :])
    for make in (slitherlink, masyu):
        random.seed(seed)
        print(thinned(make, rows, columns), flush=True)


if __name__ == "__main__":
    main()
