//! Pairwise: no two of the literals are both true.
//!
//! * size: no auxiliaries, n(n−1)/2 binary clauses
//! * propagation: domain consistent

use super::Encoding;
use crate::labels::Labels;
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "pairwise",
    paper: "folklore; see Prestwich, CNF Encodings, Handbook of Satisfiability, 2009",
    labels: Labels::NO_AUXILIARIES,
    method: Method::Write(write),
};

pub(super) fn write(out: &mut Writer<'_>, lits: &[Lit]) {
    for (index, &first) in lits.iter().enumerate() {
        for &second in &lits[index + 1..] {
            out.require([!first, !second]);
        }
    }
}
