import type { ConsignmentParty } from './consignment.ts';
import type { CourierDocument, NotSent, PolledWaybill, Refused } from './courier.ts';

/** The courier has no such call: a person does it another way. */
export interface Unsupported {
  kind: 'unsupported';
  reason: string;
}

/** Why a shipment is cancelled. Adapters translate the codes into their courier's. */
export const CANCEL_REASONS = [
  'merchant_request',
  'customer_request',
  'out_of_stock',
  'wrong_address',
  'wrong_goods',
  'duplicate',
  'other_courier',
  'fraud_suspected',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** What to do with a parcel whose delivery failed. A new address is the whole address, so that a repeat is the same. */
export type Instruction =
  /** `date` (`YYYY-MM-DD`): the day of the next attempt at the receiver's. Left out: the next possible one. */
  | { kind: 'reattempt'; date?: string }
  | { kind: 'change_address'; shipTo: ConsignmentParty }
  /** E.164. */
  | { kind: 'change_phone'; phone: string }
  | { kind: 'return_now' };
export type InstructionKind = Instruction['kind'];

export interface InstructionRequest extends PolledWaybill {
  /** Ours, the same in every attempt. A call whose answer is lost is made again: a repeat must be harmless. */
  instructionId: string;
  instruction: Instruction;
  /** A person's words for the driver. */
  note?: string;
}
/** `reference`: the courier's own number of the instruction, if it has one. */
export type InstructionResult = { kind: 'accepted'; reference?: string } | Refused | Unsupported | NotSent;

/** A parcel that is handed over. */
export interface HandedOver extends PolledWaybill {
  pieces: number;
  weightGrams: bigint;
}

/** A driver comes to the address on `date` (`YYYY-MM-DD`) between two times of the day (`HH:MM`), all in `timeZone`. */
export interface PickupRequest {
  /** Ours, the same in every attempt. */
  pickupId: string;
  address: ConsignmentParty;
  date: string;
  readyTime: string;
  closeTime: string;
  /** IANA. */
  timeZone: string;
  /** The same moments as times. */
  readyAtMs: number;
  closeAtMs: number;
  parcels: readonly HandedOver[];
  note?: string;
}
/** `confirmation`: the courier's number, by which people ask for the driver. */
export type PickupResult = { kind: 'scheduled'; confirmation: string } | Refused | Unsupported | NotSent;

export interface PickupCancellation {
  pickupId: string;
  confirmation: string;
  date: string;
  timeZone: string;
  /** A person's words. */
  reason?: string;
}
/** The code of a refusal: the courier has no such pick-up. After a request whose answer was lost it is cancelled. */
export const UNKNOWN_PICKUP = 'unknown_pickup';
/** Returns `cancelled`, or refuses with `UNKNOWN_PICKUP`, for a pick-up that is cancelled already. */
export type PickupCancelResult = { kind: 'cancelled' } | Refused | Unsupported | NotSent;

/** The parcels that leave one address on a day, as the driver signs for them. */
export interface ManifestRequest {
  /** Ours, the same in every attempt. */
  manifestId: string;
  address: ConsignmentParty;
  closedAtMs: number;
  parcels: readonly HandedOver[];
}
/** `document`: the courier's own manifest, if it prints one. */
export type ManifestResult =
  { kind: 'closed'; number: string; document?: CourierDocument } | Refused | Unsupported | NotSent;

/** A signature, a photo, or a page with both. */
export interface ProofFile {
  format: 'pdf' | 'png' | 'jpg';
  bytes: Buffer;
}
/** `none`: the courier has no proof of this delivery, or not yet. Throw when it does not answer. */
export type ProofResult = { kind: 'found'; files: ProofFile[]; signedBy?: string } | { kind: 'none' };

/** What the courier pays out of the cash that it collected. Amounts are minor units of `currency`. */
export interface Remittance {
  /** The courier's own number, unique in the account. */
  remittanceId: string;
  paidAtMs: number;
  currency: string;
  /** What reaches the bank, where the courier says so. */
  paidMinor?: bigint;
  lines: RemittanceLine[];
}
export interface RemittanceLine {
  /** Unique in its remittance. */
  lineId: string;
  awb: string;
  /** The cash of this parcel; negative when the courier takes it back. */
  amountMinor: bigint;
  /** What the courier keeps of it. */
  feeMinor?: bigint;
}

/**
 * The part of a courier's port beside booking and tracking. Each call is optional: what a courier does not have, a
 * person does. As everywhere in the port, the signal bounds a call, a returned result is the courier's own statement,
 * and what leaves the result open throws.
 */
export interface DailyWork {
  /**
   * What gives the same result when the same request is sent again. Such a call is repeated when its answer is lost;
   * of others a person finds out what became of them, because two drivers may come.
   */
  readonly repeatable?: { pickup?: boolean; manifest?: boolean };
  instruct?(request: InstructionRequest, signal: AbortSignal): Promise<InstructionResult>;
  schedulePickup?(request: PickupRequest, signal: AbortSignal): Promise<PickupResult>;
  cancelPickup?(request: PickupCancellation, signal: AbortSignal): Promise<PickupCancelResult>;
  closeManifest?(request: ManifestRequest, signal: AbortSignal): Promise<ManifestResult>;
  proofOfDelivery?(waybill: PolledWaybill, signal: AbortSignal): Promise<ProofResult>;
  /** The remittances that were paid in this time; they may repeat earlier ones. */
  remittances?(period: { fromMs: number; toMs: number }, signal: AbortSignal): Promise<Remittance[]>;
}
