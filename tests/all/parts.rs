//! Counts in parts, as files: what they add up to, and what is refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cnfetti::exact::Limits;
use cnfetti::parts::{self, Part, PartsError, Sizes, Source, part_name};
use num_bigint::BigUint;
use serde_json::Value;

use crate::cli_proofs::cnfetti;
use crate::oracle::{KINDS, Puzzle, draw};

const LINGUISTS: &str = "instances/seating/cheating-linguists.toml";

fn limits() -> Limits {
    Limits { memory_bytes: 1 << 30, ..Limits::default() }
}

/// Writes the parts of a puzzle into a folder.
fn split(folder: &Path, text: &str, part: Option<&str>, parts: usize) -> Result<(), PartsError> {
    let part = part.map(str::to_owned);
    let source =
        Source { file: "x.toml".to_owned(), part, text: text.to_owned(), all_costs: false };
    fs::create_dir_all(folder).unwrap();
    parts::write(parts::begin(source, Sizes::once(parts), &limits())?, folder).unwrap();
    Ok(())
}

/// Counts the part with this number.
fn count(folder: &Path, number: usize) -> Result<(), PartsError> {
    let path = folder.join(part_name(number));
    let part = Part::read(&path, &fs::read_to_string(&path).unwrap())?;
    part.count(&path, &limits()).map(|_| ())
}

/// Puzzles of every kind and format, through files: the sum is the number by brute force.
#[test]
fn parts_of_random_puzzles_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut several = 0;
    for kind in &KINDS {
        for seed in 700_000_000..700_000_030 {
            let drawn = draw(kind, seed);
            for puzzle in &drawn.puzzles {
                let path = folder.path().join(format!("{}{seed}", kind.name));
                let parts = 1 + seed as usize % 4;
                split(&path, &drawn.text, puzzle.part.as_deref(), parts).unwrap();
                for number in 1..=parts {
                    count(&path, number).unwrap();
                }
                compare(&path, puzzle);
                several += usize::from(puzzle.truth.solutions.len() > 1 && parts > 1);
                fs::remove_dir_all(path).unwrap();
            }
        }
    }
    assert!(several > 30, "{several}");
}

/// If a model's auxiliary variables do not follow from its own, only its own are counted over.
#[test]
fn parts_of_a_model_count_over_its_own_variables() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("model.fzn");
    let text = "var 1..3: x;\nvar 1..3: y :: var_is_introduced;\nconstraint int_le(x, y);\n\
                solve satisfy;\n";
    fs::write(&model, text).unwrap();
    let model = model.display().to_string();
    let (code, out, _) = cnfetti(&["count", &model]);
    assert_eq!((code, out), (Some(0), format!("{model}: 3 solutions\n")));
    for parts in ["1", "2", "3"] {
        let path = folder.path().join(parts).display().to_string();
        assert_eq!(cnfetti(&["split", "--parts", parts, "-o", &path, &model]).0, Some(0));
        for number in 1..=parts.parse().unwrap() {
            count(Path::new(&path), number).unwrap();
        }
        let (code, out, err) = cnfetti(&["merge", &path]);
        assert_eq!((code, out), (Some(0), format!("{path}: 3 solutions\n")));
        assert_eq!(err, format!("{path}: counted over x\n"));
    }
}

fn compare(folder: &Path, puzzle: &Puzzle) {
    let merged = parts::merge(folder, &limits()).unwrap();
    assert!(merged.count.exact && merged.missing.is_empty());
    let (count, truth) = (merged.count, &puzzle.truth);
    let number = |number: usize| BigUint::from(number);
    let name = folder.display();
    assert_eq!(count.solutions, number(truth.solutions.len()), "{name}");
    assert_eq!(count.up_to_renaming, number(truth.up_to_renaming), "{name}");
    assert_eq!(count.classes, number(truth.classes), "{name}");
    assert_eq!(count.projected, truth.grids.map(number).into_iter().collect::<Vec<_>>(), "{name}");
}

/// A folder with the parts of the linguists, some of which are counted.
fn linguists(parts: usize, counted: &[usize]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    split(folder.path(), &fs::read_to_string(LINGUISTS).unwrap(), None, parts).unwrap();
    counted.iter().for_each(|&number| count(folder.path(), number).unwrap());
    folder
}

