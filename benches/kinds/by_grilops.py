"""Prints how many solutions grilops finds for a puzzle, at most two.

`beside.py` calls it as `by_grilops.py PUZZLE`, with the puzzle as a TOML file.
"""

import json
import sys
import time
from collections import defaultdict

import board

given = board.read(sys.argv[-1])
if given.kind not in ("heyawake", "masyu", "slitherlink", "sudoku"):
    sys.exit()

import grilops
import grilops.loops
import grilops.regions
from grilops.geometry import Point
from z3 import And, AtMost, Distinct, Implies, Not, Or, PbEq


def sudoku(given):
    grid = symbols(given, grilops.make_number_range_symbol_set(1, given.rows))
    size = given.rows
    height = max(h for h in range(1, 5) if h * h <= size and size % h == 0)
    width = size // height
    groups = defaultdict(list)
    for (r, c), variable in by_cell(grid):
        for group in (("row", r), ("column", c), ("box", r // height, c // width)):
            groups[group].append(variable)
    for group in groups.values():
        grid.solver.add(Distinct(*group))
    for cell, number in given.numbers().items():
        grid.solver.add(grid.grid[Point(*cell)] == number)
    return grid


def slitherlink(given):
    grid, goes = loop(given.rows + 1, given.columns + 1)
    for (r, c), number in given.numbers().items():
        if number != "?":
            sides = [goes(r, c, "E"), goes(r + 1, c, "E"), goes(r, c, "S"), goes(r, c + 1, "S")]
            grid.solver.add(PbEq([(side, 1) for side in sides], number))
    return grid


def masyu(given):
    grid, goes = loop(given.rows, given.columns)

    def straight(r, c):
        if not (0 <= r < given.rows and 0 <= c < given.columns):
            return False
        return Or(And(goes(r, c, "N"), goes(r, c, "S")), And(goes(r, c, "W"), goes(r, c, "E")))

    for (r, c), colour in given.layer("pearl").items():
        ways = {"N": (r - 1, c), "S": (r + 1, c), "W": (r, c - 1), "E": (r, c + 1)}
        grid.solver.add(Or(*[goes(r, c, way) for way in ways]))
        if colour == "black":
            grid.solver.add(Not(straight(r, c)))
            grid.solver.add(And(*[Implies(goes(r, c, way), straight(*n)) for way, n in ways.items()]))
        else:
            turns = [And(goes(r, c, way), Not(straight(*n))) for way, n in ways.items()]
            grid.solver.add(straight(r, c), Or(*turns))
    return grid


def loop(rows, columns):
    lattice = grilops.get_rectangle_lattice(rows, columns)
    shapes = grilops.loops.LoopSymbolSet(lattice)
    shapes.append("EMPTY", " ")
    grid = grilops.SymbolGrid(lattice, shapes)
    grilops.loops.LoopConstrainer(grid, single_loop=True)
    directions = {direction.name: direction for direction in lattice.edge_sharing_directions()}

    def goes(r, c, way):
        return grid.cell_is_one_of(Point(r, c), shapes.symbols_for_direction(directions[way]))

    return grid, goes


def heyawake(given):
    grid = symbols(given, grilops.SymbolSet(["B", "W"]))
    black = {cell: variable == 0 for cell, variable in by_cell(grid)}
    white = grilops.regions.RegionConstrainer(grid.lattice, grid.solver, complete=False)
    roots = []
    for (r, c), is_black in black.items():
        parent = white.parent_grid[Point(r, c)]
        grid.solver.add(is_black == (parent == grilops.regions.X))
        roots.append(parent == grilops.regions.R)
        for neighbour in ((r + 1, c), (r, c + 1)):
            if neighbour in black:
                grid.solver.add(Or(Not(is_black), Not(black[neighbour])))
                same = white.region_id_grid[Point(r, c)] == white.region_id_grid[Point(*neighbour)]
                grid.solver.add(Or(is_black, black[neighbour], same))
    grid.solver.add(AtMost(*roots, 1))
    rooms = given.layer("room")
    for name, number in given.keys.get("number", {}).items():
        cells = [is_black for cell, is_black in black.items() if rooms[cell] == name]
        if number != "?":
            grid.solver.add(PbEq([(cell, 1) for cell in cells], int(number)))
    for part in through_three(given, rooms):
        grid.solver.add(Or(*[black[cell] for cell in part]))
    return grid


def through_three(given, rooms):
    """The shortest straight pieces that reach a third room."""
    rows = [[(r, c) for c in range(given.columns)] for r in range(given.rows)]
    for line in rows + [list(column) for column in zip(*rows)]:
        for start in range(len(line)):
            changes = [i for i in range(start + 1, len(line)) if rooms[line[i]] != rooms[line[i - 1]]]
            if len(changes) > 1 and changes[0] == start + 1:
                yield line[start : changes[1] + 1]


def symbols(given, values):
    lattice = grilops.get_rectangle_lattice(given.rows, given.columns)
    return grilops.SymbolGrid(lattice, values)


def by_cell(grid):
    return [((point.y, point.x), variable) for point, variable in grid.grid.items()]


KINDS = {"heyawake": heyawake, "masyu": masyu, "slitherlink": slitherlink, "sudoku": sudoku}


def main():
    start = time.process_time()
    grid = KINDS[given.kind](given)
    solutions = (1 if grid.is_unique() else 2) if grid.solve() else 0
    print(json.dumps({"solutions": solutions, "seconds": time.process_time() - start}))


if __name__ == "__main__":
    main()
