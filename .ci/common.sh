# What every stage begins with: strict mode, the repository as working folder, and helpers. To be sourced.
set -Eeuo pipefail
trap 'echo "FAILED: $0:$LINENO: $BASH_COMMAND" >&2' ERR
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p .build

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# The folder of what was built: `built`, or `built -c release`.
built() { swift build "$@" --show-bin-path; }

# Installs Debian packages that are missing: COMMAND:PACKAGE, or PACKAGE where both have one name.
need() {
  local each missing=()
  for each in "$@"; do
    command -v "${each%%:*}" > /dev/null || dpkg -s "${each##*:}" > /dev/null 2>&1 || missing+=("${each##*:}")
  done
  [ ${#missing[@]} = 0 ] && return
  echo "installs ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" > /dev/null
}

# Makes a virtual environment of Python with what requirements/NAME.txt lists, each file by its hash; its python is in $python.
venv() {
  local folder=.build/venv-$1 requirements=.ci/requirements/$1.txt
  python=$folder/bin/python
  cmp -s "$requirements" "$folder/installed.txt" && return
  echo "installs $requirements"
  python3 -c 'import ensurepip' 2> /dev/null || need python3-venv
  python3 -m venv --clear "$folder"
  "$python" -m pip install --quiet --disable-pip-version-check --require-hashes --requirement "$requirements"
  cp "$requirements" "$folder/installed.txt"
}
