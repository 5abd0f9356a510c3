//! Domains of models: words, and more numbers than can be written down.

use cnfetti::exact::{self, Limits};
use cnfetti::instance::Instance;
use cnfetti::puzzle::Alphabet;
use cnfetti::search::enumerate::each_solution;
use cnfetti::solver::{Budget, by_name};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::random_csp::Random;
use crate::support::{instance, refused};

fn model(variables: &str, constraints: &str) -> String {
    format!(
        "<instance format=\"XCSP3\" type=\"CSP\">\n<variables>\n{variables}\n</variables>\n\
         <constraints>\n{constraints}\n</constraints>\n</instance>\n"
    )
}

fn counted(text: &str) -> u64 {
    let csp = instance(text).puzzle.csp();
    let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
    assert!(count.exact, "{text}");
    count.solutions.try_into().unwrap()
}

/// Every solution as JSON, by a solver; each passes the check of the file as it is written, and is
/// read back as it was.
fn solutions(instance: &Instance) -> BTreeSet<String> {
    let csp = instance.puzzle.csp();
    let compiled = cnfetti::compile::compile(&csp, &Default::default()).unwrap();
    let (mut found, backend) = (BTreeSet::new(), by_name("varisat").unwrap());
    each_solution(&csp, &compiled, backend, &Budget::default(), |solution, _| {
        let mut text = String::new();
        instance.puzzle.check(solution).unwrap();
        instance.puzzle.write_json(solution, &mut text);
        let json = serde_json::from_str(&text).unwrap();
        assert_eq!(instance.puzzle.read_json(&json).unwrap(), solution);
        found.insert(text);
        ControlFlow::Continue(())
    })
    .unwrap();
    found
}

const WORDS: [&str; 4] = ["red", "light_green", "b.2", "Z"];

/// A constraint on the variables `x[0]` to `x[3]`, the words as `{0}` to `{3}`.
fn random_constraint(random: &mut Random) -> String {
    let mut word = || format!("{{{}}}", random.below(WORDS.len()));
    let some = [(); 6].map(|()| word());
    let [a, b, c, d, e, f] = &some;
    let [x, y] = [random.below(4), random.below(4)].map(|at| format!("x[{at}]"));
    match random.below(14) {
        0 => format!("<intension> ne({x},{a}) </intension>"),
        1 => format!("<intension> or(eq(x[0],x[1]),in({x},set({a},{b}))) </intension>"),
        2 => format!("<intension> imp(eq({x},{a}),ne({y},{b})) </intension>"),
        3 => "<allDifferent> x[0..2] </allDifferent>".to_owned(),
        4 => format!(
            "<extension> <list> x[0] x[1] </list> <supports> ({a},{b})({c},*)({d},{e})({f},{f}) \
             </supports> </extension>"
        ),
        5 => format!(
            "<extension> <list> x[1] x[2] </list> <conflicts> ({a},{b})({c},{d}) </conflicts> \
             </extension>"
        ),
        6 => format!("<extension> <list> {x} </list> <supports> {a} {b} </supports> </extension>"),
        7 => format!(
            "<count> <list> x[] </list> <values> {a} {b} </values> <condition> (ge,2) \
             </condition> </count>"
        ),
        8 => {
            "<nValues> <list> x[] </list> <condition> (in,2..3) </condition> </nValues>".to_owned()
        }
        9 => format!(
            "<cardinality> <list> x[] </list> <values> {{0}} {{2}} </values> <occurs> 1 0..{} \
             </occurs> </cardinality>",
            1 + random.below(3)
        ),
        10 => {
            format!("<instantiation> <list> x[3] </list> <values> {a} </values> </instantiation>")
        }
        11 => format!(
            "<regular> <list> x[] </list> <transitions> (q,{a},q)(q,{{1}},r)(r,{b},q)(r,{{0}},s)\
             (s,{{3}},s)(s,{c},q) </transitions> <start> q </start> <final> q s </final> </regular>"
        ),
        12 => format!(
            "<element> <list> x[] </list> <index> i </index> <value> {a} </value> </element>"
        ),
        _ => format!(
            "<group> <intension> ne(%0,%1) </intension> <args> x[0] {a} </args> <args> x[1] x[2] \
             </args> </group>"
        ),
    }
}

#[test]
fn words_are_values_like_numbers() {
    let mut sizes = BTreeSet::new();
    for seed in 0..120 {
        let random = &mut Random::new(seed);
        let constraints = (0..1 + random.below(3)).map(|_| random_constraint(random)).join("\n");
        let with = |words: &[&str; 4], sort: &str| {
            let mut text = model(
                &format!(
                    "<var id=\"i\"> 0..3 </var>\n<array id=\"x\" size=\"[4]\"{sort}> <domain \
                     for=\"x[0..1]\"> {{0}} {{1}} {{2}} {{3}} </domain> <domain for=\"others\"> {{3}} \
                     {{1}} {{0}} </domain> </array>"
                ),
                &constraints,
            );
            for (at, word) in words.iter().enumerate() {
                text = text.replace(&format!("{{{at}}}"), word);
            }
            text
        };
        // In the order in which they come first.
        let numbers = with(&["0", "1", "2", "3"], "");
        let words = with(&WORDS, " type=\"symbolic\"");
        let renamed = |text: &String| {
            let json: serde_json::Value = serde_json::from_str(text).unwrap();
            let words = json["x"].as_array().unwrap().iter().map(|value| match value.as_u64() {
                Some(number) => WORDS[number as usize].into(),
                None => value.clone(),
            });
            serde_json::json!({ "i": json["i"], "x": words.collect_vec() }).to_string()
        };
        let expected: BTreeSet<String> =
            solutions(&instance(&numbers)).iter().map(renamed).collect();
        assert_eq!(solutions(&instance(&words)), expected, "seed {seed}: {words}");
        sizes.insert(expected.len());
    }
    assert!(sizes.len() > 20 && sizes.contains(&0), "{sizes:?}");
}

