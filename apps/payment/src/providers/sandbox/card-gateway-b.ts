import { createHmac } from 'node:crypto';
import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { truncate } from '@qafila/runtime/truncate';
import type { Callback, ReceivedCall } from '../callback.ts';
import { UNRESTRICTED } from '../capabilities.ts';
import { asInquiry, Exchange, header, minorOf } from '../exchange.ts';
import type { Reply } from '../exchange.ts';
import type { Decline, Facts, OperationRequest, PaymentProvider, PayRequest, ProviderReport } from '../provider.ts';
import { addFee, checkSigned, readSigned, sandboxKey } from './signed-call.ts';
import type { SandboxOptions } from './sandbox-providers.ts';
import { authenticationOf } from './authentication-of.ts';

const TYPE = 'cardgateway-b';
const DECLINES = new Map<unknown, Decline>([
  ['AUTHENTICATION', 'AUTHENTICATION_FAILED'],
  ['RISK', 'RISK_DECLINED'],
]);

/** Card gateway B of apps/sandbox (its API.md, section 4). Requests are JSON, and declines are HTTP 200. */
export class CardGatewayB implements PaymentProvider {
  readonly type = TYPE;
  readonly methods = ['card'] as const;
  readonly capabilities = { ...UNRESTRICTED, multiCapture: true };
  readonly origins: readonly string[];
  readonly #exchange: Exchange;
  readonly #authorization: string;

  constructor(private readonly options: SandboxOptions) {
    this.origins = [options.publicUrl];
    this.#exchange = new Exchange(options.url);
    this.#authorization = `Bearer ${sandboxKey(options.secret, `${TYPE}/api`)}`;
  }

  async pay(request: PayRequest): Promise<ProviderReport> {
    const reply = await this.#post('/orders', {
      merchantReference: request.id,
      amount: money(request),
      intent: request.capture ? 'SALE' : 'AUTHORIZE',
      redirectUrl: request.returnUrl,
      notificationUrl: `${this.options.platformUrl}/public/v1/payment/${TYPE}/webhook`,
      orderReference: request.orderReference,
      description: truncate(request.description, 200),
      locale: request.language,
    });
    return this.#reportOf(reply);
  }

  capture(request: OperationRequest): Promise<ProviderReport> {
    const { finalCapture = true } = request;
    return this.#operate('capture', request, { amount: money(request), finalCapture });
  }

  void(request: OperationRequest): Promise<ProviderReport> {
    return this.#operate('cancel', request, {});
  }

  refund(request: OperationRequest): Promise<ProviderReport> {
    return this.#operate('refund', request, { amount: money(request) });
  }

  async inquire({ id }: OperationRequest): Promise<ProviderReport> {
    const path = `/${TYPE}/api/inquiry/${encodeURIComponent(id)}`;
    return this.#reportOf(
      asInquiry(await this.#exchange.send('GET', path, { headers: { authorization: this.#authorization } })),
    );
  }

  async abandon({ id }: OperationRequest): Promise<void> {
    await this.#post(`/orders/${encodeURIComponent(id)}/cancel`, { merchantReference: `${id}.abandon` });
  }

  readCallback({ rawBody, headers, nowMs }: ReceivedCall): Callback {
    const [id, timestamp] = [header(headers, 'x-notification-id'), header(headers, 'x-notification-timestamp')];
    const expected = createHmac('sha256', sandboxKey(this.options.secret, `${TYPE}/callback`))
      .update(`${id}.${timestamp}.`)
      .update(rawBody)
      .digest();
    checkSigned({
      given: header(headers, 'x-notification-signature'),
      expected,
      encoding: 'base64',
      seconds: timestamp,
      nowMs,
    });
    const body = readSigned(rawBody);
    const transaction = body.transaction === null ? undefined : fieldsOf(body.transaction);
    const about = transaction ?? fieldsOf(body.order);
    return {
      kind: 'operation',
      id,
      type: textOf(body.eventType),
      operationId: textOf(about.merchantReference),
      reference: null,
      report: this.#reportOf({ kind: 'answer', status: 200, body: { ...body, result: about.result } }),
    };
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  async #operate(what: string, request: OperationRequest, fields: Fields): Promise<ProviderReport> {
    return this.#reportOf(
      await this.#post(`/orders/${encodeURIComponent(request.reference ?? '')}/${what}`, {
        merchantReference: request.id,
        ...fields,
      }),
    );
  }

  #post(path: string, body: Fields): Promise<Reply> {
    return this.#exchange.send('POST', `/${TYPE}/api${path}`, {
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  #reportOf(reply: Reply): ProviderReport {
    if (reply.kind !== 'answer') return reply;
    const {
      status,
      body: { result: given, order, transaction },
    } = reply;
    const result = fieldsOf(given);
    if (status === 401) return { kind: 'unknown', why: 'the provider rejected our credentials' };
    if (status === 404) return { kind: 'not_found', why: 'the provider has no such operation' };
    if (textOf(result.code) === '') return { kind: 'unknown', why: 'the provider sent an unexpected answer' };
    if (transaction !== null && transaction !== undefined)
      return addFee(operation(fieldsOf(transaction)), this.options.feeBasisPoints);
    return order === null || order === undefined || status >= 400
      ? declined(result)
      : addFee(reportOfOrder(fieldsOf(order)), this.options.feeBasisPoints);
  }
}

