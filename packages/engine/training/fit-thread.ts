// Fits detectors on a thread of its own: fits don't depend on each other.

import { parentPort } from 'node:worker_threads';
import { type FitOptions, fitDetectors, type Row } from './fit-detectors.ts';

parentPort?.once('message', ({ rows, options }: { rows: Row[]; options: FitOptions }) =>
  parentPort?.postMessage(fitDetectors(rows, options)),
);
