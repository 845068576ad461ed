import { createHmac } from 'node:crypto';
import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { truncate } from '@qafila/runtime/truncate';
import type { Callback, DisputeNotice, ReceivedCall } from '../callback.ts';
import { UNRESTRICTED } from '../capabilities.ts';
import { asInquiry, Exchange, header, minorOf } from '../exchange.ts';
import type { Reply } from '../exchange.ts';
import type { Decline, Facts, OperationRequest, PaymentProvider, PayRequest, ProviderReport } from '../provider.ts';
import { addFee, checkSigned, readSigned, sandboxKey } from './signed-call.ts';
import type { SandboxOptions } from './sandbox-providers.ts';
import { authenticationOf } from './authentication-of.ts';

const TYPE = 'cardgateway-a';
const PAID = new Set(['authorized', 'captured']);

/** Card gateway A of apps/sandbox (its API.md, section 3). Requests are forms, and refusals are HTTP statuses. */
export class CardGatewayA implements PaymentProvider {
  readonly type = TYPE;
  readonly methods = ['card'] as const;
  readonly capabilities = UNRESTRICTED;
  readonly origins: readonly string[];
  readonly #exchange: Exchange;
  readonly #authorization: string;

  constructor(private readonly options: SandboxOptions) {
    this.origins = [options.publicUrl];
    this.#exchange = new Exchange(options.url);
    this.#authorization = `Basic ${Buffer.from(`${sandboxKey(options.secret, `${TYPE}/api`)}:`).toString('base64')}`;
  }

  async pay(request: PayRequest): Promise<ProviderReport> {
    const reply = await this.#post('/payments', {
      merchant_reference: request.id,
      amount: String(request.amount),
      currency: request.currency,
      capture: String(request.capture),
      return_url: request.returnUrl,
      callback_url: `${this.options.platformUrl}/public/v1/payment/${TYPE}/webhook`,
      description: truncate(request.description, 200),
      order_reference: request.orderReference,
      language: request.language,
    });
    return this.#reportOf(reply);
  }

  capture(request: OperationRequest): Promise<ProviderReport> {
    return this.#operate('captures', request, { amount: String(request.amount) });
  }

  void(request: OperationRequest): Promise<ProviderReport> {
    return this.#operate('voids', request, {});
  }

  refund(request: OperationRequest): Promise<ProviderReport> {
    return this.#operate('refunds', request, { amount: String(request.amount) });
  }

  async inquire({ id }: OperationRequest): Promise<ProviderReport> {
    const path = `/${TYPE}/v1/inquiry?merchant_reference=${encodeURIComponent(id)}`;
    return this.#reportOf(
      asInquiry(await this.#exchange.send('GET', path, { headers: { authorization: this.#authorization } })),
    );
  }

  async abandon({ id }: OperationRequest): Promise<void> {
    await this.#post(`/payments/${encodeURIComponent(id)}/voids`, { merchant_reference: `${id}.abandon` });
  }

  readCallback({ rawBody, headers, nowMs }: ReceivedCall): Callback {
    const [, timestamp = '', given = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header(headers, 'gateway-signature')) ?? [];
    const expected = createHmac('sha256', sandboxKey(this.options.secret, `${TYPE}/callback`))
      .update(`${timestamp}.`)
      .update(rawBody)
      .digest();
    checkSigned({ given, expected, encoding: 'hex', seconds: timestamp, nowMs });
    const { id, type, created_at: at, data } = readSigned(rawBody);
    const object = fieldsOf(data);
    if (object.object === 'dispute')
      return { kind: 'dispute', id: textOf(id), type: textOf(type), dispute: dispute(object, textOf(at)) };
    return {
      kind: 'operation',
      id: textOf(id),
      type: textOf(type),
      operationId: textOf(object.merchant_reference),
      reference: null,
      report: this.#reportOf({ kind: 'answer', status: 200, body: object }),
    };
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  async #operate(what: string, request: OperationRequest, fields: Record<string, string>): Promise<ProviderReport> {
    return this.#reportOf(
      await this.#post(`/payments/${encodeURIComponent(request.reference ?? '')}/${what}`, {
        merchant_reference: request.id,
        ...fields,
      }),
    );
  }

  #post(path: string, fields: Record<string, string>): Promise<Reply> {
    return this.#exchange.send('POST', `/${TYPE}/v1${path}`, {
      headers: { authorization: this.#authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  }

  #reportOf(reply: Reply): ProviderReport {
    if (reply.kind !== 'answer') return reply;
    const { status, body } = reply;
    const error = fieldsOf(body.error);
    if (body.error !== undefined) {
      if (status === 401) return { kind: 'unknown', why: 'the provider rejected our credentials' };
      if (status === 404 && error.code === 'not_found')
        return { kind: 'not_found', why: 'the provider has no such operation' };
      return declined(textOf(error.code), textOf(error.message), error.retryable === true);
    }
    return addFee(body.object === 'payment' ? payment(body) : operation(body), this.options.feeBasisPoints);
  }
}

