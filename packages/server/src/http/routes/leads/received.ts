// GET /api/received

import { ReceivedList, ReceivedQuery } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { listRequests } from '../../../leads/request-log/list-requests.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { succeed } from '../../framework/responses.ts';
import { errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

export function addReceived(app: App, { gate, db }: PartsOf<'gate' | 'db'>): void {
  app.get(PATHS.received, {
    onRequest: admitCaller(gate),
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'listReceived',
      summary: 'List recent intake requests as received, newest first',
      description:
        'For debugging a form: what `/api/webhook.php`, `/api/score.php` and intake URLs received, the result, and why a ' +
        'request was rejected. Includes test requests. Keeps the last 100 accepted and the last 100 rejected requests for ' +
        'a week; under heavy traffic, only a few per second are logged. Keys, passwords and other secrets are removed. ' +
        'New requests appear within about two seconds. In a list of many long bodies, those beyond 512 KiB are cut to 500 ' +
        'characters.',
      tags: ['Account'],
      querystring: ReceivedQuery,
      response: { 200: ReceivedList, ...errorsOf(400, 401, 429, 503) },
    },
    handler: async (request) => succeed(await listRequests(db, callerOf(request), request.query)),
  });
}
