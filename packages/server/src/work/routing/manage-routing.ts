// The routing rules of an account. They are saved all at once, from a version: of two owners who change them at the same
// time, one is told.

import type { Routing, RoutingBody, RoutingRuleBody } from '@leadline/contract';
import type { Grade } from '@leadline/engine';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { findWorkers } from '../../accounts/team/team.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { makeId, readId, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { StoredRule, Turns } from './routing-rule.ts';
import { summarizeChanges } from './summarize-changes.ts';

export interface StoredRouting {
  readonly version: number;
  readonly rules: readonly StoredRule[];
  readonly turns: Turns;
}

const NONE: StoredRouting = { version: 0, rules: [], turns: {} };

/** From the worst grade to the best. */
const GRADES: readonly Grade[] = ['Spam', 'Cold', 'Cool', 'Warm', 'Hot'];

export async function readRouting(scope: AccountScope): Promise<Routing> {
  const { version, rules } = (await findRouting(scope)) ?? NONE;
  const workers = new Set(await findWorkers(scope));
  return {
    version,
    rules: rules.map(({ id, name, when, assignees }) => ({
      rule_id: showId('rule', id),
      name,
      when,
      assign_to: assignees.map(showUser),
      left: assignees.filter((userId) => !workers.has(userId)).map(showUser),
    })),
  };
}

export async function saveRouting(
  scope: AccountScope,
  { version, rules: given }: RoutingBody,
): Promise<Routing> {
  const stored = await findRouting(scope, 'locked');
  if ((stored ?? NONE).version !== version) throw changedMeanwhile();
  const rules = await readRules(scope, given, stored ?? NONE);
  const saved = { version: version + 1, rules: JSON.stringify(rules) };
  if (stored === null) await insertRouting(scope, saved);
  else
    await scope.transaction
      .updateTable('routing')
      .set(saved)
      .where('account_id', '=', scope.accountId)
      .execute();
  await watchLeads(scope, rules);
  await recordAudit(scope, 'routing.changed', showId('acct', scope.accountId), {
    version: saved.version,
    rules: rules.length,
    ...summarizeChanges((stored ?? NONE).rules, rules),
  });
  return readRouting(scope);
}

/** Checks rules that an owner is about to save or to preview. */
export async function readRules(
  scope: AccountScope,
  given: readonly RoutingRuleBody[],
  { rules: stored }: Pick<StoredRouting, 'rules'>,
): Promise<StoredRule[]> {
  // Somebody who has left or become a viewer may stay in a rule: they are skipped, and are back if they return.
  const people = new Set([...(await findWorkers(scope)), ...stored.flatMap(({ assignees }) => assignees)]);
  const unusedIds = new Set(stored.map(({ id }) => id));
  return given.map(({ rule_id, name, when, assign_to }, index) => {
    const invalid = (field: string, problem: string): DomainError =>
      new DomainError('invalid_input', `rules.${index}.${field} ${problem}`, {
        field: `rules.${index}.${field}`,
      });
    const id = rule_id === undefined ? makeId() : readId('rule', rule_id);
    if (id === null || (rule_id !== undefined && !unusedIds.delete(id)))
      throw invalid('rule_id', 'is not a rule of this account, or is there twice');
    if (name.trim() === '') throw invalid('name', 'is empty');
    if (when.answer?.question.trim() === '') throw invalid('when.answer.question', 'is empty');
    if (when.answer?.contains.trim() === '') throw invalid('when.answer.contains', 'is empty');
    const assignees = assign_to.map((shown) => {
      const userId = readId('user', shown);
      if (userId === null || !people.has(userId))
        throw invalid('assign_to', 'has somebody who is not an owner, manager or rep of this account');
      return userId;
    });
    return { id, name: name.trim(), when, assignees };
  });
}

/** Null if nobody has saved rules yet. */
export async function findRouting(scope: AccountScope, lock?: 'locked'): Promise<StoredRouting | null> {
  const query = scope.transaction
    .selectFrom('routing as r')
    .select(['r.version', 'r.rules', 'r.turns'])
    .where('r.account_id', '=', scope.accountId);
  const row = await (lock === undefined ? query : query.forNoKeyUpdate()).executeTakeFirst();
  return (row as StoredRouting | undefined) ?? null;
}

async function insertRouting(
  scope: AccountScope,
  saved: { readonly version: number; readonly rules: string },
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await scope.transaction
    .insertInto('routing')
    .values({ account_id: scope.accountId, ...saved })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw changedMeanwhile();
}

/** Only leads that a rule can match have to reach the worker. */
async function watchLeads(
  { transaction, accountId }: AccountScope,
  rules: readonly StoredRule[],
): Promise<void> {
  const own = { account_id: accountId, watcher: 'routing' as const };
  if (rules.length === 0) {
    await transaction
      .deleteFrom('lead_watchers')
      .where('account_id', '=', own.account_id)
      .where('watcher', '=', own.watcher)
      .execute();
    return;
  }
  const min_grade = worstGradeOf(rules);
  await transaction
    .insertInto('lead_watchers')
    .values({ ...own, min_grade })
    .onConflict((conflict) => conflict.columns(['account_id', 'watcher']).doUpdateSet({ min_grade }))
    .execute();
}

/** Rules that name no grade match all but spam. */
function worstGradeOf(rules: readonly StoredRule[]): Grade {
  const ranks = rules
    .flatMap(({ when }) => when.grades ?? (['Cold'] as const))
    .map((grade) => GRADES.indexOf(grade));
  return GRADES[Math.min(...ranks)] as Grade;
}

const showUser = (id: string): string => showId('user', id);

const changedMeanwhile = (): DomainError =>
  new DomainError('changed_meanwhile', 'the rules have changed in the meantime; load them again');
