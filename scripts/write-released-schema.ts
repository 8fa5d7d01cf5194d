// Notes what the schema offers to the release that is being made, for scripts/check-migrations.ts. `npm run version` runs it.

import { readFileSync, writeFileSync } from 'node:fs';
import { readInterface } from '@leadline/server/schema-changes';

const lines = readInterface(readFileSync('packages/server/schema.sql', 'utf8'));
writeFileSync('packages/server/released-schema.txt', `${lines.join('\n')}\n`);
console.log('packages/server/released-schema.txt written');
