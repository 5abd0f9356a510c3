//! The rules and clues among posted constraints, as a reader counts them.
//!
//! One rule of a file can become several constraints, and it takes the definitions of its helpers to mean anything.
//! All of them are switched on and off together. A definition belongs to each rule that uses it.

use std::collections::{HashMap, HashSet};

use cnfetti_core::csp::{Csp, Role, VarId};

use crate::helpers::Helpers;

/// A rule, as positions in [`Csp::constraints`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// The constraints that are posted for it; increasing.
    pub(super) own: Vec<usize>,
    /// These, and what defines the helpers in them; increasing.
    pub(super) constraints: Vec<usize>,
}

impl Rule {
    /// The first constraint that is posted for it, by which others call it.
    pub(super) fn first(&self) -> usize {
        self.own[0]
    }

    /// Adds the constraints of another rule.
    fn join(&mut self, other: Rule) {
        for (all, more) in [(&mut self.own, other.own), (&mut self.constraints, other.constraints)]
        {
            all.extend(more);
            all.sort_unstable();
            all.dedup();
        }
    }

    /// Whether one of its constraints is about this variable.
    pub(super) fn mentions(&self, csp: &Csp, variable: VarId) -> bool {
        let mut posted = self.constraints.iter().map(|&at| &csp.constraints()[at]);
        posted.any(|posted| posted.constraint.rule().scope().into_iter().any(|id| id == variable))
    }
}

/// The rules that these constraints, in increasing order, are posted for. Definitions that are not among the constraints
/// are left out, and so are those of rules with more variables than `most`.
pub(super) fn rules(csp: &Csp, helpers: &Helpers, constraints: &[usize], most: usize) -> Vec<Rule> {
    let given: HashSet<usize> = constraints.iter().copied().collect();
    let begins = csp.constraints().iter().enumerate().scan(0, |begin, (at, posted)| {
        *begin = if posted.continues { *begin } else { at };
        Some(*begin)
    });
    let begins: Vec<usize> = begins.collect();
    let groups = constraints.chunk_by(|&one, &next| begins[one] == begins[next]);
    let rule = |own: &[usize]| {
        let whole = helpers.with_definitions(csp, own, most).unwrap_or_else(|| own.to_vec());
        let constraints = whole.into_iter().filter(|at| given.contains(at)).collect();
        Rule { own: own.to_vec(), constraints }
    };
    groups.map(rule).collect()
}

/// The clues of a problem, in order, without what else needs to hold. The rules that say what one clue means are
/// joined.
pub(super) fn clue_rules(csp: &Csp, helpers: &Helpers) -> Vec<Rule> {
    let constraints: Vec<usize> =
        (0..csp.constraints().len()).filter(|&at| is_clue(csp, at)).collect();
    let mut clues: Vec<Rule> = Vec::new();
    let mut named: HashMap<&str, usize> = HashMap::new();
    for rule in rules(csp, helpers, &constraints, usize::MAX) {
        let name = csp.constraints()[rule.first()].clue.as_deref();
        match name.map(|name| *named.entry(name).or_insert(clues.len())) {
            Some(at) if at < clues.len() => clues[at].join(rule),
            _ => clues.push(rule),
        }
    }
    clues
}

/// For each constraint, whether only clues need it.
pub(super) fn needed_by_clues(csp: &Csp, helpers: &Helpers) -> Vec<bool> {
    let all = 0..csp.constraints().len();
    let rules: Vec<usize> = all.clone().filter(|&at| !is_clue(csp, at)).collect();
    let needed = helpers.with_definitions(csp, &rules, usize::MAX);
    let needed: HashSet<usize> = needed.into_iter().flatten().collect();
    all.map(|at| !needed.contains(&at)).collect()
}

fn is_clue(csp: &Csp, at: usize) -> bool {
    csp.constraints()[at].role == Role::Clue
}

/// Those rules of a contradicting subset that contradict already: whose own constraints are used, and one for each
/// definition that is used without its rule.
pub(super) fn used(
    rules: &[Rule],
    subset: &[usize],
    is_used: impl Fn(&usize) -> bool,
) -> Vec<usize> {
    let is_needed = |&at: &usize| rules[at].own.iter().any(&is_used);
    let (mut used, rest): (Vec<usize>, Vec<usize>) = subset.iter().copied().partition(is_needed);
    let of = |at: usize| rules[at].constraints.iter();
    let mut covered: HashSet<usize> = used.iter().flat_map(|&at| of(at)).copied().collect();
    for at in rest {
        if of(at).any(|constraint| is_used(constraint) && !covered.contains(constraint)) {
            covered.extend(of(at));
            used.push(at);
        }
    }
    used.sort_unstable();
    used
}
