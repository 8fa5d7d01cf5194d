// Names the tests of a Vitest report that failed, and the first line of why.

import { existsSync, readFileSync } from 'node:fs';

const [name, file] = process.argv.slice(2);
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : [];
const failures = results.flatMap(({ name: path, status, message, assertionResults }) => {
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0) return status === 'failed' ? [{ path, title: '', why: message }] : [];
  return tests.map(({ fullName, failureMessages }) => ({ path, title: fullName, why: failureMessages[0] }));
});
if (failures.length === 0) process.stdout.write(`failed: ${name}, outside any test\n`);
for (const { path, title, why = '' } of failures) {
  process.stdout.write(
    `failed: ${name}: ${path.slice(path.indexOf('packages'))} ${title}\n  ${why.split('\n')[0]}\n`,
  );
}
