//! Places and links with a variable each, as on boards: parts that grow apart and meet again, on grids and on
//! any graph.

use cnfetti::csp::{
    Atom, Connected, Csp, Linear, Link, Operand, Parts, Projection, Ranges, Terms, Value, VarId,
};

use super::{Random, general_constraint};

/// The logarithm, base 2, of the largest number of assignments.
const LARGEST: f64 = 11.0;

/// The variables for places and links, used one after the other while there are any.
struct Supply {
    fresh: Vec<VarId>,
    used: Vec<Atom>,
}

impl Supply {
    /// When something holds: mostly, a variable of its own says so.
    fn atom(&mut self, random: &mut Random, csp: &Csp) -> Option<Atom> {
        let variable = match random.below(12) {
            0 => return None,
            1 if !self.used.is_empty() => return Some(self.used[random.below(self.used.len())]),
            2 => VarId::at(random.below(csp.variables().len())),
            _ => self.fresh.pop()?,
        };
        let domain = csp.domain(variable);
        let value = match random.one_in(40) {
            true => 7,
            false => domain[random.below(domain.len())],
        };
        let atom = Atom { variable, value };
        self.used.push(atom);
        Some(atom)
    }
}

/// A connected graph or parts, or two of these over the same variables, and perhaps more constraints.
pub(super) fn random_connections(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let most = 3 + random.below(9);
    while csp.variables().len() < most && csp.log2_assignments() < LARGEST {
        let last = if random.one_in(6) { 3 } else { 2 };
        let first = Value::from(random.one_in(15));
        csp.variable(format!("x{}", csp.variables().len()), first..last);
    }
    for _ in 0..1 + random.below(5) / 3 {
        let connected = connected(random, &csp);
        match random.one_in(2) {
            true => csp.post(connected.into(), "of chance"),
            false => csp.post(parts(random, &csp, connected).into(), "of chance"),
        }
    }
    for _ in 0..random.below(7) / 3 {
        let constraint = match random.one_in(2) {
            true => degree(random, &csp).into(),
            false => general_constraint(random, &csp),
        };
        csp.post(constraint, "of chance");
    }
    let scope = random.scope(&csp, 1);
    csp.count_also(Projection { name: "some".into(), scope }).unwrap();
    csp
}

fn connected(random: &mut Random, csp: &Csp) -> Connected {
    let mut fresh: Vec<VarId> = csp.ids().collect();
    if random.one_in(2) {
        fresh = (0..fresh.len()).map(|_| fresh.remove(random.below(fresh.len()))).collect();
    }
    let mut supply = Supply { fresh, used: Vec::new() };
    let pairs = match random.below(3) {
        0 => any_graph(random),
        _ => grid(random),
    };
    let number = pairs.iter().flatten().max().map_or(1, |last| last + 1);
    let has_places = random.below(3) > 0;
    let has_links = !has_places || random.one_in(3);
    let mut when = |random: &mut Random, depends: bool| match depends {
        true => supply.atom(random, csp),
        false => None,
    };
    let places = (0..number).map(|_| when(random, has_places)).collect();
    let links = pairs.into_iter().map(|ends| Link { ends, atom: when(random, has_links) });
    Connected { places, links: links.collect(), may_be_empty: random.one_in(2) }
}

/// The same places and links, some of which state a small size, and some of which are marks.
fn parts(random: &mut Random, csp: &Csp, connected: Connected) -> Parts {
    let Connected { places, links, .. } = connected;
    let says = random.below(4);
    let size = |random: &mut Random| match random.below(3) {
        0 => Operand::Variable(VarId::at(random.below(csp.variables().len()))),
        _ => Operand::Constant(1 + random.below(4) as Value),
    };
    let sizes = places.iter().map(|_| (random.below(4) < says).then(|| size(random))).collect();
    let marks = random.one_in(3).then(|| {
        let most = 1 + random.below(5);
        (0..places.len()).filter(|_| random.below(most) == 0).collect()
    });
    Parts { places, links, sizes, marks }
}

/// Any links, including parallel ones and loops.
fn any_graph(random: &mut Random) -> Vec<[usize; 2]> {
    let places = 1 + random.below(10);
    let number = random.below(2 * places + 2);
    (0..number).map(|_| [random.below(places), random.below(places)]).collect()
}

/// The neighbours on a grid, in any order, perhaps without one or two.
fn grid(random: &mut Random) -> Vec<[usize; 2]> {
    let sizes = [(1, 6), (2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (5, 2)];
    let (rows, columns) = sizes[random.below(sizes.len())];
    let mut pairs = Vec::new();
    for at in 0..rows * columns {
        if at % columns + 1 < columns {
            pairs.push([at, at + 1]);
        }
        if at + columns < rows * columns {
            pairs.push([at + columns, at]);
        }
    }
    for _ in 0..random.below(3) {
        pairs.remove(random.below(pairs.len()));
    }
    (0..pairs.len()).map(|_| pairs.remove(random.below(pairs.len()))).collect()
}

/// At most a few of some variables are large, as few lines meet at a place.
fn degree(random: &mut Random, csp: &Csp) -> Linear {
    let scope = random.scope(csp, 2);
    let scope = &scope[..scope.len().min(4)];
    let most = random.below(3) as i64;
    let within = match random.one_in(2) {
        true => Ranges::of([0, 2]),
        false => Ranges::between(0, most),
    };
    Linear { terms: Terms::new(scope.iter().map(|&variable| (variable, 1))), within }
}
