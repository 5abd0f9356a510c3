#!/usr/bin/env python3
"""Counts the solutions of puzzles with clingo, by the rules of rules.py, which are written by hand a second time.

    pip install clingo
    python3 benches/kinds/by_clingo.py [--cnfetti PROGRAM] [PUZZLE ...]
    python3 benches/kinds/by_clingo.py --random 200 [--seed 1] [--kinds FOLDER] [KIND ...]

PUZZLE is an address or a file. Without one, it takes those addresses of the tests for which it has rules, and
compares with the verdicts beside them. With --random, it compares the counts of that many small random boards of each
kind. Of the file of a kind it reads only which clues there are; cnfetti reads addresses and counts, and shares
nothing else with this.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

from rules import COMMON, PROGRAMS

try:
    import clingo
except ImportError:
    sys.exit("skipped: this needs clingo (pip install clingo)")

ADDRESSES = Path("crates/puzzles/tests/kinds/addresses.tsv")
KINDS = [Path("crates/kinds/kinds")]
SIDES = ("top", "bottom", "left", "right")

def words(line):
    return line.split() if " " in line.strip() else list(line.strip())


def facts(keys):
    """The puzzle as facts about cells, corners, borders between cells, areas and the outside."""
    kind, lines = keys["kind"], []
    blocks = {name: value.strip("\n").splitlines() for name, value in keys.items() if isinstance(value, str) and "\n" in value}
    drawn = {name for name, rows in blocks.items() if is_drawn(kind, name)}
    sizes = [(len(rows), len(words(rows[0]))) for name, rows in blocks.items() if name not in drawn]
    sizes += [(len(rows) // 2, len(rows[0]) // 2) for name, rows in blocks.items() if name in drawn and on(kind, name) != "links"]
    sizes += [(len(rows) // 2 + 1, len(rows[0]) // 2 + 1) for name, rows in blocks.items() if name in drawn]
    rows = keys.get("rows") or keys.get("size") or sizes[0][0]
    columns = keys.get("columns") or keys.get("size") or sizes[0][1]
    lines += [f"cell({r},{c})." for r in range(rows) for c in range(columns)]
    for name, block in blocks.items():
        if name in drawn:
            lines += between(name, block, rows, columns)
            continue
        for r, line in enumerate(block):
            for c, word in enumerate(words(line)):
                lines += [] if word == "." else [f"open_{name}({r},{c})."] if word == "?" else [f"{name}({r},{c},{value(word)})."]
    for name, entries in keys.items():
        if isinstance(entries, dict) and name != "expect":
            for key, entry in entries.items():
                if name == "lengths":
                    lists = [(i, word.split(",")) for i, word in enumerate(words(entry)) if word != "."]
                    lines += [f"length({key},{i},{k},{n})." for i, ns in lists for k, n in enumerate(ns, 1)]
                elif key in SIDES:
                    lines += [f"{name}({key},{i},{word})." for i, word in enumerate(words(entry)) if word != "."]
                elif entry != "?":
                    lines.append(f"region_{name}({value(key)},{entry}).")
        if on(kind, name) == "paths":
            for t, path in enumerate(entries):
                for p, place in enumerate(path.split()):
                    r, c = place[1:].split("c")
                    lines.append(f"{name}({t},{p},{int(r) - 1},{int(c) - 1}).")
        if on(kind, name) == "links" and isinstance(entries, list):
            for place in entries:
                r, c, s, d = (int(part) - 1 for part in place.replace("r", "").replace("c", " ").split())
                lines.append(f"{name}({r},{c},{s},{d}).")
    lines += pieces(keys.get("pieces", declared(kind).get("pieces", {}).get("set", [])))
    defaults = {name: entry.get("default") for name, entry in declared(kind).get("parameters", {}).items()}
    constants = {name: int(keys.get(name, default)) for name, default in defaults.items()}
    holes = sum(line.startswith("hole(") for line in lines)
    constants |= {"rows": rows, "columns": columns, "free": rows * columns - holes, "side": max(rows, columns)}
    return "\n".join(lines + [f"#const {name} = {number}." for name, number in constants.items()])


PENTOMINOES = ".## ##. .#.,#####,#... ####,##.. .###,## ## #.,### .#. .#.,#.# ###,#.. #.. ###,#.. ##. .##,.#. ### .#.,.#.. ####,##. .#. .##"
SETS = {
    "pentominoes": list(zip("FILNPTUVWXYZ", PENTOMINOES.replace(" ", "/").split(","))),
    "tetrominoes": list(zip("ILOST", "####,#../###,##/##,.##/##.,.#./###".split(","))),
}


def pieces(text):
    """The cells of pieces, counted from the first cell of each, and their names."""
    items = [text] if isinstance(text, str) else text
    for number, (name, piece) in enumerate(piece for item in items for piece in SETS.get(item, [("", item)])):
        cells = [(r, c) for r, row in enumerate(piece.split("/")) for c, word in enumerate(row) if word != "."]
        yield f'name({number},"{name}").'
        yield from (f"tile({number},{r},{c - cells[0][1]})." for r, c in cells)


@cache
def declared(kind):
    """The file of the kind."""
    return next(tomllib.loads(path.read_text()) for folder in KINDS if (path := folder / f"{kind}.toml").exists())


def on(kind, name):
    """Where the clues of a layer are."""
    return declared(kind).get("clues", {}).get(name, {}).get("on")


def is_drawn(kind, name):
    """Whether a layer is drawn with a character for each cell, side and corner."""
    return on(kind, name) in ("links", "sides", "corners")


ARROWS = {"<": "west", ">": "east", "^": "north", "v": "south", "←": "west", "→": "east", "↑": "north", "↓": "south"}
COMPASS = [("←", 0, -1), ("→", 0, 1), ("↑", -1, 0), ("↓", 1, 0), ("↖", -1, -1), ("↗", -1, 1), ("↘", 1, 1), ("↙", 1, -1)]
LETTERS = {"w": "white", "b": "black", "g": "grey"}


def between(name, block, rows, columns):
    """The facts that a drawing states at corners and between cells. The drawing may omit the outer border."""
    rim = 1 if len(block) == 2 * rows + 1 else 0
    for y, line in enumerate(block):
        for x, c in enumerate(line):
            y0, x0 = y + 1 - rim, x + 1 - rim
            if c in ".·+-| " or y0 % 2 and x0 % 2:
                continue
            what = ARROWS.get(c) or LETTERS.get(c) or value(c)
            if y0 % 2 == 0 and x0 % 2 == 0:
                yield f"{name}({y0 // 2},{x0 // 2},{what})."
            elif y0 % 2:
                yield f"{name}({y0 // 2},{x0 // 2 - 1},{y0 // 2},{x0 // 2},{what})."
            else:
                yield f"{name}({y0 // 2 - 1},{x0 // 2},{y0 // 2},{x0 // 2},{what})."


def value(word):
    if word.lstrip("-").isdigit() or word in LETTERS.values():
        return word
    return word if word.islower() and word.isidentifier() else f'"{word}"'


def solutions(keys, most):
    """The number of solutions, at most `most`; None if there are no rules for the kind."""
    if "\n" in keys["kind"]:  # a puzzle that contains its kind
        keys = {**keys, "kind": tomllib.loads(keys["kind"])["kind"]}
    program = PROGRAMS.get(keys["kind"])
    if program is None:
        return None
    control = clingo.Control([f"--models={most}", "--project=show", "--warn=none"])
    control.add("base", [], COMMON + program + facts(keys))
    control.ground([("base", [])])
    return sum(1 for _ in control.solve(yield_=True))


# Kinds whose boards have a number in each line for each column.
SQUARE = {"skyscrapers", "kenken", "futoshiki", "kropki", "str8ts", "doppelblock", "easy_as_abc", "factors", "eulero", "renzoku", "mathrax", "tenner_grid", "minarism", "bricks", "number_ball", "magic_square"}
MOST_CELLS = {"zip": 9, "rikudo": 9, "fillomino": 9, "kakuro": 9, "hidato": 9}
# The sizes of kinds that fit few boards.
SIZES = {
    "alphametic": [(2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 3)],
    "burokku": [(2, 2), (3, 3), (3, 3), (4, 4)],
    "toroidal_queens": [(3, 3), (5, 5), (5, 5), (7, 7), (7, 7)],
    "wrapping_net": [(3, 3), (3, 4), (4, 3), (4, 4), (3, 5)],
    "tango": [(2, 2), (2, 4), (4, 2), (4, 4)],
    "double_back": [(3, 4), (4, 4), (4, 4), (4, 5)],
    "four_cells": [(1, 4), (2, 2), (2, 4), (4, 2), (4, 3), (4, 4)],
    "palisade": [(1, 5), (2, 5), (3, 5), (2, 3), (3, 4)],
    "five_cells": [(1, 5), (5, 1), (2, 5), (3, 5), (5, 2)],
    "gappy": [(4, 4), (8, 8), (8, 8), (9, 9)],
    "magic_square": [(1, 1), (3, 3)],
    "lighthouses": [(3, 4), (4, 4), (4, 5), (5, 5)],
    "munraito": [(2, 2), (3, 3), (4, 4), (5, 5)],
    "no_three": [(3, 5), (5, 3), (4, 4), (5, 4)],
    "toichika": [(3, 3), (4, 4), (4, 5), (5, 5)],
    "kazunori_room": [(1, 2), (2, 2), (2, 3), (2, 4), (4, 3)],
    "pentominoes": [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5), (4, 4)],
    "dominosa": [(2, 3), (3, 4), (3, 4), (4, 5)],
    "pentominous": [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)],
    "tetrominous": [(1, 4), (2, 4), (3, 4), (4, 4), (4, 5)],
    "statue_park": [(3, 3), (3, 4), (4, 4)],
    "samurai": [(4, 2), (2, 4), (4, 2), (7, 3), (3, 7), (8, 8)],
    "binairo": [(2, 2), (2, 4), (4, 2), (4, 4)],
    "battleships": [(3, 4), (4, 4)],
    "bosnian_road": [(3, 3), (3, 4), (4, 4)],
    "grand_tour": [(2, 2), (2, 3), (3, 4), (4, 4)],
    "linesweeper": [(2, 3), (3, 3), (3, 4)],
    "magnets": [(2, 2), (2, 3), (3, 2)],
    "signpost": [(1, 3), (2, 2), (1, 4), (2, 3)],
    "mid_loop": [(2, 3), (3, 3), (3, 4)],
    "moon_or_sun": [(2, 2), (2, 3), (3, 3), (3, 4)],
}


def drawn(kind, chance):
    """A small random board of the kind, as the keys of a puzzle."""
    sizes = [(r, c) for r in range(1, 5) for c in range(1, 5) if r * c <= MOST_CELLS.get(kind, 12)]
    rows, columns = chance.choice(SIZES.get(kind, [(3, 3), (3, 3), (4, 4)] if kind in SQUARE else sizes))
    keys = {"kind": kind, "rows": rows, "columns": columns}
    for name, entry in declared(kind).get("parameters", {}).items():
        if "default" not in entry:
            keys[name] = chance.randint(1, 5)
        elif chance.random() < 0.3:
            low = bounds(entry["values"], keys)[0] if "values" in entry else None
            keys[name] = chance.random() < 0.5 if low is None else low + chance.randint(0, 1)
    for name, layer in declared(kind).get("clues", {}).items():
        keys[name] = layer_of(layer, keys, chance)
    PLANTED.get(kind, lambda *_: None)(keys, chance)
    if "arrow" in keys and "number" in keys and kind not in ("makaro", "signpost"):  # a number needs its arrow
        arrows, numbers = ([line.split() for line in keys[name].splitlines()] for name in ("arrow", "number"))
        pairs = [[(a, n) if "." not in (a, n) else (".", ".") for a, n in zip(*lines)] for lines in zip(arrows, numbers)]
        keys["arrow"], keys["number"] = ("".join(" ".join(pair[i] for pair in row) + "\n" for row in pairs) for i in (0, 1))
    return {name: value for name, value in keys.items() if value not in (None, {}, [])}


def latin_square(side, chance):
    shift, order = [chance.sample(range(side), side) for _ in "rc"], chance.sample(range(1, side + 1), side)
    return [[order[(r + c) % side] for c in shift[0]] for r in shift[1]]


def all_marks(sign):
    """Draws all the signs between neighbours that a Latin square needs; random ones fit none."""

    def plant(keys, chance):
        side = keys["rows"]
        square = latin_square(side, chance)
        rows = [["·" if y % 2 == x % 2 == 0 else " " for x in range(2 * side - 1)] for y in range(2 * side - 1)]
        for y in range(2 * side - 1):
            for x in range(2 * side - 1):
                if (y + x) % 2:
                    rows[y][x] = sign(square[y // 2][x // 2], square[(y + 1) // 2][(x + 1) // 2]) or " "
        layer = next(name for name, layer in declared(keys["kind"])["clues"].items() if layer["on"] == "links")
        keys[layer] = "".join("".join(row) + "\n" for row in rows)

    return plant


def all_arrows(keys, chance):
    """Draws arrows along a random path, where there is one in straight steps."""
    rows, columns = keys["rows"], keys["columns"]
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    chance.shuffle(cells)
    arrows = dict.fromkeys(cells, ".")
    for (r, c), (s, d) in zip(cells, cells[1:]):
        arrows[r, c] = "←" if r == s and d < c else "→" if r == s else "↑" if c == d and s < r else "↓" if c == d else chance.choice("←→↑↓")
    keys["arrow"] = block(keys, arrows)


def all_bricks(keys, chance):
    """Covers some of the board with areas of two cells."""
    rows, columns = keys["rows"], keys["columns"]
    names, brick = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), {}
    for r in range(rows):
        for c in range(columns):
            beside = [p for p in ((r + 1, c), (r, c + 1)) if p not in brick and p[0] < rows and p[1] < columns]
            if (r, c) not in brick and beside and chance.random() < 0.7:
                brick[r, c] = brick[chance.choice(beside)] = next(names)
    keys["brick"] = block(keys, brick)


def even(keys, chance):
    """Divides the board into an even number of areas, and gives an arrow or none."""
    cells = [(r, c) for r in range(keys["rows"]) for c in range(keys["columns"])]
    names = "ABCDEFGH"[:chance.choice([4, 6, 6, 8])]
    area = dict(zip(chance.sample(cells, len(names)), names))
    while len(area) < len(cells):
        r, c = chance.choice(list(area))
        area.setdefault(chance.choice([p for p in ((r - 1, c), (r, c - 1), (r + 1, c), (r, c + 1)) if p in cells]), area[r, c])
    keys["region"] = block(keys, area)
    keys["arrow"] = block(keys, {chance.choice(cells): chance.choice("↑→↓←")} if chance.random() < 0.5 else {})


def only_where(name, other):
    """Keeps those entries of a layer in cells beside which another layer has one."""

    def plant(keys, chance):
        there = [line.split() for line in keys[other].splitlines()]
        lines = [line.split() for line in keys[name].splitlines()]
        kept = [[word if beside != "." else "." for word, beside in zip(*pair)] for pair in zip(lines, there)]
        keys[name] = "".join(" ".join(row) + "\n" for row in kept)

    return plant


def inner(name):
    """Keeps the entries of a layer on corners that are between four cells."""

    def plant(keys, chance):
        rows = [list(line) for line in keys[name].splitlines()]
        for y, row in enumerate(rows):
            for x in range(len(row)):
                if y in (0, len(rows) - 1) or x in (0, len(row) - 1):
                    row[x] = "·" if y % 2 == x % 2 == 0 else " "
        keys[name] = "".join("".join(row) + "\n" for row in rows)

    return plant


def in_order(keys, chance):
    """Writes numbers from 1 on into some cells."""
    rows, columns = keys["rows"], keys["columns"]
    cells = chance.sample([(r, c) for r in range(rows) for c in range(columns)], min(rows * columns, chance.randint(2, 4)))
    numbers = {cell: str(number) for number, cell in enumerate(cells, 1)}
    keys["number"] = block(keys, numbers)


def targets(keys, chance):
    """Keeps the arrows that point to a cell without one, and the numbers in such cells."""
    arrow, number = ([line.split() for line in keys[name].splitlines()] for name in ("arrow", "number"))
    steps = {"↑": (-1, 0), "↓": (1, 0), "←": (0, -1), "→": (0, 1)}
    there = {(r, c): word for r, row in enumerate(arrow) for c, word in enumerate(row)}
    for (r, c), word in there.items():
        a, b = steps.get(word, (0, 0))
        if word in steps and there.get((r + a, c + b)) != ".":
            there[r, c] = "?" if chance.random() < 0.3 else "."
    for (r, c), word in list(there.items()):
        a, b = steps.get(word, (0, 0))
        if word in steps and there.get((r + a, c + b)) != ".":
            there[r, c] = "."
        if there[r, c] != ".":
            number[r][c] = "."
    keys["arrow"] = "".join(" ".join(there[r, c] for c in range(len(row))) + "\n" for r, row in enumerate(arrow))
    keys["number"] = "".join(" ".join(row) + "\n" for row in number)


def sums(keys, chance):
    """Writes numbers and their sum with letters, or any letters."""
    rows, columns = keys["rows"], keys["columns"]
    numbers = [chance.randrange(1, 10 ** chance.randint(1, columns)) for _ in range(rows - 1)]
    letters = chance.sample("ABCDEFGHIJKLM", 10)
    lines = [str(number) for number in numbers + [sum(numbers)]]
    if len(lines[-1]) > columns or chance.random() < 0.2:
        lines = ["".join(chance.choice("01234567") for _ in range(chance.randint(1, columns))) for _ in range(rows)]
    at = {(r, columns - len(line) + k): letters[int(digit)] for r, line in enumerate(lines) for k, digit in enumerate(line)}
    keys["letter"] = block(keys, at)
    keys["number"] = block(keys, {cell: str(chance.randint(0, 9)) for cell in at if chance.random() < 0.1})


def cells_of(keys):
    return [(r, c) for r in range(keys["rows"]) for c in range(keys["columns"])]


def block(keys, at):
    """A layer on cells, as text."""
    return "".join(" ".join(at.get((r, c), ".") for c in range(keys["columns"])) + "\n" for r in range(keys["rows"]))


def drawing(keys, at):
    """A layer on sides or corners, from its entries by place in the drawing; `None` without any."""
    height, width = 2 * keys["rows"] + 1, 2 * keys["columns"] + 1
    place = lambda y, x: at.get((y, x), "·" if y % 2 == x % 2 == 0 else " ")
    return "".join("".join(place(y, x) for x in range(width)) + "\n" for y in range(height)) if at else None


def between_cells(keys, at):
    """A layer on links, as `drawing` draws sides; `None` without any."""
    height, width = 2 * keys["rows"], 2 * keys["columns"]
    place = lambda y, x: at.get((y, x), "·" if y % 2 and x % 2 else " ")
    return "".join("".join(place(y, x) for x in range(1, width)) + "\n" for y in range(1, height)) if at else None


def overlapping(keys, chance):
    """Writes some numbers into five Sudokus that share boxes."""
    rows, columns = keys["rows"], keys["columns"]
    fits = [(h, w) for h in range(1, 5) for w in range(1, 5) if (h * (3 * w - 2), w * (3 * h - 2)) == (rows, columns)]
    high, wide = fits[0]
    first = [(a * high * (wide - 1), b * wide * (high - 1)) for a, b in [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)]]
    one = lambda r, c: 1 + (wide * (r % high) + r // high + c) % (high * wide)
    numbers = {(a + r, b + c): str(one(a + r, b + c)) for a, b in first for r in range(high * wide) for c in range(high * wide)}
    if chance.random() < 0.3:
        numbers[chance.choice(sorted(numbers))] = str(chance.randint(1, high * wide))
    part = chance.choice([0.2, 0.5, 0.7]) if rows < 8 else 0.75
    keys["number"] = block(keys, {cell: number for cell, number in numbers.items() if chance.random() < part})


def only_cells(keys, chance):
    """Keeps the numbers where there is a cell."""
    holes, numbers = ([line.split() for line in keys[name].splitlines()] for name in ("hole", "number"))
    rows = [[word if hole == "." and chance.random() < 0.6 else "." for word, hole in zip(*pair)] for pair in zip(numbers, holes)]
    keys["number"] = "".join(" ".join(row) + "\n" for row in rows)


def hexagons(keys, chance):
    """Writes numbers along a random path, and dots between some of its cells; seldom one somewhere else."""
    cells = [cell for cell in cells_of(keys) if chance.random() < 0.85]
    keys["hole"] = block(keys, {cell: "#" for cell in cells_of(keys) if cell not in cells})
    beside = {(r, c): [(r, c - 1), (r, c + 1)] + [(s, c + d - 1 + r % 2) for s in (r - 1, r + 1) for d in (0, 1)] for r, c in cells}
    path = []
    for _ in range(200):
        found = [chance.choice(cells)] if cells else []
        while found and (ahead := [cell for cell in beside[found[-1]] if cell in cells and cell not in found]):
            found.append(chance.choice(ahead))
        path = max(path, found, key=len)
    numbers = {cell: str(at) for at, cell in enumerate(path, 1) if chance.random() < 0.3}
    if path and chance.random() < 0.1:
        numbers[chance.choice(path)] = str(chance.randint(1, len(cells)))
    pairs = [sorted(pair) for pair in zip(path, path[1:]) if chance.random() < 0.2]
    pairs += [sorted((cell, other)) for cell in cells for other in beside[cell] if other in cells and chance.random() < 0.01]
    keys["dot"] = sorted({" ".join(f"r{r + 1}c{c + 1}" for r, c in pair) for pair in pairs})
    keys["number"] = block(keys, numbers)


def tiles(keys, chance):
    """Draws most tiles of a random tree, seldom another one."""
    rows, columns, cells = keys["rows"], keys["columns"], cells_of(keys)
    reached, ways = {chance.choice(cells)}, {cell: [] for cell in cells}
    while len(reached) < len(cells):
        (r, c), (down, right) = chance.choice(sorted(reached)), chance.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        to = (r + down) % rows, (c + right) % columns
        if to not in reached:
            reached.add(to)
            ways[r, c].append((down, right))
            ways[to].append((-down, -right))
    straight = lambda one, other: (one[0] + other[0], one[1] + other[1]) == (0, 0)
    letters = {cell: "_E_TX"[len(ends)] if len(ends) != 2 else "I" if straight(*ends) else "L" for cell, ends in ways.items()}
    if chance.random() < 0.1:
        letters[chance.choice(cells)] = chance.choice("EILTX")
    keys["tile"] = block(keys, {cell: letter for cell, letter in letters.items() if chance.random() < 0.85})


def near(one, other, king=True):
    """Whether two cells are the same or touch: with `king`, also at a corner."""
    apart = [abs(a - b) for a, b in zip(one, other)]
    return max(apart) <= 1 if king else sum(apart) <= 1


def scattered(keys, chance, number, king=True, without=()):
    """Up to so many random cells that do not touch each other, nor some others."""
    found = []
    for cell in chance.sample(cells_of(keys), len(cells_of(keys))):
        if len(found) < number and not any(near(cell, other, king) for other in [*found, *without]):
            found.append(cell)
    return found


def pairs_in_lines(side, chance):
    """Two cells in each row and column that do not touch, if random attempts find them."""
    for _ in range(3000):
        rows, left = [], [2] * side
        for _ in range(side):
            fits = [(a, b) for a in range(side) for b in range(a + 2, side) if left[a] and left[b]
                    and not any(abs(x - y) <= 1 for x in (a, b) for y in (rows[-1] if rows else ()))]
            if not fits:
                break
            # Columns that need the most go first, mostly.
            rows.append(max(fits, key=lambda pair: left[pair[0]] + left[pair[1]] + 2 * chance.random()))
            left = [n - (c in rows[-1]) for c, n in enumerate(left)]
        if len(rows) == side:
            return rows
    return None


def gaps(keys, chance):
    """Counts the cells between the black ones of a solution; sometimes one clue is another number."""
    rows = pairs_in_lines(keys["rows"], chance)
    if keys["rows"] < 8 or rows is None:
        keys["black_cells"] = 1  # there is no gap to count
        keys.pop("number")
        return
    keys["black_cells"] = 2
    columns = [[r for r, pair in enumerate(rows) if c in pair] for c in range(keys["columns"])]
    numbers = {"left": [b - a - 1 for a, b in rows], "top": [b - a - 1 for a, b in columns]}
    if chance.random() < 0.2:
        numbers["top"][0] += 1
    keys["number"] = {
        side: " ".join(str(n) if chance.random() < 0.7 else "." for n in line) for side, line in numbers.items()}


def ships(keys, chance):
    """Numbers what lighthouses see of ships that each of them lights; sometimes one counts another one too."""
    towers = scattered(keys, chance, chance.randint(1, 3), king=False)
    lit = lambda one, other: (one[0] == other[0]) != (one[1] == other[1])
    found = [ship for ship in scattered(keys, chance, 4, without=towers) if any(lit(ship, tower) for tower in towers)]
    numbers = {tower: str(sum(lit(ship, tower) for ship in found)) for tower in towers}
    numbers |= {tower: "?" for tower in towers if chance.random() < 0.2}
    if chance.random() < 0.2:
        numbers[towers[0]] = str(chance.randint(0, 3))
    keys["number"] = block(keys, numbers)


def dots(keys, chance):
    """Puts dots on black cells that do not touch, on their sides and on their corners: each on one of them."""
    black = scattered(keys, chance, 6, king=False)
    beside = defaultdict(list)
    for r, c in black:
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                beside[2 * r + 1 + down, 2 * c + 1 + right].append((r, c))
    height, width = 2 * keys["rows"], 2 * keys["columns"]
    inside = [(y, x) for (y, x), cells in beside.items() if len(cells) == 1 and 0 < y < height and 0 < x < width]
    chosen = chance.sample(inside, min(len(inside), chance.randint(1, 6)))
    keys["dot"] = block(keys, {(y // 2, x // 2): "#" for y, x in chosen if y % 2 and x % 2})
    keys["corner_dot"] = drawing(keys, {(y, x): "#" for y, x in chosen if not y % 2 and not x % 2})
    keys["link_dot"] = between_cells(keys, {(y, x): "#" for y, x in chosen if (y + x) % 2})


def planets(keys, chance):
    """Lights sides of planets as the stars of a solution do; sometimes one is turned on or off."""
    side = keys["rows"]
    stars, clouds = (set(enumerate(chance.sample(range(side), side))) for _ in "sc")
    if stars & clouds:
        clouds = {(r, (c + 1) % side) for r, c in stars}
    free = [cell for cell in cells_of(keys) if cell not in stars | clouds]
    bodies = set(chance.sample(free, min(len(free), chance.randint(1, 4))))
    lit = {}
    for r, c in bodies:
        for a, b in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            way = [(r + a * k, c + b * k) for k in range(1, side)]
            first = next((cell for cell in way if cell in stars | clouds | bodies), None)
            beyond = (r + a, c + b) in bodies
            if not beyond and (first in stars) != (chance.random() < 0.03):
                lit[2 * r + 1 + a, 2 * c + 1 + b] = "#"
    keys["planet"], keys["lit"] = block(keys, dict.fromkeys(bodies, "#")), drawing(keys, lit)
    given = {cell: word for word, cells in (("star", stars), ("cloud", clouds)) for cell in cells if chance.random() < 0.15}
    keys["given"] = block(keys, given)


def centres(keys, chance):
    """Puts stars into the middles of rectangles that fill the board; sometimes one is missing."""
    parts, found = [(0, 0, keys["rows"], keys["columns"])], {}
    while parts:
        top, left, bottom, right = parts.pop()
        cuts = [(y, None) for y in range(top + 1, bottom)] + [(None, x) for x in range(left + 1, right)]
        if cuts and chance.random() < 0.7:
            y, x = chance.choice(cuts)
            parts += [(top, left, y or bottom, x or right), (y or top, x or left, bottom, right)]
        elif found == {} or chance.random() < 0.95:
            found[top + bottom, left + right] = chance.choice(["white", "black"])
    keys.pop("hole")
    keys["star"] = block(keys, {(y // 2, x // 2): word for (y, x), word in found.items() if y % 2 and x % 2})
    keys["corner_star"] = drawing(keys, {at: word[0] for at, word in found.items() if not at[0] % 2 and not at[1] % 2})
    keys["side_star"] = between_cells(keys, {at: word[0] for at, word in found.items() if sum(at) % 2})


def dominoes(keys, chance):
    """Lays dominoes at random, most of them those of a set."""
    rows, columns = keys["rows"], keys["columns"]
    pairs = [(a, b) for b in range(rows) for a in range(b + 1)]
    chance.shuffle(pairs)
    numbers = {}
    for r in range(rows):
        for c in range(columns):
            beside = [p for p in ((r + 1, c), (r, c + 1)) if p not in numbers and p[0] < rows and p[1] < columns]
            if (r, c) not in numbers and beside:
                both = list(pairs.pop()) if pairs and chance.random() < 0.97 else [chance.randrange(rows) for _ in "ab"]
                chance.shuffle(both)
                numbers[r, c], numbers[chance.choice(beside)] = map(str, both)
            numbers.setdefault((r, c), str(chance.randrange(rows)))
    keys["number"] = block(keys, numbers)


def statues(keys, chance):
    """A few small pieces."""
    keys["pieces"] = []
    for _ in range(chance.randint(1, 3)):
        cells = {(1, 1)}
        for _ in range(chance.choice([0, 1, 2, 2, 3])):
            r, c = chance.choice(sorted(cells))
            cells.add(chance.choice([p for p in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)) if min(p) >= 0]))
        rows, columns = ([p[way] for p in cells] for way in (0, 1))
        lines = ["".join(".#"[(r, c) in cells] for c in range(min(columns), max(columns) + 1)) for r in range(min(rows), max(rows) + 1)]
        keys["pieces"].append("/".join(lines))


def inward(keys, chance):
    """Turns most signs so that an arrow points at a cell."""
    rows, columns = keys["rows"], keys["columns"]

    def sign(r, c, old):
        inside = [(w, a, b) for w, a, b in COMPASS if 0 <= r + a < rows and 0 <= c + b < columns]
        return chance.choice(inside)[0] if inside and chance.random() < 0.6 else old

    lines = [line.split() for line in keys["sign"].splitlines()]
    keys["sign"] = "".join(" ".join(sign(r, c, old) for c, old in enumerate(line)) + "\n" for r, line in enumerate(lines))


PLANTED = {
    "alphametic": sums,
    "wrapping_net": tiles,
    "dominosa": dominoes,
    "statue_park": statues,
    "signs": inward,
    "bricks": all_bricks,
    "galaxies": centres,
    "gappy": gaps,
    "lighthouses": ships,
    "light_and_shadow": only_where("number", "colour"),
    "makaro": targets,
    "samurai": overlapping,
    "toichika": even,
    "rikudo": hexagons,
    "hexa_slitherlink": only_cells,
    "munraito": planets,
    "kurarin": inner("corner_dot"),
    "no_three": dots,
    "zip": in_order,
    "renzoku": all_marks(lambda a, b: "#" if abs(a - b) == 1 else None),
    "kropki": all_marks(lambda a, b: "b" if a == 2 * b or b == 2 * a else "w" if abs(a - b) == 1 else None),
    "signpost": all_arrows,
}


def bounds(values, keys):
    """The least and the largest number that a random clue has."""
    low, high = values.split("..")
    parameters = {name: entry.get("default") for name, entry in declared(keys["kind"]).get("parameters", {}).items()}
    names = {**parameters, **keys, "width": keys["columns"], "height": keys["rows"], "side": max(keys["rows"], keys["columns"])}
    low = eval(low, names)  # such as 1
    return low, max(low, min(low + 6, eval(high, names)) if high.strip() else low + 4)


def layer_of(layer, keys, chance):
    rows, columns = keys["rows"], keys["columns"]
    density = 1 if layer.get("required") else chance.choice([0, 0.06, 0.15, 0.3])

    def entry():
        values = layer.get("values")
        if layer.get("any") and chance.random() < 0.2:
            return "?"
        if values is None:
            return "#"
        if isinstance(values, list):
            return chance.choice(values)
        if values == "direction":
            return chance.choice("←→↑↓")
        if values == "directions":
            return chance.choice("←→↑↓↖↗↘↙↔↕⤡⤢")
        if values == "numbers":
            return ",".join(str(chance.randint(1, 3)) for _ in range(chance.randint(1, 2)))
        return str(chance.randint(*bounds(values, keys)))

    def word():
        return entry() if chance.random() < density else "."

    where = layer["on"]
    if where == "cells":
        return "".join(" ".join(word() for _ in range(columns)) + "\n" for _ in range(rows))
    if where == "outside":
        lengths = {"top": columns, "bottom": columns, "left": rows, "right": rows}
        return {side: " ".join(word() for _ in range(lengths[side])) for side in SIDES[:2] if chance.random() < 0.7} | {
            side: " ".join(word() for _ in range(lengths[side])) for side in SIDES[2:] if chance.random() < 0.7}
    if where in ("links", "sides", "corners"):
        rim = where != "links"

        def at(y, x):
            is_place = y % 2 == 0 and x % 2 == 0 if where == "corners" else (y + x) % 2
            found = entry()[0] if is_place and chance.random() < density else None
            between = "·" if y % 2 == (0 if rim else 1) == x % 2 else " "
            if found in ("←", "→") and x % 2 or found in ("↑", "↓") and y % 2:
                found = None
            return found or between

        height, width = (2 * rows + 1, 2 * columns + 1) if rim else (2 * rows - 1, 2 * columns - 1)
        shift = 0 if rim else 1
        return "".join("".join(at(y + shift, x + shift) for x in range(width)) + "\n" for y in range(height))
    if where == "areas":
        names, block = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"), {}
        join = chance.choice([0.5, 0.7, 0.9, 0.98])
        for r in range(rows):
            for c in range(columns):
                beside = [block[p] for p in ((r - 1, c), (r, c - 1)) if p in block]
                block[r, c] = chance.choice(beside) if beside and chance.random() < join else next(names)
                if not layer.get("cover") and chance.random() < 0.3:
                    del block[r, c]
        keys["\0areas"] = sorted(set(block.values()))
        return "".join(" ".join(block.get((r, c), ".") for c in range(columns)) + "\n" for r in range(rows))
    if where == "paths":
        return None
    found = {name: entry() for name in keys["\0areas"] if chance.random() < density}
    return {name: int(value) if value.isdigit() else value for name, value in found.items()}


def written(keys):
    """The puzzle as a file."""
    inline = {name: value for name, value in keys.items() if not name.startswith("\0")}
    text = ""
    for name, value in inline.items():
        if isinstance(value, str) and "\n" in value:
            text += f'{name} = """\n{value}"""\n'
        elif isinstance(value, dict):
            text += f"{name} = {{ " + ", ".join(f"{key} = {json.dumps(entry)}" for key, entry in value.items()) + " }\n"
        else:
            text += f"{name} = {json.dumps(value)}\n"
    return text


def counts(cnfetti, folder, kinds):
    """What cnfetti counts, by file; nothing for a file that it refuses."""
    command = [cnfetti, "count", "--json", "--engine", "exact", "--quiet", folder] + kinds
    lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    found = (json.loads(line) for line in lines)
    return {Path(row["file"]).stem: int(row["solutions"]) for row in found if row.get("status") == "exact"}


def compare_random(options):
    """Compares counts of random boards, and prints for each kind how many boards have a solution."""
    wrong = 0
    most = 2000
    for kind in options.puzzles or PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            boards = {}
            for at in range(options.random):
                text = written(drawn(kind, random.Random(f"{kind} {options.seed + at}")))
                Path(folder, f"{at}.toml").write_text(text)
                boards[str(at)] = text
            ours = counts(options.cnfetti, folder, [f"--kinds={KINDS[0]}"] if len(KINDS) > 1 else [])
        sizes = []
        for at, text in boards.items():
            if at not in ours:
                continue
            theirs = solutions(tomllib.loads(text), most)
            sizes.append(ours[at])
            if min(ours[at], most) != theirs:
                wrong += 1
                print(f"{kind}: cnfetti counts {ours[at]}, clingo {theirs}\n{text}", flush=True)
        some = sum(size > 0 for size in sizes)
        print(f"{kind}: {len(sizes)} boards, {some} with a solution, {sum(size == 1 for size in sizes)} with one", flush=True)
        if len(sizes) < options.random / 2 or some < options.random / 50:
            wrong += 1
            print(f"{kind}: too few boards have a solution")
    sys.exit(wrong > 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--random", type=int, help="compare this many random boards of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", type=Path, help="a folder of kinds that do not come with the program")
    parser.add_argument("puzzles", nargs="*")
    options = parser.parse_args()
    if options.kinds:
        KINDS.insert(0, options.kinds)
    if options.random:
        compare_random(options)
    rows = [line.split("\t") for line in ADDRESSES.read_text().splitlines() if not line.startswith("#")]
    known = {puzzle: None for puzzle in options.puzzles} or {address: verdict for _, verdict, address in rows}
    wrong = asked = 0
    for puzzle, verdict in known.items():
        command = [options.cnfetti, "convert", "--to", "toml", puzzle] + ([f"--kinds={KINDS[0]}"] if options.kinds else [])
        text = subprocess.run(command, capture_output=True, text=True)
        number = solutions(tomllib.loads(text.stdout), 2) if text.returncode == 0 else None
        found = None if number is None else ("none", "one", "several")[number]
        if found is None:
            continue
        asked += 1
        if verdict not in (None, found):
            wrong += 1
        if verdict != found:
            print(found, puzzle, "" if verdict is None else f"expected {verdict}", flush=True)
    print(f"{asked} puzzles asked, {wrong} with another verdict")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
