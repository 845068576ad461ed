import type { Pool, PoolClient } from 'pg';
import { WEBHOOK_EVENT } from '@qafila/contracts/webhook-events';
import { within } from '@qafila/messaging/within';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Logger } from '@qafila/runtime/log';
import type { Channel } from './channel.ts';
import type { Verdict } from './judge-answer.ts';
import { tellEndpoint } from './tell.ts';

/** Shares of the time until the automatic end at which the merchant is warned. */
const WARNINGS = [0.2, 0.8] as const;

export interface HealthOptions {
  pool: Pool;
  log: Logger;
  disableAfterMs: number;
  /** Resolves when the outcomes so far are written. */
  recorded: () => Promise<void>;
  onPublished: () => void;
}

/** Under load there is always something to write; what was waiting at the beginning is written by then. */
const RECORDED_WITHIN_MS = 1_000;

/** Long-term health of endpoints: warns of those that only fail, ends them when nothing succeeded for too long, tells of recoveries. */
export class EndpointHealth {
  readonly #busy = new Set<number>();

  constructor(private readonly options: HealthOptions) {}

  /** After each attempt. The health itself is written with the outcome; this acts on its turning points. */
  judge(channel: Channel, verdict: Verdict): void {
    const nowMs = Date.now();
    const { health } = channel;
    if (verdict.outcome === 'delivered') {
      const told = health.warned > 0;
      const failed = { ...health };
      channel.health = { ...health, failures: 0, failingSinceMs: null, warned: 0, lastSuccessMs: nowMs };
      if (told) this.#act(channel, (client) => this.#recovered(client, channel, failed));
      return;
    }
    channel.health = { ...health, failures: health.failures + 1, failingSinceMs: health.failingSinceMs ?? nowMs };
    if (verdict.outcome === 'gone') return this.#act(channel, (client) => this.#disable(client, channel, 'gone'));
    const failingMs = nowMs - (channel.health.failingSinceMs ?? nowMs);
    if (failingMs >= this.options.disableAfterMs) return this.#act(channel, (client) => this.#disable(client, channel, 'failing'));
    const share = WARNINGS[health.warned];
    if (share !== undefined && failingMs >= share * this.options.disableAfterMs) this.#act(channel, (client) => this.#warn(client, channel));
  }

  /** An endpoint that answers again gets what waits at once; such attempts do not move the schedule. */
  hurryRetries(channel: Channel, done: () => void): void {
    this.options.pool.query("UPDATE retry SET due_at = now(), cause = 'recovery' WHERE endpoint_no = $1 AND epoch = 0 AND due_at > now() AND due_at < 'infinity'", [channel.endpointNo])
      .then(done, (error: Error) => this.options.log.warn({ error: error.message }, 'delivery.hurry_failed'));
  }

  /** One change of an endpoint at a time; what fails now is met again by the next attempt. */
  #act(channel: Channel, change: (client: PoolClient) => Promise<void>): void {
    if (this.#busy.has(channel.endpointNo)) return;
    this.#busy.add(channel.endpointNo);
    // After the attempt's own outcome: a retry that is written later would not be made due with the others of a disabled endpoint.
    void within(this.options.recorded(), RECORDED_WITHIN_MS).then(() => inTransaction(this.options.pool, change))
      .then(() => this.options.onPublished())
      .catch((error: Error) => this.options.log.warn({ error: error.message }, 'delivery.health_failed'))
      .finally(() => { this.#busy.delete(channel.endpointNo); });
  }

  async #disable(client: PoolClient, channel: Channel, reason: 'gone' | 'failing'): Promise<void> {
    const { endpoint } = channel;
    if (endpoint === undefined) return;
    const { rowCount } = await client.query(
      "UPDATE endpoint SET status = 'disabled', status_reason = $2, revision = revision + 1, updated_at = now() WHERE endpoint_no = $1 AND status <> 'disabled'",
      [channel.endpointNo, reason]);
    if (rowCount === 0) return;
    await tellEndpoint(client, endpoint, channel.health, { type: WEBHOOK_EVENT.endpointDisabled, status: 'disabled', reason, disableAtMs: null });
    // What waits for a later hour is buried now, as is what waits for its turn.
    await client.query("UPDATE retry SET due_at = now() WHERE endpoint_no = $1 AND epoch = 0 AND due_at > now() AND due_at < 'infinity'", [channel.endpointNo]);
    await client.query("SELECT pg_notify('webhooks_endpoint', $1), pg_notify('webhooks_work', '')", [String(channel.endpointNo)]);
    endpoint.status = 'disabled';
  }

  async #warn(client: PoolClient, channel: Channel): Promise<void> {
    const { endpoint, health } = channel;
    if (endpoint === undefined || health.failingSinceMs === null) return;
    await tellEndpoint(client, endpoint, health,
      { type: WEBHOOK_EVENT.endpointFailing, status: endpoint.status, reason: null, disableAtMs: health.failingSinceMs + this.options.disableAfterMs });
    channel.health = { ...channel.health, warned: health.warned + 1 };
  }

  async #recovered(client: PoolClient, channel: Channel, failed: Channel['health']): Promise<void> {
    const { endpoint } = channel;
    if (endpoint === undefined) return;
    await tellEndpoint(client, endpoint, failed, { type: WEBHOOK_EVENT.endpointRecovered, status: endpoint.status, reason: null, disableAtMs: null });
  }
}
