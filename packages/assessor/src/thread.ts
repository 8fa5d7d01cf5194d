// A reading thread: loads the model, reports ready, then reads leads one at a time.

import { parentPort, workerData } from 'node:worker_threads';
import { makeReader } from './reader.ts';
import type { ThreadOptions, ToMain, ToThread } from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('thread.ts must run as a worker thread');
const post = (message: ToMain): void => port.postMessage(message);

try {
  const { modelFile } = workerData as ThreadOptions;
  const read = await makeReader(modelFile);
  let isStopping = false;
  let reading = Promise.resolve();
  port.on('message', (message: ToThread) => {
    if (message.kind === 'stop') {
      isStopping = true;
      void reading.then(() => port.close());
      return;
    }
    reading = reading.then(async () => {
      for (const { id, clauses, now } of message.leads) {
        if (isStopping) return;
        // If the model fails on one lead, the others must not be affected.
        const assessment = await read(clauses, now).catch(() => null);
        post({ kind: 'answer', id, assessment });
        // The model blocks this thread, so "stop" can only arrive between leads.
        await new Promise((resume) => setImmediate(resume));
      }
    });
  });
  post({ kind: 'ready' });
} catch (error) {
  post({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
}
