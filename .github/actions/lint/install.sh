#!/usr/bin/env bash
# Downloads the command from a folder with the files of a release, and adds it to the PATH of the next steps: install.sh ADDRESS
set -euo pipefail
case $(uname) in
  Linux) name=statechart-linux-$(uname -m).tar.gz ;;
  Darwin) name=statechart-macos-$(uname -m).tar.gz ;;
  *) echo "::error::There is no statechart for $(uname)."; exit 1 ;;
esac
folder=${RUNNER_TEMP:?}/statechart
mkdir -p "$folder"
cd "$folder"
for file in "$name" SHA256SUMS; do
  # The sums come from the same server, so only an encrypted connection says who made them.
  curl --fail --silent --show-error --location --retry 3 --proto '=https,file' --proto-redir '=https' --output "$file" "$1/$file" || {
    echo "::error::$1/$file cannot be downloaded. Set the input \`files\` of the action to the address of a release."
    exit 1
  }
done
sums=(sha256sum)
command -v sha256sum > /dev/null || sums=(shasum -a 256)
grep "  $name\$" SHA256SUMS | "${sums[@]}" -c - || {
  echo "::error::The checksum of $1/$name is wrong or missing, so it is not used."
  exit 1
}
tar -xzf "$name" --strip-components 1
echo "$folder/bin" >> "$GITHUB_PATH"
