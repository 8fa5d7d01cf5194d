// Whether a lead wrote anything, and whether that contains a prompt injection.

import { findInjection } from '../prompt-injection/find-injection.ts';

export interface MessageFact {
  /** Whether the lead wrote any free text. */
  readonly isWritten: boolean;
  /** A quote of text that is addressed to an AI instead of a person; null if there is none. */
  readonly injection: string | null;
}

export const readMessage = (text: string): MessageFact => ({
  isWritten: text.trim() !== '',
  injection: text === '' ? null : findInjection(text),
});
