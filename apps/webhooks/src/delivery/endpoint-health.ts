import type { Pool, PoolClient } from 'pg';
import { WEBHOOK_EVENT } from '@qafila/contracts/webhook-events';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Logger } from '@qafila/runtime/log';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { HealthState } from './health-state.ts';
import type { Verdict } from './judge-answer.ts';
import { publishEndpointEvent } from './operational-events.ts';

/** Shares of the time until the endpoint is disabled, at which the merchant is warned. */
const WARNINGS = [0.2, 0.8] as const;

export interface HealthOptions {
  pool: Pool;
  log: Logger;
  disableAfterMs: number;
  /** Resolves when all results so far are written. */
  recorded: () => Promise<void>;
  onPublished: () => void;
}

const DISABLE = `
  UPDATE endpoint SET status = 'disabled', status_reason = $2, revision = revision + 1, updated_at = now()
  WHERE endpoint_no = $1 AND status <> 'disabled'`;

/**
 * Long-term health of endpoints: warns about those that only fail, disables them when nothing succeeded for too long,
 * and publishes recoveries.
 */
export class EndpointHealth {
  readonly #busy = new Set<number>();

  constructor(private readonly options: HealthOptions) {}

  /** After each attempt. The recorder writes the health itself with the result; this acts on its turning points. */
  judge(queue: EndpointQueue, verdict: Verdict): void {
    const nowMs = Date.now();
    const before = queue.health;
    if (verdict.outcome === 'delivered') {
      queue.attemptDelivered(nowMs);
      if (before.warned > 0) this.#act(queue, (client) => this.#publishRecovery(client, queue, before));
      return;
    }
    queue.attemptFailed(nowMs);
    if (verdict.outcome === 'gone') return this.#act(queue, (client) => this.#disable(client, queue, 'gone'));
    const failingMs = nowMs - (queue.health.failingSinceMs ?? nowMs);
    if (failingMs >= this.options.disableAfterMs)
      return this.#act(queue, (client) => this.#disable(client, queue, 'failing'));
    const share = WARNINGS[before.warned];
    if (share !== undefined && failingMs >= share * this.options.disableAfterMs)
      this.#act(queue, (client) => this.#warn(client, queue));
  }

  /** One change of an endpoint at a time. After a failure the next attempt tries the change again. */
  #act(queue: EndpointQueue, change: (client: PoolClient) => Promise<void>): void {
    if (this.#busy.has(queue.endpointNo)) return;
    this.#busy.add(queue.endpointNo);
    // After the attempt's own result: a retry written later would not become due with the others of a disabled
    // endpoint.
    void this.options
      .recorded()
      .then(() => inTransaction(this.options.pool, change))
      .then(() => this.options.onPublished())
      .catch((error: Error) => this.options.log.warn({ error: error.message }, 'delivery.health_failed'))
      .finally(() => {
        this.#busy.delete(queue.endpointNo);
      });
  }

  async #disable(client: PoolClient, queue: EndpointQueue, reason: 'gone' | 'failing'): Promise<void> {
    const { config } = queue;
    if (config === undefined) return;
    const { rowCount } = await client.query(DISABLE, [queue.endpointNo, reason]);
    if (rowCount === 0) return;
    await publishEndpointEvent(client, config, queue.health, {
      type: WEBHOOK_EVENT.endpointDisabled,
      status: 'disabled',
      reason,
      disableAtMs: null,
    });
    await client.query("SELECT pg_notify('webhooks_endpoint', $1), pg_notify('webhooks_work', '')", [
      String(queue.endpointNo),
    ]);
    queue.disabled(config);
  }

  async #warn(client: PoolClient, queue: EndpointQueue): Promise<void> {
    const { config, health } = queue;
    if (config === undefined || health.failingSinceMs === null) return;
    await publishEndpointEvent(client, config, health, {
      type: WEBHOOK_EVENT.endpointFailing,
      status: config.status,
      reason: null,
      disableAtMs: health.failingSinceMs + this.options.disableAfterMs,
    });
    queue.warningPublished(health.warned + 1);
  }

  async #publishRecovery(client: PoolClient, queue: EndpointQueue, failed: HealthState): Promise<void> {
    const { config } = queue;
    if (config === undefined) return;
    await publishEndpointEvent(client, config, failed, {
      type: WEBHOOK_EVENT.endpointRecovered,
      status: config.status,
      reason: null,
      disableAtMs: null,
    });
  }
}
