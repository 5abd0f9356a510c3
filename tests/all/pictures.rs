//! Pictures of every instance, and the command that writes them.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use cnfetti::picture::{Frame, Pencil, Picture, Shape, THEMES, View, text_width, write_svg};
use itertools::Itertools;

use crate::support::{SOLVED, Solved};

/// The width of the margin around a picture.
const MARGIN: f64 = 16.0;

fn assert_inside(picture: &Picture, name: &Path) {
    for shape in &picture.shapes {
        let corners = match shape {
            Shape::Rectangle { area, .. }
            | Shape::Frame { area, .. }
            | Shape::Spot { area, .. } => {
                vec![(area.x, area.y), (area.x + area.width, area.y + area.height)]
            }
            Shape::Circle { middle: (x, y), radius, .. } => {
                vec![(x - radius, y - radius), (x + radius, y + radius)]
            }
            Shape::Polygon { corners, .. } => corners.clone(),
            Shape::Line { from, to, .. } => vec![*from, *to],
            Shape::Path { points, .. } => points.clone(),
            Shape::Text { at, .. } => vec![*at],
        };
        for (x, y) in corners {
            let inside = (-MARGIN..=picture.width + MARGIN).contains(&x)
                && (-MARGIN..=picture.height + MARGIN).contains(&y);
            assert!(inside, "{}: {shape:?} is outside", name.display());
        }
    }
}

#[test]
fn everything_is_inside_the_picture() {
    for Solved { path, instance, solution } in &*SOLVED {
        let csp = instance.puzzle.csp();
        let counts: Vec<usize> = csp.variables().iter().map(|v| v.domain().len()).collect();
        let open = View { candidates: Some(&counts), ..View::default() };
        assert_inside(&instance.puzzle.picture(&open), path);
        let before = csp.variables().iter().map(|v| v.domain().to_vec()).collect_vec();
        let (reason, conclusions) = (csp.ids().collect_vec(), csp.ids().step_by(2).collect_vec());
        let links = csp.ids().tuple_windows().collect_vec();
        for left in [1, 2, 9, 50] {
            let after = before.iter().map(|row| row.iter().copied().take(left).collect_vec());
            let (before, after) = (&before, &after.collect_vec());
            let (reason, conclusions) = (&reason, &conclusions);
            let (open, causes, links) = (&[][..], &[][..], &links);
            let pencil = Pencil { before, after, reason, conclusions, open, causes, links };
            let pencil = Some(pencil);
            let view = View { pencil, ..View::default() };
            assert_inside(&instance.puzzle.picture(&view), path);
        }
        if let Some(solution) = solution {
            let view =
                View { solution: Some(solution), candidates: Some(&counts), ..View::default() };
            assert_inside(&instance.puzzle.picture(&view), path);
        }
    }
}

#[test]
fn text_stays_text() {
    let mut picture = Picture::default();
    picture.text_from((0.0, 10.0), 12.0, cnfetti::picture::Ink::Text, "a < b & \"c\"\u{7}");
    assert!(picture.width >= text_width("a < b", 12.0));
    let svg = write_svg(&picture, "1 > 0", &Frame::Alone(None));
    assert!(svg.contains("<title>1 &gt; 0</title>"));
    assert!(svg.contains(">a &lt; b &amp; &quot;c&quot;\u{FFFD}</text>"));
}

#[test]
fn each_theme_has_its_own_colours() {
    let picture = Picture::default();
    let mut pictures: Vec<String> =
        THEMES.iter().map(|theme| write_svg(&picture, "", &Frame::Alone(Some(theme)))).collect();
    pictures.push(write_svg(&picture, "", &Frame::Alone(None)));
    let count = pictures.len();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), count);
}

