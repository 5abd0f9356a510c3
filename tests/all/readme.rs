//! The examples in the README and the manual print what they say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

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
    assert!(lines <= 150, "{lines} lines: what is more goes to docs/");
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

/// `cargo binstall` downloads the archive that `.ci/pack` makes, and finds the program in it.
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
        let is_commands = page.ends_with("docs/commands.md");
        assert!(!is_commands || with_headings > 5, "{with_headings} links name a heading");
    }
}
