//! Finds the files that paths on the command line stand for.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use cnfetti::input::without_packing;
use itertools::Itertools;

use crate::commands::Context;

/// The extensions of puzzles in folders.
const EXTENSIONS: [&str; 9] = ["toml", "json", "txt", "xml", "fzn", "opb", "wcnf", "sdk", "sdm"];

/// Returns the files, with those of folders in order of their names. Paths on the command line are
/// taken as they are; in folders, each file is taken once, however many links lead to it. If
/// interrupted, returns the files found until then.
pub(crate) fn expand(context: &Context, paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let from_stdin = paths.iter().filter(|path| *path == Path::new("-")).count();
    anyhow::ensure!(
        from_stdin < 2,
        "`-` is given {from_stdin} times, but there is only one standard input"
    );
    let mut walk = Walk { context, met: HashSet::new(), files: Vec::new() };
    for path in paths {
        if !path.is_dir() {
            walk.met.extend(fs::canonicalize(path));
            walk.files.push(path.clone());
            continue;
        }
        let holds_puzzles = walk.folder(path)?;
        anyhow::ensure!(
            holds_puzzles || context.is_stopped(),
            "{}: there is no file in this folder that ends in {}",
            path.display(),
            EXTENSIONS.iter().map(|extension| format!(".{extension}")).join(", ")
        );
    }
    Ok(walk.files)
}

struct Walk<'a> {
    context: &'a Context,
    /// The files and folders met so far, with links resolved.
    met: HashSet<PathBuf>,
    files: Vec<PathBuf>,
}

impl Walk<'_> {
    /// Whether the folder contains a file, even one that was met before.
    fn folder(&mut self, folder: &Path) -> anyhow::Result<bool> {
        let named = || folder.display().to_string();
        if !self.is_new(&fs::canonicalize(folder).with_context(named)?) {
            return Ok(true);
        }
        let entries = fs::read_dir(folder).with_context(named)?;
        let entries: std::io::Result<Vec<PathBuf>> = entries.map_ok(|entry| entry.path()).collect();
        let mut found = false;
        for entry in entries.with_context(named)?.into_iter().sorted_unstable() {
            if self.context.is_stopped() {
                break;
            }
            let extension = without_packing(&entry).extension().and_then(|name| name.to_str());
            if entry.is_dir() {
                found |= self.folder(&entry)?;
            } else if extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) {
                // A pipe may have no writer, so it must be named on the command line.
                if fs::metadata(&entry).is_ok_and(|entry| !entry.is_file()) {
                    continue;
                }
                found = true;
                // A dangling link is an error when it is read.
                let file = fs::canonicalize(&entry).unwrap_or_else(|_| entry.clone());
                if self.is_new(&file) {
                    self.files.push(entry);
                }
            }
        }
        Ok(found)
    }

    fn is_new(&mut self, path: &Path) -> bool {
        self.met.insert(path.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn a_walk_that_is_stopped_ends() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("below")).unwrap();
        for name in ["a.toml", "below/b.toml"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let context = Context::for_tests();
        let paths = [folder.path().to_owned()];
        assert_eq!(expand(&context, &paths).unwrap().len(), 2);
        context.stop.store(true, Ordering::Relaxed);
        assert_eq!(expand(&context, &paths).unwrap().len(), 0);
    }

    /// Links to parent folders and to each other, and several names for one file.
    #[cfg(unix)]
    #[test]
    fn links_lead_to_each_file_once() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("sub/deep")).unwrap();
        fs::write(path("b.toml"), "").unwrap();
        fs::write(path("sub/c.json"), "").unwrap();
        fs::write(path("sub/notes.md"), "").unwrap();
        for (target, link) in [
            ("..", "sub/up"),
            ("../..", "sub/deep/top"),
            ("sub/two", "one"),
            ("../one", "sub/two"),
            ("b.toml", "a.toml"),
            ("../b.toml", "sub/again.toml"),
            ("sub", "other"),
            ("nowhere", "lost.txt"),
        ] {
            symlink(target, path(link)).unwrap();
        }
        // Reading this would block forever.
        let made = std::process::Command::new("mkfifo").arg(path("sub/pipe.toml")).status();
        assert!(made.unwrap().success());
        let names = |paths: &[&str]| {
            let paths: Vec<PathBuf> = paths.iter().map(|name| path(name)).collect();
            let files = expand(&Context::for_tests(), &paths).unwrap();
            let name = |file: &PathBuf| file.strip_prefix(folder.path()).unwrap().to_owned();
            files.iter().map(|file| name(file).display().to_string()).join(" ")
        };
        assert_eq!(names(&["."]), "a.toml lost.txt other/c.json");
        assert_eq!(names(&["sub", "sub", "."]), "sub/again.toml sub/c.json sub/deep/top/lost.txt");
        // Paths on the command line are taken as they are.
        assert_eq!(names(&["a.toml", "b.toml", "b.toml"]), "a.toml b.toml b.toml");
        assert_eq!(names(&["b.toml", "."]), "b.toml lost.txt other/c.json");
    }
}
