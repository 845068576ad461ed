import { askCourier, takeDue } from '../src/couriers/ask-courier.ts';
import { takeScans } from '../src/couriers/take-scans.ts';
import type { CourierScan } from '../src/couriers/courier.ts';
import { cancelShipment } from '../src/shipments/command-shipment.ts';
import { createShipment } from '../src/shipments/create-shipment.ts';
import { returnShipment } from '../src/shipments/return-shipment.ts';
import type { ScanStatus } from '../src/shipments/status.ts';
import { parseStrict } from '@qafila/json/strict-json';
import type { JsonValue } from '@qafila/json/json-value';
import { domestic } from './bodies.ts';
import type { Json, ShipmentUnderTest } from './harness.ts';

/** One shipment of a trial, and what can be done to it at the same moment. Nothing here waits for anything else. */
export class Trial {
  constructor(private readonly under: ShipmentUnderTest, readonly id: string) {}

  static async of(under: ShipmentUnderTest, reference: string): Promise<Trial> {
    const answer = await createShipment(under.shipments, under.owner, { key: undefined, fingerprint: Buffer.alloc(0), characters: 1_000, body: exact({ ...domestic(), referenceNumber: reference }) });
    return new Trial(under, (answer.body as Json).data.shipmentId as string);
  }

  get waybill(): string {
    return this.under.falcon.booked(this.id)?.awb ?? '';
  }

  scan(status: ScanStatus, more: Partial<CourierScan> = {}): CourierScan {
    return this.under.falcon.scan(this.waybill, status, more);
  }

  async tell(...scans: CourierScan[]): Promise<void> {
    await takeScans(this.under.shipments, { courier: 'falcon', awb: this.waybill, source: 'webhook' }, scans);
  }

  /** Answers the code of the refusal, or undefined. */
  cancel(): Promise<string | undefined> {
    return refusalOf(cancelShipment(this.under.shipments, this.under.owner, this.id, { key: undefined, fingerprint: Buffer.alloc(0), characters: 1_000, body: undefined }));
  }

  /** Answers the return's trial, or the code of the refusal. */
  async giveBack(reference: string, quantity: number): Promise<Trial | string> {
    const body = { ...domestic(), referenceNumber: reference, shipmentType: 'RETURN', packagesInfo: [{ weight: 1, description: 'Shirts', items: [{ sku: 'S1', name: 'Shirt', quantity, unitPrice: 50 }] }] };
    let made: Json;
    const refused = await refusalOf(returnShipment(this.under.shipments, this.under.owner, this.id, { key: undefined, fingerprint: Buffer.alloc(0), characters: 1_000, body: exact(body) }).then((answer) => { made = answer.body; }));
    return refused ?? new Trial(this.under, made.data.shipmentId as string);
  }

  /** What a worker does in one turn: takes what is due, and asks. */
  static async work({ shipments, falcon }: ShipmentUnderTest, max: number): Promise<number> {
    const due = await takeDue(shipments, falcon.id, max);
    await Promise.all(due.map((asked) => askCourier(shipments, falcon, asked)));
    return due.length;
  }
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

/** What is wrong with these shipments, by what the courier knows and what we hold; empty when nothing is. */
export async function wrongs({ pool, falcon, owner }: ShipmentUnderTest, ids: readonly string[], since: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; status: string; awb: string | null; alarms: string[]; facts: Record<string, number>; scans: string; entries: string[] }>(`
    WITH told AS (SELECT e->>'subject' AS id, e->>'type' AS type, count(*) FROM outbox o, json_array_elements(o.body::json) e WHERE o.created_at >= $2 GROUP BY 1, 2)
    SELECT s.id, s.status, s.awb, s.alarms, (SELECT coalesce(json_object_agg(t.type, t.count), '{}') FROM told t WHERE t.id = s.id) AS facts,
      (SELECT count(*) FROM history h WHERE h.account_id = s.account_id AND h.shipment_id = s.id AND h.courier_status_code IS NOT NULL) AS scans,
      (SELECT array_agg(status ORDER BY no) FROM history h WHERE h.account_id = s.account_id AND h.shipment_id = s.id) AS entries
    FROM shipment s WHERE s.account_id = $3 AND s.id = ANY ($1)`, [ids, since, owner.accountId]);
  const found = rows.flatMap((row) => {
    const waybill = falcon.booked(row.id);
    const cancelled = row.status === 'CANCELLED' || row.status === 'CANCELLED_BY_COURIER';
    return [
      waybill !== undefined && row.awb !== waybill.awb && `${row.id}: a ghost waybill ${waybill.awb}, ours is ${row.awb} (${row.status})`,
      waybill !== undefined && Number(row.scans) < waybill.scans.length && `${row.id}: ${row.scans} of ${waybill.scans.length} scans kept`,
      waybill !== undefined && Number(row.scans) > waybill.scans.length && `${row.id}: a scan is kept twice`,
      waybill?.cancelled === true && !waybill.pickedUp && !cancelled && `${row.id}: cancelled there, ${row.status} here`,
      waybill?.cancelled === false && cancelled && `${row.id}: live there, ${row.status} here`,
      waybill?.pickedUp === true && ['BOOKED', 'PENDING', 'CANCEL_REQUESTED'].includes(row.status) && `${row.id}: goods on their way, ${row.status} here`,
      ['booked', 'cancelled', 'delivered', 'awb.ready'].some((fact) => (row.facts[`shipment.${fact}`] ?? 0) > 1) && `${row.id}: told twice: ${JSON.stringify(row.facts)}`,
      cancelled && row.facts['shipment.cancelled'] !== 1 && `${row.id}: cancelled, and not told`,
      row.status === 'DELIVERED' && row.facts['shipment.delivered'] !== 1 && `${row.id}: delivered, and not told`,
    ].filter((one) => one !== false);
  });
  return rows.length === ids.length ? found : [...found, `${ids.length - rows.length} shipments are gone`];
}
