// Renders a score for the terminal: the grade, then each group with its entries and a bar for its points.

import {
  type AiBlock,
  type Grade,
  type Group,
  type Lead,
  type LedgerEntry,
  type Scored,
  signed,
  withoutPoints,
} from '@leadline/engine';
import { paint, printable } from './output.ts';

const GRADE_STYLES: Readonly<Record<Grade, Parameters<typeof paint>[0]>> = {
  Hot: ['bold', 'redBright'],
  Warm: ['bold', 'yellow'],
  Cool: ['bold', 'cyan'],
  Cold: ['bold', 'blue'],
  Spam: ['bold', 'gray'],
};

const GROUP_TITLES: Readonly<Record<Group, string>> = {
  contact: 'Contact data',
  budget: 'Budget',
  inquiry: 'Inquiry',
  source: 'Source',
  answers: 'Answers',
  learned: 'Learned from outcomes',
  intent: 'AI intent',
  risk: 'Risk controls',
};

const BAR_WIDTH = 20;
const POINTS_WIDTH = 4;

export function renderScore(lead: Lead, { data, ledger, version, settings_version }: Scored): string {
  const lines = [
    '',
    `  ${paint(GRADE_STYLES[data.grade], data.grade)}  ${paint('bold', String(data.score))}${paint('dim', '/100')}  ${scoreBar(data.score, data.grade)}`,
    `  ${data.priority_action}`,
    paint(
      'dim',
      `  ${printable([lead.name, lead.email, lead.phone].filter((part) => part !== '').join(' · '))}`,
    ),
    '',
    `  ${label('Closing')}${data.closing_probability}`,
    `  ${label('Contact')}${data.contact_grade}`,
    `  ${label('AI')}${describeAi(data.ai)}`,
  ];
  for (const [group, entries] of byGroup(ledger)) {
    const sum = entries.reduce((total, { points }) => total + points, 0);
    lines.push('', `  ${paint('bold', GROUP_TITLES[group].padEnd(30))}${pointsText(sum)}  ${bar(sum)}`);
    for (const entry of entries)
      lines.push(`  ${pointsText(entry.points)}  ${printable(withoutPoints(entry))}`);
  }
  lines.push(
    '',
    `  ${paint('bold', 'Total'.padEnd(30))}${paint('bold', String(data.score).padStart(POINTS_WIDTH))}`,
    '',
  );
  lines.push(paint('dim', `  engine ${version}, settings ${settings_version}`), '');
  return lines.join('\n');
}

/** Without an assessment, the block is all zeros, which would look like an actual result. */
const describeAi = ({ score, display, impact, confidence, influence_applied }: AiBlock): string =>
  score === 0 && confidence === 'low'
    ? 'not assessed'
    : `${display}, impact ${impact}, influence ${signed(influence_applied)}`;

const label = (text: string): string => paint('dim', text.padEnd(10));

function pointsText(points: number): string {
  const text = signed(points).padStart(POINTS_WIDTH);
  return paint(points > 0 ? 'green' : points < 0 ? 'red' : 'dim', text);
}

function bar(points: number): string {
  const length = Math.min(BAR_WIDTH, Math.round(Math.abs(points) / 2));
  return paint(points < 0 ? 'red' : 'green', '█'.repeat(length));
}

function scoreBar(score: number, grade: Grade): string {
  const filled = Math.round((score / 100) * BAR_WIDTH);
  return paint(GRADE_STYLES[grade], '█'.repeat(filled)) + paint('dim', '░'.repeat(BAR_WIDTH - filled));
}

function byGroup(ledger: readonly LedgerEntry[]): Map<Group, LedgerEntry[]> {
  const groups = new Map<Group, LedgerEntry[]>();
  for (const entry of ledger) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return groups;
}
