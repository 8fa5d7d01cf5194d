import { join } from 'node:path';
import { startDriver } from './support/driver.ts';
import { useCases } from './support/use-cases.ts';

const sdk = join(import.meta.dirname, '../src/index.ts');
useCases('the SDK', () => startDriver(process.execPath, [join(import.meta.dirname, 'drive.mjs'), sdk]));
