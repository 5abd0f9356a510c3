//! Counts in rounds, as files: what they add up to, and what is refused.

use std::fs;
use std::path::Path;
use std::process::Command;

use cnfetti::certificate::sha256;
use cnfetti::exact::Limits;
use cnfetti::parts::{self, Merged, Part, PartsError, Sizes, Source, number_path, part_name};
use num_bigint::BigUint;

use crate::cli_proofs::{LEEPF_OPEN, cnfetti};
use crate::oracle::{KINDS, Puzzle, draw};

const LINGUISTS: &str = "instances/seating/cheating-linguists.toml";
const RIGHT: u32 = 3_584_400;

fn limits() -> Limits {
    Limits { memory_bytes: 1 << 30, ..Limits::default() }
}

/// Writes the first round of a puzzle into a folder.
fn begin(folder: &Path, text: &str, part: Option<&str>, sizes: Sizes) {
    let part = part.map(str::to_owned);
    let source =
        Source { file: "x.toml".to_owned(), part, text: text.to_owned(), all_costs: false };
    fs::create_dir_all(folder).unwrap();
    parts::write(parts::begin(source, sizes, &limits()).unwrap(), folder).unwrap();
}

/// Counts the part with this number.
fn count(folder: &Path, number: usize) -> Result<usize, PartsError> {
    let path = folder.join(part_name(number));
    let part = Part::read(&path, &fs::read_to_string(&path).unwrap())?;
    Ok(part.count(&path, &limits())?.states)
}

fn count_each(folder: &Path, numbers: &[usize]) {
    for &number in numbers {
        count(folder, number).unwrap();
    }
}

fn merge(folder: &Path) -> Result<Merged, PartsError> {
    parts::merge(folder, &limits())
}

/// Counts everything that is left. Returns the last merge, and the number of rounds.
fn count_all(folder: &Path) -> (Merged, usize) {
    loop {
        let merging = merge(folder).unwrap();
        if merging.missing.is_empty() {
            let round = merging.round.unwrap();
            return (merging, round);
        }
        assert!(!merging.count.exact);
        assert_eq!(merging.parts, fs::read_to_string(folder.join("jobs")).unwrap().lines().count());
        count_each(folder, &merging.missing);
    }
}

/// Puzzles of every kind and format, through files: the sum is the number by brute force.
#[test]
fn rounds_of_random_puzzles_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let (mut several_rounds, mut several_parts, mut ranges) = (0, 0, 0);
    for kind in &KINDS {
        for seed in 710_000_000..710_000_045 {
            let drawn = draw(kind, seed);
            for puzzle in &drawn.puzzles {
                let path = folder.path().join(format!("{}{seed}", kind.name));
                let (parts, states) = (1 + seed as usize % 4, 1 + seed as usize % 2);
                let whole = seed % 6 == 5;
                begin(
                    &path,
                    &drawn.text,
                    puzzle.part.as_deref(),
                    Sizes { parts, states, once: false, whole },
                );
                let (merging, rounds) = count_all(&path);
                compare(&merging, puzzle, &path.display().to_string());
                // The last round has no parts.
                several_rounds += usize::from(rounds > 2);
                several_parts += usize::from(merging.first > rounds);
                ranges += (1..merging.first).filter(|&number| is_range(&path, number)).count();
                fs::remove_dir_all(path).unwrap();
            }
        }
    }
    let reached = [several_rounds, several_parts, ranges];
    assert!(reached.iter().all(|&number| number > 15), "{reached:?}");
}

/// Whether the part with this number reads its states from the results of the round before.
fn is_range(folder: &Path, number: usize) -> bool {
    fs::read_to_string(folder.join(part_name(number))).unwrap().contains("\"sources\":")
}

fn compare(merging: &Merged, puzzle: &Puzzle, name: &str) {
    assert!(merging.count.exact);
    let (count, truth) = (&merging.count, &puzzle.truth);
    let number = |number: usize| BigUint::from(number);
    assert_eq!(count.solutions, number(truth.solutions.len()), "{name}");
    assert_eq!(count.up_to_renaming, number(truth.up_to_renaming), "{name}");
    assert_eq!(count.classes, number(truth.classes), "{name}");
    assert_eq!(count.projected, truth.grids.map(number).into_iter().collect::<Vec<_>>(), "{name}");
}

/// A folder with the linguists, of which some rounds are counted, and some parts of the next.
fn linguists(rounds: usize, counted: &[usize]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(LINGUISTS).unwrap();
    begin(folder.path(), &text, None, Sizes { parts: 3, states: 20, once: false, whole: false });
    let mut merging = merge(folder.path()).unwrap();
    for _ in 0..rounds {
        count_each(folder.path(), &merging.missing);
        merging = merge(folder.path()).unwrap();
    }
    counted.iter().for_each(|&at| count_each(folder.path(), &merging.missing[at..=at]));
    folder
}

