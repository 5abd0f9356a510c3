//! Results are compared with the file's own expectations.

use std::fs;

use crate::cli_proofs::cnfetti;

#[test]
fn a_wrong_expectation_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml").display().to_string();
    let text = fs::read_to_string("instances/dice/labeled-dice.toml").unwrap();
    let new = folder.path().join("new").display().to_string();
    for (key, right, wrong) in [("solutions", "24", "25"), ("solutions", "24", "23")] {
        let (right, wrong) = (format!("{key} = {right}"), format!("{key} = {wrong}"));
        assert!(text.contains(&right), "{text}");
        fs::write(&path, text.replace(&right, &wrong)).unwrap();
        let cases = [
            &["count"][..],
            &["count", "--json"],
            &["count", "--engine", "blocking"],
            &["count", "--cross-check"],
            &["solve", "--unique"],
            &["candidates"],
            &["clues"],
            &["certify", "-o", &new],
            &["compare", "--encodings", "auto"],
            &["report", "--no-encodings", "-o", "-"],
        ];
        for words in cases {
            let (code, stdout, stderr) = cnfetti(&[words, &[&path]].concat());
            assert_eq!((code, stdout.as_str()), (Some(1), ""), "{words:?} {wrong}: {stderr}");
            assert!(stderr.contains(&format!("expects {wrong}")), "{words:?}: {stderr}");
        }
        let (code, _, stderr) = cnfetti(&["solve", "--all", &path]);
        assert_eq!(code, Some(1), "{stderr}");
    }
    let one = text.replace("classes = 1", "classes = 2");
    fs::write(&path, one).unwrap();
    let (code, stdout, stderr) = cnfetti(&["count", &path]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    assert!(stderr.contains("the file expects classes = 2, found 1"), "{stderr}");
    // A lower bound can contradict them as well.
    let (code, _, stderr) = cnfetti(&["solve", "-n", "2", "--solver", "batsat", &path]);
    assert_eq!(code, Some(0), "{stderr}");
    fs::write(&path, text.replace("solutions = 24", "solutions = 1")).unwrap();
    let (code, _, stderr) = cnfetti(&["solve", "-n", "2", "--solver", "batsat", &path]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("expects solutions = 1, found at least 2"), "{stderr}");
}
