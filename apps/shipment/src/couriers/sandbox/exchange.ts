import { createHmac } from 'node:crypto';
import { Refusal, invalid } from '@qafila/envelopes/refusal';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { isFreshlySigned } from '@qafila/signing/callback-signature';
import type { SignedCall } from '@qafila/signing/callback-signature';
import { clipped } from '@qafila/runtime/clipped';
import type { Party } from '../../body/party.ts';
import type { CourierScan } from '../courier.ts';
import { SANDBOX_LIMITS } from './limits.ts';

// Answers of a third party: each field is checked where it is used.
export type Fields = Record<string, unknown>;
export interface Answer { status: number; body: Fields }
export interface Sent { headers: Record<string, string>; body?: string; signal: AbortSignal }

export interface SandboxOptions {
  sandboxUrl: string;
  secret: string;
  /** The platform's own by default, which keeps connections open. */
  fetch?: typeof fetch;
  now?: () => number;
  log?: { warn(about: Record<string, unknown>, message: string): void };
}

/** API.md section 1 of the sandbox: one key each purpose, of the one secret. */
export function sandboxKey(secret: string, label: string): string {
  return createHmac('sha256', secret).update(label).digest('hex');
}

/** What the courier answered. A 5xx, an answer that is no JSON object, and none at all throw: the call may have had its effect. */
export async function exchange(options: SandboxOptions, method: 'GET' | 'POST', path: string, { headers, body, signal }: Sent): Promise<Answer> {
  const response = await (options.fetch ?? fetch)(new URL(path, options.sandboxUrl), { method, headers, body, signal, redirect: 'manual' });
  const bytes = await readBounded(response);
  if (response.status >= 500) throw new Error(`the courier answered ${response.status}`);
  return { status: response.status, body: fieldsOf(parseStrict(decodeUtf8(bytes), { numbers: 'native' })) };
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += (chunk as Uint8Array).length;
    if (length > SANDBOX_LIMITS.answerBytesMax) throw new Error(`the courier's answer is larger than ${SANDBOX_LIMITS.answerBytesMax} bytes`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

/** An answer that says neither yes nor no. */
export function unclear({ status, body }: Answer): Error {
  return new Error(`the courier answered ${status} ${JSON.stringify(body).slice(0, 200)}`);
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Fields : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Of what must be there for anything to be known at all. */
export function neededText(fields: Fields, name: string): string {
  const value = textOf(fields[name]);
  if (value === '') throw invalid(name, `${name} must be a text.`);
  return value;
}

/** When something was scanned. A time far ahead, such as one of the wrong year, is refused: every true scan after it would come late, and move nothing. */
export function scannedAt(ms: number, name: string, nowMs: number): number {
  if (!(ms >= nowMs - SANDBOX_LIMITS.scanAgoMsMax && ms <= nowMs + SANDBOX_LIMITS.scanAheadMsMax)) throw invalid(name, `${name} must be a time of these days.`);
  return ms;
}

/** The scans of a list that can be read: an odd one keeps no other from being known, and is told to the operator. */
export function readScans(options: Pick<SandboxOptions, 'log'>, scans: readonly unknown[], { courier, awb, read }: { courier: string; awb: string; read: (scan: Fields) => CourierScan[] }): CourierScan[] {
  return scans.flatMap((scan) => {
    try {
      return read(fieldsOf(scan));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      options.log?.warn({ courier, awb, error: error.message }, 'courier.scan_unreadable');
      return [];
    }
  });
}

export type Signed = Omit<SignedCall, 'ageMsMax'>;

/** Refuses what the courier did not sign, or signed long ago. */
export function checkSigned(call: Signed): void {
  if (isFreshlySigned({ ...call, ageMsMax: SANDBOX_LIMITS.callbackAgeMsMax })) return;
  throw new Refusal(401, 'SIGNATURE_MISMATCH', 'This call is not signed by the courier, or too old.');
}

export function readSigned(body: Buffer): Fields {
  return fieldsOf(parseStrict(decodeUtf8(body), { numbers: 'native' }));
}

/** In one line, as couriers want it. */
export function addressOf(party: Party): string {
  const { companyName, buildingNumber, addressLine1, addressLine2, district, province, postalCode, additionalNumber, shortAddress } = party;
  const [street, postcode] = [[buildingNumber, addressLine1].filter(Boolean).join(' '), [postalCode, additionalNumber].filter(Boolean).join('-')];
  const parts = [companyName, street, addressLine2, district, province, postcode, shortAddress];
  return clipped(parts.filter(Boolean).join(', '), SANDBOX_LIMITS.addressCharactersMax);
}
