//! The studio ends its work when nobody waits for it any more, and itself when it is told to.

use std::process::Command;

use crate::studio::Studio;

#[test]
fn it_ends_when_told_when_idle_and_when_the_port_is_taken() {
    let studio = Studio::start(&[]);
    let program = assert_cmd::cargo::cargo_bin("cnfetti");
    let run = |words: &[&str]| Command::new(&program).arg("studio").args(words).output().unwrap();
    let taken = run(&["--no-open", "--port", &studio.port, "--idle", "0"]);
    assert_eq!(taken.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&taken.stderr).contains(&format!("port {}", studio.port)));
    let idle = run(&["--no-open", "--port", "0", "--idle", "0.1"]);
    assert!(idle.status.success());
    assert!(idle.stdout.starts_with(b"http://127.0.0.1:"));
    assert_eq!(run(&["/nowhere/at/all.toml", "--idle", "0"]).status.code(), Some(1));
    assert_eq!(run(&["instances", "--idle", "0"]).status.code(), Some(1));
}

#[cfg(target_os = "linux")]
mod work {
    use std::fs;
    use std::io::Write;
    use std::time::{Duration, Instant};

    use crate::studio::{Studio, puzzle};

    /// It has 6,670,903,752,021,072,936,960 solutions: counting goes on until it is stopped.
    const EMPTY_SUDOKU: &str = "kind = \"sudoku\"\nsize = 9\n";

    /// The child processes of a process.
    fn children(of: u32) -> Vec<String> {
        let lists = fs::read_dir(format!("/proc/{of}/task")).unwrap();
        let lists =
            lists.filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok());
        lists
            .flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .collect()
    }

    fn wait_until(what: &str, is_so: impl Fn() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(began.elapsed() < Duration::from_secs(20), "never {what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn who_hangs_up_ends_the_work_and_others_are_answered_meanwhile() {
        let studio = Studio::start(&[]);
        let slow = EMPTY_SUDOKU;
        let mut stream = studio.connect();
        let text = format!(
            "POST {}api/count?seconds=60 HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{slow}",
            studio.root,
            studio.host(),
            slow.len()
        );
        stream.write_all(text.as_bytes()).unwrap();
        wait_until("at work", || !children(studio.child.id()).is_empty());
        let pips1 = puzzle("pips/pips1.toml");
        assert_eq!(studio.ask("POST", "api/count", &pips1).json()["solutions"], "1");
        drop(stream);
        wait_until("at rest", || children(studio.child.id()).is_empty());
    }

    /// Neither ends by itself soon: the one counts, the other writes a large formula.
    #[test]
    fn the_work_ends_when_the_studio_is_killed() {
        let sudoku = EMPTY_SUDOKU.to_owned();
        let crossings = "→".to_owned() + &" ←".repeat(59);
        let signs = format!(
            "kind = \"signs\"\nvalues = 60\nboard = \"\"\"\n{}\"\"\"\n",
            format!("{crossings}\n").repeat(60)
        );
        for (place, slow) in [("api/count?seconds=60", sudoku), ("api/formula", signs)] {
            let mut studio = Studio::start(&[]);
            let mut stream = studio.connect();
            let (root, host, length) = (&studio.root, studio.host(), slow.len());
            let head =
                format!("POST {root}{place} HTTP/1.1\r\n{host}Content-Length: {length}\r\n\r\n");
            stream.write_all((head + &slow).as_bytes()).unwrap();
            wait_until("at work", || !children(studio.child.id()).is_empty());
            let worker = children(studio.child.id()).remove(0);
            std::thread::sleep(Duration::from_millis(300));
            // It has ended when it is gone, or when only its parent has not asked for its exit code.
            let status =
                || fs::read_to_string(format!("/proc/{worker}/status")).unwrap_or_default();
            assert!(status().contains("\nPPid:"), "{place}: at work for a while");
            studio.child.kill().unwrap();
            studio.child.wait().unwrap();
            let began = Instant::now();
            wait_until("ended", || status().is_empty() || status().contains("\nState:\tZ"));
            assert!(began.elapsed() < Duration::from_secs(5), "{place}: {:?}", began.elapsed());
        }
    }
}
