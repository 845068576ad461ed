import { createHash, createHmac } from 'node:crypto';
import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { truncate } from '@qafila/runtime/truncate';
import { feeOf } from '../../money/fee.ts';
import type { Callback, ReceivedCall } from '../callback.ts';
import { UNRESTRICTED } from '../capabilities.ts';
import { asInquiry, Exchange, header, minorOf } from '../exchange.ts';
import type { Reply } from '../exchange.ts';
import type {
  After,
  ChargeRequest,
  Facts,
  IdentityStep,
  OperationRequest,
  ProviderReport,
  StepReport,
  TokenSetup,
  WalletProvider,
} from '../provider.ts';
import { checkSigned, readSigned, sandboxKey } from './signed-call.ts';
import type { SandboxOptions } from './sandbox-providers.ts';

const BASE = '/walletprovider/v1';
/** Refused before the wallet did anything (055 and 062: a host is down; 118: maintenance). */
const DOWN = new Set(['055', '062', '118']);
/** A retry with the same wallet cannot help: unknown or inactive account, PIN retries exhausted. */
const HARD = new Set(['002', '003', '060', '105']);
const WRONG = '024';
const TOO_OLD = '116';

/** The wallet of apps/sandbox (its API.md, section 2). Refusals are HTTP 200 with a code. */
export class SandboxWallet implements WalletProvider {
  readonly type = 'walletprovider-wallet';
  readonly methods = ['bnpl', 'wallet'] as const;
  readonly capabilities = {
    ...UNRESTRICTED,
    captureModes: ['automatic'],
    flows: ['app'],
    savesInstruments: true,
  } as const;
  readonly origins = [];
  readonly #exchange: Exchange;

  constructor(private readonly options: SandboxOptions) {
    this.#exchange = new Exchange(options.url);
  }

  async pay(): Promise<ProviderReport> {
    return { kind: 'not_sent', why: 'a wallet payment starts on its own pages' };
  }

