import type { Logger } from '@qafila/runtime/log';
import type { Metrics } from '@qafila/runtime/metrics';
import { Refusal } from '@qafila/envelopes/refusal';
import { codeOf, upstreamRefusal } from './upstream-failure.ts';

const LINE_EVERY_MS = 1_000;

/** Counts failed calls and logs the details that the client does not get, at most one line a second per service. */
export class UpstreamFailures {
  readonly #lastLineMs = new Map<string, number>();
  readonly #total;

  constructor(
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.#total = metrics.counter('gateway_upstream_failures_total', 'Calls to a service without an answer', [
      'upstream',
      'reason',
    ] as const);
  }

  /** Returns the refusal that the client gets. */
  record(service: string, error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    const reason = codeOf(error) || (error as Error).constructor.name;
    this.#total.inc({ upstream: service, reason });
    const now = performance.now();
    if (now - (this.#lastLineMs.get(service) ?? -Infinity) >= LINE_EVERY_MS) {
      this.#lastLineMs.set(service, now);
      this.log.warn({ upstream: service, reason, error: (error as Error).message }, 'upstream.failed');
    }
    return upstreamRefusal(service, error);
  }
}
