import { invalid } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';

/** A call of a gateway, whose body is kept as it came: adapters verify its bytes. */
export interface CallbackRequest {
  body: Buffer | undefined;
  headers: Record<string, string | string[] | undefined>;
}

/** What the operations that receive such calls have in common. */
export const CALLBACK = {
  tag: 'Callbacks of providers',
  answers: { 200: { description: 'The callback is received. A repeat changes nothing.' } },
  errors: ['validation_error', 'signature_mismatch', 'gateway_unavailable'],
} as const;

export function bodyOf({ body }: CallbackRequest): Buffer {
  if (Buffer.isBuffer(body) && body.length <= LIMITS.callbackBytesMax) return body;
  throw invalid('body', `A callback has a JSON body of at most ${LIMITS.callbackBytesMax} bytes.`);
}
