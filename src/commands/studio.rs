//! `cnfetti studio`: a page in the browser to make, play and explain puzzles.

use std::fs;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use crate::studio::{DEFAULT_PORT, NamedFile, Options, Studio as Server};
use anyhow::Context as _;
use clap::Args;
use cnfetti::limit::Budget;
use cnfetti::{input, instance};

use super::options::seconds;

use super::{Context, shared::kind, shared::site_address};

/// Make, play and explain puzzles on a page in the browser.
///
/// The page shows the number of solutions after each change. It works offline, and only this
/// machine can reach it, at a secret address. Unsaved changes are in FILE.draft, or in the browser
/// if there is no file. Ctrl-C ends the studio.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti studio
  cnfetti studio instances/pips/pips1.toml
  cnfetti studio --no-open --port 7500 new.toml")]
pub(crate) struct Studio {
    /// The puzzle to open and save; it need not exist yet
    file: Option<PathBuf>,
    /// The port; 0 for any free one [default: 7411, or any if that is taken]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Print the address instead of opening the browser
    #[arg(long)]
    no_open: bool,
    /// End after this many seconds without a question from the page
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    idle: Option<Duration>,
}

impl Studio {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        // Report errors in kinds now rather than on the page.
        kind::all_own()?;
        let path = self.file.clone();
        let options = Options {
            program: crate::program::path().context("where this program is")?,
            file: self.file.map(named).transpose()?,
            port: self.port,
            idle: self.idle,
            site: site_address::site()?,
        };
        let server = Server::open(options).with_context(|| match self.port {
            Some(port) => format!("port {port}"),
            None => "no port is free".to_owned(),
        })?;
        match self.port {
            None if server.port() == DEFAULT_PORT => {
                context.detail(|| format!("port {DEFAULT_PORT}; --port chooses another"));
            }
            None => context.note(format!(
                "port {DEFAULT_PORT} is taken, perhaps by another studio: what the browser keeps \
                 for that one is not on this page"
            )),
            Some(_) => {}
        }
        if let Some(path) = path {
            context.detail(|| format!("writes only {0} and {0}.draft", path.display()));
        }
        writeln!(context.out, "{}", server.address())?;
        context.out.flush()?;
        if !self.no_open {
            open_browser(context, &server.address());
        }
        // From here on, Ctrl-C ends the studio cleanly.
        let budget = context.budget(None);
        let stop = budget.stop.unwrap_or_default();
        server.serve(&stop)?;
        if let Some(idle) = self.idle.filter(|_| !context.is_stopped()) {
            context.detail(|| format!("no questions for {} s", idle.as_secs_f64()));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads what `FILE` or `FILE#NAME` stands for. An existing file must be readable if it contains several
/// puzzles, is packed, or is a model with other files. For any other file, the page shows what is wrong with
/// it.
fn named(path: PathBuf) -> anyhow::Result<NamedFile> {
    let is_part = !path.exists() && path.to_string_lossy().contains('#');
    if is_part || has_other_files(&path) || is_packed(&path) {
        let text = instance::load(&path)?.to_text("toml")?;
        return Ok(NamedFile::part(path, text));
    }
    anyhow::ensure!(
        !path.is_dir(),
        "{}: is a folder, and the studio shows one file",
        path.display()
    );
    anyhow::ensure!(
        path.is_file() || path.symlink_metadata().is_err(),
        "{}: is not a file, and the studio shows one file",
        path.display()
    );
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        anyhow::bail!("{}: there is no folder {}", path.display(), folder.display());
    }
    Ok(NamedFile::new(path))
}

/// Whether the file is packed. The page would save it unpacked.
fn is_packed(path: &Path) -> bool {
    // Opening a pipe would wait for a writer.
    if !path.is_file() {
        return false;
    }
    let Ok(file) = fs::File::open(path) else { return false };
    let mut beginning = Vec::new();
    file.take(64).read_to_end(&mut beginning).is_ok() && input::is_packed(&beginning)
}

/// Whether a MiniZinc model consists of several files: it has data, or includes other files.
fn has_other_files(path: &Path) -> bool {
    if !instance::is_minizinc(path) || !path.is_file() {
        return path.extension().is_some_and(|ending| ending == "dzn");
    }
    let alone = |text| instance::flattened(path.to_owned(), text, &Budget::default()).is_ok();
    !std::fs::read_to_string(path).is_ok_and(alone) && instance::load(path).is_ok()
}

/// Opens the page in a browser, if stdout is a terminal.
fn open_browser(context: &Context, address: &str) {
    if !std::io::stdout().is_terminal() {
        context.note("stdout is not a terminal: open the address in a browser yourself");
    } else if let Err(error) = open::that_detached(address) {
        context.note(format!("no browser opens by itself ({error}): open the address yourself"));
    }
}
