import { bytesOf, hex, hmacSha256, isEqual } from './signing.ts';

export interface VerifyRedirectOptions {
  /** The store's redirect secrets, `rds_…`; after a rotation the new and the old one. */
  secrets: readonly string[];
  /** How old the address may be. */
  toleranceSeconds?: number;
  nowSeconds?: number;
}

/** What the address of a returning customer proves. */
export interface VerifiedRedirect {
  /** `payment_intent_id`; undefined for the setup of a wallet token. */
  paymentIntentId: string | undefined;
  tokenId: string | undefined;
  status: string;
  orderReference: string | undefined;
  timestamp: Date;
}

/** The address is not authentic, or is too old. Ask the API what became of the payment. */
export class RedirectVerificationError extends Error {
  override readonly name = 'RedirectVerificationError';

  constructor(
    readonly reason: 'missing_parameter' | 'too_old' | 'signature_mismatch',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Verifies the address with which a customer came back: its query, or a whole URL. Your own parameters are not signed.
 * Throws RedirectVerificationError.
 */
export async function verifyRedirect(
  address: string | URL | URLSearchParams,
  { secrets, toleranceSeconds = 300, nowSeconds = Date.now() / 1_000 }: VerifyRedirectOptions,
): Promise<VerifiedRedirect> {
  if (!Array.isArray(secrets) || secrets.length === 0) throw new TypeError('verifyRedirect needs secrets.');
  const query = queryOf(address);
  const [timestamp, signature] = [required(query, 'timestamp'), required(query, 'signature')];
  const status = required(query, 'status');
  const paymentIntentId = one(query, 'payment_intent_id');
  const tokenId = paymentIntentId === undefined ? required(query, 'token_id') : undefined;
  const orderReference = paymentIntentId === undefined ? undefined : required(query, 'order_reference');
  // Negated, so that a timestamp that is not a number fails.
  if (!/^\d{1,16}$/.test(timestamp) || !(Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds))
    throw new RedirectVerificationError(
      'too_old',
      `timestamp ${timestamp} is more than ${toleranceSeconds} s from this clock`,
    );
  const signed = [
    timestamp,
    paymentIntentId ?? tokenId,
    status,
    ...(orderReference === undefined ? [] : [orderReference]),
  ];
  const content = bytesOf(signed.join('.'));
  const expected = await Promise.all(secrets.map(async (secret) => hex(await hmacSha256(bytesOf(secret), content))));
  if (!expected.some((each) => isEqual(each, signature)))
    throw new RedirectVerificationError('signature_mismatch', 'none of the secrets signed this address');
  return { paymentIntentId, tokenId, status, orderReference, timestamp: new Date(Number(timestamp) * 1_000) };
}

function queryOf(address: string | URL | URLSearchParams): URLSearchParams {
  if (address instanceof URLSearchParams) return address;
  if (address instanceof URL) return address.searchParams;
  const at = address.indexOf('?');
  return new URLSearchParams(at < 0 ? address : address.slice(at + 1).split('#', 1)[0]);
}

/** A parameter that stands twice proves nothing: another reader may take the other one. */
function one(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw new RedirectVerificationError('missing_parameter', `${name} stands more than once`);
  return values[0];
}

function required(query: URLSearchParams, name: string): string {
  const value = one(query, name);
  if (value === undefined) throw new RedirectVerificationError('missing_parameter', `the address has no ${name}`);
  return value;
}
