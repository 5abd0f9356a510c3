//! Only the numbers of models.

use num_bigint::BigUint;

use super::{Assigned, Component, Trace};

/// Counts without a graph.
pub(super) struct Tally;

impl Trace for Tally {
    type Node = BigUint;
    type Branch = BigUint;
    const KNOWS: bool = false;

    fn hidden(&mut self, _: &Component<'_>, _: &[bool]) -> BigUint {
        BigUint::from(1_u32)
    }

    fn dead(&mut self, _: &Assigned<'_>, _: u32) -> BigUint {
        BigUint::ZERO
    }

    fn live(&mut self, _: &Assigned<'_>, nodes: &[BigUint], free: usize) -> BigUint {
        match nodes {
            [only] => only << free,
            _ => nodes.iter().product::<BigUint>() << free,
        }
    }

    fn component(&mut self, _: &Component<'_>, [one, other]: [BigUint; 2]) -> BigUint {
        one + other
    }

    fn bytes_of(&self, node: &BigUint) -> usize {
        node.bits() as usize / 8
    }

    fn bytes(&self) -> usize {
        0
    }
}
