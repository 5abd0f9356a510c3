//! Works with several threads: on several diagrams, or on one large frontier.
//!
//! Each thread takes the next few states of the frontier, and writes down what follows from them with its own
//! numbering. One thread combines the results in the order of the states, so states, edges and renamings get
//! the same numbers as with one thread.
//!
//! Threads without a diagram of their own help with the frontiers of the others.

use std::collections::{BTreeMap, HashMap};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use super::diagram::{Diagram, Layer};
use super::expand::{Results, Worker};
use super::frontier::Frontier;
use super::meter::Meter;
use super::plan::Plan;

/// How many states a thread takes at a time; few in unit tests, so that they use several chunks.
const CHUNK: usize = if cfg!(test) { 2 } else { 32 };

/// How many states are worth a further thread, because starting one takes time.
pub(super) const LARGE: usize = if cfg!(test) { 1 } else { 8 * CHUNK };

/// Does something for each item, in parallel if threads are free. Returns the outcomes in order. What runs at
/// the same time shares the memory that the meter allows.
pub(super) fn each<'m, Item: Sync, Outcome: Send>(
    items: &[Item],
    meter: &Meter<'m>,
    work: impl Fn(&Item, &mut Meter<'m>) -> Outcome + Sync,
) -> Vec<Outcome> {
    let helpers = meter.take_threads(items.len().saturating_sub(1));
    let taken = AtomicUsize::new(0);
    let work_on_next = || {
        let mut meter = meter.share(1 + helpers);
        let mut outcomes = Vec::new();
        loop {
            let at = taken.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break };
            outcomes.push((at, work(item, &mut meter)));
        }
        meter.free_threads(1);
        outcomes
    };
    let mut outcomes = thread::scope(|scope| {
        let others: Vec<_> = (0..helpers).map(|_| scope.spawn(work_on_next)).collect();
        let mut outcomes = work_on_next();
        for other in others {
            outcomes.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        outcomes
    });
    // The calling thread goes on.
    meter.take_threads(1);
    outcomes.sort_unstable_by_key(|(at, _)| *at);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

/// What follows from some states, with its own numbering.
struct Chunk<'m> {
    layer: Layer,
    next: Frontier,
    renamings: Vec<Box<[u32]>>,
    meter: Meter<'m>,
}

/// The result of expanding a frontier.
pub(super) struct Expanded<'a> {
    pub(super) diagram: &'a mut Diagram,
    pub(super) layer: &'a mut Layer,
    pub(super) next: &'a mut Frontier,
}

/// Expands the states before a step, from the first on, until a limit is reached, which it passes to the
/// meter. Returns how many it expanded. `bytes` counts other memory in use.
pub(super) fn expand<'m>(
    (plan, frontier, step): (&Plan, &Frontier, usize),
    threads: usize,
    (meter, bytes): (&mut Meter<'m>, usize),
    to: &mut Expanded<'_>,
) -> usize {
    let chunks = frontier.len().div_ceil(CHUNK);
    let (sender, receiver) = sync_channel::<(usize, Chunk<'m>)>(2 * threads);
    let (taken, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let mut due = 0;
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, meter) = (sender.clone(), meter.clone());
            let (taken, is_over) = (&taken, &is_over);
            scope.spawn(move || {
                let mut worker = Worker::new(plan, meter);
                loop {
                    let number = taken.fetch_add(1, Ordering::Relaxed);
                    if number >= chunks || is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    let states = number * CHUNK..((number + 1) * CHUNK).min(frontier.len());
                    let chunk = expand_chunk(&mut worker, (plan, frontier, step), states);
                    if sender.send((number, chunk)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (number, chunk) in receiver {
            waiting.insert(number, chunk);
            while let Some(chunk) = waiting.remove(&due) {
                due += 1;
                meter.join(&chunk.meter);
                put(chunk, to);
                let held = bytes + to.layer.bytes() + to.next.bytes();
                meter.memory(held + to.diagram.renaming_bytes());
            }
            if meter.is_reached() {
                is_over.store(true, Ordering::Relaxed);
                break;
            }
        }
    });
    (due * CHUNK).min(frontier.len())
}

fn expand_chunk<'m>(
    worker: &mut Worker<'_, 'm>,
    (plan, frontier, step): (&Plan, &Frontier, usize),
    states: std::ops::Range<usize>,
) -> Chunk<'m> {
    let (mut layer, mut next) = (Layer::default(), Frontier::new(plan.frame.words()));
    let mut renamings: Vec<Box<[u32]>> = Vec::new();
    let mut known: HashMap<Box<[u32]>, u32> = HashMap::new();
    let mut number = |origin: &[u32]| match known.get(origin) {
        Some(&number) => number,
        None => {
            let number = renamings.len() as u32;
            renamings.push(origin.into());
            known.insert(origin.into(), number);
            number
        }
    };
    for state in states {
        let mut to = Results { layer: &mut layer, next: &mut next, number: &mut number };
        worker.expand(frontier, state, step, &mut to);
        layer.end_node();
        if worker.meter().is_over() {
            break;
        }
    }
    Chunk { layer, next, renamings, meter: worker.meter().clone() }
}

/// Adds the results of the next states.
fn put(chunk: Chunk<'_>, to: &mut Expanded<'_>) {
    let Chunk { layer, next, renamings, .. } = chunk;
    let children = (0..next.len()).map(|state| to.next.add(next.state(state), next.ways(state)));
    let children: Vec<u32> = children.collect();
    let renamings: Vec<u32> = renamings.iter().map(|origin| to.diagram.renaming(origin)).collect();
    // If nothing is renamed, only the first renaming has a number.
    let renaming = |number: u32| renamings.get(number as usize).copied().unwrap_or(0);
    to.layer
        .append(&layer, |edge| edge.moved(children[edge.child as usize], renaming(edge.renaming)));
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::path::Path;

    use crate::{Limits, count, solutions};
    use cnfetti_puzzles::instance;

    /// Compares nodes, edges, renamings and all their numbers, and what the permutations fix.
    #[test]
    fn any_number_of_threads_makes_the_same_diagram() {
        for file in [
            "dice/labeled-dice-unlimited.toml",
            "signs/leepf-open.toml",
            "pips/pips1.toml",
            "pips/many.toml",
            "pips/none.toml",
            "seating/cheating-linguists.toml",
            "seating/one-too-many.toml",
        ] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(file);
            let csp = instance::load(&path).unwrap().puzzle.csp();
            let by = |threads: usize| {
                let threads = NonZeroUsize::new(threads).unwrap();
                let limits = Limits { memory_bytes: 1 << 30, threads, ..Limits::default() };
                format!("{:?} {:?}", solutions(&csp, &limits), count(&csp, &limits).unwrap())
            };
            let one = by(1);
            for threads in [2, 7] {
                assert!(by(threads) == one, "{file} with {threads} threads");
            }
        }
    }
}
