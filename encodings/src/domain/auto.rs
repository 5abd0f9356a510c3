//! Picks one-hot, whose at-most-one encoding can itself be picked: the other domain encodings
//! add variables that no constraint of a puzzle uses.

use super::Encoding;
use super::one_hot;
use crate::labels::Labels;
use crate::row::Means;

pub(super) const ROW: Encoding = Encoding {
    name: "auto",
    paper: "this crate",
    labels: Labels::NO_AUXILIARIES,
    means: Means::Pick(|| &one_hot::ROW),
};
