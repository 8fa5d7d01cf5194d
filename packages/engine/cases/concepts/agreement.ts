// Agreement of two independent labellers by concept, on leads that both labelled.
//   npm run eval:agreement

import { CONCEPTS } from '../../src/concepts/concepts.ts';
import { type LabelledLead, parseLabels, readLabelled } from './labelled.ts';

const first = new Map<string, LabelledLead>();
for (const part of ['train', 'held-out'] as const) {
  for (const { name, leads } of readLabelled(part))
    if (!name.startsWith('rewritten')) for (const lead of leads) first.set(lead.of, lead);
}
const both = readLabelled('second').flatMap(({ leads }) =>
  leads.flatMap((lead) => {
    const other = first.get(lead.of);
    return other === undefined ? [] : [[other, lead] as const];
  }),
);

const shows = ({ clauses }: LabelledLead, concept: string): boolean =>
  clauses.some(({ labels }) => [...parseLabels(labels).keys()].some((label) => label === concept));

console.log(`${both.length} leads labelled twice`);
console.log(
  `${''.padEnd(14)}${['first', 'second', 'both', 'F1', 'kappa'].map((title) => title.padStart(8)).join('')}`,
);
for (const concept of CONCEPTS) {
  let [one, two, agreed, neither] = [0, 0, 0, 0];
  for (const [a, b] of both) {
    const [inOne, inTwo] = [shows(a, concept), shows(b, concept)];
    if (inOne) one++;
    if (inTwo) two++;
    if (inOne && inTwo) agreed++;
    if (!inOne && !inTwo) neither++;
  }
  const total = both.length;
  const observed = (agreed + neither) / total;
  const chance = (one * two + (total - one) * (total - two)) / total ** 2;
  const f1 = (2 * agreed) / (one + two);
  const kappa = (observed - chance) / (1 - chance);
  console.log(
    `${concept.padEnd(14)}${[one, two, agreed].map((count) => String(count).padStart(8)).join('')}${f1.toFixed(2).padStart(8)}${kappa.toFixed(2).padStart(8)}`,
  );
}
