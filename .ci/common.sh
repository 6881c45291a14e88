# What every stage begins with: strict mode, the repository as working folder, and helpers. To be sourced.
set -Eeuo pipefail
trap 'echo "FAILED: $0:$LINENO: $BASH_COMMAND" >&2' ERR
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p .build

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# Optimized builds see this folder under the same path everywhere, where the system allows it. The compiler writes lengths of paths
# into programs, and its optimizer sorts by addresses in memory, which depend on paths too. So those addresses are not random.
# Decision: Docs/decisions/releases.md#a-folder-has-no-effect-on-the-files
same_folder=$PWD
# `env` changes nothing. The shell of macOS fails on a list without elements.
in_same_folder=(env)
if [ -w /usr/src ] && unshare --mount true 2> /dev/null; then
  same_folder=/usr/src/swift-statecharts
  in_same_folder=(
    unshare --mount sh -c 'mkdir -p "$2" && mount --bind "$1" "$2" && cd "$2" && shift 2 && exec "$@"' sh "$PWD" "$same_folder")
fi
if setarch --addr-no-randomize true 2> /dev/null; then in_same_folder+=(setarch --addr-no-randomize); fi

# The options of optimized builds. All stages use the same ones, so that they share what they build. The programs need no Swift,
# and the path of this folder is not in them. Nobody debugs them. Builds in one folder wait for each other, so these have a folder of
# their own.
optimized=(-c release -debug-info-format none --scratch-path "$same_folder/.build/optimized" -Xswiftc -file-prefix-map -Xswiftc "$same_folder=.")
[ "$(uname)" != Linux ] || optimized+=(--static-swift-stdlib)

