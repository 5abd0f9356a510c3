//! The file that was named on the command line: the only one that a page can read or write, with
//! its draft beside it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use cnfetti::output::{PUZZLE, Sort, Target};

/// What a page works on and nobody has saved yet.
const DRAFT: Sort = Sort { name: "a draft", beginnings: &[DRAFT_BEGINNING] };
const DRAFT_BEGINNING: &str = "{\"cnfetti\":\"draft\"";

/// The file of a studio.
pub(crate) struct NamedFile {
    path: PathBuf,
    /// What the page begins with, when that is not what the file has.
    part: Option<String>,
}

/// What a page is told of it.
#[derive(Serialize)]
pub(super) struct Opened {
    name: String,
    /// None for a file that is yet to be made.
    text: Option<String>,
    draft: Option<String>,
    /// Whether the page may save it.
    saves: bool,
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

    /// What is there.
    pub(super) fn open(&self) -> io::Result<Opened> {
        let name = self.path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(Opened {
            name: name.unwrap_or_default(),
            text: match &self.part {
                Some(part) => Some(part.clone()),
                None => text_of(&self.path)?,
            },
            draft: text_of(&self.draft())?.filter(|text| text.starts_with(DRAFT_BEGINNING)),
            saves: self.part.is_none(),
        })
    }

    /// Where the puzzle is saved, if it may be.
    pub(super) fn target(&self) -> Option<&Path> {
        self.part.is_none().then_some(&self.path)
    }

    /// Writes a puzzle as it was typed, where it may be saved.
    pub(super) fn save(&self, text: &str) -> io::Result<()> {
        let target = Target::new(&self.path, PUZZLE, true).map_err(io::Error::other)?;
        target.write(|out| out.write_all(text.as_bytes())).map_err(io::Error::other)
    }

    /// Keeps what the page works on; an empty text says that nothing is unsaved.
    pub(super) fn keep(&self, draft: &str) -> io::Result<()> {
        let path = self.draft();
        if draft.is_empty() {
            let is_ours = text_of(&path)?.is_some_and(|text| text.starts_with(DRAFT_BEGINNING));
            return if is_ours { fs::remove_file(&path) } else { Ok(()) };
        }
        if !draft.starts_with(DRAFT_BEGINNING) {
            return Err(io::Error::other(format!("a draft begins with {DRAFT_BEGINNING}")));
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

/// The text of a file, if there is one.
fn text_of(path: &Path) -> io::Result<Option<String>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
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
        assert!(part.target().is_none() && !part.open().unwrap().saves);
        assert_eq!(part.open().unwrap().text.as_deref(), Some("text"));
    }
}
