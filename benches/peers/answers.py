"""What solvers say about a compiled instance, as in XCSP3 competitions or in FlatZinc, and whether it holds.

Solutions are checked by programs that share no code with cnfetti: those of XCSP3 by the checker of the XCSP3
project, which ACE brings, those of FlatZinc by Gecode, on its own FlatZinc of the model.
"""

import importlib.util
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measure import limited

#: Memory of a run, for programs that are not Java.
MEMORY = 4 << 30
JAVA = ["java", "-Xmx3500m", "-XX:+UseSerialGC"]
#: What is left of an answer of FlatZinc that has all solutions, or the optimum.
COMPLETE = "=========="
REFUSED = re.compile(r"unsupported|not supported|not implemented|NotImplemented|cannot|does not support", re.I)


@dataclass
class Answer:
    """`closed` (optimum proved), `found` (a solution, which is all that satisfaction needs), `none` (no solution),
    `nothing`, `refused` or `failed`; the objective and the solution, if there is one."""

    status: str
    objective: int | float | None = None
    solution: str | None = None
    note: str = ""

    def is_final(self, has_objective):
        return self.status in ("closed", "none") or (self.status == "found" and not has_objective)


def jar(solver):
    folder = Path(importlib.util.find_spec("pycsp3").submodule_search_locations[0])
    return str(next((folder / "solvers" / solver).glob("*.jar")))


def cpmpy_script():
    folder = Path(importlib.util.find_spec("cpmpy").submodule_search_locations[0])
    return str(folder / "tools" / "xcsp3" / "xcsp3_cpmpy.py")


def xcsp3_solvers(cnfetti):
    """Name, command for a file, and whether it is a program of Java or Python with its own memory."""
    solvers = {"cnfetti": lambda file: [cnfetti, "solve", "-q", "--format", "competition", file]}
    if importlib.util.find_spec("pycsp3"):
        choco = [*JAVA, "-cp", jar("choco"), "org.chocosolver.parser.xcsp.ChocoXCSP"]
        solvers["ACE"] = lambda file: [*JAVA, "-jar", jar("ace"), file, "-npc"]
        solvers["Choco"] = lambda file: [*choco, file]
    if importlib.util.find_spec("cpmpy"):
        python = [sys.executable, cpmpy_script()]
        solvers["CP-SAT"] = lambda file: [*python, file, "-c", "1", "--intermediate"]
    return solvers


def of_competition(run):
    """The answer in `s`, `o` and `v` lines."""
    lines = run.stdout.splitlines()
    said = [line[2:].strip() for line in lines if line.startswith("s ")]
    objectives = [line[2:].split()[0] for line in lines if re.match(r"o -?\d", line)]
    values = "\n".join(line[2:] for line in lines if line.startswith("v "))
    values = values[max(0, values.rfind("<instantiation")) :]  # Choco prints all that it finds
    objective = int(objectives[-1]) if objectives else None
    cost = re.search(r"\bcost=['\"](-?\d+)", values)
    objective = int(cost[1]) if cost else objective
    status = said[-1] if said else ""
    solution = values if "<values>" in values else None
    if status == "UNSATISFIABLE":
        return Answer("none")
    if status == "OPTIMUM FOUND":
        return Answer("closed", objective, solution)
    if status == "SATISFIABLE" or objective is not None:
        return Answer("found", objective, solution)
    return without_solution(run, "UNSUPPORTED" in status)


def of_flatzinc(run, objective_name):
    """The answer in blocks of `NAME = VALUE;`, each with a line of dashes at its end."""
    if "=====UNSATISFIABLE=====" in run.stdout:
        return Answer("none")
    blocks = run.stdout.split("----------\n")
    if len(blocks) == 1:
        return without_solution(run, False)
    solution = blocks[-2]
    value = re.search(rf"^{re.escape(objective_name or '')} = (-?\d[-+.\de]*);", solution, re.M)
    status = "closed" if objective_name and COMPLETE in blocks[-1] else "found"
    return Answer(status, number(value[1]) if value else None, solution)


