//! `cnfetti link`: prints an address that contains a puzzle.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::instance;
use qrcode::{Color, EcLevel, QrCode};

use super::Context;
use super::options::TimeOptions;
use super::shared::base::{BaseOption, SITE, text_of};
use crate::packed::packed;

/// Print a link that contains the puzzle.
///
/// The compressed puzzle stands behind the `#`, a part that browsers send to no server.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti link instances/pips/pips1.toml --base https://example.org/studio/
  cnfetti link instances/pips/pips1.toml --base https://example.org/studio/ --qr > code.svg
  CNFETTI_SITE=https://example.org/studio/ cnfetti link instances/signs/leepf.toml")]
pub(crate) struct Link {
    /// The puzzle; `FILE#NAME` is one of several in a file, `-` is stdin
    file: PathBuf,
    #[command(flatten)]
    base: BaseOption,
    /// Print the link as a QR code, in SVG
    #[arg(long)]
    qr: bool,
    #[command(flatten)]
    time: TimeOptions,
}

impl Link {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let base = self.base.given()?;
        let base = base.with_context(|| {
            format!("say where the site is: --base https://…, or {SITE} in the environment")
        })?;
        context.begin_on(&self.file);
        let text = text_of(instance::load_within(&self.file, &self.time.budget(context))?)?;
        let link = format!("{base}#p={}", packed(text.as_bytes()));
        if self.qr {
            write!(context.out, "{}", qr(&link)?)?;
        } else {
            writeln!(context.out, "{link}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Draws a QR code as SVG, black on white in any theme.
fn qr(link: &str) -> anyhow::Result<String> {
    /// The width of the white border, in modules.
    const QUIET: usize = 4;
    let code = QrCode::with_error_correction_level(link, EcLevel::L);
    let code = code.with_context(|| {
        format!("the link is too long for a QR code: it has {} characters", link.len())
    })?;
    let (colours, width) = (code.to_colors(), code.width());
    let dark = colours.iter().enumerate().filter(|(_, colour)| **colour == Color::Dark);
    let squares =
        dark.map(|(at, _)| format!("M{} {}h1v1h-1z", at % width + QUIET, at / width + QUIET));
    let (path, whole) = (squares.collect::<String>(), width + 2 * QUIET);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {whole} {whole}\" \
         shape-rendering=\"crispEdges\">\n<title>A link to the puzzle</title>\n\
         <path fill=\"#fff\" d=\"M0 0h{whole}v{whole}H0z\"/>\n<path d=\"{path}\"/>\n</svg>\n"
    ))
}
