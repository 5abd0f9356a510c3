//! `cnfetti draw`: draws the puzzle or a solution.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::Problem;
use cnfetti::csp::Value;
use cnfetti::output::{PICTURE, PRINTED, Sort};
use cnfetti::picture::{Frame, THEMES, Theme, View, write_svg};
use cnfetti::problem::{Means, Solution, SolveOptions};
use cnfetti::puzzle::Alphabet;

use super::answers::asked::{CostOption, objective, optimal};
use super::answers::evidence::note_basis;
use super::options::entered::FromOption;
use super::options::{SolverOptions, extension};
use super::shared::reasoning::puzzle;
use super::terminal::destination::ForceOption;
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
        let format = self.output.as_deref().map(format_of);
        let destination = self.output.as_deref().zip(format);
        let destination =
            destination.map(|(path, format)| self.force.destination(path, format.sort()));
        let destination = destination.transpose()?;
        let means = Means::default().within(context.begin_on(&self.file));
        let mut problem = Problem::from_file_within(&self.file, &means)?;
        problem = self.costs.chosen(context, self.file.display(), problem);
        let mut solution = None;
        if self.solution || self.candidates {
            let means = Means::default().within(self.solving.budget(context));
            let means = means.solver(self.solving.backend()?);
            let optimal = optimal(context, &self.file, &problem, &means)?;
            solution = optimal.best().cloned();
            problem = optimal.into_problem();
            if let Some(objective) = objective(problem.csp()) {
                context.note(format!("{}: {objective}, optimal", self.file.display()));
            }
        }
        if self.solution && solution.is_none() {
            solution = self.find(context, &problem)?;
            if solution.is_none() {
                return Ok(self.stopped(context));
            }
        }
        let solution = solution.filter(|_| self.solution);
        let solution = solution.as_ref().map(Solution::values);
        let (Some(destination), Some(format)) = (destination, format) else {
            context.write_board(puzzle(&problem), solution)?;
            return Ok(ExitCode::SUCCESS);
        };
        let mut candidates = None;
        if self.candidates {
            let means = Means::default().within(self.solving.budget(context));
            let found = context.busy("counting", || problem.candidates(&means));
            candidates = found.with_context(|| self.file.display().to_string())?.numbers();
            if candidates.is_none() {
                return Ok(self.stopped(context));
            }
        }
        let entered = self.entered(&problem)?;
        let view = View {
            solution,
            candidates: candidates.as_deref(),
            entered: entered.as_deref(),
            // Who draws a half-filled board wants to play on it.
            has_spots: self.from.is_given(),
            pencil: None,
        };
        let rendered = format.render(&self.svg(&problem, &view, format))?;
        destination.write(context, |out| out.write_all(&rendered))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Looks for a solution. Returns `None` if a limit is reached first; fails if there is none.
    fn find(&self, context: &Context, problem: &Problem) -> anyhow::Result<Option<Solution>> {
        let means = Means::default().within(self.solving.budget(context));
        let means = means.solver(self.solving.backend()?);
        let options = SolveOptions { means, ..SolveOptions::default() };
        let found = context.busy("solving", || problem.solve(&options));
        let found = found.with_context(|| self.file.display().to_string())?;
        if found.is_satisfiable() == Some(false) {
            note_basis(context, &self.file, "there is no solution", found.basis());
            anyhow::bail!("{}: there is no solution", self.file.display());
        }
        Ok(found.solution().cloned())
    }

    /// Notes that a limit was reached before the answer.
    fn stopped(&self, context: &Context) -> ExitCode {
        context.note(format!("{}: stopped before an answer", self.file.display()));
        ExitCode::from(STOPPED)
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
                context.given.refuse(&["all_costs"], because);
            }
        }
    }

    /// The entered values, by variable.
    fn entered(&self, problem: &Problem) -> anyhow::Result<Option<Vec<Option<Value>>>> {
        if !self.from.is_given() {
            return Ok(None);
        }
        let (name, kind) = (self.file.display(), problem.kind().unwrap_or_default());
        anyhow::ensure!(
            puzzle(problem).is_played(),
            "{name}: --from is for kinds of puzzle that are files, not for {kind}"
        );
        let entered = self.from.entered(&self.file, problem.clone())?;
        let mut values = vec![None; problem.csp().variables().len()];
        for (variable, value) in entered.entries() {
            values[variable.index()] = Some(value);
        }
        Ok(Some(values))
    }

    fn svg(&self, problem: &Problem, view: &View<'_>, format: Format) -> String {
        let name = self.file.display().to_string();
        let title = problem.title().unwrap_or(&name);
        // Only SVG can follow the viewer's light or dark mode.
        let light = || Theme::by_name("light").filter(|_| format != Format::Svg);
        let frame = Frame::Alone(Theme::by_name(&self.theme).or_else(light));
        write_svg(&puzzle(problem).picture(view), title, &frame)
    }
}

