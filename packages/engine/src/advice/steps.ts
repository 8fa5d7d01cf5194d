// The next steps that have a deadline. They are stored with the lead as text, so the same table writes and reads them.

interface Step {
  readonly verb: 'Call' | 'Email' | 'Reply';
  /** How soon, counted from the arrival of the lead. */
  readonly when: string;
  readonly how: string;
}

const STEPS = {
  callNow: { verb: 'Call', when: 'within the hour', how: '' },
  emailNow: { verb: 'Email', when: 'now', how: ' and ask for a phone number' },
  callToday: { verb: 'Call', when: 'today', how: '' },
  emailToday: { verb: 'Email', when: 'today', how: ' and propose a time to talk' },
  replySoon: { verb: 'Reply', when: 'within two days', how: ' with a qualifying question' },
} as const satisfies Record<string, Step>;

const phrase = ({ verb, when, how }: Step): string => `${verb} ${when}${how}`;

export const writeStep = (name: keyof typeof STEPS): string => phrase(STEPS[name]);

export interface StepRead extends Step {
  /** What else is known, such as when they can be called and why now. */
  readonly rest: string;
}

/** Null if the text has no deadline, or another version of the engine wrote it. */
export function readStep(text: string): StepRead | null {
  const step = Object.values(STEPS).find((known) => text.startsWith(phrase(known)));
  return step === undefined ? null : { ...step, rest: text.slice(phrase(step).length) };
}
