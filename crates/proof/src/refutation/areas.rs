//! Checks what is said of areas of equal numbers, each of which has as many places as its number says, without a formula.
//!
//! [`cannot_hold`] looks at one place at a time: it has none of its numbers left if the area that it would have with each of
//! them is too large already, or has too few places within reach. It reads the constraints themselves, and knows nothing
//! of how a step was found.

use std::collections::{BTreeSet, HashMap};

use cnfetti_core::csp::{Atom, Constraint, Csp, Operand, Operator, Parts, Value, VarId};

/// Two places, and whether a link surely holds between them if they are equal.
struct Link {
    ends: [usize; 2],
    is_defined: bool,
}

/// Whether the area of one place shows that these constraints cannot hold with the values that are left: one about parts
/// that says the size of each place, and some that define its links as equalities of these sizes. `false` is always safe.
pub fn cannot_hold(csp: &Csp, constraints: &[usize], left: impl Fn(VarId) -> Vec<Value>) -> bool {
    let posted = || constraints.iter().map(|&at| &csp.constraints()[at].constraint);
    let parts = posted().find_map(|constraint| match constraint {
        Constraint::Parts(parts) => Some(parts),
        _ => None,
    });
    let sized = parts.and_then(|parts| Some((sizes(parts)?, links(parts, posted())?)));
    let Some((sizes, links)) = sized else { return false };
    let left: Vec<Vec<Value>> = sizes.into_iter().map(left).collect();
    let board = Board::new(left, &links);
    let has_none =
        |place: usize| board.left[place].iter().all(|&number| !board.may_have(place, number));
    (0..board.left.len()).any(has_none)
}

/// The variable that says the size of each place, where all of them hold and nothing is marked.
fn sizes(parts: &Parts) -> Option<Vec<VarId>> {
    let is_plain = parts.marks.is_none() && parts.places.iter().all(Option::is_none);
    let sizes = parts.sizes.iter().map(|size| match size {
        Some(Operand::Variable(variable)) => Some(*variable),
        _ => None,
    });
    is_plain.then(|| sizes.collect())?
}

fn links<'c>(
    parts: &Parts,
    constraints: impl Iterator<Item = &'c Constraint>,
) -> Option<Vec<Link>> {
    let mut equal: HashMap<VarId, [VarId; 2]> = HashMap::new();
    for constraint in constraints {
        match constraint {
            Constraint::Parts(_) => {}
            Constraint::Operation(operation) if operation.operator == Operator::Eq => {
                let [Operand::Variable(one), Operand::Variable(other)] = operation.arguments[..]
                else {
                    return None;
                };
                equal.insert(operation.result, [one, other]);
            }
            // A step that needs no other rule does not name it.
            _ => return None,
        }
    }
    let links = parts.links.iter().map(|link| {
        let Atom { variable, value } = link.atom?;
        let said = link.ends.map(|end| parts.sizes[end].and_then(|size| size.variable()));
        let compared = equal.get(&variable).map(|both| both.map(Some));
        let is_defined =
            value == 1 && compared.is_some_and(|both| both == said || both == [said[1], said[0]]);
        Some(Link { ends: link.ends, is_defined })
    });
    links.collect()
}

/// The numbers that are left, and for each place the ends of its links, with whether each surely holds between equals.
struct Board {
    left: Vec<Vec<Value>>,
    beside: Vec<Vec<(usize, bool)>>,
}

impl Board {
    fn new(left: Vec<Vec<Value>>, links: &[Link]) -> Board {
        let mut beside = vec![Vec::new(); left.len()];
        for &Link { ends: [one, other], is_defined } in links {
            beside[one].push((other, is_defined));
            beside[other].push((one, is_defined));
        }
        Board { left, beside }
    }

    /// Whether an area with the place may have this number.
    fn may_have(&self, place: usize, number: Value) -> bool {
        let Ok(number_of_places) = usize::try_from(number) else { return false };
        let is_surely_in = |is_defined: bool, to: usize| is_defined && self.left[to] == [number];
        let own = self.grown(&[place], usize::MAX, is_surely_in);
        let own: Vec<usize> = own.into_iter().collect();
        if own.len() > number_of_places {
            return false;
        }
        // What is linked has the same number, and brings what is linked with it.
        let can_join = |_, to: usize| {
            let with_it = [&own[..], &[to]].concat();
            self.left[to].contains(&number)
                && self.grown(&with_it, usize::MAX, is_surely_in).len() <= number_of_places
        };
        self.grown(&own, number_of_places, can_join).len() >= number_of_places
    }

    /// The places, and all that links lead to which go on as is said; no more once there are so many.
    fn grown(
        &self,
        places: &[usize],
        enough: usize,
        goes_on: impl Fn(bool, usize) -> bool,
    ) -> BTreeSet<usize> {
        let mut grown: BTreeSet<usize> = places.iter().copied().collect();
        let mut open: Vec<usize> = grown.iter().copied().collect();
        while let Some(from) = open.pop() {
            for &(to, is_defined) in &self.beside[from] {
                if grown.len() < enough && !grown.contains(&to) && goes_on(is_defined, to) {
                    grown.insert(to);
                    open.push(to);
                }
            }
        }
        grown
    }
}
