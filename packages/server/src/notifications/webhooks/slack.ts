// Formats an event as a message for a Slack incoming webhook, or for anything that understands Slack's blocks.

import type { WebhookPayload } from '@leadline/contract';
import type { Lead } from '@leadline/engine';

interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

const EMOJI: Readonly<Record<string, string>> = {
  Hot: ':fire:',
  Warm: ':sunny:',
  Cool: ':leaves:',
  Cold: ':snowflake:',
  Spam: ':no_entry_sign:',
};
/** Reps only read the first few lines. */
const MAX_REASONS = 5;
const MAX_MESSAGE_LENGTH = 600;
/** Slack's limit is 3,000 characters per section. */
const MAX_SECTION_LENGTH = 2_900;

export function toSlack({ type, data }: WebhookPayload): SlackMessage {
  switch (type) {
    case 'lead.scored':
      return formatLead(data);
    case 'lead.outcome':
      return formatText(
        `${data.outcome === 'won' ? ':tada: Won' : data.outcome === 'lost' ? 'Lost' : 'Reopened'}: ` +
          `a ${escapeMarkup(String(data.grade))} lead with ${data.score} points` +
          (typeof data.amount === 'number' ? `, ${data.amount}` : ''),
      );
    case 'lead.status':
      return formatText(
        `A ${escapeMarkup(String(data.grade))} lead with ${data.score} points is now ${escapeMarkup(String(data.status))}.`,
      );
    case 'usage.threshold':
      return formatText(
        `You have used ${data.percent}% of this month's plan: ${data.used} of ${data.limit} leads.`,
      );
    case 'import.finished':
      return formatText(
        `Import ${escapeMarkup(String(data.file_name))} ${data.status}: ${data.stored} leads stored, ${data.refused} rows rejected.`,
      );
    case 'model.drift':
      return formatText(escapeMarkup(String(data.text)));
    case 'webhook.test':
      return formatText('This is a test from Leadline. New leads will show up here.');
  }
}

function formatLead(data: Record<string, unknown>): SlackMessage {
  const lead = data.lead as Lead;
  const grade = String(data.grade);
  const contact = [lead.name, lead.email, lead.phone].filter((part) => part !== '').map(escapeMarkup);
  const head = `${EMOJI[grade] ?? ''} *${grade} ${data.score}* · ${contact.join(' · ')}`;
  const reasons = (data.reasons as string[])
    .slice(0, MAX_REASONS)
    .map((reason) => `• ${escapeMarkup(reason)}`);
  const facts = [
    ['Next', String(data.priority_action)],
    ['Budget', lead.budget],
    ['Source', lead.source],
  ].filter(([, value]) => value !== '');
  const sections = [
    head,
    facts.map(([label, value]) => `*${label}:* ${escapeMarkup(value as string)}`).join('\n'),
    lead.message === ''
      ? ''
      : `> ${escapeMarkup(cut(lead.message, MAX_MESSAGE_LENGTH)).replaceAll('\n', '\n> ')}`,
    reasons.join('\n'),
  ].filter((section) => section !== '');
  // `text` is shown in notifications, so it must not contain anything the lead wrote.
  return { text: `${grade} lead, ${data.score} points`, blocks: sections.map(section) };
}

const formatText = (text: string): SlackMessage => ({ text, blocks: [section(text)] });

const section = (text: string): unknown => ({
  type: 'section',
  // `verbatim` keeps Slack from turning what a lead wrote into mentions and links.
  text: { type: 'mrkdwn', text: cut(text, MAX_SECTION_LENGTH), verbatim: true },
});

/** Never cuts inside a surrogate pair or an escape such as `&amp;`. */
const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/(?:&\w*|[\ud800-\udbff])$/, '')}…`;

/** Escapes Slack's three control characters, which would let a lead mention a channel or disguise a link. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
