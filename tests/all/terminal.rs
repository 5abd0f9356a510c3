//! Commands whose stderr is a terminal, to see whether they show anything there.

use std::process::{Command, Output};

/// Runs the command. Its stderr is "shown" if anything came to the terminal.
#[cfg(target_os = "linux")]
pub(crate) fn run(mut command: Command) -> Output {
    use std::fs::File;
    use std::io::Read;
    use std::process::Stdio;
    use std::thread;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let reader = thread::spawn(move || {
        let mut shown = Vec::new();
        // Reading ends with an error once the other end is closed everywhere.
        let _ = File::from(ours).read_to_end(&mut shown);
        shown
    });
    let child = command.stdout(Stdio::piped()).stderr(theirs).spawn().unwrap();
    // The command holds the terminal open.
    drop(command);
    let output = child.wait_with_output().unwrap();
    said(!reader.join().unwrap().is_empty(), output)
}

/// Elsewhere, nothing is checked: only a quiet command counts as showing nothing.
#[cfg(not(target_os = "linux"))]
pub(crate) fn run(mut command: Command) -> Output {
    let is_quiet = command.get_args().any(|word| word == "-q");
    let output = command.output().unwrap();
    said(!is_quiet, output)
}

fn said(anything: bool, output: Output) -> Output {
    let stderr = if anything { b"shown".to_vec() } else { Vec::new() };
    Output { stderr, ..output }
}
