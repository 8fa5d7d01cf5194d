// A lead being edited in the what-if form. Unlike in a real lead, questions may be half-typed or duplicated.

import type { Lead } from '../lead-query.ts';

export const TEXT_FIELDS = ['name', 'email', 'phone', 'budget', 'message', 'source'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

export interface DraftAnswer {
  readonly id: number;
  readonly question: string;
  readonly answer: string;
}

export interface Draft {
  readonly texts: Readonly<Record<TextField, string>>;
  readonly answers: readonly DraftAnswer[];
}

export function makeDraft({ custom_fields, ...texts }: Lead): Draft {
  const answers = Object.entries(custom_fields).map(([question, answer], id) => ({ id, question, answer }));
  return { texts, answers };
}

export function setText(draft: Draft, field: TextField, text: string): Draft {
  return { ...draft, texts: { ...draft.texts, [field]: text } };
}

export function addAnswer({ texts, answers }: Draft): Draft {
  const id = Math.max(-1, ...answers.map((answer) => answer.id)) + 1;
  return { texts, answers: [...answers, { id, question: '', answer: '' }] };
}

export function setAnswer({ texts, answers }: Draft, changed: DraftAnswer): Draft {
  return { texts, answers: answers.map((answer) => (answer.id === changed.id ? changed : answer)) };
}

export function removeAnswer({ texts, answers }: Draft, id: number): Draft {
  return { texts, answers: answers.filter((answer) => answer.id !== id) };
}

/** The lead as intake would store it: trimmed, without blank answers, and with duplicate questions renamed. */
export function toLead({ texts, answers }: Draft): Lead {
  const fields = new Map<string, string>();
  for (const { question, answer } of answers) {
    if (answer.trim() === '' || question.trim() === '') continue;
    let name = question;
    for (let number = 2; fields.has(name); number++) name = `${question} (${number})`;
    fields.set(name, answer.trim());
  }
  const trimmed = Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, texts[field].trim()]),
  ) as Draft['texts'];
  return { ...trimmed, custom_fields: Object.fromEntries(fields) };
}

export function isSameLead(first: Lead, second: Lead): boolean {
  return (
    TEXT_FIELDS.every((field) => first[field] === second[field]) &&
    JSON.stringify(first.custom_fields) === JSON.stringify(second.custom_fields)
  );
}
