//! `cnfetti report`: writes a page about several puzzles.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use cnfetti::compare::cost::costs;
use cnfetti::compile::Choices;
use cnfetti::csp::{Csp, Value};
use cnfetti::exact::{self, Limits};
use cnfetti::instance::{self, Instance};
use cnfetti::limit::Budget;
use cnfetti::machine;
use cnfetti::output::PAGE;
use cnfetti::picture::View;
use cnfetti::report::{Section, page};
use cnfetti::search::witnessed::witnessed;
use cnfetti::solver::{Backend, choose};
use num_bigint::BigUint;

use super::asked::{Asked, CostOption};
use super::destination::ForceOption;
use super::evidence::{Statement, tell};
use super::expected::require_count;
use super::find::{Found, find};
use super::walk::expand;
use super::words::in_words;
use super::{Context, STOPPED};
use crate::report_error::{self, limit_of};

/// The time limit of each encoding.
const PER_ENCODING: Duration = Duration::from_secs(1);

/// Write a web page about puzzles: solutions, counts and encodings.
///
/// The page works offline and has no scripts. cnfetti solves and counts each puzzle for at most the
/// time limit, and tries each encoding for at most a second.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti report instances/pips/pips1.toml -o report.html
  cnfetti report --no-encodings instances/dice -o dice.html
  cnfetti report --no-encodings instances/models/queens.xml -o queens.html")]
pub(crate) struct Report {
    /// Puzzles, or folders of puzzles
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The page to write; `-` is stdout
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
    /// Solve and count each puzzle for at most this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    time_limit: u32,
    /// Leave out the table of encodings
    #[arg(long)]
    no_encodings: bool,
    #[command(flatten)]
    costs: CostOption,
    #[command(flatten)]
    force: ForceOption,
}

impl Report {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let destination = self.force.destination(&self.output, PAGE)?;
        let backend = choose("varisat")?;
        let (mut sections, mut unreadable, mut stopped) = (Vec::new(), Vec::new(), false);
        for file in &expand(context, &self.files)? {
            context.know(file, |_, _| Ok(()));
            match instance::load_all_within(file, &self.budget(context)) {
                Ok(instances) => {
                    for instance in &instances {
                        let (section, complete) =
                            self.section(context, file, instance, &backend)?;
                        stopped |= !complete;
                        sections.push(section);
                    }
                }
                Err(error) => {
                    let error = error.into();
                    report_error::show(&error);
                    unreadable.push(report_error::in_full(&error));
                }
            }
        }
        destination.write_text(context, &page(&sections, &unreadable))?;
        Ok(match (unreadable.is_empty(), stopped) {
            (false, _) => ExitCode::FAILURE,
            (true, true) => ExitCode::from(STOPPED),
            (true, false) => ExitCode::SUCCESS,
        })
    }

    /// The budget of the next task.
    fn budget(&self, context: &Context) -> Budget {
        context.budget(Some(Duration::from_secs(self.time_limit.into())))
    }

    /// Writes the section on a puzzle. Returns it, and whether it is complete.
    fn section(
        &self,
        context: &Context,
        file: &Path,
        instance: &Instance,
        backend: &Backend,
    ) -> anyhow::Result<(Section, bool)> {
        let name = instance.name_in(file);
        context.detail(|| name.clone());
        let stated = self.costs.problem(context, &name, instance);
        let budget = || self.budget(context);
        let solver = (&Choices::default(), backend);
        let asked = Asked::new(context, &name, &stated, solver, &budget());
        let csp = match asked.map_err(|error| (limit_of(&error), error)) {
            Ok(asked) => asked.csp,
            Err((Some(_), _)) => return Ok((self.without_optimum(name, instance, &stated), false)),
            Err((None, error)) => return Err(error),
        };
        let found = find(instance, &csp, backend, &budget()).with_context(|| name.clone())?;
        if let Found::NoSolution(evidence) = &found {
            let (what, by) = ("there is no solution", backend.name.as_ref());
            tell(context, &Statement { name: name.as_str(), what, by }, evidence);
        }
        let (verdict, solution) = match &found {
            Found::Solution(solution) if csp.bound().is_some() => {
                ("solved to optimality", Some(solution.as_slice()))
            }
            Found::Solution(solution) => ("solved", Some(solution.as_slice())),
            Found::NoSolution(_) => ("no solution", None),
            Found::Stopped => ("stopped before an answer", None),
        };
        let view = View { solution, ..View::default() };
        let limits = Limits { budget: budget(), ..machine::limits() };
        // The exact counter finds the best value independently.
        let (counted, _) = exact::count(&stated, &limits)?;
        if let Some(bound) = csp.bound().filter(|_| counted.exact) {
            anyhow::ensure!(
                counted.optimum == Some(bound.value),
                "{name}: the solver's best value is {}, the exact counter's {:?}",
                bound.value,
                counted.optimum
            );
        }
        let at_least = u8::from(matches!(found, Found::Solution(_)));
        let none = matches!(found, Found::NoSolution(_));
        let fits = counted.solutions >= at_least.into() || !counted.exact;
        anyhow::ensure!(
            fits && !(none && counted.solutions > BigUint::ZERO),
            "{name}: the solver finds {verdict}, the exact counter counts {}",
            counted.solutions
        );
        require_count(Path::new(&name), &self.costs.expected(instance), &csp, &counted)?;
        let limits = Limits { budget: budget(), ..machine::limits() };
        let rules = |solution: &[Value]| instance.puzzle.check(solution);
        let candidates = witnessed(&csp, &limits, rules)?.numbers();
        let open = View { candidates: candidates.as_deref(), ..View::default() };
        let at_least = if counted.exact { "" } else { "at least " };
        let complete = counted.exact && candidates.is_some() && !matches!(found, Found::Stopped);
        let costs = match self.no_encodings {
            true => Vec::new(),
            false => costs(&csp, backend, || budget().at_most(PER_ENCODING))?,
        };
        context.take_time();
        let section = Section {
            kind: instance.kind,
            title: instance.title.clone(),
            puzzle: instance.puzzle.picture(&open),
            has_candidates: candidates.is_some(),
            solution: solution.map(|_| instance.puzzle.picture(&view)),
            verdict: verdict.to_owned(),
            counts: format!("{at_least}{}", in_words(&csp, &counted)),
            constraints: constraints(&csp),
            costs,
            name,
        };
        Ok((section, complete))
    }

    /// The section on a puzzle whose best solutions were not found in time.
    fn without_optimum(&self, name: String, instance: &Instance, csp: &Csp) -> Section {
        Section {
            kind: instance.kind,
            title: instance.title.clone(),
            puzzle: instance.puzzle.picture(&View::default()),
            has_candidates: false,
            solution: None,
            verdict: "stopped before the optimum was known".to_owned(),
            counts: "at least 0 optimal solutions".to_owned(),
            constraints: constraints(csp),
            costs: Vec::new(),
            name,
        }
    }
}

/// Each constraint, with its reason.
fn constraints(csp: &Csp) -> Vec<(String, String)> {
    csp.constraints()
        .iter()
        .map(|posted| (posted.constraint.rule().describe(csp), posted.reason.clone()))
        .collect()
}
