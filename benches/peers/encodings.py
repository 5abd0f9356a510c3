#!/usr/bin/env python3
"""Compares the sizes of cnfetti's encodings with PySAT's of the same name, as a Markdown table.

Needs `pip install python-sat`. Run it from the root of the repository:

    python3 benches/peers/encodings.py
"""

import subprocess

from pysat.card import CardEnc, EncType

PAIRS = [(20, 1), (50, 1), (20, 3), (50, 10), (100, 25), (2000, 200)]
NAMES = {
    "pairwise": EncType.pairwise,
    "bitwise": EncType.bitwise,
    "ladder": EncType.ladder,
    "sequential_counter": EncType.seqcounter,
    "totalizer": EncType.totalizer,
    "cardinality_network": EncType.cardnetwrk,
    "modulo_totalizer": EncType.kmtotalizer,
}
ENCODE = {"<=": CardEnc.atmost, ">=": CardEnc.atleast, "=": CardEnc.equals}


def ours():
    """(name, n, k, relation, form) -> (auxiliaries, clauses)"""
    command = ["cargo", "run", "-q", "-p", "cnfetti-encodings", "--example", "size", "--"]
    pairs = [f"{n},{k}" for n, k in PAIRS]
    output = subprocess.run(command + pairs, check=True, capture_output=True, text=True).stdout
    sizes = {}
    for line in output.splitlines():
        name, n, k, relation, form, auxiliaries, clauses = line.split()
        sizes[name, int(n), int(k), relation, form] = int(auxiliaries), int(clauses)
    return sizes


def main():
    sizes = ours()
    print("| encoding | n, k | relation | PySAT | one-sided | two-sided |")
    print("|---|---|---|--:|--:|--:|")
    for (name, n, k, relation, form), (auxiliaries, clauses) in sizes.items():
        if form != "one_sided" or name not in NAMES:
            continue
        theirs = ENCODE[relation](lits=list(range(1, n + 1)), bound=k, encoding=NAMES[name])
        peer = f"{max(theirs.nv - n, 0)} + {len(theirs.clauses)}"
        if len(theirs.clauses) < clauses:
            peer = f"**{peer}**"
        full = sizes[name, n, k, relation, "two_sided"]
        print(
            f"| `{name}` | {n}, {k} | {relation} | {peer} | {auxiliaries} + {clauses} "
            f"| {full[0]} + {full[1]} |"
        )


if __name__ == "__main__":
    main()
