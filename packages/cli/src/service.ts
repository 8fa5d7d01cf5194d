// The service that a command calls with an API key.

import { Leadline } from '@leadline/sdk';
import { Option } from 'commander';
import { fail } from './output.ts';

export interface ServiceOptions {
  readonly url: string;
  readonly key?: string;
}

export const serviceOptions = (): readonly Option[] => [
  new Option('--url <url>', 'URL of the service').env('LEADLINE_URL').default('http://127.0.0.1:8080'),
  new Option('--key <key>', 'API key of the account').env('LEADLINE_KEY'),
];

export const openService = ({ url, key }: ServiceOptions): Leadline =>
  new Leadline({ url, key: key ?? fail('no API key: pass --key or set LEADLINE_KEY') });

/** For commands that follow long work: about a minute of tries, which gives the service time to restart. */
export const UNTIL_RESTARTED = { retries: 12 };
