"""The table of `public.py`: who solves how much, whose solutions are better, and who is wrong."""

from collections import Counter

from answers import number

COLUMNS = [
    "decided",
    "optimum proved",
    "some solution",
    "cnfetti better",
    "cnfetti worse",
    "wrong",
    "refused",
    "CPU s",
    "PAR-2",
]


def print_report(rows, limit):
    """`decided` is about satisfaction, and the next four columns about optimization: how often there is a proved
    optimum, a solution, and a better or worse value of cnfetti's than this solver's."""
    compiled = {row[0] for row in rows if row[1] != "compiler"}
    table = {}
    for name, solver, *result in (row + [""] * (8 - len(row)) for row in rows):
        if solver != "compiler":
            table.setdefault(name, {})[solver] = Result(*result)
    # What no solver could compile is not an instance.
    table = {name: of for name, of in table.items() if kind_of(of)}
    solvers = sorted({row[1] for row in rows} - {"compiler"}, key=lambda name: (name != "cnfetti", name))
    wrongs = {name: wrong_ones(of) for name, of in table.items()}
    kinds = Counter("sat" if kind_of(of) == "sat" else "opt" for of in table.values())
    not_compiled = sum(row[1] == "compiler" for row in rows) + len(compiled) - len(table)
    print(f"{kinds['sat']} of satisfaction, {kinds['opt']} of optimization; {not_compiled} did not compile\n")
    print(f"| solver | {' | '.join(COLUMNS)} |")
    print("|---" + "|--:" * len(COLUMNS) + "|")
    for solver in solvers:
        print(f"| {solver} | {' | '.join(map(str, cells(solver, table, wrongs, limit)))} |")
    print_notes(table, wrongs)


class Result:
    """A row of the results."""

    def __init__(self, direction, status, objective, seconds, wrong, note):
        self.direction, self.status, self.wrong, self.note = direction, status, wrong, note
        self.objective = number(objective) if objective else None
        self.seconds = float(seconds)


def kind_of(of):
    return next((result.direction for result in of.values() if result.direction), None)


def is_solved(kind, status):
    return status in ("closed", "none") or (status == "found" and kind == "sat")


def cells(solver, table, wrongs, limit):
    ran = {name: of[solver] for name, of in table.items() if solver in of}
    right = {name: result for name, result in ran.items() if solver not in wrongs[name]}
    solved = [name for name, result in right.items() if is_solved(kind_of(table[name]), result.status)]
    satisfied = sum(kind_of(table[name]) == "sat" for name in solved)
    solutions = sum(result.objective is not None for result in right.values())
    better, worse = compared(solver, table, wrongs) if solver != "cnfetti" else ("", "")
    punished = sum(ran[name].seconds if name in solved else 2 * limit for name in ran)
    wrong = len(ran) - len(right)
    refused = sum(result.status in ("refused", "failed") for result in ran.values())
    times = [f"{sum(result.seconds for result in ran.values()):.0f}", f"{punished / max(1, len(ran)):.1f}"]
    return [satisfied, len(solved) - satisfied, solutions, better, worse, wrong, refused, *times]


def compared(solver, table, wrongs):
    """How often cnfetti has a better value than this solver, and how often a worse one."""
    better = worse = 0
    for name, of in table.items():
        kind = kind_of(of)
        if kind == "sat" or not {"cnfetti", solver} <= of.keys():
            continue
        ours, theirs = (score(kind, of[one], one in wrongs[name]) for one in ("cnfetti", solver))
        better += ours < theirs
        worse += theirs < ours
    return better, worse


def score(kind, result, is_wrong):
    """Less is better; without a solution, the worst."""
    if result.status == "none" and not is_wrong:
        return float("-inf")
    if result.objective is None or is_wrong:
        return float("inf")
    return -result.objective if kind == "max" else result.objective


def wrong_ones(of):
    """The solvers that a checker or another solver contradicts, with the reason."""
    kind = kind_of(of)
    wrong = {solver: result.wrong for solver, result in of.items() if result.wrong}
    valid = {solver: result for solver, result in of.items() if solver not in wrong}
    haves = [solver for solver, result in valid.items() if result.status in ("found", "closed")]
    for solver, result in valid.items():
        others = [one for one in haves if one != solver]
        if result.status == "none" and others:
            wrong[solver] = f"no solution, but {others[0]} has one"
        for other in others:
            if result.status == "closed" and score(kind, valid[other], False) < score(kind, result, False):
                wrong[solver] = f"optimum {result.objective}, but {other} has {valid[other].objective}"
    return wrong


def print_notes(table, wrongs):
    print()
    for name, wrong in wrongs.items():
        for solver, reason in wrong.items():
            print(f"- {name}: {solver} is wrong: {reason}")
    refusals = Counter()
    for of in table.values():
        for solver, result in of.items():
            if result.status in ("refused", "failed"):
                refusals[f"{solver}: {result.status}: {result.note[:100]}"] += 1
    for text, times in refusals.most_common():
        print(f"- {times} × {text}")
