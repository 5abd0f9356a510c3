//! Places and links that hold if an expression is true. No format can write these, so the expressions are
//! read as constraints of their own.

use cnfetti::compile::Choices;
use cnfetti::csp::Value;
use cnfetti::exact::{self, Limits};
use cnfetti::limit::Budget;
use cnfetti::model::{self, Constraint, Expr, Link, Lowered, Model};
use cnfetti::search::blocking::count;
use cnfetti::solver::by_name;
use itertools::Itertools;
use num_bigint::BigUint;

use super::expressions::{self, Expression};
use super::random_domain;
use crate::random_csp::Random;
use crate::support::seeds;

/// The number of models to draw.
const MODELS: u64 = 400;

/// A drawn model, with the meaning of each expression.
struct Drawn {
    domains: Vec<Vec<i64>>,
    places: Vec<Expression>,
    links: Vec<([usize; 2], Option<Expression>)>,
    /// Whether the connected part may be empty; for parts, what they state.
    demand: Demand,
}

enum Demand {
    Connected { may_be_empty: bool },
    Parts { sizes: Vec<Option<Expression>>, marks: Option<Vec<usize>> },
}

fn draw(random: &mut Random) -> Drawn {
    let domains = (0..1 + random.below(4)).map(|_| random_domain(random, 3)).collect_vec();
    let names = (0..domains.len()).map(|at| format!("x[{at}]")).collect_vec();
    let truth = |random: &mut Random| match random.below(10) {
        0 => expressions::number(random),
        1 | 2 => expressions::expression(random, &names, 2),
        3..6 => expressions::variable(random, &names),
        6 => expressions::logical(random, &names, 1),
        _ => expressions::expression(random, &names, 1),
    };
    let places = (0..random.below(6)).map(|_| truth(random)).collect_vec();
    let number = if places.is_empty() { 0 } else { random.below(7) };
    let links = (0..number).map(|_| {
        let ends = [random.below(places.len()), random.below(places.len())];
        (ends, (random.below(2) == 0).then(|| truth(random)))
    });
    let links = links.collect();
    let demand = match random.below(2) {
        0 => Demand::Connected { may_be_empty: random.below(2) == 0 },
        _ => {
            let says = random.below(4);
            let size = |random: &mut Random| match random.below(3) {
                0 => expressions::expression(random, &names, 1),
                1 => expressions::variable(random, &names),
                _ => expressions::natural(random),
            };
            let sizes = (0..places.len()).map(|_| (random.below(4) < says).then(|| size(random)));
            let sizes = sizes.collect();
            let marks = (random.below(3) == 0)
                .then(|| (0..places.len()).filter(|_| random.below(3) == 0).collect());
            Demand::Parts { sizes, marks }
        }
    };
    Drawn { domains, places, links, demand }
}

impl Drawn {
    /// The model. Its expressions are read from a file in which each is a constraint.
    fn model(&self) -> Model {
        let mut text = "<instance format=\"XCSP3\" type=\"CSP\"><variables>".to_owned();
        text += &format!("<array id=\"x\" size=\"[{}]\">", self.domains.len());
        for (at, domain) in self.domains.iter().enumerate() {
            text += &format!("<domain for=\"x[{at}]\"> {} </domain>", domain.iter().join(" "));
        }
        text += "</array></variables><constraints>";
        let conditions = self.links.iter().filter_map(|(_, condition)| condition.as_ref());
        let sizes = match &self.demand {
            Demand::Connected { .. } => [].iter(),
            Demand::Parts { sizes, .. } => sizes.iter(),
        };
        for expression in self.places.iter().chain(conditions).chain(sizes.flatten()) {
            text += &format!("<intension> {} </intension>", expression.text);
        }
        // Post something even if there is no place.
        text += "<intension> 1 </intension></constraints></instance>";
        let mut model = model::read(&text, &Budget::default()).unwrap();
        let mut posted = std::mem::take(&mut model.constraints).into_iter();
        let mut next = || posted.next().expect("one for each expression");
        let expr = |posted: &model::Posted| -> Expr {
            let Constraint::Intension(expr) = &posted.constraint else { panic!("{posted:?}") };
            expr.clone()
        };
        let places = self.places.iter().map(|_| expr(&next())).collect();
        let links = self.links.iter().map(|(ends, condition)| Link {
            ends: *ends,
            condition: condition.as_ref().map(|_| expr(&next())),
        });
        let links = links.collect();
        let demand = match &self.demand {
            Demand::Connected { may_be_empty } => {
                Constraint::Connected { places, links, may_be_empty: *may_be_empty }
            }
            Demand::Parts { sizes, marks } => {
                let sizes = sizes.iter().map(|size| size.as_ref().map(|_| expr(&next())));
                let sizes = sizes.collect();
                Constraint::Parts { places, links, sizes, marks: marks.clone() }
            }
        };
        let mut last = next();
        last.constraint = demand;
        model.constraints = vec![last];
        model
    }

