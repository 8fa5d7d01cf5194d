// A service that answers as a table of cases says, and remembers what it was asked.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** `close` breaks the connection, `hang` never answers, `stall` stops in the middle of the body. */
export type Answer =
  | 'close'
  | 'hang'
  | 'stall'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      readonly text?: string;
    };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface ScriptedService {
  /** Starts a script, and returns where to send its requests. */
  play(name: string, answers: readonly Answer[]): string;
  requestsOf(name: string): readonly SeenRequest[];
  stop(): Promise<void>;
}

export async function startScriptedService(): Promise<ScriptedService> {
  const scripts = new Map<string, { answers: Answer[]; requests: SeenRequest[] }>();
  const server = createServer((request, response) => {
    const [, name = '', path = ''] = /^\/(\w+)(.*)$/.exec(request.url ?? '') ?? [];
    const script = scripts.get(name);
    void readText(request).then((body) => {
      script?.requests.push(describe(request, path, body));
      send(response, script?.answers.shift() ?? { status: 599, text: 'no answer left' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    play(name, answers) {
      scripts.set(name, { answers: [...answers], requests: [] });
      return `http://127.0.0.1:${port}/${name}`;
    },
    requestsOf: (name) => scripts.get(name)?.requests ?? [],
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const describe = ({ method = '', headers }: IncomingMessage, path: string, body: string): SeenRequest => ({
  method,
  path,
  headers,
  body: headers['content-type'] === 'application/json' ? JSON.parse(body) : body,
});

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return;
  if (answer === 'close') return void response.destroy();
  if (answer === 'stall') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
    return void response.write('{"success":');
  }
  const text = answer.text ?? JSON.stringify(answer.body);
  const type = answer.text === undefined ? 'application/json' : 'text/html';
  // Deno repeats a request on its own when a connection breaks that was used before.
  response
    .writeHead(answer.status, { 'Content-Type': type, Connection: 'close', ...answer.headers })
    .end(text);
}
