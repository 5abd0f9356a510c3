//! Picks the encoding by the number of literals: pairwise for few, the product encoding for more.
//! From twelve literals on, the product has fewer auxiliaries and clauses in total; the threshold
//! is lower because solvers profit from its auxiliaries long before.

use super::Encoding;
use super::{pairwise, product};
use crate::labels::Labels;
use crate::row::Method;

pub(super) const ROW: Encoding = Encoding {
    name: "auto",
    paper: "this crate",
    labels: Labels::CONFLICTS_WHEN_REIFIED,
    method: Method::Pick(pick),
};

/// Up to this many literals, use pairwise.
const MAX_PAIRWISE: usize = 5;

fn pick(n: usize) -> &'static Encoding {
    if n <= MAX_PAIRWISE { &pairwise::ROW } else { &product::ROW }
}
