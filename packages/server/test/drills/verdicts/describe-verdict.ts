// What a drill must complain about, given what it might have seen.

import { type Check, failedChecks } from '@leadline/testkit/drills/drill';
import { judgeDeliveries } from '@leadline/testkit/drills/verdicts/judge-deliveries';
import { judgeEvents, judgeLeftovers } from '@leadline/testkit/drills/verdicts/judge-events';
import { describe, expect, test } from 'vitest';

/** Each fault changes what was seen when all was well, and has to lead to this complaint. */
export function describeVerdict<Facts extends object>(
  drill: string,
  judge: (facts: Facts) => readonly Check[],
  good: NoInfer<Facts>,
  faults: Readonly<Record<string, readonly [changes: Partial<NoInfer<Facts>>, complaint: string]>>,
): void {
  // What several drills check is tested once, without a drill.
  const isShared = !drill.startsWith('every drill');
  const complaintsAbout = (facts: Facts): string[] =>
    failedChecks({ checks: judge(facts), figures: {} }).map(({ name }) => name);

  describe(`the verdict of ${drill}`, () => {
    test('has no complaint when all is well', () => {
      expect(complaintsAbout(good)).toEqual([]);
    });

    test('has no check that can’t fail', () => {
      const complaints = new Set(
        Object.values(faults).flatMap(([changes]) => complaintsAbout({ ...good, ...changes }).map(kindOf)),
      );
      const kinds = judge(good).map(({ name }) => kindOf(name));
      expect(kinds.filter((kind) => !complaints.has(kind) && !(isShared && SHARED.has(kind)))).toEqual([]);
    });

    test.each(Object.entries(faults))('notices %s', (_name, [changes, complaint]) => {
      expect(complaintsAbout({ ...good, ...changes })).toContain(complaint);
    });
  });
}

/** Without the number or name of one of several parts. */
const kindOf = (check: string): string => check.replace(/(of a kill: ).*/, '$1').replaceAll(/\d[\d.]*/g, '#');

/** Leads of one account, as the database has them. */
export const ledgerOf = (...names: readonly string[]) => ({
  usage: names.length,
  leads: names.map((name) => ({ leadId: `lead_${name}`, email: name })),
});

/** As clients that retry know them. */
export const deliveriesOf = (...names: readonly string[]) => ({
  acknowledged: new Map(names.map((name) => [name, new Set([`lead_${name}`])])),
  gaveUp: 0,
  unexpected: [] as string[],
  lost: 1,
});

export const receiptOf = (event: string, lead: string, type = 'lead.scored') => ({
  id: `evt_${event}`,
  path: '/leads',
  at: 0,
  status: 200,
  headers: {},
  text: '',
  type,
  body: { data: { lead_id: lead } },
});

export const sentLead = (name: string, sentAt: number, answeredAt: number) => ({
  email: name,
  sentAt,
  answeredAt,
  leadId: `lead_${name}`,
});

const SHARED = new Set(
  [
    ...judgeDeliveries(deliveriesOf(), ledgerOf()),
    ...judgeEvents([], new Set()),
    ...judgeLeftovers({ events: 0, deliveries: 0, dead: 0 }),
  ].flatMap(({ name }) => [name, `restored: ${name}`].map(kindOf)),
);