#[test]
fn what_is_left_is_told() {
    let folder = linguists(1, &[1]);
    let path = folder.path().display().to_string();
    let (code, out, err) = cnfetti(&["merge", &path]);
    assert_eq!(code, Some(3));
    assert!(out.starts_with(&format!("{path}: at least 0 solutions")), "{out}");
    assert_eq!(err, format!("{path}: 2 of 3 parts are missing: part-0004, part-0006\n"));
    let (code, out, _) = cnfetti(&["merge", "--unique", &path]);
    assert_eq!((code, out), (Some(3), format!("{path}: unknown\n")));
    let part = |number: usize| format!("{path}/{}", part_name(number));
    let (code, out, err) = cnfetti(&["count", &part(4), &part(6)]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with(&format!("{}: leads to ", part(4))), "{out}");
    let (code, _, err) = cnfetti(&["merge", &path]);
    assert_eq!(code, Some(3));
    let next = "round 3 has 3 parts, from part-0007 on; see jobs";
    assert_eq!(err, format!("{path}: {next}\n"));
    let (code, out, err) = cnfetti(&["solve", "--all", &part(7)]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.contains("a part of a round has no list of solutions"), "{err}");
    let (merging, _) = count_all(folder.path());
    assert_eq!(merging.count.solutions, RIGHT.into());
    let (code, out, err) = cnfetti(&["merge", &path]);
    assert!(out.contains(": 3,584,400 solutions, 29,870 up to"), "{out}");
    assert_eq!((code, err.as_str()), (Some(0), ""));
}

#[test]
fn a_small_puzzle_is_done_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("small").display().to_string();
    let (code, out, err) = cnfetti(&["split", "--rounds", "-o", &dir, LEEPF_OPEN]);
    let said = format!("{dir}: the count is done without parts; `cnfetti merge {dir}` prints it\n");
    assert_eq!((code, out), (Some(0), said), "{err}");
    let read = |name: &str| fs::read_to_string(Path::new(&dir).join(name)).unwrap();
    assert!(read("README").contains("there is nothing to run") && read("jobs").is_empty());
    let (_, direct, _) = cnfetti(&["count", LEEPF_OPEN]);
    assert_eq!(cnfetti(&["merge", &dir]).1, direct.replace(LEEPF_OPEN, &dir));
}

