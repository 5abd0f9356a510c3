//! Generates boards of pips: places dominoes at random, then finds rules that leave only this placement.
//!
//! Without a level, every cell starts with a rule of its own. We join regions in pairs as long as no other
//! solution appears, drop redundant rules, and loosen some of the others. With a level, we draw regions as
//! people do, refine them until one solution remains, and join from there.

mod join;
mod layout;
mod patches;
mod rule;

use std::borrow::Cow;
use std::collections::HashSet;

use crate::csp::{Csp, Value, VarId};
use crate::explain::rivals::Answer;
use crate::instance;

use super::{
    Attempt, Dimension, GenerateError, Generator, Levels, MAX_ATTEMPTS, MAX_STEPS, Tools, exist,
    necessary,
};
use crate::random::Random;

use join::union;
use layout::Layout;
use patches::Pieces;
use rule::Rule;

/// The generator.
pub(super) const GENERATOR: Generator = Generator {
    kind: Cow::Borrowed("pips"),
    size: &[Dimension { name: "dominoes", range: 1..=28, default: Some(8) }],
    clues: "the rule of a region",
    limit: |_| Ok(()),
    attempt: Attempt::Own(attempt),
    attempts: MAX_ATTEMPTS,
    levels: Some(Levels { way, parts: |size| size[0] }),
};

/// One in this many rules is loosened, if possible.
const LOOSENED: usize = 3;

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

