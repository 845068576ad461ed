import { context, propagation, trace } from '@opentelemetry/api';

/**
 * Sends spans to an OTLP collector if `OTEL_EXPORTER_OTLP_ENDPOINT` is set; otherwise tracing costs nothing: the SDK is
 * a tenth of what a service loads, so it is loaded here.
 */
export async function startTraces(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {};
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  provider.register();
  return () => provider.shutdown();
}

/** The context of the span as a `traceparent`, for events and calls that this request causes. */
export function currentTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Runs `work` inside a span that continues the caller's trace. */
export async function inSpan<T>(name: string, traceparent: string | undefined, work: () => Promise<T>): Promise<T> {
  const parent = traceparent === undefined ? context.active() : propagation.extract(context.active(), { traceparent });
  return context.with(parent, () =>
    trace.getTracer('qafila').startActiveSpan(name, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.recordException(error as Error);
        throw error;
      } finally {
        span.end();
      }
    }),
  );
}
