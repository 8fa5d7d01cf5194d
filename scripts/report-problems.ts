// How every check ends: one line for each problem and exit code 1, or one line that says what is fine.

export function reportProblems(problems: readonly string[], allGood: string): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(allGood);
}
