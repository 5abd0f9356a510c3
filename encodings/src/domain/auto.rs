//! Picks one-hot, for which you can choose the at-most-one encoding: the other domain encodings
//! add variables that no constraint of a puzzle uses.

use super::Encoding;
use super::one_hot;
use crate::labels::Labels;
use crate::row::Method;

pub(super) const ROW: Encoding = Encoding {
    name: "auto",
    paper: "this crate",
    labels: Labels::NO_AUXILIARIES,
    method: Method::Pick(|| &one_hot::ROW),
};
