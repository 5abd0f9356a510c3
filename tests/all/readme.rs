//! The examples in the README and the manual print what they say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cnfetti::encodings::{Cnf, Form, Lit, at_most_one};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and the pages of the manual.
fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    docs.filter(is_page).chain([root().join("README.md")]).collect()
}

/// The commands of the examples that are run.
fn run_examples(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned).collect()
}

/// The files that the examples write in their working directory.
fn written() -> BTreeSet<String> {
    let commands = pages().into_iter().flat_map(|page| run_examples(&page));
    let after_o = |command: String| {
        let mut words = command.split(' ').skip_while(|word| *word != "-o").skip(1);
        words.next().filter(|word| *word != "-").map(str::to_owned)
    };
    commands.filter_map(after_o).collect()
}

#[test]
fn the_examples_of_the_manual_are_true() {
    // Left over from a run that failed.
    let folders = written().into_iter().map(|name| root().join(name));
    folders.filter(|path| path.is_dir()).for_each(|path| fs::remove_dir_all(path).unwrap());
    {
        // The examples run when this is dropped.
        trycmd::TestCases::new().case("README.md").case("docs/*.md");
    }
    assert!(!written().is_empty());
    for name in written() {
        let written = root().join(&name);
        if written.is_dir() {
            fs::remove_dir_all(written).unwrap();
            continue;
        }
        assert!(fs::metadata(&written).is_ok_and(|file| file.len() > 0), "{name}");
        fs::remove_file(written).unwrap();
    }
}

/// The files and folders that the commands of a page write, including those that are not run here,
/// in the order of the page.
fn all_written(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let commands = text.lines().map(|line| line.trim_start_matches("$ "));
    let after_o = |command: &str| {
        let mut words = command.split_whitespace().skip_while(|word| *word != "-o").skip(1);
        words.next().filter(|word| *word != "-").map(str::to_owned)
    };
    commands.filter(|line| line.starts_with("cnfetti ")).filter_map(after_o).collect()
}

/// Typing the commands of a page one after the other never fails because something exists already.
#[test]
fn no_page_writes_a_file_or_folder_twice() {
    assert!(all_written(&root().join("README.md")).len() > 1);
    for page in pages() {
        let mut seen = BTreeSet::new();
        for name in all_written(&page) {
            assert!(seen.insert(name.clone()), "{}: -o {name}, twice", page.display());
        }
    }
}

#[test]
fn the_readme_is_no_manual() {
    let lines = fs::read_to_string(root().join("README.md")).unwrap().lines().count();
    assert!(lines <= 100, "{lines} lines are more than two screens: the rest goes to docs/");
}

#[test]
fn both_tables_of_contents_have_every_page() {
    let manual = fs::read_to_string(root().join("docs/README.md")).unwrap();
    let site = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap();
        let link = format!("({name})");
        let is_contents = ["README.md", "SUMMARY.md"].contains(&name);
        assert!(is_contents || manual.contains(&link), "{name} is not in docs/README.md");
        assert!(name == "SUMMARY.md" || site.contains(&link), "{name} is not in docs/SUMMARY.md");
    }
}

/// `cargo binstall` downloads the archive that `.ci/pack` makes, and finds the program in it. CONTRIBUTING says when
/// there will be one.
#[test]
fn binstall_looks_where_releases_are() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let (manifest, pack, release) =
        (read("Cargo.toml"), read(".ci/pack"), read(".github/workflows/release.yml"));
    let after = |text: &str, start: &str| {
        let rest = text.lines().find_map(|line| line.strip_prefix(start).map(str::to_owned));
        rest.unwrap_or_else(|| panic!("no line begins with `{start}`"))
    };
    let folder = after(&pack, "folder=");
    assert!(pack.contains("tar -C \"$work\" -czf \"$folder.tar.gz\" \"$folder\"\n"), "{pack}");
    assert!(pack.contains("cp \"$program\" README.md"), "the program is not at the top");
    assert!(release.contains("tags: [\"v*\"]"), "{release}");
    let folder = folder.replace("$version", "{ version }").replace("$target", "{ target }");
    let expected = format!("\"{{ repo }}/releases/download/v{{ version }}/{folder}.tar.gz\"");
    assert_eq!(after(&manifest, "pkg-url = "), expected);
    let expected = format!("\"{folder}/{{ bin }}{{ binary-ext }}\"");
    assert_eq!(after(&manifest, "bin-dir = "), expected);
    assert_eq!(after(&manifest, "pkg-fmt = "), "\"tgz\"");
}