  async checkIdentity(step: IdentityStep): Promise<StepReport> {
    return stepOf(
      await this.#post('/bnpl/payments', {
        merchant_reference: step.id,
        amount_minor: Number(step.amount),
        currency: step.currency,
        phone: step.phone,
        national_id: step.nationalId,
        order_reference: truncate(step.orderReference, 100),
        description: truncate(step.description, 200),
        callback_url: this.#callbackUrl,
      }),
    );
  }

  async resendCode(id: string): Promise<StepReport> {
    return stepOf(await this.#post(`/bnpl/payments/${encodeURIComponent(id)}/otp`, {}));
  }

  async checkCode(id: string, _reference: string, code: string): Promise<StepReport> {
    return stepOf(
      await this.#post(`/bnpl/payments/${encodeURIComponent(id)}/otp/verify`, { otp: code, step_id: stepId(id, code) }),
    );
  }

  async abandon({ id }: OperationRequest): Promise<void> {
    await this.#post(`/bnpl/payments/${encodeURIComponent(id)}/cancel`, {});
  }

  async startToken({ id, phone, pin }: TokenSetup): Promise<StepReport> {
    return stepOf(
      await this.#post('/subscriptions', { merchant_reference: id, phone, pin, callback_url: this.#callbackUrl }),
    );
  }

  async finishToken(id: string, _reference: string, code: string): Promise<StepReport & { token?: string }> {
    const reply = await this.#post(`/subscriptions/${encodeURIComponent(id)}/otp/verify`, {
      otp: code,
      step_id: stepId(id, code),
    });
    return { ...stepOf(reply), ...tokenOf(reply) };
  }

  async inquireToken(id: string): Promise<StepReport & { token?: string }> {
    const reply = await this.#inquire(id);
    if (reply.kind !== 'answer') return { kind: 'unknown', why: reply.why };
    const { status, result_code: code, result_message: message } = fieldsOf(reply.body.operation);
    const facts = { code: textOf(code), message: textOf(message) };
    if (reply.status === 200 && textOf(status) === '')
      return { kind: 'unknown', why: 'the wallet sent an unexpected answer' };
    if (status === 'active') return { kind: 'accepted', ...facts, ...tokenOf(reply) };
    return status === 'otp_sent' || status === 'pending' ? { kind: 'wrong' } : { kind: 'refused', ...facts };
  }

  async revokeToken(token: string): Promise<StepReport> {
    return stepOf(await this.#post('/tokens/revoke', { token }));
  }

  async charge({ id, amount, currency, token, orderReference }: ChargeRequest): Promise<ProviderReport> {
    return this.#reportOf(
      await this.#post('/charges', {
        merchant_reference: id,
        token,
        amount_minor: Number(amount),
        currency,
        order_reference: truncate(orderReference, 100),
        callback_url: this.#callbackUrl,
      }),
    );
  }

  async capture(): Promise<ProviderReport> {
    return { kind: 'declined', as: 'FAILED', then: 'none', code: '110', message: 'A wallet captures with the payment' };
  }

  /** Cancels an open payment and reverses a completed one. */
  async void(request: OperationRequest): Promise<ProviderReport> {
    const report = this.#reportOf(
      await this.#post('/reversals', { merchant_reference: request.id, original_reference: request.reference ?? '' }),
    );
    return report.kind === 'refunded' ? { ...report, kind: 'voided' } : report;
  }

  async refund(request: OperationRequest): Promise<ProviderReport> {
    return this.#reportOf(
      await this.#post('/refunds', {
        merchant_reference: request.id,
        original_reference: request.reference ?? '',
        amount_minor: Number(request.amount),
        currency: request.currency,
      }),
    );
  }

  async inquire({ id }: OperationRequest): Promise<ProviderReport> {
    return this.#reportOf(await this.#inquire(id));
  }

  readCallback({ rawBody, headers, nowMs }: ReceivedCall): Callback {
    const timestamp = header(headers, 'x-wallet-timestamp');
    const expected = createHmac('sha256', sandboxKey(this.options.secret, 'walletprovider/callback'))
      .update(`${timestamp}.`)
      .update(rawBody)
      .digest();
    checkSigned({ given: header(headers, 'x-wallet-signature'), expected, encoding: 'hex', seconds: timestamp, nowMs });
    const { event_id: id, event: name, operation } = readSigned(rawBody);
    const about = fieldsOf(operation);
    const reference = textOf(about.merchant_reference);
    const isToken = about.type === 'subscription';
    const event = { id: textOf(id), type: textOf(name) };
    if (isToken) return { kind: 'token', ...event, tokenId: reference };
    return {
      kind: 'operation',
      ...event,
      operationId: reference,
      reference: textOf(about.wallet_reference) || null,
      report: this.#operation(about),
    };
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  get #callbackUrl(): string {
    return `${this.options.platformUrl}/public/v1/subscription/walletprovider/wallet/setup/webhook`;
  }

  #post(path: string, body: Fields): Promise<Reply> {
    const text = JSON.stringify(body);
    return this.#exchange.send('POST', BASE + path, {
      headers: { 'content-type': 'application/json', 'secure-hash': this.#hash(text) },
      body: text,
    });
  }

  async #inquire(reference: string): Promise<Reply> {
    const path = `${BASE}/inquiry/${encodeURIComponent(reference)}`;
    return asInquiry(await this.#exchange.send('GET', path, { headers: { 'secure-hash': this.#hash(path) } }));
  }

  #hash(text: string): string {
    return createHmac('sha256', sandboxKey(this.options.secret, 'walletprovider/api')).update(text).digest('hex');
  }

  #reportOf(reply: Reply): ProviderReport {
    if (reply.kind !== 'answer') return reply;
    const { status, body } = reply;
    if (status === 401) return { kind: 'unknown', why: 'the wallet rejected our credentials' };
    if (status === 404) return { kind: 'not_found', why: 'the wallet has no such operation' };
    const code = textOf(body.response_code);
    if (code === '') return { kind: 'unknown', why: 'the wallet sent an unexpected answer' };
    if (code === '119') return { kind: 'pending' };
    if (body.operation === null || body.operation === undefined || status >= 400)
      return declined(code, textOf(body.response_message));
    return this.#operation(fieldsOf(body.operation));
  }

  #operation(operation: Fields): ProviderReport {
    const facts = factsOf(operation);
    const isMoneyBack = operation.type === 'refund' || operation.type === 'reversal';
    switch (operation.status) {
      case 'completed':
      case 'reversed': {
        if (isMoneyBack) return { kind: 'refunded', ...facts };
        const amount = minorOf(operation.amount_minor);
        return { kind: 'captured', amount, ...facts, fee: feeOf(amount, this.options.feeBasisPoints) };
      }
      case 'otp_sent':
        return { kind: 'pending', step: 'code', ...facts };
      case 'awaiting_app':
        return { kind: 'pending', step: 'app', ...facts };
      case 'pending':
        return { kind: 'pending', ...facts };
      case 'refused':
      case 'failed':
      case 'cancelled':
      case 'expired':
        return { ...declined(facts.code ?? '', facts.message ?? ''), reference: facts.reference };
      default:
        return { kind: 'unknown', why: `the wallet reported the unknown state ${String(operation.status)}` };
    }
  }
}

