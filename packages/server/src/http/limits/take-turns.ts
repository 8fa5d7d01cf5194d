// Accounts take turns at the database: however many requests one account sends, the next free connection goes to
// another account that is waiting. A request holds its turn while its handler runs, not while its body arrives or its
// answer is read. A handler that also waits for something else, such as a compute thread, must not hold a turn that all
// accounts share meanwhile: it takes one for each transaction.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../accounts/profile/caller.ts';
import { overloaded } from '../../platform/base/domain-error.ts';
import type { FairQueue } from '../../platform/base/fair-queue.ts';
import {
  type AccountAccess,
  type AccountCaller,
  type AccountDatabase,
  accessAccount,
} from '../../platform/db/account-scope.ts';

type AccountQueue = Pick<FairQueue, 'run' | 'runUnbounded'>;

export interface Turns {
  /** Everything that uses the shared pool: reads, and writes other than leads. */
  readonly reads: AccountQueue;
  /** For writing batches, not for reading and scoring them. */
  readonly batchWrites: AccountQueue;
  /** Limits the batches that each account has in progress, but not how many accounts have one. */
  readonly batches: AccountQueue;
  /** Likewise for requests that read something and then wait for a compute thread. */
  readonly computations: AccountQueue;
}

type RouteTurns = Exclude<keyof Turns, 'batchWrites'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which turns the route takes. `none` is for routes that limit themselves. Defaults to `reads`. */
    turns?: RouteTurns | 'none';
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

type TurnTaker = AccountCaller & Pick<Caller, 'liveAccountId'>;

/** For routes that stream or compute: each transaction takes a turn. Never rejects, so the route has to limit how many of
 * its requests an account can have in progress. */
export function accessInTurns(db: AccountDatabase, turns: Turns, caller: TurnTaker): AccountAccess {
  const account = accessAccount(db, caller);
  return { ...account, enter: (work) => inTurn(turns, caller, () => account.enter(work)) };
}

/** For queries outside an account's data. */
export const inTurn = <Result>(
  { reads }: Turns,
  { liveAccountId }: Pick<Caller, 'liveAccountId'>,
  query: () => Promise<Result>,
): Promise<Result> => reads.runUnbounded(liveAccountId, query);
