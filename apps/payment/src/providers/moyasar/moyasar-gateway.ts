import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { truncate } from '@qafila/runtime/truncate';
import { GATEWAYS } from '../../limits.ts';
import type { Callback, ReceivedCall } from '../callback.ts';
import type { Capabilities } from '../capabilities.ts';
import { minorOf } from '../exchange.ts';
import type { Reply } from '../exchange.ts';
import type { InquiryRequest, OperationRequest, PaymentProvider, PayRequest, ProviderReport } from '../provider.ts';
import type { SettlementPage, SettlementPeriod } from '../settlement-line.ts';
import type { MoyasarApi } from './moyasar-api.ts';
import { invoiceCallbackUrl, readMoyasarCallback } from './moyasar-callbacks.ts';
import type { CallbackSecrets } from './moyasar-callbacks.ts';
import { isRefunded, noteOf, withNote } from './moyasar-notes.ts';
import type { RefundNote } from './moyasar-notes.ts';
import { OPERATION, pathOf, refusalOf, reportOfInvoice, reportOfPayment, takenOf } from './moyasar-reports.ts';
import { moyasarSettlementPage } from './moyasar-settlement.ts';

/** Of one value. */
const METADATA_CHARACTERS_MAX = 500;

export const MOYASAR_CAPABILITIES: Capabilities = {
  // Its smallest payment, in halalas. Elsewhere Moyasar itself refuses.
  amounts: { SAR: { min: 100n } },
  captureModes: ['automatic'],
  partialCapture: true,
  multiCapture: false,
  partialRefunds: true,
  oneRefundAtATime: true,
  flows: ['redirect'],
  savesInstruments: false,
  deviceWallets: ['apple_pay', 'google_pay', 'samsung_pay'],
};

const NEVER = { kind: 'not_found', why: 'Moyasar has not received this request' } as const;

export interface MoyasarOptions extends CallbackSecrets {
  callbackUrl: string;
  origins: readonly string[];
  nowMs: () => number;
}

/**
 * Moyasar for one store: its invoice page, so that no card data passes us. Our id of an operation is in the metadata of
 * the invoice, by which a page whose reply was lost is found. A refund is noted in the metadata of its payment before
 * it is requested (moyasar-notes.ts).
 */
export class MoyasarGateway implements PaymentProvider {
  readonly type = 'moyasar';
  readonly methods = ['card'] as const;
  readonly capabilities = MOYASAR_CAPABILITIES;

  constructor(
    private readonly api: MoyasarApi,
    private readonly options: MoyasarOptions,
  ) {}

  get origins(): readonly string[] {
    return this.options.origins;
  }

