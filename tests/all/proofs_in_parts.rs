//! Proofs in parts, as files: what they show together, who else can check them, and what is refused.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;

use cnfetti::certificate::sha256;
use cnfetti::dimacs;
use cnfetti::encodings::Cnf;
use cnfetti::parts::{Cube, Proofs, Source, merge_proofs, number_path, part_name, write_proofs};
use cnfetti::proof::check;
use cnfetti::solver::{Budget, Outcome, by_name};

use crate::cli_proofs::cnfetti;
use crate::oracle::{KINDS, Puzzle, draw};

const NONE: &str = "instances/pips/none.toml";
const OPEN: &str = "instances/signs/leepf-open.toml";

/// Writes the parts of a puzzle into a folder. Returns their number.
fn split(folder: &Path, text: &str, part: Option<&str>, parts: usize) -> usize {
    let (file, part) = ("x.toml".to_owned(), part.map(str::to_owned));
    let source = Source { file, part, text: text.to_owned(), all_costs: false };
    fs::create_dir_all(folder).unwrap();
    write_proofs(source, parts, folder, &Budget::default()).unwrap()
}

fn prove(folder: &Path, number: usize) -> usize {
    let path = folder.join(part_name(number));
    let cube = Cube::read(&path, &fs::read_to_string(&path).unwrap()).unwrap();
    cube.prove(&path, &Budget::default()).unwrap()
}

fn merged(folder: &Path) -> Result<Proofs, String> {
    let merged = merge_proofs(folder, NonZeroUsize::MIN, &Budget::default());
    let merged = merged.map_err(|error| error.to_string())?;
    merged.ok_or_else(|| "no plan of proofs".to_owned())
}

/// A folder with all proofs of an instance.
fn proofs_of(file: &str, parts: usize) -> (tempfile::TempDir, usize) {
    let folder = tempfile::tempdir().unwrap();
    let of = split(folder.path(), &fs::read_to_string(file).unwrap(), None, parts);
    for number in 1..=of {
        prove(folder.path(), number);
    }
    (folder, of)
}

/// Puzzles of every kind and format, through files: the listed solutions are those of brute force.
#[test]
fn proofs_of_random_puzzles_show_what_is_true() {
    let folder = tempfile::tempdir().unwrap();
    let (mut none, mut one, mut several, mut divided) = (0, 0, 0, 0);
    for kind in &KINDS {
        for seed in 710_000_000..710_000_030 {
            let drawn = draw(kind, seed);
            for puzzle in &drawn.puzzles {
                let path = folder.path().join(format!("{}{seed}", kind.name));
                let of = split(&path, &drawn.text, puzzle.part.as_deref(), 1 + seed as usize % 7);
                let adds: usize = (1..=of).map(|number| prove(&path, number)).sum();
                assert_eq!(adds, puzzle.truth.solutions.len(), "{}", drawn.text);
                compare(&merged(&path).unwrap(), puzzle);
                match adds {
                    0 => none += 1,
                    1 => one += 1,
                    _ => several += 1,
                }
                divided += usize::from(of > 2);
                fs::remove_dir_all(path).unwrap();
            }
        }
    }
    let reached = [none, one, several, divided];
    assert!(reached.iter().all(|&number| number >= 10), "hardly drawn: {reached:?}");
}

fn compare(proofs: &Proofs, puzzle: &Puzzle) {
    let (count, truth) = (&proofs.count, &puzzle.truth);
    assert!(count.exact && proofs.missing.is_empty());
    assert_eq!(count.solutions, truth.solutions.len().into());
    assert_eq!(count.up_to_renaming, truth.up_to_renaming.into());
    assert_eq!(count.classes, truth.classes.into());
    let grids = truth.grids.map(Into::into).into_iter().collect::<Vec<_>>();
    assert_eq!(count.projected, grids);
}

/// The formula that the script in the folder writes; `None` without Python.
fn written(folder: &Path, which: &str) -> Option<Cnf> {
    let python = Command::new("python3").args(["formula.py", which]).current_dir(folder).output();
    let output = python.ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(dimacs::read(&String::from_utf8(output.stdout).unwrap()).unwrap().cnf)
}

/// Whether a solver other than the proving one finds a model.
fn has_model(cnf: &Cnf) -> bool {
    let mut solver = by_name("batsat").unwrap().load(cnf, &Budget::default());
    matches!(solver.solve(&[]), Outcome::Satisfiable(_))
}

