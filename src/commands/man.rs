//! `cnfetti man`: writes manual pages.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::output::{Sort, Target, WriteError};
use cnfetti::plural::counted;

use super::terminal::destination::ForceOption;
use super::{Context, command_line};

/// Write pages for `man`.
///
/// Without a folder, it prints the main page. With one, it writes the main page and a page for each
/// command.
#[derive(Args)]
#[command(mut_arg("force", |force| force.requires("folder")))]
#[command(after_help = "Examples:
  cnfetti man > cnfetti.1
  cnfetti man man1")]
pub(crate) struct Man {
    /// The folder for the pages, created if needed
    folder: Option<PathBuf>,
    #[command(flatten)]
    force: ForceOption,
}

/// A manual page of this program.
const MANUAL_PAGE: Sort = Sort {
    name: "a manual page",
    beginnings: &[".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n.TH cnfetti"],
};

impl Man {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let mut line = command_line();
        line.build();
        let Some(folder) = &self.folder else {
            clap_mangen::Man::new(line).render(&mut context.out)?;
            return Ok(ExitCode::SUCCESS);
        };
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let commands: Vec<clap::Command> = line.get_subcommands().cloned().collect();
        let pages = [line].into_iter().chain(commands).map(clap_mangen::Man::new);
        let target = |page: &clap_mangen::Man| {
            Target::new(&folder.join(page.get_filename()), MANUAL_PAGE, self.force.force())
        };
        let pages: Vec<_> =
            pages.map(|page| Ok((target(&page)?, page))).collect::<Result<_, WriteError>>()?;
        let written = counted(pages.len() as u64, "page");
        for (target, page) in pages {
            target.write(|out| page.render(out))?;
        }
        context.note(format!("{}: {written} written", folder.display()));
        Ok(ExitCode::SUCCESS)
    }
}