#[test]
fn missing_parts_are_told() {
    let folder = linguists(4, &[1, 3]);
    let path = folder.path().display().to_string();
    let (code, out, err) = cnfetti(&["merge", &path]);
    assert_eq!(code, Some(3));
    assert!(out.starts_with(&format!("{path}: at least ")), "{out}");
    assert_eq!(err, format!("{path}: 2 of 4 parts are missing: part-0002, part-0004\n"));
    // More than one solution is several, whatever is missing.
    let (code, out, _) = cnfetti(&["merge", "--unique", &path]);
    assert_eq!((code, out), (Some(0), format!("{path}: several\n")));
    for number in [2, 4] {
        let part = format!("{path}/{}", part_name(number));
        let written = format!("{path}/counted-{number:04}");
        assert_eq!(cnfetti(&["count", &part]).0, Some(0));
        let first = fs::read(&written).unwrap();
        fs::remove_file(&written).unwrap();
        assert_eq!(cnfetti(&["count", "-q", &part]).0, Some(0));
        assert_eq!(fs::read(&written).unwrap(), first, "the same bytes");
    }
    let (code, out, err) = cnfetti(&["merge", &path]);
    assert!(out.contains(": 3,584,400 solutions, 29,870 up to"), "{out}");
    assert_eq!((code, err.as_str()), (Some(0), ""));
}

/// Every byte counts: a changed file is refused, and so is one of another puzzle or division.
#[test]
fn what_is_damaged_or_foreign_is_refused() {
    let folder = linguists(3, &[1, 2, 3]);
    let other = linguists(2, &[1, 2]);
    let path = |name: &str| folder.path().join(name);
    let merged = || parts::merge(folder.path(), &limits()).map(|merged| merged.count.solutions);
    let right = BigUint::from(3_584_400_u32);
    assert_eq!(merged().unwrap(), right);
    let files = [
        ("plan", "it belongs to another count"),
        ("round-0001", "it belongs to another count"),
        ("part-0002", "it is not the part that was written"),
        ("counted-0002", "it belongs to another part"),
    ];
    for (name, foreign) in files {
        let whole = fs::read(path(name)).unwrap();
        for at in (0..whole.len()).step_by(1 + whole.len() / 40) {
            let mut changed = whole.clone();
            changed[at] = if changed[at] == b'1' { b'2' } else { b'1' };
            fs::write(path(name), &changed).unwrap();
            assert!(merged().is_err(), "{name}, byte {at}");
            fs::write(path(name), &whole[..at]).unwrap();
            assert!(merged().is_err(), "{name}, cut off at {at}");
        }
        if other.path().join(name).exists() {
            fs::copy(other.path().join(name), path(name)).unwrap();
            let error = merged().unwrap_err().to_string();
            assert!(error.contains(foreign), "{name} of another division: {error}");
        }
        fs::write(path(name), &whole).unwrap();
        assert_eq!(merged().unwrap(), right);
    }
    // The result of another part.
    fs::copy(path("counted-0001"), path("counted-0003")).unwrap();
    let error = merged().unwrap_err().to_string();
    assert!(error.contains("it belongs to another part"), "{error}");
    fs::remove_file(path("counted-0003")).unwrap();
    count(folder.path(), 3).unwrap();
    // Merging needs only the results, not the parts.
    fs::remove_file(path("part-0001")).unwrap();
    assert_eq!(merged().unwrap(), right);
    // A damaged part is not counted, and no result is written.
    let part = path("part-0003");
    let text = fs::read_to_string(&part).unwrap();
    fs::write(&part, text.replacen("\"layout\":", "\"layout\":1", 1)).unwrap();
    fs::remove_file(path("counted-0003")).unwrap();
    let (code, out, err) = cnfetti(&["count", &part.display().to_string()]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.contains("it is damaged: its SHA-256 sum does not match"), "{err}");
    assert!(!path("counted-0003").exists());
    // Another version may divide differently.
    let plan = fs::read_to_string(path("plan")).unwrap();
    let (before, _) = plan.trim_end().rsplit_once('\n').unwrap();
    let division = ", division 6\"";
    assert!(before.contains("\"version\":\"") && before.contains(division), "{before}");
    let older = before.replacen(division, "\"", 1) + "\n";
    let sum = cnfetti::certificate::sha256(older.as_bytes());
    fs::write(path("plan"), format!("{older}{{\"sha256\":\"{sum}\"}}\n")).unwrap();
    let error = merged().unwrap_err().to_string();
    let said = error.contains(" wrote it, but this is ") && error.contains(", division 6: run");
    assert!(said, "{error}");
}

/// What a part found for one of the numbers: its line in the index, those of its blocks, and the blocks.
type Entry = (Value, Vec<Value>, String);