const DISPUTE_STATUS: Partial<Record<string, DisputeNotice['status']>> = {
  needs_response: 'opened',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
};

function dispute(body: Fields, at: string): DisputeNotice {
  return {
    reference: textOf(body.id),
    paymentReference: textOf(body.payment_id),
    operationId: textOf(body.merchant_reference),
    status: DISPUTE_STATUS[textOf(body.status)] ?? 'under_review',
    amount: minorOf(body.amount),
    currency: textOf(body.currency),
    reason: textOf(body.reason),
    evidenceDueAt: textOf(body.evidence_due_at) || null,
    at,
  };
}

function payment(body: Fields): ProviderReport {
  const facts = factsOf(body);
  switch (body.status) {
    case 'authorized':
      return { kind: 'authorised', ...facts };
    case 'captured':
      return { kind: 'captured', amount: minorOf(body.captured_amount), ...facts };
    case 'voided':
      return { kind: 'voided', ...facts };
    case 'declined':
    case 'canceled':
    case 'expired':
      return {
        ...declined(
          textOf(body.decline_code) || String(body.status),
          textOf(body.decline_message),
          body.retryable === true,
        ),
        ...facts,
      };
    case 'open':
    case 'challenge':
      return typeof body.page_url === 'string'
        ? { kind: 'action', action: { kind: 'redirect', url: body.page_url }, ...facts }
        : { kind: 'pending', ...facts };
    default:
      return { kind: 'unknown', why: `the provider reported the unknown state ${String(body.status)}` };
  }
}

function operation(body: Fields): ProviderReport {
  if (body.status === 'failed') return declined(textOf(body.decline_code), textOf(body.decline_message), false);
  if (body.status !== 'succeeded')
    return body.status === 'pending'
      ? { kind: 'pending' }
      : { kind: 'unknown', why: 'the provider sent an unexpected answer' };
  if (body.object === 'capture')
    return { kind: 'captured', amount: minorOf(body.amount), code: '000', message: 'Completed' };
  return { kind: body.object === 'void' ? 'voided' : 'refunded' };
}

function declined(code: string, message: string, retryable: boolean): ProviderReport & { kind: 'declined' } {
  return { kind: 'declined', as: declineOf(code), then: retryable ? 'fallback' : 'customer', code, message };
}

function declineOf(code: string): Decline {
  if (code === 'authentication_failed') return 'AUTHENTICATION_FAILED';
  return code === 'suspected_fraud' ? 'RISK_DECLINED' : 'FAILED';
}

/** The card's brand, first six and last four digits, type and issuer. */
function factsOf(body: Fields): Facts {
  const card = body.card === null || body.card === undefined ? undefined : fieldsOf(body.card);
  return {
    reference: textOf(body.id),
    ...resultOf(body),
    ...authenticationOf(body.three_d_secure, body.eci),
    ...(card === undefined
      ? {}
      : {
          instrument: {
            brand: card.brand,
            bin: card.bin,
            last4: card.last4,
            funding: card.funding,
            issuer: card.issuer,
            eci: body.eci,
          },
        }),
  };
}

function resultOf(body: Fields): Pick<Facts, 'code' | 'message'> {
  const code = textOf(body.decline_code);
  if (code !== '') return { code, message: textOf(body.decline_message) };
  return PAID.has(textOf(body.status)) ? { code: '000', message: 'Completed' } : {};
}
