//! Checks a certificate of a count, and trusts none of its claims.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use num_bigint::BigUint;

use super::issue::{compiler, formula, require_none, require_statable, shown};
use super::renaming::occurs;
use super::rotations::{Fixed, RotationTable};
use super::{
    BETTER, CLAIM, CertificateError, Claim, GRAPH, LRAT, LRAT_TEXT, Puzzle, RECOUNT, RECOUNT_TEXT,
    RENAME, RENAME_TEXT, RENAMING, Renaming, Rotations, TURN, TURN_TEXT, TURNS, WHOLE, readme,
};
use crate::certificate::formula::{STATEMENT, Texts, right};
use crate::certificate::issue::variables;
use crate::certificate::{
    FORMULA, README, Result, VARIABLES, check_sums, choices, read, read_claim, read_dimacs,
    read_puzzle, require, require_expected,
};
use cnfetti_core::csp::{Bound, Csp};
use cnfetti_core::limit::Budget;
use cnfetti_core::plural::counted;
use cnfetti_derivation::statement;
use cnfetti_encodings::Cnf;
use cnfetti_proof::count::{CheckedCount, check_count};
use cnfetti_proof::renaming::{check_order, check_renaming, read_groups};
use cnfetti_puzzles::instance::Instance;
use cnfetti_sat::compile::Compiled;
use cnfetti_sat::search::symmetry::break_renaming;

/// Checks the certificate of a count in this folder. Returns its claim, and a line for each check.
///
/// # Errors
///
/// The first thing that is wrong, or a limit.
pub fn verify(folder: &Path, budget: &Budget) -> Result<(Claim, Vec<String>)> {
    let mut right = vec![check_sums(folder)?];
    let claim: Claim = read_claim(folder, CLAIM)?;
    let text = read(folder, FORMULA)?;
    let file = read_dimacs(FORMULA, &text)?;
    let show = file.show.as_deref();
    let recompiled =
        claim.puzzle.as_ref().map(|puzzle| Recompiled::of(folder, puzzle, budget)).transpose()?;
    if let Some(recompiled) = &recompiled {
        right.extend(check_formulas(folder, &claim, recompiled, &file.cnf, budget)?);
        right.push(format!("{FORMULA}: the formula of {}", recompiled.puzzle.file));
        if let Some(statement) = &recompiled.statement {
            right.extend(check_stated(folder, &claim, statement, budget)?);
        }
    } else if claim.renaming.is_some() {
        return Err(CertificateError::wrong(CLAIM, "claims that a formula is renamed"));
    } else {
        require(folder, &claim.made_by, FORMULA, &formula(&file.cnf, show))?;
    }
    let checked = check_graph(folder, GRAPH, &file.cnf, show, budget)?;
    let (nodes, derived) = (counted(checked.nodes as u64, "node"), checked.derived as u64);
    let clauses = counted(derived, "derived clause");
    right.push(format!(
        "{GRAPH}: a graph of {nodes} that has the models of {FORMULA} and no others, by {clauses}"
    ));
    if checked.models.to_string() != claim.models {
        let message = format!("claims {}, but the graph has {}", claim.models, checked.models);
        return Err(CertificateError::wrong(CLAIM, message));
    }
    if let Some((recompiled, bound)) =
        recompiled.as_ref().and_then(|recompiled| Some((recompiled, recompiled.csp.bound()?)))
    {
        right.push(check_better(folder, &claim, recompiled, bound, budget)?);
        if checked.models == BigUint::ZERO {
            let message =
                format!("no solution has the value {}", recompiled.csp.amount(bound.value));
            return Err(CertificateError::wrong(CLAIM, message));
        }
    }
    if let Some(rotations) = &claim.rotations {
        let turned = "claims that a formula is turned";
        let recompiled =
            recompiled.as_ref().ok_or_else(|| CertificateError::wrong(CLAIM, turned))?;
        right.push(check_rotations(
            folder,
            &claim,
            rotations,
            recompiled,
            &checked.models,
            budget,
        )?);
    }
    if let Some(recompiled) = &recompiled {
        let Recompiled { instance, csp, puzzle, .. } = recompiled;
        require_expected(instance, csp, &puzzle.file, claim.solutions())?;
    }
    right.push(format!("{CLAIM}: {}", claim.verdict()));
    require(folder, &claim.made_by, RECOUNT, RECOUNT_TEXT.as_bytes())?;
    require(folder, &claim.made_by, LRAT, LRAT_TEXT.as_bytes())?;
    require(folder, &claim.made_by, README, readme(&claim).as_bytes())?;
    right.push(format!("{RECOUNT}, {LRAT}, {README}: as cnfetti writes them"));
    Ok((claim, right))
}

