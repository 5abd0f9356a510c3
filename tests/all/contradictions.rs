//! Random models without a solution: by brute force, the rules that `explain` names have none either, each of them is needed, and
//! where it says so, no fewer would do.

use cnfetti::problem::{ExplainOptions, Problem};
use itertools::Itertools;

use crate::random_csp::Random;
use crate::random_models::{Written, constraint};

struct Model {
    text: String,
    domains: Vec<Vec<i64>>,
    rules: Vec<Written>,
}

impl Model {
    /// Each rule has a note, by which sentences name it.
    fn draw(random: &mut Random) -> Model {
        let variables = 2 + random.below(3);
        let domains: Vec<Vec<i64>> = (0..variables)
            .map(|_| {
                let low = random.below(3) as i64 - 1;
                (low..=low + 1 + random.below(3) as i64).collect()
            })
            .collect();
        let names: Vec<String> = (0..variables).map(|at| format!("x[{at}]")).collect();
        let mut rules: Vec<Written> = Vec::new();
        let number = 2 + random.below(6);
        while rules.len() < number {
            let rule = constraint(random, &names);
            // Most that cannot hold alone are left out, because they hide all others.
            if random.one_in(12) || points(&domains).any(|point| (rule.holds)(&point)) {
                rules.push(rule);
            }
        }
        let mut text = String::from("<instance format=\"XCSP3\" type=\"CSP\">\n<variables>\n");
        text += &format!("<array id=\"x\" size=\"[{variables}]\">\n");
        for (name, domain) in names.iter().zip(&domains) {
            text += &format!("<domain for=\"{name}\"> {} </domain>\n", domain.iter().join(" "));
        }
        text += "</array>\n</variables>\n<constraints>\n";
        for (at, rule) in rules.iter().enumerate() {
            text += &format!("<block note=\"rule {at}\">{}</block>\n", rule.text);
        }
        text += "</constraints>\n</instance>\n";
        Model { text, domains, rules }
    }

    /// Whether some of the rules can hold together.
    fn is_possible<'a>(&self, rules: impl IntoIterator<Item = &'a usize>) -> bool {
        let rules: Vec<&Written> = rules.into_iter().map(|&at| &self.rules[at]).collect();
        points(&self.domains).any(|point| rules.iter().all(|rule| (rule.holds)(&point)))
    }
}

fn points(domains: &[Vec<i64>]) -> impl Iterator<Item = Vec<i64>> {
    domains.iter().map(|domain| domain.iter().copied()).multi_cartesian_product()
}

#[test]
fn the_rules_of_a_contradiction_are_as_few_as_it_says() {
    let mut seen = [0; 5];
    for seed in 0..1_000 {
        let model = Model::draw(&mut Random::new(seed));
        let all: Vec<usize> = (0..model.rules.len()).collect();
        if model.is_possible(&all) {
            continue;
        }
        let problem = Problem::from_text(&*model.text).unwrap();
        let explained = problem.explain(&ExplainOptions::default()).unwrap();
        let reason = explained.contradiction().expect("there is no solution");
        let named = explained.sentences().iter().map(|sentence| {
            let number = sentence.strip_prefix("Rule ").and_then(|rest| rest.split(':').next());
            number.and_then(|number| number.parse().ok()).expect("rules have notes")
        });
        let named: Vec<usize> = named.collect();
        let shown = format!("seed {seed}: {named:?}\n{}", model.text);
        assert!(named.iter().all_unique() && reason.rules.len() == named.len(), "{shown}");
        assert!(!model.is_possible(&named), "{shown}");
        for left_out in &named {
            assert!(model.is_possible(named.iter().filter(|&at| at != left_out)), "{shown}");
        }
        assert!(reason.is_smallest, "{shown}");
        for fewer in all.iter().copied().combinations(named.len() - 1) {
            assert!(model.is_possible(&fewer), "{fewer:?} {shown}");
        }
        seen[named.len().min(4)] += 1;
    }
    assert!(seen[0] == 0 && seen[1..4].iter().all(|&number| number > 15), "{seen:?}");
}