/// A release changes the address of the project in one line of `Cargo.toml`, which all manifests inherit, and in the
/// recipe for conda, which cannot. No other file of the project has it, and pages promise nothing that needs a release.
#[test]
fn the_project_has_one_address() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let value = |text: &str, key: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(key));
        line.unwrap_or_else(|| panic!("no line begins with `{key}`")).trim().to_owned()
    };
    let address = value(&read("Cargo.toml"), "repository =");
    assert_eq!(value(&read("python/conda/recipe.yaml"), "repository:"), address);
    let address = address.trim_matches('"');
    let files = std::process::Command::new("git").args(["ls-files"]).current_dir(root()).output();
    let files = String::from_utf8(files.unwrap().stdout).unwrap();
    assert!(files.lines().count() > 1_000, "{files}");
    let allowed = ["Cargo.toml", "python/conda/recipe.yaml"];
    for file in files.lines().filter(|file| !allowed.contains(file)) {
        let Ok(text) = fs::read_to_string(root().join(file)) else { continue };
        // Whoever guesses an address writes one of these.
        for guess in
            [address, &["github.com", "cnfetti"].join("/"), &["docs.rs", "cnfetti"].join("/")]
        {
            assert!(guess.is_empty() || !text.to_lowercase().contains(guess), "{file}: {guess}");
        }
        let is_manifest = file.ends_with("Cargo.toml");
        let own = ["repository =", "homepage =", "documentation ="];
        let has_own = text.lines().any(|line| own.iter().any(|key| line.starts_with(key)));
        assert!(!is_manifest || !has_own, "{file} has an address of its own");
    }
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for promise in ["cargo binstall", "releases page"] {
            assert!(!text.contains(promise), "{}: {promise}", page.display());
        }
    }
}

/// The README has the two commands that everybody needs first, and `.ci/run` runs the second as it stands there.
#[test]
fn the_readme_begins_with_what_works() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let first: Vec<&str> = readme.lines().take(30).collect();
    let command = |start: &str| {
        let line = first.iter().find(|line| line.starts_with(start));
        let line = line.unwrap_or_else(|| panic!("`{start}` is not among the first 30 lines"));
        line.split('#').next().unwrap().trim().to_owned()
    };
    let run = command("cargo run ");
    let puzzle = run.split_whitespace().last().unwrap();
    assert!(root().join(puzzle).is_file(), "{run}");
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(run.contains("--profile quick") && manifest.contains("[profile.quick]"), "{run}");
    let test = command("cargo test ");
    let everything = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(everything.lines().any(|line| line == test), ".ci/run has no line `{test}`");
}

