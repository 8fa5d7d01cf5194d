// ONNX Runtime alone: the same network on the same texts, one after the other on one thread, and nothing else. Prints
// texts a second.

import { openModel } from '../../packages/assessor/src/embedding.ts';
import { readTexts } from './texts.ts';

const [seconds = '5', first = '0'] = process.argv.slice(2);
const { session, encode } = await openModel();
const feeds = readTexts().slice(Number(first)).map(encode);
for (const each of feeds.slice(0, 50)) await session.run(each); // to warm up
const start = performance.now();
let runs = 0;
while (performance.now() - start < Number(seconds) * 1000) {
  await session.run(feeds[runs % feeds.length] as (typeof feeds)[number]);
  runs++;
}
process.stdout.write(`${(runs * 1000) / (performance.now() - start)}\n`);
