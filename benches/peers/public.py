#!/usr/bin/env python3
"""Runs cnfetti and other solvers on a checkout of public models, and prints a table.

    pip install pycsp3 cpmpy psutil && apt-get install minizinc && cargo build --release
    python3 benches/peers/public.py pycsp3 FOLDER [--work FOLDER] [--names A-M] [--every N] [--solvers ACE,cnfetti]
    python3 benches/peers/public.py minizinc FOLDER ...
    python3 benches/peers/public.py minizinc-files FOLDER ...

`pycsp3` is for programs of PyCSP3 in folders with their data, such as github.com/xcsp3team/pycsp3-models. Each is
compiled without data, which many have inside; else with the smallest JSON file beside it; else with the numbers of
the call in its description, where 8 stands for any number. `minizinc` is for folders
with a model and its data, such as github.com/MiniZinc/minizinc-benchmarks: the smallest model of each folder with
the smallest data. `minizinc-files` is for a folder in which each model is a problem of its own, such as the folder
`minizinc` of github.com/hakank/hakank; data belongs to the model with whose name it begins. A model that needs data
and has none is left out, and so are models with random numbers.

Each solver has 10 CPU seconds and 4 GB for each instance. The compiler's time is not measured; FlatZinc is made with
the solver's own library. The solvers of FlatZinc are those that `minizinc --solvers` knows; `MZN_SOLVER_PATH` adds
further ones. Chuffed switches between the model's search and its own (-f). From the time of CP-SAT, that to load
Python's modules is subtracted. --names has the first letters; with --every 7, every seventh model takes part.

Results are kept in a table in the folder --work. A run that was stopped goes on there, and only the table is printed
again if nothing is left to do. A solver is wrong if a checker refuses its solution, or if another one has a better
solution than its optimum, or one where it says that there is none.
"""

import argparse
import json
import os
import re
import sys
from pathlib import Path

import answers
from answers import MEMORY, check_flatzinc, check_xcsp3, of_competition, of_flatzinc, xcsp3_solvers
from measure import limited
from report import print_report

