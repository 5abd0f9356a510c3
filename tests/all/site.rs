//! The page without a server: a site, a puzzle in one file, links. `tests/studio/web.mjs` tests them in a
//! browser.
#![cfg(feature = "studio")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use miniz_oxide::inflate::decompress_to_vec;
use tempfile::TempDir;

fn cnfetti() -> Command {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.env_remove("CNFETTI_SITE");
    command
}

/// A folder with a file that begins like a module.
fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("cnfetti.wasm");
    fs::write(&module, b"\0asm\x01\0\0\0").unwrap();
    (folder, module)
}

fn write_site(site: &Path, module: &Path, more: &[&str]) -> assert_cmd::assert::Assert {
    cnfetti().arg("share").arg("--site").arg(site).arg("--module").arg(module).args(more).assert()
}

fn said(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8_lossy(&assert.get_output().stderr).into_owned()
}

/// Unpacks a text.
fn unpacked(letters: &str) -> Vec<u8> {
    decompress_to_vec(&BASE64_URL_SAFE_NO_PAD.decode(letters).unwrap()).unwrap()
}

#[test]
fn a_site_has_all_that_it_asks_for_and_nothing_else() {
    let (folder, module) = folder();
    let site = folder.path().join("site");
    write_site(&site, &module, &[]).success();
    let names = fs::read_dir(&site).unwrap().map(|entry| entry.unwrap().file_name());
    let names: BTreeSet<String> = names.map(|name| name.into_string().unwrap()).collect();
    let text = |name: &str| fs::read_to_string(site.join(name)).unwrap();
    let mut asked = BTreeSet::from(["index.html", "offline.js", "worker.js"].map(str::to_owned));
    for name in names.iter().filter(|name| name.ends_with(".js")) {
        let text = text(name);
        assert!(!text.contains("http://www.") || text.contains("www.w3.org/2000/svg"), "{name}");
        assert!(!text.contains("https://"), "{name}");
        for import in ["from \"./", "import(\"./"] {
            asked.extend(text.split(import).skip(1).map(|rest| until(rest, '"')));
        }
    }
    let index = text("index.html");
    asked.extend(index.split("href=\"").skip(1).map(|rest| until(rest, '"')));
    asked.remove("data:,");
    asked.insert("app.js".to_owned());
    assert_eq!(names, asked);
    assert!(index.contains("content-security-policy\" content=\"default-src 'none'; "), "{index}");
    assert!(!index.contains("api/file"));
    let offline = text("offline.js");
    for name in names.iter().filter(|name| *name != "offline.js" && *name != "index.html") {
        assert!(offline.contains(&format!("\"{name}\"")), "{name} is not kept");
    }
    assert_eq!(fs::read(site.join("cnfetti.wasm")).unwrap(), fs::read(&module).unwrap());
}

fn until(text: &str, end: char) -> String {
    text.split(end).next().unwrap_or_default().to_owned()
}

#[test]
fn a_site_replaces_nothing_but_a_site() {
    let (folder, module) = folder();
    let site = folder.path().join("site");
    write_site(&site, &module, &[]).success();
    let again = write_site(&site, &module, &[]).code(1);
    assert!(
        said(&again).contains("--force replaces a site that cnfetti wrote"),
        "{}",
        said(&again)
    );
    write_site(&site, &module, &["--force"]).success();
    fs::write(site.join("diary.txt"), "dear diary").unwrap();
    write_site(&site, &module, &["--force"]).code(1);
    assert_eq!(fs::read(site.join("diary.txt")).unwrap(), b"dear diary");
}

