//! The examples of the README print what it says they print.

#[test]
fn the_examples_of_the_readme_are_true() {
    trycmd::TestCases::new().case("README.md");
}
