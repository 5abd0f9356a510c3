//! Makes a certificate of a list.

use std::fmt::Write as _;
use std::path::Path;

use cnfetti_encodings::Cnf;
use itertools::Itertools as _;

use super::find::{Found, find};
use super::manifest::{Costs, WHICH};
use super::manifest::{Encodings, Manifest, Scope, verdict};
use super::{
    CertificateError, FORMULA, MANIFEST, PROOF, README, REST, Result, SOLUTIONS, SUMS, VARIABLES,
    made_by, put, put_claim, put_sums, verify,
};
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Budget;
use cnfetti_core::plural::{counted, form};
use cnfetti_input::without_packing;
use cnfetti_programs::minizinc::is_minizinc;
use cnfetti_puzzles::instance::Instance;
use cnfetti_sat::compile::{Choices, Compiled};
use cnfetti_sat::dimacs;
use cnfetti_sat::emit;
use cnfetti_sat::solver::Backend;

/// The file that a puzzle was read from.
pub struct Source<'a> {
    /// Its path.
    pub path: &'a Path,
    /// The contents.
    pub text: &'a str,
}

impl Source<'_> {
    /// The extension of the copy's name.
    pub(super) fn extension(&self) -> &str {
        // The text is the FlatZinc that MiniZinc wrote.
        if is_minizinc(self.path) {
            return "fzn";
        }
        let extension =
            without_packing(self.path).extension().and_then(|extension| extension.to_str());
        let is_plain = |text: &&str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        extension.filter(is_plain).unwrap_or("txt")
    }
}

/// The largest number of solutions in a certificate.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Above this, the certificate lists one of each set that differs only by renaming.
    pub solutions: usize,
    /// Above this, there is no certificate.
    pub listed: usize,
}

/// Finds all solutions (with an objective, those asked for) and the proof that there are no others, writes a certificate
/// into an empty folder, and checks it as the recipient would. Returns its claim, and a line for each check.
///
/// # Errors
///
/// There are too many solutions, a limit is reached, or the certificate fails its check.
pub fn issue(
    source: &Source<'_>,
    instance: &Instance,
    costs: Option<Costs>,
    (choices, backend): (&Choices, &Backend),
    limits: Limits,
    folder: &Path,
    budget: &Budget,
) -> Result<(Manifest, Vec<String>)> {
    let csp = Costs::problem(costs, &instance.puzzle.csp());
    let csp = csp.ok_or_else(|| CertificateError::wrong(MANIFEST, WHICH))?;
    let found = find(&csp, choices, backend, limits, budget)?;
    let proof = found.prove(budget)?;
    let listed = found.solutions.len();
    let (solutions, verdict) = verdict(&csp, costs, found.scope, &found.solutions);
    let manifest = Manifest {
        made_by: made_by(),
        puzzle: format!("puzzle.{}", source.extension()),
        part: instance.part.clone(),
        kind: instance.kind.to_owned(),
        verdict,
        scope: found.scope,
        listed: listed as u64,
        solutions: solutions.to_string(),
        costs,
        encodings: Encodings::of(choices),
    };
    put(folder, &manifest.puzzle, source.text.as_bytes())?;
    put(folder, FORMULA, &formula(&csp, &found.compiled, &manifest, choices))?;
    put(folder, VARIABLES, &variables(&csp, &found.compiled))?;
    put(folder, SOLUTIONS, &solution_lines(instance, &found, budget)?)?;
    put(folder, REST, &rest(&found.rest, listed))?;
    put(folder, PROOF, &proof)?;
    put(folder, README, readme(&manifest, &found.rest).as_bytes())?;
    put_claim(folder, MANIFEST, &manifest)?;
    put_sums(folder)?;
    verify(folder, budget)
}

pub(super) fn formula(
    csp: &Csp,
    compiled: &Compiled,
    manifest: &Manifest,
    choices: &Choices,
) -> Vec<u8> {
    let (before, after) = Costs::words(manifest.costs);
    let ordered = match manifest.scope {
        Scope::Solutions => "",
        Scope::UpToRenaming => " up to renaming",
    };
    let solutions = format!("{before}solutions{after}{ordered}");
    let comments = [
        format!("{}: the formula of {}", manifest.made_by, manifest.puzzle),
        format!("encodings {choices}"),
        emit::model_count(csp, choices.form, "c p show", &solutions),
        format!("p show {} 0", compiled.map.shown().iter().format(" ")),
    ];
    plain(&compiled.cnf, &comments)
}

