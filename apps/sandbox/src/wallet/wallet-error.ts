import type { Refusal } from '@qafila/envelopes/refusal';
import { WALLET_CODES } from '../levers/wallet-levers.ts';

/** The `error` of the wallet's answer by the refusal's code; '' is answered as null. */
const ERRORS: Record<string, string> = {
  duplicate_reference: 'duplicate_reference',
  not_found: 'not_found',
  illegal_status: 'illegal_status',
  invalid_hash: 'invalid_hash',
  unavailable: '',
  down: '',
};

export function refusalWallet(refusal: Refusal): { status: number; body: Record<string, unknown> } {
  const code = responseCode(refusal);
  const error = ERRORS[refusal.code] ?? (refusal.status >= 500 ? '' : 'invalid_value');
  const isExplained = error === 'invalid_value' || error === 'duplicate_reference';
  return {
    status: httpStatus(refusal),
    body: {
      response_code: code,
      response_message: isExplained ? refusal.message : (WALLET_CODES[code] ?? 'Refused'),
      error: error === '' ? null : error,
      replayed: false,
      operation: null,
    },
  };
}

function responseCode({ code, status, more }: Refusal): string {
  if (code === 'unavailable') return String(more.details?.code);
  if (code === 'invalid_hash') return '115';
  return status >= 500 ? '062' : '110';
}

function httpStatus({ code, status }: Refusal): number {
  if (code === 'unavailable') return 200;
  return code === 'duplicate_reference' ? 400 : status;
}
