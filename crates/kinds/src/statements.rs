//! Statements: constraints that a rule can state, but that have no value.

/// A statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Statement {
    Connected,
    SingleLoop,
    CrossingLoop,
    ReachMarks,
    ReachRim,
    NoLoops,
    Parts,
    EqualParts,
    Sizes,
    Runs,
    RunsAround,
}

/// Each statement with its name, its arguments and its meaning.
pub(crate) const STATEMENTS: &[(Statement, &str, &str, &str)] = &[
    (
        Statement::Connected,
        "connected",
        "truths at cells, and truths at links where not all neighbours are joined",
        "the places where it is true are connected, or there are none",
    ),
    (
        Statement::SingleLoop,
        "single_loop",
        "the name of what is looked for on links or sides",
        "its lines are one loop: through cells where they are links, along sides where they are sides",
    ),
    (
        Statement::CrossingLoop,
        "crossing_loop",
        "the name of what is looked for on links",
        "its lines are one loop through cells, which may cross itself: where four lines meet, both parts go straight on",
    ),
    (
        Statement::ReachMarks,
        "reach_marks",
        "truths at cells, truths at links, and truths at cells that the puzzle decides",
        "each cell of which the first is true hangs together, along the links, with one of which the last is true",
    ),
    (
        Statement::ReachRim,
        "reach_rim",
        "truths at cells",
        "each cell of which it is true hangs together with one at the rim of the board",
    ),
    (
        Statement::NoLoops,
        "no_loops",
        "truths at all cells",
        "no loop is among the diagonals of the cells: falling ones where it is true, else rising",
    ),
    (
        Statement::RunsAround,
        "runs_around",
        "truths at the cells around a cell, numbers",
        "the truths that follow each other around it are as many as the numbers say, in any order",
    ),
    (
        Statement::Parts,
        "parts",
        "truths at cells, numbers at some of them, and truths at cells that the puzzle decides",
        "the places where it is true fall into connected parts: each has one of the marks that come last, and \
         is as large as the number in it says, where there is one",
    ),
    (
        Statement::EqualParts,
        "equal_parts",
        "numbers at cells",
        "each connected area of equal numbers has as many cells as its number says",
    ),
    (
        Statement::Sizes,
        "sizes",
        "truths at cells, numbers at some of them, and truths at links where not all neighbours are joined",
        "the places where it is true fall into connected parts: where one of them has a number, its part is that large",
    ),
    (
        Statement::Runs,
        "runs",
        "truths, numbers",
        "the truths that follow each other are as many as the numbers say, in their order",
    ),
];

/// Each statement: its name, its arguments and its meaning.
pub fn statements() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    STATEMENTS.iter().map(|row| (row.1, row.2, row.3))
}