fn attempt(
    size: &[usize],
    random: &mut Random,
    tools: &Tools<'_>,
) -> Result<Option<String>, GenerateError> {
    let Some(layout) = layout(size, random, tools)? else { return Ok(None) };
    let bare = Bare::new(&layout)?;
    let regions = layout.single_cells(random);
    let (csp, clues) = bare.with(&regions);
    if exist(&mut tools.rivals(&csp, &bare.solution, MAX_STEPS)?, &clues)? {
        return Ok(None);
    }
    let mut keys = layout.keys(&regions);
    let mut pass = |regions: &[Region]| keys = layout.keys(regions);
    let regions = bare.join(regions, &layout, random, tools, &mut pass)?;
    bare.loosen(&regions, random, tools, &mut pass)?;
    Ok(Some(keys))
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
) -> Result<Option<Vec<String>>, GenerateError> {
    let Some(layout) = layout(size, random, tools)? else { return Ok(None) };
    let bare = Bare::new(&layout)?;
    let pieces = Pieces::new(&layout, random);
    let all: Vec<usize> = (0..pieces.all.len()).collect();
    let (csp, clues) = bare.with(&pieces.regions(&all));
    // A piece without a rule is not a clue.
    let mut next = clues.into_iter();
    let clues: Vec<Option<usize>> =
        pieces.all.iter().map(|piece| piece.region.as_ref().and_then(|_| next.next())).collect();
    let stated = |chosen: &[usize]| -> Vec<usize> {
        chosen.iter().filter_map(|&piece| clues[piece]).collect()
    };
    let mut rivals = tools.rivals(&csp, &bare.solution, JOIN_STEPS)?;
    let mut is_unique = |chosen: &[usize]| -> Result<bool, GenerateError> {
        Ok(matches!(rivals.exist(&stated(chosen))?, Answer::None(_)))
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
    let regions = pieces.regions(&chosen);
    let mut way = vec![layout.keys(&regions)];
    let mut pass = |regions: &[Region]| way.push(layout.keys(regions));
    let regions = bare.join(regions, &layout, random, tools, &mut pass)?;
    bare.loosen(&regions, random, tools, &mut pass)?;
    Ok(Some(way))
}

/// A board without rules, and its intended solution.
struct Bare {
    csp: Csp,
    /// The variables of the cells.
    cells: Vec<VarId>,
    solution: Vec<Value>,
    largest: Value,
}

impl Bare {
    fn new(layout: &Layout) -> Result<Bare, GenerateError> {
        let puzzle = instance::parse(&format!("kind = \"pips\"\n{}", layout.keys(&[])))?.puzzle;
        let csp = puzzle.csp();
        let cells = csp.projections().iter().flat_map(|grid| grid.scope.iter().copied()).collect();
        let solution = puzzle.read_json(&layout.solution())?;
        Ok(Bare { csp, cells, solution, largest: layout.largest() })
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

    /// Joins neighbouring regions in pairs until any further pair would let a rival appear, or until
    /// the questions become too hard.
    fn join(
        &self,
        mut regions: Vec<Region>,
        layout: &Layout,
        random: &mut Random,
        tools: &Tools<'_>,
        pass: &mut impl FnMut(&[Region]),
    ) -> Result<Vec<Region>, GenerateError> {
        let mut hard = 0;
        // Regions that could not be joined among more rules cannot be joined among fewer.
        let mut apart: HashSet<Vec<usize>> = HashSet::new();
        loop {
            let mut pairs = layout.pairs(&regions, random);
            pairs.retain(|pair| !apart.contains(&union(&regions, pair)));
            if pairs.is_empty() || hard >= MOST_HARD {
                return Ok(regions);
            }
            let joined = pairs.iter().map(|pair| layout.region(union(&regions, pair), random));
            let joined = joined.collect::<Vec<Region>>();
            let number = regions.len();
            regions.extend(joined);
            let (csp, clues) = self.with(&regions);
            let mut rivals = tools.rivals(&csp, &self.solution, JOIN_STEPS)?;
            let mut chosen = clues[..number].to_vec();
            for (pair, &joined) in pairs.iter().zip(&clues[number..]) {
                let parts = pair.map(|one| clues[one]);
                if hard < MOST_HARD && parts.iter().all(|part| chosen.contains(part)) {
                    let others = chosen.iter().copied().filter(|clue| !parts.contains(clue));
                    let attempt: Vec<usize> = others.chain([joined]).collect();
                    let answer = rivals.exist(&attempt)?;
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

    /// Drops redundant rules, and loosens some of the others as far as possible.
    fn loosen(
        &self,
        regions: &[Region],
        random: &mut Random,
        tools: &Tools<'_>,
        pass: &mut impl FnMut(&[Region]),
    ) -> Result<(), GenerateError> {
        let mut rungs = Vec::new();
        let mut ladders = Vec::new();
        for region in regions {
            let start = rungs.len();
            rungs.extend(self.ladder(region, random));
            ladders.push(start..rungs.len());
        }
        let (csp, clues) = self.with(&rungs);
        let mut rivals = tools.rivals(&csp, &self.solution, MAX_STEPS)?;
        random.shuffle(&mut ladders);
        let tight: Vec<usize> = ladders.iter().map(|ladder| clues[ladder.start]).collect();
        let mut kept =
            necessary(&mut rivals, &tight, |kept| pass(&regions_of(kept, &rungs, clues[0])))?;
        ladders.retain(|ladder| kept.contains(&clues[ladder.start]));
        for (at, ladder) in ladders.into_iter().enumerate() {
            // Bisection finds the loosest rule: looser rules than one that fails also fail.
            let (mut good, mut bad) = (ladder.start, ladder.end);
            while bad - good > 1 {
                let middle = good.midpoint(bad);
                kept[at] = clues[middle];
                match rivals.exist(&kept)? {
                    Answer::None(_) => good = middle,
                    Answer::Exist | Answer::TooHard => bad = middle,
                }
            }
            kept[at] = clues[good];
            pass(&regions_of(&kept, &rungs, clues[0]));
        }
        Ok(())
    }

    /// The region's rule and, sometimes, looser and looser ones.
    fn ladder(&self, region: &Region, random: &mut Random) -> Vec<Region> {
        let most = region.cells.len() as i64 * i64::from(self.largest);
        let mut ladder = vec![region.clone()];
        if random.one_in(LOOSENED) {
            let looser = region.rule.looser(most, random.one_in(2));
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