  /** Moyasar has no idempotency key for invoices, so a repeat looks for the first one. */
  async pay(request: PayRequest): Promise<ProviderReport> {
    const known = await this.#findInvoice(request);
    if (known.kind === 'not_sent' || known.kind === 'unknown') return known;
    if (known.kind === 'found') return this.#reportOfPage(known.object);
    return this.#reportOf(await this.api.post('/v1/invoices', invoiceOf(request, this.options)), (page) =>
      this.#reportOfPage(page),
    );
  }

  capture(request: OperationRequest): Promise<ProviderReport> {
    return this.#change(request, 'captured', () => ({ path: '/capture', body: { amount: Number(request.amount) } }));
  }

  void(request: OperationRequest): Promise<ProviderReport> {
    return this.#change(request, 'voided', () => ({ path: '/void', body: {} }));
  }

  async refund(request: OperationRequest): Promise<ProviderReport> {
    const read = await this.#read(request.reference ?? '');
    if (read.kind !== 'found') return this.#unread(read);
    const payment = read.object;
    const known = noteOf(payment, request.id);
    if (known !== undefined && isRefunded(payment, known)) return { kind: 'refunded' };
    if (known !== undefined && this.#isFresh(known)) return stillAsked();
    const total = known?.total ?? minorOf(payment.refunded) + request.amount;
    if (total > takenOf(payment)) return declinedRefund('refund_exceeds_payment', 'More than what is left.');
    const note = { total, askedAtMs: this.options.nowMs() };
    const unnoted = await this.#leaveNote(payment, request.id, note);
    if (unnoted !== null) return unnoted;
    // After a pause of this process another one may have requested it: the note says since when it may.
    if (this.options.nowMs() - note.askedAtMs > GATEWAYS.unkeyedRequestWithinMs)
      return { kind: 'not_sent', why: 'the note of this refund took too long' };
    const path = `${pathOf(String(payment.id))}/refund`;
    return this.#reportOf(await this.api.post(path, { amount: Number(request.amount) }), (after) =>
      minorOf(after.refunded) >= total ? { kind: 'refunded' } : { kind: 'pending' },
    );
  }

  async inquire(request: InquiryRequest): Promise<ProviderReport> {
    if (request.kind === 'pay' || request.kind === 'charge') return this.#inquirePage(request);
    if (request.reference === null) return NEVER;
    const read = await this.#read(request.reference);
    if (read.kind !== 'found') return read.kind === 'missing' ? NEVER : read;
    if (request.kind === 'refund' || request.kind === 'reverse') return this.#reportOfRefund(read.object, request.id);
    const report = reportOfPayment(read.object);
    return report.kind === 'captured' || report.kind === 'voided' ? report : NEVER;
  }

  async abandon(request: OperationRequest): Promise<void> {
    const found = await this.#findInvoice(request);
    if (found.kind !== 'found') return;
    const report = this.#reportOfPage(found.object);
    if (report.kind !== 'action' && report.kind !== 'pending') return;
    await this.api.put(`${pathOf(`invoice/${String(found.object.id)}`)}/cancel`);
  }

  readCallback(call: ReceivedCall): Promise<Callback> {
    return readMoyasarCallback(call, this.options, this.api);
  }

  settlementPage(period: SettlementPeriod, cursor: string | null): Promise<SettlementPage> {
    return moyasarSettlementPage(this.api, period, cursor);
  }

  async #inquirePage(request: InquiryRequest): Promise<ProviderReport> {
    const isPayment = request.reference !== null && !request.reference.startsWith('invoice/');
    const found = isPayment ? await this.#read(request.reference as string) : await this.#findInvoice(request);
    if (found.kind === 'missing') return { kind: 'not_found', why: 'Moyasar has no such payment' };
    if (found.kind !== 'found') return { kind: 'unknown', why: found.why };
    return isPayment ? reportOfPayment(found.object) : this.#reportOfPage(found.object);
  }

  #reportOfPage(invoice: Fields): ProviderReport {
    return reportOfInvoice(invoice, this.options.nowMs());
  }

  /** By its reference; without one, by our id, which Moyasar's list knows. */
  async #findInvoice({ id, reference }: OperationRequest): Promise<Found> {
    if (reference?.startsWith('invoice/')) return this.#read(reference);
    const invoiceOfPayment = reference === null ? undefined : await this.#read(reference);
    if (invoiceOfPayment?.kind === 'found') return this.#read(`invoice/${String(invoiceOfPayment.object.invoice_id)}`);
    const query = new URLSearchParams({ [`metadata[${OPERATION}]`]: id });
    const reply = await this.api.get(`/v1/invoices?${query}`);
    if (reply.kind !== 'answer') return reply;
    if (reply.status >= 400) return { kind: 'unknown', why: `Moyasar answered ${reply.status} to a search` };
    const object = listOf(reply.body.invoices).find(({ metadata }) => fieldsOf(metadata)[OPERATION] === id);
    return object === undefined ? { kind: 'missing' } : this.#read(`invoice/${String(object.id)}`);
  }

  async #read(reference: string): Promise<Found> {
    const reply = await this.api.get(pathOf(reference));
    if (reply.kind !== 'answer') return reply;
    if (reply.status === 404) return { kind: 'missing' };
    if (reply.status >= 400) return { kind: 'unknown', why: `Moyasar answered ${reply.status} to an inquiry` };
    return { kind: 'found', object: reply.body };
  }

  /** Null when Moyasar has the note. Nothing is refunded yet, and without the note it must not be. */
  async #leaveNote(payment: Fields, id: string, note: RefundNote): Promise<ProviderReport | null> {
    const metadata = withNote(payment, id, note);
    if (metadata === null) return declinedRefund('too_many_refunds', 'Moyasar has no room for another refund.');
    const reference = textOf(payment.id);
    const noted = await this.api.put(pathOf(reference), { metadata });
    if (noted.kind !== 'answer') return { kind: 'not_sent', why: noted.why };
    if (noted.status >= 400) return refusalOf(noted);
    const after = 'id' in noted.body ? { kind: 'found' as const, object: noted.body } : await this.#read(reference);
    if (after.kind !== 'found') return this.#unread(after);
    const kept = noteOf(after.object, id);
    const isKept = kept?.total === note.total && kept.askedAtMs === note.askedAtMs;
    return isKept ? null : { kind: 'not_sent', why: 'Moyasar has not kept the note of this refund' };
  }

  #reportOfRefund(payment: Fields, id: string): ProviderReport {
    const note = noteOf(payment, id);
    if (note === undefined) return NEVER;
    if (isRefunded(payment, note)) return { kind: 'refunded' };
    return this.#isFresh(note) ? stillAsked() : NEVER;
  }

  /** Whether an earlier request may still be under way at Moyasar. A repeat then would pay twice. */
  #isFresh({ askedAtMs }: RefundNote): boolean {
    return this.options.nowMs() - askedAtMs < GATEWAYS.unkeyedRepeatAfterMs;
  }

  /** Changes an authorised payment. One that is in the wanted state already was changed by an earlier request. */
  async #change(
    { reference }: OperationRequest,
    wanted: 'captured' | 'voided',
    how: () => { path: string; body: Fields },
  ): Promise<ProviderReport> {
    const read = await this.#read(reference ?? '');
    if (read.kind !== 'found') return this.#unread(read);
    const before = reportOfPayment(read.object);
    if (before.kind === wanted) return before;
    const { path, body } = how();
    return this.#reportOf(await this.api.post(`${pathOf(String(read.object.id))}${path}`, body), reportOfPayment);
  }

  /** Nothing was changed, because what is to be changed could not be read. */
  #unread(found: Exclude<Found, { kind: 'found' }>): ProviderReport {
    return found.kind === 'missing'
      ? declinedRefund('not_found', 'Moyasar has no such payment.')
      : { kind: 'not_sent', why: found.why };
  }

  #reportOf(reply: Reply, read: (object: Fields) => ProviderReport): ProviderReport {
    if (reply.kind !== 'answer') return reply;
    return reply.status >= 400 ? refusalOf(reply) : read(reply.body);
  }
}

