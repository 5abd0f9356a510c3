//! Installs this solver for MiniZinc.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::model::flatzinc::library::{LIBRARY, configuration};
use cnfetti::output::{Sort, Target};

use crate::commands::Context;

/// Files that only cnfetti writes, and may overwrite.
const OURS: Sort = Sort {
    name: "a file of the MiniZinc library",
    beginnings: &[
        "% cnfetti ",
        "#!/bin/sh\n# cnfetti ",
        "@rem cnfetti ",
        "{\n  \"id\": \"org.cnfetti.cnfetti\"",
    ],
};

/// Installs into the folder of the user's MiniZinc solvers.
pub(super) fn install(context: &mut Context) -> anyhow::Result<ExitCode> {
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"));
    let home = home.context("there is no home folder: use --print-path and MZN_SOLVER_PATH")?;
    let folder = match env::var_os("APPDATA") {
        Some(data) if cfg!(windows) => PathBuf::from(data).join("MiniZinc"),
        _ => PathBuf::from(home).join(".minizinc"),
    };
    let folder = folder.join("solvers");
    write(&folder)?;
    writeln!(context.out, "{}", folder.display())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes into a separate folder for each version, and prints its path.
pub(super) fn print_path(context: &mut Context) -> anyhow::Result<ExitCode> {
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(env::var_os("HOME").or_else(|| env::var_os("LOCALAPPDATA"))?));
    let cache = cache.filter(|path| path.is_absolute()).or_else(|| Some(home()?.join(".cache")));
    let cache = cache.unwrap_or_else(env::temp_dir);
    let folder = cache.join("cnfetti").join(concat!("minizinc-", env!("CARGO_PKG_VERSION")));
    write(&folder)?;
    writeln!(context.out, "{}", folder.display())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the configuration, the program that it names, and the library.
fn write(folder: &Path) -> anyhow::Result<()> {
    let program = crate::program::path().context("cannot find the path of this program")?;
    let library = folder.join("cnfetti");
    fs::create_dir_all(&library).with_context(|| library.display().to_string())?;
    for (name, text) in LIBRARY {
        put(&library.join(name), &format!("% cnfetti {}\n{text}", env!("CARGO_PKG_VERSION")))?;
    }
    let starter = starter(folder, &program)?;
    put(&folder.join("cnfetti.msc"), &configuration(&starter))
}

/// Writes the program that MiniZinc calls: a script that adds the command's name.
#[cfg(unix)]
fn starter(folder: &Path, program: &Path) -> anyhow::Result<String> {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("cnfetti-flatzinc");
    let quoted = program.display().to_string().replace('\'', r"'\''");
    put(&path, &format!("#!/bin/sh\n# cnfetti for MiniZinc\nexec '{quoted}' minizinc \"$@\"\n"))?;
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&path, executable).with_context(|| path.display().to_string())?;
    Ok("./cnfetti-flatzinc".to_owned())
}

/// Writes the program that MiniZinc calls: a script that adds the command's name.
#[cfg(not(unix))]
fn starter(folder: &Path, program: &Path) -> anyhow::Result<String> {
    let path = folder.join("cnfetti-flatzinc.bat");
    put(
        &path,
        &format!("@rem cnfetti for MiniZinc\r\n@\"{}\" minizinc %*\r\n", program.display()),
    )?;
    Ok("./cnfetti-flatzinc.bat".to_owned())
}

fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    let target = Target::new(path, OURS, false)?;
    Ok(target.write(|out| out.write_all(text.as_bytes()))?)
}
