// Every client, against a real service.

import { join } from 'node:path';
import { useApi } from '@leadline/testkit/service/use-api';
import { describe, test } from 'vitest';
import { CLIENTS, isMissing } from '../support/clients.ts';
import { startDriver } from '../support/driver.ts';
import { useServiceCases } from '../support/use-service-cases.ts';

const suite = useApi();

const sdk = join(import.meta.dirname, '../../src/index.ts');
useServiceCases('the SDK', suite, () =>
  startDriver(process.execPath, [join(import.meta.dirname, '../drive.mjs'), sdk]),
);

for (const { name, command, driver } of CLIENTS)
  if (isMissing(command)) describe.skip(name, () => test(`${command} is not installed`, () => {}));
  else useServiceCases(name, suite, () => startDriver(command, [driver]));
