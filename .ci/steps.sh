# Shared by run and nightly: steps and suites, each with its seconds, counted at the end.

set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
report=$(mktemp -d)
trap 'rm -rf "$report"' EXIT
passed=0
failed=0
export CI=1 # a missing tool is a failure, not a reason to skip
# Tests start hundreds of processes, each of which would compile the whole service again.
export NODE_COMPILE_CACHE="$report/compile-cache"

took() { printf '%6d s  %s\n' $((SECONDS - $2)) "$1" | tee -a "$report/times"; }

# A step is one check; its output is shown either way.
step() {
  local name=$1 from=$SECONDS
  shift
  echo "── $name"
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $name" | tee -a "$report/failures"; fi
  took "$name" "$from"
}

# Steps that run beside each other; their output is shown one after the other. Arguments: name command name command …
together() {
  local names=() pids=() from=$SECONDS name
  while [ $# -gt 0 ]; do
    (eval "$2" >"$report/$1.log" 2>&1; status=$?; echo $((SECONDS - from)) >"$report/$1.seconds"; exit $status) &
    names+=("$1") pids+=($!)
    shift 2
  done
  for index in "${!names[@]}"; do
    name=${names[$index]}
    if wait "${pids[$index]}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $name" >>"$report/failures"; fi
    echo "── $name"
    cat "$report/$name.log"
    printf '%6d s  %s\n' "$(cat "$report/$name.seconds")" "$name" | tee -a "$report/times"
  done
}

# A suite counts its tests. A test that waits for an answer fails when the machine stalls for seconds, so each gets a second
# try; one that needed it is named at the end. Only a few may need it, and no guarantee (guarantees.mjs): that has failed.
MAX_SECOND_TRIES=3
suite() {
  local name=$1 file="$report/$1.json" from=$SECONDS
  shift
  echo "── $name"
  local status=0 failed_before=$failed
  "$@" --retry=1 --reporter=default --reporter=json --outputFile.json="$file" || status=$?
  if [ -s "$file" ]; then
    passed=$((passed + $(node -p "JSON.parse(require('fs').readFileSync('$file')).numPassedTests")))
    failed=$((failed + $(node -p "const r=JSON.parse(require('fs').readFileSync('$file')); r.numFailedTests + r.testResults.filter(f => f.status === 'failed' && f.assertionResults.length === 0).length")))
  else
    failed=$((failed + 1))
  fi
  # An error outside any test, for example after the last one, fails the run but no test.
  if [ "$status" -ne 0 ] && [ "$failed" -eq "$failed_before" ]; then failed=$((failed + 1)); fi
  node .ci/failures.mjs "$name" "$file" "$status" >"$report/$name.failures"
  local broken
  broken=$(grep -c '^failed once, a guarantee' "$report/$name.failures")
  passed=$((passed - broken)) failed=$((failed + broken))
  cat "$report/$name.failures" >>"$report/failures"
  took "$name" "$from"
}

# Failures are repeated at the end: the log before them is long.
finish() {
  echo "── seconds"
  cat "$report/times"
  printf '%6d s  in total\n' "$SECONDS"
  local second=0
  if [ -s "$report/failures" ]; then
    cat "$report/failures"
    second=$(grep -c '^passed the second time' "$report/failures")
  fi
  if [ "$second" -gt "$MAX_SECOND_TRIES" ]; then
    failed=$((failed + 1))
    echo "failed: $second tests needed a second try; at most $MAX_SECOND_TRIES may"
  fi
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
  exit
}

# For the browser tests, the benchmarks, and the examples in other languages.
install_tools() {
  for tool in chromium wrk pgbench psql pgbouncer promtool curl php python3 strace ip mmdebstrap; do command -v $tool >/dev/null || break; done &&
    command -v $tool >/dev/null && return
  apt-get update -qq &&
    apt-get install -y -qq --no-install-recommends chromium wrk postgresql-15 pgbouncer prometheus curl php-cli python3 strace iproute2 mmdebstrap >/dev/null
}
