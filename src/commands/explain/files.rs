//! Writes the pictures of an explanation as files of a folder.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use cnfetti::output::PICTURE;
use cnfetti::picture::{Frame, write_svg};
use cnfetti::plural::counted;

use super::Report;
use super::panels::panels;
use crate::commands::Context;
use crate::commands::terminal::destination::{Destination, ForceOption};

/// Writes `step-000.svg`, which is the start, `step-001.svg` and so on. Checks all existing files before
/// it writes any.
pub(super) fn write(
    context: &mut Context,
    folder: &Path,
    force: &ForceOption,
    report: &Report<'_>,
) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let panels = panels(report);
    let paths = (0..panels.len()).map(|at| folder.join(format!("step-{at:03}.svg")));
    let destinations = paths.map(|path| force.destination(&path, PICTURE));
    let destinations: Vec<Destination> = destinations.collect::<Result<_, _>>()?;
    for (panel, destination) in panels.iter().zip(&destinations) {
        let title = format!("{}: {}", panel.heading, panel.sentence);
        let svg = write_svg(&panel.picture, &title, &Frame::Alone(None));
        destination.write_only(context, |out| out.write_all(svg.as_bytes()))?;
    }
    context.note(format!("{}: {} written", folder.display(), counted(panels.len(), "picture")));
    Ok(())
}
