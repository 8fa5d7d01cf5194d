// An event as a message for an incoming webhook of Slack, or of what understands Slack's blocks.

import type { WebhookPayload } from '@leadline/contract';
import type { Lead } from '@leadline/engine';

interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

const MARKS: Readonly<Record<string, string>> = {
  Hot: ':fire:',
  Warm: ':sunny:',
  Cool: ':leaves:',
  Cold: ':snowflake:',
  Spam: ':no_entry_sign:',
};
/** A rep reads the first lines. */
const MAX_REASONS = 5;
const MAX_MESSAGE_LENGTH = 600;
/** Slack takes a section of 3,000 characters. */
const MAX_SECTION_LENGTH = 2_900;

export function toSlack({ type, data }: WebhookPayload): SlackMessage {
  switch (type) {
    case 'lead.scored':
      return tellLead(data);
    case 'lead.outcome':
      return say(
        `${data.outcome === 'won' ? ':tada: Won' : data.outcome === 'lost' ? 'Lost' : 'Open again'}: ` +
          `a ${escapeMarks(String(data.grade))} lead with ${data.score} points` +
          (typeof data.amount === 'number' ? `, ${data.amount}` : ''),
      );
    case 'usage.threshold':
      return say(`${data.percent} % of this month's allowance is used: ${data.used} of ${data.limit} leads.`);
    case 'import.finished':
      return say(
        `Import ${escapeMarks(String(data.file_name))} ${data.status}: ${data.stored} leads stored, ${data.refused} rows refused.`,
      );
    case 'webhook.test':
      return say('This is a test from Leadline. Leads will be told of here.');
  }
}

function tellLead(data: Record<string, unknown>): SlackMessage {
  const lead = data.lead as Lead;
  const grade = String(data.grade);
  const who = [lead.name, lead.email, lead.phone].filter((part) => part !== '').map(escapeMarks);
  const head = `${MARKS[grade] ?? ''} *${grade} ${data.score}* · ${who.join(' · ')}`;
  const reasons = (data.reasons as string[])
    .slice(0, MAX_REASONS)
    .map((reason) => `• ${escapeMarks(reason)}`);
  const facts = [
    ['Next', String(data.priority_action)],
    ['Budget', lead.budget],
    ['Source', lead.source],
  ].filter(([, value]) => value !== '');
  const sections = [
    head,
    facts.map(([label, value]) => `*${label}:* ${escapeMarks(value as string)}`).join('\n'),
    lead.message === ''
      ? ''
      : `> ${escapeMarks(cut(lead.message, MAX_MESSAGE_LENGTH)).replaceAll('\n', '\n> ')}`,
    reasons.join('\n'),
  ].filter((section) => section !== '');
  // The text is for notifications, and holds nothing that a lead wrote.
  return { text: `${grade} lead, ${data.score} points`, blocks: sections.map(section) };
}

const say = (text: string): SlackMessage => ({ text, blocks: [section(text)] });

const section = (text: string): unknown => ({
  type: 'section',
  // Verbatim: Slack is not to look for mentions and links of its own in what a lead wrote.
  text: { type: 'mrkdwn', text: cut(text, MAX_SECTION_LENGTH), verbatim: true },
});

/** Not inside a character, nor inside one that is written out, as `&amp;`. */
const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest).replace(/(?:&\w*|[\ud800-\udbff])$/, '')}…`;

/** Slack reads these three as its own: a lead's text must not mention a channel or hide a link. */
const escapeMarks = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
