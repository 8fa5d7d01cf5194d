// The few answers that matter most, of all that the model learned.

import { type Field, nameLevel } from './describe-learned.ts';

const MAX_LESSONS = 5;
/** So that one field doesn't fill the list. */
const MAX_OF_FIELD = 2;

export interface Lesson {
  /** "Source: Trade fair" */
  readonly name: string;
  /** "won 8 in 10 of such leads, 1 in 2 overall" */
  readonly text: string;
  readonly isBetter: boolean;
}

/** Those worth the most points first. */
export function listLessons(learned: readonly Field[]): Lesson[] {
  return learned
    .flatMap(({ label, levels }) =>
      byPoints(levels.filter(({ points, text }) => points !== 0 && text !== ''))
        .slice(0, MAX_OF_FIELD)
        .map((level) => ({ ...level, name: nameLesson(level.label, label) })),
    )
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, MAX_LESSONS)
    .map(({ name, text, points }) => ({
      name,
      text: `${text.charAt(0).toLowerCase()}${text.slice(1)}`,
      isBetter: points > 0,
    }));
}

const byPoints = <T extends { readonly points: number }>(levels: readonly T[]): T[] =>
  levels.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));

function nameLesson(level: string, field: string): string {
  const name = nameLevel(level, field);
  if (name.toLowerCase().startsWith(field.toLowerCase())) return name;
  return field.endsWith('?') ? `${field} ${name}` : `${field}: ${name}`;
}
