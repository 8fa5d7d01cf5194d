// ONNX Runtime alone: runs the same model on the clauses of the same messages, one at a time on one thread. Prints
// messages per second.

import { openModel } from '@leadline/assessor/embedding';
import { MAX_CLAUSES, textOf } from '@leadline/assessor/reader';
import { type Lead, splitLead } from '@leadline/engine';
import { readTexts } from './texts.ts';

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
const feeds = readTexts()
  .slice(Number(first))
  .map((message) =>
    splitLead({ ...EMPTY_LEAD, message })
      .slice(0, MAX_CLAUSES)
      .map((clause) => encode(textOf(clause))),
  );
for (const message of feeds.slice(0, 20)) for (const clause of message) await session.run(clause); // warm-up
const start = performance.now();
let read = 0;
while (performance.now() - start < Number(seconds) * 1000) {
  for (const clause of feeds[read % feeds.length] ?? []) await session.run(clause);
  read++;
}
process.stdout.write(`${(read * 1000) / (performance.now() - start)}\n`);
