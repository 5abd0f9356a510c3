//! Turns a picture, which is SVG, into PNG or PDF.

use std::path::Path;

use cnfetti::output::{PICTURE, PRINTED, Sort};

use crate::commands::options::extension;
use crate::commands::wrong_usage;

/// The format of a file.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Format {
    #[default]
    Svg,
    Png,
    Pdf,
}

/// The format of a path, by its extension. Ends the process if there is no such format.
pub(super) fn of(path: &Path) -> Format {
    match extension(path).as_deref() {
        None | Some("svg") => Format::Svg,
        Some("png") if HAS_RENDERER => Format::Png,
        Some("pdf") if HAS_RENDERER => Format::Pdf,
        Some(other @ ("png" | "pdf")) => wrong_usage(format!(
            "this program was built without .{other}: build it with `--features pictures`, or write .svg"
        )),
        Some(other) => {
            let path = path.display();
            wrong_usage(format!(
                "pictures are SVG, PNG or PDF, not .{other}: expected one of these at the end of {path}"
            ))
        }
    }
}

const HAS_RENDERER: bool = cfg!(feature = "pictures");

impl Format {
    /// The sort of file that it may replace.
    pub(super) fn sort(self) -> Sort {
        if self == Format::Svg { PICTURE } else { PRINTED }
    }

    /// Renders a picture in this format.
    pub(super) fn render(self, svg: &str) -> anyhow::Result<Vec<u8>> {
        match self {
            Format::Svg => Ok(svg.as_bytes().to_vec()),
            #[cfg(feature = "pictures")]
            Format::Png => rendered::png(svg),
            #[cfg(feature = "pictures")]
            Format::Pdf => rendered::pdf(svg),
            #[cfg(not(feature = "pictures"))]
            Format::Png | Format::Pdf => anyhow::bail!("built without this format"),
        }
    }
}

#[cfg(feature = "pictures")]
mod rendered {
    use std::sync::Arc;

    use anyhow::Context as _;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::fontdb::Database;
    use resvg::usvg::{Options, Tree};

    /// The pixels of a PNG for each pixel of the picture, as on high-resolution screens.
    const SCALE: f32 = 2.0;

    /// Common font families without serifs.
    const FAMILIES: [&str; 8] = [
        "Noto Sans",
        "DejaVu Sans",
        "Liberation Sans",
        "Segoe UI",
        "Helvetica Neue",
        "Helvetica",
        "Arial",
        "Roboto",
    ];

    /// Loads the fonts of the system, with a default without serifs.
    fn fonts() -> anyhow::Result<Database> {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        let has = |name: &str| {
            fonts.faces().any(|face| face.families.iter().any(|(family, _)| family == name))
        };
        let known = FAMILIES.into_iter().find(|name| has(name)).map(str::to_owned);
        let any = || Some(fonts.faces().next()?.families.first()?.0.clone());
        let family = known.or_else(any).context("no font was found on this system: write .svg")?;
        fonts.set_sans_serif_family(family);
        Ok(fonts)
    }

    fn tree(svg: &str) -> anyhow::Result<Tree> {
        let options = Options { fontdb: Arc::new(fonts()?), ..Options::default() };
        Tree::from_str(svg, &options).context("the picture cannot be read")
    }

    pub(super) fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
        let tree = tree(svg)?;
        let size = tree.size().to_int_size().scale_by(SCALE).context("the picture is too large")?;
        let pixels = Pixmap::new(size.width(), size.height()).context("the picture is too large");
        let mut pixels = pixels?;
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
        pixels.encode_png().context("the picture cannot be written as PNG")
    }

    pub(super) fn pdf(svg: &str) -> anyhow::Result<Vec<u8>> {
        let (conversion, page) = Default::default();
        let made = svg2pdf::to_pdf(&tree(svg)?, conversion, page);
        made.map_err(|error| anyhow::anyhow!("the picture cannot be written as PDF: {error}"))
    }
}
