#!/usr/bin/env python3
"""Counts the solutions of models with cnfetti, ACE, Choco and CP-SAT, and prints a table.

    pip install pycsp3 cpmpy
    cargo build --release
    python3 benches/peers/xcsp3.py [--limit SECONDS] [FILE ...]

pycsp3 brings ACE and Choco, which need Java; cpmpy brings CP-SAT. Times are CPU seconds, and the best of three runs
for what takes less than a second: for cnfetti, ACE and Choco of the whole process, for CP-SAT from when Python has
loaded its modules. Without FILE, it counts the models of the project, and a number that differs from that of
`counts.tsv` is bold; `-` means no answer.
"""

import argparse
import json
import re
import sys
import time
from pathlib import Path

from measure import best_of_three, timed

FOLDER = Path("instances/models")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each peer and file")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--cp-sat", metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    if options.cp_sat:
        return count_by_cp_sat(options.cp_sat, options.limit)
    rows = [line.split("\t") for line in (FOLDER / "counts.tsv").read_text().splitlines()[1:]]
    known = {str(FOLDER / f"{name}.xml"): int(count) for name, count in rows}
    peers = {
        "cnfetti": lambda file: [options.cnfetti, "count", "--format", "json", file],
        "ACE": lambda file: ["java", "-jar", jar("ace"), file, "-s=all"],
        "Choco": lambda file: [
            *["java", "-cp", jar("choco"), "org.chocosolver.parser.xcsp.ChocoXCSP"],
            *["-a", file],
        ],
        "CP-SAT": lambda file: [
            *[sys.executable, __file__, "--limit", str(options.limit), "--cp-sat", file]
        ],
    }
    print(f"| model | solutions | {' | '.join(peers)} |")
    print("|---|--:|" + "--:|" * len(peers))
    for file in options.files or known:
        cells = [measure(name, command(file), options.limit) for name, command in peers.items()]
        right = known.get(file, cells[0][0])
        texts = [describe(count, seconds, right) for count, seconds in cells]
        print(f"| {Path(file).stem} | {right} | {' | '.join(texts)} |", flush=True)


def jar(solver):
    import importlib.util

    folder = Path(importlib.util.find_spec("pycsp3").submodule_search_locations[0])
    return str(next((folder / "solvers" / solver).glob("*.jar")))


def measure(name, command, limit):
    """The count, or None, and the CPU seconds."""
    return best_of_three(lambda: run(name, command, limit))


def run(name, command, limit):
    done, seconds = timed(command, limit + 5)
    if done is None:
        return None, limit
    if name == "cnfetti":
        answer = json.loads(done.stdout) if done.stdout.strip() else {}
        return (int(answer["solutions"]) if answer.get("status") == "exact" else None), seconds
    if name == "CP-SAT":
        answer = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else {}
        return answer.get("count"), answer.get("seconds", seconds)
    output = re.sub(r"\x1b\[\d*m", "", done.stdout)
    found = re.search(r"d FOUND SOLUTIONS\s+([\d,]+)", output)
    is_complete = "UNSUPPORTED" not in done.stderr + output and not re.search(
        r"s UNKNOWN|INCOMPLETE|interruption", output
    )
    if "UNSATISFIABLE" in output:
        return 0, seconds
    return (int(found[1].replace(",", "")) if found and is_complete else None), seconds


def count_by_cp_sat(file, limit):
    """Prints how many different solutions CP-SAT lists."""
    import cpmpy
    from cpmpy.tools.xcsp3 import load_xcsp3
    from cpmpy.transformations.get_variables import get_variables_model

    start = time.process_time()
    model = load_xcsp3(file)
    variables = [v for v in get_variables_model(model) if not v.name.startswith(("aux", "BV", "IV"))]
    seen = set()
    solver = cpmpy.SolverLookup.get("ortools", model)
    solver.solveAll(
        display=lambda: seen.add(tuple(v.value() for v in variables)), time_limit=limit
    )
    is_complete = solver.status().exitstatus.name in ("OPTIMAL", "UNSATISFIABLE")
    count = len(seen) if is_complete else None
    print(json.dumps({"count": count, "seconds": time.process_time() - start}))


def describe(count, seconds, right):
    if count is None:
        return "-"
    return f"{seconds:.2f}" if count == right else f"**{count}**, {seconds:.2f}"


if __name__ == "__main__":
    main()
