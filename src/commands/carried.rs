//! The program as a WebAssembly module, which pages without a server have in them.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, bail, ensure};
use clap::Args;

/// For commands that write pages with an engine.
#[derive(Args)]
pub(super) struct ModuleOption {
    /// The program as a WebAssembly module, instead of the one in this program
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
}

/// The longest module, in bytes.
const MOST: u64 = 64 << 20;

/// How each module begins.
const MAGIC: &[u8] = b"\0asm";

#[cfg(feature = "module")]
const CARRIED: Option<&[u8]> = Some(include_bytes!(env!("CNFETTI_MODULE")));

#[cfg(not(feature = "module"))]
const CARRIED: Option<&[u8]> = None;

impl ModuleOption {
    /// The module that was named, or the one that this program carries.
    pub(super) fn read(&self) -> anyhow::Result<Vec<u8>> {
        let Some(path) = &self.module else {
            let Some(carried) = CARRIED else {
                bail!(
                    "this program carries no engine for pages; `.ci/module` in its sources builds one \
                     for --module FILE"
                )
            };
            return Ok(carried.to_vec());
        };
        let length = fs::metadata(path).with_context(|| path.display().to_string())?.len();
        ensure!(length <= MOST, "{}: the file is larger than {} MiB", path.display(), MOST >> 20);
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        ensure!(bytes.starts_with(MAGIC), "{}: expected a WebAssembly module", path.display());
        Ok(bytes)
    }
}
