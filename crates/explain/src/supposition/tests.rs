//! Chains of random problems, of which every link is checked by trying all assignments.

use cnfetti_core::csp::{
    Atom, Connected, Constraint, Csp, Linear, Link, Operand, Parts, Ranges, Table, Value, VarId,
};
use cnfetti_core::random::Random;
use cnfetti_sat::compile::{Choices, compile};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::{Supposition, of_step};
use crate::helpers::Helpers;
use crate::techniques::{CONNECTION, SEVERAL_RULES};
use crate::{Draft, Problem, Task};

/// Cells that do not touch, a number of them, and some of the ways in which three of them can be.
fn problem(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let ids = (0..7).map(|at| csp.variable(format!("x{at}"), 0..=1)).collect_vec();
    for [one, other] in ids.iter().array_combinations() {
        if random.one_in(3) {
            let scope = vec![*one, *other];
            let apart = Linear::sum(scope, Ranges::at_most(1));
            csp.post(apart.into(), format!("no two touch: {} and {}", one.index(), other.index()));
        }
    }
    let bound = 2 + random.below(2) as i64;
    let sum = Linear::sum(ids.clone(), Ranges::exactly(bound));
    csp.post(sum.into(), "a number of them");
    let mut scope = ids;
    random.shuffle(&mut scope);
    scope.truncate(3);
    let values = [Some(0), Some(1)];
    let rows = (0..3).map(|_| values).multi_cartesian_product();
    let rows = rows.filter(|_| !random.one_in(3)).collect();
    let table: Constraint = Table { scope, rows, is_positive: true }.into();
    csp.post(table, "the ways of three");
    csp
}

fn holds(fact: &Fact, values: &[Value]) -> bool {
    let value = values[fact.variable.index()];
    match &fact.said {
        Said::Is(only) => value == *only,
        Said::IsNone(gone) => !gone.contains(&value),
    }
}

/// All assignments that satisfy these constraints.
fn solutions(csp: &Csp, constraints: &[usize]) -> Vec<Vec<Value>> {
    let all = csp.ids().map(|id| csp.domain(id).to_vec()).multi_cartesian_product();
    let rule = |at: &usize| csp.constraints()[*at].constraint.rule();
    all.filter(|values| constraints.iter().all(|at| rule(at).holds(values))).collect()
}

/// Each link follows from its constraints and facts, each fact is supposed or concluded before, and the last link
/// cannot hold.
fn check(csp: &Csp, draft: &Draft, supposition: &Supposition) {
    let Supposition { supposed, links } = supposition;
    let mut known = Candidates::all(csp);
    draft.facts.iter().for_each(|fact| known.learn(fact));
    known.learn(supposed);
    let case = format!("{supposition:?}");
    for (at, link) in links.iter().enumerate() {
        assert!(link.facts.iter().all(|fact| known.knows(fact)), "{case}");
        assert!(link.constraints.iter().all(|at| draft.constraints.contains(at)), "{case}");
        let left = solutions(csp, &link.constraints).into_iter();
        let mut left = left.filter(|values| link.facts.iter().all(|fact| holds(fact, values)));
        match link.conclusions.is_empty() {
            true => assert!(left.next().is_none() && at + 1 == links.len(), "{case}"),
            false => assert!(left.all(|v| link.conclusions.iter().all(|fact| holds(fact, &v)))),
        }
        link.conclusions.iter().for_each(|fact| known.learn(fact));
    }
    assert!(links.last().unwrap().conclusions.is_empty(), "{case}");
    let opposite = |v: &Vec<Value>| !draft.conclusions.iter().all(|fact| holds(fact, v));
    let all = solutions(csp, &[]);
    let denied = all.iter().filter(|values| opposite(values));
    assert!(denied.into_iter().all(|values| holds(supposed, values)), "{case}");
}

