//! Both in turns, where no thread may be started.

use std::sync::Arc;

use cnfetti_core::limit::{Budget, Steps};

use super::{HEAD_STEPS, Race};

/// In each round both may make this many times the steps of the round before.
const MORE: u64 = 4;

/// Two that work in turns, each told within which budget.
pub(in crate::search) struct Alternating<First, Second, IsExact, More> {
    /// The one that begins.
    pub(in crate::search) first: First,
    /// The other.
    pub(in crate::search) second: Second,
    /// Whether an answer leaves nothing to find.
    pub(in crate::search) is_exact: IsExact,
    /// How many more steps than this answer with so many a second opinion on it is given.
    pub(in crate::search) more: More,
}

/// What came of a turn.
struct Turn<Answer> {
    answer: Option<(Answer, u64)>,
    /// Whether its steps were used up.
    is_cut: bool,
}

fn turn<Answer, Wrong>(
    work: &mut impl FnMut(&Budget) -> Result<Option<Answer>, Wrong>,
    budget: &Budget,
    allowed: u64,
) -> Result<Turn<Answer>, Wrong> {
    let steps = Arc::new(Steps::at_most(allowed));
    let answer = work(&budget.counting(&steps))?.map(|answer| (answer, steps.made()));
    Ok(Turn { answer, is_cut: steps.are_used_up() })
}

impl<Answer, Wrong, First, Second, IsExact, More> Alternating<First, Second, IsExact, More>
where
    First: FnMut(&Budget) -> Result<Option<Answer>, Wrong>,
    Second: FnMut(&Budget) -> Result<Option<Answer>, Wrong>,
    IsExact: Fn(&Answer) -> bool,
    More: Fn(&Answer, u64) -> u64,
{
    /// What came of both, with the steps they made: the same as if they had worked at the same time. Each
    /// begins anew in each round, until one is done and has said how far the other may go.
    pub(in crate::search) fn run(
        mut self,
        race: &Race,
        budget: &Budget,
    ) -> Result<Vec<(Answer, u64)>, Wrong> {
        let mut allowed = HEAD_STEPS;
        loop {
            let first = turn(&mut self.first, budget, allowed.saturating_add(race.ahead))?;
            if let Some((answer, steps)) = first.answer.as_ref().filter(|one| self.is_done(one)) {
                let more = (self.more)(answer, *steps);
                if more == 0 && *steps <= race.ahead {
                    return Ok(first.answer.into_iter().collect());
                }
                let second = turn(&mut self.second, budget, race.for_second(*steps, more))?;
                return Ok(first.answer.into_iter().chain(second.answer).collect());
            }
            // Where the first has given up nobody waits for it.
            let allowed_now = if first.is_cut { allowed } else { u64::MAX };
            let second = turn(&mut self.second, budget, allowed_now)?;
            let is_done = second.answer.as_ref().filter(|one| self.is_done(one));
            if let Some((answer, steps)) = is_done.filter(|_| first.is_cut) {
                let may_make = race.for_first(*steps, (self.more)(answer, *steps));
                let first = turn(&mut self.first, budget, may_make)?;
                return Ok(first.answer.into_iter().chain(second.answer).collect());
            }
            if is_done.is_some() || !first.is_cut || budget.is_spent() {
                return Ok(first.answer.into_iter().chain(second.answer).collect());
            }
            allowed = if second.is_cut { allowed.saturating_mul(MORE) } else { u64::MAX };
        }
    }

    fn is_done(&self, (answer, _): &(Answer, u64)) -> bool {
        (self.is_exact)(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Something that is done after so many steps.
    fn work(needed: u64, budget: &Budget) -> Result<Option<bool>, ()> {
        budget.spend(needed);
        Ok(Some(!budget.is_spent()))
    }

    /// Who is first, and whether the other was in time, is as the race says of two threads.
    #[test]
    fn turns_say_the_same_as_two_threads() {
        const UNIT: u64 = HEAD_STEPS / 4;
        let numbers = [0, 1, 2, 3, 4, 5, 6, 9, 13, 17, 40, 99];
        let pairs = numbers.iter().flat_map(|first| numbers.map(|second| (*first, second)));
        let mut seen = [0; 3];
        for ((first, second), more) in pairs.flat_map(|pair| [0, 1, 3].map(|more| (pair, more))) {
            let (first, second, more) = (first * UNIT, second * UNIT + 1, more * UNIT);
            let race = Race::new(HEAD_STEPS);
            let both = Alternating {
                first: |budget: &Budget| {
                    work(first, budget).map(|done| done.map(|done| ('a', done)))
                },
                second: |budget: &Budget| {
                    work(second, budget).map(|done| done.map(|done| ('b', done)))
                },
                is_exact: |(_, done): &(char, bool)| *done,
                more: |_: &_, _| more,
            };
            let answers = both.run(&race, &Budget::default()).unwrap();
            let done = |name| answers.iter().any(|((who, done), _)| *who == name && *done);
            let is_in_time = race.is_in_time(first, second, more);
            let (winner, loser) =
                if race.is_won_by_first(first, second) { ('a', 'b') } else { ('b', 'a') };
            assert!(done(winner), "{first} {second} {more}");
            assert!(done(loser) || !is_in_time, "{first} {second} {more}");
            seen[if winner == 'b' { 2 } else { usize::from(is_in_time) }] += 1;
        }
        assert!(seen.iter().all(|&number| number > 20), "{seen:?}");
    }

    /// Who gives up is not waited for, and the end of the budget ends both.
    #[test]
    fn who_gives_up_leaves_it_to_the_other() {
        let race = Race::new(HEAD_STEPS);
        let both = Alternating {
            first: |_: &Budget| Ok::<_, ()>(Some(('a', false))),
            second: |budget: &Budget| {
                work(9 * HEAD_STEPS, budget).map(|done| done.map(|done| ('b', done)))
            },
            is_exact: |(_, done): &(char, bool)| *done,
            more: |_: &_, _| 0,
        };
        let answers = both.run(&race, &Budget::default()).unwrap();
        assert_eq!(
            answers.iter().map(|(answer, _)| *answer).collect::<Vec<_>>(),
            [('a', false), ('b', true)]
        );
        let spent = Budget::default().at_most(std::time::Duration::ZERO);
        let both = Alternating {
            first: |budget: &Budget| {
                Ok::<_, ()>({
                    budget.spend(u64::MAX / 2);
                    Some(false)
                })
            },
            second: |budget: &Budget| {
                Ok::<_, ()>({
                    budget.spend(u64::MAX / 2);
                    Some(false)
                })
            },
            is_exact: |done: &bool| *done,
            more: |_: &_, _| 0,
        };
        assert_eq!(both.run(&race, &spent).unwrap().len(), 2);
    }
}
