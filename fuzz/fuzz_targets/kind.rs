//! Kinds of puzzle as files: read, described, and stated on small boards, empty or with random clues; or
//! refused. What holds is the same for the rules and for the constraints that state them.

#![no_main]

use std::time::Duration;

use cnfetti::kinds::{Board, Data, Kind};
use cnfetti::limit::Budget;
use cnfetti::model::Lowered;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(kind) = Kind::read(text) else { return };
    let _ = (kind.described(), kind.blank(2, 3), kind.generates());
    for (rows, columns) in [(1, 1), (2, 3), (3, 3)] {
        let budget = Budget::default().at_most(Duration::from_secs(1));
        let data = Data::new(&kind, Board { rows, columns });
        let Ok(unfolded) = kind.unfold(&data, &budget) else { continue };
        let Ok(lowered) = Lowered::new(&unfolded.model, &budget) else { continue };
        for pattern in [0, usize::MAX, 0b1_0110_0101, 0b110_1001_0011] {
            let variables = unfolded.model.variables.iter().enumerate();
            let values = variables.map(|(at, variable)| {
                let domain = &variable.domain;
                let high = pattern >> (at % 10) & 1 == 1;
                if high { domain.last() } else { domain.first() }.copied()
            });
            let Some(values) = values.collect::<Option<Vec<_>>>() else { continue };
            let said = unfolded.model.check(&values).is_ok();
            let stated = lowered.completed(values).is_some_and(|whole| lowered.csp.is_solution(&whole));
            assert_eq!(said, stated, "{rows} x {columns} in {text}");
        }
    }
});
