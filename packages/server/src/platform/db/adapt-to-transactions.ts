// For connections through a pooler in transaction mode. What we set or prepare for a session would stay behind on a
// connection that another of our pools uses next, so every transaction sets its own timeouts, and nothing is prepared.

import type pg from 'pg';

type Query = (first: string | pg.QueryConfig, ...rest: unknown[]) => Promise<pg.QueryResult>;
type Callback = (error: Error | null, result?: pg.QueryResult) => void;

const isBegin = (text: string): boolean => /^(?:begin|start)\b/.test(text);

function isEnd(text: string): boolean {
  const [first = '', second] = text.split(' ', 2);
  return first === 'commit' || (first === 'rollback' && second !== 'to'); // to a savepoint
}

/** Starts each of the client's transactions with `setLocal`, if there is any, and runs statements outside one in their own. */
export function adaptToTransactions(client: pg.ClientBase, setLocal: string): void {
  const query = client.query.bind(client) as unknown as Query;
  let isInTransaction = false;

  const runAlone: Query = async (first, ...rest) => {
    await query(`begin; ${setLocal}`);
    try {
      const result = await query(first, ...rest);
      await query('commit');
      return result;
    } catch (error) {
      await query('rollback').catch(() => {});
      throw error;
    }
  };

  const adapted: Query = (given, ...rest) => {
    const first = typeof given === 'string' ? given : withoutName(given);
    const text = typeof first === 'string' ? first : first.text;
    if (isInTransaction) {
      isInTransaction = !isEnd(text);
      return query(first, ...rest);
    }
    if (setLocal === '') return query(first, ...rest);
    if (isBegin(text)) {
      isInTransaction = true;
      return query(`${text}; ${setLocal}`, ...rest);
    }
    const callback = rest.at(-1);
    if (typeof callback !== 'function') return runAlone(first, ...rest);
    // Pools pass a callback.
    const settle = callback as Callback;
    const running = runAlone(first, ...rest.slice(0, -1));
    running.then((result) => settle(null, result), settle);
    return running;
  };
  client.query = adapted as unknown as typeof client.query;
}

/** Named statements stay prepared. */
function withoutName({ name: _, ...query }: pg.QueryConfig): pg.QueryConfig {
  return query;
}
