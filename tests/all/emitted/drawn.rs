//! Random problems in every format, with projections and objectives.

use std::collections::BTreeMap;

use cnfetti::compile::Choices;
use cnfetti::csp::{Csp, Objective, Sense, Symmetry, Terms};
use cnfetti::encodings::Form;
use cnfetti::instance;

use super::Read;
use crate::operations::choices;
use crate::oracle::{KINDS, draw};
use crate::random_csp::Random;
use crate::{flatzinc, objectives, opb, random_models};

/// The formats, and problems without a format.
const FORMATS: [&str; 5] = ["XCSP3", "FlatZinc", "OPB", "puzzle", "problem"];

/// A problem, and how to compile it.
pub(super) struct Drawn {
    pub(super) csp: Csp,
    pub(super) choices: Choices,
    pub(super) what: &'static str,
}

/// The problem of a seed; `None` if its text is refused or empty.
pub(super) fn problem(seed: u64) -> Option<Drawn> {
    let random = &mut Random::new(90_000 + seed);
    let what = FORMATS[(seed % 5) as usize];
    let mut csp = match what {
        "XCSP3" => {
            instance::parse(&random_models::random_text(seed)).ok().map(|one| one.puzzle.csp())?
        }
        "FlatZinc" => instance::parse(&flatzinc::random_text(random)).unwrap().puzzle.csp(),
        "OPB" => opb::Drawn::new(random).instance()?.puzzle.csp(),
        "puzzle" => {
            let drawn = draw(&KINDS[random.below(KINDS.len())], seed);
            let mut all = instance::parse_all(&drawn.text).unwrap();
            all.swap_remove(random.below(all.len())).puzzle.csp()
        }
        _ => objectives::problem(seed),
    };
    if random.below(3) == 0 {
        let scope = csp.ids().filter(|_| random.below(3) > 0).collect();
        csp.count_over(scope).unwrap();
    }
    if csp.objective().is_none() && random.below(4) == 0 {
        csp.declare_symmetry(Symmetry::default()).unwrap();
        let ids: Vec<_> = csp.ids().collect();
        let terms = ids.into_iter().filter_map(|id| match random.below(7) as i64 - 3 {
            0 => None,
            weight => Some((id, weight)),
        });
        let terms = Terms::new(terms.collect::<Vec<_>>());
        let sense = if random.below(2) == 0 { Sense::Minimize } else { Sense::Maximize };
        csp.optimize(Objective { terms, sense }).unwrap();
    }
    let form = if random.below(3) == 0 { Form::OneSided } else { Form::TwoSided };
    Some(Drawn { csp, choices: Choices { form, ..choices(random) }, what })
}

/// What was drawn and compared.
#[derive(Debug, Default)]
pub(super) struct Tally {
    formats: BTreeMap<&'static str, usize>,
    kept: usize,
    projected: usize,
    /// Files that have another number of models without their projection.
    different: usize,
    objectives: usize,
}

impl Tally {
    pub(super) fn add(&mut self, what: &'static str, csp: &Csp, read: &Read) {
        *self.formats.entry(what).or_default() += 1;
        self.kept += usize::from(read.is_kept);
        self.projected += usize::from(!read.is_kept);
        self.different += usize::from(!read.is_same);
        self.objectives += usize::from(csp.objective().is_some());
    }

    /// Asserts that enough of everything was drawn.
    pub(super) fn assert_complete(&self) {
        assert!(FORMATS.iter().all(|what| self.formats.get(what) > Some(&18)), "{self:?}");
        let least = self.kept.min(self.projected).min(self.different).min(self.objectives);
        assert!(least > 15, "{self:?}");
    }
}
