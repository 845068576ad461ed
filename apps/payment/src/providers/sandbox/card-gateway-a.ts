import { createHmac } from 'node:crypto';
import { clipped } from '@qafila/runtime/clipped';
import type { Asked, Callback, Facts, Outcome, PayRequest, PaymentProvider } from '../provider.ts';
import { asInquiry, checkSigned, Exchange, fieldsOf, header, minorOf, readSigned, sandboxKey, textOf, withFee } from './exchange.ts';
import type { Fields, Reply } from './exchange.ts';
import type { SandboxOptions } from './sandbox-providers.ts';

const TYPE = 'cardgateway-a';
const RISK = new Set(['suspected_fraud']);
const PAID = new Set(['authorized', 'captured']);

/** Card gateway A of apps/sandbox (its API.md, section 3): forms in, HTTP statuses for refusals. */
export class CardGatewayA implements PaymentProvider {
  readonly type = TYPE;
  readonly methods = ['card'] as const;
  readonly origins: readonly string[];
  readonly #exchange: Exchange;
  readonly #authorization: string;

  constructor(private readonly options: SandboxOptions) {
    this.origins = [options.publicUrl];
    this.#exchange = new Exchange(options.url);
    this.#authorization = `Basic ${Buffer.from(`${sandboxKey(options.secret, `${TYPE}/api`)}:`).toString('base64')}`;
  }

  async pay(request: PayRequest): Promise<Outcome> {
    const reply = await this.#post('/payments', {
      merchant_reference: request.id, amount: String(request.amount), currency: request.currency, capture: String(request.capture), return_url: request.returnUrl,
      callback_url: `${this.options.platformUrl}/public/v1/payment/${TYPE}/webhook`, description: clipped(request.description, 200), order_reference: request.orderReference, language: request.language,
    });
    return this.#outcomeOf(reply);
  }

  capture(asked: Asked): Promise<Outcome> {
    return this.#operate('captures', asked, { amount: String(asked.amount) });
  }

  void(asked: Asked): Promise<Outcome> {
    return this.#operate('voids', asked, {});
  }

  refund(asked: Asked): Promise<Outcome> {
    return this.#operate('refunds', asked, { amount: String(asked.amount) });
  }

  async inquire({ id }: Asked): Promise<Outcome> {
    const path = `/${TYPE}/v1/inquiry?merchant_reference=${encodeURIComponent(id)}`;
    return this.#outcomeOf(asInquiry(await this.#exchange.send('GET', path, { headers: { authorization: this.#authorization } })));
  }

  async abandon(id: string): Promise<void> {
    await this.#post(`/payments/${encodeURIComponent(id)}/voids`, { merchant_reference: `${id}.abandon` });
  }

  readCallback(rawBody: Buffer, headers: Record<string, string | string[] | undefined>, nowMs: number): Callback {
    const [, timestamp = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header(headers, 'gateway-signature')) ?? [];
    const expected = createHmac('sha256', sandboxKey(this.options.secret, `${TYPE}/callback`)).update(`${timestamp}.`).update(rawBody).digest();
    checkSigned({ given, expected, encoding: 'hex', seconds: timestamp, nowMs });
    const { id, data } = readSigned(rawBody);
    const object = fieldsOf(data);
    return { id: textOf(id), operationId: textOf(object.merchant_reference), tokenId: null, outcome: this.#outcomeOf({ kind: 'answer', status: 200, body: object }) };
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  async #operate(what: string, asked: Asked, fields: Record<string, string>): Promise<Outcome> {
    return this.#outcomeOf(await this.#post(`/payments/${encodeURIComponent(asked.reference ?? '')}/${what}`, { merchant_reference: asked.id, ...fields }));
  }

  #post(path: string, fields: Record<string, string>): Promise<Reply> {
    return this.#exchange.send('POST', `/${TYPE}/v1${path}`, {
      headers: { authorization: this.#authorization, 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams(fields).toString(),
    });
  }

  #outcomeOf(reply: Reply): Outcome {
    if (reply.kind !== 'answer') return reply;
    const { status, body } = reply;
    const error = fieldsOf(body.error);
    if (body.error !== undefined) {
      if (status === 401) return { kind: 'unknown', why: 'the gateway does not know us' };
      if (status === 404 && error.code === 'not_found') return { kind: 'not_found', why: 'the gateway has no such operation' };
      return declined(textOf(error.code), textOf(error.message), error.retryable === true);
    }
    return withFee(body.object === 'payment' ? payment(body) : operation(body), this.options.feeBasisPoints);
  }
}

function payment(body: Fields): Outcome {
  const facts = factsOf(body);
  switch (body.status) {
    case 'authorized': return { kind: 'authorised', ...facts };
    case 'captured': return { kind: 'captured', amount: minorOf(body.captured_amount), ...facts };
    case 'voided': return { kind: 'voided', ...facts };
    case 'declined': case 'canceled': case 'expired': return { ...declined(textOf(body.decline_code) || String(body.status), textOf(body.decline_message), body.retryable === true), ...facts };
    case 'open': case 'challenge': return typeof body.page_url === 'string' ? { kind: 'redirect', url: body.page_url, ...facts } : { kind: 'pending', ...facts };
    default: return { kind: 'unknown', why: `the gateway speaks of ${String(body.status)}` };
  }
}

function operation(body: Fields): Outcome {
  if (body.status === 'failed') return declined(textOf(body.decline_code), textOf(body.decline_message), false);
  if (body.status !== 'succeeded') return body.status === 'pending' ? { kind: 'pending' } : { kind: 'unknown', why: 'the gateway answered something else' };
  if (body.object === 'capture') return { kind: 'captured', amount: minorOf(body.amount), code: '000', message: 'Completed' };
  return { kind: body.object === 'void' ? 'voided' : 'refunded' };
}

function declined(code: string, message: string, retryable: boolean): Outcome & { kind: 'declined' } {
  const as = code === 'authentication_failed' ? 'AUTHENTICATION_FAILED' : RISK.has(code) ? 'RISK_DECLINED' : 'FAILED';
  return { kind: 'declined', as, then: retryable ? 'fallback' : 'customer', code, message };
}

/** Of a card: brand, first six, last four, how and by whom it was issued. */
function factsOf(body: Fields): Facts {
  const card = body.card === null || body.card === undefined ? undefined : fieldsOf(body.card);
  const code = textOf(body.decline_code);
  return {
    reference: textOf(body.id), ...(code !== '' ? { code, message: textOf(body.decline_message) } : PAID.has(textOf(body.status)) ? { code: '000', message: 'Completed' } : {}),
    secure: body.three_d_secure === null || body.three_d_secure === undefined ? null : '3DS2',
    ...(card === undefined ? {} : { instrument: { brand: card.brand, bin: card.bin, last4: card.last4, funding: card.funding, issuer: card.issuer, eci: body.eci } }),
  };
}