# The folder of what was built: `built`, or `built "${optimized[@]}"`.
built() {
  if [ $# = 0 ]; then
    swift build --show-bin-path
  else
    "${in_same_folder[@]}" swift build "$@" --show-bin-path | sed "s|^$same_folder/|$PWD/|"
  fi
}

# Builds a product and prints where it is: `product NAME`, or `product NAME "${optimized[@]}"`. Within one run of `.ci/run`, nothing
# changes, and to find that out takes seconds; so $BUILT lists what has been built in it.
product() {
  local name=$1 prefix=(env) path
  shift
  if [ -n "${BUILT:-}" ] && path=$(awk -F '\t' -v what="$name $*" '$1 == what { print $2; found = 1; exit } END { exit !found }' "$BUILT"); then
    echo "$path"
    return
  fi
  [ $# = 0 ] || prefix=("${in_same_folder[@]}")
  "${prefix[@]}" swift build "$@" --product "$name" >&2 && path=$(built "$@")/$name || return
  [ -z "${BUILT:-}" ] || printf '%s\t%s\n' "$name $*" "$path" >> "$BUILT"
  echo "$path"
}

# Builds the command for machines without Swift, and prints where it is. On Linux, the program needs no library at all, and the
# file beside it that ends in `.map` says what is in it.
# Decision: Docs/decisions/releases.md#the-program-for-linux-is-static
portable() {
  set -e # A shell that runs this for its output goes on after a failure otherwise.
  local program folder archive offset size
  program=$(product statechart "${optimized[@]}")-portable
  folder=$same_folder/${program#"$PWD/"}
  folder=${folder%/*}
  case $(uname) in
    Linux)
      archive=$("$(dirname "$(command -v swift)")/clang" -print-file-name=libyaml.a)
      [ -f "$archive" ] || fail "libyaml is missing. On Debian and Ubuntu: apt-get install -y libyaml-dev"
      # An id of the build would depend on the order and the paths of what is linked.
      "${in_same_folder[@]}" swiftc "@$folder/statechart.product/Objects.LinkFileList" "$archive" -emit-executable \
        -o "$folder/statechart-portable.new" -static-executable -use-ld=lld -Xlinker --defsym=main=statechart_main \
        -Xlinker --gc-sections -Xlinker --build-id=none -Xlinker --strip-all \
        -Xlinker "-Map=$folder/statechart-portable.map" >&2
      # Hashes for the compiler, which depend on paths. Nothing reads them in a program.
      read -r offset size < <(readelf --section-headers --wide "$program.new" |
        sed -nE 's/.* \.swift_modhash +PROGBITS +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) .*/0x\1 0x\2/p')
      dd if=/dev/zero of="$program.new" bs=1 seek=$((offset)) count=$((size)) conv=notrunc status=none
      ;;
    Darwin)
      archive=$(brew --prefix libyaml)/lib/libyaml.a
      [ -f "$archive" ] || fail "libyaml is missing: brew install libyaml"
      swiftc "@$folder/statechart.product/Objects.LinkFileList" "$archive" -emit-executable -o "$program.new" \
        -target "$(uname -m)-apple-macosx13.0" -Xlinker -alias -Xlinker _statechart_main -Xlinker _main -Xlinker -dead_strip -Xlinker -x \
        -Xlinker -map -Xlinker "$program.map" >&2
      ;;
    *) fail "no program is made for $(uname)" ;;
  esac
  # `#filePath`, a default value in the test harness, which no option of the compiler maps. Its length has to stay.
  FOLDER=$same_folder perl -pi -e 's|\Q$ENV{FOLDER}\E(?=/)|"." x length $ENV{FOLDER}|ge' "$program.new"
  mv "$program.new" "$program"
  echo "$program"
}

# Packages that use this one share what was built of it for the tests: $others is a copy of that folder, and `other` runs Swift with
# the copy in the place of the original, so that the compiler finds nothing changed. What they build is in $others/debug.
# Decision: Docs/decisions/tooling-and-tests.md#packages-that-use-this-one-are-built-on-what-the-tests-built
others=$PWD/.build/others
# SwiftPM would take the plan of the package before for that of the next, and the compiler its stand-ins for modules of Apple.
share_builds() {
  if [ ! -d "$others" ]; then
    mkdir "$others"
    cp -a .build/{artifacts,build.db,checkouts,debug,repositories,workspace-state.json} "$(dirname "$(built)")" "$others" || true
  fi
  rm -f "$others"/{debug.yaml,plugin-tools.yaml,debug/description.json}
  rm -f "$others"/debug/Modules/{SwiftUI,Combine,Charts,ComposableArchitecture}.*
}
other() { # the folder of a package, a command of Swift and its options
  local package=$1 command=$2 folder=$others in_place=(env)
  shift 2
  if [ "${in_same_folder[0]}" = unshare ]; then
    folder=$PWD/.build
    in_place=(unshare --mount sh -c 'mount --bind "$1" "$2" && shift 2 && exec "$@"' sh "$others" "$folder")
  fi
  "${in_place[@]}" swift "$command" --package-path "$package" --scratch-path "$folder" "$@"
}

# Builds the tests and what they run, but not all targets: for the plugins, those would compile the command a second time.
build_tests() { swift build --product swift-statechartsPackageTests "$@"; }

# Runs the tests of some suites. Swift passes when there is no test of a name.
suites() {
  local name all
  build_tests "${options[@]}"
  all=$(swift test list --skip-build "${options[@]}")
  for name in "$@"; do
    grep -q "[./]$name/" <<< "$all" || fail "there are no tests in $name"
  done
  swift test --skip-build "${options[@]}" --filter "$(IFS='|'; echo "$*")"
}
options=() # of Swift, for `suites`

# Installs Debian packages that are missing: COMMAND:PACKAGE, or PACKAGE where both have one name. Stages that run beside each
# other take turns.
need() {
  local each missing=()
  for each in "$@"; do
    command -v "${each%%:*}" > /dev/null || dpkg -s "${each##*:}" > /dev/null 2>&1 || missing+=("${each##*:}")
  done
  [ ${#missing[@]} = 0 ] && return
  echo "installs ${missing[*]}"
  (
    flock 9
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" > /dev/null
  ) 9> .build/packages.lock
}

# Makes a virtual environment of Python with what requirements/NAME.txt lists, each file by its hash; its python is in $python.
# The list is complete, but for what `requirements/update` leaves out.
venv() {
  local folder=.build/venv-$1 requirements=.ci/requirements/$1.txt
  python=$folder/bin/python
  cmp -s "$requirements" "$folder/installed.txt" && return
  python3 -c 'import ensurepip' 2> /dev/null || need python3-venv
  (
    flock 9
    cmp -s "$requirements" "$folder/installed.txt" && exit
    echo "installs $requirements"
    python3 -m venv --clear "$folder"
    # The list is complete, but for Playwright, which one of its packages names and nothing here uses.
    "$python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --requirement "$requirements"
    cp "$requirements" "$folder/installed.txt"
  ) 9> ".build/venv-$1.lock"
}
