// A process that moves an account and dies like one that is killed, at the first event of a kind.
// Usage: node move-until.ts DIRECTORY_URL ACCOUNT CELL EVENT

import { moveAccount } from '../../src/cells/moves/move-account.ts';

const [directoryUrl = '', accountId = '', target = '', last] = process.argv.slice(2);
await moveAccount({
  directoryUrl,
  accountId,
  target,
  onEvent: ({ kind }) => {
    if (kind === last) process.kill(process.pid, 'SIGKILL');
  },
});
