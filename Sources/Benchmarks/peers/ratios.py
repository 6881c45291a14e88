#!/usr/bin/env python3
"""Reads RESULT lines and prints for each workload every median and its ratio to ours."""
import sys

OURS = "swift-statecharts"
medians = {}
for line in open(sys.argv[1]):
    fields = line.rstrip("\n").split("\t")
    if fields[0] == "RESULT":
        medians[fields[2], fields[1]] = float(fields[4])


for workload in sorted({key[0] for key in medians}):
    base = medians.get((workload.split(",")[0].split(" ")[0], OURS))
    for (name, peer), median in sorted(medians.items(), key=lambda item: item[1]):
        if name == workload:
            ratio = f"{median / base:10.2f} x" if base else ""
            print(f"{workload:28} {peer:24} {median:12.2f} {ratio}")
