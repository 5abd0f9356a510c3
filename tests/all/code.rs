//! The code that the walls apply to. The tests of the encodings use this file too.

/// Returns code without comments, and without items that are only compiled for tests: the item
/// after each `#[cfg(test)]`, up to the line that ends it in formatted code.
pub(crate) fn code(text: &str) -> String {
    let mut kept = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let indent = &line[..line.len() - line.trim_start().len()];
            let ends = [format!("{indent}}}"), format!("{indent}}};")];
            let mut is_first = true;
            for line in lines.by_ref().skip_while(|line| line.trim_start().starts_with('#')) {
                let is_one_line = is_first && line.ends_with([';', '}', ',']);
                if is_one_line || ends.iter().any(|end| line == end) {
                    break;
                }
                is_first = false;
            }
        } else if !line.trim_start().starts_with("//") {
            kept.push(line);
        }
    }
    kept.join("\n")
}

#[test]
fn only_what_is_for_tests_is_left_out() {
    let text = "use a;\n// not this\n#[cfg(test)]\nuse b;\nfn f() {\n    #[cfg(test)]\n    {\n        b();\n    }\n    \
                c();\n}\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n    fn t() {\n    }\n}\nfn g() {}\n";
    assert_eq!(code(text), "use a;\nfn f() {\n    c();\n}\nfn g() {}");
}
