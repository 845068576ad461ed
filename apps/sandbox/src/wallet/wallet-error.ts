import type { Refusal } from '@qafila/envelopes/refusal';
import { WALLET_CODES } from '../levers/wallet-levers.ts';

const ERRORS: Record<string, string> = {
  duplicate_reference: 'duplicate_reference', not_found: 'not_found', illegal_status: 'illegal_status', invalid_hash: 'invalid_hash', unavailable: '', down: '',
};

export function refusalWallet(refusal: Refusal): { status: number; body: Record<string, unknown> } {
  const code = refusal.code === 'unavailable' ? String(refusal.more.details?.code) : refusal.code === 'invalid_hash' ? '115' : refusal.status >= 500 ? '062' : '110';
  const error = ERRORS[refusal.code] ?? (refusal.status >= 500 ? '' : 'invalid_value');
  const status = refusal.code === 'unavailable' ? 200 : refusal.code === 'duplicate_reference' ? 400 : refusal.status;
  const message = error === 'invalid_value' || error === 'duplicate_reference' ? refusal.message : WALLET_CODES[code] ?? 'Refused';
  return { status, body: { response_code: code, response_message: message, error: error === '' ? null : error, replayed: false, operation: null } };
}
