//! Reads the statistics that solvers print: lines such as `c conflicts: 12` or `c 12 conflicts,
//! …`.

use cnfetti_sat::solver::Statistics;

/// The numbers in the output of a solver. If several lines have the same number, the last one
/// counts.
pub(super) fn statistics(text: &[u8]) -> Statistics {
    let mut found = Statistics::default();
    for line in text.split(|&byte| byte == b'\n') {
        let line = String::from_utf8_lossy(line).to_lowercase();
        let words = line.split(|c: char| c.is_whitespace() || ":=,".contains(c));
        let mut words = words.filter(|word| !word.is_empty()).skip_while(|word| *word == "c");
        let (Some(one), Some(other)) = (words.next(), words.next()) else { continue };
        let is_number = one.starts_with(|c: char| c.is_ascii_digit());
        let (name, number) = if is_number { (other, one) } else { (one, other) };
        let place = match name {
            "conflicts" => &mut found.conflicts,
            "decisions" => &mut found.decisions,
            "propagations" => &mut found.propagations,
            _ => continue,
        };
        *place = number.parse().ok().or(*place);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_solver_has_its_own_way_to_say_it() {
        let all = |conflicts, decisions, propagations| Statistics {
            conflicts: Some(conflicts),
            decisions: Some(decisions),
            propagations: Some(propagations),
            ..Statistics::default()
        };
        for (text, expected) in [
            // CaDiCaL, Kissat
            (
                "c conflicts:             12         34.56    per second\n\
                 c decisions:             30       1000.00    per second\n\
                 c propagations:         412      50000.00    per second\ns SATISFIABLE\n",
                all(12, 30, 412),
            ),
            // MiniSat, Glucose
            (
                "restarts              : 1\nconflicts             : 12             (800 /sec)\n\
                 decisions             : 30             (0.00 % random) (2000 /sec)\n\
                 propagations          : 412            (100 /sec)\nSATISFIABLE\n",
                all(12, 30, 412),
            ),
            // Lingeling
            (
                "c 30 decisions, 0.0 decisions/sec\nc 12 conflicts, 0.0 conflicts/sec\n\
                 c 412 propagations, 0.0 megaprops/sec\n",
                all(12, 30, 412),
            ),
            ("s SATISFIABLE\nv 1 2 0\nc conflicts are rare\n", Statistics::default()),
        ] {
            assert_eq!(statistics(text.as_bytes()), expected, "{text}");
        }
    }
}