function reportOfOrder(order: Fields): ProviderReport {
  const facts = factsOf(order);
  switch (order.state) {
    case 'AUTHORIZED':
      return { kind: 'authorised', ...facts };
    case 'CAPTURED':
      return { kind: 'captured', amount: minorOf(order.capturedAmount), ...facts };
    case 'VOIDED':
      return { kind: 'voided', ...facts };
    case 'DECLINED':
    case 'CANCELLED':
    case 'EXPIRED':
      return {
        ...declined(fieldsOf(order.result)),
        reference: facts.reference,
        secure: facts.secure,
        authentication: facts.authentication,
        instrument: facts.instrument,
      };
    case 'CREATED':
    case 'PENDING_AUTHENTICATION':
      return typeof order.hostedPageUrl === 'string'
        ? { kind: 'action', action: { kind: 'redirect', url: order.hostedPageUrl }, ...facts }
        : { kind: 'pending', ...facts };
    default:
      return { kind: 'unknown', why: `the provider reported the unknown state ${String(order.state)}` };
  }
}

function operation({ type, state, amount, result }: Fields): ProviderReport {
  if (state === 'FAILED') return declined(fieldsOf(result));
  if (state !== 'DONE')
    return state === 'PENDING'
      ? { kind: 'pending' }
      : { kind: 'unknown', why: 'the provider sent an unexpected answer' };
  if (type === 'CAPTURE')
    return { kind: 'captured', amount: minorOf(fieldsOf(amount).value), code: '000', message: 'Completed' };
  return { kind: type === 'CANCEL' ? 'voided' : 'refunded' };
}

function declined(result: Fields): ProviderReport & { kind: 'declined' } {
  return {
    kind: 'declined',
    as: DECLINES.get(result.category) ?? 'FAILED',
    then: result.category === 'UNAVAILABLE' ? 'fallback' : 'customer',
    code: textOf(result.code),
    message: textOf(result.description),
  };
}

function factsOf(order: Fields): Facts {
  const card = order.card === null || order.card === undefined ? undefined : fieldsOf(order.card);
  const isPaid = order.state === 'CAPTURED' || order.state === 'AUTHORIZED';
  return {
    reference: textOf(order.orderId),
    ...authenticationOf(order.authentication, order.eci),
    ...(isPaid ? { code: '000', message: 'Completed' } : {}),
    ...(card === undefined
      ? {}
      : {
          instrument: {
            brand: card.scheme,
            bin: card.bin,
            last4: card.lastFour,
            funding: card.funding,
            issuer: card.issuer,
            eci: order.eci,
          },
        }),
  };
}

function money({ amount, currency }: OperationRequest): { value: number; currency: string } {
  return { value: Number(amount), currency };
}
