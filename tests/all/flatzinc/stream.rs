//! The output of `cnfetti minizinc` for MiniZinc.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use itertools::Itertools;

/// The output for this file.
fn answer(options: &[&str], text: &str) -> String {
    let output = start(options, text).wait_with_output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    String::from_utf8(output.stdout).unwrap()
}

fn start(options: &[&str], text: &str) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cnfetti"))
        .arg("minizinc")
        .args(options)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child
}

const PAIR: &str = "var 1..2: x :: output_var;\nvar bool: b :: output_var;\nvar 1..9: hidden;\n\
                    array [1..2] of var 1..2: y :: output_array([1..1,4..5]) = [x,2];\n\
                    constraint int_le_reif(x,1,b);\nsolve satisfy;\n";

#[test]
fn solutions_come_one_by_one_and_then_the_end() {
    let one = "x = 1;\nb = true;\ny = array2d(1..1,4..5,[1,2]);\n----------\n";
    let other = "x = 2;\nb = false;\ny = array2d(1..1,4..5,[2,2]);\n----------\n";
    let all = answer(&["-a"], PAIR);
    let either = [format!("{one}{other}==========\n"), format!("{other}{one}==========\n")];
    assert!(either.contains(&all), "{all}");
    let first = answer(&[], PAIR);
    assert!([one, other].contains(&first.as_str()), "{first}");
    assert_eq!(answer(&["-n", "5"], PAIR), all);
    assert_eq!(answer(&["-a", "-f", "-p", "4"], PAIR), all);
    let shuffled = answer(&["-a", "-r", "7"], PAIR);
    assert!(either.contains(&shuffled), "{shuffled}");
}

#[test]
fn statistics_have_the_exact_number_of_what_is_put_out() {
    let said = answer(&["-s"], PAIR);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.contains(&"%%%mzn-stat: nSolutions=1"), "{said}");
    assert!(lines.contains(&"%%%mzn-stat: solutions=2"), "{said}");
    assert_eq!(lines.last(), Some(&"%%%mzn-stat-end"), "{said}");
}

/// A variable that the compiler found equal to another is output in several places. Another
/// variable does not follow from the output, so this counts outputs, not solutions.
#[test]
fn a_variable_can_be_put_out_several_times() {
    let shared = "var 1..3: x :: var_is_introduced;\nvar 1..3: hidden :: var_is_introduced;\n\
                  array [1..2] of var 1..3: y :: output_array([1..2]) = [x,x];\n\
                  array [1..1] of var 1..3: z :: output_array([1..1]) = [x];\n\
                  constraint int_lt(x,hidden);\nsolve satisfy;\n";
    for options in [["-a", "-s"].as_slice(), &["-a", "-s", "-r", "1"], &["-n", "9", "-s"]] {
        let said = answer(options, shared);
        assert_eq!(said.matches("----------").count(), 2, "{said}");
        assert!(said.contains("y = array1d(1..2,[2,2]);\nz = array1d(1..1,[2]);"), "{said}");
        assert!(said.contains("==========\n") && said.contains("solutions=2\n"), "{said}");
    }
    let csp = crate::support::instance(shared).puzzle.csp();
    let counted = csp.counted().unwrap();
    assert!(counted.iter().all_unique() && counted.len() == 1, "{counted:?}");
}

#[test]
fn there_is_none_or_none_is_known() {
    let none = "var 1..2: x :: output_var;\nconstraint int_lt(x,1);\nsolve satisfy;\n";
    assert_eq!(answer(&[], none), "=====UNSATISFIABLE=====\n");
    assert_eq!(answer(&["-t", "0"], PAIR), "=====UNKNOWN=====\n");
}

#[test]
fn the_best_solution_is_the_last() {
    let best = "var 0..20: x :: output_var;\nvar 0..20: y :: output_var;\nvar 0..140: z;\n\
                constraint int_lin_le([3,2],[x,y],31);\n\
                constraint int_lin_eq([4,3,-1],[x,y,z],0);\nsolve maximize z;\n";
    assert_eq!(answer(&[], best), "x = 1;\ny = 14;\n----------\n==========\n");
    let improving = answer(&["-a"], best);
    assert!(improving.ends_with("x = 1;\ny = 14;\n----------\n==========\n"), "{improving}");
    let said = answer(&["-s"], best);
    assert!(said.contains("%%%mzn-stat: solutions=1\n"), "{said}");
}

/// A solver that claims that there is no solution is not believed.
#[test]
fn a_solver_that_lies_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pair.fzn");
    std::fs::write(&file, PAIR).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_cnfetti"))
        .args(["minizinc", "--solver", "cmd:sh -c \"echo s UNSATISFIABLE\""])
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"", "no verdict");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("is wrong"), "{complaint}");
}

#[test]
fn several_optimal_solutions_come_when_they_are_asked_for() {
    let three = "var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\nvar 2..6: z;\n\
                 constraint int_lin_eq([1,1,-1],[x,y,z],0);\nconstraint int_le(4,z);\n\
                 solve minimize z;\n";
    let best = |options: &[&str]| {
        let said = answer(options, three);
        assert!(said.ends_with("----------\n==========\n"), "{said}");
        let solutions = said.strip_suffix("==========\n").unwrap().split("----------\n");
        let solutions: Vec<String> =
            solutions.filter(|one| !one.is_empty()).map(String::from).collect();
        solutions
    };
    let mut all = best(&["-a-o"]);
    all.sort();
    assert_eq!(all, ["x = 1;\ny = 3;\n", "x = 2;\ny = 2;\n", "x = 3;\ny = 1;\n"]);
    let two = best(&["-n-o", "2"]);
    assert!(
        two.len() == 2 && two[0] != two[1] && two.iter().all(|one| all.contains(one)),
        "{two:?}"
    );
    assert_eq!(best(&[]).len(), 1);
    let improving = best(&["-i"]);
    assert!(all.contains(improving.last().unwrap()), "{improving:?}");
}

/// Different numbers with a given sum: counting them is far more work than a test can wait for.
fn numbers(size: usize) -> String {
    let variables = (0..size).map(|at| format!("var 1..{size}: x{at} :: output_var;\n"));
    let names = (0..size).map(|at| format!("x{at}")).collect::<Vec<_>>().join(",");
    let weight = |at: usize| 1 + at % 5;
    let weights = (0..size).map(|at| weight(at).to_string()).collect::<Vec<_>>().join(",");
    let sum: usize = (0..size).map(|at| weight(at) * (at + 1)).sum();
    format!(
        "{}constraint cnfetti_all_different([{names}]);\n\
         constraint int_lin_eq([{weights}],[{names}],{sum});\nsolve satisfy;\n",
        variables.collect::<String>()
    )
}

/// With `-p 1`, nothing works beside the counter.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow: .ci/run has it"]
fn other_threads_count_unless_there_is_only_one() {
    let threads = |child: &Child| {
        std::fs::read_dir(format!("/proc/{}/task", child.id())).map_or(0, Iterator::count)
    };
    let mut alone = start(&["-s", "-p", "1", "-t", "2000"], &numbers(22));
    let mut most = 0;
    while alone.try_wait().unwrap().is_none() {
        most = most.max(threads(&alone));
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut both = start(&["-s", "-p", "2"], &numbers(22));
    let begin = Instant::now();
    while threads(&both) <= most && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let with_two = threads(&both);
    both.kill().unwrap();
    both.wait().unwrap();
    assert!(most > 0 && with_two > most, "{with_two} threads, and {most} with -p 1");
}
