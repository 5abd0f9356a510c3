//! The README of a certificate of a count.

use super::{
    BETTER, CLAIM, Claim, GRAPH, LRAT, Puzzle, RECOUNT, RENAME, RENAMING, Renaming, Rotations,
    TURN, TURNS, WHOLE,
};
use crate::certificate::formula::{ENCODING, FORMULA as CLAUSES, LINT_NAME, STATEMENT};
use crate::certificate::manifest::Costs;
use crate::certificate::{FORMULA, SUMS, VARIABLES};

/// The text, in Markdown.
pub(super) fn readme(claim: &Claim) -> String {
    let verdict = claim.verdict();
    let made_by = &claim.made_by;
    let (what, puzzle_rows) = match &claim.puzzle {
        None => (
            "the formula in `puzzle.cnf`, on the variables that it shows".to_owned(),
            String::new(),
        ),
        Some(Puzzle { file, kind, .. }) => (
            format!("the {kind} puzzle in `{file}`"),
            format!(
                "| `{file}` | the puzzle |\n| `{VARIABLES}` | what the variables of the formula \
                 stand for; further ones are auxiliary |\n"
            ),
        ),
    };
    let (mut files, mut commands) = renaming(claim);
    for (more_files, more_commands) in [rotations(claim), optimum(claim)] {
        files += &more_files;
        commands += &more_commands;
    }
    let (stated_files, chain) = stated(claim);
    files += &stated_files;
    let last = match claim.is_stated() {
        true => "",
        false => {
            "The other programs cannot tell whether the formula means what the puzzle means.\n"
        }
    };
    let graph_proof = match &*claim.models {
        "0" => "",
        _ => "    lrat-check ../lrat/graph.cnf ../lrat/graph.lrat\n",
    };
    format!(
        "# {verdict}

This folder certifies the claim above for {what}. {made_by} wrote it.

| file | what it is |
|---|---|
{puzzle_rows}| `{FORMULA}` | the formula (DIMACS); `c p show` lists the variables whose assignments are counted |
| `{GRAPH}` | a graph of all models, and the proof that it has exactly these (SCPOG) |
| `{RECOUNT}` | counts the models of the graph, in 25 lines |
| `{LRAT}` | writes the proof for LRAT checkers |
{files}| `{CLAIM}` | the claim, for programs |
| `{SUMS}` | the SHA-256 sums of all these files |

{chain}## Check it

The files are unchanged:

    sha256sum -c {SUMS}

The graph has exactly the models of the formula, by either of the checkers of Bryant and Tan
(github.com/rebryant/pkc), of which the second is formally verified and practical up to a million
models:

    cpog-check -n 1 {FORMULA} {GRAPH}
    cake_scpog {FORMULA} {GRAPH}

The same by any checker of LRAT proofs, such as cake_lpr, which is formally verified, lrat-check or
lrat-trim. `{LRAT}` writes two formulas that have no model, with their proofs:

    python3 {LRAT} {FORMULA} {GRAPH} ../lrat
    lrat-check ../lrat/models.cnf ../lrat/models.lrat
{graph_proof}
The graph has this many models:

    python3 {RECOUNT} {FORMULA} {GRAPH}

{commands}`{FORMULA}` is what the puzzle compiles to, and all of the above:

    cnfetti certify --verify .

{last}"
    )
}

