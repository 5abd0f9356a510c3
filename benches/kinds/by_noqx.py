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
    """Borders between areas, and around cells that belong to none."""
    areas = given.layer(layer)
    for r, c in given.cells:
        if r > 0 and areas.get((r, c)) != areas.get((r - 1, c)):
            puzzle.edge[Point(r, c, Direction.TOP)] = True
        if c > 0 and areas.get((r, c)) != areas.get((r, c - 1)):
            puzzle.edge[Point(r, c, Direction.LEFT)] = True


def rooms(areas, clues=None, label="normal"):
    def fill(puzzle, given):
        borders(puzzle, given, areas)
        for cell, clue in (given.first_cells(areas, clues) if clues else {}).items():
            puzzle.text[Point(*cell, label=label)] = clue

    return fill


def corner(areas, clues="number"):
    """Clues of areas that stand in the corner of their first cells."""
    return rooms(areas, clues, f"corner_{Direction.TOP_LEFT}")


def symbols(layer, **names):
    """Symbols for words in cells: their name in noqx. `any` stands for a mark, or for `?`."""

    def fill(puzzle, given):
        for cell, word in given.layer(layer).items():
            puzzle.symbol[Point(*cell)] = names.get(word, names.get("any"))

    return fill


def pearls(layer, size="L", white="white", black="black"):
    return symbols(layer, **{white: f"circle_{size}__1", black: f"circle_{size}__2"})


def dark(layer):
    """Marked cells are black, with their number if there is one."""

    def fill(puzzle, given):
        for cell, what in given.layer(layer).items():
            puzzle.surface[Point(*cell)] = Color.BLACK
            if what.isdigit():
                puzzle.text[Point(*cell)] = int(what)

    return fill


def outside(layer="number", **labels):
    """Numbers around the board."""

    def fill(puzzle, given):
        for side, i, clue in given.outside(layer):
            place = {"top": (-1, i), "bottom": (given.rows, i), "left": (i, -1), "right": (i, given.columns)}[side]
            puzzle.text[Point(*place, label=labels.get(side, "normal"))] = clue

    return fill


def lengths_outside(puzzle, given):
    for side, i, clue in given.outside("lengths"):
        for k, length in enumerate(reversed(str(clue).split(","))):
            puzzle.text[Point(-1 - k, i) if side == "top" else Point(i, -1 - k)] = int(length)


def at_corners(puzzle, given):
    puzzle.text.update({Point(*at): int(clue) for at, clue in given.between("number")})


def set_to(**values):
    """Parameters of noqx."""
    return lambda puzzle, given: puzzle.param.update(values)


def stars(puzzle, given):
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


def kakuro(puzzle, given):
    for cell in {**given.layer("wall"), **given.layer("across"), **given.layer("down")}:
        puzzle.symbol[Point(*cell)] = "kakuro"
    for layer, place in (("across", Direction.TOP_RIGHT), ("down", Direction.BOTTOM_LEFT)):
        for cell, clue in given.numbers(layer).items():
            puzzle.text[Point(*cell, label=f"corner_{place}")] = clue


def stars_of_galaxies(puzzle, given):
    stars = list(given.layer("star")) + [at for layer in ("side_star", "corner_star") for at, _ in given.between(layer)]
    puzzle.symbol.update({Point(*at): "circle_SS__1" for at in stars})


def signs(puzzle, given):
    texts = {"tall": "|", "wide": "-", "square": "+"}
    puzzle.text.update({Point(*cell): texts.get(word, "?") for cell, word in given.layer("sign").items()})


def kenken(puzzle, given):
    borders(puzzle, given, "cage")
    signs, operations = {"plus": "+", "minus": "-", "times": "*", "over": "/"}, given.keys.get("operation", {})
    areas = given.layer("cage")
    for cell, total in given.first_cells("cage", "total").items():
        sign = signs.get(operations.get(areas[cell]))
        puzzle.text[Point(*cell, label=f"corner_{Direction.TOP_LEFT}")] = f"{total}{sign}" if sign else total
    numbers(puzzle, given)


def pipes(puzzle, given):
    """The lines of each given piece; noqx takes the other sides of its cell for empty."""
    ways = {"up": (Direction.TOP,), "down": (Direction.BOTTOM,), "left": (Direction.LEFT,), "right": (Direction.RIGHT,)}
    ways |= {"vertical": ways["up"] + ways["down"], "horizontal": ways["left"] + ways["right"]}
    ways["crossing"] = ways["vertical"] + ways["horizontal"]
    for cell, word in given.layer("pipe").items():
        for part in [word] if word in ways else word.split("_"):
            puzzle.line.update({Point(*cell, way): True for way in ways[part]})


ROOMS = rooms("region")
GIVENS = (ROOMS, numbers)

