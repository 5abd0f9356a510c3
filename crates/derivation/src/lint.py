"""usage: lint.py STATEMENT.opb PROOF.pbp FORMULA.opb FORMULA.cnf
What VeriPB's EQUISATISFIABLE leaves open: that no step gains or loses a solution, and that both files of the
formula are the same. New variables may only come as a definition `y <=> inequality` of two halves, and what is
left out follows from the rest, but for the definition of a variable that the formula does not have."""
import re
import sys

STEPS = {"f", "red", "core", "rup", "pol", "deld", "delc", "qed", "output", "conclusion", "end", "pseudo-Boolean"}
NAME = re.compile(r"~?[A-Za-z][]A-Za-z0-9_^{}[-]*")


def fail(where, why):
    sys.exit(f"NOT a proof of equal counts: {where}: {why}")


def flipped(lit):
    return lit[1:] if lit[0] == "~" else "~" + lit


def words(line):
    return line.replace(";", " ").split()


def inequality(parts, where):
    """The weights of the literals, and the degree."""
    if len(parts) < 2 or parts[-2] != ">=" or len(parts) % 2:
        fail(where, "expected an inequality")
    terms = {lit: int(weight) for weight, lit in zip(parts[:-2:2], parts[1:-2:2])}
    if len(terms) * 2 != len(parts) - 2 or any(weight <= 0 for weight in terms.values()):
        fail(where, "expected weights above 0, and each literal once")
    return terms, int(parts[-1])


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [line for line in file.read().split("\n") if line.strip() and line[0] != "*"]


def half_of_definition(parts, known, where):
    """The literal that makes the half true, the other literals, and the degree."""
    at = parts.index(":") if ":" in parts else fail(where, "expected a witness")
    terms, degree = inequality(parts[:at], where)
    if len(parts) != at + 4 or parts[at + 2] != "->" or parts[at + 3] not in "01":
        fail(where, "expected the witness of a definition")
    variable = parts[at + 1]
    lit = variable if parts[at + 3] == "1" else "~" + variable
    if variable in known or variable[0] == "~":
        fail(where, f"{variable} is not new")
    if degree > 0 and terms.pop(lit, None) != degree:
        fail(where, f"{lit} does not make it true")
    if any(other.lstrip("~") not in known for other in terms):
        fail(where, "a definition over unknown variables")
    return lit, terms, degree


def check_proof(path, known, formula):
    half, defined, forgotten, last, core = None, set(), {}, 0, None
    for number, line in enumerate(lines(path), 1):
        where = f"line {number} of {path}"
        parts = words(line)
        if parts[0] not in STEPS or line.count(";") + line.endswith(": subproof") + (number == 1) != 1:
            fail(where, "not one step of a known sort")
        if half and parts[0] != "red":
            fail(where, "half a definition")
        if parts[0] == "f":
            last = int(parts[1])
        elif parts[0] in ("red", "rup", "pol") or parts[-1] == "subproof":
            last += 1
        if core and parts != core:
            fail(where, "expected " + " ".join(core) + ": a variable is open without its definition")
        core = None
        if parts[0] == "red":
            lit, terms, degree = half_of_definition(parts[1:], known, where)
            if half is None:
                half = lit, terms, degree
                continue
            first, others, reach = half
            total = sum(others.values())
            negated = {flipped(other): weight for other, weight in others.items()}
            if lit != flipped(first) or terms != negated or degree != max(total - reach + 1, 0):
                fail(where, "the halves of a definition do not fit")
            known.add(lit.lstrip("~"))
            defined.add(lit.lstrip("~"))
            half, core = None, ["core", "id", str(last - 1), str(last)]
        elif parts[0] == "delc" and "->" in parts:
            variable = parts[parts.index("->") - 1]
            if variable in formula or variable not in defined:
                fail(where, f"{variable} may not be forgotten")
            forgotten[variable] = forgotten.get(variable, 0) + 1
        elif "->" in parts or parts[0] == "delc" and len(parts) != 2 and parts[2:] != [":", ":", "subproof"]:
            fail(where, "a witness")
    if half or core or any(times != 2 for times in forgotten.values()):
        fail(path, "half a definition")
    return defined, set(forgotten)


def check_formula(opb, cnf):
    """Both have the same clauses; the names of the variables that are counted."""
    numbers, names, shown = {}, {}, None
    clauses = []
    with open(cnf, encoding="utf-8") as file:
        for line in file:
            if line.startswith("c p show"):
                shown = line.split()[3:-1]
            elif line.strip() and line[0] not in "cp":
                clauses.append(line.split()[:-1])
    written = [words(line) for line in lines(opb)]
    if len(written) != len(clauses):
        fail(opb, f"{len(written)} clauses, but {len(clauses)} in {cnf}")
    for number, (parts, clause) in enumerate(zip(written, clauses), 1):
        lits = parts[1:-2:2]
        if any(weight != "1" for weight in parts[:-2:2]) or parts[-2:] != [">=", "1"] or len(lits) != len(clause):
            fail(f"clause {number} of {opb}", f"not the one of {cnf}")
        for lit, name in zip(clause, lits):
            pair = lit.lstrip("-"), name.lstrip("~")
            is_same = numbers.setdefault(pair[1], pair[0]) == pair[0] and names.setdefault(*pair) == pair[1]
            if not is_same or (lit[0] == "-") != (name[0] == "~"):
                fail(f"clause {number} of {opb}", f"{name} is not {lit} of {cnf}")
    return set(numbers), None if shown is None else {names.get(number, number) for number in shown}


def main(statement, proof, opb, cnf):
    stated = {word for line in lines(statement) for word in words(line) if NAME.fullmatch(word)}
    stated = {word.lstrip("~") for word in stated}
    formula, shown = check_formula(opb, cnf)
    defined, forgotten = check_proof(proof, set(stated), formula)
    if (defined | stated) - forgotten != formula:
        fail(opb, "has other variables than the statement and the definitions")
    if shown is not None and not shown <= stated:
        fail(cnf, "counts what the statement does not have")
    if shown is not None and not stated <= shown:
        fail(cnf, "does not count all that the statement has")
    print(f"ok: {opb} is {cnf}; {len(stated)} variables of the statement, {len(defined - forgotten)} defined")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
