import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@qafila/envelopes/refusal';
import type { LabelFormat } from '../label/label.ts';

/** Which file a URL opens: the digest is of the label's content, so that a URL never shows another version than it was made for. */
export interface AwbFile { accountId: string; shipmentId: string; format: LabelFormat; packageNumber: number; digest: string }

/**
 * A URL that opens one label file until it expires, for whoever holds it: drivers and printers have no token. The signature covers
 * everything that is in it; a parameter that is changed, added or moved opens nothing.
 */
export function signAwbUrl(base: string, file: AwbFile, { key, expiresAtMs }: { key: Buffer; expiresAtMs: number }): string {
  const expires = Math.floor(expiresAtMs / 1_000);
  const query = new URLSearchParams({ package: String(file.packageNumber), expires: String(expires), signature: signatureOf(file, expires, key) });
  return `${base.replace(/\/$/, '')}/awb/${encodeURIComponent(file.accountId)}/${encodeURIComponent(file.shipmentId)}/${file.digest}.${file.format}?${query}`;
}

/** Throws a 403 refusal when the URL is not ours or is changed, a 410 when its time is over. */
export function checkAwbUrl(file: AwbFile, asked: { expires: string; signature: string }, { keys, nowMs }: { keys: readonly Buffer[]; nowMs: number }): void {
  const expires = /^\d{1,12}$/.test(asked.expires) ? Number(asked.expires) : -1;
  const given = Buffer.from(asked.signature);
  const ours = keys.some((key) => {
    const expected = Buffer.from(signatureOf(file, expires, key));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!ours) throw new Refusal(403, 'AWB_URL_INVALID', 'This label address is not valid. Ask for the shipment\'s AWB again.');
  if (expires * 1_000 <= nowMs) throw new Refusal(410, 'AWB_URL_EXPIRED', 'This label address has expired. Ask for the shipment\'s AWB again.');
}

/** Fields are joined as JSON: no value can run over into the next. */
function signatureOf({ accountId, shipmentId, format, packageNumber, digest }: AwbFile, expires: number, key: Buffer): string {
  return createHmac('sha256', key).update(JSON.stringify([accountId, shipmentId, format, packageNumber, digest, expires])).digest('base64url');
}
