//! Pages that work without a server: a puzzle in a single file, and the studio as a site.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use cnfetti::instance::Instance;
use cnfetti::output::{Folder, FolderSort, PAGE, PAGE_BEGINNING};
use cnfetti::picture::{Frame, View, write_svg};

use crate::commands::Context;
use crate::commands::shared::module::ModuleOption;
use crate::commands::shared::site_address::text_of;
use crate::commands::terminal::destination::ForceOption;
use crate::studio;

/// The page or the site to write.
#[derive(Args)]
#[command(mut_arg("module", |module| module.requires("pages")))]
#[command(mut_arg("force", |force| force.requires("pages")))]
#[command(group = clap::ArgGroup::new("pages").args(["output", "site"]))]
pub(super) struct PageOptions {
    /// Write a page on which to play the puzzle: a single file; `-` is stdout
    #[arg(short, long, value_name = "PATH", conflicts_with = "qr")]
    output: Option<PathBuf>,
    /// Write the studio as a folder for any web server
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["file", "qr", "base"])]
    site: Option<PathBuf>,
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

impl PageOptions {
    /// The folder for the site, if one is wanted.
    pub(super) fn site(&self) -> Option<&Path> {
        self.site.as_deref()
    }

    /// The file for the page, if one is wanted.
    pub(super) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Writes the studio as a site.
    pub(super) fn write_site(&self, context: &Context, folder: &Path) -> anyhow::Result<ExitCode> {
        let folder = Folder::new(folder, SITE, self.force.force())?;
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

    /// Writes a puzzle as a page.
    pub(super) fn write_page(
        &self,
        context: &mut Context,
        instance: Instance,
        output: &Path,
        base: Option<&str>,
    ) -> anyhow::Result<ExitCode> {
        let destination = self.force.destination(output, PAGE)?;
        let title = instance.title.clone();
        let picture = instance.puzzle.picture(&View::default());
        let picture = write_svg(&picture, title.as_deref().unwrap_or_default(), &Frame::Inside);
        let text = text_of(instance)?;
        let page = studio::single(&self.module.read()?, &text, &picture, title.as_deref(), base);
        destination.write_text(context, &page)?;
        Ok(ExitCode::SUCCESS)
    }
}
