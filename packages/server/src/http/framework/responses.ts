// Helpers for building response bodies.

import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { requireReadingSpeed } from './require-reading-speed.ts';

export interface Success<T> {
  readonly success: true;
  readonly data: T;
}

export const succeed = <const T>(data: T): Success<T> => ({ success: true, data });

/** For responses too large to build in memory. The cast is needed because the schema describes the streamed text. */
export function sendStream<Reply extends { readonly raw: ServerResponse; send(payload: never): Reply }>(
  reply: Reply,
  content: Readable,
): Reply {
  requireReadingSpeed(reply.raw);
  return reply.send(content as never);
}