/// Commands in blocks of shell, which are not run here because they write files or need other programs: their words
/// are those of today. Those that only read files of the project run.
#[test]
fn commands_that_are_only_shown_are_right() {
    let mut run = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for block in text.split("\n```sh\n").skip(1) {
            let block = block.split("\n```").next().unwrap();
            for line in block.lines().filter(|line| line.starts_with("cnfetti ")) {
                let line = line.split(" #").next().unwrap().trim();
                let is_alone = !line.contains(['|', '>', '<', '\'', '$', '*']);
                let writes =
                    [" -o ", "--emit-cnf", "--proof ", "--checkpoint", "--install", "--site"];
                let works =
                    ["studio", "--verify", "cmd:", ".mzn", "DIR", "FILE", "FOLDER", "PUZZLE"];
                let is_read = writes.iter().chain(&works).all(|word| !line.contains(word));
                let words: Vec<&str> = line.split_whitespace().skip(1).collect();
                if is_alone && is_read {
                    run += 1;
                    let output = assert_cmd::Command::cargo_bin("cnfetti").unwrap();
                    let output = { output }.current_dir(root()).args(&words).output().unwrap();
                    let stderr = String::from_utf8_lossy(&output.stderr);
                    assert!(output.status.success(), "{}: {line}: {stderr}", page.display());
                } else {
                    let help = assert_cmd::Command::cargo_bin("cnfetti").unwrap();
                    let help = { help }.args([words[0], "--help"]).output().unwrap();
                    assert!(help.status.success(), "{}: {line}", page.display());
                    let help = String::from_utf8_lossy(&help.stdout).into_owned();
                    let own = line.split('\'').next().unwrap().split_whitespace();
                    let options = own.filter_map(|word| word.strip_prefix("--"));
                    for option in options.map(|option| option.split('=').next().unwrap()) {
                        let option = format!("--{option}");
                        assert!(help.contains(&option), "{}: {line}: {option}", page.display());
                    }
                }
            }
        }
    }
    assert!(run > 1, "{run} commands were run");
}

