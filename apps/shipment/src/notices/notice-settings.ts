import type { Pool } from 'pg';
import { conflict } from '@qafila/envelopes/refusal';
import { NOTICES } from '../limits.ts';
import { findShipment } from '../shipments/find-shipment.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { CHANNELS } from './channels.ts';
import type { NoticeSenders } from './channels.ts';
import type { NoticeRow } from './notice.entity.ts';
import type { ChangeNoticesBody, NoticesAnswer, NoticeSettingsAnswer } from './notices.schema.ts';
import { noticeSetting } from './queue-notices.ts';

export async function noticeSettings(pool: Pool, senders: NoticeSenders, owner: Owner): Promise<NoticeSettingsAnswer> {
  const row = await noticeSetting(pool, owner);
  const { quiet_from: from = null, quiet_to: to = null, time_zone: timeZone = '' } = row ?? {};
  return {
    sms: row?.sms ?? [],
    whatsapp: row?.whatsapp ?? [],
    mail: row?.mail ?? [],
    language: row?.language ?? 'ar',
    quietHours: from === null || to === null ? null : { from, to, timeZone },
    available: CHANNELS.filter((channel) => senders[channel] !== undefined),
  };
}

/** Replaces all settings. A channel for which the deployment has no sender cannot be turned on. */
export async function changeNoticeSettings(
  { pool, clock }: ShipmentDependencies,
  senders: NoticeSenders,
  { owner, body }: { owner: Owner; body: ChangeNoticesBody },
): Promise<void> {
  const missing = CHANNELS.find((channel) => (body[channel] ?? []).length > 0 && senders[channel] === undefined);
  if (missing !== undefined)
    throw conflict(
      'NOTICE_CHANNEL_MISSING',
      `${missing} must be empty: this deployment has no sender for it.`,
      {},
      missing,
    );
  await pool.query(
    `
    INSERT INTO notice_setting (account_id, mode, sms, whatsapp, mail, language, quiet_from, quiet_to, time_zone,
      updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (account_id, mode) DO UPDATE SET sms = excluded.sms, whatsapp = excluded.whatsapp,
      mail = excluded.mail, language = excluded.language, quiet_from = excluded.quiet_from,
      quiet_to = excluded.quiet_to, time_zone = excluded.time_zone, updated_at = excluded.updated_at`,
    [
      owner.accountId,
      owner.mode,
      body.sms ?? [],
      body.whatsapp ?? [],
      body.mail ?? [],
      body.language ?? 'ar',
      body.quietHours?.from ?? null,
      body.quietHours?.to ?? null,
      body.quietHours?.timeZone ?? 'UTC',
      new Date(clock()),
    ],
  );
}

/** The messages of a shipment, the newest first. */
export async function listNotices(pool: Pool, { accountId }: Owner, shipmentId: string): Promise<NoticesAnswer> {
  const { id } = await findShipment(pool, accountId, shipmentId);
  const { rows } = await pool.query<NoticeRow>(
    `SELECT * FROM notice WHERE account_id = $1 AND shipment_id = $2 ORDER BY created_at DESC, channel LIMIT $3`,
    [accountId, id, NOTICES.shownMax],
  );
  return {
    items: rows.map((row) => ({
      noticeId: row.id,
      notice: row.kind,
      channel: row.channel,
      status: row.status,
      reason: row.reason,
      tries: row.tries,
      occurredAt: row.occurred_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
    })),
  };
}
