// Helpers for building response bodies.

import type { Readable } from 'node:stream';

export interface Success<T> {
  readonly success: true;
  readonly data: T;
}

export const succeed = <const T>(data: T): Success<T> => ({ success: true, data });

/** For responses too large to build in memory. The cast is needed because the schema describes the streamed text. */
export const sendStream = <Reply extends { send(payload: never): Reply }>(
  reply: Reply,
  content: Readable,
): Reply => reply.send(content as never);