/// The puzzle of a certificate, compiled again.
struct Recompiled<'a> {
    puzzle: &'a Puzzle,
    instance: Instance,
    csp: Csp,
    /// The formula without the order of names.
    whole: Compiled,
    /// The counted variables.
    show: Vec<u32>,
    /// The statement, if the formula has a proof from one.
    statement: Option<String>,
}

impl Recompiled<'_> {
    fn of<'a>(folder: &Path, puzzle: &'a Puzzle, budget: &Budget) -> Result<Recompiled<'a>> {
        let name = &puzzle.file;
        let of = (&**name, &puzzle.part, &*puzzle.kind);
        let (instance, csp) = read_puzzle(folder, CLAIM, of, puzzle.costs)?;
        let whole = compiled(&csp, puzzle, budget)?;
        if !puzzle.is_stated {
            let show = shown(&whole);
            return Ok(Recompiled { puzzle, instance, csp, show, whole, statement: None });
        }
        require_statable(&csp)?;
        let stated = statement(&csp, &whole);
        let (text, show) =
            stated.map_err(|error| CertificateError::wrong(name, error.to_string()))?;
        Ok(Recompiled { puzzle, instance, csp, whole, show, statement: Some(text) })
    }
}

fn compiled(csp: &Csp, puzzle: &Puzzle, budget: &Budget) -> Result<Compiled> {
    Ok(compiler(puzzle.is_stated)(csp, &choices(CLAIM, &puzzle.encodings)?, budget)?)
}

/// Checks that the formulas are those of the puzzle. Returns what the renaming adds.
fn check_formulas(
    folder: &Path,
    claim: &Claim,
    recompiled: &Recompiled<'_>,
    cnf: &Cnf,
    budget: &Budget,
) -> Result<Option<String>> {
    let Some(renaming) = &claim.renaming else {
        check_formula(folder, claim, &recompiled.csp, (&recompiled.whole, &recompiled.show))?;
        return Ok(None);
    };
    let csp = break_renaming(&recompiled.csp);
    let ordered = compiled(&csp, recompiled.puzzle, budget)?;
    check_formula(folder, claim, &csp, (&ordered, &recompiled.show))?;
    check_renamed(folder, claim, renaming, cnf, recompiled, budget).map(Some)
}

/// Checks that the formula is the one that the problem compiles to, and shows the problem's variables.
fn check_formula(
    folder: &Path,
    claim: &Claim,
    csp: &Csp,
    (compiled, show): (&Compiled, &[u32]),
) -> Result<()> {
    let expected = formula(&compiled.cnf, Some(show));
    require(folder, &claim.made_by, FORMULA, &expected)?;
    let expected = variables(csp, compiled);
    require(folder, &claim.made_by, VARIABLES, &expected)?;
    Ok(())
}

/// Checks that the formula means what the statement says, and that this is the puzzle's statement.
fn check_stated(
    folder: &Path,
    claim: &Claim,
    statement: &str,
    budget: &Budget,
) -> Result<Vec<String>> {
    let texts = Texts::read(folder, claim.whole())?;
    require(folder, &claim.made_by, STATEMENT, statement.as_bytes())?;
    Ok(right(&texts.check(budget)?, claim.whole()))
}

