import type { Pool } from 'pg';
import { conflict } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';

/** Why a shipment without a waybill has no label, and whether waiting helps. */
export async function noLabelYet(pool: Pool, row: ShipmentRow): Promise<Refusal> {
  const { status } = row;
  if (status === 'BOOKING_FAILED')
    return conflict(
      'AWB_BOOKING_FAILED',
      `The courier refused this shipment${await refusalOf(pool, row)}. It has no label until a booking succeeds: ` +
        'correct it, retry the booking with another courier, or cancel it.',
      { status },
    );
  const next = row.alarms.includes('COURIER_SILENT')
    ? 'It does not answer: set the waybill by hand or declare the booking absent.'
    : 'Ask again in a moment.';
  return conflict('AWB_NOT_READY', `The courier has not booked this shipment yet: it is ${status}. ${next}`, {
    status,
  });
}

/** `: ` and the courier's words, or its code. */
async function refusalOf(pool: Pool, { account_id: accountId, id }: ShipmentRow): Promise<string> {
  const { rows } = await pool.query<{ why: string | null }>({
    name: 'booking-refusal',
    text: `
      SELECT coalesce(reason, reason_code) AS why FROM history
      WHERE account_id = $1 AND shipment_id = $2 AND status = 'BOOKING_FAILED' ORDER BY no DESC LIMIT 1`,
    values: [accountId, id],
  });
  const why = rows[0]?.why;
  return why == null ? '' : `: ${why.replace(/\.+$/, '')}`;
}
