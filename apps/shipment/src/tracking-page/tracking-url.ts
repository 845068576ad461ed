import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';

/** 128 bits: no address is found by trying, and it still fits a text message. */
const SIGNATURE_BYTES = 16;

/** The address of a shipment's tracking page. It opens this page alone, and needs no login. */
export function trackingUrl(
  { publicUrl, keys }: Pick<ShipmentDependencies, 'publicUrl' | 'keys'>,
  { account_id: accountId, id }: Pick<ShipmentRow, 'account_id' | 'id'>,
): string {
  return `${publicUrl.replace(/\/$/, '')}${trackingPath(keys.tracking, accountId, id)}`;
}

export function trackingPath(key: Buffer, accountId: string, shipmentId: string): string {
  const signature = signatureOf(key, accountId, shipmentId).toString('base64url');
  return `/track/${encodeURIComponent(accountId)}/${encodeURIComponent(shipmentId)}/${signature}`;
}

export function isTrackingSignature(key: Buffer, accountId: string, shipmentId: string, given: string): boolean {
  const [expected, bytes] = [signatureOf(key, accountId, shipmentId), Buffer.from(given, 'base64url')];
  return expected.length === bytes.length && timingSafeEqual(expected, bytes);
}

/** JSON separates the fields, so that no value can pass for part of its neighbour. */
function signatureOf(key: Buffer, accountId: string, shipmentId: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([accountId, shipmentId]))
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}
