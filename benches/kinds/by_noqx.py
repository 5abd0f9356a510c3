"""Prints how many solutions clingo finds for a puzzle, at most two, with the program that noqx writes for it.

`beside.py` calls it as `by_noqx.py FOLDER SECONDS PUZZLE`, with the folder of noqx, and the puzzle as a TOML file.
"""

import collections
import json
import sys
import time
from pathlib import Path

import board

sys.path.insert(0, sys.argv[1])

from noqx import manager
from noqx.puzzle import Color, Direction, Point, Puzzle
import clingo

ARROWS = {"↑": Direction.TOP, "↓": Direction.BOTTOM, "←": Direction.LEFT, "→": Direction.RIGHT}


def numbers(puzzle, given, layer="number"):
    puzzle.text.update({Point(*cell): clue for cell, clue in given.numbers(layer).items()})


def borders(puzzle, given, layer):
    """Borders between areas."""
    areas = given.layer(layer)
    for r, c in given.cells:
        if r > 0 and areas.get((r, c)) != areas.get((r - 1, c)):
            puzzle.edge[Point(r, c, Direction.TOP)] = True
        if c > 0 and areas.get((r, c)) != areas.get((r, c - 1)):
            puzzle.edge[Point(r, c, Direction.LEFT)] = True


def rooms(areas, clues=None):
    def fill(puzzle, given):
        borders(puzzle, given, areas)
        for cell, clue in (given.first_cells(areas, clues) if clues else {}).items():
            puzzle.text[Point(*cell)] = clue

    return fill


def rooms_with_givens(areas):
    def fill(puzzle, given):
        borders(puzzle, given, areas)
        numbers(puzzle, given)

    return fill


def pearls(puzzle, given):
    for cell, colour in given.layer("pearl").items():
        puzzle.symbol[Point(*cell)] = "circle_L__1" if colour == "white" else "circle_L__2"


def walls(layer):
    def fill(puzzle, given):
        for cell, what in given.layer(layer).items():
            puzzle.surface[Point(*cell)] = Color.BLACK
            if what.isdigit():
                puzzle.text[Point(*cell)] = int(what)

    return fill


def stars(puzzle, given):
    borders(puzzle, given, "region")
    puzzle.param["stars"] = str(given.keys.get("stars", 1))


def arrows(puzzle, given):
    clues = given.numbers()
    for cell in given.cells:
        arrow = given.layer("arrow").get(cell)
        if arrow and isinstance(clues.get(cell), int):
            puzzle.text[Point(*cell, label=f"arrow_{ARROWS[arrow]}")] = clues[cell]
        elif arrow or cell in clues:
            puzzle.text[Point(*cell)] = "?"


def tapa(puzzle, given):
    for cell, lengths in given.layer("lengths").items():
        for place, length in enumerate(lengths.split(",")):
            clue = length if length == "?" else int(length)
            puzzle.text[Point(*cell, label=f"tapa_{place}")] = clue


# For each of our kinds, its name in noqx, and a function that fills in the puzzle.
KINDS = {
    "akari": ("akari", walls("number")),
    "cave": ("cave", numbers),
    "country_road": ("country", rooms("region", "number")),
    "heyawake": ("heyawake", rooms("room", "number")),
    "hitori": ("hitori", numbers),
    "kuromasu": ("kurodoko", numbers),
    "lits": ("lits", rooms("region")),
    "masyu": ("masyu", pearls),
    "norinori": ("norinori", rooms("region")),
    "nurikabe": ("nurikabe", numbers),
    "ripple_effect": ("ripple", rooms_with_givens("region")),
    "shikaku": ("shikaku", numbers),
    "simple_loop": ("simpleloop", walls("wall")),
    "slitherlink": ("slitherlink", numbers),
    "star_battle": ("starbattle", stars),
    "sudoku": ("sudoku", numbers),
    "tapa": ("tapa", tapa),
    "yajilin": ("yajilin", arrows),
}


def main():
    given = board.read(sys.argv[-1])
    if given.kind not in KINDS:
        return
    name, fill = KINDS[given.kind]
    manager.load_solver("solver", name)
    start = time.process_time()
    defaults = manager.modules[name].parameters
    puzzle = Puzzle(name, "", {key: row["default"] for key, row in defaults.items()})
    puzzle.problem = collections.defaultdict(list)
    puzzle.row, puzzle.col = given.rows, given.columns
    fill(puzzle, given)
    print(json.dumps({"solutions": solve(manager.generate_program(puzzle)), "seconds": time.process_time() - start}))


def solve(program):
    """The number of models, at most two, or None: with the settings of noqx, in a single thread."""
    control = clingo.Control(["--models=2"], logger=lambda code, message: None)
    control.configuration.asp.trans_ext = "dynamic"
    control.configuration.asp.eq = 1
    control.add(program=program)
    control.ground()
    shown = set()
    with control.solve(on_model=lambda model: shown.add(str(model)), async_=True) as handle:
        if not handle.wait(float(sys.argv[2])):
            handle.cancel()
            return None
        handle.get()
    return len(shown)


if __name__ == "__main__":
    main()
