import type { PoolClient } from 'pg';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { changeShipment } from './change-shipment.ts';
import { lockShipment } from './find-shipment.ts';
import type { Person } from './owner.ts';
import type { CancelBody } from './shipment.schema.ts';
import type { ShipmentRow } from './shipment.entity.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';

/** §4.5: 202 accepts the cancellation; an event reports its result. A repeat changes nothing. */
export async function cancelShipment(
  dependencies: ShipmentDependencies,
  owner: Person,
  { id, request: { body: _, ...request }, cancel }: { id: string; request: IdempotentRequest; cancel: CancelBody },
): Promise<Answer> {
  return idempotent(
    dependencies,
    { ...request, owner },
    {
      begin: async (tx) => {
        const row = await lockShipment(tx, owner.accountId, id);
        const before = await withReason(tx, row, cancel);
        await changeShipment(dependencies, tx, before, {
          command: { kind: 'cancel' },
          source: 'merchant',
          reasonCode: cancel.reason,
          person: { actor: owner.keyId, action: 'cancel', note: cancel.note },
        });
        return { answer: { status: 202, body: shipmentSuccess(202, 'Cancellation accepted', {}) } };
      },
    },
  );
}

/** The courier gets it too, when it is called. A repeat without a reason keeps the first one. */
async function withReason(tx: PoolClient, row: ShipmentRow, { reason, note }: CancelBody): Promise<ShipmentRow> {
  if (reason === undefined && note === undefined) return row;
  const {
    rows: [after],
  } = await tx.query<ShipmentRow>(
    `
    UPDATE shipment SET cancel_reason = coalesce($3, cancel_reason), cancel_note = coalesce($4, cancel_note)
    WHERE account_id = $1 AND id = $2 RETURNING *`,
    [row.account_id, row.id, reason ?? null, note ?? null],
  );
  return after as ShipmentRow;
}
