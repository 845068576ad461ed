import { createHmac } from 'node:crypto';
import { Refusal } from '@qafila/envelopes/refusal';
import { fieldsOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { decodeUtf8, parseStrict } from '@qafila/json/strict-json';
import { isFreshlySigned } from '@qafila/signing/callback-signature';
import type { SignedCall } from '@qafila/signing/callback-signature';
import { INQUIRY } from '../../limits.ts';
import { feeOf } from '../../money/fee.ts';
import type { ProviderReport } from '../provider.ts';

/** Section 1 of the sandbox's API.md: each purpose has its own key, derived from the one secret. */
export function sandboxKey(secret: string, label: string): string {
  return createHmac('sha256', secret).update(label).digest('hex');
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
