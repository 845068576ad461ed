import type { CompanyName } from '../companies.ts';

/** A row of `callback`. `payment_id` holds the id of a payment or the waybill of a parcel. */
export interface CallbackRow {
  id: string;
  provider: CompanyName;
  payment_id: string;
  sequence: number;
  event: string;
  url: string;
  body: string;
  state: string;
  attempts: number;
  overtaken: boolean;
  copies_left: number;
  bad_signature: boolean;
  last_status: number | null;
  due_at: Date;
  created_at: Date;
}

/** What a company's format makes of a payment or scan. `event` names it on the control pages. */
export interface CallbackContent {
  event: string;
  body: Record<string, unknown>;
}
