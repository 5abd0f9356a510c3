//! Certificates of counts as LRAT proofs, which the program in each folder writes. The checker is
//! written here.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::certified_counts::{found, tamper};
use crate::cli_proofs::cnfetti;
use crate::knowledge::{count_by_hand, random_cnf};
use crate::random_csp::Random;

/// Whether the proof shows that the formula has no model.
fn refutes(formula: &str, proof: &str) -> bool {
    let numbers = |line: &str| -> Vec<i32> {
        line.split_whitespace().map(|word| word.parse().unwrap()).collect()
    };
    let lines = formula.lines().filter(|line| !line.starts_with('p')).map(numbers);
    let mut clauses: HashMap<i32, Vec<i32>> =
        (1..).zip(lines.map(|line| line[..line.len() - 1].to_vec())).collect();
    for line in proof.lines() {
        let (number, rest) = line.split_once(' ').unwrap();
        if let Some(gone) = rest.strip_prefix("d ") {
            numbers(gone).iter().for_each(|number| _ = clauses.remove(number));
            continue;
        }
        let rest = numbers(rest);
        let end = rest.iter().position(|&lit| lit == 0).unwrap();
        let (lits, hints) = (&rest[..end], &rest[end + 1..rest.len() - 1]);
        let mut is_true: Vec<i32> = lits.iter().map(|lit| -lit).collect();
        let mut conflict = false;
        for hint in hints {
            let Some(clause) = clauses.get(hint) else { return false };
            let open: Vec<i32> =
                clause.iter().copied().filter(|lit| !is_true.contains(&-lit)).collect();
            match open[..] {
                [] => conflict = true,
                [lit] => is_true.push(lit),
                _ => return false,
            }
        }
        if !conflict {
            return false;
        }
        if lits.is_empty() {
            return true;
        }
        clauses.insert(number.parse().unwrap(), lits.to_vec());
    }
    false
}

/// Whether the program of the folder writes correct proofs of both halves.
fn is_proved(folder: &Path, out: &Path) -> Result<(), String> {
    let files = ["lrat.py", "puzzle.cnf", "count.scpog"].map(|name| folder.join(name));
    let output = Command::new("python3").args(files).arg(out).output().unwrap();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    for name in ["models", "graph"] {
        let read =
            |ending: &str| fs::read_to_string(out.join(name).with_extension(ending)).unwrap();
        // A formula without a model has no graph.
        let is_left_out = name == "graph" && !out.join("graph.cnf").exists();
        if !is_left_out && !refutes(&read("cnf"), &read("lrat")) {
            return Err(format!("{name}: {}", read("cnf")));
        }
    }
    Ok(())
}

fn certify(file: &str, folder: &Path) -> String {
    let (code, stdout, stderr) =
        cnfetti(&["certify", "--count", file, "-o", folder.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{file}: {stderr}");
    stdout
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn both_halves_are_proved() {
    if !found("python3") {
        println!("python3 was not found: no proof was written");
        return;
    }
    let parent = tempfile::tempdir().unwrap();
    let mut tampered = (0, 0);
    for seed in 0..12 {
        let (cnf, show) = random_cnf(seed);
        let path = parent.path().join(format!("{seed}.cnf"));
        let list = show.iter().flatten().map(|variable| format!("{variable} "));
        let mut text = format!("p cnf {} {}\n", cnf.num_vars(), cnf.num_clauses());
        if show.is_some() {
            text += &format!("c p show {}0\n", list.collect::<String>());
        }
        for clause in cnf.clauses() {
            text += &clause.iter().map(|lit| format!("{lit} ")).collect::<String>();
            text += "0\n";
        }
        fs::write(&path, text).unwrap();
        let folder = parent.path().join(format!("count{seed}"));
        let said = certify(path.to_str().unwrap(), &folder);
        let number = count_by_hand(&cnf, show.as_deref());
        assert!(said.contains(&format!("exactly {number} model")), "seed {seed}: {said}");
        let proved = is_proved(&folder, &parent.path().join(format!("lrat{seed}")));
        assert_eq!(proved, Ok(()), "seed {seed}");
        // After a change to the graph, no proof may show that a wrong graph is right.
        let graph = folder.join("count.scpog");
        let (what, bytes) = tamper(&fs::read(&graph).unwrap(), &mut Random::new(seed));
        fs::write(&graph, bytes).unwrap();
        let proved = is_proved(&folder, &parent.path().join(format!("other{seed}")));
        tampered.0 += usize::from(proved.is_err());
        tampered.1 += usize::from(proved.is_ok());
        let recount = ["recount.py", "puzzle.cnf", "count.scpog"].map(|name| folder.join(name));
        if proved.is_ok() {
            let output = Command::new("python3").args(recount).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(said.trim(), number.to_string(), "seed {seed}: {what}");
        }
    }
    assert!(tampered.0 > 5, "{tampered:?}");
}

#[test]
fn the_halves_of_puzzles_are_proved() {
    if !found("python3") {
        println!("python3 was not found: no proof was written");
        return;
    }
    let parent = tempfile::tempdir().unwrap();
    for name in ["pips/growing-04", "signs/leepf-open", "dice/labeled-dice", "seating/one-too-many"]
    {
        let folder = parent.path().join(name.replace('/', "-"));
        certify(&format!("instances/{name}.toml"), &folder);
        assert_eq!(is_proved(&folder, &folder.with_extension("lrat")), Ok(()), "{name}");
    }
}
