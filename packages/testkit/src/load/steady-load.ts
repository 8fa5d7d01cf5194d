// Sends leads at a steady rate, without retries, and records the result of each.

import { type Client, leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { sendSteadily } from './send-steadily.ts';

export interface SentLead {
  readonly email: string;
  /** From Date.now(). */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Null if it was not acknowledged. */
  readonly leadId: string | null;
  /** Why not. */
  readonly failure?: string;
}

export interface SteadyLoad {
  /** The services that get the next leads, in turns. The others get no more, but may still be answering. */
  route(urls: readonly string[]): void;
  /** Of leads that are waiting for an answer from this service. */
  waiting(url: string): number;
  readonly sent: readonly SentLead[];
  /** Waits for the last answers. */
  stop(): Promise<readonly SentLead[]>;
}

const CONNECTIONS = 64;

export function startSteadyLoad(urls: readonly string[], key: string, perSecond: number): SteadyLoad {
  const clients = new Map<string, Client>();
  const waiting = new Map<string, number>();
  const sent: SentLead[] = [];
  let routed = urls;

  const send = async (url: string, number: number): Promise<void> => {
    const client = clients.get(url) ?? openClient(url, CONNECTIONS);
    clients.set(url, client);
    const email = `steady-${number}@example.org`;
    const sentAt = Date.now();
    waiting.set(url, (waiting.get(url) ?? 0) + 1);
    const answer = await client
      .post('/api/webhook.php', makeLeadFrom(email), { key })
      .catch((error) => error);
    waiting.set(url, (waiting.get(url) ?? 0) - 1);
    const isAcknowledged = !(answer instanceof Error) && answer.status === 200;
    sent.push({
      email,
      sentAt,
      answeredAt: Date.now(),
      leadId: isAcknowledged ? leadIdOf(answer) : null,
      ...(isAcknowledged
        ? {}
        : { failure: answer instanceof Error ? answer.message : `${answer.status} ${answer.text}` }),
    });
  };
  const sending = sendSteadily(perSecond, (number) => send(routed[number % routed.length] as string, number));

  return {
    route: (next) => {
      routed = next;
    },
    waiting: (url) => waiting.get(url) ?? 0,
    sent,
    stop: async () => {
      await sending.stop();
      await Promise.all([...clients.values()].map((client) => client.close()));
      return sent;
    },
  };
}
