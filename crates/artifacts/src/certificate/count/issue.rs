//! Makes a certificate of a count.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use cnfetti_encodings::{Cnf, at_most_one};
use itertools::Itertools as _;
use num_bigint::BigUint;

use super::renaming::groups;
use super::rotations::{Fixed, RotationTable};
use super::verify::check_graph;
use super::{
    BETTER, CLAIM, CertificateError, Claim, GRAPH, LRAT, LRAT_TEXT, Puzzle, RECOUNT, RECOUNT_TEXT,
    RENAME, RENAME_TEXT, RENAMING, Renaming, Rotations, TURN, TURN_TEXT, TURNS, WHOLE, readme,
};
use crate::certificate::formula::Proved;
use crate::certificate::issue::{Source, variables};
use crate::certificate::manifest::Encodings;
use crate::certificate::manifest::{Costs, WHICH};
use crate::certificate::{FORMULA, README, Result, VARIABLES, made_by, put, put_claim, put_sums};
use cnfetti_core::csp::Csp;
use cnfetti_core::decimal::Amount;
use cnfetti_core::limit::{Budget, Limits};
use cnfetti_proof::renaming::{WrongRenaming, check_order, check_renaming, write_groups};
use cnfetti_puzzles::instance::Instance;
use cnfetti_sat::compile::{Choices, Compiled, NotCompiled, compile_defined, compile_within};
use cnfetti_sat::dimacs;
use cnfetti_sat::knowledge::Knowledge;
use cnfetti_sat::search::clauses;
use cnfetti_sat::search::symmetry::break_renaming;

/// Whether to count solutions that differ only by renaming once, and multiply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpToRenaming {
    /// If it can be shown for how many solutions each of these stands.
    #[default]
    Auto,
    /// Always; an error if that cannot be shown.
    Always,
    /// Never: count every solution.
    Never,
}

/// The subject of the count.
pub enum Subject<'a> {
    /// The solutions of a puzzle.
    Puzzle {
        /// Its file.
        source: Source<'a>,
        /// The puzzle.
        instance: &'a Instance,
        /// For a puzzle with an objective, the solutions to count.
        costs: Option<Costs>,
        /// The encodings of its formula.
        choices: &'a Choices,
        /// Whether to count those that differ only by renaming once, and multiply.
        renaming: UpToRenaming,
        /// Whether to count up to rotations too.
        rotations: bool,
        /// Whether to prove that the formula means what the puzzle says.
        stated: bool,
    },
    /// The models of a formula on these variables, or on all variables if there is no list.
    Formula(&'a Cnf, Option<&'a [u32]>),
}

