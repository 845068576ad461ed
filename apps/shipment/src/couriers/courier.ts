import type { IncomingHttpHeaders } from 'node:http';
import type { Scan } from '../state/shipment.state.ts';
import type { Consignment } from './consignment.ts';
import type { CancelReason, DailyWork } from './daily-work.ts';

export interface BookingRequest {
  /** Our reference, the same in every attempt: `find` looks the booking up by it. */
  shipmentId: string;
  serviceCode?: string;
  consignment: Consignment;
  callbackUrl: string;
  /** What `draft` returned, for couriers that have it. */
  draft?: string;
  /** Of a return: the waybill by which the goods were delivered, and its courier. */
  original?: { courier: string; awb: string };
}

/** What the courier wants on its labels beside what we know. */
export interface LabelData {
  service: string;
  sortCode?: string;
  /** The courier's codes of both places, such as RUH and DXB. Left out: the cities. */
  originCode?: string;
  destinationCode?: string;
  /** The account on the label. Left out: the company's account at the courier. */
  account?: string;
  /** The courier's own number of each package, in their order. Left out: the packages have numbers of ours. */
  pieces?: string[];
}

export type DocumentFormat = 'pdf' | 'zpl' | 'png';

/** A file of the courier. A label of its own is used instead of the one that we draw. */
export interface CourierDocument {
  kind: 'label' | 'invoice' | 'receipt' | 'manifest';
  format: DocumentFormat;
  bytes: Buffer;
}

/** What a booking gives. */
export interface Waybill {
  awb: string;
  label: LabelData;
  documents?: CourierDocument[];
}

/** A booking that may exist, and the last moment at which a request for it can have left us. */
export interface BookingLookup {
  shipmentId: string;
  sentUntilMs: number;
  /** What `draft` returned, for couriers that have it. */
  draft?: string;
  createdAtMs: number;
}

/** The courier did not book, and will not: it says so, or no request reached it. The same request may be sent again. */
export interface NotSent {
  kind: 'not_sent';
  why: string;
}
/** `code` is one of ours or of the courier; `reason` has the courier's own words. */
export interface Refused {
  kind: 'refused';
  code: string;
  reason: string;
}

export type DraftResult = { kind: 'drafted'; draft: string } | Refused | NotSent;
export type BookingResult = ({ kind: 'booked' } & Waybill) | Refused | NotSent;
export type LookupResult = ({ kind: 'found' } & Waybill) | { kind: 'absent' } | { kind: 'unknown' };

export interface Cancellation {
  awb: string;
  shipmentId: string;
  /** Why, for couriers that want a reason. */
  reason: CancelReason;
  /** A person's words for it. */
  note?: string;
  draft?: string;
}

/**
 * `unsupported`: the courier has no such call, so the waybill stays valid there. `pending`: it decides later, and is
 * asked again.
 */
export type CancelResult =
  | { kind: 'cancelled' }
  | { kind: 'refused'; code?: string; reason: string }
  | { kind: 'unsupported'; reason: string }
  | { kind: 'pending' };

/** A waybill under way, as `poll` names it to the courier. */
export interface PolledWaybill {
  awb: string;
  shipmentId: string;
  draft?: string;
  /** How many packages it has, and the courier's number of each where the booking gave them. Left out: one. */
  packageCount?: number;
  pieceNumbers?: readonly string[];
}

/**
 * How often waybills under way are polled, and how many in one call. A courier that calls us is polled too, seldom,
 * because a call may be lost. A parcel without news is polled less and less often, down to `quietMs`.
 */
export interface Polling {
  everyMs: number;
  quietMs: number;
  batchMax: number;
}

