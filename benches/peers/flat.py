#!/usr/bin/env python3
"""CPU seconds of cnfetti, Gecode and Chuffed to count or optimize FlatZinc, without MiniZinc, as a table.

    python3 benches/peers/flat.py [--cnfetti PROGRAM] [--work FOLDER] [MODEL.mzn [DATA.dzn ...] ...]

The models are those of `instances/models/minizinc.tsv` and `benches/peers/minizinc` if none are named. Each solver
gets the FlatZinc that `minizinc` makes with its library, and counts by listing, except for cnfetti. Times are the
best of three runs for what takes less than a second. The last column is the time of cnfetti divided by Gecode's.
See `public.py` for which solvers there are.
"""

import argparse
import json
from pathlib import Path

from answers import MEMORY, number, of_flatzinc
from measure import best_of_three, limited
from minizinc import FOLDER, describe, models, most_common, of_listing
from public import FlatZinc, goal

#: Larger data than that of `instances/models`, for which the model is there.
LARGER = Path(__file__).parent / "minizinc"
#: Gecode's clock ticks are as long as its shortest runs.
SHORTEST = 0.005


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cnfetti", type=lambda path: str(Path(path).resolve()), default="target/release/cnfetti")
    parser.add_argument("--work", type=lambda path: Path(path).resolve(), default=Path("target/peers/flat").resolve())
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds for each solver and model")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    side = FlatZinc(options)
    print(f"| model | answer | {' | '.join(side.solvers)} | ratio |")
    print("|---" + "|--:" * (len(side.solvers) + 2) + "|")
    chosen = [files for files, _, _ in models(options.files)]
    for files in chosen if options.files else chosen + list(larger()):
        print_row(side, [Path(file) for file in files], options.limit)


def larger():
    """The models of which `benches/peers/minizinc` has data, with it."""
    for data in sorted(LARGER.glob("*.dzn")):
        name = data.stem.rsplit("-", 1)[0] + ".mzn"
        model = next(folder / name for folder in (LARGER, FOLDER) if (folder / name).exists())
        yield [str(model), str(data)]


def print_row(side, files, limit):
    name = " ".join(file.stem for file in files)
    cells = [best_of_three(lambda solver=solver: run(side, name, files, solver, limit)) for solver in side.solvers]
    right = most_common(number for number, _ in cells)
    texts = [describe(number, seconds, right) for number, seconds in cells]
    times = {solver: cell for solver, cell in zip(side.solvers, cells) if cell[0] == right}
    ratio = "-"
    if right is not None and {"cnfetti", "Gecode"} <= times.keys():
        ratio = f"{times['cnfetti'][1] / max(SHORTEST, times['Gecode'][1]):.2f}"
    print(f"| {name} | {right} | {' | '.join(texts)} | {ratio} |", flush=True)


def run(side, name, files, solver, limit):
    """The number of solutions or the optimum, or None, and the CPU seconds."""
    file, _ = side.compile(name, files, solver)
    if file is None:
        return None, 0.0
    objective = goal(Path(file).read_text())[1]
    action = "solve" if objective else "count"
    command = [side.solvers[solver], "-a", file]
    if solver == "cnfetti":
        command = [side.solvers[solver], action, "-q", "--json", file]
    done = limited(command, limit, MEMORY)
    if done.was_stopped:
        return None, done.seconds
    if solver == "cnfetti":
        answer = json.loads(done.stdout.splitlines()[0]) if done.stdout.strip() else {}
        value = answer.get("objective") if objective else answer.get("solutions")
        return (None if value is None else number(str(value))), done.seconds
    return (of_flatzinc(done, objective).objective if objective else of_listing(done.stdout)), done.seconds


if __name__ == "__main__":
    main()
