//! What the studio reads and writes, and that nobody can keep it from answering.

use std::fs;
use std::path::Path;

use crate::cli_proofs::cnfetti;
use crate::flatzinc::has_minizinc;
use crate::studio::Studio;

const MAP: &str = "A##B\n...B\n..CC\n..C.\n\nA = 3\nB = 11\nC = 15\ndominoes: 51 65 30 55\n";

#[test]
fn the_named_file_and_its_draft_are_all_that_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.toml");
    let studio = Studio::start(&[file.to_str().unwrap()]);
    let opened = studio.ask("GET", "api/file", "").json();
    assert_eq!(
        opened,
        serde_json::json!({
            "name": "new.toml", "text": null, "version": null, "draft": null, "saves": true, "site": null
        })
    );
    let draft = r#"{"cnfetti":"draft","state":1}"#;
    assert_eq!(studio.ask("PUT", "api/draft", draft).status, 200);
    assert_eq!(studio.ask("PUT", "api/draft", "dear diary").status, 400);
    assert_eq!(studio.ask("GET", "api/file", "").json()["draft"], draft);
    assert_eq!(studio.ask("PUT", "api/file", "no puzzle").status, 422);
    assert!(!file.exists());
    let map = MAP;
    assert_eq!(studio.ask("PUT", "api/file", map).status, 200);
    assert!(fs::read_to_string(&file).unwrap().starts_with("kind = \"pips\""));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "the draft is gone");
    drop(studio);
    let day = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/pips/sample-day.json#hard");
    let studio = Studio::start(&[day.to_str().unwrap()]);
    let opened = studio.ask("GET", "api/file", "").json();
    assert_eq!(
        (&opened["name"], &opened["saves"]),
        (&"sample-day.json#hard".into(), &false.into())
    );
    assert!(opened["text"].as_str().unwrap().starts_with("kind = \"pips\""), "{opened}");
    assert_eq!(studio.ask("PUT", "api/file", map).status, 404);
    let studio = Studio::start(&[]);
    assert_eq!(studio.ask("PUT", "api/file", map).status, 404);
    assert_eq!(studio.ask("PUT", "api/draft", draft).status, 404);
}

