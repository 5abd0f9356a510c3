//! `cnfetti link`: an address that contains a puzzle.

use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::instance::{self, Expect, Instance};

use super::Context;
use crate::studio::packed;

/// Print a link that contains the puzzle.
///
/// The puzzle stands behind the `#`, compressed, and browsers send that to no server.
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

/// For commands that write links.
#[derive(Args)]
pub(super) struct BaseOption {
    /// Where the site is that `cnfetti site` wrote [default: what CNFETTI_SITE says]
    #[arg(long, value_name = "URL")]
    base: Option<String>,
}

/// The variable of the environment that says where the site is.
const SITE: &str = "CNFETTI_SITE";

impl BaseOption {
    /// Where the site is, if anybody says so.
    pub(super) fn given(&self) -> anyhow::Result<Option<String>> {
        self.base.clone().or_else(|| env::var(SITE).ok()).map(address).transpose()
    }
}

/// Where the site is, if the environment says so.
pub(super) fn site() -> anyhow::Result<Option<String>> {
    BaseOption { base: None }.given()
}

/// An address that a `#` can follow.
fn address(text: String) -> anyhow::Result<String> {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    let is_plain = text.chars().all(|c| c.is_ascii_graphic() && c != '#');
    anyhow::ensure!(is_web && is_plain, "expected the https:// address of a page, found `{text}`");
    Ok(text)
}

/// The puzzle as short as it can be written, without what is known of its solutions.
pub(super) fn text_of(instance: Instance) -> anyhow::Result<String> {
    let instance = Instance { expect: Expect::default(), ..instance };
    Ok(instance.to_text("map").or_else(|_| instance.to_text("toml"))?)
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
