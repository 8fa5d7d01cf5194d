// `leadline worker`. Loads as little of the server as it can: the rest runs on the worker's own thread.

import { describeEnvironment, readWorkerConfig } from '@leadline/server/config';
import { Command } from 'commander';
import { addName } from './add-name.ts';
import { printLine } from './output.ts';
import { RELEASE } from './release.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { type SupervisedWorker, superviseWorker } from './supervise-worker.ts';

/** The process then ends, so that whatever runs it notices. */
const MAX_CRASHES = 5;

export const workerCommand = (): Command =>
  new Command('worker')
    .option('--cell <name>', 'only run the jobs of this cell; repeat it for several', addName, [])
    .addHelpText('after', describeEnvironment('worker'))
    .action(async ({ cell: cells }: { cell: readonly string[] }) => {
      const config = { ...readWorkerConfig(process.env), release: RELEASE };
      let worker: SupervisedWorker | null = null;
      stopOnSignal(async () => worker?.stop());
      worker = await superviseWorker(cells.length === 0 ? config : { ...config, workerCells: cells }, {
        maxCrashes: MAX_CRASHES,
        onGiveUp: () => process.exit(1),
      });
      if (worker.metricsUrl !== null) printLine(`metrics ${worker.metricsUrl}`);
      printLine('ready');
    });
