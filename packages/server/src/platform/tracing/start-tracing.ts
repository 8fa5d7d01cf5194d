// Sends spans to an OpenTelemetry collector, if the operator named one. The libraries are only loaded then.

import { defaultTextMapGetter, ROOT_CONTEXT } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../base/log.ts';
import { NO_TRACING, OpenTelemetry, type Tracing } from './tracing.ts';

export interface TracingConfig {
  /** Without `/v1/traces`. */
  readonly endpoint: string;
  /** As in `name=value,name=value`. */
  readonly headers: string;
  /** Of the requests and jobs, from 0 to 1. */
  readonly share: number;
}

const SEND_EVERY_MS = 2_000;
const MAX_SENDING_MS = 5_000;
const MAX_STOPPING_MS = 2_000;
/** Further spans are dropped: about 2 MB. */
const MAX_WAITING = 4_096;
const WARN_EVERY_MS = 60_000;

export async function startTracing(
  config: TracingConfig | null,
  service: 'leadline-api' | 'leadline-worker',
  logger: Logger,
): Promise<Tracing> {
  if (config === null) return NO_TRACING;
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { W3CTraceContextPropagator, ...core }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${config.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: core.parseKeyPairsIntoRecord(config.headers),
    timeoutMillis: MAX_SENDING_MS,
  });
  // A caller can't have more requests traced than the operator wants.
  const sampler = new sdk.TraceIdRatioBasedSampler(config.share);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: warnOfFailures(exporter, logger),
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: MAX_SENDING_MS,
        maxQueueSize: MAX_WAITING,
      }),
    ],
  });
  const propagator = new W3CTraceContextPropagator();
  return new OpenTelemetry(
    provider.getTracer('leadline'),
    (headers) => propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
    async () => {
      const isLate = new Promise<void>((resolve) => setTimeout(resolve, MAX_STOPPING_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), isLate]);
    },
  );
}

/** The library keeps quiet about a collector that is down. */
function warnOfFailures(exporter: SpanExporter, logger: Logger): SpanExporter {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.error !== undefined && now - warnedAt >= WARN_EVERY_MS) {
          warnedAt = now;
          logger.warn('the OpenTelemetry collector takes no spans; they are dropped');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
