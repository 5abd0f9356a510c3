//! How near a board is to those that people make.

use super::Region;
use super::layout::Layout;
use super::mix::Mix;

/// What is counted in published puzzles, in thousandths: regions of a single cell among the regions, cells without
/// a rule among the cells, regions for each two dominoes.
const PUBLISHED: [usize; 3] = [370, 120, 420];

/// How much more a distance counts here than in the shares of the rules.
const SHAPE: usize = 2;

/// How far the shares of the rules are from the mix, and the regions from those of published puzzles: the sum of
/// the distances, in thousandths.
pub(super) fn unlikeness(layout: &Layout, regions: &[Region], mix: &Mix) -> usize {
    let ruled: Vec<&Region> =
        regions.iter().filter(|region| region.rule.kind().is_some()).collect();
    let share = |part: usize, whole: usize| 1000 * part / whole.max(1);
    let rules = mix.thousandths().map(|(kind, wished)| {
        let number = ruled.iter().filter(|region| region.rule.kind() == Some(kind)).count();
        share(number, ruled.len()).abs_diff(wished)
    });
    let single = ruled.iter().filter(|region| region.cells.len() == 1).count();
    let covered: usize = ruled.iter().map(|region| region.cells.len()).sum();
    let number = layout.cells.len();
    let shapes =
        [share(single, ruled.len()), share(number - covered, number), share(ruled.len(), number)];
    let shapes = shapes.iter().zip(PUBLISHED).map(|(found, usual)| SHAPE * found.abs_diff(usual));
    rules.chain(shapes).sum()
}