fn draw() -> Command {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.arg("draw").current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

#[test]
fn the_command_writes_a_picture_and_overwrites_only_pictures() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("board.svg");
    let leepf = "instances/signs/leepf.toml";
    for _ in 0..2 {
        draw().args([leepf, "--solution", "-o"]).arg(&path).assert().success().stdout("");
    }
    let svg = fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<title>The signs of Leepf</title>").count(), 1);
    let printed = draw().args([leepf, "-s", "-o", "-"]).assert().success();
    assert_eq!(printed.get_output().stdout, svg.as_bytes());
    fs::write(&path, "dear diary").unwrap();
    let refused = draw().args([leepf, "-o"]).arg(&path).assert().code(1);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("is not a picture that cnfetti wrote"), "{message}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "dear diary");
    draw().args([leepf, "--force", "-o"]).arg(&path).assert().success();
}

#[test]
fn without_a_file_the_board_is_drawn_on_the_terminal() {
    let drawn = draw().arg("instances/signs/leepf.toml").assert().success();
    let text = String::from_utf8_lossy(&drawn.get_output().stdout).into_owned();
    assert!(text.contains("│ →4     ←     ↔ "), "{text}");
}

#[test]
fn without_unicode_the_board_is_drawn_in_ascii() {
    let drawn = draw().args(["--ascii", "instances/signs/leepf.toml"]).assert().success();
    let text = String::from_utf8_lossy(&drawn.get_output().stdout).into_owned();
    assert!(text.is_ascii() && text.contains("|  >4       <      >+<   "), "{text}");
}

#[test]
fn colours_are_for_terminals_only() {
    let pips = "instances/pips/pips1.toml";
    let plain = draw().arg(pips).env_remove("CLICOLOR_FORCE").assert().success();
    assert!(!plain.get_output().stdout.contains(&0x1b));
    let coloured = draw().arg(pips).env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR").assert();
    let coloured = String::from_utf8_lossy(&coloured.get_output().stdout).into_owned();
    assert!(coloured.contains("\u{1b}[38;5;16m\u{1b}[48;5;110m A \u{1b}[0m"), "{coloured:?}");
}

#[test]
fn what_has_no_solution_cannot_be_drawn_solved() {
    let refused = draw().args(["instances/signs/wrong-turn.toml", "-s"]).assert().code(1);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("there is no solution"), "{message}");
}

/// The pictures in the documentation whose puzzles have one solution.
#[test]
fn the_pictures_of_the_documentation_are_as_the_command_draws_them() {
    for (instance, picture) in
        [("signs/leepf.toml", "signs.svg"), ("pips/growing-12.toml", "pips.svg")]
    {
        let instance = format!("instances/{instance}");
        let drawn = draw().args([&instance, "--solution", "-o", "-"]).assert().success();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures").join(picture);
        let kept = fs::read_to_string(path).unwrap();
        assert!(drawn.get_output().stdout == kept.as_bytes(), "docs/pictures/{picture} is old");
    }
}

/// Only programs built with PNG and PDF write them; others say that they cannot.
#[test]
fn pictures_are_png_and_pdf_where_that_is_built_in() {
    let folder = tempfile::tempdir().unwrap();
    for (name, beginning) in [("x.png", &b"\x89PNG\r\n"[..]), ("x.PDF", b"%PDF-")] {
        let path = folder.path().join(name);
        let words = ["instances/signs/leepf.toml", "-s", "-o", path.to_str().unwrap()];
        let ended = draw().args(words).assert();
        if !cfg!(feature = "pictures") {
            let message = String::from_utf8_lossy(&ended.get_output().stderr).into_owned();
            assert!(message.contains("--features pictures"), "{message}");
            ended.code(2);
            continue;
        }
        ended.success();
        let made = fs::read(&path).unwrap();
        assert!(made.starts_with(beginning), "{name}");
        if name == "x.png" {
            // Twice as large as the picture, according to the header of the PNG.
            let side = u32::from_be_bytes(made[16..20].try_into().unwrap());
            assert_eq!(side, 2 * 410);
        }
        // The format does not say who wrote it.
        draw().args(words).assert().code(1);
        draw().args(words).arg("--force").assert().success();
    }
    let refused = draw().args(["instances/signs/leepf.toml", "-o", "x.gif"]).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("SVG, PNG or PDF, not .gif"), "{message}");
}
