// Sends generated requests to an API, checks every response and summarizes the result.

import { Agent } from 'node:http';
import { AnswerChecker, findBrokenFault } from './check-answer.ts';
import { type FuzzKeys, type FuzzRequest, generateRequests } from './generate-requests.ts';
import type { OpenApi } from './openapi.ts';
import { type Answer, sendBroken, sendHttp } from './send-request.ts';

export interface FuzzOptions {
  readonly url: string;
  readonly keys: FuzzKeys;
  readonly seed: number;
  readonly count: number;
  readonly concurrency: number;
  readonly onProgress?: (sent: number, failures: number) => void;
}

export interface Failure {
  readonly fault: string;
  /** The first request that caused the failure, in readable form. */
  readonly request: string;
  readonly answer: string;
  times: number;
}

export interface FuzzReport {
  readonly sent: number;
  /** `none` counts connections that closed without a response, which is fine for garbage. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly slowest: { readonly ms: number; readonly request: string };
  readonly failures: readonly Failure[];
}

/** How many recently stored leads to reuse in requests. Some may have been deleted since. */
const MAX_KNOWN_LEADS = 200;

export async function runFuzz({
  url,
  keys,
  seed,
  count,
  concurrency,
  onProgress = () => {},
}: FuzzOptions): Promise<FuzzReport> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi;
  const checker = new AnswerChecker(document);
  const requests = generateRequests(document, keys, { seed, count });
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const address = new URL(url);
  const leadIds = ['lead_0193e0c0a1b27c3d8e4f5a6b7c8d9e0f'];
  const statuses = new Map<string, number>();
  const failures = new Map<string, Failure>();
  let sent = 0;
  let answered = 0;
  let slowest = { ms: 0, request: '' };

  const tally = (status: string): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const fail = (request: FuzzRequest, fault: string, answer: string): void => {
    const kind = `${request.kind === 'http' ? `${request.method} ${routeOf(request.target)}` : 'broken HTTP'}: ${fault}`;
    const known = failures.get(kind);
    if (known !== undefined) known.times++;
    else failures.set(kind, { fault: kind, request: formatRequest(request), answer, times: 1 });
  };
  const send = async (generated: FuzzRequest): Promise<void> => {
    if (generated.kind === 'broken') {
      const answers = await sendBroken(address, generated);
      if (answers.length === 0) tally('none');
      for (const answer of answers) {
        tally(String(answer.status));
        const fault = findBrokenFault(answer);
        if (fault !== null) fail(generated, fault, formatAnswer(answer));
      }
      return;
    }
    const lead = leadIds[sent % leadIds.length] ?? '';
    const request = { ...generated, target: generated.target.replace('{lead}', lead) };
    const started = performance.now();
    const answer = await sendHttp(address, agent, request);
    const ms = performance.now() - started;
    if (ms > slowest.ms) slowest = { ms, request: formatRequest(request) };
    tally(String(answer.status));
    const fault = checker.findFault(request, answer);
    if (fault !== null) fail(request, fault, formatAnswer(answer));
    const stored = /"lead_id":"(lead_[0-9a-f]{32})","data"/.exec(answer.text)?.[1];
    if (stored === undefined) return;
    leadIds.push(stored);
    if (leadIds.length > MAX_KNOWN_LEADS) leadIds.shift();
  };
  const work = async (): Promise<void> => {
    for (const request of requests) {
      sent++;
      await send(request).catch((error: Error) => fail(request, `no response: ${error.message}`, ''));
      if (++answered % 1_000 === 0) onProgress(answered, failures.size);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  agent.destroy();
  return { sent, statuses, slowest, failures: [...failures.values()] };
}

const routeOf = (target: string): string =>
  (target.split('?')[0] ?? '').replace(/^(\/api\/leads\/)[^/]+/, '$1{id}').slice(0, 60);

function formatRequest(request: FuzzRequest): string {
  if (request.kind === 'broken') {
    return `bytes ${shorten(JSON.stringify(request.pieces.map((piece) => piece.toString('latin1'))))}`;
  }
  const { method, target, headers, body } = request;
  const shown = body === null ? '' : ` ${shorten(JSON.stringify(body.toString('latin1')))}`;
  return `${method} ${shorten(target)} ${JSON.stringify({ ...headers, 'x-api-key': '…' })}${shown}`;
}

const formatAnswer = ({ status, text }: Answer): string => `${status} ${text.slice(0, 300)}`;

/** Also hides keys, because the text ends up in CI logs. */
function shorten(text: string): string {
  const shown = text.replace(/ll_(live|test)_\w{10,}/g, 'll_$1_…');
  return shown.length <= 600 ? shown : `${shown.slice(0, 500)}… (${shown.length} characters)`;
}

/** Lists each kind of failure once. */
export const describeFailures = ({ failures }: FuzzReport): string =>
  failures
    .map(
      ({ fault, times, request, answer }) =>
        `${fault} (${times} times)\n  first: ${request}\n  response: ${answer}`,
    )
    .join('\n');