fn rest(cnf: &Cnf, listed: usize) -> Vec<u8> {
    let comment = format!(
        "{FORMULA} and, last, {}, one for each line of {SOLUTIONS} that forbids it",
        counted(listed, "clause")
    );
    plain(cnf, &[comment])
}

fn plain(cnf: &Cnf, comments: &[String]) -> Vec<u8> {
    let mut bytes = Vec::new();
    dimacs::write_plain(&mut bytes, comments, cnf).expect("memory takes every byte");
    bytes
}

/// Writes the meaning of the formula's variables.
pub(super) fn variables(csp: &Csp, compiled: &Compiled) -> Vec<u8> {
    let mut text = String::new();
    for (lit, meaning) in compiled.map.meanings() {
        writeln!(text, "{lit} {}", meaning.describe(csp)).expect("memory takes all text");
    }
    text.into_bytes()
}

fn solution_lines(instance: &Instance, found: &Found, budget: &Budget) -> Result<Vec<u8>> {
    let mut text = String::new();
    let mut digits = itoa::Buffer::new();
    let mut models = found.models(budget);
    for values in &found.solutions {
        let model = models.complete(values)?;
        text += r#"{"solution":"#;
        instance.puzzle.write_json(values, &mut text);
        text += r#","model":["#;
        for (lit, place) in model.literals().iter().filter(|lit| lit.is_positive()).zip(0..) {
            text += if place == 0 { "" } else { "," };
            text += digits.format(lit.dimacs());
        }
        text += "]}\n";
    }
    Ok(text.into_bytes())
}

/// Writes the README. Not every checker reads a formula with an empty clause, and such a formula needs no
/// proof.
pub(super) fn readme(manifest: &Manifest, rest: &Cnf) -> String {
    let Manifest { verdict, puzzle, kind, listed, solutions, made_by, costs, .. } = manifest;
    let optimal = match costs.map(Costs::optimum) {
        Some(Some(value)) => format!(
            "No solution is better: `{FORMULA}` says that the objective is {value} or better, each listed \
             solution has the value {value}, and there are no others.\n\n"
        ),
        Some(None) => "The objective of the puzzle is left out.\n\n".to_owned(),
        None => String::new(),
    };
    let listing = match manifest.scope {
        Scope::Solutions => match listed {
            1 => "the only solution".to_owned(),
            _ => format!("all {listed} solutions"),
        },
        Scope::UpToRenaming => format!(
            "one solution of each set that differs by renaming only, {listed} in all; they stand \
             for {solutions} {}",
            form(solutions == "1", "solution")
        ),
    };
    let rate = if rest.clauses().any(<[_]>::is_empty) {
        format!(
            "    grep -n '^0$' {REST}                 # the empty clause, which nothing satisfies\n"
        )
    } else {
        format!("    rate {REST} {PROOF}              # cargo install rate; prints `s VERIFIED`\n")
    };
    format!(
        "# {verdict}

This folder certifies the claim above for the {kind} puzzle in `{puzzle}`. {made_by} wrote it.

{optimal}| file | what it is |
|---|---|
| `{puzzle}` | the puzzle |
| `{FORMULA}` | the puzzle as a formula (DIMACS) |
| `{VARIABLES}` | what the variables of the formula stand for; further ones are auxiliary |
| `{SOLUTIONS}` | {listing}; in increasing order, each in the puzzle's words and as a model of \
`{FORMULA}`: the variables that are true, all others being false |
| `{REST}` | `{FORMULA}`, then a clause for each solution that forbids its values |
| `{PROOF}` | a DRAT proof that `{REST}` has no model: there are no other solutions |
| `{MANIFEST}` | the claim, for programs |
| `{SUMS}` | the SHA-256 sums of all these files |

## Check it

The files are unchanged:

    sha256sum -c {SUMS}

Any one of these commands proves that there are no other solutions:

{rate}    drat-trim {REST} {PROOF}         # github.com/marijnheule/drat-trim; prints `s VERIFIED`
    cadical {REST}                       # or any other SAT solver; prints `s UNSATISFIABLE`

The listed solutions are solutions, each clause forbids one of them and nothing else, `{FORMULA}` \
is the formula of `{puzzle}`, and all of the above:

    cnfetti certify --verify .

The other programs cannot tell whether the formula means what the puzzle means. The list of solutions
and `{VARIABLES}` let you check that by eye, or with a program of your own.
"
    )
}