/// One rule after another leads to a contradiction.
#[test]
fn one_rule_after_another_leads_to_a_contradiction() {
    let mut random = Random::new(12);
    let (mut chains, mut longer) = (0, 0);
    for _ in 0..400 {
        let csp = problem(&mut random);
        let all = (0..csp.constraints().len()).collect_vec();
        let solutions = solutions(&csp, &all);
        let atom = csp.ids().cartesian_product([0, 1]);
        let ruled_out = |(id, value): &(VarId, Value)| {
            let has_value = |values: &Vec<Value>| values[id.index()] == *value;
            !solutions.iter().any(has_value)
        };
        let Some((variable, value)) = atom.into_iter().find(ruled_out) else { continue };
        let compiled = compile(&csp, &Choices::with_values()).unwrap();
        let task = Task::default();
        let problem = Problem::new(&csp, &compiled, Helpers::default(), &task);
        let conclusions = vec![Fact { variable, said: Said::IsNone(vec![value]) }];
        let draft = Draft::proposed(&SEVERAL_RULES, all, Vec::new(), conclusions);
        let before = Candidates::all(&csp);
        let Some(supposition) = of_step(&problem, &draft, &before).unwrap() else { continue };
        check(&csp, &draft, &supposition);
        let rules = supposition.links.iter().map(|link| problem.count_rules(&link.constraints));
        assert_eq!(rules.max(), Some(1), "{supposition:?}");
        chains += 1;
        longer += usize::from(supposition.links.len() > 1);
    }
    assert!(chains > 100 && longer > 50, "{chains} {longer}");
}

/// A board of nine cells, some of which are in islands with a size, or hang together.
fn islands(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let ids = (0..9).map(|at| csp.variable(format!("x{at}"), 0..=1)).collect_vec();
    let places = ids.iter().map(|&variable| Some(Atom { variable, value: 1 })).collect_vec();
    let link = |ends| Link { ends, atom: None };
    let across = (0..9).filter(|at| at % 3 < 2).map(|at| link([at, at + 1]));
    let links = across.chain((0..6).map(|at| link([at, at + 3]))).collect_vec();
    let constraint: Constraint = match random.one_in(3) {
        true => Connected { places, links, may_be_empty: true }.into(),
        false => {
            let size =
                |_| random.one_in(4).then(|| Operand::Constant(1 + random.below(4) as Value));
            let sizes = (0..9).map(size).collect_vec();
            let marks = (0..9).filter(|&at| sizes[at].is_some()).collect_vec();
            Parts { places, links, sizes, marks: Some(marks) }.into()
        }
    };
    csp.post(constraint, "they hang together");
    csp
}

/// What one rule says of what hangs together follows by thoughts with a name, one after another.
#[test]
fn thoughts_about_what_hangs_together_lead_to_a_contradiction() {
    let mut random = Random::new(13);
    let (mut chains, mut longer, mut asked) = (0, 0, 0);
    for _ in 0..600 {
        let csp = islands(&mut random);
        let all = solutions(&csp, &[0]);
        let Some(solution) = (!all.is_empty()).then(|| random.pick(&all).clone()) else { continue };
        let facts = csp.ids().filter(|_| random.one_in(2));
        let said = |id: VarId| Fact { variable: id, said: Said::Is(solution[id.index()]) };
        let facts = facts.map(said).collect_vec();
        let left = all.iter().filter(|values| facts.iter().all(|fact| holds(fact, values)));
        let left = left.collect_vec();
        let is_new = |id: &VarId| {
            !facts.iter().any(|fact| fact.variable == *id)
                && left.iter().all(|values| values[id.index()] == solution[id.index()])
        };
        let Some(conclusion) = csp.ids().find(is_new).map(said) else { continue };
        let compiled = compile(&csp, &Choices::with_values()).unwrap();
        let task = Task::default();
        let problem = Problem::new(&csp, &compiled, Helpers::default(), &task);
        let mut before = Candidates::all(&csp);
        facts.iter().for_each(|fact| before.learn(fact));
        let draft = Draft::proposed(&CONNECTION, vec![0], facts, vec![conclusion]);
        asked += 1;
        let Some(supposition) = of_step(&problem, &draft, &before).unwrap() else { continue };
        check(&csp, &draft, &supposition);
        let facts = supposition.links.iter().flat_map(|link| &link.facts);
        let needs_known = facts.into_iter().any(|fact| draft.facts.contains(fact));
        assert!(supposition.rests_on(&before));
        assert_eq!(supposition.rests_on(&Candidates::all(&csp)), !needs_known);
        chains += 1;
        longer += usize::from(supposition.links.len() > 1);
    }
    assert!(chains > 200 && longer > 100, "{chains} {longer} of {asked}");
}
