// A reading thread: loads the model, reports ready, then reads leads one at a time.

import { parentPort, workerData } from 'node:worker_threads';
import type { Assessment } from '@leadline/engine';
import { loadHeads } from './heads-file.ts';
import { makePrepare } from './prepare-lead.ts';
import { makePreparedReader } from './reader.ts';
import type { LeadAnswer, LeadToRead, ThreadOptions, ToMain, ToThread } from './thread-messages.ts';

/** Under load, answers wait this long for others to share their message. Each message wakes the main thread, which on a
 * busy machine takes the core from this one: 0.6 of 7 ms per lead. */
const MAX_HOLD_MS = 5;

const port = parentPort;
if (port === null) throw new Error('thread.ts must run as a worker thread');
const post = (message: ToMain): void => port.postMessage(message);

const queue: LeadToRead[] = [];
let isStopping = false;

async function readQueue(read: (lead: LeadToRead) => Promise<Assessment>): Promise<void> {
  let answers: LeadAnswer[] = [];
  let heldSince = 0;
  for (let lead = queue.shift(); lead !== undefined && !isStopping; lead = queue.shift()) {
    // If the model fails on one lead, the others must not be affected.
    const assessment = await read(lead).catch(() => null);
    // The model blocks this thread, so messages can only arrive between leads.
    await new Promise((resume) => setImmediate(resume));
    if (answers.length === 0) heldSince = performance.now();
    answers.push({ id: lead.id, assessment });
    if (queue.length > 0 && !isStopping && performance.now() - heldSince < MAX_HOLD_MS) continue;
    post({ kind: 'answers', answers });
    answers = [];
  }
}

try {
  const { modelFile } = workerData as ThreadOptions;
  const heads = loadHeads();
  const prepare = makePrepare(heads.commonWords);
  const readPrepared = await makePreparedReader(heads, modelFile);
  const read = async (lead: LeadToRead): Promise<Assessment> =>
    readPrepared('prepared' in lead ? lead.prepared : prepare(lead.clauses, lead.now));
  let reading: Promise<void> | null = null;
  port.on('message', (message: ToThread) => {
    if (message.kind === 'stop') {
      isStopping = true;
      void Promise.resolve(reading).then(() => port.close());
      return;
    }
    queue.push(...message.leads);
    reading ??= readQueue(read).finally(() => {
      reading = null;
    });
  });
  post({ kind: 'ready' });
} catch (error) {
  post({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
}
