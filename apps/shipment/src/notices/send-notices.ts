import { truncate } from '@qafila/runtime/truncate';
import { backoffMs } from '@qafila/runtime/backoff';
import { NOTICES } from '../limits.ts';
import { findShipment } from '../shipments/find-shipment.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { ownerOf } from '../tracking-page/find-tracked.ts';
import { storeLook } from '../tracking-page/store-look.ts';
import { trackingUrl } from '../tracking-page/tracking-url.ts';
import type { NoticeChannel, Message, NoticeSender } from './channels.ts';
import { noticeSentence } from './notice-texts.ts';
import type { NoticeRow, NoticeStatus } from './notice.entity.ts';
import { noticeSetting, quietHoursOf } from './queue-notices.ts';
import { afterQuietHours } from './quiet-hours.ts';
import type { NoticeSettingRow } from './notice-setting.entity.ts';

interface End {
  status: NoticeStatus;
  reason: string | null;
}

/**
 * Sends what is due on a channel, and returns how many there were. The lease of a row outlasts the sender's deadline; a
 * process that dies leaves a notice behind that is sent again, with the same id.
 */
export async function sendNotices(
  deps: ShipmentDependencies,
  { channel, sender }: { channel: NoticeChannel; sender: NoticeSender },
): Promise<number> {
  const now = deps.clock();
  const { rows } = await deps.pool.query<NoticeRow>({
    name: 'due-notices',
    text: `
      UPDATE notice n SET due_at = $3, tries = n.tries + 1
      FROM (
        SELECT account_id, id FROM notice WHERE channel = $1 AND status = 'waiting' AND due_at <= $2
        ORDER BY due_at LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED
      ) due
      WHERE n.account_id = due.account_id AND n.id = due.id RETURNING n.*`,
    values: [channel, new Date(now), new Date(now + NOTICES.leaseMs), NOTICES.atOnceMax],
  });
  await Promise.all(rows.map((row) => sendOne(deps, sender, row)));
  return rows.length;
}

async function sendOne(deps: ShipmentDependencies, sender: NoticeSender, notice: NoticeRow): Promise<void> {
  const row = await findShipment(deps.pool, notice.account_id, notice.shipment_id);
  const setting = await noticeSetting(deps.pool, ownerOf(row));
  try {
    await end(deps, notice, await resultOf(deps, sender, { notice, row, setting }));
  } catch (error) {
    const why = truncate((error as Error).message, NOTICES.reasonCharactersMax);
    deps.log.warn({ notice: notice.id, channel: notice.channel, tries: notice.tries, error: why }, 'notice.not_sent');
    if (notice.tries >= NOTICES.triesMax) return end(deps, notice, { status: 'failed', reason: why });
    await tryLater(deps, notice, { why, setting });
  }
}

/** Settings and address are those of now: who turned a notice off means those that wait too. */
async function resultOf(
  deps: ShipmentDependencies,
  sender: NoticeSender,
  { notice, row, setting }: { notice: NoticeRow; row: ShipmentRow; setting: NoticeSettingRow | undefined },
): Promise<End> {
  if (deps.clock() - notice.occurred_at.getTime() > NOTICES.usableMs) return { status: 'dropped', reason: 'expired' };
  if (setting?.[notice.channel].includes(notice.kind) !== true) return { status: 'dropped', reason: 'turned_off' };
  const { phone, email } = requestOf(row.request).shipTo;
  const to = notice.channel === 'mail' ? email : phone;
  if (to === undefined) return { status: 'dropped', reason: 'no_address' };
  const { name: store } = await storeLook(deps.pool, ownerOf(row));
  const { language } = setting;
  const message: Message = {
    ...ownerOf(row),
    id: notice.id,
    channel: notice.channel,
    to,
    language,
    store,
    sentence: noticeSentence(notice.kind, language, { store, order: row.released_reference ?? row.reference }),
    trackingUrl: trackingUrl(deps, row),
    notice: notice.kind,
    shipmentId: row.id,
  };
  const result = await sender.send(message);
  return result.kind === 'accepted' ? { status: 'sent', reason: null } : { status: 'failed', reason: result.why };
}

/** A message that was superseded while it was sent was sent. A process whose lease has expired writes nothing. */
async function end(
  { pool, clock, metrics }: ShipmentDependencies,
  notice: NoticeRow,
  { status, reason }: End,
): Promise<void> {
  const { rowCount } = await pool.query({
    name: 'end-notice',
    text: `
      UPDATE notice SET status = $4, reason = $5, sent_at = CASE WHEN $4 = 'sent' THEN $6::timestamptz END
      WHERE account_id = $1 AND id = $2 AND tries = $3 AND (status = 'waiting' OR $4 = 'sent')`,
    values: [
      notice.account_id,
      notice.id,
      notice.tries,
      status,
      reason === null ? null : truncate(reason, NOTICES.reasonCharactersMax),
      new Date(clock()),
    ],
  });
  if (rowCount === 1) metrics.noticed(notice.channel, status);
}

async function tryLater(
  { pool, clock }: ShipmentDependencies,
  notice: NoticeRow,
  { why, setting }: { why: string; setting: NoticeSettingRow | undefined },
): Promise<void> {
  const atMs = clock() + backoffMs(notice.tries, { firstMs: NOTICES.retryFirstMs, maxMs: NOTICES.retryMaxMs });
  const quiet = setting === undefined ? undefined : quietHoursOf(setting, notice.channel);
  await pool.query({
    name: 'try-notice-later',
    text: `
      UPDATE notice SET due_at = $4, reason = $5
      WHERE account_id = $1 AND id = $2 AND tries = $3 AND status = 'waiting'`,
    values: [notice.account_id, notice.id, notice.tries, new Date(afterQuietHours(atMs, quiet)), why],
  });
}
