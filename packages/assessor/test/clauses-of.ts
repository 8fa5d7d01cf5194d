import { type Clause, splitLead } from '@leadline/engine';
import { leadWith } from '../evaluation/score-message.ts';

/** A message as an assessor is given it: in an ordinary lead, cut into clauses. */
export const clausesOf = (message: string): Clause[] => splitLead(leadWith(message));
