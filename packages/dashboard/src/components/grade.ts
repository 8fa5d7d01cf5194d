// The grades, best first, and their colors in both themes (theme.css).

export const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const;
export type Grade = (typeof GRADES)[number];

/** Use `bg` with `fg`, which together pass AA contrast, and `solid` for bars and charts. */
export function gradeColour(grade: Grade, part: 'bg' | 'fg' | 'solid'): string {
  return `var(--grade-${grade.toLowerCase()}-${part})`;
}
