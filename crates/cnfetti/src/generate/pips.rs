//! Generates boards of pips: places dominoes at random, then finds rules that leave only this placement.
//!
//! We draw regions as people do, and refine them until one solution remains. From there we drop redundant rules,
//! loosen some totals to bounds, and join regions in pairs or let them grow over cells without a rule, as long as no
//! other solution appears.

mod join;
mod layout;
mod likeness;
mod mix;
mod patches;
mod rule;

use std::borrow::Cow;
use std::collections::HashSet;

use crate::csp::{Csp, Value, VarId};
use crate::explain::other_solutions::Answer;
use crate::instance;

use super::level::{Draft, choices};
use super::{Attempt, Dimension, GenerateError, Generator, Levels, MAX_STEPS, Tools, necessary};
use crate::random::Random;

use join::union;
use layout::Layout;
use likeness::unlikeness;
use mix::RuleKind;
use patches::Pieces;
use rule::Rule;

pub use mix::Mix;

/// The generator.
pub(super) const GENERATOR: Generator = Generator {
    kind: Cow::Borrowed("pips"),
    size: &[Dimension { name: "dominoes", range: 1..=28, default: Some(8) }],
    limit: |_| Ok(()),
    attempt: Attempt::Own(attempt),
    attempts: ATTEMPTS,
    levels: Some(Levels { way, parts: |size| size[0] }),
};

/// The largest distance of a bound from the total at first.
const SLACK: usize = 3;

/// The largest number of attempts. Few fail, unless the mix of rules says too little.
const ATTEMPTS: usize = 400;

/// How often we try to loosen a total, in proportion to the share of bounds in the mix: not all can be loosened.
const LOOSENED: usize = 2;

/// One in this many cells stays without a rule once it has none.
const STAYS_FREE: usize = 2;

/// The steps that the question whether two regions can be joined may take.
const JOIN_STEPS: u64 = 2_000;

/// After this many pairs that were too hard to decide, no more are joined: larger regions only make
/// the questions harder.
const MOST_HARD: usize = 5;

/// Cells with a common rule, or a single cell with a rule of its own.
#[derive(Clone)]
struct Region {
    /// Increasing indices into [`Layout::cells`].
    cells: Vec<usize>,
    rule: Rule,
}

/// A board without redundant rules.
fn attempt(
    size: &[usize],
    random: &mut Random,
    tools: &Tools<'_>,
) -> Result<Option<String>, GenerateError> {
    // Some rules rarely help to make a solution the only one, so we look longer for those that were asked for.
    let choices = if tools.mix == Mix::default() { 1 } else { choices(size[0]) };
    let mut best: Option<Draft> = None;
    for _ in 0..choices {
        let way = way(size, random, tools)?;
        let Some(draft) = way.and_then(|mut way| way.pop()) else { break };
        if best.as_ref().is_none_or(|best| draft.unlikeness < best.unlikeness) {
            best = Some(draft);
        }
    }
    Ok(best.map(|draft| draft.keys))
}

/// Places dominoes at random, on the requested shape if there is one.
fn layout(
    size: &[usize],
    random: &mut Random,
    tools: &Tools<'_>,
) -> Result<Option<Layout>, GenerateError> {
    match tools.shape {
        Some(shape) => Layout::over(shape, random).map(Some).ok_or(GenerateError::NotCovered),
        None => Ok(Layout::new(size[0], random)),
    }
}

/// Boards with less and less information, all with regions as people draw them.
fn way(
    size: &[usize],
    random: &mut Random,
    tools: &Tools<'_>,
) -> Result<Option<Vec<Draft>>, GenerateError> {
    let Some(layout) = layout(size, random, tools)? else { return Ok(None) };
    let bare = Bare::new(layout, tools.mix)?;
    let Some(mut regions) = bare.drawn(random, tools)? else { return Ok(None) };
    let mut way = vec![bare.draft(&regions)];
    let mut pass = |regions: &[Region]| way.push(bare.draft(regions));
    let mut apart = HashSet::new();
    regions = bare.loosen(&regions, SLACK, random, tools, &mut pass)?;
    regions = bare.join(regions, &mut apart, random, tools, &mut pass)?;
    regions = bare.drop_redundant(&regions, random, tools, &mut pass)?;
    regions = bare.join(regions, &mut apart, random, tools, &mut pass)?;
    regions = bare.drop_redundant(&regions, random, tools, &mut pass)?;
    bare.loosen(&regions, usize::MAX, random, tools, &mut pass)?;
    Ok(Some(way))
}

