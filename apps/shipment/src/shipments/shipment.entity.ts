import type { LabelData } from '../couriers/courier.ts';
import type { Alarm, ShipmentState } from './shipment.state.ts';
import type { Status } from './status.ts';

/** A row of `shipment`. Amounts are minor units, as text: a bigint column. */
export interface ShipmentRow {
  account_id: string; id: string; store_id: string; mode: string; reference: string;
  type: 'DOMESTIC' | 'INTERNATIONAL' | 'RETURN';
  original_id: string | null;
  courier: string; service_code: string | null;
  currency: string; cod_minor: string; cod_collected_minor: string | null;
  status: Status; version: number; booking: ShipmentState['booking']; awb: string | null; cancel_wanted: boolean; resume_to: Status | null; scanned_at: Date | null;
  label: LabelData | null;
  alarms: (Alarm | 'COURIER_SILENT')[];
  due_at: Date | null; tries: number; sent_until: Date | null; poll_at: Date | null;
  request: string; metadata: string | null;
  created_at: Date; updated_at: Date;
}

export type HistorySource = 'webhook' | 'poll' | 'courier' | 'merchant' | 'inferred';

/** A row of `history`. */
export interface HistoryRow {
  no: string; status: Status; source: HistorySource; reason_code: string | null; courier_status_code: string | null; description: string | null; description_ar: string | null;
  city: string | null; country_code: string | null; package_number: number; signed_by: string | null; cod_collected_minor: string | null; occurred_at: Date; received_at: Date;
}

export function stateOf(row: ShipmentRow): ShipmentState {
  return {
    status: row.status, version: row.version, booking: row.booking, awb: row.awb, cancelWanted: row.cancel_wanted, resumeTo: row.resume_to,
    scannedAtMs: row.scanned_at?.getTime() ?? 0,
  };
}