/// Reads a result.
fn entries(text: &str) -> (Value, Vec<Entry>) {
    let seal = text.find("{\"sha256\":").unwrap();
    let mut lines = text[..seal].lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let head = lines.next().unwrap();
    let mut content = &text[seal + text[seal..].find('\n').unwrap() + 1..];
    let mut entries = Vec::new();
    while let Some(index) = lines.next() {
        let blocks: Vec<Value> =
            lines.by_ref().take(index["blocks"].as_u64().unwrap() as usize).collect();
        let bytes = |block: &Value| block["bytes"].as_u64().unwrap_or(0) as usize;
        let size = blocks.iter().chain([&index["sets"]]).map(bytes).sum();
        entries.push((index, blocks, content[..size].to_owned()));
        content = &content[size..];
    }
    assert_eq!(content, "");
    (head, entries)
}

/// Writes a result with a correct checksum.
fn sealed(head: &Value, entries: &[Entry]) -> String {
    let mut text = format!("{head}\n");
    for (index, blocks, _) in entries {
        text += &format!("{index}\n");
        blocks.iter().for_each(|block| text += &format!("{block}\n"));
    }
    let sum = cnfetti::certificate::sha256(text.as_bytes());
    let content: String = entries.iter().map(|(_, _, content)| &content[..]).collect();
    format!("{text}{{\"sha256\":\"{sum}\"}}\n{content}")
}

/// A result that lacks a number, with a correct checksum, is refused: the sum would be too small.
#[test]
fn a_number_without_all_that_its_part_adds_is_refused() {
    // Both parts add to solutions and to boards, which are one number each.
    let pips = fs::read_to_string("instances/pips/many.toml").unwrap();
    let seats = fs::read_to_string(LINGUISTS).unwrap();
    let mut refused = BTreeSet::new();
    for (text, numbers) in [(pips, 1), (seats, 2)] {
        let folder = tempfile::tempdir().unwrap();
        split(folder.path(), &text, None, 2).unwrap();
        (1..=2).for_each(|number| count(folder.path(), number).unwrap());
        let merged = || parts::merge(folder.path(), &limits()).map(|merged| merged.count);
        let right = merged().unwrap();
        let path = folder.path().join("counted-0002");
        let whole = fs::read_to_string(&path).unwrap();
        let (head, all) = entries(&whole);
        assert!(all.len() >= numbers && sealed(&head, &all) == whole, "{whole}");
        let without = |at: usize| [&all[..at], &all[at + 1..]].concat();
        let mut changed: Vec<Vec<Entry>> = (0..all.len()).map(without).collect();
        changed.push(Vec::new());
        changed.push([&all[..], &all[..1]].concat());
        for (key, value) in [("unit", 1_000_000_000), ("step", 1)] {
            let mut other = all.clone();
            other[0].0[key] = value.into();
            changed.push(other);
        }
        let mut taken = all.clone();
        taken[0].0["taken"]["states"] = 1_000_000_000.into();
        changed.push(taken);
        if let Some(at) = all.iter().position(|(index, ..)| index["sets"].is_object()) {
            let mut unread = all.clone();
            let (index, _, content) = &mut unread[at];
            content.truncate(content.len() - index["sets"]["bytes"].as_u64().unwrap() as usize);
            index["sets"] = Value::Null;
            changed.push(unread);
        }
        for entries in changed {
            fs::write(&path, sealed(&head, &entries)).unwrap();
            let error = merged().map(|count| count.solutions).unwrap_err().to_string();
            refused.insert(error.rsplit(": ").next().unwrap().to_owned());
        }
        fs::write(&path, whole).unwrap();
        assert_eq!(merged().unwrap().solutions, right.solutions);
    }
    let expected = [
        "it has fewer numbers than other parts",
        "it has other numbers than its part",
        "its parts have taken other states than the round before gave",
    ];
    assert!(refused.iter().eq(expected), "{refused:?}");
}

#[test]
fn a_folder_that_is_there_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let diary = folder.path().join("diary");
    fs::write(&diary, "dear diary").unwrap();
    let diary = diary.display().to_string();
    let (code, _, err) = cnfetti(&["split", "-o", &diary, LINGUISTS]);
    assert_eq!(code, Some(1));
    assert!(err.contains("exists; --force replaces a folder of parts that cnfetti wrote"), "{err}");
    assert_eq!(fs::read_to_string(&diary).unwrap(), "dear diary");
    let (code, _, err) = cnfetti(&["count", "--checkpoint", &diary, LINGUISTS]);
    assert_eq!(code, Some(1), "{err}");
    // Nor does it resume with the parts of another puzzle.
    let parts = linguists(2, &[]);
    let other = parts.path().display().to_string();
    let (code, _, err) = cnfetti(&["count", "--checkpoint", &other, "instances/signs/leepf.toml"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("it is of another puzzle"), "{err}");
}

