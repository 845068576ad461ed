import type { Credentials, CredentialTest } from '@qafila/vault/credentials';
import { Refusal } from '@qafila/envelopes/refusal';
import type { AccountSpec, CourierKind } from '../src/couriers/courier-kind.ts';
import type {
  BookingRequest,
  BookingResult,
  CallbackResult,
  CancelResult,
  Courier,
  CourierScan,
  DraftResult,
  PolledWaybill,
  Polling,
  ReceivedCall,
} from '../src/couriers/courier.ts';

const POLLING: Polling = { everyMs: 60_000, quietMs: 600_000, batchMax: 3 };

/**
 * A company's account at the fake courier, which books twice under one reference: it has drafts and no look-up. `next`
 * and `cancels` decide what the next calls do.
 */
export class FakeAccount implements Courier {
  readonly id = 'fakeship';
  readonly name = 'Fakeship';
  readonly isSandbox = false;
  readonly polling = POLLING;
  readonly bookings: BookingRequest[] = [];
  readonly drafts: string[] = [];
  readonly polled: (readonly PolledWaybill[])[] = [];
  /** The scans that the courier reports when it is polled. */
  scans: CourierScan[] = [];
  next: (BookingResult | 'lose answer')[] = [];
  nextDraft: (DraftResult | 'lose answer')[] = [];
  cancels: CancelResult[] = [];

  constructor(readonly spec: AccountSpec) {}

  async draft({ shipmentId }: BookingRequest): Promise<DraftResult> {
    const next = this.nextDraft.shift();
    if (next === 'lose answer') throw new Error('timed out');
    if (next !== undefined) return next;
    this.drafts.push(`draft ${this.drafts.length + 1} of ${shipmentId}`);
    return { kind: 'drafted', draft: this.drafts.at(-1) as string };
  }

  async book(booking: BookingRequest): Promise<BookingResult> {
    this.bookings.push(booking);
    const next = this.next.shift();
    if (next === 'lose answer') throw new Error('timed out');
    return next ?? { kind: 'booked', awb: `FS${this.bookings.length}`, label: { service: 'ROAD', pieces: ['FS-P1'] } };
  }

  async cancel(): Promise<CancelResult> {
    return this.cancels.shift() ?? { kind: 'cancelled' };
  }

  async poll(waybills: readonly PolledWaybill[]): Promise<CourierScan[]> {
    this.polled.push(waybills);
    return this.scans.filter(({ awb }) => waybills.some((waybill) => waybill.awb === awb));
  }

  readCallback({ method, query, headers, body }: ReceivedCall): CallbackResult {
    if (method === 'GET')
      return { kind: 'handshake', status: 200, contentType: 'text/plain', body: query.challenge ?? '' };
    const sent = JSON.parse(body.toString()) as { scans?: CourierScan[]; hint?: string[] };
    if (sent.hint !== undefined) return { kind: 'hint', awbs: sent.hint };
    const { credentials, previous } = this.spec;
    if (headers['x-key'] !== credentials.key && headers['x-key'] !== previous?.key)
      throw new Refusal(401, 'SIGNATURE_MISMATCH', 'This call is not signed.');
    return { kind: 'scans', scans: sent.scans ?? [] };
  }
}

/** A courier at which companies connect accounts, in memory. A key `key_<account>_<rest>` opens that account. */
export class FakeKind implements CourierKind {
  readonly id = 'fakeship';
  readonly title = 'Fakeship';
  readonly services = [{ code: 'ROAD', name: 'By road' }];
  readonly polling = POLLING;
  readonly fields = [
    { name: 'key', description: 'The key.', pattern: /^key_[a-z]+_\w+$/, expects: 'a key of Fakeship' },
    { name: 'depot', description: 'The depot.', pattern: /^\w+$/, expects: 'a name', isOptional: true as const },
  ];
  readonly connected: FakeAccount[] = [];

  async test({ key = '' }: Credentials): Promise<CredentialTest> {
    const account = key.split('_')[1] ?? '';
    if (account === 'down') return { kind: 'unavailable', why: 'connection refused' };
    if (account === 'wrong') return { kind: 'refused', field: 'key', why: 'Fakeship says: no such key.' };
    return { kind: 'accepted', account: `acc_${account}`, accountName: 'متجر' };
  }

  connect(spec: AccountSpec): FakeAccount {
    const account = new FakeAccount(spec);
    this.connected.push(account);
    return account;
  }

  async close(): Promise<void> {}

  /** The adapter that was built last. */
  get current(): FakeAccount {
    return this.connected.at(-1) as FakeAccount;
  }
}
