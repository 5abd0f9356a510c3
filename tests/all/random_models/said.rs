//! The description of a constraint is complete: two constraints with the same description mean the same.

use std::collections::HashMap;

use cnfetti::instance;
use itertools::Itertools;

use super::{Written, constraints};
use crate::random_csp::Random;
use crate::support::seeds;

const NAMES: [&str; 3] = ["p", "Q", "r"];

const VALUES: std::ops::RangeInclusive<i64> = -1..=3;

/// The number of constraints in the default run.
const CONSTRAINTS: u64 = 4_000;

/// Whether the description is abbreviated, and so not complete.
fn is_shortened(sentence: &str) -> bool {
    [" rows", " state)", " states)", "…"].iter().any(|short| sentence.contains(short))
}

/// The description of a constraint; `None` if it is refused or empty.
fn sentence(text: &str) -> Option<String> {
    let variables = NAMES.map(|name| format!("<var id=\"{name}\"> {VALUES:?} </var>\n")).concat();
    let variables = variables.replace("..=", "..");
    let model = format!(
        "<instance format=\"XCSP3\" type=\"CSP\"><variables>{variables}</variables>\
         <constraints>{text}</constraints></instance>"
    );
    let csp = instance::parse(&model).ok()?.puzzle.csp();
    let sentences = csp.constraints().iter().map(|posted| posted.reason.clone()).unique();
    sentences.at_most_one().unwrap_or_else(|_| panic!("one sentence for each: {text}"))
}

#[test]
fn constraints_of_which_the_same_is_said_mean_the_same() {
    let names = NAMES.map(str::to_owned);
    let random = &mut Random::new(2_026);
    let mut said: HashMap<String, (Vec<bool>, String)> = HashMap::new();
    let mut again = 0;
    for _ in seeds(CONSTRAINTS) {
        let Written { text, holds } = constraints::random(random, &names);
        let Some(sentence) = sentence(&text).filter(|sentence| !is_shortened(sentence)) else {
            continue;
        };
        let all = NAMES.map(|_| VALUES).into_iter().multi_cartesian_product();
        let meaning = all.map(|values| holds(&values)).collect_vec();
        match said.get(&sentence) {
            Some((other, first)) => {
                assert!(*other == meaning, "of both is said `{sentence}`:\n{first}\n{text}");
                again += usize::from(*first != text);
            }
            None => _ = said.insert(sentence, (meaning, text)),
        }
    }
    println!("{} sentences, {again} of them for several constraints", said.len());
    assert!(said.len() > 1_000 && again > 13, "{} and {again}", said.len());
}
