//! Order: for each value but the smallest, whether the variable is at least that large. A value
//! literal is true between two such thresholds.
//!
//! * size: for d values, d − 3 auxiliaries (the outermost thresholds are value literals) and 4d −
//!   8 clauses
//! * propagation: domain consistent
//! * auxiliaries: the order literals, determined by the value in both forms

use super::Encoding;
use crate::at_most_one;
use crate::definition::Meaning;
use crate::labels::Labels;
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "order",
    paper: "Crawford and Baker, AAAI 1994; Tamura, Taga, Kitagawa and Banbara, Compiling Finite \
            Linear CSP into SAT, Constraints 2009",
    labels: Labels::DOMAIN_CONSISTENT,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, values: &[Lit], _at_most_one: &at_most_one::Encoding) {
    let last = values.len() - 1;
    if last == 1 {
        out.require([values[0], values[1]]);
        out.require([!values[0], !values[1]]);
        return;
    }
    let mut low = !values[0];
    if !out.holds_always() {
        low = out.new_lit();
        out.require([values[0], low]);
        out.require([!values[0], !low]);
    }
    let mut defined = vec![(low, 0)];
    for (index, &value) in values.iter().enumerate().take(last).skip(1) {
        let high = if index + 1 == last { values[last] } else { out.new_lit() };
        defined.push((high, index));
        out.define([!high, low]);
        out.define([!value, low]);
        out.require([!value, !high]);
        out.define([!low, high, value]);
        low = high;
    }
    // Each threshold is defined by the one above it. The last is a value, and the first may be
    // one.
    defined.pop();
    let first = usize::from(out.holds_always());
    let mut above = values[last];
    for &(lit, index) in defined[first..].iter().rev() {
        out.means(lit, || Meaning::any([values[index + 1], above]));
        above = lit;
    }
}
