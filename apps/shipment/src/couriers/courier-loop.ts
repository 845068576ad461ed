import { forgetAnswers } from '@qafila/idempotency/idempotent';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { COURIER } from '../limits.ts';
import type { Shipments } from '../shipments.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { askCourier, takeDue } from './ask-courier.ts';
import type { Asked } from './ask-courier.ts';
import type { Courier } from './courier.ts';
import { takeScans } from './take-scans.ts';

/**
 * Does what is owed to couriers: bookings, look-ups, cancellations, and questions for scans. Each courier has places of his own, so that one
 * who does not answer holds up nobody else's parcels. Runs in every process; leases in the rows share the work out.
 */
export class CourierLoop extends BackgroundLoop {
  readonly #underWay = new Map<string, Set<Promise<void>>>();
  /** By courier: scans are not looked for before. */
  readonly #pollAtMs = new Map<string, number>();
  #roundAtMs = 0;
  #forgetAtMs = 0;

  constructor(private readonly shipments: Shipments) {
    super({ name: 'courier', log: shipments.log, restAfterFailureMs: COURIER.restMs, round: () => this.#round() });
  }

  /** Calls under way end by their deadline. */
  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all([...this.#underWay.values()].flatMap((calls) => [...calls]));
  }

  async #round(): Promise<number> {
    await this.#pace();
    let full = false;
    for (const courier of this.shipments.couriers.all) {
      for (const asked of await this.#takeAsks(courier)) this.#run(courier, 'ask', { shipment: asked.row.id, work: () => askCourier(this.shipments, courier, asked) });
      for (const row of await this.#takePolls(courier)) this.#run(courier, 'poll', { shipment: row.id, work: () => poll(this.shipments, courier, row) });
      full ||= this.#free(courier, 'ask') === 0;
    }
    if (Date.now() >= this.#forgetAtMs) {
      await forgetAnswers(this.shipments);
      this.#forgetAtMs = Date.now() + COURIER.forgetEveryMs;
    }
    // A place that becomes free wakes us.
    return full ? COURIER.restFullMs : COURIER.restMs;
  }

  /** Every create wakes the loop. What became due since the last round is taken together: a commit for each would cost more than the wait. */
  async #pace(): Promise<void> {
    const waitMs = this.#roundAtMs - Date.now();
    if (waitMs > 0) await new Promise((resolve) => { setTimeout(resolve, waitMs); });
    this.#roundAtMs = Date.now() + COURIER.roundEveryMs;
  }

  async #takeAsks(courier: Courier): Promise<Asked[]> {
    const free = this.#free(courier, 'ask');
    return free === 0 ? [] : takeDue(this.shipments, courier.id, free);
  }

  /** No commit makes a scan due at once: they are looked for at their own pace, unless more were due than there was room for. */
  async #takePolls(courier: Courier): Promise<ShipmentRow[]> {
    const free = this.#free(courier, 'poll');
    if (free === 0 || Date.now() < (this.#pollAtMs.get(courier.id) ?? 0)) return [];
    const rows = await takePolls(this.shipments, courier, free);
    if (rows.length < free) this.#pollAtMs.set(courier.id, Date.now() + COURIER.pollRestMs);
    return rows;
  }

  #free(courier: Courier, kind: 'ask' | 'poll'): number {
    return COURIER[kind === 'ask' ? 'asksAtOnce' : 'pollsAtOnce'] - (this.#underWay.get(`${kind} ${courier.id}`)?.size ?? 0);
  }

  #run(courier: Courier, kind: 'ask' | 'poll', { shipment, work }: { shipment: string; work: () => Promise<void> }): void {
    const calls = this.#underWay.get(`${kind} ${courier.id}`) ?? new Set();
    this.#underWay.set(`${kind} ${courier.id}`, calls);
    const wasFull = this.#free(courier, kind) <= 1;
    const call = work()
      // The lease runs out, and it is taken again.
      .catch((error: unknown) => this.shipments.log.warn({ shipment, courier: courier.id, call: kind, error: (error as Error).message }, 'courier.failed'))
      .finally(() => {
        calls.delete(call);
        if (wasFull) this.wake();
      });
    calls.add(call);
  }
}

/** Moved on before it is asked, so that no other process asks at the same moment. */
async function takePolls({ pool, clock }: Shipments, courier: Courier, max: number): Promise<ShipmentRow[]> {
  const now = clock();
  const { rows } = await pool.query<ShipmentRow>({
    name: 'due-polls',
    text: `
      UPDATE shipment s SET poll_at = $3 FROM (SELECT account_id, id FROM shipment WHERE courier = $1 AND poll_at <= $2 ORDER BY poll_at LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED) due
      WHERE s.account_id = due.account_id AND s.id = due.id RETURNING s.*`,
    values: [courier.id, new Date(now), new Date(now + courier.pollEveryMs), max],
  });
  return rows;
}

async function poll(shipments: Shipments, courier: Courier, { awb }: ShipmentRow): Promise<void> {
  const scans = await courier.poll(awb as string, AbortSignal.timeout(COURIER.callTimeoutMs));
  if (scans.length > 0) await takeScans(shipments, { courier: courier.id, awb: awb as string, source: 'poll' }, scans);
}
