import { createHmac } from 'node:crypto';

/** What the address of a returning customer says, as it stands there. */
export interface SignedRedirect {
  timestampSeconds: number;
  /** `payment_intent_id` or `token_id`. */
  id: string;
  status: string;
  /** Undefined for a wallet token. */
  orderReference?: string;
}

/**
 * The signed text: `timestamp.id.status`, and `.order_reference` where there is one. It comes last, so that full stops
 * in it cannot be read otherwise. The values are those of the query, decoded.
 */
export function redirectText({ timestampSeconds, id, status, orderReference }: SignedRedirect): string {
  return [String(timestampSeconds), id, status, ...(orderReference === undefined ? [] : [orderReference])].join('.');
}

/** `signature`: lower-case hex HMAC-SHA256 of the signed text under the store's redirect secret. */
export function signRedirect(secret: string, redirect: SignedRedirect): string {
  return createHmac('sha256', secret).update(redirectText(redirect)).digest('hex');
}
