//! The `--help` of each command: its examples run.

use assert_cmd::Command;

fn cnfetti() -> Command {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn stdout(words: &[&str]) -> String {
    let output = cnfetti().args(words).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// The commands, as the main help lists them.
pub(crate) fn commands() -> Vec<String> {
    let help = stdout(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' '));
    names.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

pub(crate) fn help_of(command: &str) -> String {
    stdout(&[command, "--help"])
}

#[test]
fn help_is_there_for_every_command_and_topic() {
    assert!(commands().len() > 20, "{:?}", commands());
    for command in commands() {
        let (help, about) = (stdout(&["help", &command]), help_of(&command));
        assert_eq!(help, about, "{command}");
    }
    assert_eq!(stdout(&["help"]), stdout(&["--help"]));
    let topics = stdout(&["--help"]);
    for topic in ["formats", "exit-codes"] {
        let page = std::fs::read_to_string(format!("docs/{topic}.md")).unwrap();
        assert_eq!(stdout(&["help", topic]), page);
        assert!(topics.contains(&format!("\n  {topic} ")), "{topics}");
    }
    cnfetti().args(["help", "nonsense"]).assert().code(2);
}

#[test]
fn nobody_has_to_scroll_far() {
    for command in commands() {
        let (short, long) = (stdout(&[&command, "-h"]), help_of(&command));
        let (of_short, of_long) = (short.lines().count(), long.lines().count());
        assert!(of_short <= 30, "`{command} -h` has {of_short} lines:\n{short}");
        assert!(of_long <= 60, "`{command} --help` has {of_long} lines:\n{long}");
        let is_there = |line: &str| long.contains(line.split("  ").next().unwrap_or_default());
        let mut options = short.lines().map(str::trim).filter(|line| line.starts_with('-'));
        assert!(options.all(is_there), "{short}");
    }
}

#[test]
fn completions_know_each_command_and_only_what_it_has() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell} {command}");
        }
    }
    let fish = stdout(&["completions", "fish"]);
    let of_list = fish.lines().filter(|line| line.contains("using_subcommand list"));
    let of_list: Vec<&str> = of_list.collect();
    assert!(of_list.iter().any(|line| line.contains("-l format")));
    assert!(fish.contains("-l ascii") && !of_list.iter().any(|line| line.contains("-l ascii")));
}

#[test]
fn there_is_a_manual_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    let man = folder.path().join("man1").display().to_string();
    stdout(&["man", &man]);
    let page = |name: &str| std::fs::read_to_string(format!("{man}/{name}.1")).unwrap();
    assert_eq!(page("cnfetti"), stdout(&["man"]));
    assert_eq!(std::fs::read_dir(&man).unwrap().count(), commands().len() + 1);
    for command in commands() {
        let page = page(&format!("cnfetti-{command}"));
        assert!(page.contains(&format!(".TH cnfetti-{command} 1")), "{page}");
        assert!(page.contains("Examples:"), "{page}");
    }
    stdout(&["man", &man]);
    let notes = format!("{man}/cnfetti-solve.1");
    std::fs::write(&notes, "dear diary").unwrap();
    cnfetti().args(["man", &man]).assert().code(1);
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "dear diary");
    stdout(&["man", &man, "--force"]);
}

#[cfg(unix)]
pub(crate) mod examples {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;
    use std::process::Command;
    use std::thread;

    use super::{commands, help_of};

    /// Stand-ins for programs in examples: scripts that let cnfetti do their work.
    const STAND_INS: [(&str, &str); 5] = [
        ("kissat", "for last; do :; done\nexec < \"$last\"; $SOLVE"),
        ("cadical", "for last; do :; done\nexec < \"$last\"; $SOLVE"),
        ("minisat", "exec < \"$1\"; $SOLVE > \"$2\""),
        ("ganak", "exec cnfetti count --format competition \"$1\""),
        (
            "open-wbo",
            "awk '/^c variables/ {n = $3 + $7} /^h / {sub(/^h /, \"\"); h[++k] = $0}
                  END {print \"p cnf\", n, k; for (i = 1; i <= k; i++) print h[i]}' \"$1\" | $SOLVE",
        ),
    ];

    /// Prints a model of all variables, not only of the shown ones.
    const SOLVE: &str = "grep -v '^c p show' | cnfetti solve --format competition -";

    /// A folder to run examples in, with the instances and the programs.
    pub(crate) fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for shipped in ["instances", "examples"] {
            let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(shipped);
            symlink(from, folder.path().join(shipped)).unwrap();
        }
        fs::write(folder.path().join("cnfetti.wasm"), b"\0asm\x01\0\0\0").unwrap();
        let programs = folder.path().join("bin");
        fs::create_dir(&programs).unwrap();
        symlink(assert_cmd::cargo::cargo_bin("cnfetti"), programs.join("cnfetti")).unwrap();
        for (name, script) in STAND_INS {
            let path = programs.join(name);
            fs::write(&path, format!("#!/bin/sh\n{}\n", script.replace("$SOLVE", SOLVE))).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        folder
    }

    fn examples(help: &str) -> Vec<&str> {
        let examples = help.split("\nExamples:\n").nth(1).unwrap_or_default();
        examples.lines().map_while(|line| line.strip_prefix("  ")).collect()
    }

    fn run_examples(command: &str) {
        let folder = folder();
        let path = std::env::var("PATH").unwrap();
        let path = format!("{}:{path}", folder.path().join("bin").display());
        let help = help_of(command);
        assert!(!examples(&help).is_empty(), "{help}");
        let lacks_pictures = |line: &str| !cfg!(feature = "pictures") && line.ends_with(".pdf");
        for example in examples(&help).into_iter().filter(|line| !lacks_pictures(line)) {
            // Without this, the studio would run forever.
            let example = match command {
                "studio" => format!("{example} --idle 0"),
                // A program built by `cargo test` contains no module.
                "share" if !example.contains("--base") => {
                    format!("{example} --module cnfetti.wasm")
                }
                _ => example.to_owned(),
            };
            let mut shell = Command::new("sh");
            shell.args(["-c", &example]).current_dir(&folder).env("PATH", &path);
            let output = shell.output().unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{example}: {}\n{stderr}", output.status);
            assert!(!stderr.contains("error"), "{example}: {stderr}");
        }
    }

    #[test]
    #[ignore = "slow: .ci/run has it"]
    fn each_example_runs() {
        thread::scope(|scope| {
            for command in commands() {
                scope.spawn(move || run_examples(&command));
            }
        });
    }
}
