// GET /api/received

import { ReceivedList, ReceivedQuery } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { Database } from '../../db/database.ts';
import { listReceived } from '../../request-log/list-requests.ts';
import { admitCaller, callerOf, type Gate } from '../admit.ts';
import { succeed } from '../responses.ts';
import { errorsOf } from '../schema.ts';
import type { App } from '../typed-app.ts';

export function addReceived(app: App, gate: Gate, db: Database): void {
  app.get(PATHS.received, {
    onRequest: admitCaller(gate),
    schema: {
      operationId: 'listReceived',
      summary: 'Requests that came in lately, as they came, newest first',
      description:
        'For whoever connects a form: what `/api/webhook.php`, `/api/score.php` and intake addresses received, how it ' +
        'ended, and why it was refused. Of an account, its test leads’ requests too. For a week, the last 100 that ' +
        'were taken and the last 100 that were refused; of a flood, a few a second. Keys, passwords and the like are ' +
        'removed. A request shows within about two seconds.',
      tags: ['Account'],
      querystring: ReceivedQuery,
      response: { 200: ReceivedList, ...errorsOf(400, 401, 429, 503) },
    },
    handler: async (request) => succeed(await listReceived(db, callerOf(request), request.query)),
  });
}
