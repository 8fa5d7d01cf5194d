// Handles signals from the first moment on. Imported first, because the first process of a container ignores signals that it
// doesn't handle. There is one listener for as long as the process lives: a signal that arrives while modules are being
// loaded would be lost if its listener were replaced meanwhile.

/** What shells report for a process that a signal ended. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

type Signal = keyof typeof EXIT_CODES;

let respond: (signal: Signal) => void = (signal) => process.exit(EXIT_CODES[signal]);

process.on('SIGINT', () => respond('SIGINT'));
process.on('SIGTERM', () => respond('SIGTERM'));

export function onSignal(response: () => void): void {
  respond = response;
}
