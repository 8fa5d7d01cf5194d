// What handlers return.

import type { Readable } from 'node:stream';

export interface Success<T> {
  readonly success: true;
  readonly data: T;
}

export const succeed = <const T>(data: T): Success<T> => ({ success: true, data });

/** For an answer too long to be made as a whole: the type that its schema describes is only true of the text. */
export const sendStream = <Reply extends { send(payload: never): Reply }>(
  reply: Reply,
  content: Readable,
): Reply => reply.send(content as never);
