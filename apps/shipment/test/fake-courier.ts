import { Refusal } from '@qafila/envelopes/refusal';
import type { BookingAnswer, BookingRequest, CancelAnswer, Courier, CourierScan, FindAnswer, Wanted } from '../src/couriers/courier.ts';
import type { ScanStatus } from '../src/shipments/status.ts';

interface Waybill { awb: string; reference: string; cancelled: boolean; pickedUp: boolean; scans: CourierScan[] }
type How = 'answer' | 'refuse' | 'lose answer' | 'never arrive';

/** A courier in the test's hands. Its own truth is `waybills`; what a call does is what the test switched on for the next one. */
export class FakeCourier implements Courier {
  readonly name: string;
  readonly isSandbox = true;
  readonly pollEveryMs = 60_000;
  readonly #byReference = new Map<string, Waybill>();
  readonly #byAwb = new Map<string, Waybill>();
  readonly calls: string[] = [];
  /** Bookings of a reference that is booked already: there must be none. */
  readonly doubles: string[] = [];
  next: How[] = [];
  clock: () => number = Date.now;
  #no = 0;

  constructor(readonly id: string) {
    this.name = `Courier ${id}`;
  }

  /** What the courier has under our reference. */
  booked(reference: string): Waybill | undefined {
    return this.#byReference.get(reference);
  }

  async book({ reference }: BookingRequest): Promise<BookingAnswer> {
    this.calls.push(`book ${reference}`);
    const how = this.next.shift() ?? 'answer';
    if (how === 'refuse') return { kind: 'refused', code: 'address_not_served', reason: 'The address is not served.' };
    if (how === 'never arrive') throw new Error('connection refused');
    if (this.#byReference.has(reference)) this.doubles.push(`booked twice: ${reference}`);
    const awb = `${this.id.toUpperCase()}${String(++this.#no).padStart(8, '0')}`;
    const waybill = { awb, reference, cancelled: false, pickedUp: false, scans: [] };
    this.#byReference.set(reference, waybill);
    this.#byAwb.set(awb, waybill);
    if (how === 'lose answer') throw new Error('timed out');
    return { kind: 'booked', awb, label: { service: 'NEXT DAY', sortCode: 'RUH-1' } };
  }

  async find({ reference }: Wanted): Promise<FindAnswer> {
    this.calls.push(`find ${reference}`);
    const known = this.booked(reference);
    return known === undefined ? { kind: 'absent' } : { kind: 'found', awb: known.awb, label: { service: 'NEXT DAY', sortCode: 'RUH-1' } };
  }

  async cancel(awb: string): Promise<CancelAnswer> {
    this.calls.push(`cancel ${awb}`);
    const how = this.next.shift() ?? 'answer';
    const waybill = this.#byAwb.get(awb);
    if (waybill === undefined) throw new Error('no such waybill');
    if (how === 'never arrive') throw new Error('connection refused');
    if (waybill.pickedUp || (how === 'refuse' && !waybill.cancelled)) return { kind: 'refused', reason: 'picked_up' };
    waybill.cancelled = true;
    if (how === 'lose answer') throw new Error('timed out');
    return { kind: 'cancelled' };
  }

  async poll(awb: string): Promise<CourierScan[]> {
    return this.#byAwb.get(awb)?.scans ?? [];
  }

  readCallback(headers: Record<string, string | string[] | undefined>, body: Buffer): CourierScan[] {
    if (headers['x-courier'] !== this.id) throw new Refusal(401, 'TOKEN_INVALID', 'This call is not signed by the courier.');
    return JSON.parse(body.toString()) as CourierScan[];
  }

  /** What the courier's driver does; told by nobody until the test tells it. */
  scan(awb: string, status: ScanStatus, more: Partial<CourierScan> = {}): CourierScan {
    const waybill = this.#byAwb.get(awb);
    if (waybill === undefined) throw new Error(`no waybill ${awb}`);
    const scan: CourierScan = { awb, status, occurredAtMs: this.clock() + waybill.scans.length, courierStatusCode: status.toLowerCase(), description: status, city: 'الرياض', countryCode: 'SA', ...more };
    if (status !== 'READY_FOR_PICKUP' && status !== 'PICKUP_FAILED' && status !== 'CANCELLED_BY_COURIER') waybill.pickedUp = true;
    waybill.scans.push(scan);
    return scan;
  }
}