#[test]
fn a_page_in_one_file_has_the_puzzle_and_loads_nothing() {
    let (folder, module) = folder();
    let page = folder.path().join("page.html");
    let puzzle = folder.path().join("puzzle.toml");
    let text = fs::read_to_string("instances/signs/leepf.toml").unwrap();
    let title = "A </title><script>alert(1)</script> title";
    let text = text.lines().filter(|line| !line.starts_with("title"));
    let text = text.collect::<Vec<_>>().join("\n").replacen(
        "kind = \"signs\"",
        &format!("kind = \"signs\"\ntitle = '{title}'"),
        1,
    );
    fs::write(&puzzle, text).unwrap();
    let mut export = cnfetti();
    export.arg("share").arg(&puzzle).arg("-o").arg(&page).arg("--module").arg(&module);
    export.args(["--base", "https://example.org/"]).assert().success();
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.starts_with(cnfetti::output::PAGE_BEGINNING), "{html}");
    for address in html.split("href=\"").chain(html.split("src=\"")).skip(1) {
        assert!(!address.starts_with("http") && !address.starts_with("api/"), "{address}");
    }
    assert!(!html.contains("<script>alert"), "{html}");
    let carried = |name: &str| {
        let (_, rest) = html.split_once(&format!("id=\"carried-{name}\">")).unwrap();
        unpacked(&until(rest, '<'))
    };
    assert_eq!(carried("engine"), fs::read(&module).unwrap());
    let begin = String::from_utf8(carried("begin")).unwrap();
    assert!(begin.contains("\"plays\":true") && begin.contains("https://example.org/"), "{begin}");
    let written = String::from_utf8(carried("puzzle")).unwrap();
    assert!(!written.contains("expect") && !written.contains("solution"), "{written}");
    let toml = cnfetti().args(["convert", "--to", "toml"]).arg(&puzzle).output().unwrap().stdout;
    let toml = String::from_utf8(toml).unwrap();
    assert_eq!(written.trim(), toml.split("\n[expect]").next().unwrap().trim());
    // A page of ours is replaced, somebody else's is not.
    export.assert().success();
    fs::write(&page, "dear diary").unwrap();
    export.assert().code(1);
}

#[test]
fn a_link_contains_the_puzzle() {
    for puzzle in [
        "instances/pips/pips1.toml",
        "instances/pips/sample-day.json#hard",
        "instances/dice/labeled-dice.toml",
        "instances/seating/cheating-linguists.toml",
        "instances/kinds/slitherlink.toml",
        "instances/kinds/heyawake.toml",
        "instances/models/queens.xml",
    ] {
        let link = cnfetti().args(["share", puzzle, "--base", "https://example.org/s/"]).output();
        let link = String::from_utf8(link.unwrap().stdout).unwrap();
        let letters = link.trim().strip_prefix("https://example.org/s/#p=").unwrap();
        let toml = |file: &str, input: Vec<u8>| {
            // A file of pips can contain a solution, which a link does not.
            let format = if puzzle.contains("pips") { "map" } else { "toml" };
            let words = ["convert", "--to", format, file];
            let output = cnfetti().args(words).write_stdin(input).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(!text.is_empty(), "{puzzle}: {}", String::from_utf8_lossy(&output.stderr));
            text.split("\n[expect]").next().unwrap().trim().to_owned()
        };
        assert_eq!(toml("-", unpacked(letters)), toml(puzzle, Vec::new()), "{puzzle}");
    }
}

#[test]
fn what_is_missing_is_said() {
    let (folder, module) = folder();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let pips1 = "instances/pips/pips1.toml";
    let fails = |words: &[&str], text: &str| {
        let failed = cnfetti().args(words).assert().code(1);
        assert!(said(&failed).contains(text), "{words:?}: {}", said(&failed));
    };
    if !cfg!(feature = "pages") {
        fails(&["share", "--site", out], "no engine");
        fails(&["share", pips1, "-o", out], "no engine");
    }
    fails(&["share", "--site", out, "--module", pips1], "expected a WebAssembly module");
    fails(&["share", "--site", out, "--module", "nowhere.wasm"], "nowhere.wasm");
    for base in ["example.org", "javascript:alert(1)", "https://example.org/#x", "https://a b/"] {
        fails(&["share", pips1, "--base", base], "expected the https:// address of a page");
        let module = module.to_str().unwrap();
        let words = ["share", pips1, "-o", out, "--module", module, "--base", base];
        fails(&words, "expected the https:// address of a page");
    }
    assert!(!Path::new(out).exists());
    let mut link = cnfetti();
    let output =
        link.args(["share", pips1]).env("CNFETTI_SITE", "https://a.org/").output().unwrap();
    assert!(output.stdout.starts_with(b"https://a.org/#p="));
}
