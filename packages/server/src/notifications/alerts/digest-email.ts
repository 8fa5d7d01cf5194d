// The daily digest: what came in since the last one, what to do first, what is overdue and which snoozed leads are back.
// Leads assigned to someone else are left out, except in the count of new leads, where only those are left out that the
// person may not see.

import type { Grade } from '@leadline/engine';
import { type AdvisedLead, advise } from '@leadline/engine/advice';
import { sql } from 'kysely';
import { breakLinks } from '../../accounts/profile/check-name.ts';
import { isToDo, WAYS } from '../../leads/list/to-do.ts';
import { unpackResult } from '../../leads/record/packed-result.ts';
import { firstIdOf, fromUuid, timeOfId } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { isVisible } from './add-alerts.ts';
import { leadUrl, settingsUrl } from './alert-email.ts';
import { officeHoursOf } from './alert-hours.ts';
import { describeLead, type LeadRow, toLine } from './describe-lead.ts';
import { type EmailBody, layOutEmail, type Part } from './email-layout.ts';
import type { TakenEmail } from './take-email.ts';

const MAX_LISTED = 5;
/** How much of the to-do list is searched for overdue leads, and how far they are counted. */
const MAX_TO_DO = 200;

interface ToDoRow extends LeadRow {
  readonly stage: AdvisedLead['status'];
  readonly snoozed_until: Date | null;
  readonly contacted_at: Date | null;
  readonly not_spam: boolean;
}

/** Null if there is nothing to say. */
export async function writeDigestEmail(
  db: Installation,
  email: TakenEmail,
  publicUrl: string,
  now: Date,
): Promise<EmailBody | null> {
  const since = email.since ?? now;
  const fresh = await countNewLeads(db, email, since);
  const toDo = await findToDo(db, email, now);
  const hours = officeHoursOf(email);
  const advised = toDo.map((row) => ({ row, advice: advise(toAdvised(row), hours, now) }));
  const overdue = advised.filter(({ advice }) => advice?.urgency === 'overdue' || advice?.urgency === 'late');
  const back = toDo.filter(({ snoozed_until: until }) => until !== null && until > since);
  if (fresh.length === 0 && toDo.length === 0) return null;
  const link = ({ row, text }: { row: ToDoRow; text: string }) => {
    const { id, name, grade, score } = describeLead(row);
    return {
      text: `${name} (${grade}, ${score}): ${breakLinks(toLine(text, 160))}`,
      url: leadUrl(publicUrl, id),
    };
  };
  const section = (heading: string, found: readonly { row: ToDoRow; text: string }[]): Part[] =>
    found.length === 0
      ? []
      : [
          { kind: 'heading', text: heading },
          { kind: 'list', items: found.slice(0, MAX_LISTED).map(link) },
        ];
  const textOf = ({ row, advice }: (typeof advised)[number]): { row: ToDoRow; text: string } => ({
    row,
    text: advice?.text ?? '',
  });
  const total = fresh.reduce((sum, { leads }) => sum + leads, 0);
  const parts: Part[] = [
    { kind: 'text', text: describeNew(total, fresh) },
    ...section('To do first', advised.slice(0, MAX_LISTED).map(textOf)),
    ...section(countUpTo(overdue.length, 'overdue'), overdue.map(textOf)),
    ...section(
      countUpTo(back.length, 'back from snooze'),
      advised.filter(({ row }) => back.includes(row)).map(textOf),
    ),
    { kind: 'link', text: 'Open the inbox', url: `${publicUrl}/inbox` },
  ];
  return layOutEmail({
    subject: describeDay(total, toDo.length, overdue.length),
    parts,
    accountName: email.account_name,
    settingsUrl: settingsUrl(publicUrl),
  });
}

interface GradeCount {
  readonly grade: Grade;
  readonly leads: number;
}

async function countNewLeads(db: Installation, email: TakenEmail, since: Date): Promise<GradeCount[]> {
  const { rows } = await sql<GradeCount>`
    select l.grade, count(*) as leads from leadline.leads l
    where l.account_id = ${email.account_id} and l.id >= ${firstIdOf(since)}::uuid and l.grade <> 'Spam'
      and ${isVisible(sql`${email.account_id}::uuid`, sql`${email.user_id}::uuid`)}
    group by l.grade
    order by array_position(array['Hot', 'Warm', 'Cool', 'Cold'], l.grade)`.execute(db);
  return rows;
}

/** By priority. */
async function findToDo(db: Installation, email: TakenEmail, now: Date): Promise<ToDoRow[]> {
  const byPriority = sql`order by leadline.priority_of(l.score, l.id) desc, l.id desc limit ${MAX_TO_DO}`;
  const ways = WAYS.map(
    (way) => sql`
      (select l.account_id, l.id from leadline.leads l
       where l.account_id = ${email.account_id} and (l.assignee is null or l.assignee = ${email.user_id})
         and ${isToDo(way, sql`${now}::timestamptz`)} ${byPriority})`,
  );
  const { rows } = await sql<ToDoRow>`
    with found as (${sql.join(ways, sql` union all `)})
    select l.id, l.grade, l.score, l.lead, l.scored, l.stage, l.snoozed_until, l.contacted_at, l.not_spam
    from found f join leadline.leads l on l.account_id = f.account_id and l.id = f.id ${byPriority}`.execute(
    db,
  );
  return rows;
}

function toAdvised(row: ToDoRow): AdvisedLead {
  const { data } = unpackResult(row.scored);
  return {
    grade: row.grade,
    contact_grade: data.contact_grade,
    priority_action: data.priority_action,
    received_at: timeOfId(fromUuid(row.id)).toISOString(),
    status: row.stage,
    contacted_at: row.contacted_at?.toISOString() ?? null,
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    not_spam: row.not_spam,
  };
}

function describeNew(total: number, fresh: readonly GradeCount[]): string {
  if (total === 0) return 'No new leads since the last digest.';
  const grades = fresh.map(({ grade, leads }) => `${leads} ${grade}`).join(', ');
  return `${total} new ${total === 1 ? 'lead' : 'leads'} since the last digest: ${grades}.`;
}

const countUpTo = (count: number, what: string): string =>
  `${count >= MAX_TO_DO ? `${MAX_TO_DO}+` : count} ${what}`;

function describeDay(fresh: number, toDo: number, overdue: number): string {
  const parts = [
    `${fresh} new ${fresh === 1 ? 'lead' : 'leads'}`,
    `${toDo >= MAX_TO_DO ? `${MAX_TO_DO}+` : toDo} to do`,
    ...(overdue === 0 ? [] : [countUpTo(overdue, 'overdue')]),
  ];
  return `Today: ${parts.join(', ')}`;
}