    /// Whether the demand is met, by the paths from each place to each other; `None` if an expression has no
    /// value.
    fn holds(&self, values: &[i64]) -> Option<bool> {
        let truth = |expression: &Expression| (expression.value)(values).map(|value| value != 0);
        let holds: Vec<bool> = self.places.iter().map(truth).collect::<Option<_>>()?;
        let number = holds.len();
        let mut way = vec![vec![false; number]; number];
        (0..number).for_each(|place| way[place][place] = true);
        for ([one, other], condition) in &self.links {
            let is_open = condition.as_ref().map_or(Some(true), truth)?;
            way[*one][*other] |= is_open && holds[*one] && holds[*other];
            way[*other][*one] |= way[*one][*other];
        }
        for by in 0..number {
            for from in 0..number {
                for to in 0..number {
                    way[from][to] |= way[from][by] && way[by][to];
                }
            }
        }
        let all = (0..number).filter(|&place| holds[place]).collect_vec();
        let Demand::Parts { sizes, marks } = &self.demand else {
            let joined = all.iter().all(|&from| all.iter().all(|&to| way[from][to]));
            let may_be_empty = matches!(self.demand, Demand::Connected { may_be_empty: true });
            return Some(joined && (may_be_empty || !all.is_empty()));
        };
        let mut fits = true;
        for (from, size) in sizes.iter().enumerate() {
            let Some(size) = size else { continue };
            let said = (size.value)(values)?;
            let part = all.iter().filter(|&&to| way[from][to]).count() as i64;
            fits &= !holds[from] || said == part;
        }
        for &from in &all {
            let own = |marks: &Vec<usize>| {
                marks.iter().filter(|&&mark| holds[mark] && way[from][mark]).count() == 1
            };
            fits &= marks.as_ref().is_none_or(own);
        }
        Some(fits)
    }
}

#[test]
fn places_and_links_hold_when_expressions_are_true() {
    let (mut some, mut none) = (0, 0);
    for seed in seeds(MODELS) {
        let drawn = draw(&mut Random::new(seed));
        let model = drawn.model();
        let text = model.reason(&model.constraints[0]);
        let lowered = match Lowered::new(&model, &Budget::default()) {
            Ok(lowered) => lowered,
            Err(error) => {
                assert!(super::is_too_wide(&error), "{error:?}\n{text}");
                continue;
            }
        };
        let takes_part = model.mentioned();
        let mut expected = std::collections::HashSet::new();
        for values in
            drawn.domains.iter().map(|domain| domain.iter().copied()).multi_cartesian_product()
        {
            let holds = drawn.holds(&values).unwrap_or(false);
            let own: Vec<Value> = values.iter().map(|&value| value as Value).collect();
            assert_eq!(model.check(&own).is_ok(), holds, "seed {seed}, {values:?}: {text}");
            let declared = own.into_iter().zip(&takes_part).filter(|(_, part)| **part);
            let declared: Vec<Value> = declared.map(|(value, _)| value).collect();
            let completed = lowered.completed(declared.clone());
            let is_solution = completed.is_some_and(|all| lowered.csp.is_solution(&all));
            assert_eq!(is_solution, holds, "seed {seed}, {values:?}: {text}\n{:?}", lowered.csp);
            if holds {
                expected.insert(declared);
            }
        }
        *if expected.is_empty() { &mut none } else { &mut some } += 1;
        let number = BigUint::from(expected.len());
        let (exact, _) = exact::count(&lowered.csp, &Limits::default()).unwrap();
        assert_eq!(exact.solutions, number, "seed {seed}, exact counter: {text}");
        let (backend, budget) = (by_name("varisat").unwrap(), Budget::default());
        let counted = count(&lowered.csp, &Choices::default(), backend, &budget, |_| {}).unwrap();
        assert_eq!(counted.count.solutions, number, "seed {seed}, blocking: {text}");
    }
    assert!(some > none, "too few of the models have a solution: {some}, and {none} have none");
}