/// The proofs are about the formulas that the script writes: none has a model, and each has its own proof.
#[test]
#[ignore = "slow: .ci/run has it"]
fn others_can_check_the_proofs() {
    for (file, parts) in [(NONE, 5), (OPEN, 4), ("instances/dice/labeled-dice.toml", 3)] {
        let (folder, of) = proofs_of(file, parts);
        let folder = folder.path();
        assert_eq!(of, parts, "{file}");
        let Some(cover) = written(folder, "cover") else {
            println!("python3 was not found: the formulas are not written");
            return;
        };
        let is_proof = |cnf: &Cnf, name: &str| {
            let proof = fs::read(folder.join(name)).unwrap();
            assert!(!has_model(cnf), "{file}: {name}");
            check(cnf, &proof, &Budget::default()).is_ok()
        };
        assert!(is_proof(&cover, "cover.drat"));
        for number in 1..=of {
            let rest = written(folder, &number.to_string()).unwrap();
            assert!(is_proof(&rest, &format!("proof-{number:04}.drat")));
        }
    }
}

/// The text of a file with a change, and a new seal.
fn resealed(path: &Path, change: impl Fn(&str) -> String) -> String {
    let before = fs::read_to_string(path).unwrap();
    let (lines, _) = before.trim_end().rsplit_once('\n').unwrap();
    let text = change(lines) + "\n";
    assert_ne!(text.trim_end(), lines, "nothing was changed");
    let sum = sha256(text.as_bytes());
    fs::write(path, format!("{text}{{\"sha256\":\"{sum}\"}}\n")).unwrap();
    before
}

/// Without its last cube, the plan proves nothing wrong, nor does the list without its last solution: neither
/// for us nor for others.
#[test]
fn what_is_left_out_is_noticed() {
    let (folder, of) = proofs_of(OPEN, 4);
    let folder = folder.path();
    let listing = (1..=of).find(|&number| prove(folder, number) > 0).unwrap();
    let right = merged(folder).unwrap();
    assert_eq!((right.count.solutions, right.count.exact), (14_u32.into(), true));

    let plan = folder.join("plan");
    let before = resealed(&plan, |plan| {
        let mut plan: serde_json::Value = serde_json::from_str(plan).unwrap();
        for list in ["cubes", "parts"] {
            plan[list].as_array_mut().unwrap().remove(listing - 1);
        }
        // The plan begins like a plan.
        let plan = plan.to_string().replacen("\"cnfetti\":\"plan of proofs\",", "", 1);
        plan.replacen('{', "{\"cnfetti\":\"plan of proofs\",", 1)
    });
    let error = merged(folder).err().unwrap();
    assert!(error.contains("cover.drat: "), "{error}");
    assert!(written(folder, "cover").is_none_or(|cnf| has_model(&cnf)));
    fs::write(&plan, before).unwrap();

    let counted = number_path(&folder.join(part_name(1)), listing);
    let before = relisted(&counted, |solutions| drop(solutions.pop()));
    let error = merged(folder).err().unwrap();
    assert!(error.contains(&format!("proof-{listing:04}.drat: ")), "{error}");
    assert!(written(folder, &listing.to_string()).is_none_or(|cnf| has_model(&cnf)));
    fs::write(&counted, before).unwrap();
    assert!(merged(folder).is_ok());
}

/// The list of a part with other solutions, and a new seal.
fn relisted(counted: &Path, change: impl Fn(&mut Vec<String>)) -> String {
    resealed(counted, |list| {
        let mut lines: Vec<String> = list.lines().map(str::to_owned).collect();
        let mut solutions = lines.split_off(1);
        change(&mut solutions);
        let mut head: serde_json::Value = serde_json::from_str(&lines[0]).unwrap();
        head["solutions"] = solutions.len().into();
        lines[0] = head.to_string();
        lines.into_iter().chain(solutions).collect::<Vec<_>>().join("\n")
    })
}

/// A solution that is listed twice, in another part, or with another clause or model, is refused.
#[test]
fn what_is_listed_wrongly_is_refused() {
    let (folder, of) = proofs_of(OPEN, 4);
    let folder = folder.path();
    let number_of = |number: usize| number_path(&folder.join(part_name(1)), number);
    let listing = (1..=of).find(|&number| prove(folder, number) > 0).unwrap();
    let other = if listing == 1 { 2 } else { 1 };
    let text = fs::read_to_string(number_of(listing)).unwrap();
    let solution = text.lines().nth(1).unwrap();
    let without_first = |list: &str| {
        let (before, after) = solution.split_once(&format!("\"{list}\":[")).unwrap();
        format!("{before}\"{list}\":[{}", after.split_once(',').unwrap().1)
    };
    let cases = [
        (listing, solution.to_owned(), "a solution is listed twice"),
        (other, solution.to_owned(), "does not belong to this part"),
        (listing, without_first("forbids"), "the clause does not forbid just this solution"),
        (listing, without_first("model"), "the model is not that of the solution"),
    ];
    for (number, line, expected) in cases {
        let before = relisted(&number_of(number), |solutions| {
            let is_same = number == listing && line != solution;
            solutions.splice(..usize::from(is_same), [line.clone()]);
        });
        let error = merged(folder).err().unwrap();
        assert!(error.ends_with(expected), "{error}, not {expected}");
        fs::write(number_of(number), before).unwrap();
    }
    assert!(merged(folder).is_ok());
}

