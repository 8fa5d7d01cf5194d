// The grades, best first, and the colours each has in both themes (theme.css).

export const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const;
export type Grade = (typeof GRADES)[number];

/** `bg` and `fg` go together and pass AA; `solid` is for bars and charts. */
export function gradeColour(grade: Grade, part: 'bg' | 'fg' | 'solid'): string {
  return `var(--grade-${grade.toLowerCase()}-${part})`;
}
