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
use crate::support::{instance, refused, seeds};

pub(crate) fn model(variables: &str, constraints: &str) -> String {
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

/// Every solution as JSON, from a solver. Each passes the check of the file as written, and reads
/// back unchanged.
pub(crate) fn solutions(instance: &Instance) -> BTreeSet<String> {
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

/// A constraint on the variables `x[0]` to `x[3]`, with `{0}` to `{3}` for the words.
fn random_constraint(random: &mut Random) -> String {
    let mut word = || format!("{{{}}}", random.below(WORDS.len()));
    let some = [(); 6].map(|()| word());
    let [a, b, c, d, e, f] = &some;
    let [x, y] = [random.below(4), random.below(4)].map(|at| format!("x[{at}]"));
    match random.below(22) {
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
        13 => format!(
            "<element> <list> x[] </list> <index> i </index> <condition> (in,{{{a},{b}}}) \
             </condition> </element>"
        ),
        14 => {
            format!("<element> <list> x[1..3] </list> <condition> (ne,{a}) </condition> </element>")
        }
        15 => format!("<allEqual> <list> x[] </list> <except> {a} {b} </except> </allEqual>"),
        16 => format!(
            "<allDifferent> <list> x[0..1] </list> <list> x[2..3] </list> <except> ({a},{b}) \
             </except> </allDifferent>"
        ),
        17 => format!(
            "<allDifferent> <matrix> (x[0],x[1])(x[2],x[3]) </matrix> <except> {a} </except> \
             </allDifferent>"
        ),
        18 => "<precedence> <list> x[] </list> <values> {3} {0} {1} </values> </precedence>"
            .to_owned(),
        19 => format!(
            "<nValues> <list> x[] </list> <except> {a} </except> <condition> (le,i) </condition> \
             </nValues>"
        ),
        20 => format!(
            "<mdd> <list> x[1..2] </list> <transitions> (r,{a},n)(r,{{3}},m)(n,{b},t)(n,{c},t)\
             (m,{{0}},t)(m,{{1}},t) </transitions> </mdd>"
        ),
        _ => format!(
            "<group> <intension> ne(%0,%1) </intension> <args> x[0] {a} </args> <args> x[1] x[2] \
             </args> </group>"
        ),
    }
}

/// A file with these values for `{0}` to `{3}`.
fn with_values(constraints: &str, values: &[&str; 4], sort: &str) -> String {
    let mut text = model(
        &format!(
            "<var id=\"i\"> 0..3 </var>\n<array id=\"x\" size=\"[4]\"{sort}> <domain \
             for=\"x[0..1]\"> {{0}} {{1}} {{2}} {{3}} </domain> <domain for=\"others\"> {{3}} \
             {{1}} {{0}} </domain> </array>"
        ),
        constraints,
    );
    for (at, value) in values.iter().enumerate() {
        text = text.replace(&format!("{{{at}}}"), value);
    }
    text
}

const SYMBOLIC: &str = " type=\"symbolic\"";

#[test]
fn words_are_values_like_numbers() {
    let mut sizes = BTreeSet::new();
    for seed in 0..240 {
        let random = &mut Random::new(seed);
        let constraints = (0..1 + random.below(3)).map(|_| random_constraint(random)).join("\n");
        // In the order of their first occurrence.
        let numbers = with_values(&constraints, &["0", "1", "2", "3"], "");
        let words = with_values(&constraints, &WORDS, SYMBOLIC);
        let renamed = |text: &String| {
            let json: serde_json::Value = serde_json::from_str(text).unwrap();
            let words = json["x"].as_array().unwrap().iter().map(|value| match value.as_u64() {
                Some(number) => WORDS[number as usize].into(),
                None => value.clone(),
            });
            match json.get("i") {
                Some(i) => serde_json::json!({ "i": i, "x": words.collect_vec() }).to_string(),
                None => serde_json::json!({ "x": words.collect_vec() }).to_string(),
            }
        };
        let expected: BTreeSet<String> =
            solutions(&instance(&numbers)).iter().map(renamed).collect();
        assert_eq!(solutions(&instance(&words)), expected, "seed {seed}: {words}");
        sizes.insert(expected.len());
    }
    assert!(sizes.len() > 20 && sizes.contains(&0), "{sizes:?}");
}

/// Where a word is expected, a number is refused, and vice versa.
#[test]
fn words_are_not_compared_with_numbers() {
    let mut refused = 0;
    for seed in 0..200 {
        let constraint = random_constraint(&mut Random::new(seed));
        let places =
            |what: &'static str| constraint.match_indices(what).map(move |(at, _)| (at, what));
        let values = ["{0}", "{1}", "{2}", "{3}"].into_iter().flat_map(places);
        let variables = ["x[0]", "x[1]", "x[2]", "x[3]"].into_iter().flat_map(places);
        for (at, what) in values.chain(variables) {
            let swapped =
                |by: &str| constraint[..at].to_owned() + by + &constraint[at + what.len()..];
            let (number, word) = if what.starts_with('x') { ("i", "w") } else { ("1", "green") };
            for (constraint, values, sort) in
                [(swapped(number), &WORDS, SYMBOLIC), (swapped(word), &["0", "1", "2", "3"], "")]
            {
                let text = with_values(&constraint, values, sort);
                let other = "<var id=\"w\" type=\"symbolic\"> green </var>\n</variables>";
                let text = text.replace("</variables>", other);
                let error = cnfetti::instance::parse(&text).map(drop).expect_err(&text).to_string();
                assert!(error.contains("expected"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 500, "{refused}");
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
        "<intension> x[0] </intension>",
        "<intension> or(x[0],eq(n,1)) </intension>",
        "<clause> x[] </clause>",
        "<element> <list> x[] </list> <index> n </index> <condition> (le,a) </condition> </element>",
        "<element> <list> x[] </list> <index> x[0] </index> <value> a </value> </element>",
        "<nValues> <list> x[] </list> <condition> (eq,a) </condition> </nValues>",
        "<count> <list> x[] </list> <values> a </values> <condition> (eq,x[0]) </condition> </count>",
        "<cardinality> <list> x[] </list> <values> a </values> <occurs> b </occurs> </cardinality>",
        "<sum> <list> x[] </list> <condition> (eq,1) </condition> </sum>",
        "<maximum> <list> x[] </list> <condition> (eq,n) </condition> </maximum>",
        "<ordered> <list> x[] </list> <operator> lt </operator> </ordered>",
    ] {
        let expected =
            "7:1: expected numbers here: words can only be equal or different, found words";
        refused(&model(words, constraint), expected);
    }
    for constraint in [
        "<intension> eq(x[0],n) </intension>",
        "<intension> ne(x[0],1) </intension>",
        "<intension> eq(n,a) </intension>",
        "<intension> eq(eq(x[0],x[1]),a) </intension>",
        "<intension> in(n,set(1,a)) </intension>",
        "<allDifferent> x[] n </allDifferent>",
        "<allEqual> x[0] 0 </allEqual>",
        "<count> <list> x[] </list> <values> 0 </values> <condition> (eq,1) </condition> </count>",
        "<element> <list> x[] </list> <index> n </index> <value> 1 </value> </element>",
        "<instantiation> <list> x[] </list> <values> a 1 </values> </instantiation>",
    ] {
        let expected =
            "7:1: expected only numbers or only words: no word is equal to a number, found both";
        refused(&model(words, constraint), expected);
    }
    for (constraint, expected) in [
        (
            "<extension> <list> x[0] n </list> <supports> (a,1)(1,1) </supports> </extension>",
            "7:52: expected a word of some domain, found `1,1)`",
        ),
        (
            "<extension> <list> n </list> <supports> 1 a </supports> </extension>",
            "7:43: expected a whole number of at most 64 bits, found `a`",
        ),
        (
            "<allDifferent> <list> x[] </list> <except> 0 </except> </allDifferent>",
            "7:35: expected words, found a number",
        ),
        (
            "<mdd> <list> x[0] n </list> <transitions> (r,a,n)(n,0,t) </transitions> </mdd>",
            "7:7: expected only numbers, or only words, found both",
        ),
        (
            "<element> <list> x[] </list> <index> n </index> <condition> (in,{a,1}) </condition> \
             </element>",
            "7:68: expected a word, found a number",
        ),
    ] {
        refused(&model(words, constraint), expected);
    }
    refused(
        &model("<var id=\"x\" type=\"symbolic\"> a 1 </var>", "<intension> eq(x,a) </intension>"),
        "3:1: expected words that are not numbers, found `1`",
    );
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
    // Four prices whose sum and product are both 7.11.
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

/// What a sum with products of large numbers allows bounds the products, as brute force confirms, whatever their signs.
#[test]
fn products_in_sums_are_bounded_by_the_rest() {
    let (mut some, mut none) = (0, 0);
    for seed in seeds(150) {
        let random = &mut Random::new(seed);
        let mut domain = || -> BTreeSet<i64> {
            (0..4)
                .map(|_| random.below(3) as i64 * 9_000 - 4_000 + random.below(5) as i64)
                .collect()
        };
        let domains: Vec<BTreeSet<i64>> = (0..3).map(|_| domain()).collect();
        let all = domains.iter().map(|domain| domain.iter().copied()).multi_cartesian_product();
        let all: Vec<Vec<i64>> = all.collect();
        let (weight, sort, constant) =
            ([1, 2, -3][random.below(3)], random.below(4), random.below(9) as i64);
        let value = |x: &[i64]| match sort {
            0 => x[0] * x[1] - x[2],
            1 => x[2] - weight * x[0] * x[1] + constant,
            2 => x[0] * x[1] + weight * x[1] * x[2],
            _ => -(x[0] * x[0]) + weight * x[1] * x[2] - constant,
        };
        let text = match sort {
            0 => "sub(mul(x[0],x[1]),x[2])".to_owned(),
            1 => format!("add(sub(x[2],mul({weight},x[0],x[1])),{constant})"),
            2 => format!("add(mul(x[0],x[1]),mul({weight},mul(x[1],x[2])))"),
            _ => format!("sub(add(neg(sqr(x[0])),mul({weight},x[1],x[2])),{constant})"),
        };
        // Near a value that the sum has.
        let near = value(&all[random.below(all.len())]) + random.below(3) as i64 - 1;
        let width = [0, 5, 20_000][random.below(3)];
        let (low, high) = (near - random.below(2) as i64 * width, near + width);
        let is_between = random.one_in(2);
        let holds = |x: &[i64]| match is_between {
            true => (low..=high).contains(&value(x)),
            false => value(x) == near,
        };
        let expected = all.iter().filter(|x| holds(x)).count();
        let constraint = match is_between {
            true => format!(
                "<sum> <list> {text} </list> <condition> (in,{low}..{high}) </condition> </sum>"
            ),
            false => format!("<intension> eq({text},{near}) </intension>"),
        };
        // The values are known to begin with, or only by a constraint.
        let (mut variables, mut constraints) = (String::new(), constraint);
        for (at, domain) in domains.iter().enumerate() {
            let values = match seed % 2 == 0 {
                true => domain.iter().join(" "),
                false => {
                    let set = domain.iter().format(",");
                    constraints += &format!("<intension> in(x[{at}],set({set})) </intension>");
                    "-4000..14004".to_owned()
                }
            };
            variables += &format!("<domain for=\"x[{at}]\"> {values} </domain>");
        }
        let variables = format!("<array id=\"x\" size=\"[3]\"> {variables} </array>");
        let text = model(&variables, &constraints);
        assert_eq!(counted(&text), expected as u64, "seed {seed}: {text}");
        if expected > 0 { some += 1 } else { none += 1 }
    }
    assert!(some > 50 && none > 25, "{some} {none}");
}

#[test]
fn sums_of_a_million_numbers_are_counted() {
    let wide = "<array id=\"x\" size=\"[3]\"> -1000000..1000000 </array>";
    let constraints = "<intension> eq(add(x[0],x[1]),1999990) </intension>\n\
                       <intension> ge(sub(x[1],x[2]),1999985) </intension>";
    // x[1] from 999990 on, and x[2] from -1000000 up to x[1] - 1999985.
    let expected = (999_990..=1_000_000_i64).map(|x| (x - 1_999_985 + 1_000_001).max(0));
    assert_eq!(counted(&model(wide, constraints)), expected.sum::<i64>() as u64);
}

/// Possible quotients, and times at which a sum can change.
#[test]
fn a_negative_divisor_and_the_end_of_a_task_are_seen() {
    let four = "<array id=\"x\" size=\"[4]\"> -1..1 </array>";
    let some = "<intension> or(div(1,x[0]),x[1],x[2],x[3]) </intension>";
    assert_eq!(counted(&model(four, some)), 2 * 27);
    let wide = "<var id=\"x\"> 0..40 </var>\n<var id=\"one\"> 1 </var>";
    let cumulative = "<cumulative> <origins> one x </origins> <lengths> x x </lengths> <heights> x 1 \
                      </heights> <condition> (in,{2,3,4}) </condition> </cumulative>";
    let fits = |x: i64| {
        (0..90).all(|time| {
            let tasks = [(1, x, x), (x, x, 1)].into_iter();
            let running =
                tasks.filter(|(start, length, _)| (*start..start + length).contains(&time));
            let heights: Vec<i64> = running.map(|(_, _, height)| height).collect();
            heights.is_empty() || (2..=4).contains(&heights.iter().sum::<i64>())
        })
    };
    let expected = (0..=40).filter(|&x| fits(x)).count() as u64;
    assert_eq!(counted(&model(wide, cumulative)), expected);
}
