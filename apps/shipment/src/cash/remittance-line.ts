import type { LineKind } from './remittance.entity.ts';

/** One line of a courier's remittance, from a file or from its API. Amounts are minor units. */
export interface RemittanceLine {
  /** The identity of the line at the courier: its remittance and its own id. */
  key: string;
  kind: LineKind;
  /** What the parcel is called: its waybill, our id or the merchant's reference. All of them are tried. */
  references: readonly string[];
  currency: string;
  /** Of `cash` what was collected, negative when the courier takes it back; of `payment` what reaches the bank. */
  amount: bigint;
  /** What the courier keeps. */
  fee: bigint;
  /** The fee in the file, where that says something else than the amount less its net. */
  statedFee: bigint;
  remittanceId: string;
  at: Date;
}
