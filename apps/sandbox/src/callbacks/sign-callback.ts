import { createHmac } from 'node:crypto';
import type { CompanyName } from '../companies.ts';

export interface SignedCallback {
  provider: CompanyName;
  id: string;
  timestamp: number;
  body: string;
  key: string;
}

/** The signature headers of one delivery, in the company's own scheme. */
export function signCallback({ provider, id, timestamp, body, key }: SignedCallback): Record<string, string> {
  const hmac = (text: string) => createHmac('sha256', key).update(text);
  switch (provider) {
    case 'walletprovider':
      return {
        'x-wallet-event-id': id,
        'x-wallet-timestamp': String(timestamp),
        'x-wallet-signature': hmac(`${timestamp}.${body}`).digest('hex'),
      };
    case 'cardgateway-a':
      return { 'gateway-signature': `t=${timestamp},v1=${hmac(`${timestamp}.${body}`).digest('hex')}` };
    case 'cardgateway-b':
      return {
        'x-notification-id': id,
        'x-notification-timestamp': String(timestamp),
        'x-notification-signature': hmac(`${id}.${timestamp}.${body}`).digest('base64'),
      };
    case 'sandbox-express':
      return {
        'x-express-timestamp': String(timestamp),
        'x-express-signature': hmac(`${timestamp}.${body}`).digest('hex'),
      };
    case 'sandbox-economy':
      return {
        'x-economy-notify': id,
        'x-economy-date': String(timestamp),
        'x-economy-digest': hmac(`${id}|${timestamp}|${body}`).digest('base64'),
      };
  }
}
