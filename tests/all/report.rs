//! The report page, also in a browser if there is one.

use std::fs;
use std::path::Path;
use std::process::Command as Program;

use assert_cmd::Command;

fn report() -> Command {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.arg("report").current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

#[test]
fn a_page_that_a_limit_cut_short_is_written_and_told() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report.html");
    let arguments = ["--time-limit", "0", "instances/dice/labeled-dice.toml", "-o"];
    report().args(arguments).arg(&path).assert().code(3);
    assert!(fs::read_to_string(&path).unwrap().contains("stopped before an answer"));
}

#[test]
fn one_page_shows_every_puzzle_and_needs_nothing_else() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report.html");
    let files = ["instances/signs/leepf.toml", "instances/dice/three-dice-outdoors.toml"];
    report().args(files).arg("-o").arg(&path).assert().success().stdout("");
    let page = fs::read_to_string(&path).unwrap();
    for part in [
        "<h1>2 puzzles</h1>",
        "<h2>The signs of Leepf</h2>",
        "<strong>solved</strong> · 1 solution",
        "<strong>no solution</strong> · 0 solutions",
        "<summary>29 constraints</summary>",
        "r5c5 is given",
        "the letters of HAY are on different dice",
        "<td>at_most_one</td><td>pairwise</td>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let without_names = page.replace("http://www.w3.org/2000/svg", "");
    for reference in ["<script", "<link", "http:", "https:", "url(", "@import", " src="] {
        assert!(!without_names.contains(reference), "{reference}");
    }
    assert_eq!(page.matches("<svg ").count(), page.matches("</svg>").count());
}

#[test]
fn a_bad_file_is_told_and_the_others_are_shown() {
    let directory = tempfile::tempdir().unwrap();
    let (path, bad) = (directory.path().join("report.html"), directory.path().join("bad.toml"));
    fs::write(&bad, "kind = \"<b>\"\n").unwrap();
    let leepf = "instances/signs/leepf.toml";
    report().arg(&bad).args([leepf, "--no-encodings", "-o"]).arg(&path).assert().code(1);
    let page = fs::read_to_string(&path).unwrap();
    assert!(page.contains("<h2>The signs of Leepf</h2>"));
    assert!(page.contains("found &quot;&lt;b&gt;&quot;"));
    fs::write(&path, "dear diary").unwrap();
    report().args([leepf, "--no-encodings", "-o"]).arg(&path).assert().code(1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "dear diary");
}

/// Writes what overflows into the page, where `--dump-dom` shows it.
const EXAMINE: &str = "<script>addEventListener('load', () => {
  document.querySelectorAll('details').forEach(details => details.open = true);
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) found.push('the page is too wide');
  document.querySelectorAll('svg').forEach(svg => {
    const view = svg.viewBox.baseVal;
    svg.querySelectorAll('text').forEach(text => {
      const box = text.getBBox();
      if (box.x < view.x || box.x + box.width > view.x + view.width
        || box.y < view.y || box.y + box.height > view.y + view.height)
        found.push('outside the picture: ' + text.textContent);
    });
  });
  page.dataset.examined = found.join('; ') || 'nothing overflows';
});</script>";

#[test]
#[ignore = "slow: .ci/run has it"]
fn nothing_overflows_in_a_browser() {
    let Some(browser) =
        ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
            Program::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
        })
    else {
        return;
    };
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report.html");
    let files = [
        "instances/dice/labeled-dice.toml",
        "instances/pips/pips1.toml",
        "instances/seating/one-too-many.toml",
        "instances/signs/leepf-open.toml",
    ];
    fs::write(&path, "<script>console.log('a word')</script>").unwrap();
    let (_, log) = shown(browser, &path, directory.path(), 360);
    assert!(log.contains("CONSOLE"), "a page that says something is heard: {log}");
    fs::remove_file(&path).unwrap();
    report().args(files).arg("-o").arg(&path).assert().success();
    let page = fs::read_to_string(&path).unwrap();
    fs::write(&path, page.replace("</body>", &format!("{EXAMINE}</body>"))).unwrap();
    for width in [360, 1200] {
        let examined = examine(browser, &path, directory.path(), width);
        assert!(examined.contains("data-examined=\"nothing overflows\""), "{width}: {examined}");
    }
}

/// The page in the browser after loading, if the browser reported nothing.
fn examine(browser: &str, page: &Path, profile: &Path, width: usize) -> String {
    let (dom, log) = shown(browser, page, profile, width);
    assert!(!log.contains("CONSOLE"), "{log}");
    let start = dom.find("<html").unwrap_or(0);
    dom[start..].chars().take(400).collect()
}

/// The page in the browser after loading, and the browser's log.
fn shown(browser: &str, page: &Path, profile: &Path, width: usize) -> (String, String) {
    let output = Program::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--enable-logging=stderr", "--log-level=0", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.join(width.to_string()).display()))
        .arg(format!("--window-size={width},900"))
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}
