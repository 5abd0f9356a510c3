//! `cnfetti share`: a puzzle as a link, a QR code or a page to play, and the studio as a site.

#[cfg(feature = "studio")]
mod pages;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::instance;
use qrcode::{Color, EcLevel, QrCode};

use super::options::TimeOptions;
use super::shared::site_address::{BaseOption, text_of};
use super::{Context, wrong_usage};
use crate::packed::packed;

/// Share a puzzle as a link, a QR code or a page to play, or put the studio on a site.
///
/// A link contains the puzzle itself, compressed, after the `#`: browsers send that part to no
/// server. A page (-o) and a site (--site) have the engine in them and work without a network. They
/// contain no solution.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti share instances/pips/pips1.toml --base https://example.org/studio/
  cnfetti share instances/pips/pips1.toml --base https://example.org/studio/ --qr > code.svg
  cnfetti share instances/pips/pips1.toml -o pips1.html
  cnfetti share --site studio")]
pub(crate) struct Share {
    /// The puzzle; `FILE#NAME` is one of several in a file, `-` is stdin
    #[cfg_attr(feature = "studio", arg(required_unless_present = "site"))]
    file: Option<PathBuf>,
    #[command(flatten)]
    base: BaseOption,
    /// Print the link as a QR code, in SVG
    #[arg(long)]
    qr: bool,
    #[cfg(feature = "studio")]
    #[command(flatten)]
    pages: pages::PageOptions,
    #[command(flatten)]
    time: TimeOptions,
}

impl Share {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let base = self.base.given()?;
        #[cfg(feature = "studio")]
        if let Some(folder) = self.pages.site() {
            return self.pages.write_site(context, folder);
        }
        let Some(file) = &self.file else { wrong_usage("which puzzle? expected FILE") };
        context.begin_on(file);
        let instance = instance::load_within(file, &self.time.budget(context))?;
        #[cfg(feature = "studio")]
        if let Some(output) = self.pages.output() {
            return self.pages.write_page(context, instance, output, base.as_deref());
        }
        let text = text_of(instance)?;
        let link = format!("{}#p={}", base.as_deref().unwrap_or_default(), packed(text.as_bytes()));
        match (base, self.qr) {
            (Some(_), true) => write!(context.out, "{}", qr(&link)?)?,
            (Some(_), false) => writeln!(context.out, "{link}")?,
            (None, true) => wrong_usage(
                "a QR code needs the address of a site: --base https://…, or CNFETTI_SITE",
            ),
            (None, false) => {
                writeln!(context.out, "{link}")?;
                context.note(
                    "put the address of a studio's site before the `#`, or name it with --base \
                     https://…; `cnfetti share --site FOLDER` writes such a site",
                );
            }
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
