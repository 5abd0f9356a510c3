#!/usr/bin/env python3
"""Counts the solutions of MiniZinc models with cnfetti and other solvers, and prints a table.

    apt-get install minizinc
    npm install --prefix FOLDER minizinc
    cargo install --locked huub-cli
    cargo build --release
    python3 benches/peers/minizinc.py [--first] [--limit SECONDS] [--solvers gecode,huub]
        [--wasm FOLDER] [--huub PROGRAM] [MODEL.mzn [DATA.dzn ...] ...]

The solvers are Gecode, Chuffed, Huub and CP-SAT, as far as `minizinc --solvers` knows them and their programs exist;
the last line names the missing ones. `MZN_SOLVER_PATH` can add further ones. --wasm is for what is not installed:
MiniZinc in WebAssembly has a Chuffed, from whose times the start, measured on a model without constraints, is
subtracted; and it writes for Huub (--huub, a program) the FlatZinc in JSON that a `minizinc` before 2.8 does not
write, with MiniZinc's own library. The time for that is replaced by what `minizinc` takes to compile.
`benches/peers/minizinc` has larger data for some models of the project, and further models. With --first, the time
is that to the first solution.

Times are CPU seconds of all processes, and the best of three runs for what takes less than a second. They include
the compilation by MiniZinc, which all solvers need, and which has a column of its own. With an objective, the time
is that to prove the optimum. The last column is the ratio of cnfetti's time to that of the fastest of the others.
Without MODEL, the models of the project are measured. A number is wrong, and bold, if it differs from that of their
table or, if there is none, from the most common one; `-` means no answer.
"""

import argparse
import json
import shutil
import tempfile
from pathlib import Path

from measure import best_of_three, timed

FOLDER = Path("instances/models")


#: The solvers: names in the table, and ids for `minizinc`.
SOLVERS = {
    "Gecode": "org.gecode.gecode",
    "Chuffed": "org.chuffed.chuffed",
    "Huub": "solutions.huub",
    "CP-SAT": "com.google.ortools.sat",
}
WASM = "Chuffed (WebAssembly)"
HUUB = "Huub (MiniZinc's library)"
PLAIN = """{"id": "plain", "name": "plain", "version": "1", "supportsFzn": true, "tags": ["int"],
 "executable": "nothing", "mznlib": ""}"""
