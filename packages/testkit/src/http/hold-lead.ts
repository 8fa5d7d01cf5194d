// A client that has sent half of a lead and sends the rest when told to, so that a service that stops has something to finish.

import { once } from 'node:events';
import { request } from 'node:http';
import { makeLeadFrom } from '../leads/make-lead.ts';

/** Resolves once the service has read the headers. The returned function sends the rest and returns the status of the answer,
 * or 0 if there was none. */
export async function holdLead(url: string, key: string, email: string): Promise<() => Promise<number>> {
  const body = Buffer.from(JSON.stringify(makeLeadFrom(email)));
  const sending = request(`${url}/api/webhook.php`, {
    method: 'POST',
    headers: {
      'X-API-KEY': key,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
    },
  });
  sending.flushHeaders();
  await once(sending, 'continue');
  const answered = new Promise<number>((resolve) => {
    sending.once('response', (response) => resolve(response.resume().statusCode ?? 0));
    sending.once('error', () => resolve(0));
  });
  const half = body.length >> 1;
  sending.write(body.subarray(0, half));
  return () => {
    sending.end(body.subarray(half));
    return answered;
  };
}
