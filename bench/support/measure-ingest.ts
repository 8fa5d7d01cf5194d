// Leads per second over several rounds, each of which begins right after a checkpoint.

import { runSql, storeByWrk } from './bench-postgres.ts';
import { type Figure, medianOf } from './run-wrk.ts';

export interface IngestLoad {
  readonly databaseUrl: string;
  /** Of the API processes. */
  readonly urls: readonly string[];
  readonly bodiesFile: string;
  readonly keysFile: string;
  readonly rounds: number;
  readonly seconds: number;
}

export async function measureIngest({
  databaseUrl,
  urls,
  bodiesFile,
  keysFile,
  rounds,
  seconds,
}: IngestLoad): Promise<Figure> {
  const figures: Figure[] = [];
  for (let round = 0; round < rounds; round++) {
    await runSql(databaseUrl, 'checkpoint');
    figures.push(await storeByWrk(databaseUrl, urls, bodiesFile, keysFile, seconds));
  }
  return medianOf(figures);
}
