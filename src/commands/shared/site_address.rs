//! The address of the site that links lead to, and the text that a link contains.

use std::env;

use clap::Args;
use cnfetti::instance::{Expect, Instance};

/// The option of commands that write links.
#[derive(Args)]
pub(crate) struct BaseOption {
    /// The address of the site that `share --site` wrote [default: CNFETTI_SITE]
    #[arg(long, value_name = "URL")]
    base: Option<String>,
}

/// The environment variable with the address of the site.
pub(crate) const SITE: &str = "CNFETTI_SITE";

impl BaseOption {
    /// The address of the site, from the option or the environment.
    pub(crate) fn given(&self) -> anyhow::Result<Option<String>> {
        self.base.clone().or_else(|| env::var(SITE).ok()).map(address).transpose()
    }
}

/// The address of the site, from the environment.
#[cfg(feature = "studio")]
pub(crate) fn site() -> anyhow::Result<Option<String>> {
    BaseOption { base: None }.given()
}

/// Checks that a `#` can follow the address.
fn address(text: String) -> anyhow::Result<String> {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    let is_plain = text.chars().all(|c| c.is_ascii_graphic() && c != '#');
    anyhow::ensure!(is_web && is_plain, "expected the https:// address of a page, found `{text}`");
    Ok(text)
}

/// The shortest text of the puzzle, without what is known about its solutions.
pub(crate) fn text_of(instance: Instance) -> anyhow::Result<String> {
    let instance = Instance { expect: Expect::default(), ..instance };
    // The other formats for pips can contain a solution.
    Ok(instance.to_text(if instance.kind == "pips" { "map" } else { "toml" })?)
}
