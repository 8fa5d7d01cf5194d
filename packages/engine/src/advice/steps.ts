// The next steps that have a deadline. They are stored with the lead as text, so the same table writes and reads them.

interface Step {
  readonly verb: 'Call' | 'Email' | 'Reply';
  /** How soon, counted from the arrival of the lead. */
  readonly when: string;
}

const STEPS = {
  callNow: { verb: 'Call', when: 'within the hour' },
  emailNow: { verb: 'Email', when: 'now' },
  callToday: { verb: 'Call', when: 'today' },
  emailToday: { verb: 'Email', when: 'today' },
  replySoon: { verb: 'Reply', when: 'within two days' },
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof STEPS;

const phrase = ({ verb, when }: Step): string => `${verb} ${when}`;

export const writeStep = (name: StepName): string => phrase(STEPS[name]);

export interface StepRead extends Step {
  /** What to do, when they can be called, and why now. */
  readonly rest: string;
}

/** Null if the text has no deadline, or another version of the engine wrote it. */
export function readStep(text: string): StepRead | null {
  const step = Object.values(STEPS).find((known) => text.startsWith(phrase(known)));
  return step === undefined ? null : { ...step, rest: text.slice(phrase(step).length) };
}
