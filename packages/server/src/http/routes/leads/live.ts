// GET /api/live: streams changes as they happen.

import type { OutgoingHttpHeaders } from 'node:http';
import { LiveQuery } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { OpenCount } from '../../../platform/base/open-count.ts';
import { enterAccount } from '../../../platform/db/account-scope.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { EventStream } from '../../live/event-stream.ts';
import { LiveFeed } from '../../live/live-feed.ts';
import { showVisible } from '../../live/show-visible.ts';
import { hasErasedSince, type News } from '../../live/watcher.ts';
import type { PartsOf } from '../route-parts.ts';

export interface LiveParts extends PartsOf<'gate' | 'db' | 'logger'> {
  /** Called regularly with the requests of all open streams. Returns those that have lost access. */
  readonly findExpelled: (requests: readonly FastifyRequest[]) => Promise<readonly FastifyRequest[]>;
  readonly recheckMs?: number;
}

/** More than the number of tabs a team keeps open. All streams of an account share one query. */
const MAX_STREAMS = 50;
const RETRY_SECONDS = 10;
const BEAT_MS = 20_000;
/** With the two seconds that keys are cached for, a revoked key's streams end within five seconds. */
const RECHECK_MS = 2_000;

export function addLive(
  app: App,
  { gate, db, logger, findExpelled, recheckMs = RECHECK_MS }: LiveParts,
): void {
  const feed = new LiveFeed(db, logger);
  const streams = new Map<FastifyRequest, EventStream>();
  const open = new OpenCount({
    perAccount: MAX_STREAMS,
    message: `an account can have up to ${MAX_STREAMS} live streams open`,
    retryAfterSeconds: RETRY_SECONDS,
  });
  let isClosing = false;

  // Close streams before the server waits for open requests, since streams don't end on their own.
  app.addHook('preClose', async () => {
    isClosing = true;
    clearTimeout(checking);
    for (const stream of streams.values()) stream.end();
    await feed.close();
  });

  const check = async (): Promise<void> => {
    if (streams.size > 0) {
      // If the check fails, the next one decides.
      for (const request of await findExpelled([...streams.keys()]).catch(() => []))
        streams.get(request)?.end();
    }
    if (!isClosing) checking = setTimeout(check, recheckMs).unref();
  };
  let checking = setTimeout(check, recheckMs).unref();

  /** Registers everything that has to be cleaned up when the connection closes. */
  async function openStream(
    request: FastifyRequest,
    reply: FastifyReply,
    { missed_seconds: missed = 0 }: LiveQuery,
  ): Promise<void> {
    const caller = callerOf(request);
    const endings = [open.open(caller.liveAccountId).close];
    const endAll = (): void => {
      for (const end of endings.splice(0)) end();
    };
    try {
      let stream: EventStream | null = null;
      const send = ({ event, leadIds }: News): void => stream?.send(event, { lead_ids: leadIds });
      let sending = Promise.resolve();
      const leave = await feed.listen(caller.accountId, (news) => {
        if (news.userId !== undefined && caller.actor !== `user_${news.userId}`) return;
        if (caller.limitedTo === null) return send(news);
        sending = sending
          .then(() => showVisible(db, caller, news))
          .then((visible) => visible.forEach(send))
          .catch(() => stream?.end()); // the client reconnects and loads what it shows again
      });
      endings.push(leave);
      const missedSince = new Date(Date.now() - missed * 1_000);
      const hasMissedErasures =
        missed > 0 && (await enterAccount(db, caller, (scope) => hasErasedSince(scope, missedSince)));
      if (isClosing) throw shuttingDown();
      reply.hijack();
      stream = new EventStream(reply.raw, reply.getHeaders() as OutgoingHttpHeaders);
      endings.push(keep(stream, request));
      if (hasMissedErasures) stream.send('erasures', { lead_ids: [] });
    } catch (error) {
      endAll();
      throw error;
    }
    if (reply.raw.destroyed) endAll();
    else reply.raw.once('close', endAll);
  }

  /** Sends heartbeats. Returns a cleanup function. */
  function keep(stream: EventStream, request: FastifyRequest): () => void {
    streams.set(request, stream);
    const beating = setInterval(() => stream.beat(), BEAT_MS).unref();
    return () => {
      clearInterval(beating);
      streams.delete(request);
    };
  }

  app.get(PATHS.live, {
    onRequest: admitCaller(gate),
    config: { keyAccess: 'read', turns: 'none', runsInBackground: true },
    schema: {
      operationId: 'watchLeads',
      summary: 'Watch changes as server-sent events',
      description:
        '`event: leads` with `{"lead_ids": […]}` when leads come in, `event: outcomes` when outcomes are recorded, and ' +
        '`event: work` when a status, assignee or snooze changes or somebody adds a note or feedback, each with up to 200 IDs. `event: erasures`, without IDs, when leads are deleted or people erased: reload what you ' +
        'show. `event: alerts` when a signed-in user wants to be notified about leads. Only events after the stream opens are sent, within two seconds; above 2,000 leads per second, only the ' +
        `newest. Up to ${MAX_STREAMS} streams per account at a time. A stream that is not read is closed.`,
      tags: ['Leads'],
      querystring: LiveQuery,
      response: {
        200: {
          description: 'A stream of events.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...errorsOf(400, 401, 429, 503),
      },
    },
    handler: async (request, reply) => {
      if (isClosing) throw shuttingDown();
      if (request.method === 'HEAD') return reply.type('text/event-stream').send('');
      await openStream(request, reply, request.query);
      return reply;
    },
  });
}

const shuttingDown = (): DomainError =>
  new DomainError('overloaded', 'shutting down', { retryAfterSeconds: 2 });
