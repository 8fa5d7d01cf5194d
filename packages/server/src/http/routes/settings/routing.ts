// Routing: rules that give new leads an assignee.

import {
  RoutingBody,
  RoutingPreviewBody,
  RoutingPreviewResult,
  RoutingResult,
  type RoutingRuleBody,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { type Caller, isTestAccount } from '../../../accounts/profile/caller.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { type AccountCaller, enterAccount } from '../../../platform/db/account-scope.ts';
import { TRY_RULES } from '../../../work/routing/compute-tasks.ts';
import { readRouting, saveRouting } from '../../../work/routing/manage-routing.ts';
import { previewRouting } from '../../../work/routing/preview-routing.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { LARGE_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { checkText, errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { accessInTurns } from '../../limits/take-turns.ts';
import type { PartsOf } from '../route-parts.ts';

const tags = ['Account'];

export function addRouting(
  app: App,
  { gate, db, turns, compute }: PartsOf<'gate' | 'db' | 'turns' | 'compute'>,
): void {
  const onRequest = admitCaller(gate);

  app.get(PATHS.routing, {
    onRequest,
    config: { role: 'manager', keyAccess: 'read' },
    schema: {
      operationId: 'getRouting',
      summary: 'Get the rules that give new leads an assignee',
      tags,
      response: { 200: RoutingResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) =>
      succeed(await enterAccount(db, liveAccountOf(callerOf(request)), readRouting)),
  });

  app.put(PATHS.routing, {
    bodyLimit: LARGE_BODY,
    onRequest,
    config: { role: 'manager' },
    schema: {
      operationId: 'saveRouting',
      summary: 'Replace the rules that give new leads an assignee',
      description:
        'The rules apply to leads that arrive from now on, except test leads and leads from files. Test keys can’t change them.',
      tags,
      body: RoutingBody,
      response: { 200: RoutingResult, ...errorsOf(400, 401, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const caller = callerOf(request);
      if (isTestKey(caller))
        throw new DomainError('forbidden', 'the rules assign live leads; use a live key to change them');
      checkTexts(request.body.rules);
      const saved = await enterAccount(db, liveAccountOf(caller), (scope) =>
        saveRouting(scope, request.body),
      );
      return succeed(saved);
    },
  });

  app.post(PATHS.routingPreview, {
    bodyLimit: LARGE_BODY,
    onRequest,
    config: { role: 'manager', keyAccess: 'read', turns: 'computations' }, // a POST, but it changes nothing
    schema: {
      operationId: 'previewRouting',
      summary: 'Try rules on the leads of the last seven days, without changing anything',
      description:
        'Tries the newest 2,000 leads, as if none of them were assigned yet. With a test key, these are test leads.',
      tags,
      body: RoutingPreviewBody,
      response: { 200: RoutingPreviewResult, ...errorsOf(400, 401, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      checkTexts(request.body.rules);
      const caller = callerOf(request);
      const { liveAccountId } = caller;
      const preview = await previewRouting(
        {
          rulesOf: accessInTurns(db, turns, { ...liveAccountOf(caller), liveAccountId }),
          leadsOf: accessInTurns(db, turns, caller),
          tryRules: (input) => compute.run(liveAccountId, TRY_RULES, input),
        },
        request.body.rules,
        new Date(),
      );
      return succeed(preview);
    },
  });
}

/** The test account has no rules of its own. */
const liveAccountOf = ({ liveAccountId, actor, limitedTo }: Caller): AccountCaller => ({
  accountId: liveAccountId,
  actor,
  limitedTo,
});

const isTestKey = (caller: Caller): boolean => isTestAccount(caller) && caller.actor.startsWith('key_');

function checkTexts(rules: readonly RoutingRuleBody[]): void {
  for (const [index, { name, when }] of rules.entries()) {
    checkText(`rules.${index}.name`, name);
    for (const source of when.sources ?? []) checkText(`rules.${index}.when.sources`, source);
    checkText(`rules.${index}.when.answer.question`, when.answer?.question ?? '');
    checkText(`rules.${index}.when.answer.contains`, when.answer?.contains ?? '');
  }
}
