#!/usr/bin/env python3
"""Reads RESULT lines and prints for each workload every median and its ratio to ours.

With --guard: ends with status 1 where ours takes more times the Swift floor of the same run than it may. The fastest
runs are compared, which neighbours disturb least, and the limits are some two times what was measured, for
machines differ.
"""
import sys

OURS = "swift-statecharts"
# Workload of ours, workload of the floor, most times the floor.
LIMITS = [
    ("W1", "W1", 10),
    ("W1, memo off", "W1", 180),
    ("W2", "W2", 3),
    ("W2, static handlers", "W2", 1.4),
    ("W3", "W1", 14),
    ("W3, memo off", "W1", 400),
    ("W4", "W4", 1.2),
    ("W4, closures", "W4", 3.6),
]

medians = {}
fastest = {}
for line in open(sys.argv[1]):
    fields = line.rstrip("\n").split("\t")
    if fields[0] == "RESULT":
        medians[fields[2], fields[1]] = float(fields[4])
        fastest[fields[2], fields[1]] = float(fields[5])


for workload in sorted({key[0] for key in medians}):
    base = medians.get((workload.split(",")[0].split(" ")[0], OURS))
    for (name, peer), median in sorted(medians.items(), key=lambda item: item[1]):
        if name == workload:
            ratio = f"{median / base:10.2f} x" if base else ""
            print(f"{workload:28} {peer:24} {median:12.2f} {ratio}")

if "--guard" in sys.argv:
    broken = []
    for workload, floor, limit in LIMITS:
        ratio = fastest[workload, OURS] / fastest[floor, "Swift"]
        print(f"guard: {workload} is {ratio:.1f} times the floor's {floor}, at most {limit}")
        if ratio > limit:
            broken.append(workload)
    if broken:
        sys.exit("slower than it may be: " + ", ".join(broken))