/// The format of a file.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Format {
    #[default]
    Svg,
    Png,
    Pdf,
}

/// The format of a path, by its extension. Ends the process if there is no such format.
fn format_of(path: &Path) -> Format {
    match extension(path).as_deref() {
        None | Some("svg") => Format::Svg,
        Some("png") if HAS_RENDERER => Format::Png,
        Some("pdf") if HAS_RENDERER => Format::Pdf,
        Some(other @ ("png" | "pdf")) => wrong_usage(format!(
            "this program was built without .{other}: build it with `--features pictures`, or write .svg"
        )),
        Some(other) => {
            let path = path.display();
            wrong_usage(format!(
                "pictures are SVG, PNG or PDF, not .{other}: expected one of these at the end of {path}"
            ))
        }
    }
}

const HAS_RENDERER: bool = cfg!(feature = "pictures");

impl Format {
    /// The sort of file that it may replace.
    fn sort(self) -> Sort {
        if self == Format::Svg { PICTURE } else { PRINTED }
    }

    /// Renders a picture in this format.
    fn render(self, svg: &str) -> anyhow::Result<Vec<u8>> {
        match self {
            Format::Svg => Ok(svg.as_bytes().to_vec()),
            #[cfg(feature = "pictures")]
            Format::Png => rendered::png(svg),
            #[cfg(feature = "pictures")]
            Format::Pdf => rendered::pdf(svg),
            #[cfg(not(feature = "pictures"))]
            Format::Png | Format::Pdf => anyhow::bail!("built without this format"),
        }
    }
}

#[cfg(feature = "pictures")]
mod rendered {
    use std::sync::Arc;

    use anyhow::Context as _;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::fontdb::Database;
    use resvg::usvg::{Options, Tree};

    /// The pixels of a PNG for each pixel of the picture, as on high-resolution screens.
    const SCALE: f32 = 2.0;

    /// Common font families without serifs.
    const FAMILIES: [&str; 8] = [
        "Noto Sans",
        "DejaVu Sans",
        "Liberation Sans",
        "Segoe UI",
        "Helvetica Neue",
        "Helvetica",
        "Arial",
        "Roboto",
    ];

    /// Loads the fonts of the system, with a default without serifs.
    fn fonts() -> anyhow::Result<Database> {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        let has = |name: &str| {
            fonts.faces().any(|face| face.families.iter().any(|(family, _)| family == name))
        };
        let known = FAMILIES.into_iter().find(|name| has(name)).map(str::to_owned);
        let any = || Some(fonts.faces().next()?.families.first()?.0.clone());
        let family = known.or_else(any).context("no font was found on this system: write .svg")?;
        fonts.set_sans_serif_family(family);
        Ok(fonts)
    }

    fn tree(svg: &str) -> anyhow::Result<Tree> {
        let options = Options { fontdb: Arc::new(fonts()?), ..Options::default() };
        Tree::from_str(svg, &options).context("the picture cannot be read")
    }

    fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
        let tree = tree(svg)?;
        let size = tree.size().to_int_size().scale_by(SCALE).context("the picture is too large")?;
        let pixels = Pixmap::new(size.width(), size.height()).context("the picture is too large");
        let mut pixels = pixels?;
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
        pixels.encode_png().context("the picture cannot be written as PNG")
    }

    fn pdf(svg: &str) -> anyhow::Result<Vec<u8>> {
        let (conversion, page) = Default::default();
        let made = svg2pdf::to_pdf(&tree(svg)?, conversion, page);
        made.map_err(|error| anyhow::anyhow!("the picture cannot be written as PDF: {error}"))
    }
}