# For each of our kinds, its name in noqx, and functions that fill in the puzzle.
KINDS = {
    "akari": ("akari", dark("number")),
    "all_or_nothing": ("nothing", ROOMS),
    "aqre": ("aqre", rooms("region", "number")),
    "aquarium": ("aquarium", rooms("tank"), outside()),
    "binairo": ("binairo", symbols("number", **{"0": "circle_M__1", "1": "circle_M__2"})),
    "bosnian_road": ("bosnianroad", numbers),
    "canal_view": ("canal", numbers),
    "cave": ("cave", numbers),
    "choco_banana": ("cbanana", numbers),
    "chocona": ("chocona", rooms("region", "number")),
    "circles_and_squares": ("circlesquare", pearls("circle", "M", "white_circle", "black_circle")),
    "context": ("context", numbers),
    "country_road": ("country", rooms("region", "number")),
    "creek": ("creek", at_corners),
    "detour": ("detour", corner("region")),
    "doppelblock": ("doppelblock", outside("sum_between"), numbers),
    "dosun_fuwari": ("dosufuwa", ROOMS, dark("wall")),
    "dotchi_loop": ("dotchi", ROOMS, pearls("circle")),
    "double_back": ("doubleback", ROOMS, dark("hole")),
    "factors": ("factors", corner("region")),
    "fillmat": ("fillmat", numbers),
    "fillomino": ("fillomino", numbers, set_to(fast_mode=False)),
    "five_cells": ("fivecells", numbers),
    "four_cells": ("fourcells", numbers),
    "galaxies": ("tentaisho", stars_of_galaxies, dark("hole")),
    "geradeweg": ("geradeweg", numbers),
    "hakoiri": ("hakoiri", ROOMS, symbols("number", **{f"{n}": f"ox_E__{n}" for n in (1, 2, 3)})),
    "hanare": ("hanare", *GIVENS),
    "hashi": ("hashi", numbers),
    "heyawake": ("heyawake", rooms("room", "number")),
    "hitori": ("hitori", numbers),
    "island": ("island", numbers),
    "juosan": ("juosan", corner("region")),
    "kakuro": ("kakuro", kakuro),
    "kenken": ("kenken", kenken),
    "koburin": ("koburin", numbers),
    "kojun": ("cojun", *GIVENS),
    "kurochute": ("kurochute", numbers),
    "kuromasu": ("kurodoko", numbers),
    "kurotto": ("kurotto", numbers),
    "la_paz": ("lapaz", numbers),
    "lits": ("lits", ROOMS),
    "look_air": ("lookair", numbers),
    "masyu": ("masyu", pearls("pearl")),
    "meander_numbers": ("meander", *GIVENS),
    "moon_or_sun": ("moonsun", ROOMS, symbols("sign", sun="sun_moon__2", moon="sun_moon__1")),
    "mosaic": ("fillpix", numbers),
    "nawabari": ("nawabari", numbers),
    "nonogram": ("nonogram", lengths_outside),
    "norinori": ("norinori", ROOMS),
    "norinuri": ("norinuri", numbers),
    "numberlink": ("numlin", numbers, set_to(visit_all=False, no_2x2=False)),
    "nuribou": ("nuribou", numbers),
    "nurikabe": ("nurikabe", numbers),
    "nurimisaki": ("nurimisaki", numbers),
    "paint_area": ("paintarea", *GIVENS),
    "pipelink": ("pipelink", pipes, set_to(pipelinkr=False)),
    "putteria": ("putteria", *GIVENS),
    "regional_yajilin": ("yajilin_regions", corner("region")),
    "ripple_effect": ("ripple", *GIVENS),
    "shakashaka": ("shakashaka", dark("number")),
    "shikaku": ("shikaku", numbers),
    "shimaguni": ("shimaguni", rooms("region", "number")),
    "simple_gako": ("simplegako", numbers),
    "simple_loop": ("simpleloop", dark("wall")),
    "skyscrapers": ("skyscrapers", outside("seen_from"), numbers),
    "slant": ("gokigen", at_corners),
    "slitherlink": ("slitherlink", numbers),
    "smullyan": ("smullyan", numbers),
    "snake": ("snake", pearls("circle"), outside()),
    "square_jam": ("squarejam", numbers),
    "star_battle": ("starbattle", ROOMS, stars),
    "sudoku": ("sudoku", numbers),
    "suguru": ("suguru", *GIVENS),
    "sukoro": ("sukoro", numbers),
    "sukoro_room": ("sukororoom", *GIVENS),
    "tapa": ("tapa", tapa),
    "tasquare": ("tasquare", numbers),
    "tatamibari": ("tatamibari", signs),
    "tents": ("tents", symbols("tree", any="tents__1"), outside()),
    "tile_paint": ("tilepaint", ROOMS, outside(top=f"corner_{Direction.BOTTOM_LEFT}", left=f"corner_{Direction.TOP_RIGHT}")),
    "toichika": ("toichika", ROOMS, symbols("arrow", **{arrow: f"arrow_N_B__{n}" for arrow, n in zip("←↑→↓", (1, 3, 5, 7))})),
    "turn_around": ("turnaround", numbers),
    "usoone": ("usoone", *GIVENS),
    "view": ("view", numbers),
    "wittgen": ("wittgen", numbers),
    "yajikabe": ("yajikabe", arrows),
    "yajikazu": ("yajikazu", arrows),
    "yajilin": ("yajilin", arrows),
    "yin_yang": ("yinyang", pearls("stone", "M", "white_stone", "black_stone")),
}


def main():
    given = board.read(sys.argv[-1])
    if given.kind not in KINDS:
        return
    name, *fills = KINDS[given.kind]
    manager.load_solver("solver", name)
    start = time.process_time()
    defaults = manager.modules[name].parameters
    puzzle = Puzzle(name, "", {key: row["default"] for key, row in defaults.items()})
    puzzle.problem = collections.defaultdict(list)
    puzzle.row, puzzle.col = given.rows, given.columns
    for fill in fills:
        fill(puzzle, given)
    try:
        program = manager.generate_program(puzzle)
    except ValueError:  # noqx does not know such clues
        return
    print(json.dumps({"solutions": solve(program), "seconds": time.process_time() - start}))


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
