// Clients that follow the documentation: every lead has an Idempotency-Key, and whatever goes wrong, the same request
// is retried on either process until it is acknowledged.

import { setTimeout as sleep } from 'node:timers/promises';
import { timeOfId } from '@leadline/server/testing';
import { type Client, type ClientResponse, leadIdOf, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { sendSteadily } from '../load/send-steadily.ts';

export interface RetryingLoad {
  /** How many 503 responses there were so far, and how many of them had a Retry-After header. */
  readonly unavailable: { count: number; withRetryAfter: number };
  /** When the last lead was acknowledged, from performance.now(). */
  readonly lastAcknowledgedAt: () => number;
  /** How many leads were acknowledged so far. */
  readonly acknowledged: () => number;
  /** The longest time without an acknowledgment since then, in milliseconds. */
  longestPauseSince(startedAt: number): number;
  /** Lets every client finish its current lead first. */
  stop(): Promise<Deliveries>;
}

export interface Deliveries {
  /** The lead IDs returned for each Idempotency-Key, which is also the email of the lead. */
  readonly acknowledged: ReadonlyMap<string, ReadonlySet<string>>;
  readonly gaveUp: number;
  readonly unexpected: readonly string[];
  /** Requests whose connection was lost or refused, or that took too long. */
  readonly lost: number;
  readonly figures: Readonly<Record<string, number>>;
}

const CLIENTS = 32;
/** Leaves CPU time for the service, since everything runs on the same machine. */
const PAUSE_MS = 10;
const RETRY_PAUSE_MS = 50;
/** For a steady load: enough for all leads that wait for an answer during an outage. */
const STEADY_CONNECTIONS = 256;
/** Leads keep coming during an outage, and all of them are sent again and again. */
const STEADY_RETRY_PAUSE_MS = 1_000;
/** Every second client gives up this early and retries, so that it collides with its own pending request. */
const IMPATIENCE_MS = 1_500;
const GIVE_UP_MS = 60_000;
const MAX_LEADS = 100_000;
/** Each client resends one in this many acknowledged leads to the other process. */
const REPEAT_EVERY = 8;

/** Without a rate, each client sends its next lead when the last one is acknowledged. */
export function startRetryingLoad(
  urls: readonly string[],
  key: string,
  perSecond: number | null = null,
): RetryingLoad {
  const connections = perSecond === null ? CLIENTS : STEADY_CONNECTIONS;
  const patient = urls.map((url) => openClient(url, connections));
  const impatient = urls.map((url) => openClient(url, connections, IMPATIENCE_MS));
  const acknowledgedAt: number[] = [];
  const acknowledged = new Map<string, Set<string>>();
  const unavailable = { count: 0, withRetryAfter: 0 };
  const unexpected: string[] = [];
  let [isStopping, gaveUp, lost, inFlight, foundStored, retried] = [false, 0, 0, 0, 0, 0];

  const deliver = async (name: string, place: number, callers: readonly Client[]): Promise<void> => {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (let attempt = 0; performance.now() < giveUpAt; attempt++) {
      const caller = callers[(place + attempt) % callers.length] as Client;
      const startedAt = Date.now();
      const answer = await caller
        .post('/api/webhook.php', makeLeadFrom(name), { key, idempotencyKey: name })
        .catch(() => null);
      if (answer?.status === 200) {
        const leadId = leadIdOf(answer);
        acknowledgedAt.push(performance.now());
        if (attempt > 0) retried++;
        const known = acknowledged.get(name);
        acknowledged.set(name, (known ?? new Set()).add(leadId));
        // The lead is older than this attempt, so an earlier attempt stored it but its response was lost.
        if (known === undefined && timeOfId(leadId.slice('lead_'.length)).getTime() < startedAt)
          foundStored++;
        return;
      }
      // A proxy answers 502 if it loses the connection to us; we never do.
      if (answer === null || answer.status === 502) lost++;
      else if (answer.status === 409) inFlight++;
      else if (answer.status === 503) countUnavailable(answer);
      else unexpected.push(`${answer.status} ${answer.text}`);
      await sleep(perSecond === null ? RETRY_PAUSE_MS : steadyPauseMs(answer));
    }
    gaveUp++;
  };
  const countUnavailable = ({ retryAfter }: ClientResponse): void => {
    unavailable.count++;
    if (retryAfter !== null) unavailable.withRetryAfter++;
  };
  const send = async (place: number, index: number): Promise<void> => {
    const callers = place % 2 === 0 ? patient : impatient;
    const name = `sender-${place}-${index}@example.org`;
    await deliver(name, place >> 1, callers);
    if (index % REPEAT_EVERY === 0) await deliver(name, (place >> 1) + 1, callers);
  };
  const client = async (place: number): Promise<void> => {
    for (let index = 0; !isStopping && index < MAX_LEADS / CLIENTS; index++) {
      await send(place, index);
      await sleep(PAUSE_MS);
    }
  };
  const startClients = (): { stop(): Promise<unknown> } => {
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, place) => client(place)));
    return { stop: () => clients };
  };
  const sending =
    perSecond === null
      ? startClients()
      : sendSteadily(perSecond, (number) => send(number % CLIENTS, Math.floor(number / CLIENTS)));

  return {
    unavailable,
    lastAcknowledgedAt: () => acknowledgedAt.at(-1) ?? 0,
    acknowledged: () => acknowledged.size,
    longestPauseSince: (startedAt) => {
      const times = [startedAt, ...acknowledgedAt.filter((at) => at > startedAt), performance.now()];
      return Math.max(...times.slice(1).map((at, index) => at - (times[index] as number)));
    },
    stop: async () => {
      isStopping = true;
      await sending.stop();
      await Promise.all([...patient, ...impatient].map((caller) => caller.close()));
      return {
        acknowledged,
        gaveUp,
        unexpected,
        lost,
        figures: {
          'leads acknowledged': acknowledged.size,
          'acknowledged after a retry': retried,
          'connections lost, refused or timed out': lost,
          'stored although the response was lost': foundStored,
          'answered 409': inFlight,
          'answered 503': unavailable.count,
        },
      };
    },
  };
}

/** What the service asks for, or else a second. */
const steadyPauseMs = (answer: ClientResponse | null): number =>
  answer?.retryAfter ? Number(answer.retryAfter) * 1_000 : STEADY_RETRY_PAUSE_MS;
