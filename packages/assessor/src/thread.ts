// A thread that reads messages: loads the model, says that it is ready, then answers one after the other.

import { parentPort, workerData } from 'node:worker_threads';
import { makeReader } from './reader.ts';
import type { ThreadOptions, ToPool, ToThread } from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');
const tell = (message: ToPool): void => port.postMessage(message);

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
      for (const { id, clauses, now } of message.questions) {
        if (isStopping) return;
        // A text that makes the model stumble must not take the others with it.
        const assessment = await read(clauses, now).catch(() => null);
        tell({ kind: 'answer', id, assessment });
        // A run of the model blocks the thread: only between two is "stop" heard.
        await new Promise((heard) => setImmediate(heard));
      }
    });
  });
  tell({ kind: 'ready' });
} catch (error) {
  tell({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
}
