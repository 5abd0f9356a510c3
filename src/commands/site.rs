//! `cnfetti site`: writes the studio as files for any web server.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use cnfetti::output::{Folder, FolderSort, PAGE_BEGINNING};

use super::Context;
use super::shared::module::ModuleOption;
use super::terminal::destination::ForceOption;
use crate::studio;

/// Write the studio as a site that needs no program behind it.
///
/// Put the folder on any web server. The engine runs in the visitor's browser: it sends nothing
/// anywhere, and from the second visit on, the page opens without a network.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti site -o site
  cnfetti site -o site --module cnfetti.wasm --force")]
pub(crate) struct Site {
    /// The folder to write
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    module: ModuleOption,
    #[command(flatten)]
    force: ForceOption,
}

/// How to recognize a folder that cnfetti wrote.
const SITE: FolderSort = FolderSort {
    name: "a site",
    marks: &[("index.html", PAGE_BEGINNING)],
    files: &["index.html", "cnfetti.wasm", "*.js", "*.css"],
};

impl Site {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let folder = Folder::new(&self.output, SITE, self.force.force())?;
        let files = studio::site(&self.module.read()?);
        let files: Vec<(&str, &[u8])> =
            files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
        folder.write(&files)?;
        let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        context.note(format!(
            "{}: {} files, {} kB; put it on a web server, as browsers do not open it from disk",
            folder.path().display(),
            files.len(),
            bytes / 1000
        ));
        Ok(ExitCode::SUCCESS)
    }
}
