#!/usr/bin/env bash
# Checks CHARTS and PAGES, and writes findings as annotations. Ends with 1 if a finding fails the job.
set -euo pipefail
# The shell of macOS has no `mapfile`.
charts=() pages=() level=()
while read -r line; do line=${line%$'\r'}; [ -z "$line" ] || charts+=("$line"); done <<< "${CHARTS-}"
while read -r line; do line=${line%$'\r'}; [ -z "$line" ] || pages+=("$line"); done <<< "${PAGES-}"
if [ ${#charts[@]} = 0 ] && [ ${#pages[@]} = 0 ]; then
  echo "::error::Nothing is checked. Set the input \`charts\` or \`pages\`."
  exit 1
fi
# Without a level, the file .statechart.yaml decides.
[ -z "${FAIL_LEVEL-}" ] || level=(--fail-level "$FAIL_LEVEL")
output=$(mktemp -d)
failed=0
# In properties of a command, GitHub needs these characters escaped.
property='function property(text) { gsub(/%/, "%25", text); gsub(/:/, "%3A", text); gsub(/,/, "%2C", text); return text }'
if [ ${#charts[@]} -gt 0 ]; then
  statechart lint --format github ${level[@]+"${level[@]}"} -- "${charts[@]}" 2> "$output/errors" || failed=1
fi
if [ ${#pages[@]} -gt 0 ]; then
  statechart docs --check -- "${pages[@]}" > "$output/changes" 2>> "$output/errors" || failed=1
  # The first changed line of each group of changes. Only names and numbers become a command of GitHub's.
  awk "$property"'
    /^--- a\// { old = substr($0, 7); next }
    /^\+\+\+ b\// && substr($0, 7) == old { file = old; next }
    /^@@ -[0-9]+/ { split(substr($2, 2), range, ","); line = range[1] > 0 ? range[1] : 1; isBefore = 1; next }
    isBefore && /^ / { line++ }
    isBefore && /^[-+]/ {
      printf "::error file=%s,line=%d,title=out of date::Run `statechart docs` and commit the result.\n", property(file), line
      isBefore = 0
    }' "$output/changes"
fi
# What cannot be used: a chart that does not exist, a marker of a page, a configuration.
awk "$property"'
  match($0, /:[0-9]+:[0-9]+: error: /) {
    split(substr($0, RSTART + 1, RLENGTH), range, ":")
    message = substr($0, RSTART + RLENGTH)
    gsub(/%/, "%25", message)
    printf "::error file=%s,line=%d,col=%d::%s\n", property(substr($0, 1, RSTART - 1)), range[1], range[2], message
    next
  }
  sub(/^(error|Error): /, "") { gsub(/%/, "%25"); print "::error::" $0; next }
  { print > "/dev/stderr" }' "$output/errors"
exit $failed