/// A board without rules, and its intended solution.
struct Bare {
    layout: Layout,
    mix: Mix,
    csp: Csp,
    /// The variables of the cells.
    cells: Vec<VarId>,
    solution: Vec<Value>,
}

impl Bare {
    fn new(layout: Layout, mix: Mix) -> Result<Bare, GenerateError> {
        let puzzle = instance::parse(&format!("kind = \"pips\"\n{}", layout.keys(&[])))?.puzzle;
        let csp = puzzle.csp();
        let cells = csp.projections().iter().flat_map(|grid| grid.scope.iter().copied()).collect();
        let solution = puzzle.read_json(&layout.solution())?;
        Ok(Bare { layout, mix, csp, cells, solution })
    }

    /// The board with these rules.
    fn draft(&self, regions: &[Region]) -> Draft {
        Draft {
            keys: self.layout.keys(regions),
            unlikeness: unlikeness(&self.layout, regions, &self.mix),
        }
    }

    /// The constraints, with these rules as clues, and the indices of the clues.
    fn with(&self, regions: &[Region]) -> (Csp, Vec<usize>) {
        let mut csp = self.csp.clone();
        for Region { cells, rule } in regions {
            let scope = cells.iter().map(|&cell| self.cells[cell]).collect();
            csp.post_clue(rule.constraint(scope), rule.to_string());
        }
        let clues = self.csp.constraints().len()..csp.constraints().len();
        (csp, clues.collect())
    }

    /// Draws regions as people do, and refines them until no rival is left; `None` if some always are.
    fn drawn(
        &self,
        random: &mut Random,
        tools: &Tools<'_>,
    ) -> Result<Option<Vec<Region>>, GenerateError> {
        let pieces = Pieces::new(&self.layout, &self.mix, random);
        let all: Vec<usize> = (0..pieces.all.len()).collect();
        let (csp, clues) = self.with(&pieces.regions(&all));
        let mut others = tools.other_solutions(&csp, &self.solution, JOIN_STEPS)?;
        let mut is_unique = |chosen: &[usize]| -> Result<bool, GenerateError> {
            let stated: Vec<usize> = chosen.iter().map(|&piece| clues[piece]).collect();
            Ok(matches!(others.exist(&stated)?, Answer::None(_)))
        };
        let mut chosen = pieces.first.clone();
        let mut refined = Vec::new();
        while !is_unique(&chosen)? {
            let Some(at) = pieces.coarse(&chosen, random) else { return Ok(None) };
            refined.push(pieces.refine(&mut chosen, at));
        }
        // Undo the refinements that turned out to be unnecessary.
        for &piece in refined.iter().rev() {
            if let Some(coarser) = pieces.coarsened(&chosen, piece)
                && is_unique(&coarser)?
            {
                chosen = coarser;
            }
        }
        Ok(Some(pieces.regions(&chosen)))
    }

    /// Joins neighbouring regions in pairs until any further pair would let a rival appear, or until
    /// the questions become too hard.
    fn join(
        &self,
        mut regions: Vec<Region>,
        apart: &mut HashSet<Vec<usize>>,
        random: &mut Random,
        tools: &Tools<'_>,
        pass: &mut impl FnMut(&[Region]),
    ) -> Result<Vec<Region>, GenerateError> {
        let mut hard = 0;
        loop {
            let mut pairs = self.layout.pairs(&regions, random);
            pairs.retain(|pair| !apart.contains(&union(&regions, pair)));
            if pairs.is_empty() || hard >= MOST_HARD {
                return Ok(regions);
            }
            let joined = pairs
                .iter()
                .map(|pair| self.layout.region(union(&regions, pair), &self.mix, random));
            let joined = joined.collect::<Vec<Region>>();
            let number = regions.len();
            regions.extend(joined);
            let (csp, clues) = self.with(&regions);
            let mut different = tools.other_solutions(&csp, &self.solution, JOIN_STEPS)?;
            let mut chosen = clues[..number].to_vec();
            for (pair, &joined) in pairs.iter().zip(&clues[number..]) {
                let parts = pair.map(|one| clues[one]);
                if hard < MOST_HARD && parts.iter().all(|part| chosen.contains(part)) {
                    let others = chosen.iter().copied().filter(|clue| !parts.contains(clue));
                    let attempt: Vec<usize> = others.chain([joined]).collect();
                    let answer = different.exist(&attempt)?;
                    hard += usize::from(answer == Answer::TooHard);
                    if let Answer::None(_) = answer {
                        chosen = attempt;
                        pass(&regions_of(&chosen, &regions, clues[0]));
                    } else {
                        apart.insert(union(&regions, pair));
                    }
                }
            }
            regions = regions_of(&chosen, &regions, clues[0]);
        }
    }

