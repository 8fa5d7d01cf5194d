// Accounts take turns at the database: however many requests one account sends, the next free connection goes to
// another account that is waiting. A request holds its turn while its handler runs, not while its body arrives or its
// answer is read.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/caller.ts';
import { overloaded } from '../base/domain-error.ts';
import type { FairQueue } from '../base/fair-queue.ts';
import { type AccountAccess, accessAccount } from '../db/account-scope.ts';
import type { Database } from '../db/database.ts';

export interface Turns {
  /** Everything that uses the shared pool: reads, and writes other than leads. */
  readonly reads: FairQueue;
  readonly batches: FairQueue;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which turns the route takes. `none` is for routes that limit themselves. Defaults to `reads`. */
    turns?: keyof Turns | 'none';
  }
}

/** Call this before adding routes. Requests without a caller don't take turns. */
export function takeTurns(app: FastifyInstance, turns: Turns): void {
  app.addHook('onRoute', (route) => {
    const { turns: kind = 'reads' } = route.config ?? {};
    if (kind === 'none') return;
    const { handler } = route;
    route.handler = function takeTurn(request, reply) {
      if (request.caller === null) return handler.call(this, request, reply);
      return turns[kind].run(request.caller.liveAccountId, async () => {
        if (hasHungUp(request)) throw overloaded(); // nobody reads this
        return handler.call(this, request, reply);
      });
    };
  });
}

const hasHungUp = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed;

/** For routes that stream: each transaction takes a turn. Never rejects, so the route has to limit how many of its
 * requests an account can have in progress. */
export function accessInTurns(db: Database, { reads }: Turns, caller: Caller): AccountAccess {
  const account = accessAccount(db, caller);
  return {
    ...account,
    enter: (work) => reads.runHoweverMany(caller.liveAccountId, () => account.enter(work)),
  };
}
