//! Operations with few values: a clause for each combination.

use std::collections::BTreeMap;

use cnfetti_encodings::Bit;
use itertools::Itertools;

use super::Encoder;
use crate::compile::Map;
use cnfetti_core::csp::{Operand, Operation, Operator, Value, VarId};

/// What has more combinations of values is stated otherwise when it can be.
const MOST_COMPARED: usize = 64;
/// The same for what is stated by digits otherwise, which is much weaker.
const MOST_COMPUTED: usize = 20_000;

/// Whether a clause for each combination is worth it.
pub(super) fn is_small(map: &Map, operation: &Operation) -> bool {
    let inputs = operation.inputs();
    let sizes = inputs.iter().map(|&input| map.size(input));
    let combinations = sizes.fold(1, |all: usize, some| all.saturating_mul(some));
    let is_by_value =
        inputs.iter().chain([&operation.result]).all(|&variable| map.has_values(variable));
    let most = match operation.operator {
        Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::If => MOST_COMPARED,
        Operator::Min | Operator::Max => MOST_COMPARED,
        _ => MOST_COMPUTED,
    };
    is_by_value && combinations <= most
}

/// The values of the inputs decide the result; and of up to two inputs, the result and one of them
/// leave the other what fits.
pub(super) fn encode(out: &mut Encoder<'_>, operation: &Operation) {
    let (map, inputs, result) = (out.map, operation.inputs(), operation.result);
    let values = |&input: &VarId| map.values(input).map(|(value, _)| value).collect_vec();
    let domains = inputs.iter().map(values).collect_vec();
    let mut supports = BTreeMap::<(Value, Option<(usize, Value)>), Vec<Bit>>::new();
    let own = inputs.iter().position(|&input| input == result);
    for chosen in combinations(&domains) {
        let value = apply(operation, &inputs, &chosen);
        let bit = |at: usize| map.is(inputs[at], chosen[at]);
        let decided = value.map_or(Bit::False, |value| map.is(result, value));
        let given = (0..inputs.len()).map(|at| !bit(at));
        if let Some(own) = own {
            if Some(chosen[own]) != value {
                out.clause(given);
            }
            continue;
        }
        out.clause(given.chain([decided]));
        if let Some(value) = value.filter(|_| decided != Bit::False) {
            match chosen[..] {
                [_] => supports.entry((value, None)).or_default().push(bit(0)),
                [one, other] => {
                    supports.entry((value, Some((0, one)))).or_default().push(bit(1));
                    supports.entry((value, Some((1, other)))).or_default().push(bit(0));
                }
                _ => {}
            }
        }
    }
    if own.is_some() || !matches!(inputs.len(), 1 | 2) {
        return;
    }
    for (result, decided) in map.values(result) {
        let withs: Vec<Option<(usize, Value)>> = match inputs.len() {
            1 => vec![None],
            _ => (0..2)
                .flat_map(|at| domains[at].iter().map(move |&value| Some((at, value))))
                .collect(),
        };
        for with in withs {
            let support = supports.remove(&(result, with)).unwrap_or_default();
            let given = with.map(|(at, value)| !map.is(inputs[at], value));
            out.clause([!Bit::Lit(decided)].into_iter().chain(given).chain(support));
        }
    }
}

fn apply(operation: &Operation, inputs: &[VarId], chosen: &[Value]) -> Option<Value> {
    let value = |argument: &Operand| match *argument {
        Operand::Constant(number) => Some(i64::from(number)),
        Operand::Variable(variable) => {
            let at = inputs.iter().position(|&input| input == variable)?;
            Some(chosen[at].into())
        }
    };
    let arguments: Option<Vec<i64>> = operation.arguments.iter().map(value).collect();
    Value::try_from(operation.operator.apply(&arguments?)?).ok()
}

/// Every choice of one value of each domain.
fn combinations(domains: &[Vec<Value>]) -> Vec<Vec<Value>> {
    if domains.is_empty() {
        return vec![Vec::new()];
    }
    domains.iter().map(|domain| domain.iter().copied()).multi_cartesian_product().collect()
}
