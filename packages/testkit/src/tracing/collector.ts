// A collector for OpenTelemetry spans, as HTTP and JSON.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** 2 is a request that we answer. */
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly {
        readonly key: string;
        readonly value: { readonly stringValue: string };
      }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** The headers of each call. */
  readonly calls: Readonly<Record<string, unknown>>[];
  close(): void;
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const calls: Readonly<Record<string, unknown>>[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Sent;
    if (request.url === '/v1/traces') calls.push(request.headers);
    for (const { resource, scopeSpans } of resourceSpans) {
      const service =
        resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? 'unnamed';
      for (const { spans: sent } of scopeSpans) spans.push(...sent.map((span) => ({ service, ...span })));
    }
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    calls,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
