#!/usr/bin/env python3
"""CPU seconds of verdicts, counts and a comparison, of one build of cnfetti or of two side by side.

    python3 benches/peers/engines.py [--pips FOLDER] target/release/cnfetti [OTHER]

FOLDER has published Pips, which cannot be shared. Each time is the least of three, with the ratio of the first
build to the second.
"""

import argparse
import pathlib
import resource
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = [
    "instances/seating/cheating-linguists.toml",
    "instances/pips/growing-28.toml",
    "benches/peers/many-ways.toml",
    "benches/peers/seats-5x5.toml",
    "benches/peers/seats-6x6.toml",
    "benches/peers/magic-4.xml",
]
WAYS = {"count": ["count"], "exact counter alone": ["count", "--engine", "exact"]}


def cpu(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("builds", nargs="+")
    parser.add_argument("--pips", type=pathlib.Path)
    given = parser.parse_args()
    tasks = [(name, way, [str(ROOT / file)]) for file in FILES for name, way in WAYS.items()]
    tasks.append(("compare", ["compare"], [str(ROOT / "instances/dice/labeled-dice.toml")]))
    if given.pips:
        pips = sorted(map(str, given.pips.glob("*.json")))
        tasks = [("solve --unique", ["solve", "--unique"], pips)] + [(n, w, pips) for n, w in WAYS.items()] + tasks
    for name, way, files in tasks:
        times = [min(cpu([build, *way, *files]) for _ in range(3)) for build in given.builds]
        what = pathlib.Path(files[0]).name if len(files) == 1 else f"{len(files)} files of Pips"
        ratio = f"  {times[0] / times[1]:.2f}" if len(times) == 2 else ""
        print(f"{what:24} {name:20}" + "".join(f"{time:9.3f} s" for time in times) + ratio, flush=True)


if __name__ == "__main__":
    main()
