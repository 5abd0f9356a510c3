#!/usr/bin/env bash
# Checks that the engine compiles for a browser without any system, that the program also works as a module of
# a page, and that this module answers like the studio's server (which needs node).
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
if rustup target list --installed 2> /dev/null | grep --quiet --line-regexp "$target" ||
    rustup target add "$target" > /dev/null 2>&1; then
    packages=()
    for name in encodings core input models kinds proof exact sat puzzles explain; do
        packages+=(--package "cnfetti-$name")
    done
    cargo check --quiet --target "$target" "${packages[@]}"
else
    echo "no $target to be had: it is not checked that the engine compiles for it"
fi

module=$(.ci/module) || {
    [ $? = 3 ] || exit 1
    echo "no wasm32-wasip1 to be had: no module for pages is built"
    exit 0
}
if ! command -v node > /dev/null; then
    echo "no node: nobody asks the module"
    exit 0
fi
# Use the build of `cargo test`; alone, the program would be built again with other features.
cargo test --quiet --workspace --no-run
# Only some of the files, to save time; without their names, same.mjs asks about all.
mapfile -t files < <(find instances tests/bad -name '*.toml' | LC_ALL=C sort | awk 'NR % 36 == 3')
node tests/studio/same.mjs "${CARGO_TARGET_DIR:-target}/debug/cnfetti" "$module" "${files[@]}"
node tests/studio/ended.mjs "${CARGO_TARGET_DIR:-target}/debug/cnfetti"
