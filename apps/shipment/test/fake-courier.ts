import { Refusal } from '@qafila/envelopes/refusal';
import type {
  BookingLookup,
  BookingRequest,
  BookingResult,
  CallbackResult,
  Cancellation,
  CancelResult,
  Courier,
  CourierScan,
  LookupResult,
  PolledWaybill,
  Polling,
  QuoteResult,
  ReceivedCall,
} from '../src/couriers/courier.ts';
import type { ScanStatus } from '../src/state/status.ts';

interface Waybill {
  awb: string;
  shipmentId: string;
  cancelled: boolean;
  pickedUp: boolean;
  scans: CourierScan[];
}
type CallBehaviour = 'answer' | 'refuse' | 'not sent' | 'lose answer' | 'never arrive';

/**
 * A courier that the test controls. `next` decides what the next calls do; the waybills are what the courier really
 * has.
 */
export class FakeCourier implements Courier {
  readonly name: string;
  readonly isSandbox = true;
  readonly polling: Polling = { everyMs: 60_000, quietMs: 60_000, batchMax: 1 };
  readonly #byShipment = new Map<string, Waybill>();
  readonly #byAwb = new Map<string, Waybill>();
  readonly calls: string[] = [];
  readonly cancellations: Cancellation[] = [];
  /** Bookings of a shipment that is booked already: there must be none. */
  readonly doubleBookings: string[] = [];
  next: CallBehaviour[] = [];
  /** The calls of daily work that this courier has. */
  repeatable: Courier['repeatable'];
  instruct: Courier['instruct'];
  schedulePickup: Courier['schedulePickup'];
  cancelPickup: Courier['cancelPickup'];
  closeManifest: Courier['closeManifest'];
  proofOfDelivery: Courier['proofOfDelivery'];
  clock: () => number = Date.now;
  /** What it offers for any consignment. */
  offers: QuoteResult | 'hang' = { kind: 'offers', offers: [] };
  quotes = 0;
  #waybillCount = 0;

  constructor(readonly id: string) {
    this.name = `Courier ${id}`;
  }

  /** What the courier has under our reference. */
  booked(shipmentId: string): Waybill | undefined {
    return this.#byShipment.get(shipmentId);
  }

  async book({ shipmentId }: BookingRequest): Promise<BookingResult> {
    this.calls.push(`book ${shipmentId}`);
    const behaviour = this.next.shift() ?? 'answer';
    if (behaviour === 'refuse')
      return { kind: 'refused', code: 'address_not_served', reason: 'The address is not served.' };
    if (behaviour === 'not sent') return { kind: 'not_sent', why: 'The courier answered 401' };
    if (behaviour === 'never arrive') throw new Error('connection refused');
    if (this.#byShipment.has(shipmentId)) this.doubleBookings.push(`booked twice: ${shipmentId}`);
    const awb = `${this.id.toUpperCase()}${String(++this.#waybillCount).padStart(8, '0')}`;
    const waybill = { awb, shipmentId, cancelled: false, pickedUp: false, scans: [] };
    this.#byShipment.set(shipmentId, waybill);
    this.#byAwb.set(awb, waybill);
    if (behaviour === 'lose answer') throw new Error('timed out');
    return { kind: 'booked', awb, label: { service: 'NEXT DAY', sortCode: 'RUH-1' } };
  }

  async quote(): Promise<QuoteResult> {
    this.quotes++;
    // Also ignores the signal: no adapter of others is trusted to obey it.
    if (this.offers === 'hang') return new Promise(() => {});
    return this.offers;
  }

  async find({ shipmentId }: BookingLookup): Promise<LookupResult> {
    this.calls.push(`find ${shipmentId}`);
    const known = this.booked(shipmentId);
    return known === undefined
      ? { kind: 'absent' }
      : { kind: 'found', awb: known.awb, label: { service: 'NEXT DAY', sortCode: 'RUH-1' } };
  }

  async cancel(cancellation: Cancellation): Promise<CancelResult> {
    const { awb } = cancellation;
    this.calls.push(`cancel ${awb}`);
    this.cancellations.push(cancellation);
    const behaviour = this.next.shift() ?? 'answer';
    const waybill = this.#byAwb.get(awb);
    if (waybill === undefined) throw new Error('no such waybill');
    if (behaviour === 'never arrive') throw new Error('connection refused');
    if (waybill.pickedUp || (behaviour === 'refuse' && !waybill.cancelled))
      return { kind: 'refused', reason: 'picked_up' };
    waybill.cancelled = true;
    if (behaviour === 'lose answer') throw new Error('timed out');
    return { kind: 'cancelled' };
  }

  async poll(waybills: readonly PolledWaybill[]): Promise<CourierScan[]> {
    return waybills.flatMap(({ awb }) => this.#byAwb.get(awb)?.scans ?? []);
  }

  readCallback({ headers, body }: ReceivedCall): CallbackResult {
    if (headers['x-courier'] !== this.id)
      throw new Refusal(401, 'TOKEN_INVALID', 'This call is not signed by the courier.');
    return { kind: 'scans', scans: JSON.parse(body.toString()) as CourierScan[] };
  }

  /** What the courier's driver does. The test decides when a call or a poll reports the scan. */
  scan(awb: string, status: ScanStatus, more: Partial<CourierScan> = {}): CourierScan {
    const waybill = this.#byAwb.get(awb);
    if (waybill === undefined) throw new Error(`no waybill ${awb}`);
    const scan: CourierScan = {
      awb,
      status,
      occurredAtMs: this.clock() + waybill.scans.length,
      courierStatusCode: status.toLowerCase(),
      description: status,
      city: 'الرياض',
      countryCode: 'SA',
      ...more,
    };
    if (status !== 'READY_FOR_PICKUP' && status !== 'PICKUP_FAILED' && status !== 'CANCELLED_BY_COURIER')
      waybill.pickedUp = true;
    waybill.scans.push(scan);
    return scan;
  }
}
