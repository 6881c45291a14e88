#!/usr/bin/env bash
# Allocations of an event, counted: each workload runs twice, the second time with ten times the events. What the counts
# differ by is what the events allocate; everything else is the same in both runs.
#
# usage: bash Sources/Benchmarks/peers/allocations.sh     (BENCHMARKS=FILE: our program, already built)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
gcc -O2 -shared -fPIC -o "$dir/allocations.so" "$here/allocations.c" -ldl
count() {
  LD_PRELOAD="$dir/allocations.so" "$BENCHMARKS" --runs 1 --lines --only "$1" --scale "$2" 2>&1 >/dev/null \
    | awk '$1 == "allocations" { print $2 }'
}
status=0
for workload in ${*:-W2 W4 W10}; do
  few=$(count "$workload" 0.1)
  many=$(count "$workload" 1)
  echo "$workload: $few allocations with a tenth of the events, $many with all: $((many - few)) more"
  # A page of the result's text may come and go.
  [[ $((many - few)) -le 50 ]] || status=1
done
exit $status