/// The rows of the files that lead from the puzzle to its formula, and all commands from there to the number.
fn stated(claim: &Claim) -> (String, String) {
    if !claim.is_stated() {
        return Default::default();
    }
    let whole = claim.whole();
    let files = format!(
        "| `{STATEMENT}` | the puzzle as inequalities, each constraint after its sentence |
| `{CLAUSES}` | the formula in `{whole}`, each clause as an inequality |
| `{ENCODING}` | a proof that leads from the statement to the formula and back |
| `{LINT_NAME}` | checks what VeriPB leaves open |
"
    );
    let (number, renamed, product) = match &claim.renaming {
        None => ("Four", String::new(), String::new()),
        Some(Renaming { each, solutions, .. }) => (
            "Five",
            format!("    python3 {RENAME} {WHOLE} {FORMULA} {RENAMING}\n"),
            format!(
                "5. The models of `{WHOLE}` come in sets of {each}, of each of which `{FORMULA}` has one: {models} \
                 times {each} is {solutions}.\n",
                models = claim.models
            ),
        ),
    };
    let chain = format!(
        "## From the puzzle to the number

Read `{STATEMENT}`, which has the puzzle as inequalities over variables that are named as in the puzzle: it is
what you have to believe. {number} commands check all that follows (VeriPB 3.0, `cargo install veripb`; Python 3;
cpog-check, from github.com/rebryant/pkc):

    veripb -c {STATEMENT} {ENCODING} {CLAUSES}
    python3 {LINT_NAME} {STATEMENT} {ENCODING} {CLAUSES} {whole}
    cpog-check -n 1 {FORMULA} {GRAPH}
    python3 {RECOUNT} {FORMULA} {GRAPH}
{renamed}
1. `s VERIFIED OUTPUT EQUISATISFIABLE`: each clause follows from the statement and from definitions of further
   variables, and the statement and these definitions follow from the clauses. (The line after it says
   `NO CONCLUSION`: the proof does not say whether there are solutions.)
2. `ok`: each further variable is defined, by both halves of its definition, so no solution is lost or counted
   twice; and `{CLAUSES}` has the clauses of `{whole}`, which counts the variables of the statement.
3. `FULL-PROOF SUCCESS`: the graph has the models of `{FORMULA}` and no others.
4. The graph has {models} models.
{product}
",
        models = claim.models
    );
    (files, chain)
}

/// The rows of the further files if names can be exchanged, and the commands that check them.
fn renaming(claim: &Claim) -> (String, String) {
    let Some(Renaming { called, each, solutions }) = &claim.renaming else {
        return Default::default();
    };
    let files = format!(
        "| `{WHOLE}` | the formula that leaves open in which order {called} appear; `{FORMULA}` has its \
         clauses first |
| `{RENAMING}` | that {called} can be exchanged in it, and that all occur |
| `{RENAME}` | checks that |
"
    );
    let commands = format!(
        "Of all models that differ only by renaming {called}, `{FORMULA}` has the one in which they appear in
order. The models of `{WHOLE}` come in sets of {each}, so there are {models} times {each}, {solutions}:

    python3 {RENAME} {WHOLE} {FORMULA} {RENAMING}

",
        models = claim.models
    );
    (files, commands)
}

/// The rows of the files that show that no solution is better, and the commands that check them.
fn optimum(claim: &Claim) -> (String, String) {
    let costs = claim.puzzle.as_ref().and_then(|puzzle| puzzle.costs);
    let Some(value) = costs.and_then(Costs::optimum) else { return Default::default() };
    let [formula, graph] = BETTER;
    let files = format!(
        "| `{formula}` | the same formula, with the condition that the objective is better than {value} |
| `{graph}` | the proof that it has no model |
"
    );
    let commands = format!(
        "The models of `{FORMULA}` are the solutions for which the objective is {value} or better. None is better:

    cpog-check -n 1 {formula} {graph}

"
    );
    (files, commands)
}

/// The rows of the files of rotations, and the commands that check them.
fn rotations(claim: &Claim) -> (String, String) {
    let Some(Rotations { called, classes, .. }) = &claim.rotations else {
        return Default::default();
    };
    let (whole, each) = match &claim.renaming {
        None => (FORMULA, "1"),
        Some(renaming) => (WHOLE, renaming.each.as_str()),
    };
    let solutions = claim.solutions();
    let files = format!(
        "| `{TURNS}` | how {called} and renamings map the literals |
| `fixed-*.cnf`, `fixed-*.scpog` | for each pair of these, the solutions that it leaves fixed, and a graph of them |
| `{TURN}` | checks these formulas, and computes the average |
"
    );
    let commands = format!(
        "Up to {called} too, the number is {classes}: the average of how many solutions each of them leaves fixed.
Check the graphs like the first one. That {called} turn solutions into solutions is a claim of the puzzle:

    for name in fixed-*.cnf; do cpog-check -n 1 $name ${{name%.cnf}}.scpog; done
    python3 {TURN} {whole} {TURNS} {solutions} {each}

"
    );
    (files, commands)
}