/// Checks that the graph has the models of the formula and no others.
pub(super) fn check_graph(
    folder: &Path,
    file: &str,
    cnf: &Cnf,
    show: Option<&[u32]>,
    budget: &Budget,
) -> Result<CheckedCount> {
    let graph = File::open(folder.join(file)).map_err(CertificateError::of(file))?;
    check_count(cnf, show, BufReader::new(graph), budget)
        .map_err(|error| CertificateError::of_graph(file, error))
}

/// Checks that no solution is better than the bound.
fn check_better(
    folder: &Path,
    claim: &Claim,
    recompiled: &Recompiled<'_>,
    bound: &Bound,
    budget: &Budget,
) -> Result<String> {
    let [formula_file, graph_file] = BETTER;
    let better = compiled(&recompiled.csp.better_than(bound), recompiled.puzzle, budget)?;
    let show = shown(&better);
    let expected = formula(&better.cnf, Some(&show));
    require(folder, &claim.made_by, formula_file, &expected)?;
    let checked = check_graph(folder, graph_file, &better.cnf, Some(&show), budget)?;
    let best = recompiled.csp.amount(bound.value);
    require_none(&checked.models, best)?;
    Ok(format!("{formula_file}, {graph_file}: no solution is better than {best}"))
}

/// Checks that each model of the formula stands for as many solutions as claimed.
fn check_renamed(
    folder: &Path,
    claim: &Claim,
    renaming: &Renaming,
    ordered: &Cnf,
    Recompiled { csp, whole, show, .. }: &Recompiled<'_>,
    budget: &Budget,
) -> Result<String> {
    let expected = formula(&whole.cnf, Some(show));
    require(folder, &claim.made_by, WHOLE, &expected)?;
    let groups = read_groups(&read(folder, RENAMING)?).map_err(CertificateError::of_renaming)?;
    let declared = csp.symmetry().interchangeable.iter();
    let declared: Option<Vec<_>> = declared.map(|group| occurs(group, &whole.map)).collect();
    let is_declared = declared.is_some_and(|all| groups.iter().map(|group| &group.occurs).eq(&all));
    if !is_declared {
        return Err(CertificateError::wrong(
            RENAMING,
            "does not speak of the values of the puzzle",
        ));
    }
    let each =
        check_renaming(&whole.cnf, &groups, budget).map_err(CertificateError::of_renaming)?;
    check_order(&whole.cnf, ordered, &groups).map_err(CertificateError::of_order)?;
    let models: Option<BigUint> = claim.models.parse().ok();
    let solutions = models.map(|models| models * &each).ok_or_else(|| {
        CertificateError::wrong(CLAIM, format!("expected a number, found {}", claim.models))
    })?;
    let expected = Renaming {
        called: format!("the {}", csp.symmetry().values_called),
        each: each.to_string(),
        solutions: solutions.to_string(),
    };
    if *renaming != expected {
        let message = format!("claims {renaming:?}, but {expected:?} follows");
        return Err(CertificateError::wrong(CLAIM, message));
    }
    require(folder, &claim.made_by, RENAME, RENAME_TEXT.as_bytes())?;
    let called = &renaming.called;
    Ok(format!(
        "{RENAMING}: each model stands for {each} solutions that differ by renaming {called}"
    ))
}

