// Outcome colours: green and grey instead of green and red, which some people can't tell apart.

export const OUTCOME_COLOURS = {
  won: 'var(--ll-success)',
  lost: 'var(--grade-cold-solid)',
  open: 'var(--ll-border)',
} as const;
