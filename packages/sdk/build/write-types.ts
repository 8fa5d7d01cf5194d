// Writes src/generated from docs/openapi.json: `npm run sdk:types`.

import { writeFileSync } from 'node:fs';
import { generateTypes } from './generate-types.ts';

for (const [path, content] of Object.entries(generateTypes())) writeFileSync(path, content);
