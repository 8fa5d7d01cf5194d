// `node drive.mjs PATH_OF_THE_SDK` reads a call per line and answers with a line, as the drivers of the other clients do.

import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { makeRun } from './run-call.mjs';

const run = makeRun(await import(pathToFileURL(process.argv[2]).href));

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await run(JSON.parse(line));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
