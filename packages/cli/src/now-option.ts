// --now sets the time at which a lead is scored, so that an earlier score can be reproduced.

import { InvalidArgumentError, Option } from 'commander';

export const nowOption = (): Option =>
  new Option('--now <time>', 'score as of this time, for example 2026-11-15')
    .argParser(readTime)
    .default(new Date(), 'now');

function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Use a date such as 2026-11-15.');
  return time;
}
