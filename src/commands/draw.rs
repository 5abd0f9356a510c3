//! `cnfetti draw`: draws the puzzle or a solution.

mod format;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::compile::Choices;
use cnfetti::csp::{Atom, Csp, Value};
use cnfetti::exact::Limits;
use cnfetti::instance::{self, Instance};
use cnfetti::machine;
use cnfetti::picture::{Frame, THEMES, Theme, View, write_svg};
use cnfetti::puzzle::Alphabet;
use cnfetti::search::witnessed::witnessed;

use super::asked::{Asked, CostOption, objective};
use super::destination::ForceOption;
use super::entered::FromOption;
use super::evidence::{Statement, tell};
use super::find::{Found, find};
use super::options::SolverOptions;
use super::{Context, STOPPED, wrong_usage};

/// Draw a puzzle, or a solution of it, on the terminal or as a file: SVG, PNG or PDF.
///
/// For a model with an objective, solutions are optimal.
#[derive(Args)]
#[command(mut_arg("force", |force| force.requires("output")))]
#[command(mut_arg("from", |from| from.requires("output")))]
#[command(after_help = "Examples:
  cnfetti draw instances/pips/pips1.toml
  cnfetti draw --solution instances/pips/pips1.toml -o board.svg
  cnfetti draw --candidates instances/signs/leepf-open.toml -o board.svg
  cnfetti draw --theme dark instances/signs/leepf.toml -o - > signs.svg
  cnfetti draw --theme print instances/signs/leepf.toml -o signs.pdf
  cnfetti draw --solution instances/models/latin_square.xml -o square.svg")]
pub(crate) struct Draw {
    /// The puzzle; `-` is stdin
    file: PathBuf,
    /// Draw a solution
    #[arg(short, long)]
    solution: bool,
    /// Write into each cell how many values it can still have; only for files
    #[arg(short, long, requires = "output")]
    candidates: bool,
    /// The picture to write: PNG or PDF if the name ends so, else SVG; `-` is stdout
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Colours: light, dark, print, or auto (follows the viewer's light or dark mode)
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = theme_names(),
          requires = "output")]
    theme: String,
    #[command(flatten)]
    from: FromOption,
    /// Record in the picture the place, the name and the values of each unknown, for pages to play
    /// on
    #[arg(long, requires = "output")]
    spots: bool,
    #[command(flatten)]
    force: ForceOption,
    #[command(flatten)]
    costs: CostOption,
    #[command(flatten)]
    solving: SolverOptions,
}

fn theme_names() -> Vec<&'static str> {
    THEMES.iter().map(|theme| theme.name).chain(["auto"]).collect()
}

impl Draw {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        self.refuse_idle(context);
        let format = self.output.as_deref().map(format::of);
        let destination = self.output.as_deref().zip(format);
        let destination =
            destination.map(|(path, format)| self.force.destination(path, format.sort()));
        let destination = destination.transpose()?;
        let instance = instance::load_within(&self.file, &context.begin_on(&self.file))?;
        let mut csp = self.costs.problem(context, self.file.display(), &instance);
        let (mut solution, mut best) = (None, None);
        if self.solution || self.candidates {
            let (backend, budget) = (self.solving.backend()?, self.solving.budget(context));
            let solver = (&Choices::default(), &backend);
            let asked = Asked::new(context, self.file.display(), &csp, solver, &budget)?;
            (csp, best) = (asked.csp, asked.best);
            if let Some(objective) = objective(&csp) {
                context.note(format!("{}: {objective}, optimal", self.file.display()));
            }
        }
        if self.solution {
            let budget = self.solving.budget(context);
            let in_file = || self.file.display().to_string();
            let found = match best {
                Some(best) => {
                    instance.puzzle.check(&best)?;
                    Ok(Found::Solution(best))
                }
                None => find(&instance, &csp, &self.solving.backend()?, &budget),
            };
            match found.with_context(in_file)? {
                Found::Solution(found) => solution = Some(found),
                Found::NoSolution(evidence) => {
                    let (name, what) = (self.file.display(), "there is no solution");
                    let by = &self.solving.backend()?.name;
                    tell(context, &Statement { name, what, by }, &evidence);
                    anyhow::bail!("{}: there is no solution", self.file.display());
                }
                Found::Stopped => {
                    context.note(format!("{}: stopped before an answer", self.file.display()));
                    return Ok(ExitCode::from(STOPPED));
                }
            }
        }
        match &destination {
            None => {
                context.write_board(&*instance.puzzle, solution.as_deref())?;
            }
            Some(destination) => {
                let mut counts = None;
                if self.candidates {
                    let budget = self.solving.budget(context);
                    let limits = Limits { budget, ..machine::limits() };
                    let rules = |solution: &[Value]| instance.puzzle.check(solution);
                    counts = witnessed(&csp, &limits, rules)?.numbers();
                    if counts.is_none() {
                        context.note(format!("{}: stopped before an answer", self.file.display()));
                        return Ok(ExitCode::from(STOPPED));
                    }
                }
                let entered = self.entered(&instance, &csp)?;
                let view = View {
                    solution: solution.as_deref(),
                    candidates: counts.as_deref(),
                    entered: entered.as_deref(),
                    has_spots: self.spots,
                    pencil: None,
                };
                let format = format.unwrap_or_default();
                let rendered = format.render(&self.svg(&instance, &view, format))?;
                destination.write(context, |out| out.write_all(&rendered))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Ends the process if an option would have no effect.
    fn refuse_idle(&self, context: &Context) {
        if self.output.is_some() && context.alphabet() == Alphabet::Ascii {
            wrong_usage("--ascii is for boards on the terminal, not for pictures");
        }
        if !self.solution {
            context.given.refuse(&["solver"], "it is for --solution");
            if !self.candidates {
                let because = "drawing a puzzle needs no search";
                context.given.refuse(&["time_limit", "all_costs"], because);
            }
        }
    }

    /// The entered values, by variable.
    fn entered(
        &self,
        instance: &Instance,
        csp: &Csp,
    ) -> anyhow::Result<Option<Vec<Option<Value>>>> {
        if !self.from.is_given() && !self.spots {
            return Ok(None);
        }
        let (name, kind) = (self.file.display(), instance.kind);
        anyhow::ensure!(
            instance.puzzle.is_played(),
            "{name}: --from and --spots are for kinds of puzzle that are files, not for {kind}"
        );
        let mut values = vec![None; csp.variables().len()];
        for Atom { variable, value } in self.from.read(&self.file, &*instance.puzzle, csp)? {
            values[variable.index()] = Some(value);
        }
        Ok(Some(values))
    }

    fn svg(&self, instance: &Instance, view: &View<'_>, format: format::Format) -> String {
        let name = self.file.display().to_string();
        let title = instance.title.as_ref().unwrap_or(&name);
        // Only SVG can follow the viewer's light or dark mode.
        let light = || Theme::by_name("light").filter(|_| format != format::Format::Svg);
        let frame = Frame::Alone(Theme::by_name(&self.theme).or_else(light));
        write_svg(&instance.puzzle.picture(view), title, &frame)
    }
}
