//! Proofs from the command line.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use cnfetti::dimacs;
use cnfetti::proof::check;
use cnfetti::solver::Budget;

/// A puzzle that is read in no time.
const TEA: &str = "instances/dice/afternoon-tea.toml";

pub(crate) const LEEPF_OPEN: &str = "instances/signs/leepf-open.toml";

pub(crate) fn cnfetti(words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn assert_proves(proof: &Path) {
    let mut formula = proof.as_os_str().to_owned();
    formula.push(".cnf");
    let cnf = dimacs::read(&fs::read_to_string(formula).unwrap()).unwrap().cnf;
    check(&cnf, &fs::read(proof).unwrap(), &Budget::default()).unwrap();
}

#[test]
fn solve_and_count_write_proofs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.drat");
    let proof = path.to_str().unwrap();
    for command in [&["solve", "--all"][..], &["count"]] {
        let options = [LEEPF_OPEN, "--proof", proof];
        let (code, _, stderr) = cnfetti(&[command, &options[..]].concat());
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stderr.contains("x.drat.cnf has no model"), "{stderr}");
        assert_proves(&path);
        // The format of proofs does not say who wrote it.
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn without_all_solutions_there_is_no_proof() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.drat");
    let words = ["solve", TEA, "--proof", path.to_str().unwrap()];
    assert_eq!(cnfetti(&words).0, Some(2), "one solution, and no proof of anything");
    let (code, _, stderr) = cnfetti(&[&words[..], &["--all", "--time-limit", "0"]].concat());
    assert_eq!(code, Some(3));
    assert!(stderr.contains("was not written: there may be further solutions"), "{stderr}");
    assert!(!path.exists());
}

#[test]
fn a_proof_does_not_overwrite_what_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    fs::write(&path, "Dear proof,").unwrap();
    let words = ["count", LEEPF_OPEN, "--proof", path.to_str().unwrap()];
    let (code, _, stderr) = cnfetti(&words);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("letter.txt exists; --force overwrites it"), "{stderr}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "Dear proof,");
    assert_eq!(cnfetti(&[&words[..], &["--force"]].concat()).0, Some(0));
    assert_proves(&path);
}

#[test]
fn answers_are_checked_unless_that_is_turned_off() {
    let (_, _, stderr) = cnfetti(&["count", "-v", "--engine", "blocking", LEEPF_OPEN]);
    assert!(stderr.contains(": checked: a proof of "), "{stderr}");
    assert!(stderr.contains("steps shows that there are no further solutions"), "{stderr}");
    let (_, stdout, stderr) =
        cnfetti(&["count", "-v", "--engine", "blocking", "--trust-solver", LEEPF_OPEN]);
    assert!(!stderr.contains("check"), "{stderr}");
    assert_eq!(stdout, format!("{LEEPF_OPEN}: 14 solutions, unchecked (--trust-solver)\n"));
}

#[test]
fn a_failing_program_is_named_with_its_reason() {
    let (code, stdout, stderr) = cnfetti(&["count", "--solver", "cmd:sh -c 'exit 9'", LEEPF_OPEN]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "no limit was reached");
    assert!(stderr.contains("`sh` (exit status: 9) printed no answer"), "{stderr}");
}