/** A call of a courier as it came in. */
export interface ReceivedCall {
  method: 'GET' | 'POST';
  headers: IncomingHttpHeaders;
  query: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/** The courier verifies our address before it calls it: the answer that it expects. */
export interface Handshake {
  kind: 'handshake';
  status: number;
  contentType: string;
  body: string;
}
/** `hint`: the call may be anybody's, so it proves nothing. The waybills are polled at once. */
export type CallbackResult =
  { kind: 'scans'; scans: ReportedScan[] } | { kind: 'hint'; awbs: readonly string[] } | Handshake;

/** A service of a courier, as `serviceCode` names it. */
export interface CourierService {
  code: string;
  name: string;
}

/** A service that would carry a consignment. The price is what the courier says, in minor units. */
export interface ServiceOffer {
  serviceCode: string;
  serviceName: string;
  price?: { amountMinor: bigint; currency: string };
  transitDays?: number;
}
/** `not_served`: the courier does not carry such a consignment. */
export type QuoteResult = { kind: 'offers'; offers: ServiceOffer[] } | { kind: 'not_served'; reason: string };

/**
 * The port of a courier; its adapters implement it. The signal bounds every call. A returned result is the courier's
 * own statement. Anything that leaves the result open (a time-out, a lost connection, a 5xx) throws: the booking is
 * then looked up, never repeated blindly.
 */
export interface Courier extends DailyWork {
  readonly id: string;
  readonly name: string;
  /** True for a simulated courier of stage mode. */
  readonly isSandbox: boolean;
  readonly polling: Polling;
  /**
   * How far the courier's clock may run ahead of ours: a later time counts as the time of receipt. Left out:
   * `COURIER.scanAheadMsMax`.
   */
  readonly scanAheadMsMax?: number;
  /**
   * For a courier that books twice under one reference: makes something without effect there, which `book` then
   * confirms. It is stored before `book` is called. A repeat may make another.
   */
  draft?(booking: BookingRequest, signal: AbortSignal): Promise<DraftResult>;
  book(booking: BookingRequest, signal: AbortSignal): Promise<BookingResult>;
  /**
   * Looks up the waybill of our reference. Return `absent` only when no request of ours can still take effect: no
   * process sends one after `sentUntilMs`; add the longest time that the courier may take to act on one, and return
   * `unknown` until then. That a shipment is booked once rests on this. A courier without a look-up leaves it out: a
   * person then decides what became of a booking whose answer is lost.
   */
  find?(lookup: BookingLookup, signal: AbortSignal): Promise<LookupResult>;
  /** Returns `cancelled` again for a waybill that is cancelled already. */
  cancel(cancellation: Cancellation, signal: AbortSignal): Promise<CancelResult>;
  /**
   * All scans of these waybills so far, in any order; they may repeat earlier ones. At most `polling.batchMax` are
   * asked for. One waybill that the courier does not know must not hide the scans of the others.
   */
  poll(waybills: readonly PolledWaybill[], signal: AbortSignal): Promise<ReportedScan[]>;
  /**
   * Reads a courier's call. Throws a 401 refusal unless the courier proves that the call is its own, 400 when it is
   * unreadable.
   */
  readCallback(call: ReceivedCall): CallbackResult;
  /**
   * What the courier would refuse or misread, known without a call. It may depend on names and streets, so it is asked
   * of each consignment, also where a quote of another one is used again.
   */
  misfit?(consignment: Consignment): Refused | undefined;
  /**
   * The services that would carry a consignment, and their prices. Left out: the courier does not say. Beside `misfit`
   * the answer depends on no name, street or reference.
   */
  quote?(consignment: Consignment, signal: AbortSignal): Promise<QuoteResult>;
}

/** What a courier reports of a waybill. */
export type ReportedScan = CourierScan | UnreadableScan;

/**
 * A scan that fits nowhere: its code is not known, its time is none, or it is an end that may be of one package only.
 * It is kept as the courier wrote it, changes no state and raises an alarm. An adapter leaves out only what says
 * nothing of the goods.
 */
export interface UnreadableScan {
  unreadable: 'code' | 'time' | 'package';
  awb: string;
  courierStatusCode: string;
  /** The time as the courier wrote it. */
  writtenAt: string;
  /** Left out: the time is unreadable. */
  occurredAtMs?: number;
  description?: string;
  city?: string;
}

export function isUnreadable(scan: ReportedScan): scan is UnreadableScan {
  return 'unreadable' in scan;
}

/** Counts once, however often it arrives: its key is (courier, awb, courierStatusCode, occurredAtMs, packageNumber). */
export interface CourierScan extends Scan {
  courierStatusCode: string;
  /** The courier's own number of the piece. One that the booking named stands for `packageNumber`. */
  pieceNumber?: string;
  /** A code such as `customer_not_available`, never a sentence. */
  reasonCode?: string;
  /** The courier's own words for the reason. */
  reason?: string;
  description?: string;
  descriptionAr?: string;
  city?: string;
  countryCode?: string;
  latitude?: number;
  longitude?: number;
  signedBy?: string;
  /** Where the courier shows its proof of delivery. */
  proofUrl?: string;
  codCollectedMinor?: bigint;
  /**
   * Currency of `codCollectedMinor` when the courier names it. Cash in another currency than the shipment's is not
   * counted.
   */
  codCurrency?: string;
}
