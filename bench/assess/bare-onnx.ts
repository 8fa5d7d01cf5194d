// ONNX Runtime alone: runs the same model on the same messages, one at a time on one thread, with their tokens prepared
// beforehand. One message per run, because int8 scales are computed over the whole run: batches are faster, but give other
// results. Also reads each message with Leadline's reader, in turns, so that other processes
// disturb both alike. Prints messages per second and CPU time per message.

import { makeFeeds, openModel } from '@leadline/assessor/embedding';
import { loadHeads } from '@leadline/assessor/heads-file';
import { makePrepare } from '@leadline/assessor/prepare-lead';
import { makeReader } from '@leadline/assessor/reader';
import { type Lead, splitLead } from '@leadline/engine';
import { readTexts } from './texts.ts';

export interface Bare {
  readonly perSecond: number;
  readonly cpuMs: number;
  /** Speed of the reader without the service around it, relative to ONNX Runtime: the median of all messages. */
  readonly reader: number;
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
const session = await openModel();
const prepare = makePrepare(loadHeads().commonWords);
const read = await makeReader();
const leads = readTexts()
  .slice(Number(first))
  .map((message) => splitLead({ ...EMPTY_LEAD, message }));
const now = new Date();
const messages = leads.flatMap((clauses) => {
  const { tokens } = prepare(clauses, now);
  return tokens.length === 0 ? [] : [{ clauses, feeds: makeFeeds(tokens) }];
});
// The reader's code is compiled in the first few hundred.
const warmUp = splitLead({ ...EMPTY_LEAD, message: 'We need 40 chairs by May. Please send a quote.' });
for (let run = 0; run < 300; run++) await read(warmUp, now);
let [bareMs, cpuMs, count] = [0, 0, 0];
const ratios: number[] = [];
while (bareMs < Number(seconds) * 1000) {
  const { clauses, feeds } = messages[count++ % messages.length] as (typeof messages)[number];
  const start = performance.now();
  const startCpu = process.threadCpuUsage();
  await session.run(feeds);
  const { user, system } = process.threadCpuUsage(startCpu);
  const end = performance.now();
  await read(clauses, now);
  ratios.push((end - start) / (performance.now() - end));
  bareMs += end - start;
  cpuMs += (user + system) / 1000;
}
const result: Bare = {
  perSecond: (count * 1000) / bareMs,
  cpuMs: cpuMs / count,
  reader: ratios.toSorted((a, b) => a - b)[count >> 1] as number,
};
process.stdout.write(JSON.stringify(result));
