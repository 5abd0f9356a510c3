#!/usr/bin/env bash
# Checks that everything but files, programs and the terminal compiles for a browser.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
if ! rustup target list --installed 2> /dev/null | grep --quiet --line-regexp "$target"; then
    rustup target add "$target" > /dev/null 2>&1 || {
        echo "no $target to be had: it is not checked that the engine compiles for it"
        exit 0
    }
fi
packages=()
for name in encodings core input models kinds proof exact sat puzzles explain; do
    packages+=(--package "cnfetti-$name")
done
cargo check --quiet --target "$target" "${packages[@]}"
