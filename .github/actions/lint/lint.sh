#!/usr/bin/env bash
# Checks CHARTS and PAGES, and writes findings as annotations. Ends with 1 if a finding fails the job.
set -euo pipefail
# The shell of macOS has no `mapfile`.
charts=() pages=() level=()
while IFS= read -r line; do [ -z "${line// /}" ] || charts+=("$line"); done <<< "${CHARTS-}"
while IFS= read -r line; do [ -z "${line// /}" ] || pages+=("$line"); done <<< "${PAGES-}"
# Without a level, the file .statechart.yaml decides.
[ -z "${FAIL_LEVEL-}" ] || level=(--fail-level "$FAIL_LEVEL")
failed=0
if [ ${#charts[@]} -gt 0 ]; then
  statechart lint --format github ${level[@]+"${level[@]}"} -- "${charts[@]}" || failed=1
fi
if [ ${#pages[@]} -gt 0 ]; then
  output=$(mktemp -d)
  statechart docs --check -- "${pages[@]}" > "$output/changes" 2> "$output/errors" || failed=1
  # The first changed line of each group of changes. Only names and numbers become a command of GitHub's.
  property='function property(text) { gsub(/%/, "%25", text); gsub(/:/, "%3A", text); gsub(/,/, "%2C", text); return text }'
  awk "$property"'
    /^--- a\// { file = substr($0, 7); next }
    /^\+\+\+ / { next }
    /^@@ -[0-9]+/ { split(substr($2, 2), range, ","); line = range[1]; isBefore = 1; next }
    isBefore && /^ / { line++ }
    isBefore && /^[-+]/ {
      printf "::error file=%s,line=%d,title=out of date::Run `statechart docs` and commit the result.\n", property(file), line
      isBefore = 0
    }' "$output/changes"
  awk "$property"'
    match($0, /:[0-9]+:[0-9]+: error: /) {
      split(substr($0, RSTART + 1, RLENGTH), range, ":")
      message = substr($0, RSTART + RLENGTH)
      gsub(/%/, "%25", message)
      printf "::error file=%s,line=%d,col=%d::%s\n", property(substr($0, 1, RSTART - 1)), range[1], range[2], message
      next
    }
    { print > "/dev/stderr" }' "$output/errors"
fi
exit $failed
