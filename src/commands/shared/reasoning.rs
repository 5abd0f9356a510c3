//! The shared parts of `candidates --no-counts`, `explain` and `clues`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::Problem;
use cnfetti::csp::{Atom, Csp, Value, VarId};
use cnfetti::explain::reasoner;
use cnfetti::limit::{Limit, Stopped};
use cnfetti::problem::{Means, Reasoned};
use cnfetti::puzzle::{Puzzle, value_json};
use cnfetti::search::candidates::Candidates;
use cnfetti::sentences::Speaker;
use cnfetti::solver;
use itertools::Itertools;
use serde_json::{Map, Value as Json, json};

use crate::commands::answers::asked::{CostOption, objective, optimal};
use crate::commands::options::TimeOptions;
use crate::commands::options::entered::FromOption;
use crate::commands::terminal::files::note_flaw;
use crate::commands::{Context, Format, STOPPED, options::names};
use crate::report_error::limit_of;

/// The puzzle, and the options of reasoning.
#[derive(Args)]
pub(crate) struct ReasoningOptions {
    /// The puzzle; `-` is stdin
    pub(crate) file: PathBuf,
    #[command(flatten)]
    reasoner: ReasonerOptions,
    #[command(flatten)]
    costs: CostOption,
    #[command(flatten)]
    time: TimeOptions,
}

/// How to name interchangeable values, and who reasons.
#[derive(Args)]
pub(crate) struct ReasonerOptions {
    /// Name interchangeable values by these variables, such as a word
    #[arg(long, value_name = "WORD")]
    root: Option<String>,
    /// The SAT solver: see `list solvers`; another one checks it
    #[arg(long, value_name = "NAME", default_value = reasoner().name.as_ref(),
          value_parser = names::solver(), hide_possible_values = true)]
    solver: String,
}

/// A puzzle that is ready for reasoning.
pub(crate) struct Loaded {
    /// The problem of the optimal solutions.
    pub(crate) problem: Problem,
    pub(crate) reasoned: Reasoned,
}

/// The question that a limit left unanswered.
#[derive(Clone, Copy)]
pub(crate) struct Unknown {
    /// The kind of the puzzle, once that is known.
    kind: Option<&'static str>,
    what: &'static str,
    why: Stopped,
}

/// The question of the commands that reason.
const EVERY_SOLUTION: &str = "what holds in every solution";

impl ReasoningOptions {
    /// The same for a command that has its options elsewhere.
    pub(crate) fn new(
        file: PathBuf,
        reasoner: ReasonerOptions,
        costs: CostOption,
        time: TimeOptions,
    ) -> ReasoningOptions {
        ReasoningOptions { file, reasoner, costs, time }
    }

    /// Loads the puzzle. Returns the open question if a limit is reached first.
    pub(crate) fn load(
        &self,
        context: &Context,
        from: &FromOption,
    ) -> anyhow::Result<Result<Loaded, Unknown>> {
        let mut unknown = Unknown { kind: None, what: EVERY_SOLUTION, why: Stopped(Limit::Time) };
        match self.load_within(context, from, &mut unknown) {
            Err(error) => match limit_of(&error) {
                Some(limit) => Ok(Err(Unknown { why: Stopped(limit), ..unknown })),
                None => Err(error),
            },
            loaded => loaded.map(Ok),
        }
    }

    /// The same; keeps `unknown` at the question that would be open if a limit were reached now.
    fn load_within(
        &self,
        context: &Context,
        from: &FromOption,
        unknown: &mut Unknown,
    ) -> anyhow::Result<Loaded> {
        self.know(context, *unknown);
        let mut means = Means::default().within(self.time.budget(context));
        // The default solver finds the optimum, unless the user chose a reasoner.
        if self.reasoner.solver != reasoner().name {
            means = means.solver(solver::choose(&self.reasoner.solver)?);
        }
        let problem = Problem::from_file_within(&self.file, &means)?;
        note_flaw(context, &self.file, puzzle(&problem));
        let problem = self.costs.chosen(context, self.file.display(), problem);
        if problem.csp().objective().is_some() {
            unknown.what = "which solutions are optimal";
        }
        unknown.kind = problem.kind();
        self.know(context, *unknown);
        let in_file = || self.file.display().to_string();
        let optimal = optimal(context, &self.file, &problem, &means)?;
        unknown.what = EVERY_SOLUTION;
        self.know(context, *unknown);
        let problem = from.entered(&self.file, optimal.into_problem())?;
        let reasoned = match &self.reasoner.root {
            Some(text) => {
                let root = root_variables(&problem, text).with_context(in_file)?;
                let reasoned = problem.reasoned(&means, Some(&root));
                reasoned.with_context(|| format!("`--root {text}` cannot be fixed"))
            }
            None => problem.reasoned(&means, None).map_err(Into::into),
        };
        Ok(Loaded { reasoned: reasoned.with_context(in_file)?, problem })
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Lets the watchdog print the open question if it has to end the command.
    fn know(&self, context: &Context, unknown: Unknown) {
        context.know(&self.file, |context, limit| {
            self.write(context, &Unknown { why: Stopped(limit), ..unknown })
        });
    }

    /// Prints that a limit was reached before the question was answered.
    pub(crate) fn write_unknown(
        &self,
        context: &mut Context,
        unknown: &Unknown,
    ) -> anyhow::Result<ExitCode> {
        self.write(context, unknown)?;
        Ok(ExitCode::from(STOPPED))
    }

    fn write(
        &self,
        context: &mut Context,
        &Unknown { kind, what, why }: &Unknown,
    ) -> std::io::Result<()> {
        match context.format {
            Format::Json => {
                let line = json!({
                    "file": self.file.display().to_string(),
                    "kind": kind,
                    "status": "unknown",
                    "stopped": why.to_string(),
                });
                writeln!(context.out, "{line}")
            }
            _ => writeln!(context.out, "Unknown: {why} before it was known {what}."),
        }
    }
}

/// The puzzle of a problem from a file.
pub(crate) fn puzzle(problem: &Problem) -> &dyn Puzzle {
    problem.puzzle().expect("a file has a puzzle")
}

impl Loaded {
    /// The open question if a limit is reached before it is known what holds in every solution.
    pub(crate) fn unknown(&self, limit: Limit) -> Unknown {
        Unknown { kind: self.kind(), what: EVERY_SOLUTION, why: Stopped(limit) }
    }

