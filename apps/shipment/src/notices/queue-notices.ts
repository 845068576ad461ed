import type { Pool, PoolClient } from 'pg';
import { newId } from '@qafila/runtime/new-id';
import { NOTICES } from '../limits.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { CHANNELS } from './channels.ts';
import type { NoticeChannel, NoticeSenders } from './channels.ts';
import type { NoticeSettingRow } from './notice-setting.entity.ts';
import type { NoticeKind } from './notice-texts.ts';
import { afterQuietHours } from './quiet-hours.ts';
import type { QuietHours } from './quiet-hours.ts';

/** Undefined: the company has turned nothing on. */
export async function noticeSetting(
  db: Pool | PoolClient,
  { accountId, mode }: { accountId: string; mode: string },
): Promise<NoticeSettingRow | undefined> {
  const { rows } = await db.query<NoticeSettingRow>({
    name: 'notice-setting',
    text: 'SELECT * FROM notice_setting WHERE account_id = $1 AND mode = $2',
    values: [accountId, mode],
  });
  return rows[0];
}

/** People sleep beside their phones, not beside their mail. */
export function quietHoursOf(setting: NoticeSettingRow, channel: NoticeChannel): QuietHours | undefined {
  const { quiet_from: from, quiet_to: to, time_zone: timeZone } = setting;
  return from === null || to === null || channel === 'mail' ? undefined : { from, to, timeZone };
}

/** Drops what still waits about an earlier state: after the delivery, "out for delivery" is wrong. */
export async function dropWaiting(
  { metrics }: Pick<ShipmentDependencies, 'metrics'>,
  tx: PoolClient,
  row: ShipmentRow,
): Promise<void> {
  const { rows } = await tx.query<{ channel: NoticeChannel }>({
    name: 'supersede-notices',
    text: `
      UPDATE notice SET status = 'dropped', reason = 'superseded'
      WHERE account_id = $1 AND shipment_id = $2 AND status = 'waiting' RETURNING channel`,
    values: [row.account_id, row.id],
  });
  for (const { channel } of rows) metrics.noticed(channel, 'dropped');
}

/**
 * Owes the receiver messages about a state, in the transaction of the state. Late news waits a little: more of it
 * usually follows, and drops what still waits.
 */
export async function queueNotices(
  { clock }: Pick<ShipmentDependencies, 'clock'>,
  senders: NoticeSenders,
  { tx, row, kind, occurredAtMs }: { tx: PoolClient; row: ShipmentRow; kind: NoticeKind; occurredAtMs: number },
): Promise<void> {
  if (Object.keys(senders).length === 0) return;
  const setting = await noticeSetting(tx, { accountId: row.account_id, mode: row.mode });
  if (setting === undefined) return;
  const now = clock();
  const sendAtMs = now - occurredAtMs > NOTICES.lateMs ? now + NOTICES.lateHoldMs : now;
  const hasMail = requestOf(row.request).shipTo.email !== undefined;
  const channels = CHANNELS.filter(
    (channel) => senders[channel] !== undefined && setting[channel].includes(kind) && (channel !== 'mail' || hasMail),
  );
  await tx.query({
    name: 'queue-notices',
    text: `
      INSERT INTO notice (account_id, id, shipment_id, kind, channel, status, occurred_at, due_at, created_at)
      SELECT $1, id, $2, $3, channel, 'waiting', $4, due_at, $5
      FROM unnest($6::text[], $7::text[], $8::timestamptz[]) AS owed (id, channel, due_at)
      ON CONFLICT (account_id, shipment_id, kind, occurred_at, channel) DO NOTHING`,
    values: [
      row.account_id,
      row.id,
      kind,
      new Date(occurredAtMs),
      new Date(now),
      channels.map(() => newId('ntc', now)),
      channels,
      channels.map((channel) => new Date(afterQuietHours(sendAtMs, quietHoursOf(setting, channel)))),
    ],
  });
}
