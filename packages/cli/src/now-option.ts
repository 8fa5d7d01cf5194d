// --now: the moment a lead is scored at, so that a score can be computed again later.

import { InvalidArgumentError, Option } from 'commander';

export const nowOption = (): Option =>
  new Option('--now <time>', 'score as of this moment, e.g. 2026-11-15 (default: now)')
    .argParser(readTime)
    .default(new Date(), 'now');

function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Not a date.');
  return time;
}
