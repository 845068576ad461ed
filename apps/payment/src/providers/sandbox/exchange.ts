import { createHmac } from 'node:crypto';
import { Refusal } from '@qafila/envelopes/refusal';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { isFreshlySigned } from '@qafila/signing/callback-signature';
import type { SignedCall } from '@qafila/signing/callback-signature';
import { Agent } from 'undici';
import { INQUIRY } from '../../limits.ts';
import { feeOf } from '../../money/fee.ts';
import type { ProviderReport } from '../provider.ts';

// A third party's answer: each field is checked where it is read.
export type Fields = Record<string, unknown>;

/** A provider's answer, or why there is none. `not_sent` means that no connection was made. */
export type Reply = { kind: 'answer'; status: number; body: Fields } | { kind: 'not_sent' | 'unknown'; why: string };

const ANSWER_BYTES_MAX = 256 * 1_024;
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * The connections to one provider. A 5xx or a body that is no JSON object counts as no answer, because the call may
 * have had its effect.
 */
export class Exchange {
  readonly #agent = new Agent({
    connections: 32,
    connect: { timeout: 3_000 },
    headersTimeout: INQUIRY.callTimeoutMs,
    bodyTimeout: INQUIRY.callTimeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  });

  constructor(private readonly origin: string) {}

  async send(
    method: 'GET' | 'POST',
    path: string,
    { headers, body }: { headers: Record<string, string>; body?: string },
  ): Promise<Reply> {
    try {
      const answer = await this.#agent.request({
        origin: this.origin,
        path,
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(INQUIRY.callTimeoutMs),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 500) return { kind: 'unknown', why: `the provider answered ${answer.statusCode}` };
      return { kind: 'answer', status: answer.statusCode, body: fieldsOf(JSON.parse(text)) };
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return NEVER_CONNECTED.has(code ?? '')
        ? { kind: 'not_sent', why: `no connection (${code})` }
        : { kind: 'unknown', why: `the reply was lost (${code ?? message})` };
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** Section 1 of the sandbox's API.md: each purpose has its own key, derived from the one secret. */
export function sandboxKey(secret: string, label: string): string {
  return createHmac('sha256', secret).update(label).digest('hex');
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Minor units from a third party. Anything but a whole number counts as zero. */
export function minorOf(value: unknown): bigint {
  return Number.isSafeInteger(value) ? BigInt(value as number) : 0n;
}

/** A refused inquiry says nothing about the operation, except for "no such operation". */
export function asInquiry(reply: Reply): Reply {
  const isRefused = reply.kind === 'answer' && reply.status >= 400 && reply.status !== 404;
  return isRefused ? { kind: 'unknown', why: `the provider answered ${reply.status} to an inquiry` } : reply;
}

/** The fee applies to a capture with the payment and to a later one. */
export function addFee(report: ProviderReport, basisPoints: number): ProviderReport {
  return report.kind === 'captured' ? { ...report, fee: feeOf(report.amount, basisPoints) } : report;
}

export type Signed = Omit<SignedCall, 'ageMsMax'>;

/** Refuses a call that the provider did not sign, or whose signature is old. */
export function checkSigned(call: Signed): void {
  if (isFreshlySigned({ ...call, ageMsMax: INQUIRY.callbackAgeMsMax })) return;
  throw new Refusal(401, 'signature_mismatch', 'The signature of this callback is invalid or too old.');
}

export function readSigned(rawBody: Buffer): Fields {
  return fieldsOf(parseStrict(decodeUtf8(rawBody), { numbers: 'native' }));
}

export function header(headers: Record<string, string | string[] | undefined>, name: string): string {
  return textOf(headers[name]);
}
