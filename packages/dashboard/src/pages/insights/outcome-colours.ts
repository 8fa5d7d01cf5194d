// What became of leads, by colour. Green against grey, not red: the two are told apart by everybody.

export const OUTCOME_COLOURS = {
  won: 'var(--ll-success)',
  lost: 'var(--grade-cold-solid)',
  open: 'var(--ll-border)',
} as const;
