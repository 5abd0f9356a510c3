"""Boards of puzzles as `cnfetti convert --to toml` writes them, for the other programs."""

import tomllib
from pathlib import Path


class Board:
    """A puzzle: its kind, its size, and its layers by cell."""

    def __init__(self, text):
        self.keys = tomllib.loads(text)
        self.kind = self.keys["kind"]
        blocks = {name: value for name, value in self.keys.items() if isinstance(value, str) and "\n" in value}
        self.drawings = {name: text.strip("\n").split("\n") for name, text in blocks.items() if "·" in text}
        self.layers = {name: read_block(text) for name, text in blocks.items() if name not in self.drawings}
        rows = self.keys.get("rows") or self.keys.get("size")
        columns = self.keys.get("columns") or self.keys.get("size")
        if self.layers:
            lines = blocks[next(iter(self.layers))].strip().splitlines()
            rows, columns = len(lines), len(words(lines[0]))
        self.rows, self.columns = rows, columns
        self.cells = [(r, c) for r in range(rows) for c in range(columns)]

    def layer(self, name):
        """The content of the layer, by cell; without empty cells."""
        return self.layers.get(name, {})

    def numbers(self, name="number"):
        """A number, or `?`, in each cell that has one."""
        return {cell: word if word == "?" else int(word) for cell, word in self.layer(name).items()}

    def first_cells(self, areas, clues):
        """The clue of each area, in the first cell of the area."""
        first = {}
        for cell, area in self.layer(areas).items():
            first.setdefault(area, cell)
        return {first[area]: int(clue) for area, clue in self.keys.get(clues, {}).items() if clue != "?"}

    def between(self, name):
        """What is drawn between cells: (row, column, "top", "left" or "top_left" of that cell), and the character."""
        drawing = self.drawings.get(name, [])
        rim = 0 if len(drawing) == 2 * self.rows + 1 else 1
        for y, line in enumerate(drawing, rim):
            for x, word in enumerate(line, rim):
                if word not in "· " and not y % 2 == x % 2 == 1:
                    yield (y // 2, x // 2, "left" if y % 2 else "top" if x % 2 else "top_left"), word

    def outside(self, name):
        """What stands outside: the side, the index of the line, and the number or the list."""
        for side, text in self.keys.get(name, {}).items():
            for i, word in enumerate(words(text)):
                if word != ".":
                    yield side, i, int(word) if word.isdigit() else word


def words(line):
    return line.split() if " " in line.strip() else list(line.strip())


def read_block(text):
    rows = enumerate(text.strip().splitlines())
    return {(r, c): word for r, line in rows for c, word in enumerate(words(line)) if word != "."}


def read(path):
    return Board(Path(path).read_text())
