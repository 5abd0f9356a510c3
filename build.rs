//! Builds the engine that pages without a server carry, if the feature `pages` asks for it: this program itself
//! as a WebAssembly module. `CNFETTI_MODULE` names one that is built already.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-wasip1";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CNFETTI_MODULE");
    if env::var_os("CARGO_FEATURE_PAGES").is_none() {
        return;
    }
    let module = match env::var_os("CNFETTI_MODULE") {
        Some(path) => std::path::absolute(path).expect("the working directory exists"),
        None => build(),
    };
    assert!(module.is_file(), "there is no {}", module.display());
    println!("cargo::rerun-if-changed={}", module.display());
    println!("cargo::rustc-env=CNFETTI_MODULE={}", module.display());
}

/// Builds the module in a folder of its own, because this build has locked its own.
fn build() -> PathBuf {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    for place in ["Cargo.lock", "crates", "encodings", "src"] {
        println!("cargo::rerun-if-changed={}", root.join(place).display());
    }
    if !has_target() {
        println!(
            "cargo::error=the feature `pages` needs Rust's target {TARGET}: run `rustup target add \
             {TARGET}`, or build without the feature"
        );
        std::process::exit(1);
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("module");
    let mut cargo = Command::new(env::var_os("CARGO").expect("cargo sets it"));
    cargo.current_dir(&root).args(["rustc", "--quiet", "--locked", "--profile", "module"]);
    cargo.args(["--target", TARGET, "--no-default-features", "--features", "links"]);
    cargo.args(["--bin", "cnfetti", "--target-dir"]).arg(&folder);
    // As deep a stack as a program has on Linux, and no more than 2 GiB in all.
    cargo.args(["--", "-C", "link-arg=-zstack-size=8388608"]);
    cargo.args(["-C", "link-arg=--max-memory=2147483648"]);
    // What this build sets for the machine it runs on does not hold for the module.
    for name in ["CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "RUSTC_WORKSPACE_WRAPPER"] {
        cargo.env_remove(name);
    }
    // Cargo passes on what it finds, and the build script of the module would build a module again, without end.
    cargo.env_remove("CARGO_FEATURE_PAGES");
    let status = cargo.status().expect("cargo can be started");
    assert!(status.success(), "the module for pages cannot be built: {status}");
    Path::new(&folder).join(TARGET).join("module/cnfetti.wasm")
}

/// Whether this Rust can build for the target.
fn has_target() -> bool {
    let mut rustc = Command::new(env::var_os("RUSTC").expect("cargo sets it"));
    let output = rustc.args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    folder.is_ok_and(|folder| !folder.is_empty() && Path::new(&folder).is_dir())
}
