#!/usr/bin/env python3
"""Counts the solutions of models in MiniZinc with cnfetti and other solvers: prints a table.

    apt-get install minizinc
    npm install --prefix FOLDER minizinc
    cargo install --locked huub-cli
    cargo build --release
    python3 benches/peers/minizinc.py [--first] [--limit SECONDS] [--solvers gecode,huub]
        [--wasm FOLDER] [MODEL.mzn [DATA.dzn ...] ...]

`benches/peers/minizinc` has larger data for some models of the project. --solvers are those that
`minizinc` knows; --wasm adds Chuffed in WebAssembly, whose time has the start of that in it, several
seconds. With --first the time is that to the first solution.

Times are CPU seconds of all processes, of the best of three runs for what takes less than a second;
the compilation by MiniZinc, which all have, is in them and stands in a column of its own. Where there
is an objective the time is that to prove the optimum. Without MODEL those of the project are taken, and
a number that is not that of their table is bold; `-` stands for no answer.
"""

import argparse
import json
import tempfile
from pathlib import Path

from measure import best_of_three, timed

FOLDER = Path("instances/models")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each peer and model")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--solvers", default="gecode")
    parser.add_argument("--wasm")
    parser.add_argument("--first", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    solvers = options.solvers.split(",")
    peers = ["MiniZinc", "cnfetti", *solvers, *(["Chuffed (WebAssembly)"] if options.wasm else [])]
    print(f"| model | {'first solution' if options.first else 'solutions'} or optimum |", end="")
    print("", " | ".join(peers), "|")
    print("|---" + "|--:" * (len(peers) + 1) + "|")
    for files, known, is_optimum in models(options.files):
        is_first = options.first and not is_optimum
        action = "solve" if is_first or is_optimum else "count"
        listing = ["--output-objective"] if is_optimum else [] if is_first else ["-a"]
        read = of_first if is_first else of_optimum if is_optimum else of_listing
        ours = [options.cnfetti, action, "--json", *files]
        commands = [
            ["minizinc", "--solver", solver, "--output-mode", "json", *listing, *files]
            for solver in solvers
        ]
        if options.wasm:
            typed = " ".join(["--solver", "chuffed", "--output-mode", "json", *listing])
            script = Path(__file__).with_name("minizinc-wasm.mjs")
            commands.append(["node", str(script), options.wasm, typed, *files])
        with tempfile.NamedTemporaryFile(suffix=".fzn") as flat:
            compiler = ["minizinc", "-c", "--solver", "gecode", "--fzn", flat.name, "--no-output-ozn"]
            compiling = measure([*compiler, *files], lambda _: 0, options.limit)
        cells = [measure(ours, of_cnfetti, options.limit)]
        cells += [measure(command, read, options.limit) for command in commands]
        right = cells[0][0] if is_first or known is None else known
        texts = [describe(number, seconds, right) for number, seconds in cells]
        name = " ".join(Path(file).name for file in files)
        print(f"| {name} | {right} | {compiling[1]:.2f} | {' | '.join(texts)} |", flush=True)


def models(files):
    """Each model with its data, the number that is known of it, and whether that is an optimum."""
    if not files:
        for line in (FOLDER / "minizinc.tsv").read_text().splitlines()[1:]:
            model, data, solutions, optimum = line.split("\t")
            paths = [str(FOLDER / name) for name in (model, data) if name]
            yield paths, int(optimum or solutions), bool(optimum)
        return
    groups = []
    for file in files:
        if file.endswith(".dzn"):
            groups[-1].append(file)
        else:
            groups.append([file])
    for group in groups:
        text = Path(group[0]).read_text()
        yield group, None, "minimize" in text or "maximize" in text


def measure(command, number, limit):
    """The number in what the command prints, or None, and the CPU seconds."""

    def run():
        done, seconds = timed(command, limit)
        return (None if done is None else number(done.stdout)), seconds

    return best_of_three(run)


def of_cnfetti(output):
    answer = json.loads(output.splitlines()[0]) if output.strip() else {}
    if answer.get("status") in ("satisfiable", "unsatisfiable"):
        return "found" if "solution" in answer else "none"
    if answer.get("status") == "optimal":
        return answer["objective"]
    return int(answer["solutions"]) if answer.get("status") == "exact" else None


def of_listing(output):
    """How many different solutions there are, when all were listed."""
    if "=====UNSATISFIABLE=====" in output:
        return 0
    solutions = output.split("----------\n")
    return len(set(solutions[:-1])) if "==========" in solutions[-1] else None


def of_first(output):
    """Whether there is a solution, when that was said."""
    if "=====UNSATISFIABLE=====" in output:
        return "none"
    return "found" if "----------" in output else None


def of_optimum(output):
    solutions = output.split("----------\n")
    if "==========" not in solutions[-1]:
        return None
    return json.loads(solutions[-2])["_objective"]


def describe(number, seconds, right):
    if number is None:
        return "-"
    return f"{seconds:.2f}" if number == right else f"**{number}**, {seconds:.2f}"


if __name__ == "__main__":
    main()
