// Names the tests of a Vitest report that failed, at least once, and the first line of why.

import { existsSync, readFileSync } from 'node:fs';
import { isGuarantee } from './guarantees.mjs';

const [name, file, exitStatus] = process.argv.slice(2);
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : [];
const failures = results.flatMap(({ name: path, status: fileStatus, message, assertionResults }) => {
  const tests = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0);
  if (tests.length === 0 && fileStatus === 'failed')
    return [{ path, title: '', hasFailed: true, why: message }];
  return tests.map(({ fullName, status, failureMessages }) => ({
    path,
    title: fullName,
    hasFailed: status === 'failed',
    why: failureMessages[0],
  }));
});
for (const { path, title, hasFailed, why = '' } of failures) {
  const verdict = hasFailed
    ? 'failed'
    : isGuarantee(path)
      ? 'failed once, a guarantee'
      : 'passed the second time';
  process.stdout.write(
    `${verdict}: ${name}: ${path.slice(path.indexOf('packages'))} ${title}\n  ${why.split('\n')[0]}\n`,
  );
}
if (exitStatus !== '0' && !failures.some(({ hasFailed }) => hasFailed))
  process.stdout.write(`failed: ${name}, outside any test\n`);
