// The clients in other languages pass the same cases.

import { describe, test } from 'vitest';
import { CLIENTS, isMissing } from './support/clients.ts';
import { startDriver } from './support/driver.ts';
import { useCases } from './support/use-cases.ts';

for (const { name, command, driver } of CLIENTS)
  if (isMissing(command)) describe.skip(name, () => test(`${command} is not installed`, () => {}));
  else useCases(name, () => startDriver(command, [driver]));
