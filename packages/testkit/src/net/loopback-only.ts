// The command that runs another one with nothing but a loopback of its own. Needs unshare and ip, and the right to make a
// network namespace.

const ALONE = 'ip link set lo up && exec "$@"';

export const loopbackOnly = (command: readonly string[]): string[] => [
  'unshare',
  '--net',
  'sh',
  '-c',
  ALONE,
  'sh',
  ...command,
];