NOTHING = Path(__file__).parent / "minizinc" / "nothing.mzn"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each peer and model")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--solvers", default=",".join(SOLVERS))
    parser.add_argument("--wasm")
    parser.add_argument("--huub", default=shutil.which("huub"))
    parser.add_argument("--first", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    wanted = [name for name in SOLVERS if name.lower() in options.solvers.lower().split(",")]
    known = known_solvers()
    peers = [name for name in wanted if SOLVERS[name] in known]
    missing = [name for name in wanted if name not in peers]
    start = 0.0
    if options.wasm and "Chuffed" in missing:
        peers.append(WASM)
        command = command_of(WASM, [], [str(NOTHING)], options)
        start = measure(command, of_first, options.limit)[1]
    if options.wasm and options.huub and "Huub" in missing:
        peers.append(HUUB)
    columns = ["MiniZinc", "cnfetti", *peers, "ratio"]
    print(f"| model | {'first solution' if options.first else 'solutions'} or optimum |", end="")
    print("", " | ".join(columns), "|")
    print("|---" + "|--:" * (len(columns) + 1) + "|")
    for files, known_number, is_optimum in models(options.files):
        print_row(files, known_number, is_optimum, peers, start, options)
    print()
    here = [f"{name} {known[SOLVERS[name]]}" if name in wanted else name for name in peers]
    missing = [name for name in missing if not any(peer.startswith(name) for peer in peers)]
    print(f"{', '.join(here)}; not here: {', '.join(missing) or 'none of them'}")


def print_row(files, known, is_optimum, peers, start, options):
    is_first = options.first and not is_optimum
    action = "solve" if is_first or is_optimum else "count"
    listing = ["--output-objective"] if is_optimum else [] if is_first else ["-a"]
    read = of_first if is_first else of_optimum if is_optimum else of_listing
    with tempfile.NamedTemporaryFile(suffix=".fzn") as flat:
        compiler = ["minizinc", "-c", "--solver", "gecode", "--fzn", flat.name, "--no-output-ozn"]
        compiling = measure([*compiler, *files], lambda _: 0, options.limit)
    cells = [measure([options.cnfetti, action, "--json", *files], of_cnfetti, options.limit)]
    for name in peers:
        if name == HUUB:
            number, seconds = measure_huub(files, listing, read, options)
            cells.append((number, seconds + compiling[1]))
            continue
        number, seconds = measure(command_of(name, listing, files, options), read, options.limit)
        cells.append((number, max(0.0, seconds - start) if name == WASM else seconds))
    right = most_common(number for number, _ in cells) if is_first or known is None else known
    texts = [describe(number, seconds, right) for number, seconds in cells]
    name = " ".join(Path(file).name for file in files)
    others = [seconds for number, seconds in cells[1:] if number == right]
    is_right = right is not None and cells[0][0] == right
    ratio = f"{cells[0][1] / max(0.01, min(others)):.2f}" if others and is_right else "-"
    print(f"| {name} | {right} | {compiling[1]:.2f} | {' | '.join(texts)} | {ratio} |", flush=True)


def known_solvers():
    """The versions of the solvers that `minizinc` can start."""
    said, _ = timed(["minizinc", "--solvers-json"], 60)
    there = [one for one in json.loads(said.stdout) if Path(one.get("executable", "")).is_file()]
    return {one["id"]: one["version"] for one in there}


def command_of(solver, listing, files, options):
    output = ["--output-mode", "json", *listing]
    if solver == WASM:
        typed = " ".join(["--solver", "chuffed", *output])
        script = Path(__file__).with_name("minizinc-wasm.mjs")
        return ["node", str(script), options.wasm, typed, *files]
    return ["minizinc", "--solver", SOLVERS[solver], *output, *files]


def measure_huub(files, listing, read, options):
    """The number that Huub finds, and the seconds without the compilation."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "plain.msc").write_text(PLAIN)
        (path / "sets.mzn").write_text('include "nosets.mzn";\n')
        typed = "-c --solver ./plain.msc --output-to-stdout --no-output-ozn --fzn-format json"
        more = [str(path / name) for name in ("sets.mzn", "plain.msc")]
        script = Path(__file__).with_name("minizinc-wasm.mjs")
        compiled, _ = timed(["node", str(script), options.wasm, typed, *files, *more], 60)
        if compiled is None or not compiled.stdout.startswith("{"):
            return None, 0.0
        flat = json.loads(compiled.stdout)
        objective = flat["solve"].get("objective")
        if objective is not None:
            flat["output"] = [objective]
        (path / "flat.fzn.json").write_text(json.dumps(flat))
        of_huub = of_last_value if objective is not None else read
        asked = [] if objective is not None else listing
        command = [options.huub, *asked, str(path / "flat.fzn.json")]
        return measure(command, of_huub, options.limit)


def of_last_value(output):
    """The last value of the only variable, if no better one is left."""
    *solutions, end = output.split("----------\n")
    if "==========" not in end:
        return None
    return int(solutions[-1].split("=")[1].strip(" ;\n"))


def most_common(numbers):
    """The most common answer, with cnfetti's first; None if there is none."""
    said = [number for number in numbers if number is not None]
    return max(said, key=said.count, default=None)


def models(files):
    """Each model with its data, its known number, and whether that is an optimum."""
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
    """The number in the command's output, or None, and the CPU seconds."""

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
    """The number of different solutions, if all were listed."""
    if "=====UNSATISFIABLE=====" in output:
        return 0
    solutions = output.split("----------\n")
    return len(set(solutions[:-1])) if "==========" in solutions[-1] else None


def of_first(output):
    """Whether there is a solution, if the output says so."""
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
