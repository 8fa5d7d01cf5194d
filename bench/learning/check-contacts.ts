// Checks learning on a data set with each kind of contact data. Contact data decide what the rules score, which is where learning
// starts from, and a fit that starts far off is the one that could diverge.

import { readLead } from '@leadline/engine';
import { type DecidedLead, seedRandom } from '@leadline/learning';
import { checkLearning, type LearningCheck } from '@leadline/testkit/learning/check-learning';
import { CONTACT_KINDS, type ContactKind, drawContact } from '@leadline/testkit/learning/contact-kinds';
import { type DataSet, type DataSetName, type Row, toLead } from './data-set.ts';

export interface ContactCheck extends LearningCheck {
  readonly set: DataSetName;
  readonly contacts: ContactKind;
}

/** The default. */
const LIMIT = 30;
/** The data have no dates, so all outcomes count the same. */
const RECEIVED_AT = new Date(Date.UTC(2026, 0, 1));

export const checkContacts = (set: DataSet): ContactCheck[] =>
  CONTACT_KINDS.map((contacts) => {
    const random = seedRandom(1);
    const decide = (row: Row): DecidedLead => {
      const read = readLead(toLead(set, row, drawContact(contacts, random)));
      if (!read.ok) throw new Error(read.error);
      return { lead: read.lead, outcome: row.won === 1 ? 'won' : 'lost', receivedAt: RECEIVED_AT };
    };
    const check = checkLearning(
      set.rows.filter(({ isTest }) => !isTest).map(decide),
      set.rows.filter(({ isTest }) => isTest).map(decide),
      { limit: LIMIT },
    );
    const isWorse = check.figures?.isWorseThanBase ?? true;
    const faults = isWorse ? [...check.faults, 'the model is worse than the win rate'] : check.faults;
    return { set: set.name, contacts, ...check, faults };
  });

export function printContacts(checks: readonly ContactCheck[]): void {
  console.log(
    '\nAll training rows of the hash split, with each kind of contact data; figures of the model on its test rows.\n',
  );
  console.log(
    `${'data'.padEnd(10)}${'contact data'.padEnd(14)}${'AUC'.padStart(8)}${'ECE'.padStart(8)}${'log-loss'.padStart(10)}${'published'.padStart(11)}${'win rate'.padStart(10)}  verdict`,
  );
  for (const { set, contacts, figures, published, decision, code, faults } of checks)
    console.log(
      set.padEnd(10) +
        contacts.padEnd(14) +
        (figures?.auc?.toFixed(4) ?? '–').padStart(8) +
        (figures?.ece.toFixed(4) ?? '–').padStart(8) +
        (figures?.logLoss.toFixed(4) ?? '–').padStart(10) +
        (published?.logLoss.toFixed(4) ?? '–').padStart(11) +
        (figures?.baseLogLoss.toFixed(4) ?? '–').padStart(10) +
        `  ${decision} (${code})${faults.map((fault) => `; ${fault}`).join('')}`,
    );
}