/// Counts, writes a certificate into an empty folder, and checks it as the recipient would.
///
/// # Errors
///
/// The formula is too large, a limit is reached, or the certificate fails its check.
pub fn issue(subject: &Subject<'_>, limits: &Limits, folder: &Path) -> Result<Claim> {
    match subject {
        Subject::Formula(cnf, show) => {
            let models = compile_graph(folder, [FORMULA, GRAPH], (cnf, None), *show, limits)?;
            let models = models.to_string();
            let made_by = made_by();
            finish(folder, Claim { made_by, models, puzzle: None, renaming: None, rotations: None })
        }
        Subject::Puzzle { source, instance, costs, choices, renaming, rotations, stated } => {
            let csp = Costs::problem(*costs, &instance.puzzle.csp());
            let csp = csp.ok_or_else(|| CertificateError::wrong(CLAIM, WHICH))?;
            if *stated {
                require_statable(&csp)?;
            }
            let compile = compiler(*stated);
            let Certified { compiled, whole, choices, each } =
                certified((&csp, compile), choices, *renaming, limits, folder)?;
            let name = format!("puzzle.{}", source.extension());
            put(folder, &name, source.text.as_bytes())?;
            put(folder, VARIABLES, &variables(&csp, &compiled))?;
            let show = match stated {
                true => prove(folder, &csp, (&compiled, whole.as_ref()), limits)?,
                false => shown(&compiled),
            };
            let open = whole.as_ref().unwrap_or(&compiled);
            // Names come in the order of the variables, so any other order would have more states.
            let order = whole.is_none().then(|| clauses::order(&csp, &compiled.map, limits));
            let formula = (&compiled.cnf, order.as_deref());
            let models = compile_graph(folder, [FORMULA, GRAPH], formula, Some(&show), limits)?;
            if let Some(bound) = &csp.bound() {
                let better = csp.better_than(bound);
                let formula = compile_within(&better, &choices, &limits.budget)?;
                let order = clauses::order(&better, &formula.map, limits);
                let (show, formula) = (shown(&formula), (&formula.cnf, Some(&*order)));
                let none = compile_graph(folder, BETTER, formula, Some(&show), limits)?;
                require_none(&none, csp.amount(bound.value))?;
            }
            let numbers = (&models, each.as_ref());
            let rotations = match rotations {
                true => Some(rotated(&csp, (open, &show), numbers, limits, folder)?),
                false => None,
            };
            let renaming = each.map(|each| Renaming {
                called: format!("the {}", csp.symmetry().values_called),
                solutions: (&models * &each).to_string(),
                each: each.to_string(),
            });
            let puzzle = Some(Puzzle {
                file: name,
                part: instance.part.clone(),
                kind: instance.kind.to_owned(),
                costs: *costs,
                encodings: Encodings::of(&choices),
                is_stated: *stated,
            });
            let (made_by, models) = (made_by(), models.to_string());
            finish(folder, Claim { made_by, models, puzzle, renaming, rotations })
        }
    }
}

/// Requires that the statement of the problem has as many solutions as are counted.
pub(super) fn require_statable(csp: &Csp) -> Result<()> {
    match (csp.bound(), csp.is_projected()) {
        (Some(_), _) => Err(CertificateError::NotStated),
        (None, true) => Err(CertificateError::NotOverAll),
        (None, false) => Ok(()),
    }
}

/// Proves that the formula without the order of names means what the problem says. Returns the variables of
/// the statement, which are the counted ones.
fn prove(
    folder: &Path,
    csp: &Csp,
    (compiled, whole): (&Compiled, Option<&Compiled>),
    limits: &Limits,
) -> Result<Vec<u32>> {
    let open = whole.unwrap_or(compiled);
    let Proved { texts, stated, .. } = Proved::of(csp, open, &limits.budget)?;
    if whole.is_some() {
        put(folder, WHOLE, texts.dimacs.as_bytes())?;
    }
    texts.files().into_iter().try_for_each(|(name, content)| put(folder, name, content))?;
    Ok(stated)
}

/// Counts the solutions that each rotation leaves unchanged. The formula of the graph has `models` models,
/// each of which stands for `each` solutions.
fn rotated(
    csp: &Csp,
    (whole, show): (&Compiled, &[u32]),
    (models, each): (&BigUint, Option<&BigUint>),
    limits: &Limits,
    folder: &Path,
) -> Result<Rotations> {
    let refused = |reason: &str| CertificateError::NotRenamed(reason.to_owned());
    if csp.symmetry().permutations.is_empty() {
        return Err(refused(
            "it declares no rotations; `count --rotations` counts up to those of a board",
        ));
    }
    if each.is_none() && csp.symmetry().has_renamings() {
        return Err(refused("it is not counted up to renaming, and so not up to rotations"));
    }
    let table = RotationTable::of(csp, &whole.map)
        .ok_or_else(|| refused("there are too many rotations and renamings together"))?;
    let mut fixed = Vec::new();
    for Fixed { name, times, cnf } in table.formulas(&whole.cnf) {
        let names = [format!("{name}.cnf"), format!("{name}.scpog")];
        let names = names.each_ref().map(String::as_str);
        fixed.push((times, compile_graph(folder, names, (&cnf, None), Some(show), limits)?));
    }
    put(folder, TURNS, table.text().as_bytes())?;
    put(folder, TURN, TURN_TEXT.as_bytes())?;
    let each = each.cloned().unwrap_or(1_u32.into());
    let classes = table.average(&(models * &each), &each, &fixed).ok_or_else(|| {
        CertificateError::wrong(
            TURNS,
            "internal error: the average over rotations is no whole number",
        )
    })?;
    Ok(Rotations {
        called: csp.symmetry().permutations_called.to_string(),
        fixed: fixed.into_iter().map(|(_, models)| models.to_string()).collect(),
        classes: classes.to_string(),
    })
}

