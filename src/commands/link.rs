//! `cnfetti link`: an address that contains a puzzle.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::instance;

use super::Context;
use super::base::{BaseOption, SITE, text_of};
use crate::studio::packed;

/// Print a link that contains the puzzle.
///
/// The compressed puzzle stands behind the `#`, a part that browsers send to no server.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti link instances/pips/pips1.toml --base https://example.org/studio/
  CNFETTI_SITE=https://example.org/studio/ cnfetti link instances/signs/leepf.toml")]
pub(crate) struct Link {
    /// The puzzle; `FILE#NAME` is one of several in a file, `-` is stdin
    file: PathBuf,
    #[command(flatten)]
    base: BaseOption,
}

impl Link {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let base = self.base.given()?;
        let base = base.with_context(|| {
            format!("say where the site is: --base https://…, or {SITE} in the environment")
        })?;
        let text = text_of(instance::load(&self.file)?)?;
        writeln!(context.out, "{base}#p={}", packed(text.as_bytes()))?;
        Ok(ExitCode::SUCCESS)
    }
}
