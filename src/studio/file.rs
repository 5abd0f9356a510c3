//! The file that was named on the command line: the only one that a page can read or write, with
//! its draft beside it.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use cnfetti::certificate::sha256;
use cnfetti::input::MAX_FILE_BYTES;
use cnfetti::output::{PUZZLE, Sort, Target, WriteError};

/// What the page works on and the user has not saved yet.
const DRAFT: Sort = Sort { name: "a draft", beginnings: &[DRAFT_BEGINNING] };
const DRAFT_BEGINNING: &str = "{\"cnfetti\":\"draft\"";

/// The file of a studio.
pub(crate) struct NamedFile {
    path: PathBuf,
    /// The text that the page begins with, if it differs from the file.
    part: Option<String>,
}

/// What the page gets about the file.
#[derive(Serialize)]
pub(super) struct Opened {
    name: String,
    /// None for a file that is yet to be made.
    text: Option<String>,
    /// The version of this text. A page that saves sends the version that it may overwrite.
    version: Option<String>,
    draft: Option<String>,
    /// Whether the page may save it.
    saves: bool,
}

/// Why a puzzle was not saved. The file is as it was.
#[derive(Debug)]
pub(super) enum NotSaved {
    /// The file is not the one that may be overwritten; it is this version, or none.
    Changed {
        version: Option<String>,
    },
    Failed(io::Error),
}

impl NamedFile {
    /// A file with one puzzle, or one that is yet to be made.
    pub(crate) fn new(path: PathBuf) -> NamedFile {
        NamedFile { path, part: None }
    }

    /// One of several puzzles in a file, with its text. It is not saved: the others are there too.
    pub(crate) fn part(path: PathBuf, text: String) -> NamedFile {
        NamedFile { path, part: Some(text) }
    }

    /// The current content.
    pub(super) fn open(&self) -> io::Result<Opened> {
        let name = self.path.file_name().map(|name| name.to_string_lossy().into_owned());
        let draft = bytes_of(&self.draft()).ok().flatten().map(|bytes| text_of(&bytes));
        let bytes = if self.is_saved() { bytes_of(&self.path)? } else { None };
        Ok(Opened {
            name: name.unwrap_or_default(),
            version: bytes.as_deref().map(sha256),
            text: self.part.clone().or_else(|| bytes.as_deref().map(text_of)),
            draft: draft.filter(|text| text.starts_with(DRAFT_BEGINNING)),
            saves: self.is_saved(),
        })
    }

    /// The folder that it is in.
    pub(super) fn folder(&self) -> PathBuf {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).to_owned()
    }

    /// Whether the page may save it.
    pub(super) fn is_saved(&self) -> bool {
        self.part.is_none()
    }

    /// How its name ends, which is what says in which format it is.
    pub(super) fn ending(&self) -> &str {
        self.path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
    }

    /// Writes a puzzle if the file still has this version, or does not exist. Returns the new version.
    pub(super) fn save(&self, text: &str, over: Option<&str>) -> Result<String, NotSaved> {
        self.require_version(over)?;
        let target = Target::new(&self.path, PUZZLE, over.is_some());
        let written = target.and_then(|target| {
            target.write(|out| {
                out.write_all(text.as_bytes())?;
                // Once more, as late as can be.
                self.require_version(over).map_err(|_| io::ErrorKind::AlreadyExists.into())
            })
        });
        match written {
            Ok(()) => Ok(sha256(text.as_bytes())),
            Err(WriteError::Exists { .. }) => self.require_version(over).and_then(|()| {
                Err(NotSaved::Failed(io::Error::other("the file changes at this very moment")))
            }),
            Err(error) => Err(NotSaved::Failed(io::Error::other(error))),
        }
    }

    fn require_version(&self, wanted: Option<&str>) -> Result<(), NotSaved> {
        let bytes = bytes_of(&self.path).map_err(NotSaved::Failed)?;
        let version = bytes.as_deref().map(sha256);
        if version.as_deref() == wanted { Ok(()) } else { Err(NotSaved::Changed { version }) }
    }

    /// Keeps the unsaved text of the page; an empty text means that everything is saved.
    pub(super) fn keep(&self, draft: &str) -> io::Result<()> {
        let path = self.draft();
        if draft.is_empty() {
            let is_ours = |bytes: &Vec<u8>| bytes.starts_with(DRAFT_BEGINNING.as_bytes());
            let is_there = path.is_file() && bytes_of(&path)?.as_ref().is_some_and(is_ours);
            return if is_there { fs::remove_file(&path) } else { Ok(()) };
        }
        if !draft.starts_with(DRAFT_BEGINNING) {
            let wrong = format!("a draft begins with {DRAFT_BEGINNING}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, wrong));
        }
        let target = Target::new(&path, DRAFT, false).map_err(io::Error::other)?;
        target.write(|out| out.write_all(draft.as_bytes())).map_err(io::Error::other)
    }

    /// `hard.toml` becomes `hard.toml.draft`, `day.json#hard` `day.json#hard.draft`.
    fn draft(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".draft");
        name.into()
    }
}