/// A formula, and, if names appear in order in it, how many solutions each of its models stands for.
struct Certified {
    compiled: Compiled,
    /// The formula without the order of names, if that is another one.
    whole: Option<Compiled>,
    choices: Choices,
    each: Option<BigUint>,
}

/// Why it is unknown how many solutions a model stands for in a formula with ordered names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum NotInOrder {
    #[error("this puzzle has no interchangeable names")]
    NothingToRename,
    #[error(
        "the formula is not seen to be the same when names are exchanged: try --at-most-one pairwise \
         and --domain one_hot"
    )]
    NotTheSame,
    #[error("some solutions do not use every name, so they do not all stand for the same number")]
    Missing,
    // The formula of a contradiction is cut short.
    #[error("the formula does not say in which order names appear")]
    NoOrder,
}

/// Compiles a problem to a formula.
pub(super) type Compile = fn(&Csp, &Choices, &Budget) -> std::result::Result<Compiled, NotCompiled>;

/// To be proved correct, a formula leaves out redundant clauses, and whatever has no known derivation.
pub(super) fn compiler(is_stated: bool) -> Compile {
    if is_stated { compile_defined } else { compile_within }
}

/// Compiles the formula whose models are counted.
fn certified(
    (csp, compile): (&Csp, Compile),
    choices: &Choices,
    renaming: UpToRenaming,
    limits: &Limits,
    folder: &Path,
) -> Result<Certified> {
    let whole = compile(csp, choices, &limits.budget)?;
    let every = |compiled| Certified { compiled, whole: None, choices: *choices, each: None };
    if renaming == UpToRenaming::Never {
        return Ok(every(whole));
    }
    let (mut refused, whole) = match in_order((csp, compile), *choices, whole, limits, folder)? {
        Ok(certified) => return Ok(certified),
        Err(refused) => refused,
    };
    if refused == NotInOrder::NotTheSame
        && let Some(choices) = pairwise(choices)
    {
        let whole = compile(csp, &choices, &limits.budget)?;
        match in_order((csp, compile), choices, whole, limits, folder)? {
            Ok(certified) => return Ok(certified),
            Err((reason, _)) => refused = reason,
        }
    }
    if renaming == UpToRenaming::Always {
        return Err(CertificateError::NotRenamed(refused.to_string()));
    }
    Ok(every(whole))
}

/// The choices with the pairwise encoding, which treats all values alike, if the at-most-one encoding is
/// `auto`.
fn pairwise(choices: &Choices) -> Option<Choices> {
    let is_open = choices.at_most_one.name() == at_most_one::AUTO.name();
    let at_most_one = at_most_one::by_name("pairwise").filter(|_| is_open)?;
    Some(Choices { at_most_one, ..*choices })
}

