//! Constraints on space, time and resources.

use std::collections::HashSet;

use itertools::Itertools;

use super::conditions::{allows_nothing, equals, fulfils};
use super::operators::numbers;
use super::{Done, Lowering};
use crate::tree::Packing;
use crate::{Comparison, Condition, Expr, Operator};
use cnfetti_core::csp::{self, Bin, BinPacking, Extent, Operand, Ranges, Task, Value, VarId};
use cnfetti_input::InputError;

/// A cumulative constraint is stated time by time if there are at most this many times per task.
const TIMES_PER_TASK: i128 = 8;

impl Lowering<'_> {
    /// Boxes that do not overlap.
    pub(super) fn no_overlap(
        &mut self,
        origins: &[Vec<Expr>],
        lengths: &[Vec<Expr>],
        ignores_empty: bool,
    ) -> Done {
        let sizes = self.operands(&lengths.concat())?;
        if sizes.iter().any(|&size| self.least(size) < 0) {
            return self.separate_pairs(origins, lengths, ignores_empty);
        }
        let mut taken: HashSet<VarId> = sizes.iter().filter_map(|size| size.variable()).collect();
        let mut boxes = Vec::new();
        let mut sizes = sizes.into_iter();
        for origins in origins {
            let mut extents = Vec::new();
            for (origin, length) in origins.iter().zip(sizes.by_ref()) {
                extents.push(Extent { origin: self.variable_not_in(origin, &mut taken)?, length });
            }
            boxes.push(extents);
        }
        self.post(csp::NoOverlap { boxes, ignores_empty })
    }

    /// Posts for each two boxes that in some dimension, one ends before the other begins.
    fn separate_pairs(
        &mut self,
        origins: &[Vec<Expr>],
        lengths: &[Vec<Expr>],
        ignores_empty: bool,
    ) -> Done {
        for [one, other] in (0..origins.len()).array_combinations() {
            let mut some = Vec::new();
            for (first, second) in [(one, other), (other, one)] {
                for (axis, length) in lengths[first].iter().enumerate() {
                    let end =
                        Expr::two(Operator::Add, origins[first][axis].clone(), length.clone());
                    some.push(Expr::two(Operator::Le, end, origins[second][axis].clone()));
                    if ignores_empty {
                        some.push(equals(length, 0));
                    }
                }
            }
            self.post_true(&Expr::Apply(Operator::Or, some))?;
        }
        Ok(())
    }

    /// States a cumulative constraint.
    pub(super) fn cumulative(&mut self, parts: [&[Expr]; 4], condition: &Condition) -> Done {
        let [origins, lengths, ends, heights] = parts;
        let end = |at: usize| Expr::two(Operator::Add, origins[at].clone(), lengths[at].clone());
        for (at, expr) in ends.iter().enumerate() {
            self.post_true(&Expr::two(Operator::Eq, end(at), expr.clone()))?;
        }
        let limit = match condition {
            Condition::Compare(Comparison::AtMost, limit) => limit.clone(),
            Condition::Compare(Comparison::Less, limit) => {
                Expr::two(Operator::Sub, limit.clone(), Expr::Number(1))
            }
            _ => return self.at_each_time(origins, lengths, heights, condition),
        };
        let mut taken = HashSet::new();
        let mut tasks = Vec::new();
        for ((origin, length), height) in origins.iter().zip(lengths).zip(heights) {
            let origin = self.variable_not_in(origin, &mut taken)?;
            let length = self.operand_not_in(length, &mut taken)?;
            let height = self.operand_not_in(height, &mut taken)?;
            tasks.push(Task { origin, length, height });
        }
        let limit = self.operand_not_in(&limit, &mut taken)?;
        let numbers = tasks.iter().flat_map(|task| [task.length, task.height]);
        match numbers.chain([limit]).any(|number| self.least(number) < 0) {
            true => self.at_each_time(origins, lengths, heights, condition),
            false => self.post(csp::Cumulative { tasks, limit }),
        }
    }

    /// An operand whose variable is not in `taken`; adds it to `taken`.
    fn operand_not_in(
        &mut self,
        expr: &Expr,
        taken: &mut HashSet<VarId>,
    ) -> Result<Operand, InputError> {
        match self.operand(expr)? {
            Operand::Constant(value) => Ok(Operand::Constant(value)),
            Operand::Variable(_) => self.variable_not_in(expr, taken).map(Operand::Variable),
        }
    }

    /// Posts that at each time, or where a task starts or ends, the running tasks satisfy the
    /// condition.
    fn at_each_time(
        &mut self,
        origins: &[Expr],
        lengths: &[Expr],
        heights: &[Expr],
        condition: &Condition,
    ) -> Done {
        let end = |at: usize| Expr::two(Operator::Add, origins[at].clone(), lengths[at].clone());
        let bounds = (0..origins.len())
            .map(|at| Some((self.model.bounds(&origins[at])?.0, self.model.bounds(&end(at))?.1)));
        let bounds: Option<Vec<(i128, i128)>> = bounds.collect();
        let bounds = bounds.ok_or_else(|| self.error("a time can be too large"))?;
        let first = bounds.iter().map(|&(low, _)| low).min().unwrap_or(0);
        let last = bounds.iter().map(|&(_, high)| high).max().unwrap_or(0);
        let times: Vec<Expr> = if last - first <= TIMES_PER_TASK * origins.len() as i128 {
            (first..last).map(|time| Expr::Number(time as i64)).collect()
        } else {
            origins.iter().cloned().chain((0..origins.len()).map(end)).collect()
        };
        for time in times {
            let runs = |at: usize| {
                let started = Expr::two(Operator::Le, origins[at].clone(), time.clone());
                let unfinished = Expr::two(Operator::Lt, time.clone(), end(at));
                Expr::two(Operator::And, started, unfinished)
            };
            let height = |at: usize| Expr::two(Operator::Mul, heights[at].clone(), runs(at));
            let total = Expr::Apply(Operator::Add, (0..origins.len()).map(height).collect());
            self.if_any((0..origins.len()).map(runs).collect(), &total, condition)?;
        }
        Ok(())
    }

    /// Posts that a total satisfies a condition if any of these expressions is true. Otherwise the
    /// total is 0.
    fn if_any(&mut self, things: Vec<Expr>, total: &Expr, condition: &Condition) -> Done {
        if allows_nothing(condition) {
            return self.post_condition(total, condition);
        }
        let none = Expr::Apply(Operator::Not, vec![Expr::Apply(Operator::Or, things)]);
        self.post_true(&Expr::two(Operator::Or, none, fulfils(total, condition)))
    }

    /// States a bin packing constraint.
    pub(super) fn bin_packing(
        &mut self,
        list: &[Expr],
        sizes: &[Expr],
        start: i64,
        packing: &Packing,
    ) -> Done {
        let scope = self.distinct(list)?;
        let values = scope.iter().flat_map(|&variable| self.lowered.csp.domain(variable));
        let values: Vec<Value> = values.copied().sorted_unstable().dedup().collect();
        let numbered = |bins: &[Expr], relation| {
            let load = |bin: &Expr| Condition::Compare(relation, bin.clone());
            let place = |at: usize| Value::try_from(start + at as i64).ok();
            bins.iter().enumerate().filter_map(|(at, bin)| Some((place(at)?, load(bin)))).collect()
        };
        let bins: Vec<(Value, Condition)> = match packing {
            Packing::Each(condition) => {
                values.into_iter().map(|bin| (bin, condition.clone())).collect()
            }
            Packing::Limits(limits) => numbered(limits, Comparison::AtMost),
            Packing::Loads(loads) => numbered(loads, Comparison::Equal),
        };
        let only_used = matches!(packing, Packing::Each(condition) if !allows_nothing(condition));
        let numbers = numbers(sizes).filter(|sizes| sizes.iter().all(|&size| size >= 0));
        let Some(sizes) = numbers.filter(|_| !only_used) else {
            return self.loads(list, sizes, &bins, only_used);
        };
        let mut stated = Vec::new();
        for (value, load) in bins {
            stated.push(Bin { value, load: self.condition(&load, &scope)? });
        }
        self.post(BinPacking { scope, sizes, bins: stated })
    }

    /// Posts the load of each bin, or only of those in use.
    fn loads(
        &mut self,
        list: &[Expr],
        sizes: &[Expr],
        bins: &[(Value, Condition)],
        only_used: bool,
    ) -> Done {
        let places = Ranges::of(bins.iter().map(|&(bin, _)| i64::from(bin)));
        list.iter().try_for_each(|expr| self.post_within(expr, &places))?;
        for (bin, condition) in bins {
            let inside = list.iter().map(|expr| equals(expr, i64::from(*bin)));
            let parts = inside.clone().zip(sizes);
            let parts = parts.map(|(inside, size)| Expr::two(Operator::Mul, size.clone(), inside));
            let load = Expr::Apply(Operator::Add, parts.collect());
            match only_used {
                true => self.if_any(inside.collect(), &load, condition)?,
                false => self.post_condition(&load, condition)?,
            }
        }
        Ok(())
    }
}