/// The lists of the parts together are the whole list.
#[test]
fn parts_list_all_solutions() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["instances/signs/leepf-open.toml", "instances/dice/labeled-dice-unlimited.toml"] {
        let parts = folder.path().join("parts").display().to_string();
        let words = ["split", "--force", "--parts", "3", "-o", &parts, file];
        assert_eq!(cnfetti(&words).0, Some(0));
        let list = |words: &[&str]| {
            let (code, out, err) = cnfetti(&[&["solve", "--json"], words].concat());
            assert_eq!(code, Some(0), "{err}");
            let solution = |line: &str| {
                let line: serde_json::Value = serde_json::from_str(line).unwrap();
                line["solution"].to_string()
            };
            out.lines().map(solution).collect::<Vec<_>>()
        };
        let all = list(&["--all", file]);
        let mut of_parts = Vec::new();
        for number in 1..=3 {
            of_parts.extend(list(&["--all", &format!("{parts}/{}", part_name(number))]));
        }
        assert_eq!(all.len(), of_parts.len());
        let set = |list: &[String]| list.iter().cloned().collect::<BTreeSet<_>>();
        assert_eq!(set(&all), set(&of_parts));
    }
}

/// A killed count resumes where it was.
#[cfg(unix)]
#[test]
fn a_killed_count_goes_on() {
    let puzzle = "benches/peers/seats-5x5.toml";
    let folder = tempfile::tempdir().unwrap();
    let parts = folder.path().join("parts");
    let counted = || {
        let entries = fs::read_dir(&parts).map(|entries| entries.count());
        // Everything except the parts, the plan, the round, the jobs and the README.
        entries.unwrap_or(0).saturating_sub(105)
    };
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("cnfetti"))
        .args(["count", "--checkpoint"])
        .args([&parts, &PathBuf::from(puzzle)])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while counted() < 3 && child.try_wait().unwrap().is_none() {
        assert!(begin.elapsed() < Duration::from_secs(60), "nothing is counted");
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let path = parts.display().to_string();
    let (code, out, err) = cnfetti(&["merge", &path]);
    assert_eq!(code, Some(3), "it was killed in the middle: {out}{err}");
    let modified = |number: usize| {
        let path = parts.join(format!("counted-{number:04}"));
        fs::metadata(path).ok().map(|file| file.modified().unwrap())
    };
    let before: Vec<_> = (1..=100).map(modified).collect();
    let (code, out, err) = cnfetti(&["count", "--checkpoint", &path, puzzle]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains(": 9,483,120 solutions, 79,026 up to renaming"), "{out}");
    for (number, before) in (1..).zip(before) {
        assert!(before.is_none() || before == modified(number), "counted-{number:04}");
    }
}

/// GNU parallel runs the jobs, and reruns those that were killed.
#[cfg(unix)]
#[test]
fn gnu_parallel_counts_the_parts() {
    let version = Command::new("parallel").arg("--version").output();
    let is_gnu = version
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).starts_with("GNU parallel"));
    if !is_gnu {
        println!("skipped: GNU parallel is not here (apt install parallel)");
        return;
    }
    let folder = linguists(10, &[4]);
    let program = assert_cmd::cargo::cargo_bin("cnfetti");
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let shell = Command::new("sh")
        .args(["-c", "parallel --will-cite -j 2 < jobs"])
        .current_dir(folder.path())
        .env("PATH", path)
        .output()
        .unwrap();
    assert!(shell.status.success(), "{}", String::from_utf8_lossy(&shell.stderr));
    let merged = parts::merge(folder.path(), &limits()).unwrap();
    assert_eq!((merged.missing.len(), merged.count.solutions), (0, 3_584_400_u32.into()));
}

/// Slurm gets the parts that are missing, with the options of whoever submits them.
#[cfg(unix)]
#[test]
fn only_missing_parts_are_submitted() {
    let (folder, tools) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let pips = fs::read_to_string("instances/pips/many.toml").unwrap();
    split(folder.path(), &pips, None, 3).unwrap();
    let sbatch = tools.path().join("sbatch");
    fs::write(&sbatch, "#!/bin/sh\necho \"$@\"\n").unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&sbatch, executable).unwrap();
    let path = format!("{}:{}", tools.path().display(), std::env::var("PATH").unwrap());
    let submit = || {
        let mut command = std::process::Command::new("sh");
        command.current_dir(folder.path()).args(["job.slurm", "--wait"]).env("PATH", &path);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert_eq!(submit(), "--array=1,2,3 --wait job.slurm\n");
    count(folder.path(), 2).unwrap();
    assert_eq!(submit(), "--array=1,3 --wait job.slurm\n");
    [1, 3].into_iter().for_each(|number| count(folder.path(), number).unwrap());
    assert_eq!(submit(), "all parts are counted\n");
}