    pub(crate) fn puzzle(&self) -> &dyn Puzzle {
        puzzle(&self.problem)
    }

    pub(crate) fn kind(&self) -> Option<&'static str> {
        self.problem.kind()
    }

    pub(crate) fn title(&self) -> Option<&str> {
        self.problem.title()
    }

    /// The title and the kind, such as `Pips 1 (pips)`, if there is a title.
    pub(crate) fn heading(&self) -> Option<String> {
        let kind = self.kind().unwrap_or_default();
        self.title().map(|title| format!("{title} ({kind})"))
    }

    pub(crate) fn csp(&self) -> &Csp {
        self.reasoned.csp()
    }

    pub(crate) fn speaker(&self) -> Speaker<'_> {
        self.reasoned.speaker()
    }

    /// The variables by which solutions or further counts differ, without copies and other helpers of ours.
    pub(crate) fn counted_over(&self) -> Vec<VarId> {
        let csp = self.csp();
        let further = csp.projections().iter().flat_map(|projection| &projection.scope).copied();
        let all: BTreeSet<VarId> = csp.projection_set().into_iter().chain(further).collect();
        all.into_iter().collect()
    }

    /// The first sentence for a model with an objective.
    pub(crate) fn optimum_sentence(&self) -> Option<String> {
        let objective = objective(self.csp())?;
        Some(format!("This is about the optimal solutions: {objective}."))
    }

    /// Writes the title, and what was fixed.
    pub(crate) fn write_header(&self, out: &mut impl Write) -> std::io::Result<()> {
        if let Some(heading) = self.heading() {
            writeln!(out, "{heading}")?;
        }
        if let Some(optimum) = self.optimum_sentence() {
            writeln!(out, "{optimum}")?;
        }
        if let Some(root) = self.root_sentence() {
            writeln!(out, "{root}")?;
        }
        writeln!(out)
    }

    /// The sentence about what was fixed, and why.
    pub(crate) fn root_sentence(&self) -> Option<String> {
        let (root, csp) = (self.reasoned.root()?, self.csp());
        let speaker = self.speaker();
        let values = match &*csp.symmetry().values_called {
            "" => "values",
            called => called,
        };
        let choice = speaker.root(&root.atoms);
        let choice = root.constraint.map_or_else(
            || format!("So {choice}"),
            |at| format!("{}, so {choice}", speaker.capital(&csp.constraints()[at].reason)),
        );
        Some(format!("The {values} are interchangeable. {choice}"))
    }
}

/// The variable with this name, in upper or lower case: its name in the problem, such as `cell[0][1]`, or in
/// sentences, such as `r1c2`.
pub(crate) fn variable(puzzle: &dyn Puzzle, csp: &Csp, name: &str) -> anyhow::Result<VarId> {
    let wanted = name.trim().to_lowercase();
    let called = |id: VarId| puzzle.words(csp, id).subject;
    let named = csp.ids().find(|&id| csp.name(id).to_lowercase() == wanted);
    named.or_else(|| csp.ids().find(|&id| called(id).to_lowercase() == wanted)).with_context(|| {
        let mut names = csp.ids().map(called);
        let first = names.by_ref().take(8).join(", ");
        let more = if names.next().is_some() { " …" } else { "" };
        format!("there is no cell called `{name}`: expected one of {first}{more}")
    })
}

/// The variables of `--root`: names separated by commas, one name, or a word of one-letter names.
fn root_variables(problem: &Problem, text: &str) -> anyhow::Result<Vec<VarId>> {
    let (puzzle, csp) = (puzzle(problem), problem.csp());
    let variables: Vec<VarId> = if text.contains(',') || variable(puzzle, csp, text).is_ok() {
        text.split(',').map(|name| variable(puzzle, csp, name)).try_collect()?
    } else {
        text.chars().map(|letter| variable(puzzle, csp, &letter.to_string())).try_collect()?
    };
    anyhow::ensure!(
        variables.iter().all_unique() && !variables.is_empty(),
        "`--root {text}` names a cell twice, or no cell"
    );
    Ok(variables)
}

/// The possible values of each cell, by name.
pub(crate) fn candidates(csp: &Csp, candidates: &Candidates) -> Json {
    let cells = csp.ids().map(|id| (csp.name(id).to_owned(), values(csp, id, candidates.of(id))));
    Json::Object(cells.collect())
}

/// Values of a variable.
pub(crate) fn values(csp: &Csp, variable: VarId, values: &[Value]) -> Json {
    values.iter().map(|&value| value_json(csp, variable, value)).collect()
}

/// The values of some cells, by name.
pub(crate) fn atoms(csp: &Csp, atoms: &[Atom]) -> Json {
    let values = atoms.iter().map(|&Atom { variable, value }| {
        (csp.name(variable).to_owned(), value_json(csp, variable, value))
    });
    Json::Object(values.collect::<Map<_, _>>())
}
