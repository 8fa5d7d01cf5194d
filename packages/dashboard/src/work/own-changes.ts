// Sends the changes of leads one after the other, and knows what they made of the revisions that may still be on screen: a
// second change must neither be taken for a colleague's conflict nor hide one.

let turn: Promise<unknown> = Promise.resolve();

/** Waits for the changes before it, so that their revisions are known. */
export function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const own = turn.then(send);
  turn = own.catch(() => {});
  return own;
}

/** The revision after our own change, by lead and revision before it. */
const next = new Map<string, number>();
const keyOf = (leadId: string, revision: number): string => `${leadId} ${revision}`;

export function rememberChange(leadId: string, before: number, after: number): void {
  if (after !== before) next.set(keyOf(leadId, before), after);
}

/** The revision of the lead after our own changes of what is on screen, provided that nobody else has changed it. */
export function afterOwnChanges(leadId: string, shown: number): number {
  let revision = shown;
  for (;;) {
    const after = next.get(keyOf(leadId, revision));
    if (after === undefined) return revision;
    revision = after;
  }
}
