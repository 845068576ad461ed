import { truncate } from '@qafila/runtime/truncate';
import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { toMinorUnits } from '@qafila/money/minor-units';
import type { Consignment } from '../consignment.ts';
import type {
  BookingLookup,
  BookingRequest,
  BookingResult,
  CallbackResult,
  CancelResult,
  Courier,
  CourierDocument,
  LookupResult,
  PolledWaybill,
  QuoteResult,
  Refused,
  ReportedScan,
  ServiceOffer,
  Waybill,
} from '../courier.ts';
import { UNKNOWN_PICKUP } from '../daily-work.ts';
import type {
  PickupCancellation,
  PickupCancelResult,
  PickupRequest,
  PickupResult,
  ProofResult,
} from '../daily-work.ts';
import { NotReached } from '../exchange-json.ts';
import { refusalOf, unclear } from '../refusal-of.ts';
import { scansOfEach } from '../scans-of-each.ts';
import { DHL_ANSWERS, DhlApi } from './dhl-api.ts';
import type { DhlOptions } from './dhl-api.ts';
import { DHL_LIMITS, DHL_POLLING, DHL_PRODUCTS } from './dhl-limits.ts';
import { misfitOf } from './dhl-party.ts';
import { dhlPickup } from './dhl-pickup.ts';
import { dhlScans } from './dhl-scans.ts';
import { dhlRates, dhlShipment } from './dhl-shipment.ts';

const DAY_MS = 86_400_000;
const NO_CASH: Refused = {
  kind: 'refused',
  code: 'cod_not_supported',
  reason: 'DHL Express collects no cash on delivery.',
};

/**
 * An account at DHL Express (MyDHL API 3). It books twice under one reference and has no drafts, so `book` is never
 * repeated. Its search by reference may lag behind a booking: it says `found` or `unknown`.
 */
export class DhlCourier implements Courier {
  readonly id = 'dhl_express';
  readonly name = 'DHL Express';
  readonly isSandbox = false;
  readonly polling = DHL_POLLING;
  readonly #api: DhlApi;

  constructor(private readonly options: DhlOptions) {
    this.#api = new DhlApi(options);
  }