def number(text):
    """An objective. Floats are compared to four places, because Gecode prints the middle of an interval."""
    return int(text) if re.fullmatch(r"-?\d+", text) else round(float(text), 4)


def without_solution(run, is_refused):
    """`nothing` if the limit came, else why there is no answer."""
    said = [line.strip() for line in (run.stderr + "\n" + run.stdout).splitlines() if line.strip()]
    telling = [line for line in said if re.search(r"error|exception|unsupported|refus|cannot|not |memory", line, re.I)]
    note = (telling or said or [""])[0][:200]
    if run.was_stopped or re.search(r"\bmemory|OutOfMemory|bad_alloc", run.stderr):
        return Answer("nothing", note="" if run.was_stopped else "memory")
    if is_refused or REFUSED.search(run.stderr + run.stdout):
        return Answer("refused", note=note)
    return Answer("nothing" if run.code == 0 else "failed", note=note or f"exit code {run.code}")


def check_xcsp3(file, answer):
    """What is wrong with a solution, by the checker of the XCSP3 project; empty if nothing is."""
    if not answer.solution or not importlib.util.find_spec("pycsp3"):
        return ""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as solution:
        solution.write("s SATISFIABLE\n" + "\n".join("v " + line for line in answer.solution.splitlines()) + "\n")
        solution.flush()
        command = [*JAVA, "-cp", jar("ace"), "org.xcsp.parser.callbacks.SolutionChecker", file, solution.name]
        said = limited(command, 60).stdout
    if "OK" not in said:
        problem = re.search(r"(INVALID.*|ERROR.*|.*Exception.*)", said)
        return (problem[1] if problem else said.strip()[-200:]) or "no verdict"
    cost = re.search(r"OK\s+(-?\d+)", said)
    if cost and answer.objective is not None and int(cost[1]) != answer.objective:
        return f"its objective is {cost[1]}"
    return ""


def check_flatzinc(gecode, file, answer, limit):
    """What is wrong with a solution: Gecode's FlatZinc has none with these values."""
    if not answer.solution:
        return ""
    text = Path(file).read_text()
    facts = list(equations(text, answer.solution))
    head, solve = text.rsplit("solve", 1)
    with tempfile.NamedTemporaryFile("w", suffix=".fzn") as fixed:
        fixed.write(head + "\n".join(f"constraint {fact};" for fact in facts) + "\nsolve satisfy;\n")
        fixed.flush()
        said = limited([gecode, fixed.name], limit, MEMORY).stdout
    return "Gecode finds no solution with these values" if "UNSATISFIABLE" in said else ""


def equations(text, solution):
    """Constraints that fix the output variables of a FlatZinc file to the values of a solution."""
    scalars = set(re.findall(r"^var [^:\n]*: *(\w+)", text, re.M))
    arrays = dict(re.findall(r"^array *\[[^\]]*\] of var [^:\n]*: *(\w+)[^=\n]*= *\[([^\]]*)\]", text, re.M))
    for name, value in re.findall(r"^(\w+) = (.*);$", solution, re.M):
        if name in scalars:
            yield from equation(name, value)
        elif name in arrays and (inner := re.search(r"\[(.*)\]", value)):
            values = split(inner[1])
            for place, single in zip(split(arrays[name]), values):
                yield from equation(place, single)


def equation(place, value):
    if value in ("true", "false"):
        yield f"bool_eq({place}, {value})"
    elif re.fullmatch(r"-?\d+", value):
        yield f"int_eq({place}, {value})"
    elif re.fullmatch(r"\{[-\d, ]*\}|-?\d+\.\.-?\d+", value):
        yield f"set_eq({place}, {value})"


def split(text):
    """Splits at commas outside of braces."""
    return [part.strip() for part in re.findall(r"(?:\{[^}]*\}|[^,{])+", text)]