function declined(code: string, message: string): ProviderReport & { kind: 'declined' } {
  const as = code === WRONG || code === '060' ? 'AUTHENTICATION_FAILED' : 'FAILED';
  return { kind: 'declined', as, then: afterCode(code), code, message };
}

function afterCode(code: string): After {
  if (DOWN.has(code)) return 'fallback';
  return HARD.has(code) ? 'none' : 'customer';
}

function factsOf(operation: Fields): Facts {
  const code = textOf(operation.result_code);
  const last4 = textOf(operation.phone_last4);
  const appUrl = textOf(operation.app_url);
  return {
    reference: textOf(operation.wallet_reference),
    ...(code === '' ? {} : { code, message: textOf(operation.result_message) }),
    ...(last4 === '' ? {} : { instrument: { phone: `••••••${last4.slice(-2)}` } }),
    ...(/^https?:\/\//.test(appUrl) ? { appUrl } : {}),
  };
}

/** The result of one step of a journey, from the code of the call and not of the operation. */
function stepOf(reply: Reply): StepReport {
  if (reply.kind !== 'answer')
    return reply.kind === 'not_sent'
      ? { kind: 'unavailable', message: reply.why }
      : { kind: 'unknown', why: reply.why };
  const { status, body } = reply;
  const [code, message] = [textOf(body.response_code), textOf(body.response_message)];
  const { reference, instrument, appUrl } = factsOf(fieldsOf(body.operation));
  if (code === '') return { kind: 'unknown', why: 'the wallet sent an unexpected answer' };
  if (status === 401) return { kind: 'unavailable', code, message };
  if (status === 200 && code === '000')
    return {
      kind: 'accepted',
      ...(reference ? { reference } : {}),
      ...(instrument ? { instrument } : {}),
      ...(appUrl ? { appUrl } : {}),
    };
  if (DOWN.has(code)) return { kind: 'unavailable', code, message };
  if (code === WRONG) return { kind: 'wrong', code, message };
  return code === TOO_OLD ? { kind: 'wrong', expired: true, code, message } : { kind: 'refused', code, message };
}

function tokenOf(reply: Reply): { token?: string } {
  const token = reply.kind === 'answer' ? textOf(fieldsOf(reply.body.operation).token) : '';
  return token === '' ? {} : { token };
}

/** A second press or a retry after a lost reply sends the same code again. The wallet counts it as one try. */
function stepId(id: string, code: string): string {
  return createHash('sha256').update(`${id}:${code}`).digest('hex').slice(0, 32);
}