  async book(booking: BookingRequest, signal: AbortSignal): Promise<BookingResult> {
    const refused = this.misfit(booking.consignment);
    if (refused !== undefined) return refused;
    const answer = await this.#api.send('POST', 'shipments', {
      // Where customs takes no papers as data, the shipment is booked all the same.
      query: [['bypassPLTError', 'true']],
      body: dhlShipment(booking, this.options),
      signal,
    });
    if (answer instanceof NotReached || answer.status !== 201) return refusalOf(DHL_ANSWERS, answer);
    return { kind: 'booked', ...bookedWaybill(answer.body, this.options.accountNumber) };
  }

  /** DHL keeps no label, so a booking that is found has ours; MyDHL+ prints its own again. */
  async find({ shipmentId, createdAtMs }: BookingLookup, signal: AbortSignal): Promise<LookupResult> {
    const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
    const answer = await this.#api.send('GET', 'tracking', {
      query: [
        ['shipmentReference', shipmentId],
        ['shipmentReferenceType', 'CU'],
        ['shipperAccountNumber', this.options.accountNumber],
        ['dateRangeFrom', day(createdAtMs - DAY_MS)],
        ['dateRangeTo', day(this.options.nowMs() + DAY_MS)],
        ['trackingView', 'shipment-details-only'],
        ['levelOfDetail', 'all'],
      ],
      signal,
    });
    if (answer instanceof NotReached) throw answer;
    if (answer.status === 404) return { kind: 'unknown' };
    if (answer.status !== 200) throw unclear(DHL_ANSWERS, answer);
    const ours = listOf(answer.body.shipments).filter(({ shipperReferences }) =>
      listOf(shipperReferences).some(({ value }) => value === shipmentId),
    );
    // A person decides which of two waybills is the one.
    return ours.length === 1 ? { kind: 'found', ...foundWaybill(ours[0] as Fields) } : { kind: 'unknown' };
  }

  async cancel(): Promise<CancelResult> {
    return {
      kind: 'unsupported',
      reason: 'DHL Express cancels no waybill; it charges for one only when it has the parcel. Destroy the label.',
    };
  }

  /** DHL does not say what it does with an unknown waybill beside others, so a refused call is made one by one. */
  async poll(waybills: readonly PolledWaybill[], signal: AbortSignal): Promise<ReportedScan[]> {
    const scans = await this.#track(waybills, signal);
    return (
      scans ??
      (waybills.length === 1 ? [] : scansOfEach(waybills, async (one) => (await this.#track([one], signal)) ?? []))
    );
  }

  /** Undefined: DHL knows none of them, or refuses one. */
  async #track(waybills: readonly PolledWaybill[], signal: AbortSignal): Promise<ReportedScan[] | undefined> {
    const numbers = waybills.map(({ awb }) => ['shipmentTrackingNumber', awb] as const);
    const answer = await this.#api.send('GET', 'tracking', {
      query: [...numbers, ['trackingView', 'all-checkpoints'], ['levelOfDetail', 'all']],
      signal,
    });
    if (answer instanceof NotReached) throw answer;
    if (answer.status === 404 || answer.status === 400) return undefined;
    if (answer.status !== 200) throw unclear(DHL_ANSWERS, answer);
    return listOf(answer.body.shipments).flatMap((shipment) => dhlScans(shipment, this.options.codes));
  }

  /** MyDHL API has no calls of its own. */
  readCallback(): CallbackResult {
    return { kind: 'hint', awbs: [] };
  }

  misfit({ shipFrom, shipTo, codAmount }: Consignment): Refused | undefined {
    return codAmount > 0n ? NO_CASH : (misfitOf(shipFrom) ?? misfitOf(shipTo));
  }

  async quote(consignment: Consignment, signal: AbortSignal): Promise<QuoteResult> {
    const refused = this.misfit(consignment);
    if (refused !== undefined) return { kind: 'not_served', reason: refused.reason };
    const answer = await this.#api.send('POST', 'rates', { body: dhlRates(consignment, this.options), signal });
    if (answer instanceof NotReached) throw answer;
    if ([400, 404, 422].includes(answer.status)) return { kind: 'not_served', reason: DHL_ANSWERS.messageOf(answer) };
    if (answer.status !== 200) throw unclear(DHL_ANSWERS, answer);
    return { kind: 'offers', offers: listOf(answer.body.products).map(offerOf) };
  }

  async schedulePickup(request: PickupRequest, signal: AbortSignal): Promise<PickupResult> {
    const misfit = misfitOf(request.address);
    if (misfit !== undefined) return misfit;
    const body = dhlPickup(request, this.options.accountNumber);
    const answer = await this.#api.send('POST', 'pickups', { body, signal });
    if (answer instanceof NotReached || answer.status !== 201) return refusalOf(DHL_ANSWERS, answer);
    const [confirmation] = Array.isArray(answer.body.dispatchConfirmationNumbers)
      ? answer.body.dispatchConfirmationNumbers
      : [];
    if (textOf(confirmation) === '') throw new Error('DHL gave no number of the pick-up');
    return { kind: 'scheduled', confirmation: textOf(confirmation) };
  }

  async cancelPickup(
    { confirmation, reason = 'not needed' }: PickupCancellation,
    signal: AbortSignal,
  ): Promise<PickupCancelResult> {
    const answer = await this.#api.send('DELETE', `pickups/${encodeURIComponent(confirmation)}`, {
      query: [
        ['requestorName', 'Sender'],
        ['reason', truncate(reason, DHL_LIMITS.noteCharactersMax)],
      ],
      signal,
    });
    if (!(answer instanceof NotReached) && answer.status === 200) return { kind: 'cancelled' };
    if (!(answer instanceof NotReached) && answer.status === 404)
      return {
        kind: 'refused',
        code: UNKNOWN_PICKUP,
        reason: DHL_ANSWERS.messageOf(answer) || 'DHL has no such pick-up.',
      };
    return refusalOf(DHL_ANSWERS, answer);
  }

  async proofOfDelivery({ awb }: PolledWaybill, signal: AbortSignal): Promise<ProofResult> {
    const answer = await this.#api.send('GET', `shipments/${encodeURIComponent(awb)}/proof-of-delivery`, {
      query: [
        ['shipperAccountNumber', this.options.accountNumber],
        ['content', 'epod-detail'],
      ],
      signal,
    });
    if (answer instanceof NotReached) throw answer;
    if (answer.status === 404) return { kind: 'none' };
    if (answer.status !== 200) throw unclear(DHL_ANSWERS, answer);
    const files = listOf(answer.body.documents)
      .filter(({ encodingFormat, content }) => /^pdf$/i.test(textOf(encodingFormat)) && textOf(content) !== '')
      .map(({ content }) => ({ format: 'pdf' as const, bytes: Buffer.from(textOf(content), 'base64') }));
    return files.length === 0 ? { kind: 'none' } : { kind: 'found', files };
  }
}

