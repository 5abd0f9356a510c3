//! Folders are written whole, and never over somebody else's files.

use std::fs;
use std::path::Path;

use cnfetti::output::{Folder, FolderSort, WriteError};

const SORT: FolderSort = FolderSort {
    name: "a nest",
    marks: &[("mark", "made here"), ("other", "made")],
    files: &["mark", "other", "egg-#", "egg-#.*", "notes"],
};

const NEST: [(&str, &[u8]); 3] = [("mark", b"made here today"), ("egg-1", b"1"), ("egg-2", b"")];

/// Everything in a folder, with the content of files.
fn all_in(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        match path.is_dir() && !path.is_symlink() {
            true => {
                let inner = all_in(&path).into_iter();
                all.extend(inner.map(|(inner, text)| (format!("{name}/{inner}"), text)));
                all.push((name + "/", String::new()));
            }
            false => all.push((name, fs::read_to_string(&path).unwrap_or_default())),
        }
    }
    all.sort();
    all
}

fn write(path: &Path, force: bool) -> Result<(), WriteError> {
    Folder::new(path, SORT, force)?.write(&NEST)
}

#[test]
fn a_folder_appears_complete_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x");
    write(&path, false).unwrap();
    assert_eq!(fs::read(path.join("egg-1")).unwrap(), b"1");
    let refused = write(&path, false).unwrap_err().to_string();
    assert!(refused.ends_with("x exists; --force replaces a nest that cnfetti wrote"), "{refused}");
    fs::write(path.join("egg-77.drat"), "counted").unwrap();
    fs::write(path.join(".cnfetti-Ab1"), "half").unwrap();
    write(&path, true).unwrap();
    assert_eq!(all_in(&path).len(), 3);
    write(&path.join("../x"), true).unwrap();
    assert_eq!(all_in(directory.path()).len(), 4, "nothing is left of the one before");
    let other = directory.path().join("other");
    let folder = Folder::new(&other, SORT, true).unwrap();
    assert!(folder.write(&[("no/folder", b"")]).is_err());
    let failing = folder.fill(|hidden| -> Result<(), WriteError> {
        fs::write(hidden.join("egg-1"), "1").unwrap();
        Err(WriteError::Kept { path: hidden.to_owned(), why: "no".to_owned() })
    });
    assert!(failing.is_err() && !other.exists());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    assert!(Folder::new(&directory.path().join("no/where"), SORT, false).is_err());
    assert!(Folder::new(Path::new(""), SORT, false).is_err());
}

#[test]
fn only_a_folder_with_nothing_of_others_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x");
    let refused = |why: &str| {
        let before = all_in(directory.path());
        for path in [path.clone(), path.join(""), path.join(".")] {
            let error = write(&path, true).unwrap_err().to_string();
            assert!(error.ends_with(why), "{error}");
        }
        assert_eq!(all_in(directory.path()), before);
    };
    for name in ["thesis.tex", "egg-", "egg-1b", "egg-1.", "marks", "Mark", ".hidden", "egg-1.a.b"]
    {
        write(&path, true).unwrap();
        fs::write(path.join(name), "").unwrap();
        refused(&format!("{name:?} in it is not part of a nest"));
        fs::remove_file(path.join(name)).unwrap();
    }
    fs::create_dir_all(path.join("notes/deep")).unwrap();
    refused("\"notes\" in it is not part of a nest");
    fs::remove_dir_all(path.join("notes")).unwrap();
    fs::write(path.join("mark"), "made elsewhere").unwrap();
    refused("it is not a nest that cnfetti wrote");
    fs::write(path.join("other"), "made").unwrap();
    write(&path, true).unwrap();
    fs::remove_file(path.join("mark")).unwrap();
    refused("it is not a nest that cnfetti wrote");
    fs::remove_dir_all(&path).unwrap();
    fs::create_dir(&path).unwrap();
    write(&path, true).unwrap();
    fs::remove_dir_all(&path).unwrap();
    fs::write(&path, "made here").unwrap();
    let error = write(&path, true).unwrap_err().to_string();
    assert!(error.ends_with("is not replaced: it is not a folder"), "{error}");
    for around in [".", "..", "/", "../.", env!("CARGO_MANIFEST_DIR")] {
        let error = Folder::new(Path::new(around), SORT, true).unwrap_err().to_string();
        assert!(error.ends_with("it is the current folder or contains it"), "{error}");
    }
    let error = write(&directory.path().join("../."), true).unwrap_err().to_string();
    assert!(error.contains("is not replaced: it "), "{error}");
}

#[test]
fn what_appears_meanwhile_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x");
    let folder = Folder::new(&path, SORT, true).unwrap();
    for make in [
        (|path| fs::create_dir(path).unwrap()) as fn(&Path),
        |path| fs::create_dir(path).and_then(|()| fs::write(path.join("egg-1"), "")).unwrap(),
        |path| fs::write(path, "by somebody else").unwrap(),
    ] {
        let refused = folder.fill(|hidden| -> Result<(), WriteError> {
            fs::write(hidden.join("mark"), "made here").unwrap();
            assert!(all_in(directory.path()).iter().any(|(name, _)| name.ends_with("/mark")));
            make(&path);
            Ok(())
        });
        let refused = refused.unwrap_err().to_string();
        assert!(refused.ends_with("it appeared in the meantime, so it is left alone"), "{refused}");
        let there = all_in(directory.path());
        assert!(!there.iter().any(|(name, _)| name.contains("mark")), "{there:?}");
        assert!(path.exists());
        if fs::remove_file(&path).is_err() {
            fs::remove_dir_all(&path).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let directory = tempfile::tempdir().unwrap();
    let (path, link) = (directory.path().join("x"), directory.path().join("link"));
    std::os::unix::fs::symlink(&path, &link).unwrap();
    for force in [false, true] {
        assert!(write(&link, force).is_err(), "it leads nowhere");
    }
    write(&path, false).unwrap();
    for link in [link.clone(), link.join(""), link.join(".")] {
        let error = write(&link, true).unwrap_err().to_string();
        assert!(error.ends_with("link is not replaced: it is a link"), "{error}");
    }
    fs::remove_file(path.join("egg-1")).unwrap();
    std::os::unix::fs::symlink(directory.path(), path.join("egg-1")).unwrap();
    let error = write(&path, true).unwrap_err().to_string();
    assert!(error.ends_with("\"egg-1\" in it is not part of a nest"), "{error}");
}
