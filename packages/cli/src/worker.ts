// `leadline worker`. Loads as little of the server as it can: the rest runs on the worker's own thread.

import { describeEnvironment, readWorkerConfig } from '@leadline/server/config';
import { Command } from 'commander';
import { printLine } from './output.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { type SupervisedWorker, superviseWorker } from './supervise-worker.ts';

/** The process then ends, so that whatever runs it notices. */
const MAX_CRASHES = 5;

export const workerCommand = (): Command =>
  new Command('worker').addHelpText('after', describeEnvironment('worker')).action(async () => {
    let worker: SupervisedWorker | null = null;
    stopOnSignal(async () => worker?.stop());
    worker = await superviseWorker(readWorkerConfig(process.env), {
      maxCrashes: MAX_CRASHES,
      onGiveUp: () => process.exit(1),
    });
    if (worker.metricsUrl !== null) printLine(`metrics ${worker.metricsUrl}`);
    printLine('ready');
  });
