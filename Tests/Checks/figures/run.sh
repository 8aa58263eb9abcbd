#!/usr/bin/env bash
# Checks that the program of the benchmarks rejects wrong arguments before it measures, with a sentence and exit status
# 2. Checks that the chart of the README has at most eight rows, and fits a screen.
# usage: Tests/Checks/figures/run.sh PROGRAM      (such as Benchmarks/.build/release/figures)
set -euo pipefail
program="${1:?usage: Tests/Checks/figures/run.sh PROGRAM}"
results() { (cd "$(dirname "$0")/../../../Benchmarks" && cat results.md chart.svg summary.svg | cksum); }
before="$(results)"

refuses() {
  local expected="figures: $1; see --help" status=0 errors
  shift
  errors="$(timeout 1200 "$program" "$@" 2>&1 >/dev/null)" || status=$?
  [ "$status" = 2 ] && [ "$errors" = "$expected" ] ||
    { printf 'figures %s: status %s, %s\ninstead of status 2, %s\n' "$*" "$status" "$errors" "$expected" >&2; exit 1; }
}

complete="--write goes without --quick, --only and --repeat: what is written must be complete"
refuses "--only nothing: no row has a name that contains this" --quick --only nothing
refuses "--only nothing: no row has a name that contains this" --repeat 1 --only nothing
refuses "--only needs a text" --only
refuses "--repeat needs a count of 1 or more, not '-1'" --repeat -1
refuses "--repeat needs a count of 1 or more, not '0'" --repeat 0
refuses "--repeat needs a count of 1 or more, not 'x'" --repeat x
refuses "--of goes with --repeat" --of Airwave
refuses "--of: no row that is asked for has this contestant" --repeat 1 --only cold --of Observation
refuses "$complete" --write --quick
refuses "$complete" --write --only one
refuses "$complete" --write --repeat 1
refuses "unknown option '--fast'" --fast
[ "$before" = "$(results)" ] || { echo "figures: the results were written" >&2; exit 1; }

summary="$(dirname "$0")/../../../Benchmarks/summary.svg"
rows="$(grep -c 'class="title"' "$summary")"
height="$(grep -oE 'viewBox="0 0 [0-9.]+ [0-9]+' "$summary" | grep -oE '[0-9]+$')"
[ "$rows" -ge 1 ] && [ "$rows" -le 8 ] && [ "$height" -le 720 ] ||
  { echo "figures: summary.svg has $rows rows, and is $height high" >&2; exit 1; }
echo "figures: refuses what it cannot do, and its chart has $rows rows"
