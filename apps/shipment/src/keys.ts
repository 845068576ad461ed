import { createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { openBox, sealBox } from '@qafila/vault/sealed-box';

/** Keys derived from the master key: for the addresses of labels and of couriers' calls, and for stored secrets. */
export class Keys {
  /** Signs the addresses of label files. */
  readonly awb: Buffer;
  /** Makes the secrets in the addresses that couriers call. */
  readonly callback: Buffer;
  /** Signs the addresses of tracking pages. */
  readonly tracking: Buffer;

  constructor(private readonly masterKey: KeyObject) {
    this.awb = createHmac('sha256', masterKey).update('qafila-shipment/awb-url').digest();
    this.callback = createHmac('sha256', masterKey).update('qafila-shipment/courier-callback').digest();
    this.tracking = createHmac('sha256', masterKey).update('qafila-shipment/tracking-page').digest();
  }

  seal(plain: string, ...place: string[]): Buffer {
    return sealBox(this.masterKey, Buffer.from(plain), ['shipment', ...place]);
  }

  open(box: Buffer, ...place: string[]): string {
    return openBox(this.masterKey, box, ['shipment', ...place]).toString('utf8');
  }
}
