import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import { Refusal } from '@qafila/envelopes/refusal';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { isFreshlySigned } from '@qafila/signing/callback-signature';
import type { SignedCall } from '@qafila/signing/callback-signature';
import { feeOf } from '../../ledger/postings.ts';
import { INQUIRY } from '../../limits.ts';
import type { Outcome } from '../provider.ts';

// Answers of a third party: each field is checked where it is used.
export type Fields = Record<string, unknown>;

/** A gateway's answer, or why there is none. `not_sent` is said only of a connection that was never made. */
export type Reply = { kind: 'answer'; status: number; body: Fields } | { kind: 'not_sent' | 'unknown'; why: string };

const ANSWER_BYTES_MAX = 256 * 1_024;
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** One gateway's connections. An answer that is no JSON object, and every 5xx, is no answer: the call may have had its effect. */
export class Exchange {
  readonly #agent = new Agent({ connections: 32, connect: { timeout: 3_000 }, headersTimeout: INQUIRY.callTimeoutMs, bodyTimeout: INQUIRY.callTimeoutMs, maxResponseSize: ANSWER_BYTES_MAX });

  constructor(private readonly origin: string) {}

  async send(method: 'GET' | 'POST', path: string, { headers, body }: { headers: Record<string, string>; body?: string }): Promise<Reply> {
    try {
      const answer = await this.#agent.request({ origin: this.origin, path, method, headers, ...(body === undefined ? {} : { body }), signal: AbortSignal.timeout(INQUIRY.callTimeoutMs) });
      const text = await answer.body.text();
      if (answer.statusCode >= 500) return { kind: 'unknown', why: `the gateway answered ${answer.statusCode}` };
      return { kind: 'answer', status: answer.statusCode, body: fieldsOf(JSON.parse(text)) };
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return NEVER_CONNECTED.has(code ?? '') ? { kind: 'not_sent', why: `no connection (${code})` } : { kind: 'unknown', why: `the reply was lost (${code ?? message})` };
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** API.md section 1: one key each purpose, of the one secret. */
export function sandboxKey(secret: string, label: string): string {
  return createHmac('sha256', secret).update(label).digest('hex');
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Fields : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Minor units from a third party: a whole number, or nothing at all. */
export function minorOf(value: unknown): bigint {
  return Number.isSafeInteger(value) ? BigInt(value as number) : 0n;
}

/** An inquiry that was refused, other than by "no such operation", says nothing of what was asked about. */
export function asInquiry(reply: Reply): Reply {
  const isRefused = reply.kind === 'answer' && reply.status >= 400 && reply.status !== 404;
  return isRefused ? { kind: 'unknown', why: `the gateway answered ${reply.status} to an inquiry` } : reply;
}

/** What the gateway keeps of a capture, whether the money was taken at once or by an order of its own. */
export function withFee(outcome: Outcome, basisPoints: number): Outcome {
  return outcome.kind === 'captured' ? { ...outcome, fee: feeOf(outcome.amount, basisPoints) } : outcome;
}

export type Signed = Omit<SignedCall, 'ageMsMax'>;

/** Refuses what the gateway did not sign, or signed long ago. */
export function checkSigned(call: Signed): void {
  if (isFreshlySigned({ ...call, ageMsMax: INQUIRY.callbackAgeMsMax })) return;
  throw new Refusal(401, 'signature_mismatch', 'This callback is not signed by the gateway, or too old.');
}

export function readSigned(rawBody: Buffer): Fields {
  return fieldsOf(parseStrict(decodeUtf8(rawBody), { numbers: 'native' }));
}

export function header(headers: Record<string, string | string[] | undefined>, name: string): string {
  return textOf(headers[name]);
}
