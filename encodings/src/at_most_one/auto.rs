//! Picks the encoding by the number of literals: pairwise for few, the grid of the product
//! encoding for more. The product has fewer auxiliaries and clauses together from twelve literals
//! on; the border is lower because solvers are faster with its auxiliaries long before.

use super::Encoding;
use super::{pairwise, product};
use crate::labels::Labels;
use crate::row::Means;

pub(super) const ROW: Encoding = Encoding {
    name: "auto",
    paper: "this crate",
    labels: Labels::CONFLICTS_WHEN_REIFIED,
    means: Means::Pick(pick),
};

/// Pairwise for this many literals and fewer.
const MAX_PAIRWISE: usize = 5;

fn pick(n: usize) -> &'static Encoding {
    if n <= MAX_PAIRWISE { &pairwise::ROW } else { &product::ROW }
}
