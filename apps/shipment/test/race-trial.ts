import { isUnavailable } from '@qafila/envelopes/as-refusal';
import { parseStrict } from '@qafila/json/strict-json';
import type { JsonValue } from '@qafila/json/json-value';
import { callCourier } from '../src/courier-calls/call-courier.ts';
import type { CourierScan } from '../src/couriers/courier.ts';
import { recordScans } from '../src/scans/record-scans.ts';
import { cancelShipment } from '../src/shipments/cancel-shipment.ts';
import { createShipment } from '../src/shipments/create-shipment.ts';
import { returnShipment } from '../src/shipments/return-shipment.ts';
import type { ScanStatus } from '../src/state/status.ts';
import type { Json } from '@qafila/testing/http-call';
import { domestic } from './bodies.ts';
import type { FakeCourier } from './fake-courier.ts';
import { startDue } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

/** One shipment of a race, and the actions that can happen to it at the same time. No action waits for another. */
export class RaceTrial {
  constructor(
    private readonly under: ShipmentUnderTest,
    readonly id: string,
  ) {}

  static async create(under: ShipmentUnderTest, referenceNumber: string): Promise<RaceTrial> {
    const answer = await createShipment(
      under.dependencies,
      under.owner,
      requestWith(exact({ ...domestic(), referenceNumber })),
    );
    return new RaceTrial(under, (answer.body as Json).data.shipmentId as string);
  }

  get waybill(): string {
    return this.under.falcon.booked(this.id)?.awb ?? '';
  }

  scan(status: ScanStatus, more: Partial<CourierScan> = {}): CourierScan {
    return this.under.falcon.scan(this.waybill, status, more);
  }

  /** A courier repeats what is answered 503: on a busy machine not every one of 150 calls gets a connection in time. */
  async sendScans(...scans: CourierScan[]): Promise<void> {
    const parcel = { courier: 'falcon', awb: this.waybill, source: 'webhook' } as const;
    try {
      await recordScans(this.under.dependencies, parcel, scans);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await this.sendScans(...scans);
    }
  }

  /** Returns the refusal's code; undefined when the cancellation is accepted. */
  cancel(): Promise<string | undefined> {
    return refusalOf(
      cancelShipment(this.under.dependencies, this.under.owner, {
        id: this.id,
        request: requestWith(undefined),
        cancel: {},
      }),
    );
  }

  /** Returns the trial of the return shipment, or the refusal's code. */
  async returnPieces(referenceNumber: string, quantity: number): Promise<RaceTrial | string> {
    const body = {
      ...domestic(),
      referenceNumber,
      shipmentType: 'RETURN',
      packagesInfo: [
        { weight: 1, description: 'Shirts', items: [{ sku: 'S1', name: 'Shirt', quantity, unitPrice: 50 }] },
      ],
    };
    let created: Json;
    const refusal = await refusalOf(
      returnShipment(this.under.dependencies, this.under.owner, this.id, requestWith(exact(body))).then((answer) => {
        created = answer.body;
      }),
    );
    return refusal ?? new RaceTrial(this.under, created.data.shipmentId as string);
  }

  /** One round of a worker: starts the calls that are due and makes them. */
  static async makeDueCalls({ dependencies, falcon }: ShipmentUnderTest, max: number): Promise<number> {
    const started = await startDue(dependencies, falcon.id, { free: max });
    await Promise.all(started.map((call) => callCourier(dependencies, call)));
    return started.length;
  }
}

function requestWith(body: JsonValue | undefined): Parameters<typeof createShipment>[2] {
  return { key: undefined, fingerprint: Buffer.alloc(0), characters: 1_000, body };
}

function exact(body: unknown): JsonValue {
  return parseStrict(JSON.stringify(body), { numbers: 'exact' });
}

async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    const { code, status } = error as { code?: string; status?: number };
    if (status !== 409) throw error;
    return code;
  }
}

interface StoredShipment {
  id: string;
  status: string;
  awb: string | null;
  /** How often each event type was published. */
  events: Record<string, number>;
  /** Scans in the history. */
  scans: string;
}

/** Compares these shipments with what the courier has, and lists every contradiction. */
export async function findContradictions(
  { pool, falcon, owner }: ShipmentUnderTest,
  ids: readonly string[],
  since: Date,
): Promise<string[]> {
  const { rows } = await pool.query<StoredShipment>(
    `
    WITH published AS (
      SELECT e->>'subject' AS id, e->>'type' AS type, count(*)
      FROM outbox o, json_array_elements(o.body::json) e WHERE o.created_at >= $2 GROUP BY 1, 2
    )
    SELECT s.id, s.status, s.awb,
      (SELECT coalesce(json_object_agg(p.type, p.count), '{}') FROM published p WHERE p.id = s.id) AS events,
      (SELECT count(*) FROM history h
        WHERE h.account_id = s.account_id AND h.shipment_id = s.id AND h.courier_status_code IS NOT NULL) AS scans
    FROM shipment s WHERE s.account_id = $3 AND s.id = ANY ($1)`,
    [ids, since, owner.accountId],
  );
  const found = rows.flatMap((row) => [
    ...waybillContradictions(row, falcon.booked(row.id)),
    ...eventContradictions(row),
  ]);
  return rows.length === ids.length ? found : [...found, `${ids.length - rows.length} shipments are missing`];
}

function waybillContradictions(
  { id, status, awb, scans }: StoredShipment,
  waybill: ReturnType<FakeCourier['booked']>,
): string[] {
  if (waybill === undefined) return [];
  const { cancelled, pickedUp } = waybill;
  const isCancelled = isCancelledStatus(status);
  return messagesOf(id, [
    [awb !== waybill.awb, `the courier has the waybill ${waybill.awb}, ours is ${awb} (${status})`],
    [Number(scans) < waybill.scans.length, `${scans} of ${waybill.scans.length} scans are stored`],
    [Number(scans) > waybill.scans.length, 'a scan is stored twice'],
    [cancelled && !pickedUp && !isCancelled, `cancelled at the courier, ${status} here`],
    [!cancelled && isCancelled, `live at the courier, ${status} here`],
    [pickedUp && ['BOOKED', 'PENDING', 'CANCEL_REQUESTED'].includes(status), `goods are picked up, ${status} here`],
  ]);
}

function eventContradictions({ id, status, events }: StoredShipment): string[] {
  const countOf = (event: string): number => events[`shipment.${event}`] ?? 0;
  const isRepeated = ['booked', 'cancelled', 'delivered', 'awb.ready'].some((event) => countOf(event) > 1);
  return messagesOf(id, [
    [isRepeated, `an event is published twice: ${JSON.stringify(events)}`],
    [isCancelledStatus(status) && countOf('cancelled') !== 1, 'cancelled, and no event says so'],
    [status === 'DELIVERED' && countOf('delivered') !== 1, 'delivered, and no event says so'],
  ]);
}

function isCancelledStatus(status: string): boolean {
  return status === 'CANCELLED' || status === 'CANCELLED_BY_COURIER';
}

function messagesOf(id: string, checks: readonly (readonly [isWrong: boolean, message: string])[]): string[] {
  return checks.flatMap(([isWrong, message]) => (isWrong ? [`${id}: ${message}`] : []));
}
