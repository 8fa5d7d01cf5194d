// Takes every database connection that is left, as a misconfigured neighbour would.

import pg from 'pg';

export interface TakenConnections {
  readonly count: number;
  release(): Promise<void>;
}

const MAX_CONNECTIONS = 500;

export async function exhaustConnections(databaseUrl: string): Promise<TakenConnections> {
  const clients: pg.Client[] = [];
  while (clients.length < MAX_CONNECTIONS) {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch {
      break; // there are none left
    }
    clients.push(client);
  }
  return {
    count: clients.length,
    release: async () => {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}