/// The files prove something, and also state what they prove.
#[test]
fn a_proof_says_what_it_is_about() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.drat");
    let proof = path.to_str().unwrap();
    let dice = "instances/dice/labeled-dice-unlimited.toml";
    let about = |words: &[&str], file: &str| {
        let (code, _, stderr) = cnfetti(&[words, &["--force", "--proof", proof, file]].concat());
        assert_eq!(code, Some(0), "{stderr}");
        assert_proves(&path);
        let formula = fs::read_to_string(folder.path().join("x.drat.cnf")).unwrap();
        let cnf = dimacs::read(&formula).unwrap().cnf;
        (formula.lines().nth(1).unwrap().to_owned(), cnf.num_clauses())
    };
    let (ordered, fewer) = about(&["count"], dice);
    assert_eq!(
        ordered,
        format!(
            "c {dice}: the formula, clauses that number the dice as they appear (value precedence), \
             so that of the solutions that differ by renaming them one is left, and a clause against \
             each of these 3, which stand for 72 solutions"
        )
    );
    let (all, more) = about(&["solve", "--all"], dice);
    assert_eq!(
        all,
        format!("c {dice}: the formula, and a clause against each of the 72 solutions")
    );
    assert_ne!(fewer, more);
    let (plain, _) = about(&["count"], LEEPF_OPEN);
    let expected =
        format!("c {LEEPF_OPEN}: the formula, and a clause against each of the 14 solutions");
    assert_eq!(plain, expected);
}

#[cfg(target_os = "linux")]
#[test]
fn a_proof_that_cannot_be_written_says_why() {
    let (code, _, stderr) = cnfetti(&["count", "--proof", "/dev/full", LEEPF_OPEN]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("/dev/full: No space left on device"), "{stderr}");
    let (code, _, stderr) = cnfetti(&["count", "--proof", "/no/such/x.drat", LEEPF_OPEN]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("/no/such/x.drat: there is no such folder"), "{stderr}");
}

/// Two results do not go to the same file.
#[test]
fn formula_and_proof_have_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (proof, formula) = (path("x.drat"), path("x.drat.cnf"));
    let roundabout = path("./x.drat");
    for emitted in [&proof, &formula, &roundabout] {
        for command in [&["count"][..], &["solve", "--all"]] {
            let words = ["--emit-cnf", emitted, "--proof", &proof, LEEPF_OPEN];
            let (code, stdout, stderr) = cnfetti(&[command, &words[..]].concat());
            assert_eq!((code, stdout.as_str()), (Some(2), ""), "{stderr}");
            assert!(stderr.contains("--emit-cnf and --proof would both write"), "{stderr}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The count is printed even if there was no time for the proof.
#[test]
fn without_time_for_a_proof_there_is_still_a_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.drat");
    let words = ["count", "--proof", path.to_str().unwrap(), "--time-limit", "0", TEA];
    let (code, stdout, stderr) = cnfetti(&words);
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stdout.contains("at least 0 solutions"), "{stdout}");
    assert!(stderr.contains("x.drat was not written"), "{stderr}");
    assert!(!path.exists());
}

/// The fewest coins of 2 and 3 that add up to 12.
const COINS: &str = r#"<instance format="XCSP3" type="COP">
  <variables><array id="x" size="[2]"> 0..9 </array></variables>
  <constraints><sum><list> x[] </list><coeffs> 2 3 </coeffs><condition> (eq,12) </condition></sum></constraints>
  <objectives><minimize type="sum"> x[] </minimize></objectives>
</instance>"#;

#[test]
fn the_last_line_of_a_listing_says_what_it_rests_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("coins.xml");
    std::fs::write(&path, COINS).unwrap();
    let (open, coins) = ("instances/signs/leepf-open.toml", path.to_str().unwrap());
    for (words, is_told) in [
        (vec!["--all", open], true),
        (vec!["--all", "--solver", "varisat", open], true),
        (vec!["-n", "1000", open], true),
        (vec!["-n", "2", open], false),
        (vec![open], false),
        (vec![coins], true),
        (vec!["--all", coins], true),
    ] {
        let (_, text, _) = cnfetti(&[&["solve", "--json"], &words[..]].concat());
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (last, others) = lines.split_last().unwrap();
        // The exact counter's second opinion may take too long on a busy machine.
        assert_eq!(last["checked"].is_boolean(), is_told, "{words:?}: {last}");
        assert_eq!(last["checked_by"].is_string(), last["checked"] == true, "{words:?}");
        assert!(others.iter().all(|line| line.get("checked").is_none()), "{words:?}");
    }
}
