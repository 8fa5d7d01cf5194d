import { type Clause, splitLead } from '@leadline/engine';
import { leadWith } from '../evaluation/score-message.ts';

/** Splits a message into clauses, as part of an ordinary lead. */
export const clausesOf = (message: string): Clause[] => splitLead(leadWith(message));