/** Throws without a waybill: an answer that cannot be read may be of one that exists. */
function bookedWaybill(body: Fields, account: string): Waybill {
  const awb = textOf(body.shipmentTrackingNumber);
  if (awb === '') throw new Error('DHL gave no waybill');
  const details = fieldsOf(listOf(body.shipmentDetails)[0]);
  const areaOf = (area: unknown): string | undefined => textOf(fieldsOf(area).serviceAreaCode) || undefined;
  const destinationCode = areaOf(details.destinationServiceArea);
  const packages = listOf(body.packages).sort((a, b) => Number(a.referenceNumber) - Number(b.referenceNumber));
  return {
    awb,
    label: {
      service: textOf(details.productShortName) || 'DHL EXPRESS',
      sortCode: destinationCode,
      originCode: areaOf(details.originServiceArea),
      destinationCode,
      account,
      pieces: packages.map(({ trackingNumber }) => textOf(trackingNumber)),
    },
    documents: listOf(body.documents).flatMap(documentOf),
  };
}

function foundWaybill(shipment: Fields): Waybill {
  const { productCode, pieces, receiverDetails } = shipment;
  const area = fieldsOf(listOf(fieldsOf(receiverDetails).serviceArea)[0]);
  return {
    awb: textOf(shipment.shipmentTrackingNumber),
    label: {
      service: DHL_PRODUCTS.find(({ code }) => code === productCode)?.name ?? 'DHL EXPRESS',
      sortCode: textOf(area.code) || undefined,
      destinationCode: textOf(area.code) || undefined,
      pieces: listOf(pieces)
        .sort((a, b) => Number(a.number) - Number(b.number))
        .map(({ trackingNumber }) => textOf(trackingNumber)),
    },
  };
}

const KINDS: Readonly<Record<string, CourierDocument['kind']>> = {
  label: 'label',
  invoice: 'invoice',
  waybillDoc: 'receipt',
};

function documentOf({ typeCode, imageFormat, content }: Fields): CourierDocument[] {
  const [kind, format] = [KINDS[textOf(typeCode)], textOf(imageFormat).toLowerCase()];
  if (kind === undefined || (format !== 'pdf' && format !== 'zpl' && format !== 'png')) return [];
  return textOf(content) === '' ? [] : [{ kind, format, bytes: Buffer.from(textOf(content), 'base64') }];
}

/** The price in the currency in which DHL bills the account. */
function offerOf({ productCode, productName, totalPrice, deliveryCapabilities }: Fields): ServiceOffer {
  const prices = listOf(totalPrice);
  const { price, priceCurrency } = prices.find(({ currencyType }) => currencyType === 'BILLC') ?? prices[0] ?? {};
  const days = Number(fieldsOf(deliveryCapabilities).totalTransitDays);
  return {
    serviceCode: textOf(productCode),
    serviceName: textOf(productName) || textOf(productCode),
    price: priceOf(price, textOf(priceCurrency)),
    transitDays: Number.isInteger(days) ? days : undefined,
  };
}

/** Undefined: DHL names no price, or one that its currency does not have. */
function priceOf(price: unknown, currency: string): ServiceOffer['price'] {
  if (typeof price !== 'number' || price <= 0) return undefined;
  try {
    return { amountMinor: toMinorUnits(String(price), currency), currency };
  } catch {
    return undefined;
  }
}