#[test]
fn words_are_shown_as_they_are_written() {
    let text = model(
        "<array id=\"x\" size=\"[2]\" type=\"symbolic\"> red green blue </array>\n\
         <var id=\"y\" type=\"symbolic\"> green </var>\n<array id=\"z\" size=\"[2]\" as=\"x\"/>",
        "<intension> ne(x[0],x[1]) </intension>\n<intension> eq(y,green) </intension>\n\
         <intension> eq(z[1],x[0]) </intension>",
    );
    let instance = instance(&text);
    let json = serde_json::json!({ "x": ["red", "blue"], "y": "green", "z": [null, "red"] });
    let solution = instance.puzzle.read_json(&json).unwrap();
    assert_eq!(
        instance.puzzle.paint(Some(&solution), Alphabet::Unicode),
        "x   red blue\ny  green\nz      red\n"
    );
    let csp = instance.puzzle.csp();
    let candidates: Vec<_> = csp.ids().map(|id| csp.domain(id).to_vec()).collect();
    let drawn = instance.puzzle.paint_candidates(&csp, &candidates, Alphabet::Unicode);
    assert_eq!(
        drawn,
        "x  red,green,blue red,green,blue\ny  green\nz                 red,green,blue\n"
    );
    let id = csp.ids().next().unwrap();
    assert_eq!(instance.puzzle.value_words(id, 2), "blue");
}

#[test]
fn nothing_is_computed_with_words() {
    let words =
        "<array id=\"x\" size=\"[2]\" type=\"symbolic\"> a b </array>\n<var id=\"n\"> 0..3 </var>";
    for constraint in [
        "<intension> eq(add(x[0],1),n) </intension>",
        "<intension> lt(x[0],x[1]) </intension>",
        "<intension> eq(x[0],n) </intension>",
        "<sum> <list> x[] </list> <condition> (eq,1) </condition> </sum>",
        "<maximum> <list> x[] </list> <condition> (eq,n) </condition> </maximum>",
        "<ordered> <list> x[] </list> <operator> lt </operator> </ordered>",
    ] {
        let expected = "7:1: expected numbers here: words are only equal or different, found words";
        refused(&model(words, constraint), expected);
    }
    refused(
        &model(words, "<intension> eq(x[0],c) </intension>"),
        "7:21: expected a declared variable, found `c`",
    );
}

#[test]
fn a_variable_may_have_the_name_of_a_word() {
    let variables =
        "<var id=\"x\" type=\"symbolic\"> red green </var>\n<var id=\"red\"> 0..3 </var>";
    assert_eq!(counted(&model(variables, "<intension> ge(red,2) </intension>")), 2);
    assert_eq!(counted(&model(variables, "<intension> eq(red,2) </intension>")), 1);
}

#[test]
fn few_factors_are_found_among_many_numbers() {
    let wide = "<array id=\"x\" size=\"[2]\"> 0..1000000 </array>";
    let product = "<intension> eq(mul(x[0],x[1]),720720) </intension>";
    let smaller = "<intension> lt(x[0],x[1]) </intension>";
    let divisors = (1..=720_720).filter(|by| 720_720 % by == 0).count() as u64;
    assert_eq!(counted(&model(wide, &format!("{product}{smaller}"))), divisors / 2);
    // Four prices whose sum and whose product are 7.11.
    let prices = "<array id=\"x\" size=\"[4]\"> 1..711 </array>";
    let sum = "<sum> <list> x[] </list> <condition> (eq,711) </condition> </sum>";
    let product = "<intension> eq(mul(x[0],x[1],x[2],x[3]),711000000) </intension>";
    let order = "<ordered> <list> x[] </list> <operator> le </operator> </ordered>";
    assert_eq!(counted(&model(prices, &format!("{sum}{product}{order}"))), 1);
    let bound = "<intension> le(mul(x[0],x[1],x[2],x[3]),4) </intension>";
    let few = (1..=4_u32).map(|_| 1..=4_u32).multi_cartesian_product();
    let few = few.filter(|factors| factors.iter().product::<u32>() <= 4).count() as u64;
    assert_eq!(counted(&model(prices, bound)), few);
    let negative = "<array id=\"x\" size=\"[3]\"> -3000..3000 </array>";
    let product = "<intension> eq(mul(x[0],x[1],x[2]),-30) </intension>";
    let of = |number: i64| (-30..=30).filter(move |by| *by != 0 && number % by == 0);
    let triples = of(-30).flat_map(|a| of(-30 / a).map(move |b| (a, b))).count() as u64;
    assert_eq!(counted(&model(negative, product)), triples);
}

#[test]
fn sums_of_a_million_numbers_are_counted() {
    let wide = "<array id=\"x\" size=\"[3]\"> -1000000..1000000 </array>";
    let constraints = "<intension> eq(add(x[0],x[1]),1999990) </intension>\n\
                       <intension> ge(sub(x[1],x[2]),1999985) </intension>";
    // x[1] from 999990 on, and then x[2] from -1000000 up to x[1] - 1999985.
    let expected = (999_990..=1_000_000_i64).map(|x| (x - 1_999_985 + 1_000_001).max(0));
    assert_eq!(counted(&model(wide, constraints)), expected.sum::<i64>() as u64);
}