#[test]
fn a_file_that_has_changed_on_disk_is_saved_after_a_question_only() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in
        [("x.toml", MAP), ("x.mzn", "var 1..3: x; constraint x > 1 + 1; solve satisfy;")]
    {
        let file = folder.path().join(name);
        let studio = Studio::start(&[file.to_str().unwrap()]);
        let save = |version: &str| studio.ask("PUT", &format!("api/file?version={version}"), text);
        let saved = save("").json();
        let written = fs::read_to_string(&file).unwrap();
        assert_eq!(saved["version"], studio.ask("GET", "api/file", "").json()["version"]);
        let first = saved["version"].as_str().unwrap();
        assert_eq!(save(first).json()["version"], saved["version"], "the same text once more");
        fs::write(&file, "# by somebody else").unwrap();
        for version in [first, "", "0"] {
            let refused = save(version);
            assert_eq!(refused.status, 409, "{}", refused.body);
            let said = refused.json();
            assert_eq!(said["error"], "the file has changed on disk since it was opened");
            assert_eq!(said["version"], studio.ask("GET", "api/file", "").json()["version"]);
            assert_eq!(fs::read_to_string(&file).unwrap(), "# by somebody else");
        }
        let now = studio.ask("GET", "api/file", "").json()["version"].as_str().unwrap().to_owned();
        assert_eq!(save(&now).status, 200, "who has seen it may");
        assert_eq!(fs::read_to_string(&file).unwrap(), written);
        fs::remove_file(&file).unwrap();
        let refused = save(first);
        assert_eq!((refused.status, &refused.json()["version"]), (409, &serde_json::Value::Null));
        assert!(!file.exists());
        assert_eq!(save("").status, 200);
        fs::remove_file(&file).unwrap();
        // The path has become a folder.
        fs::create_dir(&file).unwrap();
        for version in ["", first] {
            let refused = save(version);
            assert_eq!(refused.status, 500, "{}", refused.body);
            assert!(refused.body.contains("it is not a file"), "{}", refused.body);
        }
        assert_eq!(studio.ask("GET", "api/file", "").status, 500);
        assert_eq!(fs::read_dir(&file).unwrap().count(), 0);
        fs::remove_dir(&file).unwrap();
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// Here, the system allows no file of this size. It writes a draft as it saves a file.
#[cfg(target_os = "linux")]
#[test]
fn a_draft_for_which_there_is_no_room_is_an_error_and_loses_nothing() {
    use std::process::Command;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.toml");
    let draft = |bytes: usize| format!(r#"{{"cnfetti":"draft","state":"{}"}}"#, "a".repeat(bytes));
    let mut command = Command::new("bash");
    let program = assert_cmd::cargo::cargo_bin("cnfetti");
    command.args(["-c", "ulimit -f 256; exec \"$0\" \"$@\""]).arg(program);
    let studio = Studio::start_by(command, &[file.to_str().unwrap()]);
    assert_eq!(studio.ask("PUT", "api/file", MAP).status, 200);
    let saved = fs::read_to_string(&file).unwrap();
    assert_eq!(studio.ask("PUT", "api/draft", &draft(1000)).status, 200);
    let large = draft(600_000);
    let refused = studio.ask("PUT", "api/draft", &large);
    assert_eq!(refused.status, 500);
    assert!(refused.body.contains("File too large"), "{}", refused.body);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is left behind");
    drop(studio);
    let again = Studio::start(&[file.to_str().unwrap()]);
    let opened = again.ask("GET", "api/file", "").json();
    assert_eq!((&opened["text"], &opened["draft"]), (&saved.into(), &draft(1000).into()));
    assert_eq!(again.ask("PUT", "api/draft", &large).status, 200);
    assert_eq!(again.ask("GET", "api/file", "").json()["draft"], large);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.toml");
    let pipe = || {
        assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
    };
    let studio = Studio::start(&[file.to_str().unwrap()]);
    pipe();
    assert_eq!(studio.ask("GET", "api/file", "").status, 500);
    assert_eq!(studio.ask("PUT", "api/file", MAP).status, 500);
    let (code, _, err) =
        crate::cli_proofs::cnfetti(&["studio", "--idle", "0", file.to_str().unwrap()]);
    assert!(
        code == Some(1) && err.contains("is not a file, and the studio shows one file"),
        "{err}"
    );
}

#[test]
fn a_file_is_saved_also_where_no_draft_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.toml");
    fs::create_dir(folder.path().join("x.toml.draft")).unwrap();
    let studio = Studio::start(&[file.to_str().unwrap()]);
    assert_eq!(studio.ask("PUT", "api/draft", r#"{"cnfetti":"draft"}"#).status, 500);
    let saved = studio.ask("PUT", "api/file", MAP);
    assert_eq!(saved.status, 200, "{}", saved.body);
    assert!(file.is_file());
}

/// A model from the page cannot read a local file either.
#[test]
fn a_model_from_the_page_includes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.mzn");
    fs::write(&secret, "hunter2 swordfish\n").unwrap();
    if has_minizinc() {
        // A model named by the user may include another file, and its content then shows.
        let named = folder.path().join("named.mzn");
        fs::write(&named, format!("include \"{}\";\nsolve satisfy;\n", secret.display())).unwrap();
        let (_, _, stderr) = cnfetti(&["count", &named.display().to_string()]);
        assert!(stderr.contains("swordfish"), "{stderr}");
    }
    let studio = Studio::start(&[]);
    for include in
        ["include % c\n\"FILE\";", "include /* c */\"FILE\";", "/**/ \" */ include \"FILE\"; % \""]
    {
        let include = include.replace("FILE", &secret.display().to_string());
        let model = format!("var 1..3: x; constraint x > 1 + 1;\n{include}\nsolve satisfy;\n");
        for place in ["api/count", "api/picture", "api/convert?to=toml"] {
            let answer = studio.ask("POST", place, &model);
            assert_eq!(answer.status, 422, "{}", answer.body);
            assert!(!answer.body.contains("swordfish"), "{}", answer.body);
        }
    }
}

/// A puzzle from the page names kinds beside the file that was opened, and no other file: it cannot read one, learn whether
/// there is one, or wait for a pipe.
#[test]
fn a_puzzle_from_the_page_names_kinds_beside_the_file_only() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("puzzles");
    fs::create_dir(&inner).unwrap();
    let owls = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/kinds/owls.toml");
    fs::copy(&owls, inner.join("owls.toml")).unwrap();
    fs::write(folder.path().join("secret.toml"), "password = hunter2 swordfish\n").unwrap();
    let pipe = inner.join("pipe.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    let names = [
        folder.path().join("secret.toml").display().to_string(),
        "../secret.toml".to_owned(),
        "./../secret.toml".to_owned(),
        "..\\\\secret.toml".to_owned(),
        folder.path().join("nothing.toml").display().to_string(),
        owls.display().to_string(),
    ];
    let pipes = made.is_ok_and(|made| made.success()).then(|| "pipe.toml".to_owned());
    let named = inner.join("new.toml");
    for (words, knows_owls) in [(vec![], false), (vec![named.to_str().unwrap()], true)] {
        let studio = Studio::start(&words);
        let puzzle = |name: &str| format!("kind = \"{name}\"\nrows = 2\ncolumns = 2\n");
        for place in ["api/count", "api/given", "api/convert?to=toml", "api/picture"] {
            for name in names.iter().chain(&pipes) {
                let answer = studio.ask("POST", place, &puzzle(name));
                assert_eq!(answer.status, 422, "{name}: {}", answer.body);
                assert!(!answer.body.contains("swordfish"), "{name}: {}", answer.body);
                assert!(answer.body.contains("a kind for `kind`"), "{name}: {}", answer.body);
            }
            for name in ["owls.toml", "./owls.toml"] {
                let answer = studio.ask("POST", place, &puzzle(name));
                assert_eq!(answer.status == 200, knows_owls, "{name}: {}", answer.body);
            }
        }
    }
}

/// Far more connections than there may be open files never end their first line, and more keep coming:
/// clients who know the address are still answered at once.
#[cfg(target_os = "linux")]
#[test]
fn half_open_connections_keep_nobody_from_an_answer() {
    use std::io::Write;
    use std::process::Command;
    use std::time::{Duration, Instant};

    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 64; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cnfetti")]);
    let studio = Studio::start_by(shell, &[]);
    let files = || fs::read_dir(format!("/proc/{}/fd", studio.child.id())).unwrap().count();
    let pips1 =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/pips/pips1.toml"));
    let pips1 = pips1.unwrap();
    let mut strangers = Vec::new();
    for round in 0..10 {
        for number in 0..30 {
            let mut stranger = studio.connect();
            // Some send nothing, some a little, some all but the end, and some a request that is refused.
            let begins = ["", "GET /", "GET / HTTP/1.1\r\nHost: x\r\n", "GET / HTTP/1.1\r\n\r\n"];
            let _ = stranger.write_all(begins[number % begins.len()].as_bytes());
            strangers.push(stranger);
        }
        let began = Instant::now();
        let answer = studio.ask("POST", "api/count", &pips1);
        assert_eq!(answer.json()["solutions"], "1", "round {round}: {}", answer.body);
        assert_eq!(studio.ask("GET", "", "").status, 200);
        assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
        assert!(files() < 48, "{} files are open", files());
    }
    // A connection that has shown the token stays open, however many others follow.
    let mut page = studio.connect();
    let request = format!("GET {}app.js HTTP/1.1\r\n{}\r\n", studio.root, studio.host());
    page.write_all(request.as_bytes()).unwrap();
    let mut first = [0; 1000];
    assert!(std::io::Read::read(&mut page, &mut first).unwrap() > 0);
    strangers.extend((0..60).map(|_| studio.connect()));
    std::thread::sleep(Duration::from_millis(200));
    page.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    page.write_all(request.replace("app.js", "page.css").as_bytes()).unwrap();
    let mut rest = String::new();
    while !rest.contains("text/css") {
        let read = std::io::Read::read(&mut page, &mut first).expect("it is still connected");
        assert!(read > 0, "it is still connected");
        rest += &String::from_utf8_lossy(&first[..read]);
    }
}
