//! The residuals of the constraints, each in its own file.

mod all_different;
mod all_equal;
mod arg_extremum;
mod automaton;
mod bin_packing;
mod cardinality;
mod channel;
mod circuit;
mod connected;
mod count;
mod cumulative;
mod distinct_count;
mod element;
mod extremum;
mod fixed;
mod graph;
mod increasing;
mod known;
mod lex;
mod linear;
mod no_overlap;
mod operation;
mod parts;
mod reading;
mod selection;
mod table;
mod value_precedence;

pub(crate) use automaton::layers;
pub(crate) use selection::Together;

use cnfetti_core::csp::Constraint;

use crate::residual::{Frame, Residual};

/// The residual of a constraint: what it leaves once some variables have values.
pub(crate) fn residual(constraint: &Constraint, frame: &mut Frame) -> Box<dyn Residual> {
    match constraint {
        Constraint::AllDifferent(constraint) => all_different::residual(constraint, frame),
        Constraint::AllEqual(constraint) => all_equal::residual(constraint, frame),
        Constraint::ArgExtremum(constraint) => arg_extremum::residual(constraint, frame),
        Constraint::Automaton(constraint) => automaton::residual(constraint, frame),
        Constraint::BinPacking(constraint) => bin_packing::residual(constraint, frame),
        Constraint::Cardinality(constraint) => cardinality::residual(constraint, frame),
        Constraint::Channel(constraint) => channel::residual(constraint, frame),
        Constraint::Circuit(constraint) => circuit::residual(constraint, frame),
        Constraint::Connected(constraint) => connected::residual(constraint, frame),
        Constraint::Count(constraint) => count::residual(constraint, frame),
        Constraint::Cumulative(constraint) => cumulative::residual(constraint, frame),
        Constraint::DistinctCount(constraint) => distinct_count::residual(constraint, frame),
        Constraint::Element(constraint) => element::residual(constraint, frame),
        Constraint::Extremum(constraint) => extremum::residual(constraint, frame),
        Constraint::Fixed(constraint) => fixed::residual(constraint, frame),
        Constraint::Increasing(constraint) => increasing::residual(constraint, frame),
        Constraint::Lex(constraint) => lex::residual(constraint, frame),
        Constraint::Linear(constraint) => linear::residual(constraint, frame),
        Constraint::NoOverlap(constraint) => no_overlap::residual(constraint, frame),
        Constraint::Operation(constraint) => operation::residual(constraint, frame),
        Constraint::Parts(constraint) => parts::residual(constraint, frame),
        Constraint::Selection(constraint) => selection::residual(constraint, frame),
        Constraint::Table(constraint) => table::residual(constraint, frame),
        Constraint::ValuePrecedence(constraint) => value_precedence::residual(constraint, frame),
    }
}