    /// Drops redundant rules. Their cells have none then; some of them are regions that others can be joined with.
    fn drop_redundant(
        &self,
        regions: &[Region],
        random: &mut Random,
        tools: &Tools<'_>,
        pass: &mut impl FnMut(&[Region]),
    ) -> Result<Vec<Region>, GenerateError> {
        let mut regions: Vec<Region> =
            regions.iter().filter(|region| region.rule != Rule::Any).cloned().collect();
        random.shuffle(&mut regions);
        // Those of one cell first: there are too many of them.
        regions.sort_by_key(|region| region.cells.len() > 1);
        let (csp, clues) = self.with(&regions);
        let mut others = tools.other_solutions(&csp, &self.solution, MAX_STEPS)?;
        let first = clues.first().copied().unwrap_or_default();
        let kept = necessary(&mut others, &clues, |kept| pass(&regions_of(kept, &regions, first)))?;
        let mut regions = regions_of(&kept, &regions, first);
        let is_free = |cell: &usize| !regions.iter().any(|region| region.cells.contains(cell));
        let free: Vec<usize> = (0..self.layout.cells.len()).filter(is_free).collect();
        let free = free.into_iter().filter(|_| !random.one_in(STAYS_FREE));
        regions.extend(free.map(|cell| Region { cells: vec![cell], rule: Rule::Any }));
        Ok(regions)
    }

    /// Loosens some of the totals to bounds, as far as possible but by no more than `most`.
    fn loosen(
        &self,
        regions: &[Region],
        most: usize,
        random: &mut Random,
        tools: &Tools<'_>,
        pass: &mut impl FnMut(&[Region]),
    ) -> Result<Vec<Region>, GenerateError> {
        let mut rungs = Vec::new();
        let mut ladders = Vec::new();
        for region in regions {
            let start = rungs.len();
            rungs.extend(self.ladder(region, random).into_iter().take(most.saturating_add(1)));
            ladders.push(start..rungs.len());
        }
        let (csp, clues) = self.with(&rungs);
        let mut others = tools.other_solutions(&csp, &self.solution, MAX_STEPS)?;
        random.shuffle(&mut ladders);
        let first = clues.first().copied().unwrap_or_default();
        let mut kept: Vec<usize> = ladders.iter().map(|ladder| clues[ladder.start]).collect();
        for (at, ladder) in ladders.into_iter().enumerate() {
            // Bisection finds the loosest rule: looser rules than one that fails also fail.
            let (mut good, mut bad) = (ladder.start, ladder.end);
            while bad - good > 1 {
                let middle = good.midpoint(bad);
                kept[at] = clues[middle];
                match others.exist(&kept)? {
                    Answer::None(_) => good = middle,
                    Answer::Exist | Answer::TooHard => bad = middle,
                }
            }
            kept[at] = clues[good];
            pass(&regions_of(&kept, &rungs, first));
        }
        Ok(regions_of(&kept, &rungs, first))
    }

    /// The region's rule and, sometimes, looser and looser bounds.
    fn ladder(&self, region: &Region, random: &mut Random) -> Vec<Region> {
        let most = region.cells.len() as i64 * i64::from(self.layout.largest());
        let [sum, less, greater] =
            [RuleKind::Sum, RuleKind::Less, RuleKind::Greater].map(|kind| self.mix.share(kind));
        let bounds = LOOSENED * (less + greater);
        let mut ladder = vec![region.clone()];
        if bounds > 0 && random.below(bounds + sum) < bounds {
            let kind = [RuleKind::Less, RuleKind::Greater][random.weighted(&[less, greater])];
            let looser = region.rule.looser(most, kind);
            ladder.extend(
                looser.into_iter().map(|rule| Region { rule, cells: region.cells.clone() }),
            );
        }
        ladder
    }
}

/// The regions of these clues; the first region has the index `first`.
fn regions_of(clues: &[usize], regions: &[Region], first: usize) -> Vec<Region> {
    clues.iter().map(|clue| regions[clue - first].clone()).collect()
}