/// Checks that the number of classes is the average of what each rotation leaves unchanged.
fn check_rotations(
    folder: &Path,
    claim: &Claim,
    rotations: &Rotations,
    Recompiled { csp, whole, show, .. }: &Recompiled<'_>,
    models: &BigUint,
    budget: &Budget,
) -> Result<String> {
    let wrong = |message: String| CertificateError::wrong(CLAIM, message);
    let table = RotationTable::of(csp, &whole.map);
    let table = table.ok_or_else(|| wrong("claims rotations that are not there".to_owned()))?;
    require(folder, &claim.made_by, TURNS, table.text().as_bytes())?;
    require(folder, &claim.made_by, TURN, TURN_TEXT.as_bytes())?;
    let mut fixed = Vec::new();
    for Fixed { name, times, cnf } in table.formulas(&whole.cnf) {
        let (formula_file, graph_file) = (format!("{name}.cnf"), format!("{name}.scpog"));
        let expected = formula(&cnf, Some(show));
        require(folder, &claim.made_by, &formula_file, &expected)?;
        let checked = check_graph(folder, &graph_file, &cnf, Some(show), budget)?;
        fixed.push((times, checked.models));
    }
    let each = claim.renaming.as_ref().map_or("1", |renaming| &renaming.each);
    let each: BigUint =
        each.parse().map_err(|_| wrong("expected a number in `each`".to_owned()))?;
    if each != table.all_renamings() {
        // Otherwise a renaming may leave a solution unchanged, and the average ignores that.
        let all = table.all_renamings();
        return Err(wrong(format!("counts {each} of the {all} renamings for its rotations")));
    }
    let classes = table.average(&(models * &each), &each, &fixed);
    let expected = Rotations {
        called: csp.symmetry().permutations_called.to_string(),
        fixed: fixed.iter().map(|(_, models)| models.to_string()).collect(),
        classes: classes.map_or_else(String::new, |classes| classes.to_string()),
    };
    if *rotations != expected {
        return Err(wrong(format!("claims {rotations:?}, but {expected:?} follows")));
    }
    let graphs = counted(fixed.len() as u64, "graph");
    Ok(format!("{TURNS}: {} by {graphs} of what they leave as it is", rotations.called))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::Source;
    use crate::certificate::count::{Subject, UpToRenaming, issue};
    use cnfetti_exact::Limits;
    use cnfetti_puzzles::instance;
    use cnfetti_sat::compile::Choices;

    /// The formula is also compared with what the puzzle compiles to. That it leaves one solution of each
    /// renaming is checked by itself, from its clauses for the order.
    #[test]
    fn a_formula_that_is_not_in_order_is_refused() {
        let text = "kind = \"seating\"\nfigure = \"XX\\nXX\"\nneighbours = 4\nsubjects = 3\ncandidates = 1\n";
        let instance = &instance::parse(text).unwrap();
        let source = Source { path: Path::new("x.toml"), text };
        let (choices, renaming) = (&Choices::default(), UpToRenaming::Always);
        let subject = Subject::Puzzle {
            source,
            instance,
            choices,
            renaming,
            rotations: false,
            costs: None,
            stated: false,
        };
        let folder = tempfile::tempdir().unwrap();
        let claim = issue(&subject, &Limits::default(), folder.path()).unwrap();
        let budget = &Budget::default();
        let puzzle = claim.puzzle.as_ref().unwrap();
        let recompiled = Recompiled::of(folder.path(), puzzle, budget).unwrap();
        let checked = |ordered: &Cnf| {
            let renaming = claim.renaming.as_ref().unwrap();
            check_renamed(folder.path(), &claim, renaming, ordered, &recompiled, budget)
        };
        let ordered = compiled(&break_renaming(&recompiled.csp), puzzle, budget).unwrap().cnf;
        checked(&ordered).unwrap();
        for left_out in recompiled.whole.cnf.num_clauses()..ordered.num_clauses() {
            let mut other = Cnf::new();
            other.declare(ordered.num_vars());
            let kept = ordered.clauses().enumerate().filter(|(at, _)| *at != left_out);
            kept.for_each(|(_, clause)| other.add_clause(clause.iter().copied()));
            assert!(checked(&other).is_err(), "without clause {}", left_out + 1);
        }
        assert!(checked(&recompiled.whole.cnf).is_err(), "without any order");
    }
}