/// The content of a file, if it is a regular file: reading a pipe might never end.
fn bytes_of(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let named = |what: String| io::Error::other(format!("{}: {what}", path.display()));
    let there = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        there => there.map_err(|error| named(error.to_string()))?,
    };
    if !there.is_file() {
        return Err(named("it is not a file".to_owned()));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| named(error.to_string()))?;
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MAX_FILE_BYTES {
        true => Err(named(format!("it has more than {MAX_FILE_BYTES} bytes"))),
        false => Ok(Some(bytes)),
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_kept_beside_the_file_and_nothing_else_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let file = NamedFile::new(folder.path().join("x.toml"));
        let opened = file.open().unwrap();
        assert!(opened.text.is_none() && opened.draft.is_none() && opened.saves);
        let draft = "{\"cnfetti\":\"draft\",\"text\":\"\"}";
        file.keep(draft).unwrap();
        assert_eq!(file.open().unwrap().draft.as_deref(), Some(draft));
        assert!(file.keep("{}").is_err());
        file.keep("").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        fs::write(folder.path().join("x.toml.draft"), "dear diary").unwrap();
        assert!(file.keep(draft).is_err());
        file.keep("").unwrap();
        assert!(file.open().unwrap().draft.is_none());
        assert_eq!(fs::read(folder.path().join("x.toml.draft")).unwrap(), b"dear diary");
        let part = NamedFile::part(folder.path().join("day.json#hard"), "text".to_owned());
        let opened = part.open().unwrap();
        assert!(!part.is_saved() && !opened.saves && opened.version.is_none());
        assert_eq!(opened.text.as_deref(), Some("text"));
    }

    #[test]
    fn a_file_is_saved_only_over_what_was_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toml");
        let file = NamedFile::new(path.clone());
        let changed = |saved: Result<String, NotSaved>| match saved {
            Err(NotSaved::Changed { version }) => version,
            other => panic!("{other:?}"),
        };
        let first = file.save("1", None).unwrap();
        assert_eq!(file.open().unwrap().version, Some(first.clone()));
        let second = file.save("2", Some(&first)).unwrap();
        fs::write(&path, "by somebody else").unwrap();
        let other = file.open().unwrap().version;
        for over in [None, Some(&*first), Some(&*second), Some("")] {
            assert_eq!(changed(file.save("3", over)), other);
        }
        assert_eq!(fs::read(&path).unwrap(), b"by somebody else");
        // The same once more, whenever that was written.
        fs::write(&path, "2").unwrap();
        file.save("4", Some(&second)).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(changed(file.save("5", Some(&second))), None);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        fs::create_dir(&path).unwrap();
        for over in [None, Some(&*first)] {
            let NotSaved::Failed(error) = file.save("6", over).unwrap_err() else { panic!() };
            assert!(error.to_string().ends_with("x.toml: it is not a file"), "{error}");
        }
        assert!(file.open().is_err());
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
