#!/usr/bin/env python3
"""Instructions of an event, counted by valgrind: the program runs twice, the second time with one run more of a workload, and
what the counts differ by is what that run costs. Unlike times these numbers are the same on a busy machine, so that they can
be held to narrow limits.

usage: instructions.py PROGRAM     ends with status 1 where a workload takes more than it may
"""
import os
import re
import subprocess
import sys

# What each line of the table takes, as counted; for W6 and W7 in millions for a chart. A tenth more is too much.
# Decision: Docs/decisions/tooling-and-tests.md#instructions-not-times-show-a-slower-event
MEASURED = {
    "W1": 331, "W1, cache off": 1194, "W1 by name": 756, "W2": 751, "W2, handlers take the call": 1304,
    "W3": 543, "W3, cache off": 2585, "W4": 1598, "W4, closures": 3521, "W6 1000": 116, "W7": 6.4,
}
ALLOWED = 1.1


def count(program, *options):
    """The instructions of a run, and how many things a run of each workload does."""
    run = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program, "--lines", "--runs",
         "1", "--scale", "0.01", *options], capture_output=True, text=True,
        # Tables that are filled in another order in each process cost another number.
        env=dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1"))
    if run.returncode:
        sys.exit(run.stdout + run.stderr)
    lines = (line.split("\t") for line in run.stdout.splitlines())
    things = {fields[2]: int(fields[8]) for fields in lines if fields[0] == "RESULT"}
    return int(re.search(r"I +refs: +([0-9,]+)", run.stderr).group(1).replace(",", "")), things


def main(program):
    known, broken = {}, []
    for name, measured in MEASURED.items():
        workload = re.match(r"W\d+", name).group()
        if workload not in known:
            known[workload] = count(program, "--only", workload)
        before, things = known[workload]
        cost = (count(program, "--only", workload, "--again", name)[0] - before) / things[name]
        print(f"{name:28} {cost:10.1f} instructions, {measured} when this was written")
        if not 0 < cost <= measured * ALLOWED:
            broken.append(name)
    if broken:
        sys.exit("more instructions than there may be: " + ", ".join(broken))


main(*sys.argv[1:])