type Found = { kind: 'found'; object: Fields } | { kind: 'missing' } | { kind: 'not_sent' | 'unknown'; why: string };

function stillAsked(): ProviderReport {
  return { kind: 'unknown', why: 'an earlier request for this refund may still be under way' };
}

function declinedRefund(code: string, message: string): ProviderReport {
  return { kind: 'declined', as: 'FAILED', then: 'none', code, message };
}

function invoiceOf(request: PayRequest, options: MoyasarOptions): Fields {
  const { id, amount, currency, description, orderReference, returnUrl, expiresAtMs } = request;
  return {
    amount: Number(amount),
    currency,
    description: truncate(description || orderReference, 255),
    callback_url: invoiceCallbackUrl(options, id),
    success_url: returnUrl,
    back_url: returnUrl,
    expired_at: new Date(expiresAtMs).toISOString(),
    metadata: { [OPERATION]: id, ...customerOf(request) },
  };
}

/** An invoice has no fields for these, so its dashboard shows them as metadata. */
function customerOf({ orderReference, buyer, shipping, billing }: PayRequest): Fields {
  const { line1 = '', line2 = '', city = '', region = '', postalCode = '', country = '' } = shipping ?? billing ?? {};
  const known = {
    order_id: orderReference,
    full_name: buyer.name,
    email: buyer.email,
    phone: buyer.phone,
    address: [line1, line2, city, region, postalCode, country].filter((part) => part !== '').join(', '),
  };
  return Object.fromEntries(
    Object.entries(known)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, truncate(text, METADATA_CHARACTERS_MAX)]),
  );
}
