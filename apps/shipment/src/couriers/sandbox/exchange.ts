import { createHmac } from 'node:crypto';
import { Refusal, invalid } from '@qafila/envelopes/refusal';
import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { isFreshlySigned } from '@qafila/signing/callback-signature';
import type { SignedCall } from '@qafila/signing/callback-signature';
import { truncate } from '@qafila/runtime/truncate';
import type { ConsignmentPackage, ConsignmentParty } from '../consignment.ts';
import { unreadable } from '../code-book.ts';
import type { ReportedScan } from '../courier.ts';
import { readAnswer } from '../exchange-json.ts';
import type { JsonAnswer } from '../exchange-json.ts';
import { SANDBOX_LIMITS } from './limits.ts';

export interface Sent {
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

export interface SandboxOptions {
  sandboxUrl: string;
  secret: string;
  /** Node's own by default, which keeps connections open. */
  fetch?: typeof fetch;
  now?: () => number;
  log?: { warn(about: Record<string, unknown>, message: string): void };
}

/** Derives one key for each purpose from the shared secret (apps/sandbox/API.md, section 1). */
export function sandboxKey(secret: string, label: string): string {
  return createHmac('sha256', secret).update(label).digest('hex');
}

/**
 * Sends a request and reads the answer. Throws on a 5xx, on anything but JSON, and without an answer: the call may have
 * had its effect.
 */
export async function exchange(
  options: SandboxOptions,
  method: 'GET' | 'POST',
  path: string,
  { headers, body, signal }: Sent,
): Promise<JsonAnswer> {
  const response = await (options.fetch ?? fetch)(new URL(path, options.sandboxUrl), {
    method,
    headers,
    body,
    signal,
    redirect: 'manual',
  });
  return readAnswer(response, SANDBOX_LIMITS.answerBytesMax);
}

/** The error for an answer that says neither yes nor no. */
export function unclear({ status, body }: JsonAnswer): Error {
  return new Error(`the courier answered ${status} ${truncate(JSON.stringify(body), 200)}`);
}

/** A text without which the message means nothing; throws a 400 refusal when it is missing. */
export function requiredText(fields: Fields, name: string): string {
  const value = textOf(fields[name]);
  if (value === '') throw invalid(name, `${name} must be a text.`);
  return value;
}

/**
 * The time of a scan. Refuses a time far ahead, such as one in the wrong year: every later scan would seem old and
 * change nothing.
 */
export function scannedAt(ms: number, name: string, nowMs: number): number {
  if (!(ms >= nowMs - SANDBOX_LIMITS.scanAgoMsMax && ms <= nowMs + SANDBOX_LIMITS.scanAheadMsMax))
    throw invalid(name, `${name} must be a recent time.`);
  return ms;
}

/** How a courier writes its scans: the fields of the code and of the time, and how all are read. */
export interface ScanFields {
  courier: string;
  awb: string;
  code: string;
  time: string;
  read: (scan: Fields) => ReportedScan[];
}

/** Reads the scans of a list. One that cannot be read is logged and kept as it came; the others count. */
export function readScans(
  options: Pick<SandboxOptions, 'log'>,
  scans: readonly unknown[],
  { courier, awb, ...fields }: ScanFields,
): ReportedScan[] {
  return scans.flatMap((scan) => {
    try {
      return fields.read(fieldsOf(scan));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      options.log?.warn({ courier, awb, error: error.message }, 'courier.scan_unreadable');
      const { [fields.code]: code, [fields.time]: time } = fieldsOf(scan);
      const [courierStatusCode, writtenAt] = [textOf(code), textOf(time)];
      const what = courierStatusCode === '' ? 'code' : 'time';
      return [unreadable(what, { awb, courierStatusCode, writtenAt, occurredAtMs: NaN })];
    }
  });
}

export type Signed = Omit<SignedCall, 'ageMsMax'>;

/** Refuses a call that the courier did not sign, or signed too long ago. */
export function checkSigned(call: Signed): void {
  if (isFreshlySigned({ ...call, ageMsMax: SANDBOX_LIMITS.callbackAgeMsMax })) return;
  throw new Refusal(401, 'SIGNATURE_MISMATCH', 'This call is not signed by the courier, or its signature is too old.');
}

export function readSigned(body: Buffer): Fields {
  return fieldsOf(parseStrict(decodeUtf8(body), { numbers: 'native' }));
}

export function weightOf(packages: readonly ConsignmentPackage[]): bigint {
  return packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0n);
}

/** The address in one line, as the couriers' fields take it. */
export function addressOf(party: ConsignmentParty): string {
  const {
    companyName,
    buildingNumber,
    addressLine1,
    addressLine2,
    district,
    province,
    postalCode,
    additionalNumber,
    shortAddress,
  } = party;
  const [street, postcode] = [
    [buildingNumber, addressLine1].filter(Boolean).join(' '),
    [postalCode, additionalNumber].filter(Boolean).join('-'),
  ];
  const parts = [companyName, street, addressLine2, district, province, postcode, shortAddress];
  return truncate(parts.filter(Boolean).join(', '), SANDBOX_LIMITS.addressCharactersMax);
}
