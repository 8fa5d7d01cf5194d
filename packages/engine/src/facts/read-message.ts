// What a message is beside what it says: how long, and whether part of it is addressed to a machine.

import { findInjection } from '../prompt-injection/find-injection.ts';

export interface MessageFact {
  /** Whether the lead wrote anything in words of their own. */
  readonly isWritten: boolean;
  /** What is addressed to a machine rather than to us. */
  readonly injection: string | null;
}

export const readMessage = (text: string): MessageFact => ({
  isWritten: text.trim() !== '',
  injection: text === '' ? null : findInjection(text),
});
