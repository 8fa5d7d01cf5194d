// ONNX Runtime alone: runs the same model on the clauses of the same messages, one at a time on one thread, with their
// tokens prepared beforehand. Prints messages per second and CPU time per message.

import { openModel } from '@leadline/assessor/embedding';
import { MAX_CLAUSES, makeTextOf } from '@leadline/assessor/reader';
import { type Lead, splitLead } from '@leadline/engine';
import { loadHeads } from '../../packages/assessor/src/heads-file.ts';
import { readTexts } from './texts.ts';

export interface Bare {
  readonly perSecond: number;
  readonly cpuMs: number;
}

const EMPTY_LEAD: Lead = {
  name: '',
  email: '',
  phone: '',
  budget: '',
  message: '',
  source: '',
  custom_fields: {},
};

const [seconds = '5', first = '0'] = process.argv.slice(2);
const { session, encode } = await openModel();
const textOf = makeTextOf(loadHeads().commonWords);
const feeds = readTexts()
  .slice(Number(first))
  .map((message) =>
    splitLead({ ...EMPTY_LEAD, message })
      .slice(0, MAX_CLAUSES)
      .map((clause) => encode(textOf(clause))),
  );
for (const message of feeds.slice(0, 20)) for (const clause of message) await session.run(clause); // warm-up
const start = performance.now();
const startCpu = process.threadCpuUsage();
let read = 0;
while (performance.now() - start < Number(seconds) * 1000) {
  for (const clause of feeds[read % feeds.length] ?? []) await session.run(clause);
  read++;
}
const { user, system } = process.threadCpuUsage(startCpu);
const result: Bare = {
  perSecond: (read * 1000) / (performance.now() - start),
  cpuMs: (user + system) / 1000 / read,
};
process.stdout.write(JSON.stringify(result));