/// Merged again, counting again, and files of earlier rounds change nothing.
#[test]
fn what_is_done_twice_is_the_same() {
    let folder = linguists(1, &[0, 1, 2]);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let old = read("counted-0005");
    fs::remove_file(folder.path().join("counted-0005")).unwrap();
    count(folder.path(), 5).unwrap();
    assert_eq!(read("counted-0005"), old, "the same bytes");
    merge(folder.path()).unwrap();
    let files = ["round-0003", "part-0007", "part-0008", "jobs"];
    let before = files.map(read);
    // A merge that was killed before its last file did everything but end the round.
    fs::remove_file(folder.path().join("round-0003")).unwrap();
    fs::write(folder.path().join("part-0007"), "").unwrap();
    merge(folder.path()).unwrap();
    assert_eq!(files.map(read), before, "the same bytes");
    // A round needs only its parts, the results of the round before, and the last two lists.
    for name in ["part-0001", "counted-0001", "part-0004", "round-0001"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    let (merging, _) = count_all(folder.path());
    assert_eq!(merging.count.solutions, RIGHT.into());
}

/// Every byte counts: a changed file is refused, and so is one of another puzzle, division, round or part.
#[test]
fn what_is_damaged_or_foreign_is_refused() {
    let folder = linguists(1, &[0, 1, 2]);
    let other = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(LINGUISTS).unwrap();
    begin(other.path(), &text, None, Sizes { parts: 2, states: 10, once: false, whole: false });
    for _ in 0..2 {
        count_each(other.path(), &merge(other.path()).unwrap().missing);
    }
    let path = |name: &str| folder.path().join(name);
    let refused = |why: &str| {
        let error = merge(folder.path()).map(|merging| merging.round).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    };
    let files = ["plan", "round-0001", "round-0002", "part-0004", "counted-0004"];
    let whys = [
        "it belongs to another count",
        "it belongs to another count",
        "it belongs to another count",
        "it is not the part that was written",
        "it belongs to another part",
    ];
    for (name, why) in files.into_iter().zip(whys) {
        let whole = fs::read(path(name)).unwrap();
        for at in (0..whole.len()).step_by(1 + whole.len() / 40) {
            let mut changed = whole.clone();
            changed[at] = if changed[at] == b'1' { b'2' } else { b'1' };
            fs::write(path(name), &changed).unwrap();
            match name {
                // Of results, merging reads only the index, and the parts of the next round read the states.
                "counted-0004" => {
                    let error = refused_at_last(folder.path()).unwrap();
                    assert!(error.contains("counted-0004: "), "{at}: {error}");
                }
                _ => refused(""),
            }
            fs::write(path(name), &whole[..at]).unwrap();
            refused("");
        }
        fs::copy(other.path().join(name), path(name)).unwrap();
        refused(why);
        fs::write(path(name), &whole).unwrap();
    }
    // The result of another part, and a round that follows another one.
    let whole = fs::read(path("counted-0004")).unwrap();
    fs::copy(path("counted-0005"), path("counted-0004")).unwrap();
    refused("it belongs to another part");
    fs::write(path("counted-0004"), whole).unwrap();
    let whole = fs::read_to_string(path("round-0001")).unwrap();
    fs::write(path("round-0001"), resealed(&whole, "\"steps\":3", "\"steps\":4")).unwrap();
    refused("it does not follow the round before");
    fs::write(path("round-0001"), whole).unwrap();
    // A damaged part is not counted, and one of another counter is refused.
    let part = path("part-0004");
    let whole = fs::read_to_string(&part).unwrap();
    fs::remove_file(number_path(&part, 4)).unwrap();
    fs::write(&part, whole.replacen("\"layout\":", "\"layout\":1", 1)).unwrap();
    let error = count(folder.path(), 4).unwrap_err().to_string();
    assert!(error.contains("its SHA-256 sum does not match"), "{error}");
    fs::write(&part, resealed(&whole, "\"step\":", "\"step\":1")).unwrap();
    let error = count(folder.path(), 4).unwrap_err().to_string();
    assert!(error.contains("its states are not those of its tasks"), "{error}");
    let layout = whole.split("\"layout\":").nth(1).unwrap().split(',').next().unwrap();
    fs::write(&part, resealed(&whole, layout, "1")).unwrap();
    let error = count(folder.path(), 4).unwrap_err().to_string();
    assert!(error.contains("state 0 is no state of this problem"), "{error}");
    assert!(!number_path(&part, 4).exists());
    fs::write(&part, whole).unwrap();
    let (merging, _) = count_all(folder.path());
    assert_eq!(merging.count.solutions, RIGHT.into());
}

/// Merges a round and counts the next one. Returns the error of the first that refuses something, and takes back all.
fn refused_at_last(folder: &Path) -> Option<String> {
    let merging = match merge(folder) {
        Ok(merging) => merging,
        Err(error) => return Some(error.to_string()),
    };
    let error = merging.missing.iter().find_map(|&number| count(folder, number).err());
    let error = error.or_else(|| merge(folder).err()).map(|error| error.to_string());
    let round = merging.round.unwrap();
    for number in [round, round + 1] {
        let _ = fs::remove_file(folder.join(format!("round-{number:04}")));
    }
    for number in merging.missing {
        let _ = fs::remove_file(number_path(&folder.join(part_name(number)), number));
    }
    error
}

/// A result with its index replaced, and a correct checksum of it.
fn with_index(text: &str, from: &str, to: &str) -> String {
    let seal = text.find("{\"sha256\":").unwrap();
    let end = seal + text[seal..].find('\n').unwrap() + 1;
    resealed(&text[..end], from, to) + &text[end..]
}

/// What parts read from results is what these have: other blocks, and fewer or more states, are refused.
#[test]
fn what_a_range_reads_is_what_was_counted() {
    let folder = linguists(1, &[0, 1, 2]);
    let path = |name: &str| folder.path().join(name);
    assert_eq!(refused_at_last(folder.path()), None);
    merge(folder.path()).unwrap();
    assert!((7..=9).all(|number| is_range(folder.path(), number)));
    fs::remove_file(path("round-0003")).unwrap();
    let read = |name: &str| fs::read_to_string(path(name)).unwrap();
    let whole = read("counted-0004");
    let refused = |text: &str, why: &str| {
        fs::write(path("counted-0004"), text).unwrap();
        let error = refused_at_last(folder.path()).unwrap();
        assert!(error.contains(why), "{error}");
        fs::write(path("counted-0004"), &whole).unwrap();
    };
    // What was taken, by every number of the sums.
    let taken = "its parts have taken other states than the round before gave";
    for key in ["states", "solutions", "classes"] {
        let sums = whole.split("\"taken\":{").nth(1).unwrap();
        let number = sums.split(&format!("\"{key}\":")).nth(1).unwrap();
        let number = number.split([',', '}']).next().unwrap();
        let quote = if number.starts_with('"') { "\"" } else { "" };
        let more = BigUint::from(1_u32) + number.trim_matches('"').parse::<BigUint>().unwrap();
        let sums = sums.split('}').next().unwrap();
        let (from, to) = (format!("\"{key}\":{number}"), format!("\"{key}\":{quote}{more}{quote}"));
        refused(&with_index(&whole, sums, &sums.replace(&from, &to)), taken);
    }
    // The states of another number, or before or after the steps that the part was to carry them.
    let of = |key: &str| {
        let number = whole.split(&format!("\"{key}\":")).nth(1).unwrap();
        number.split(',').next().unwrap().parse::<usize>().unwrap()
    };
    for (key, value) in [("unit", of("unit") + 1), ("step", 0), ("step", of("step") + 1)] {
        let [from, to] = [of(key), value].map(|number| format!("\"{key}\":{number},"));
        refused(&with_index(&whole, &from, &to), "it has other numbers than its part");
    }
    // A state too few, too many, or with another weight, in a block with the right size and sum.
    let last = whole.lines().last().unwrap().to_owned();
    let (words, _) = last.split_once(':').unwrap();
    let heavier = format!("{words}:123456789 1\"");
    for changed in [String::new(), format!("{last}\n{last}\n"), format!("{heavier}\n")] {
        let about = whole.lines().rfind(|line| line.starts_with("{\"first\":")).unwrap();
        let bytes = about.split("\"bytes\":").nth(1).unwrap().split(',').next().unwrap();
        let start = whole.len() - bytes.parse::<usize>().unwrap();
        let block = whole[start..whole.len() - last.len() - 1].to_owned() + &changed;
        let sum = about.split("\"sha256\":\"").nth(1).unwrap().split('"').next().unwrap();
        let renewed = about
            .replace(&format!("\"bytes\":{bytes}"), &format!("\"bytes\":{}", block.len()))
            .replace(sum, &sha256(block.as_bytes()));
        refused(&with_index(&(whole[..start].to_owned() + &block), about, &renewed), taken);
    }
    // A block of another result or round.
    for other in ["counted-0005", "counted-0001"] {
        let other = read(other);
        let content = whole.len() - last.len() - 1;
        let state = other.lines().last().unwrap().to_owned() + "\n";
        let state = format!("{state:>width$}", width = last.len() + 1);
        let why = "a block is not the one that was counted: count part-0004 again";
        refused(&(whole[..content].to_owned() + &state[state.len() - last.len() - 1..]), why);
    }
    // What is missing or damaged after the merge is counted again.
    let next = merge(folder.path()).unwrap().missing;
    fs::remove_file(path("counted-0004")).unwrap();
    let error = count(folder.path(), next[0]).unwrap_err().to_string();
    let why = "counted-0004: it is missing, and the next round reads it: count part-0004 again";
    assert!(error.ends_with(why), "{error}");
    for damaged in [None, Some(whole.replacen(&last, &heavier[..last.len().min(heavier.len())], 1))]
    {
        if let Some(damaged) = damaged {
            fs::write(path("counted-0004"), damaged).unwrap();
        }
        count(folder.path(), 4).unwrap();
        assert_eq!(read("counted-0004"), whole, "the same bytes");
    }
    let (merging, _) = count_all(folder.path());
    assert_eq!(merging.count.solutions, RIGHT.into());
}

/// The file with one thing replaced and a correct checksum.
fn resealed(text: &str, from: &str, to: &str) -> String {
    let (before, _) = text.trim_end().rsplit_once('\n').unwrap();
    let changed = before.replacen(from, to, 1) + "\n";
    assert_ne!(changed.trim_end(), before);
    let sum = sha256(changed.as_bytes());
    format!("{changed}{{\"sha256\":\"{sum}\"}}\n")
}

/// GNU parallel counts all rounds, as the README says.
#[cfg(unix)]
#[test]
fn gnu_parallel_counts_the_rounds() {
    let version = Command::new("parallel").arg("--version").output();
    let is_gnu = version
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).starts_with("GNU parallel"));
    if !is_gnu {
        println!("skipped: GNU parallel is not here (apt install parallel)");
        return;
    }
    let folder = linguists(0, &[1]);
    let readme = fs::read_to_string(folder.path().join("README")).unwrap();
    let line = readme.lines().find(|line| line.contains("parallel <")).unwrap();
    let program = assert_cmd::cargo::cargo_bin("cnfetti");
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let shell = Command::new("sh")
        .args(["-c", &line.replace("parallel", "parallel --will-cite -j 2")])
        .current_dir(folder.path())
        .env("PATH", path)
        .output()
        .unwrap();
    assert!(shell.status.success(), "{}", String::from_utf8_lossy(&shell.stderr));
    let out = String::from_utf8_lossy(&shell.stdout).into_owned();
    assert!(out.trim_end().lines().last().unwrap().contains(": 3,584,400 solutions"), "{out}");
    assert_eq!(merge(folder.path()).unwrap().count.solutions, RIGHT.into());
}
