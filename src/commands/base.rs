//! Where the site is that links lead to, and what a link contains.

use std::env;

use clap::Args;
use cnfetti::instance::{Expect, Instance};

/// For commands that write links.
#[derive(Args)]
pub(super) struct BaseOption {
    /// The address of the site that `cnfetti site` wrote [default: CNFETTI_SITE]
    #[arg(long, value_name = "URL")]
    base: Option<String>,
}

/// The variable of the environment that says where the site is.
pub(super) const SITE: &str = "CNFETTI_SITE";

impl BaseOption {
    /// Where the site is, if anybody says so.
    pub(super) fn given(&self) -> anyhow::Result<Option<String>> {
        self.base.clone().or_else(|| env::var(SITE).ok()).map(address).transpose()
    }
}

/// Where the site is, if the environment says so.
#[cfg(feature = "studio")]
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
    // Of pips the other formats can have a solution in them.
    Ok(instance.to_text(if instance.kind == "pips" { "map" } else { "toml" })?)
}