/// The commands in blocks of shell, with the program and the line.
fn shell_lines(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let blocks = text.split("\n```sh\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("\n```").next().unwrap().lines());
    lines.map(|line| line.split(" #").next().unwrap().trim().to_owned()).collect()
}

/// What the lines of shell need that a machine of developers may not have, or what takes too long.
const NOT_RUN: [&str; 17] = [
    "cargo ",
    "rustup ",
    "hq ",
    "parallel",
    "job.slurm",
    "minizinc ",
    ".mzn",
    "curl ",
    "address",
    "drat-trim",
    "veripb",
    "cpog-check",
    "rc2.py",
    "minisat+",
    "mysolver",
    "rank_encodings",
    "long-hall",
];

/// The blocks of shell of each page run in order, in one folder. Scripts stand in for other solvers.
#[cfg(unix)]
#[test]
#[ignore = "slow: .ci/run has it"]
fn the_shell_blocks_of_the_manual_run() {
    let mut run = 0;
    for page in pages() {
        let folder = crate::help::examples::folder();
        let path = std::env::var("PATH").unwrap();
        let path = format!("{}:{path}", folder.path().join("bin").display());
        let mut place = folder.path().to_owned();
        for line in shell_lines(&page) {
            let is_picture = line.ends_with(".png") || line.ends_with(".pdf");
            let lacks = is_picture && !cfg!(feature = "pictures");
            if lacks || NOT_RUN.iter().any(|word| line.contains(word)) {
                continue;
            }
            if line.contains("instances/") {
                place = folder.path().to_owned();
            }
            if let Some(next) = line.strip_prefix("cd ") {
                place = place.join(next);
                continue;
            }
            let line = match line.split_whitespace().take(2).collect::<Vec<_>>()[..] {
                ["cnfetti", "studio"] => format!("{line} --no-open --port 0 --idle 0"),
                ["cnfetti", "share"] if !line.contains("--base") => {
                    format!("{line} --module {}", folder.path().join("cnfetti.wasm").display())
                }
                _ => line,
            };
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &line]).current_dir(&place).env("PATH", &path);
            let output = shell.output().unwrap();
            let (stdout, stderr) =
                (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success(), "{}: {line}: {stderr}", page.display());
            if line.contains("--one-sided --linear adder") {
                let text = fs::read_to_string(&page).unwrap();
                let number = stdout.split_whitespace().find(|word| word.contains(','));
                let said = format!("The result is {}.", number.unwrap());
                assert!(text.contains(&said), "{}: {said}", page.display());
            }
            run += 1;
        }
    }
    assert!(run > 25, "{run} commands were run");
}

/// The answers of the setter's and the teacher's exercises, and the teacher's proof.
#[test]
fn the_answers_of_the_tutorials_are_true() {
    let run = |words: &[&str], input: &str| {
        let mut command = assert_cmd::Command::cargo_bin("cnfetti").unwrap();
        let output = command.current_dir(root()).args(words).write_stdin(input).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let flag = read("examples/puzzles/flag.toml");
    let with = |old: &str, new: &str| {
        assert!(flag.contains(old), "{flag}");
        flag.replace(old, new)
    };
    let setter = read("docs/tutorial-setter.md");
    for (answer, puzzle, command, expected) in [
        ("1. Yes.", with("\"> 4\"", "\"< 5\""), "count", "1 solution,"),
        ("2. Six.", with("A = \"equal\"", "A = \"free\""), "count", "6 solutions,"),
        ("3. It stops between two solutions", with("\"= 1\"", "\"< 2\""), "count", "2 solutions,"),
        ("now its 2 is on r2c2", with("\"> 4\"", "\"< 5\""), "solve", "│ 2   5 │"),
    ] {
        assert!(setter.contains(answer), "{answer}");
        let found = run(&[command, "-"], &puzzle);
        assert!(found.contains(expected), "{answer}: {found}");
    }
    let teacher = read("docs/tutorial-teacher.md");
    assert!(
        teacher.contains("1. 2n + 4w:") && teacher.contains("5. Two with two dice, 18 with three")
    );
    for (words, clauses) in [("'ab', 'bc'", 14), ("'ab', 'cd'", 16), ("'ab', 'bc', 'cd'", 20)] {
        let puzzle = format!("kind = 'dice'\ndice = 2\nwords = [{words}]");
        let formula = run(&["encode", "-"], &puzzle);
        assert!(formula.contains(&format!(" {clauses}\n")), "{words}: {formula}");
    }
    let four = "kind = 'dice'\ndice = 2\nwords = ['ab', 'bc', 'cd', 'da']";
    assert!(run(&["count", "-"], four).contains(": 2 solutions,"));
    let proof = teacher.split("\n```text\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.drat").display().to_string();
    run(&["solve", "--all", "--proof", &path, "examples/puzzles/three-words.toml"], "");
    assert_eq!(fs::read_to_string(path).unwrap(), proof);
    assert!(teacher.contains("`proof.drat` has seven lines") && proof.lines().count() == 7);
}

/// The researcher's exercise about `pairwise` and `product`.
#[test]
fn an_answer_about_encodings_is_true() {
    let size = |name: &str, literals: usize| {
        let mut cnf = Cnf::new();
        let lits: Vec<Lit> = (0..literals).map(|_| cnf.new_lit()).collect();
        let encoding = at_most_one::ENCODINGS.iter().find(|row| row.name() == name).unwrap();
        at_most_one::encode(&mut cnf, &lits, encoding, Form::TwoSided);
        (cnf.num_clauses(), cnf.num_clauses() + cnf.num_vars() as usize)
    };
    let (pairwise, product) = (|n| size("pairwise", n), |n| size("product", n));
    let by_clauses = (2..20).find(|&n| product(n).0 < pairwise(n).0).unwrap();
    let by_both = (2..20).find(|&n| product(n).1 < pairwise(n).1).unwrap();
    let page = fs::read_to_string(root().join("docs/tutorial-researcher.md")).unwrap();
    let answer =
        format!("From {by_clauses} literals on it has fewer clauses, and from {by_both} on");
    assert!(page.contains(&answer), "{answer}");
}

/// The anchor of a heading in links, according to GitHub and mdBook.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The anchors of the headings of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let outside_of_code = text.split("\n```").step_by(2).flat_map(str::lines);
    let headings = outside_of_code.filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

/// Every link within the project leads to a file, and to a heading if it names one.
#[test]
fn links_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let mut with_headings = 0;
        for link in links.filter(|link| !link.contains("://")) {
            let (target, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match target {
                "" => page.clone(),
                target => page.parent().unwrap().join(target),
            };
            assert!(target.exists(), "{}: {link}", page.display());
            if !heading.is_empty() {
                with_headings += 1;
                let headings = anchors(&fs::read_to_string(&target).unwrap());
                assert!(headings.contains(heading), "{}: {link}", page.display());
            }
        }
        let is_formula = page.ends_with("docs/trust.md");
        assert!(!is_formula || with_headings > 5, "{with_headings} links name a heading");
    }
}
