"""Boards of puzzles as `cnfetti convert --to toml` writes them, for the other programs."""

import tomllib
from pathlib import Path


class Board:
    """A puzzle: its kind, its size, and its layers by cell."""

    def __init__(self, text):
        self.keys = tomllib.loads(text)
        self.kind = self.keys["kind"]
        blocks = [name for name, value in self.keys.items() if isinstance(value, str) and "\n" in value]
        self.layers = {name: read_block(self.keys[name]) for name in blocks}
        rows = self.keys.get("rows") or self.keys.get("size")
        columns = self.keys.get("columns") or self.keys.get("size")
        if blocks:
            lines = self.keys[blocks[0]].strip().splitlines()
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


def words(line):
    return line.split() if " " in line.strip() else list(line.strip())


def read_block(text):
    rows = enumerate(text.strip().splitlines())
    return {(r, c): word for r, line in rows for c, word in enumerate(words(line)) if word != "."}


def read(path):
    return Board(Path(path).read_text())
