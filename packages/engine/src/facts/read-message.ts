// Checks whether the lead wrote any free text and whether it contains a prompt injection.

import { findInjection } from '../prompt-injection/find-injection.ts';

export interface MessageFact {
  /** Whether the lead wrote any free text. */
  readonly isWritten: boolean;
  /** A quote of any text addressed to an AI instead of a person; null if there is none. */
  readonly injection: string | null;
}

export const readMessage = (text: string): MessageFact => ({
  isWritten: text.trim() !== '',
  injection: text === '' ? null : findInjection(text),
});
