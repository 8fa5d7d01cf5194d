// The email about new and assigned leads.

import { sql } from 'kysely';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { isVisible } from './add-alerts.ts';
import { type DescribedLead, describeLead, type LeadRow } from './describe-lead.ts';
import { type EmailBody, layOutEmail, type Part } from './email-layout.ts';
import type { TakenEmail } from './take-email.ts';

/** The rest is only counted. */
const MAX_LEADS = 10;

interface AlertedLead extends DescribedLead {
  readonly isAssigned: boolean;
}

interface AlertedRow extends LeadRow {
  readonly is_assigned: boolean;
}

interface Counts {
  readonly total: number;
  readonly hot: number;
  readonly assigned: number;
}

/** Null if nothing of it is still worth saying: the leads are erased, decided or assigned to someone else, or the person
 * has changed their mind. */
export async function writeAlertEmail(
  db: Installation,
  email: TakenEmail,
  publicUrl: string,
): Promise<EmailBody | null> {
  const wanted = sql`
    from leadline.alerts a
    join leadline.leads l on l.account_id = a.account_id and l.id = a.lead_id and l.outcome = 'open'
    cross join lateral (select coalesce(l.assignee = a.user_id, false) and ${email.email_assigned} as is_assigned) w
    where a.account_id = ${email.account_id} and a.email_id = ${email.id} and a.user_id = ${email.user_id}
      and ${isVisible(sql`a.account_id`, sql`a.user_id`)}
      and (w.is_assigned or ${email.email_new}::text is not null and l.grade in ('Hot', ${email.email_new}))`;
  const { rows: counted } = await sql<Counts>`
    select count(*) as total, count(*) filter (where l.grade = 'Hot') as hot,
      count(*) filter (where w.is_assigned) as assigned ${wanted}`.execute(db);
  const counts = counted[0];
  if (counts === undefined || counts.total === 0) return null;
  const { rows } = await sql<AlertedRow>`
    select l.id, l.grade, l.score, l.lead, l.scored, w.is_assigned ${wanted}
    order by l.score desc, l.id limit ${MAX_LEADS}`.execute(db);
  const leads = rows.map((row) => ({ ...describeLead(row), isAssigned: row.is_assigned }));
  return renderAlerts(leads, counts, email.account_name, publicUrl);
}

function renderAlerts(
  leads: readonly AlertedLead[],
  counts: Counts,
  accountName: string,
  publicUrl: string,
): EmailBody {
  const [first] = leads;
  const isSingle = counts.total === 1 && first !== undefined;
  const subject = isSingle ? describeOne(first) : describeMany(counts);
  const left = counts.total - leads.length;
  const parts: Part[] = [
    ...(isSingle ? [] : [{ kind: 'text' as const, text: `${subject}:` }]),
    ...leads.flatMap((lead) => describe(lead, publicUrl)),
    ...(left > 0
      ? [{ kind: 'link' as const, text: `And ${left} more in the inbox`, url: `${publicUrl}/inbox` }]
      : []),
  ];
  return layOutEmail({ subject, parts, accountName, settingsUrl: settingsUrl(publicUrl) });
}

export const settingsUrl = (publicUrl: string): string => `${publicUrl}/settings/alerts`;

export const leadUrl = (publicUrl: string, id: string): string =>
  `${publicUrl}/leads/${showId('lead', fromUuid(id))}`;

const describeOne = ({ isAssigned, grade, name, score }: AlertedLead): string =>
  isAssigned ? `Assigned to you: ${name} (${grade}, ${score})` : `${grade} lead: ${name} (${score})`;

function describeMany({ total, hot, assigned }: Counts): string {
  if (assigned === total) return `${total} leads assigned to you`;
  const noun = hot === total ? 'new Hot leads' : 'new leads';
  return assigned === 0 ? `${total} ${noun}` : `${total} ${noun}, ${assigned} assigned to you`;
}

function describe(lead: AlertedLead, publicUrl: string): Part[] {
  const { name, company, grade, score, reasons, nextStep, isAssigned } = lead;
  const what = [`${grade}, ${score} of 100`, ...(isAssigned ? ['assigned to you'] : [])].join(', ');
  return [
    { kind: 'heading', text: company === '' ? name : `${name}, ${company}` },
    { kind: 'text', text: what },
    ...(reasons.length === 0 ? [] : [{ kind: 'list' as const, items: reasons.map((text) => ({ text })) }]),
    { kind: 'text', text: `Next step: ${nextStep}` },
    { kind: 'link', text: 'Open the lead', url: leadUrl(publicUrl, lead.id) },
  ];
}