/// Compiles the formula with ordered names and compares it with the one without. Writes the proof of how many
/// solutions each model stands for, or returns why that is unknown.
fn in_order(
    (csp, compile): (&Csp, Compile),
    choices: Choices,
    whole: Compiled,
    limits: &Limits,
    folder: &Path,
) -> Result<Result<Certified, (NotInOrder, Compiled)>> {
    if !csp.symmetry().has_renamings() {
        return Ok(Err((NotInOrder::NothingToRename, whole)));
    }
    let Some(groups) = groups(csp, &whole) else {
        return Ok(Err((NotInOrder::NotTheSame, whole)));
    };
    let each = match check_renaming(&whole.cnf, &groups, &limits.budget) {
        Err(WrongRenaming::Missing { .. }) => return Ok(Err((NotInOrder::Missing, whole))),
        checked => checked.map_err(CertificateError::of_renaming)?,
    };
    let compiled = compile(&break_renaming(csp), &choices, &limits.budget)?;
    if check_order(&whole.cnf, &compiled.cnf, &groups).is_err() {
        return Ok(Err((NotInOrder::NoOrder, whole)));
    }
    put(folder, WHOLE, &formula(&whole.cnf, Some(&shown(&whole))))?;
    put(folder, RENAMING, write_groups(&groups).as_bytes())?;
    put(folder, RENAME, RENAME_TEXT.as_bytes())?;
    Ok(Ok(Certified { compiled, whole: Some(whole), choices, each: Some(each) }))
}

/// Fails if there is a better solution.
pub(super) fn require_none(better: &BigUint, best: Amount) -> Result<()> {
    match *better == BigUint::ZERO {
        true => Ok(()),
        false => {
            let message = format!("there are solutions that are better than {best}");
            Err(CertificateError::wrong(BETTER[0], message))
        }
    }
}

/// The counted variables of the puzzle.
pub(super) fn shown(compiled: &Compiled) -> Vec<u32> {
    compiled.map.shown()
}

/// Compiles a formula to a graph, writes both, and checks the graph as the recipient would. An order of the variables
/// may promise a small graph.
fn compile_graph(
    folder: &Path,
    [formula_file, graph_file]: [&str; 2],
    (cnf, order): (&Cnf, Option<&[Vec<u32>]>),
    show: Option<&[u32]>,
    limits: &Limits,
) -> Result<BigUint> {
    let knowledge = match order {
        Some(order) => Knowledge::in_order((cnf, order), show, limits)?,
        None => Knowledge::of(cnf, show, limits)?,
    };
    put(folder, formula_file, &formula(cnf, show))?;
    let failed = CertificateError::of(graph_file);
    let mut out = BufWriter::new(File::create(folder.join(graph_file)).map_err(&failed)?);
    knowledge.certify(&mut out).and_then(|()| out.flush()).map_err(&failed)?;
    let models = knowledge.count_within(&limits.budget)?;
    drop(knowledge);
    let checked = check_graph(folder, graph_file, cnf, show, &limits.budget)?;
    if checked.models != models {
        let message = format!("internal error: {models} were counted, it has {}", checked.models);
        return Err(CertificateError::wrong(graph_file, message));
    }
    Ok(models)
}

/// Writes the files that every certificate has.
fn finish(folder: &Path, claim: Claim) -> Result<Claim> {
    put_claim(folder, CLAIM, &claim)?;
    put(folder, RECOUNT, RECOUNT_TEXT.as_bytes())?;
    put(folder, LRAT, LRAT_TEXT.as_bytes())?;
    put(folder, README, readme(&claim).as_bytes())?;
    put_sums(folder)?;
    Ok(claim)
}

/// Writes the formula for other checkers, which project only if `c t pmc` comes first. The list of variables
/// follows the header, because cpog-check uses uninitialized memory for the part of a list that exceeds what
/// it has read by then.
pub(in crate::certificate) fn formula(cnf: &Cnf, show: Option<&[u32]>) -> Vec<u8> {
    let mut plain = Vec::new();
    dimacs::write_plain(&mut plain, &[], cnf).expect("memory takes every byte");
    let Some(show) = show else { return plain };
    let header = plain.iter().position(|&byte| byte == b'\n').map_or(plain.len(), |end| end + 1);
    let (header, clauses) = plain.split_at(header);
    let list = show.iter().format(" ");
    [b"c t pmc\n", header, format!("c p show {list} 0\n").as_bytes(), clauses].concat()
}
