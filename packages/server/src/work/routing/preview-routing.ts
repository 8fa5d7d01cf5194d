// Shows what rules would do, with the leads of last week. Changes nothing.

import type { RoutingPreview, RoutingRuleBody } from '@leadline/contract';
import { sql } from 'kysely';
import { findWorkers } from '../../accounts/team/team.ts';
import { firstIdOf, fromUuid, showId, timeOfId } from '../../platform/base/ids.ts';
import type { AccountAccess, AccountScope } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';
import { findRouting, readRules } from './manage-routing.ts';
import type { LeadToTry, RulesToTry, TriedRules } from './on-compute-thread.ts';
import { ANSWERS } from './routable-lead.ts';
import type { StoredRule, Turns } from './routing-rule.ts';
import { Tally } from './tally.ts';

export interface PreviewParts {
  /** The live account, which the rules and the team belong to. */
  readonly rulesOf: AccountAccess;
  /** The account whose leads are tried: the same, or its test account. */
  readonly leadsOf: AccountAccess;
  readonly tryRules: (input: RulesToTry) => Promise<TriedRules>;
}

const PERIOD_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_LEADS_TRIED = 2_000;
/** Leads with the longest questions take 5 ms of the main thread. */
const LEADS_PER_PART = 50;
const MAX_EXAMPLES = 3;
const MAX_SEEN = 50;
const MAX_SHOWN_LENGTH = 200;

interface TriedLead {
  readonly id: string;
  readonly ruleId: string | null;
  readonly assignee: string | null;
}

type LeadRow = LeadToTry & { readonly id: string };

export async function previewRouting(
  { rulesOf, leadsOf, tryRules }: PreviewParts,
  given: readonly RoutingRuleBody[],
  now: Date,
): Promise<RoutingPreview> {
  const { rules, members, turns } = await rulesOf.enter((scope) => prepare(scope, given));
  const from = new Date(now.getTime() - PERIOD_MS);
  const found = await leadsOf.enter((scope) => findLeads(scope, from));
  const ids = found.slice(0, MAX_LEADS_TRIED).toReversed();
  const tried: TriedLead[] = [];
  const [sources, countries, questions] = [new Tally(), new Tally(), new Tally()];
  let current = turns;
  for (let start = 0; start < ids.length; start += LEADS_PER_PART) {
    const part = ids.slice(start, start + LEADS_PER_PART);
    const rows = await leadsOf.enter((scope) => readLeads(scope, part));
    const leads = rows.map(({ grade, source, phone, answers }) => ({ grade, source, phone, answers }));
    const { choices, seen, turns: next } = await tryRules({ rules, members, turns: current, leads });
    current = next;
    for (const [index, { id }] of rows.entries()) {
      const choice = choices[index] ?? null;
      tried.push({ id, ruleId: choice?.ruleId ?? null, assignee: choice?.assignee ?? null });
    }
    sources.addAll(seen.sources);
    countries.addAll(seen.countries);
    questions.addAll(seen.questions);
  }
  const byRule = [...rules.map(({ id }) => id), null].map((ruleId) =>
    tried.filter((lead) => lead.ruleId === ruleId),
  );
  const examples = await leadsOf.enter((scope) =>
    readExamples(
      scope,
      byRule.map((leads) => leads.slice(-MAX_EXAMPLES).toReversed()),
    ),
  );
  const membersOf = (rule: StoredRule): string[] => rule.assignees.filter((id) => members.includes(id));
  return {
    from: from.toISOString(),
    leads: tried.length,
    is_capped: found.length > MAX_LEADS_TRIED,
    rules: rules.map((rule, index) => ({
      leads: byRule[index]?.length ?? 0,
      people: membersOf(rule).map((userId) => ({
        user_id: showId('user', userId),
        leads: byRule[index]?.filter(({ assignee }) => assignee === userId).length ?? 0,
      })),
      examples: examples[index] ?? [],
    })),
    unassigned: { leads: byRule.at(-1)?.length ?? 0, examples: examples.at(-1) ?? [] },
    seen: {
      sources: listTexts(sources),
      countries: listTexts(countries),
      questions: listTexts(questions),
    },
  };
}

async function prepare(
  scope: AccountScope,
  given: readonly RoutingRuleBody[],
): Promise<{ rules: readonly StoredRule[]; members: readonly string[]; turns: Turns }> {
  const stored = await findRouting(scope);
  return {
    rules: await readRules(scope, given, stored ?? { rules: [] }),
    members: await findWorkers(scope),
    turns: stored?.turns ?? {},
  };
}

/** Newest first, and one more than are tried if there are. */
async function findLeads({ transaction, accountId }: AccountScope, from: Date): Promise<string[]> {
  const rows = await transaction
    .selectFrom('leads as l')
    .select('l.id')
    .where('l.account_id', '=', accountId)
    .where('l.id', '>=', firstIdOf(from))
    .orderBy('l.id', 'desc')
    .limit(MAX_LEADS_TRIED + 1)
    .execute();
  return rows.map(({ id }) => fromUuid(id));
}

/** Oldest first, without leads that have since been deleted. */
async function readLeads(
  { transaction, accountId }: AccountScope,
  ids: readonly string[],
): Promise<LeadRow[]> {
  const { rows } = await sql<LeadRow>`
    select l.id, l.grade, l.source, l.phone, ${ANSWERS}::text as answers from leadline.leads l
    where l.account_id = ${accountId} and l.id = ${anyOf(ids)} order by l.id`.execute(transaction);
  return rows.map((row) => ({ ...row, id: fromUuid(row.id) }));
}

const listTexts = (tally: Tally): string[] => tally.list(MAX_SEEN).map(([text]) => text);

type Example = RoutingPreview['unassigned']['examples'][number];

async function readExamples(
  { transaction, accountId }: AccountScope,
  wanted: readonly (readonly TriedLead[])[],
): Promise<Example[][]> {
  const { rows } = await sql<Pick<Example, 'name' | 'source' | 'grade'> & { readonly id: string }>`
    select l.id, l.grade, l.source,
      left(coalesce(nullif(x.name, ''), nullif(x.email, ''), x.phone, ''), ${MAX_SHOWN_LENGTH}) as name
    from leadline.leads l
    cross join lateral json_to_record(l.lead) as x (name text, email text, phone text)
    where l.account_id = ${accountId} and l.id = ${anyOf(wanted.flat().map(({ id }) => id))}`.execute(
    transaction,
  );
  const byId = new Map(rows.map(({ id, ...rest }) => [fromUuid(id), rest]));
  return wanted.map((leads) =>
    leads.flatMap(({ id, assignee }) => {
      const row = byId.get(id);
      if (row === undefined) return [];
      return [
        {
          lead_id: showId('lead', id),
          received_at: timeOfId(id).toISOString(),
          ...row,
          assignee: assignee === null ? null : showId('user', assignee),
        },
      ];
    }),
  );
}
