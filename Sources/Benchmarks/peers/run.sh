#!/usr/bin/env bash
# Builds the floor programs and the peers that Debian and PyPI offer, runs them and our own benchmarks one after the
# other, and prints for each workload the medians and how many times ours each takes.
#
# usage: bash Sources/Benchmarks/peers/run.sh [floor] [boost] [qt] [python]     (none named: all)
#   PEERS_DIR=DIR    keeps programs and results there; a temporary folder otherwise
#   NO_INSTALL=1     installs nothing
#   BENCHMARKS=FILE  our program, already built; `swift build -c release` makes it otherwise
#   SCALE=0.1        sends a tenth of the events
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
dir=${PEERS_DIR:-$(mktemp -d)}
mkdir -p "$dir"
want=" ${*:-floor boost qt python} "
wants() { [[ $want == *" $1 "* ]]; }

if [[ -z ${NO_INSTALL:-} ]]; then
  packages=(gcc g++ python3)
  ! wants boost || packages+=(libboost-dev)
  ! wants qt || packages+=(pkg-config qt6-scxml-dev qt6-base-dev)
  ! wants python || packages+=(python3-venv)
  { apt-get update && apt-get install -y --no-install-recommends "${packages[@]}"; } >"$dir/install.log" 2>&1 \
    || { tail -5 "$dir/install.log" >&2; exit 1; }
fi

if [[ -z ${BENCHMARKS:-} ]]; then
  swift build --package-path "$root" -c release --product statechart-benchmarks >&2
  BENCHMARKS=$(swift build --package-path "$root" -c release --show-bin-path)/statechart-benchmarks
fi

results=$dir/results.tsv
: >"$results"
measure() { "$@" | tee -a "$results" | { grep -v '^RESULT' || true; }; }

gcc -O2 -o "$dir/floor_c" "$here/floor.c"
measure "$dir/floor_c"
swiftc -O -wmo -o "$dir/floor_swift" "$here/floor.swift"
measure "$dir/floor_swift"
measure "$BENCHMARKS" --lines --only W1,W2,W3,W4 --scale "${SCALE:-1}"
if wants boost; then
  g++ -O2 -DNDEBUG -std=c++17 -w -o "$dir/boost" "$here/boost.cpp"
  measure "$dir/boost"
fi
if wants qt; then
  python3 "$here/charts.py" "$dir/charts"
  # shellcheck disable=SC2046
  g++ -O2 -fPIC -std=c++17 -o "$dir/qt" "$here/qt.cpp" $(pkg-config --cflags --libs Qt6Scxml)
  measure env QT_LOGGING_RULES='*=false' "$dir/qt" "$dir/charts"
fi
if wants python; then
  [[ -x $dir/venv/bin/python ]] || python3 -m venv "$dir/venv"
  [[ -n ${NO_INSTALL:-} ]] \
    || "$dir/venv/bin/pip" install --quiet --require-hashes --requirement "$here/../../../.ci/requirements/benchmarks.txt"
  measure "$dir/venv/bin/python" "$here/peers.py"
fi
python3 "$here/ratios.py" "$results"
