//! The program as a WebAssembly module, for pages that work without a server.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, bail, ensure};
use clap::Args;

/// The option of commands that write pages with an engine.
#[derive(Args)]
pub(crate) struct ModuleOption {
    /// The program as a WebAssembly module, instead of the one in this program
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
}

/// The largest module, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The first bytes of each module.
const MAGIC: &[u8] = b"\0asm";

#[cfg(feature = "pages")]
const BUILT_IN: Option<&[u8]> = Some(include_bytes!(env!("CNFETTI_MODULE")));

#[cfg(not(feature = "pages"))]
const BUILT_IN: Option<&[u8]> = None;

impl ModuleOption {
    /// Reads the given module, or the one in this program.
    pub(crate) fn read(&self) -> anyhow::Result<Vec<u8>> {
        let Some(path) = &self.module else {
            let Some(built_in) = BUILT_IN else {
                bail!(
                    "this program was built with no engine for pages. In its sources, run `rustup \
                     target add wasm32-wasip1`, then `cargo install --path . --features pages`"
                )
            };
            return Ok(built_in.to_vec());
        };
        let length = fs::metadata(path).with_context(|| path.display().to_string())?.len();
        ensure!(
            length <= MAX_BYTES,
            "{}: the file is larger than {} MiB",
            path.display(),
            MAX_BYTES >> 20
        );
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        ensure!(bytes.starts_with(MAGIC), "{}: expected a WebAssembly module", path.display());
        Ok(bytes)
    }
}