COMPILER_SECONDS = 30
#: Functions of MiniZinc with another result in each compilation.
RANDOM = re.compile(r"\b(uniform|normal|poisson|binomial|bernoulli|exponential|gamma|discrete_distribution)\(")
#: The solvers of FlatZinc: their ids for `minizinc`, and their options for satisfaction and for optimization. Gecode
#: comes first, because its FlatZinc checks the solutions of the others.
FLATZINC = {
    "Gecode": ("org.gecode.gecode", [], ["-a"]),
    "cnfetti": ("org.cnfetti.cnfetti", ["minizinc", "-q"], ["minizinc", "-q", "-i"]),
    "Chuffed": ("org.chuffed.chuffed", ["-f"], ["-f", "-a"]),
    "Huub": ("solutions.huub", ["-f"], ["-f", "-a"]),
    "CP-SAT": ("com.google.ortools.sat", ["-p", "1"], ["-p", "1", "-a"]),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["pycsp3", "minizinc", "minizinc-files"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--work", type=Path, default=Path("target/peers"))
    parser.add_argument("--names", default="A-M")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10.0, help="CPU seconds for each solver and instance")
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("--solvers", help="only these, with commas between")
    parser.add_argument("--report", action="store_true", help="run nothing, only print the table")
    options = parser.parse_args()
    options.cnfetti = str(Path(options.cnfetti).resolve())
    options.work = (options.work / options.kind / options.folder.resolve().name).resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    results = Results(options.work / "results.tsv")
    if not options.report:
        side = Xcsp3(options) if options.kind == "pycsp3" else FlatZinc(options)
        for name, files in instances(options):
            for solver in side.solvers:
                if not options.solvers or solver in options.solvers.split(","):
                    run(side, name, files, solver, results, options.limit)
    print_report(results.rows, options.limit)


class Results:
    """The rows of a table on disk: instance, solver, direction (min, max or sat), status, objective, CPU seconds,
    what a checker found wrong, and a note."""

    def __init__(self, path):
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.rows = [line.split("\t") for line in lines]
        self.done = {tuple(row[:2]) for row in self.rows}

    def add(self, *cells):
        row = [" ".join(str("" if cell is None else cell).split()) for cell in cells]
        self.rows.append(row)
        self.done.add(tuple(row[:2]))
        with self.path.open("a") as file:
            print(*row, sep="\t", file=file)
        print(*row[:6], *row[6:], sep="  ", file=sys.stderr, flush=True)


def instances(options):
    """Names with the files of a model."""
    first, last = options.names.upper().split("-")
    pick = {"pycsp3": pycsp3_programs, "minizinc": minizinc_folders, "minizinc-files": minizinc_files}[options.kind]
    found = sorted((name, files) for name, files in pick(options.folder) if first <= name[0].upper() <= last)
    return [(name, files) for name, files in found[:: options.every] if not is_random(files[0])]


def is_random(model):
    return model.suffix == ".mzn" and RANDOM.search(model.read_text(errors="replace"))


def pycsp3_programs(folder):
    for program in folder.glob("*/*/*.py"):
        if not program.stem.endswith("_z"):  # the same problem, with data that only its own parser reads
            yield program.stem, [program, *smallest(program.parent.glob("*.json"))]


def numbers(program):
    """The data of the first call in the program's description, with 8 for each `number`."""
    calls = re.findall(r"-data=(\S+)", Path(program).read_text())
    filled = [re.sub(r"<?(number|integer)>?", "8", call) for call in calls]
    return [call for call in filled if re.fullmatch(r"[\d,\[\]]+", call)][:1]


def minizinc_folders(folder):
    for one in folder.iterdir():
        model = smallest(one.glob("*.mzn")) if one.is_dir() else []
        if model:
            yield one.name, [*model, *smallest(one.rglob("*.dzn"))]


def minizinc_files(folder):
    for model in folder.glob("*.mzn"):
        yield model.stem, [model, *smallest(folder.glob(model.stem + "*.dzn"))]


def smallest(paths):
    return sorted(paths, key=lambda path: (path.stat().st_size, path.name))[:1]


def run(side, name, files, solver, results, limit):
    """Runs a solver on an instance, unless its result is there."""
    if (name, solver) in results.done or (name, "compiler") in results.done:
        return
    compiled, problem = side.compile(name, files, solver)
    if compiled is None:
        return results.add(name, "compiler" if side.is_shared(solver) else solver, "", "refused", "", 0, "", problem)
    direction = side.direction(compiled)
    start = side.starts.get(solver, 0.0)
    command = side.command(solver, compiled, direction)
    done = limited(command, limit + start, None if command[0] == "java" else MEMORY, side.folder)
    answer = side.read(done, compiled)
    if done.was_stopped and answer.is_final(direction != "sat"):
        answer.status = "found" if direction != "sat" else "nothing"
    wrong = side.check(solver, compiled, answer)
    seconds = max(0.0, done.seconds - start)
    results.add(name, solver, direction, answer.status, answer.objective, f"{seconds:.2f}", wrong, answer.note)


class Xcsp3:
    """Programs of PyCSP3, which all solvers read in the same form."""

    def __init__(self, options):
        self.folder = options.work
        self.solvers = xcsp3_solvers(options.cnfetti)
        self.starts = {}
        if "CP-SAT" in self.solvers:
            load = f"import sys; sys.argv = ['x']; exec(open({answers.cpmpy_script()!r}).read().split('def ')[0])"
            self.starts["CP-SAT"] = limited([sys.executable, "-c", load], 60).seconds

    def is_shared(self, _):
        return True

    def compile(self, name, files, _):
        file = self.folder / f"{name}.xml"
        if file.exists():
            return str(file), ""
        program, *data = (str(path.resolve()) for path in files)
        said = ""
        for more in [[], *[[f"-data={one}"] for one in [*data, *numbers(program)]]]:
            done = limited([sys.executable, program, *more, f"-output={file}"], COMPILER_SECONDS, MEMORY, self.folder)
            if done.code == 0 and file.exists():
                return str(file), ""
            file.unlink(missing_ok=True)
            said = (done.stderr.strip() or done.stdout.strip() or f"exit code {done.code}").splitlines()[-1]
        return None, said

    def direction(self, file):
        text = Path(file).read_text()
        return "min" if "<minimize" in text else "max" if "<maximize" in text else "sat"

    def command(self, solver, file, _):
        return self.solvers[solver](file)

    def read(self, done, _):
        return of_competition(done)

    def check(self, _, file, answer):
        return check_xcsp3(file, answer)


class FlatZinc:
    """Models of MiniZinc, compiled for each solver with its own library."""

    def __init__(self, options):
        self.folder = options.work
        self.starts = {}
        library = limited([options.cnfetti, "minizinc", "--print-path"], 60).stdout
        paths = [library.strip(), os.environ.get("MZN_SOLVER_PATH", "")]
        os.environ["MZN_SOLVER_PATH"] = ":".join(filter(None, paths))
        said = json.loads(limited(["minizinc", "--solvers-json"], 60).stdout)
        first = {one["id"]: one for one in reversed(said)}
        there = {name: first.get(row[0], {}) for name, row in FLATZINC.items()}
        there["cnfetti"]["executable"] = options.cnfetti
        programs = {name: one.get("executable", "") for name, one in there.items()}
        self.solvers = {name: path for name, path in programs.items() if Path(path).is_file()}
        self.configurations = {name: there[name]["extraInfo"]["configFile"] for name in self.solvers}

    def is_shared(self, _):
        return False

    def compile(self, name, files, solver):
        file = self.folder / f"{name}.{solver}.fzn"
        if file.exists():
            return str(file), ""
        command = ["minizinc", "-c", "--solver", self.configurations[solver], "--fzn", str(file), "--no-output-ozn"]
        paths = [str(path.resolve()) for path in files]
        done = limited([*command, *paths], COMPILER_SECONDS, MEMORY, self.folder)
        if done.code == 0 and file.exists():
            file.write_text(with_objective(file.read_text()))
            return str(file), ""
        file.unlink(missing_ok=True)
        said = [line for line in done.stderr.splitlines() if "rror" in line] or done.stderr.splitlines()
        return None, "compiler: " + (" ".join(said[:2]) or f"exit code {done.code}")

    def direction(self, file):
        return goal(Path(file).read_text())[0]

    def command(self, solver, file, direction):
        _, satisfaction, optimization = FLATZINC[solver]
        return [self.solvers[solver], *(satisfaction if direction == "sat" else optimization), file]

    def read(self, done, file):
        return of_flatzinc(done, goal(Path(file).read_text())[1])

    def check(self, solver, file, answer):
        gecode = Path(file.replace(f".{solver}.fzn", ".Gecode.fzn"))
        if "Gecode" not in self.solvers or not gecode.exists() or solver == "Gecode":
            return ""
        return check_flatzinc(self.solvers["Gecode"], gecode, answer, COMPILER_SECONDS)


def goal(text):
    """`min`, `max` or `sat`, and the name of the objective of a FlatZinc file."""
    found = re.search(r"^solve\b.*\b(min|max)imize (\w+) *;", text, re.M)
    return (found[1], found[2]) if found else ("sat", None)


def with_objective(text):
    """The same FlatZinc, in which the objective is an output."""
    name = goal(text)[1]
    declared = name and re.search(rf"^var [^:\n]*: *{name}\b(?!.*output_var)", text, re.M)
    return text[: declared.end()] + ":: output_var" + text[declared.end() :] if declared else text


if __name__ == "__main__":
    main()