/// Changed files prove nothing, and missing ones are reported.
#[test]
#[ignore = "slow: .ci/run has it"]
fn what_is_damaged_foreign_or_missing_is_told() {
    let (folder, of) = proofs_of(NONE, 4);
    let (other, _) = proofs_of(OPEN, 4);
    let path = |name: &str| folder.path().join(name);
    let right = merged(folder.path()).unwrap();
    assert!(right.count.exact && right.count.solutions == 0_u32.into());
    let files = ["plan", "part-0002", "counted-0002", "cover.drat", "puzzle.cnf", "formula.py"];
    for name in files {
        let whole = fs::read(path(name)).unwrap();
        for at in (0..whole.len()).step_by(1 + whole.len() / 12) {
            let mut changed = whole.clone();
            changed[at] = if changed[at] == b'1' { b'2' } else { b'1' };
            fs::write(path(name), &changed).unwrap();
            // A changed proof can still be correct.
            let said = merged(folder.path());
            assert!(said.is_err() || name == "cover.drat", "{name}, byte {at}");
            if let Ok(said) = said {
                assert_eq!(said.count, right.count);
            }
        }
        fs::copy(other.path().join(name), path(name)).unwrap();
        // The script is the same for all puzzles, and the proof that cubes cover everything may fit several.
        let said = merged(folder.path());
        let may_fit = name == "formula.py" || name == "cover.drat";
        assert!(said.is_err() || may_fit, "{name} of another puzzle");
        fs::write(path(name), &whole).unwrap();
    }
    // A proof of another part, or half a proof.
    let proof = fs::read(path("proof-0001.drat")).unwrap();
    fs::write(path("proof-0001.drat"), "").unwrap();
    let error = merged(folder.path()).err();
    assert!(error.is_none_or(|error| error.contains("proof-0001.drat: the proof ends")));
    fs::remove_file(path("proof-0001.drat")).unwrap();
    assert!(merged(folder.path()).is_err());
    fs::write(path("proof-0001.drat"), proof).unwrap();
    // The list of another part.
    fs::copy(path("counted-0001"), path("counted-0002")).unwrap();
    let error = merged(folder.path()).err().unwrap();
    assert!(error.ends_with("counted-0002: it is of another part"), "{error}");
    // If a part is missing, nothing is known.
    fs::remove_file(path("counted-0002")).unwrap();
    let some = merged(folder.path()).unwrap();
    assert_eq!((some.missing, some.count.exact), (vec![2], false));
    let name = folder.path().display().to_string();
    let (code, out, err) = cnfetti(&["merge", &name]);
    assert_eq!((code, out), (Some(3), format!("{name}: at least 0 solutions, 0 grids\n")));
    assert_eq!(err, format!("{name}: 1 of {of} parts is missing: part-0002\n"));
    let (code, out, _) = cnfetti(&["merge", "--unique", &name]);
    assert_eq!((code, out), (Some(3), format!("{name}: unknown\n")));
    // Without time, there is no list.
    let part = path("part-0002").display().to_string();
    let (code, out, _) = cnfetti(&["count", "--time-limit", "0", &part]);
    assert_eq!((code, out.as_str()), (Some(3), ""));
    assert!(!path("counted-0002").exists());
    let (code, out, _) = cnfetti(&["count", "--json", &part]);
    assert_eq!(code, Some(0));
    assert!(out.contains("\"status\":\"proved\"") && out.contains("\"adds\":\"0\""), "{out}");
    let (code, out, _) = cnfetti(&["merge", "--unique", "--json", &name]);
    assert_eq!(code, Some(0));
    assert!(out.contains("\"verdict\":\"none\""), "{out}");
}

/// If a model's auxiliary variables do not follow from its own, only its own are listed. A model with an
/// objective is not divided.
#[test]
fn models_are_listed_over_their_own_variables() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (model, parts) = (path("model.fzn"), path("parts"));
    let text = "var 1..3: x;\nvar 1..3: y :: var_is_introduced;\nconstraint int_le(x, y);\n";
    fs::write(&model, format!("{text}solve satisfy;\n")).unwrap();
    let split = ["split", "--proofs", "--parts", "2", "-o", &parts, &model];
    assert_eq!(cnfetti(&split).0, Some(0));
    for number in [1, 2] {
        assert_eq!(cnfetti(&["count", "-q", &format!("{parts}/{}", part_name(number))]).0, Some(0));
    }
    let (code, out, err) = cnfetti(&["merge", &parts]);
    assert_eq!((code, out), (Some(0), format!("{parts}: 3 solutions\n")));
    assert!(err.starts_with(&format!("{parts}: counted over x\n")), "{err}");
    fs::write(&model, format!("{text}solve maximize x;\n")).unwrap();
    let (code, _, err) = cnfetti(&["split", "--proofs", "-o", &path("others"), &model]);
    assert_eq!(code, Some(1));
    assert!(err.contains("it has an objective"), "{err}");
    assert!(!Path::new(&path("others")).exists());
}
