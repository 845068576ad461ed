import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@qafila/envelopes/refusal';
import { fileWordOf } from '../documents/document-kinds.ts';
import type { FileKind } from '../documents/document-kinds.ts';
import type { LabelFormat } from '../label/label.ts';

/**
 * The file that a URL opens. The digest is that of the label's content, so that a URL never shows a different version.
 */
export interface AwbFile {
  accountId: string;
  /** Of `LABELS`: the id of the sheet. */
  shipmentId: string;
  /** Left out: the label. */
  kind?: FileKind;
  format: LabelFormat;
  packageNumber: number;
  digest: string;
}

/** The query parameters that open a file, as they arrive. */
export interface AwbAccess {
  expires: string;
  signature: string;
}

/**
 * A URL that opens one label file until it expires. It needs no token, because drivers and printers have none. The
 * signature covers everything in it: a URL with a changed, added or moved parameter opens nothing.
 */
export function signAwbUrl(
  base: string,
  file: AwbFile,
  { key, expiresAtMs }: { key: Buffer; expiresAtMs: number },
): string {
  const expires = Math.floor(expiresAtMs / 1_000);
  const query = new URLSearchParams({
    package: String(file.packageNumber),
    expires: String(expires),
    signature: signatureOf(file, expires, key),
  });
  const [account, shipment] = [encodeURIComponent(file.accountId), encodeURIComponent(file.shipmentId)];
  const name = `${file.kind === undefined ? '' : `${fileWordOf(file.kind)}-`}${file.digest}.${file.format}`;
  return `${base.replace(/\/$/, '')}/awb/${account}/${shipment}/${name}?${query}`;
}

/** Throws a 403 refusal unless we signed this URL as it is, and a 410 refusal when it has expired. */
export function checkAwbUrl(
  file: AwbFile,
  access: AwbAccess,
  { keys, nowMs }: { keys: readonly Buffer[]; nowMs: number },
): void {
  const expires = /^\d{1,12}$/.test(access.expires) ? Number(access.expires) : -1;
  const given = Buffer.from(access.signature);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(signatureOf(file, expires, key));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!isOurs)
    throw new Refusal(403, 'AWB_URL_INVALID', "This label address is not valid. Ask for the shipment's AWB again.");
  if (expires * 1_000 <= nowMs)
    throw new Refusal(410, 'AWB_URL_EXPIRED', "This label address has expired. Ask for the shipment's AWB again.");
}

/** JSON separates the fields, so that no value can pass for part of its neighbour. */
function signatureOf(
  { accountId, shipmentId, kind, format, packageNumber, digest }: AwbFile,
  expires: number,
  key: Buffer,
): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([accountId, shipmentId, format, packageNumber, digest, expires, kind ?? 'LABEL']))
    .digest('base64url');
}
